//! The options of `serve`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::isolate::Isolate;
use super::places::{Journal, ModulesDirectory, PublicUrl, beside};
use crate::delivery::mail::SmtpUrl;
use crate::serve::Options;

/// The options of `serve`.
#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// The address and port to listen on.
    #[arg(long, env = "GUERIDON_LISTEN", default_value = "127.0.0.1:8080", value_name = "ADDRESS")]
    listen: String,
    /// The address and port that shows metrics at /metrics, in the format OpenMetrics, such as
    /// 127.0.0.1:9464; by default none.
    ///
    /// Everybody who can reach it can read them. They name games, but no tables or players.
    #[arg(long, env = "GUERIDON_METRICS", value_name = "ADDRESS")]
    metrics: Option<String>,
    /// The collector that traces of requests are sent to, by OpenTelemetry's protocol over HTTP, such
    /// as http://127.0.0.1:4318; by default none.
    ///
    /// Traces name games, operations of documents and ids of requests. The variables of
    /// OpenTelemetry, such as OTEL_TRACES_SAMPLER, say which requests are traced: by default all.
    #[arg(long, env = "GUERIDON_TRACES", value_name = "URL")]
    pub(crate) traces: Option<String>,
    #[command(flatten)]
    journal: Journal,
    /// The directory of what only this server keeps: which calls into modules are under way, to know
    /// after a crash what caused it. Each server of a shared journal needs its own.
    ///
    /// By default, for an SQLite file, that is a file beside it; for PostgreSQL it is the directory
    /// `gueridon-state`.
    #[arg(long = "state-dir", env = "GUERIDON_STATE_DIR", value_name = "DIR")]
    state: Option<PathBuf>,
    #[command(flatten)]
    modules: ModulesDirectory,
    /// Open builds that only a PostgreSQL journal has, for tables that began with them.
    ///
    /// Whoever can write to the database can then run code on this server. Without it, such tables
    /// are played by servers that have the build in their own directory. A journal in a file is
    /// always trusted: it belongs to this server.
    #[arg(
        long,
        env = "GUERIDON_TRUST_JOURNAL",
        value_parser = clap::builder::BoolishValueParser::new()
    )]
    trust_journal: bool,
    #[command(flatten)]
    isolate: Isolate,
    #[command(flatten)]
    page: Page,
    /// Take the client's address from X-Forwarded-For, where the proxy in front has added it.
    ///
    /// Set this only if every connection comes from your proxy; otherwise clients can claim any
    /// address. Without it, rate limits apply to the address that connects.
    #[arg(
        long,
        env = "GUERIDON_TRUST_PROXY",
        value_parser = clap::builder::BoolishValueParser::new()
    )]
    trust_proxy: bool,
    /// The cost of the GraphQL documents that a player may send per second; 0 for no limit.
    ///
    /// Requests without a token share half of it per client address. Up to 20 seconds' worth can be
    /// saved up.
    #[arg(long, env = "GUERIDON_BUDGET", value_name = "COST", default_value_t = crate::budget::PER_SECOND)]
    budget: u32,
    /// How long a token is valid after its last use.
    #[arg(
        long,
        env = "GUERIDON_TOKEN_DAYS",
        default_value = "90",
        value_parser = clap::value_parser!(u32).range(1..=3_650),
        value_name = "DAYS"
    )]
    token_days: u32,
    /// How long a table that has not begun stays open after somebody last sat down or got up.
    #[arg(
        long,
        env = "GUERIDON_OPEN_HOURS",
        default_value = "24",
        value_parser = clap::value_parser!(u32).range(1..=8_760),
        value_name = "HOURS"
    )]
    open_hours: u32,
    /// How long a running game may go without any action before it is closed.
    #[arg(
        long,
        env = "GUERIDON_ABANDONED_DAYS",
        default_value = "60",
        value_parser = clap::value_parser!(u32).range(1..=3_650),
        value_name = "DAYS"
    )]
    abandoned_days: u32,
    /// Another site whose pages may use this server, such as https://example.org; `*` for any.
    ///
    /// May be given several times, or with commas in between.
    #[arg(
        long = "allow-origin",
        env = "GUERIDON_ALLOW_ORIGIN",
        value_delimiter = ',',
        value_name = "ORIGIN"
    )]
    origins: Vec<String>,
    /// The most connections at a time, WebSockets included; further ones wait.
    #[arg(
        long = "max-connections",
        env = "GUERIDON_MAX_CONNECTIONS",
        default_value = "10000",
        value_parser = clap::value_parser!(u32).range(1..=1_000_000),
        value_name = "NUMBER"
    )]
    connections: u32,
    /// The most connections of one client address at a time; 0 for no limit.
    ///
    /// Further ones are refused. With --trust-proxy it limits the WebSockets and event streams of
    /// each forwarded address instead. An IPv6 address counts as its /64.
    #[arg(
        long = "max-per-address",
        env = "GUERIDON_MAX_PER_ADDRESS",
        value_name = "NUMBER",
        default_value_t = crate::quota::PER_ADDRESS
    )]
    per_address: u32,
    /// How many guests one client address may make per hour, and as many more at once; 0 for no
    /// limit.
    #[arg(
        long,
        env = "GUERIDON_GUESTS_PER_HOUR",
        value_name = "NUMBER",
        default_value_t = gueridon_host::people::GUESTS_PER_HOUR
    )]
    guests_per_hour: u32,
    /// How many milliseconds a bot or stand-in pauses before each step, so that people can follow.
    #[arg(
        long,
        env = "GUERIDON_BOT_PAUSE",
        default_value = "700",
        value_parser = clap::value_parser!(u32).range(0..=60_000),
        value_name = "MS"
    )]
    bot_pause: u32,
    #[command(flatten)]
    notifications: Notifications,
    /// How long a table is kept after it has ended; by default for ever.
    ///
    /// Then it is deleted with its messages and results, which cannot be undone.
    #[arg(
        long,
        env = "GUERIDON_KEEP_FINISHED",
        value_parser = clap::value_parser!(u32).range(1..=36_500),
        value_name = "DAYS"
    )]
    keep_finished: Option<u32>,
    /// How long the server goes on serving after Ctrl-C or SIGTERM, while /readyz answers 503.
    ///
    /// Behind a load balancer, choose somewhat more time than it needs to notice. A second signal
    /// ends the server at once.
    #[arg(
        long,
        env = "GUERIDON_DRAIN",
        default_value = "0",
        value_parser = clap::value_parser!(u32).range(0..=3_600),
        value_name = "SECONDS"
    )]
    drain: u32,
}

/// The options of the page.
#[derive(Debug, Args)]
struct Page {
    /// The directory of the page's files; by default `web` next to this program.
    #[arg(long = "page", id = "page", env = "GUERIDON_PAGE", value_name = "DIR")]
    directory: Option<PathBuf>,
    /// Do not serve GraphiQL at /graphiql.
    #[arg(
        long,
        env = "GUERIDON_NO_GRAPHIQL",
        value_parser = clap::builder::BoolishValueParser::new()
    )]
    no_graphiql: bool,
}

/// How players are notified outside the page.
#[derive(Debug, Args)]
struct Notifications {
    #[command(flatten)]
    public: PublicUrl,
    /// The SMTP server for mail: smtp://user:password@host:port, or smtps:// for TLS throughout.
    ///
    /// smtp:// requires STARTTLS unless the server is on this machine. Needs --mail-from and
    /// --public-url; without an SMTP server, no mail is sent. Set it in the environment: other
    /// users of this machine can read a command line.
    #[arg(long, env = "GUERIDON_SMTP", value_name = "URL", hide_env_values = true, value_parser = smtp)]
    smtp: Option<SmtpUrl>,
    /// The sender of mail, such as "Games <games@example.org>".
    #[arg(long, env = "GUERIDON_MAIL_FROM", value_name = "ADDRESS")]
    mail_from: Option<String>,
    /// How long it has to be a player's turn before they get mail about it.
    #[arg(
        long,
        env = "GUERIDON_MAIL_AFTER",
        default_value = "300",
        value_parser = clap::value_parser!(u32).range(0..=604_800),
        value_name = "SECONDS"
    )]
    mail_after: u32,
    /// Allow webhooks at private addresses, including those of this machine.
    ///
    /// Players can then make this server send requests into its own network.
    #[arg(
        long,
        env = "GUERIDON_ALLOW_PRIVATE_WEBHOOKS",
        value_parser = clap::builder::BoolishValueParser::new()
    )]
    allow_private_webhooks: bool,
}

/// Accepts any text, because clap would print the password in its error.
fn smtp(url: &str) -> Result<SmtpUrl, std::convert::Infallible> {
    Ok(SmtpUrl(url.to_owned()))
}

impl From<Serve> for Options {
    fn from(serve: Serve) -> Self {
        Self {
            listen: serve.listen,
            metrics: serve.metrics,
            journal: serve.journal.journal,
            state: serve.state,
            trusts_proxy: serve.trust_proxy,
            budget: serve.budget,
            token_days: serve.token_days,
            open_hours: serve.open_hours,
            abandoned_days: serve.abandoned_days,
            isolated: serve.isolate.games(),
            worker_limits: serve.isolate.limits(),
            modules: serve.modules.directory(),
            trusts_journal: serve.trust_journal,
            page: serve.page.directory.unwrap_or_else(|| beside("web")),
            has_graphiql: !serve.page.no_graphiql,
            origins: serve.origins,
            connections: serve.connections,
            per_address: serve.per_address,
            guests_per_hour: serve.guests_per_hour,
            bot_pause: Duration::from_millis(u64::from(serve.bot_pause)),
            public_url: serve.notifications.public.url,
            smtp: serve.notifications.smtp,
            mail_from: serve.notifications.mail_from,
            mail_after_s: serve.notifications.mail_after,
            allows_private_webhooks: serve.notifications.allow_private_webhooks,
            keep_finished: serve.keep_finished,
            drain: Duration::from_secs(u64::from(serve.drain)),
        }
    }
}
