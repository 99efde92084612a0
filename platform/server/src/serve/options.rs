//! The options that a server is started with.

use std::path::PathBuf;
use std::time::Duration;

use gueridon_modules::{IsolatedGames, WorkerLimits};

use crate::delivery::mail::SmtpUrl;

/// The options that a server is started with.
#[derive(Debug, Clone)]
pub struct Options {
    /// The address and port that it listens on.
    pub listen: String,
    /// Where the journal is: `sqlite:FILE`, or the URL of a PostgreSQL database.
    pub journal: String,
    /// The directory of what only this node keeps. Without it, that is beside the journal's file,
    /// or with a database in [`DEFAULT_STATE`](super::DEFAULT_STATE).
    pub state: Option<PathBuf>,
    /// The directory of the modules.
    pub modules: PathBuf,
    /// Whether builds that only a shared journal has are opened.
    pub trusts_journal: bool,
    /// The games whose modules are called in processes of their own, if any.
    pub isolated: Option<IsolatedGames>,
    /// What such a process may take.
    pub worker_limits: WorkerLimits,
    /// The directory of the page, which need not exist.
    pub page: PathBuf,
    /// Whether the page has GraphiQL.
    pub has_graphiql: bool,
    /// The sites whose pages may send requests, besides our own (CORS).
    pub origins: Vec<String>,
    /// Whether every connection comes from a proxy, so that `X-Forwarded-For` names the client.
    pub trusts_proxy: bool,
    /// What a player may ask for each second, in the costs of documents; 0 for no limit.
    pub budget: u32,
    /// For how many days a token is valid after its last use.
    pub token_days: u32,
    /// After how many hours without anybody sitting down or getting up an open table is closed.
    pub open_hours: u32,
    /// After how many days without any entry a game is closed.
    pub abandoned_days: u32,
    /// The most connections at a time, sockets included; more of them wait.
    pub connections: u32,
    /// The most connections of an address, or its sockets and event streams behind a proxy; 0 for
    /// no limit.
    pub per_address: u32,
    /// How many guests an address may make per hour; 0 for no limit.
    pub guests_per_hour: u32,
    /// How long a bot, or a stand-in for a player, pauses before each step.
    pub bot_pause: Duration,
    /// Its public URL, for links in notifications.
    pub public_url: Option<String>,
    /// The SMTP server; without one no mail is sent.
    pub smtp: Option<SmtpUrl>,
    /// The address that mail is sent from.
    pub mail_from: Option<String>,
    /// After how many seconds of a turn its player is sent mail.
    pub mail_after_s: u32,
    /// Whether webhooks may be at addresses that are not public.
    pub allows_private_webhooks: bool,
    /// For how many days a table is kept after it has ended; for ever if none.
    pub keep_finished: Option<u32>,
    /// The address and port that shows metrics; none are shown without it.
    pub metrics: Option<String>,
    /// How long the server goes on serving after it was told to stop, while `/readyz` says that it
    /// stops.
    pub drain: Duration,
}
