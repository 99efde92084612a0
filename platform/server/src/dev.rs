//! One table for the author of a module, built and shown again while they write: `gueridon dev`.
//!
//! It stands beside the server and shares nothing with it but how modules are called: there is no
//! journal, no account and no table of a server, so what is tried here can never mix with real games.
//! The module is called in a process of its own, which may crash and hang.

mod build;
mod entries;
mod recipe;
mod replay;
mod request;
mod serve;
mod session;
mod shown;
mod sources;
mod watch;

use std::io::{self, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use serde_json::value::RawValue;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use build::{Build, Unopened};
use entries::Record;
use recipe::{Recipe, Unbuilt};
pub use replay::Replay;
use session::{Session, Status};
use watch::Dev;

/// What is shown, and where.
#[derive(Debug)]
pub struct Options {
    /// The module's folder.
    pub folder: PathBuf,
    /// The module, if it is not found by how the folder is built.
    pub module: Option<PathBuf>,
    /// The command that builds it then.
    pub build: Option<String>,
    /// With how many seats; by default with as many as suit.
    pub seats: Option<u8>,
    /// What the table's chance is drawn from.
    pub seed: u64,
    /// The options of the game, its default if absent.
    pub options: Option<Box<RawValue>>,
    /// A position to begin with.
    pub replay: Option<Replay>,
    /// Where the page is.
    pub listen: Listen,
    /// How long a call may take.
    pub time: Duration,
}

/// An address of this machine that nobody else can reach.
#[derive(Debug, Clone, Copy)]
pub struct Listen(SocketAddr);

impl FromStr for Listen {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let address = match text.parse::<u16>() {
            Ok(port) => Ok(SocketAddr::from(([127, 0, 0, 1], port))),
            Err(_) => text.parse::<SocketAddr>(),
        };
        let address = address.map_err(|_| "say a port, or 127.0.0.1:PORT".to_owned())?;
        if address.ip().is_loopback() {
            return Ok(Self(address));
        }
        Err("it is for this machine alone: say 127.0.0.1 or [::1]".to_owned())
    }
}

/// Why nothing can be shown. Each message is one line that says what to do.
#[derive(Debug, thiserror::Error)]
pub enum DevError {
    /// There is no such folder.
    #[error("{} is no folder", .0.display())]
    NoFolder(PathBuf),
    /// It is not known how the folder is built.
    #[error(
        "{} has neither a Cargo.toml nor a Makefile: run it in the folder of a module, or name one \
         with --module", .0.display()
    )]
    NoRecipe(PathBuf),
    /// The file is no module.
    #[error("{} cannot be shown: {why}", file.display())]
    NoModule {
        /// The file.
        file: PathBuf,
        /// Why.
        why: String,
    },
    /// The game is not for so many.
    #[error("the game is for {fewest} to {most} seats: it cannot be shown with {seats}")]
    Seats {
        /// How many were asked for.
        seats: u8,
        /// The fewest.
        fewest: u8,
        /// The most.
        most: u8,
    },
    /// What is to be replayed cannot be.
    #[error("--replay: {0}")]
    Replay(String),
    /// The address is in use.
    #[error("cannot listen on {listen}: {source}")]
    Listen {
        /// The address.
        listen: SocketAddr,
        /// What the system said.
        source: io::Error,
    },
    /// The page can no longer be served.
    #[error("the page cannot be served: {0}")]
    Broken(io::Error),
}

/// Builds, shows and watches until `stop` is cancelled.
///
/// # Errors
/// When there is nothing to show. A module that does not build, or crashes, is shown as such.
pub async fn run(options: Options, stop: CancellationToken) -> Result<(), DevError> {
    let Listen(listen) = options.listen;
    let time = options.time;
    let begun = tokio::task::spawn_blocking(move || begin(options));
    let begun = begun.await.map_err(|error| DevError::Broken(io::Error::other(error)))?;
    let (recipe, sources, session) = begun?;
    let refused = |source| DevError::Listen { listen, source };
    let listener = TcpListener::bind(listen).await.map_err(refused)?;
    let address = listener.local_addr().map_err(refused)?;
    let dev = Arc::new(Dev::new(session, stop));
    dev.clone().watch(recipe, sources, time);
    say(&mut io::stdout(), &format!("http://{address}"));
    serve::serve(listener, address, dev).await.map_err(DevError::Broken)
}

/// What is begun with: how to build, what the sources were then, and the table.
type Begun = (Recipe, sources::Fingerprint, Session);

/// Builds for the first time, and sets the table up.
fn begin(options: Options) -> Result<Begun, DevError> {
    let recipe = Recipe::find(&options.folder, options.module.as_deref(), options.build)?;
    let sources = recipe.fingerprint();
    let mut status = Status::Ready;
    let mut build = None;
    match recipe.build() {
        Ok(file) => match Build::open(&file, options.time) {
            Ok(opened) => build = Some(opened),
            // It may be mended while it is watched.
            Err(Unopened::Failed(why)) => status = Status::Failed(why),
            Err(Unopened::NoModule(why)) => return Err(DevError::NoModule { file, why }),
        },
        Err(Unbuilt::Missing(file, why)) => return Err(DevError::NoModule { file, why }),
        Err(Unbuilt::Failed(why)) => status = Status::Failed(why),
    }
    if let Status::Failed(why) = &status {
        say(&mut io::stderr(), why);
    }
    let record = match options.replay {
        Some(replay) => Some(replay.read(&recipe, build.as_ref()).map_err(DevError::Replay)?),
        None => None,
    };
    let chosen = record.as_ref().map(|record: &Record| record.seats).or(options.seats);
    if let (Some(build), Some(seats)) = (&build, chosen) {
        let (fewest, most) = (build.about().fewest_seats, build.about().most_seats);
        if !(fewest..=most).contains(&seats) {
            return Err(DevError::Seats { seats, fewest, most });
        }
    }
    let record = record.unwrap_or_else(|| Record {
        options: options.options,
        seats: options.seats.unwrap_or_default(),
        seed: options.seed.into(),
        entries: Vec::new(),
        at: 0,
    });
    let mut session = Session::new(recipe.to_string(), record);
    if let Some(build) = build {
        session.renew(build);
    }
    session.build_is(status);
    Ok((recipe, sources, session))
}

/// Tells the author something in the terminal, in which they may have stopped reading.
fn say(to: &mut impl Write, line: &str) {
    let _ = writeln!(to, "{line}").and_then(|()| to.flush());
}

/// A path in a sentence, without the `./` of the folder that the author is in.
fn shown_path(path: &Path) -> String {
    let path = path.strip_prefix(".").unwrap_or(path);
    if path.as_os_str().is_empty() { ".".to_owned() } else { path.display().to_string() }
}
