//! Starts the server, serves, and shuts down.

mod connections;
mod crashes;
mod options;
mod state;
mod watch;

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use gueridon_host::clock::Clock;
use gueridon_host::host::{Config, Host};
use gueridon_host::notifications;
use gueridon_host::people::{AccountsConfig, Limit, Limits};
use gueridon_host::refusal;
use gueridon_journal::JournalError;
use gueridon_modules::{
    IsolatedGames, Isolation, Modules, ModulesConfig, ProbeCommand, ScanError, WorkerLimits,
};
use hyper::Uri;
use tokio::net::TcpListener;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;

pub(crate) use crashes::quarantined;
pub use options::Options;
pub use state::DEFAULT as DEFAULT_STATE;

use crate::api::{Api, ApiError};
use crate::budget::Budget;
use crate::delivery::MailAndWebhooks;
use crate::delivery::mail::{MailError, Mailer};
use crate::delivery::webhook::Webhooks;
use crate::http::{Page, Server};
use crate::journal::{JournalAddress, OpenJournal, UnknownJournal};
use crate::metrics::{self, Metrics, resident_bytes};
use crate::quota::Quotas;
use crate::readiness::Readiness;
use crate::schema::PLATFORM;
use gueridon_graphql::sdl::{Merged, SdlError};
use state::State;

/// Why the server could not start, or failed. Each message is one line that says what to do.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address is in use, or is not one of this machine.
    #[error("cannot listen on {listen}: {source}")]
    Listen {
        /// The address.
        listen: String,
        /// What the system said.
        source: io::Error,
    },
    /// The address for metrics is in use, or is not one of this machine.
    #[error("metrics cannot be shown at {listen}: {source}")]
    Metrics {
        /// The address.
        listen: String,
        /// What the system said.
        source: io::Error,
    },
    /// The scheme of the journal is unknown.
    #[error(transparent)]
    UnknownJournal(#[from] UnknownJournal),
    /// The directory of what only this node keeps cannot be used.
    #[error("the state directory {} cannot be used: {source}", directory.display())]
    State {
        /// The directory.
        directory: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The public URL is not the URL of a site.
    #[error("--public-url is no address of a site: say https://games.example.org")]
    PublicUrl,
    /// What another site is named by is not the URL of a site.
    #[error(
        "--allow-origin {0} is no address of a site: say https://games.example.org, or * for any"
    )]
    AllowOrigin(String),
    /// The options for mail are wrong.
    #[error(transparent)]
    Mail(#[from] MailError),
    /// Mail needs a sender and a public URL.
    #[error("--smtp needs --mail-from and --public-url")]
    MailWithout,
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The journal does not answer.
    #[error(transparent)]
    Host(#[from] refusal::Fault),
    /// The module directory cannot be read.
    #[error(transparent)]
    Modules(#[from] ScanError),
    /// The schema cannot be made.
    #[error(transparent)]
    Api(#[from] ApiError),
    /// The platform's schema is not sound.
    #[error("the platform's schema is not sound: {0}")]
    Schema(#[from] SdlError),
    /// What a crash leaves cannot be kept.
    #[error("the file of the calls under way, {}, cannot be used: {source}", file.display())]
    CallNotes {
        /// The file.
        file: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// This program cannot find itself, to probe modules with.
    #[error("cannot find this program's own file: {0}")]
    Program(io::Error),
    /// The server broke down.
    #[error("the server broke down: {0}")]
    Broken(io::Error),
}

/// How long the shutdown waits for notifications to be written to the journal.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(5);
/// How long other servers of the journal get to be told what is not held here any longer.
const FAREWELL: Duration = Duration::from_millis(100);

/// The modules of a directory but those in quarantine, probed by this program in a process of its
/// own. If `isolation` is given, some are called in such processes, too.
///
/// # Errors
/// When the directory cannot be read.
pub fn modules(
    directory: &Path,
    quarantined: BTreeMap<[u8; 32], String>,
    isolation: Option<Isolation>,
) -> Result<Modules, ServeError> {
    let mut probe = ProbeCommand::new(own_program().map_err(ServeError::Program)?);
    probe.command.push("probe".into());
    let mut config = ModulesConfig::new(directory, probe);
    let platform = Merged::base(PLATFORM)?;
    config.quarantined = quarantined;
    config.isolation = isolation.map(Arc::new);
    config.reserved = platform.types().iter().map(|ty| ty.name.node.to_string()).collect();
    Ok(Modules::scan(config)?)
}

/// How this program calls modules in processes of its own.
///
/// # Errors
/// When it cannot find itself.
pub fn isolation(games: IsolatedGames, limits: WorkerLimits) -> Result<Isolation, ServeError> {
    let program = own_program().map_err(ServeError::Program)?;
    Ok(Isolation { command: vec![program.into(), "worker".into()], games, limits })
}

/// The file of this program, even if it was replaced in the file system meanwhile.
fn own_program() -> io::Result<PathBuf> {
    if cfg!(target_os = "linux") {
        return Ok(PathBuf::from("/proc/self/exe"));
    }
    std::env::current_exe()
}

/// Serves until `stop` is cancelled, and then for [`Options::drain`].
///
/// # Errors
/// When it cannot start.
pub async fn serve(options: Options, stop: CancellationToken) -> Result<(), ServeError> {
    let mut origins =
        options.origins.iter().map(|named| allowed_origin(named)).collect::<Result<Vec<_>, _>>()?;
    let notifications = notifications_config(&options)?;
    let public_url = notifications.public_url.clone();
    let listener = TcpListener::bind(&options.listen).await;
    let listen = options.listen.clone();
    let listener = listener.map_err(|source| ServeError::Listen { listen, source })?;
    let metrics = match options.metrics.clone() {
        None => None,
        Some(listen) => {
            let listener = metrics::listen(&listen).await;
            Some(listener.map_err(|source| ServeError::Metrics { listen, source })?)
        }
    };
    let place: JournalAddress = options.journal.parse()?;
    let state = State::take(&place, options.state.as_deref())?;
    let opened = place.open().await?;
    let journal = opened.journal();
    crashes::quarantine(&*journal, &state.calls).await?;
    let in_quarantine = quarantined(&*journal).await?;
    let directory = options.modules.clone();
    let limits = options.worker_limits;
    let isolated = options.isolated.clone();
    let isolated = isolated.map(|games| isolation(games, limits)).transpose()?;
    let modules =
        tokio::task::spawn_blocking(move || modules(&directory, in_quarantine, isolated)).await;
    let modules = Arc::new(modules.map_err(|error| ServeError::Broken(error.into()))??);
    if let Some(IsolatedGames::These(ids)) = &options.isolated {
        for game in ids.iter().filter(|id| modules.game(id).is_none()) {
            tracing::warn!(game, "--isolate names a game that is not here");
        }
    }
    let token_life = Duration::from_secs(u64::from(options.token_days) * 24 * 60 * 60);
    let guests = Limit::per_hour(options.guests_per_hour);
    let limits = Limits { guests, ..Limits::default() };
    let accounts = AccountsConfig { token_life, limits, ..AccountsConfig::default() };
    let hours = |hours: u32| Duration::from_secs(u64::from(hours) * 60 * 60);
    let config = Config {
        accounts,
        notifications,
        bot_pause: options.bot_pause,
        open_life: hours(options.open_hours),
        abandoned_life: hours(24 * options.abandoned_days),
        keep_finished: options.keep_finished.map(|days| hours(24 * days)),
        notices: opened.notices(),
        trusts_journal: options.trusts_journal || !journal.is_shared(),
        process_bytes: resident_bytes,
        ..Config::default()
    };
    let host = Host::start(config, journal, modules.clone(), Clock::system()).await?;
    let api = Api::new(host.clone())?;
    let (files, read) = (api.files.clone(), modules.clone());
    let read = tokio::task::spawn_blocking(move || files.renew(&read)).await;
    read.map_err(|error| ServeError::Broken(error.into()))?;
    // A proxy may replace `Host`; the page's origin is then recognised by the public URL.
    origins.extend(options.public_url.as_deref().and_then(origin));
    let readiness = Readiness::new(opened.journal(), stop.clone());
    let mut server = Server::new(api, after(stop, options.drain), origins);
    server.readiness = Some(Arc::new(readiness));
    server.trusts_proxy = options.trusts_proxy;
    let (clock, tallies) = (host.clock(), host.tallies());
    server.budget = Arc::new(Budget::per_second(options.budget, clock.clone()));
    server.budget.join(tallies);
    server.quotas = Quotas::new(options.per_address, options.trusts_proxy, clock);
    server.quotas.join(tallies);
    server.public_url = public_url.map(Arc::from);
    server.page = Arc::new(page(&options.page, options.has_graphiql));
    tokio::spawn(watch::watch_modules(server.clone(), modules, options.modules));
    let address = listener.local_addr().map_err(ServeError::Broken)?;
    let games: Vec<_> = server.api.load().games.iter().map(|game| game.id.clone()).collect();
    let journal = match &opened {
        OpenJournal::Sqlite(_) => &options.journal,
        OpenJournal::Postgres(postgres) => postgres.name(),
    };
    tracing::info!(%address, journal, ?games, "serving");
    // Metrics are shown until this returns, so that operators can see the server stop.
    let _shown = metrics.map(|listener| {
        let shown = metrics::serve(listener, Metrics::of(server.clone(), opened.clone()));
        AbortOnDropHandle::new(tokio::spawn(shown))
    });
    connections::serve(listener, server, options.connections).await;
    // The next server that uses the journal delivers them.
    let _ = timeout(FLUSH_TIMEOUT, host.notifications().flush()).await;
    host.stop();
    if matches!(opened, OpenJournal::Postgres(_)) {
        sleep(FAREWELL).await;
    }
    opened.close().await;
    tracing::info!("stopped");
    Ok(())
}

/// A token that is cancelled when `stop` has been for the time `drain`.
fn after(stop: CancellationToken, drain: Duration) -> CancellationToken {
    let drained = CancellationToken::new();
    let end = drained.clone();
    tokio::spawn(async move {
        stop.cancelled().await;
        sleep(drain).await;
        end.cancel();
    });
    drained
}

/// The page; warns the operator if it is not built.
fn page(directory: &Path, has_graphiql: bool) -> Page {
    let page = Page::new(directory.to_owned(), has_graphiql);
    if !page.is_built() {
        let directory = directory.display();
        tracing::warn!(
            %directory,
            "no page is built here: to have one, install Node.js 22.12 or newer, or 20 from 20.19, and \
             run `make build`"
        );
    }
    page
}

/// How players are notified.
fn notifications_config(
    options: &Options,
) -> Result<notifications::NotificationsConfig, ServeError> {
    let public_url = options.public_url.as_deref().map(site_url).transpose()?;
    let mailer = match (&options.smtp, &options.mail_from, &public_url) {
        (None, from, _) => {
            if from.is_some() {
                tracing::warn!("--mail-from sends nothing without --smtp");
            }
            None
        }
        (Some(smtp), Some(from), Some(_)) => Some(Mailer::new(smtp, from)?),
        (Some(_), _, _) => return Err(ServeError::MailWithout),
    };
    let webhooks = Webhooks::new(options.allows_private_webhooks);
    let delivery =
        Some(Arc::new(MailAndWebhooks { webhooks, mailer }) as Arc<dyn notifications::Delivery>);
    let delay = Duration::from_secs(options.mail_after_s.into());
    Ok(notifications::NotificationsConfig {
        delivery,
        public_url,
        mail_delay: delay,
        ..notifications::NotificationsConfig::default()
    })
}

/// An origin whose pages may use this server, as browsers send it, or `*`.
fn allowed_origin(named: &str) -> Result<String, ServeError> {
    if named == "*" {
        return Ok(named.to_owned());
    }
    let origin = site_url(named).ok().and_then(|url| origin(&url));
    origin.ok_or_else(|| ServeError::AllowOrigin(named.to_owned()))
}

/// A public URL, without a slash at the end.
///
/// # Errors
/// When it is no URL of a site.
pub fn site_url(url: &str) -> Result<String, ServeError> {
    let parsed: Uri = url.parse().map_err(|_| ServeError::PublicUrl)?;
    let is_site = matches!(parsed.scheme_str(), Some("http" | "https"))
        && parsed.authority().is_some_and(|authority| !authority.as_str().contains('@'))
        && parsed.query().is_none()
        && !url.contains('#');
    if is_site { Ok(url.trim_end_matches('/').to_owned()) } else { Err(ServeError::PublicUrl) }
}

/// The origin of a URL as browsers send it: in lower case, and without the default port of its
/// scheme. None if it is not the URL of a site.
fn origin(url: &str) -> Option<String> {
    let url: Uri = url.parse().ok()?;
    let (scheme, host) = (url.scheme_str()?, url.host()?);
    let default_port = if scheme == "https" { 443 } else { 80 };
    let port = url.port_u16().filter(|port| *port != default_port);
    let port = port.map(|port| format!(":{port}")).unwrap_or_default();
    Some(format!("{scheme}://{host}{port}").to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_named_as_browsers_name_it() {
        for (url, named) in [
            ("https://games.example.org", "https://games.example.org"),
            ("https://Games.Example.org:443/", "https://games.example.org"),
            ("HTTPS://games.example.org:8443/", "https://games.example.org:8443"),
            ("http://games.example.org:80", "http://games.example.org"),
            ("http://games.example.org:443", "http://games.example.org:443"),
            ("http://[2001:DB8::1]:8080", "http://[2001:db8::1]:8080"),
        ] {
            assert_eq!(origin(&site_url(url).unwrap()).as_deref(), Some(named), "{url}");
        }
        assert_eq!(origin("games.example.org"), None);
    }

    #[test]
    fn an_origin_that_no_browser_sends_is_not_allowed_in_silence() {
        let allowed = |named| allowed_origin(named).map_err(|error| error.to_string());
        assert_eq!(allowed("*").as_deref(), Ok("*"));
        assert_eq!(allowed("https://Example.org/").as_deref(), Ok("https://example.org"));
        for wrong in ["foo", "example.org", "ftp://example.org", ""] {
            let refused = allowed(wrong).unwrap_err();
            assert!(refused.contains("is no address of a site"), "{refused}");
        }
    }
}
