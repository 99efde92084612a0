//! The host's side of the C border: one opened build of a game, and the games dealt from it.
//!
//! A build is opened in one of two places, and its callers do not see in which: inside the host
//! (`inside.rs`), where it is trusted, or in [workers](Isolation), child processes that may do nothing
//! but answer. It is never closed again. Before calling [`Module::open`], make sure where the bytes
//! come from, and probe them.

mod about;
mod calls;
mod error;
mod inside;
mod isolation;
mod library;
mod look;
mod reply;
mod workers;

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

pub use about::About;
pub use error::{CallError, OpenError, WorkerEnd};
use gueridon_game::border::{Catalogue, Op, Open, Summary};
use gueridon_game::{Language, Score, Seed, border};
use gueridon_json::JsonSlice;
use inside::{Inside, InsideTable};
pub use isolation::{IsolatedGames, Isolation, WorkerLimits};
pub use look::has_score;
use reply::Reply;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
pub use workers::work;
use workers::{WorkerTable, Workers};

/// JSON whose type only the game knows, passed on unchanged.
pub type RawJson = Box<RawValue>;
/// The outcome of a play; the events are the game's own.
pub type Played = border::Played<RawJson>;
/// Something that happened, with its audience.
pub type ReportedEvent = border::ReportedEvent<RawJson>;
/// All that one pair of eyes is shown. Most who look ask for no score, so it is [read](read_score)
/// only where somebody does.
pub type Look = border::Look<JsonSlice, JsonSlice, JsonSlice>;
/// What a search found.
pub type Sought = border::Sought<RawJson>;
/// A preview of some steps.
pub type Previewed = border::Previewed<Look, RawJson>;

/// The score pad of a [`Look`].
///
/// # Errors
/// [`CallError::BadReply`] when the module wrote something else.
pub fn read_score(score: &JsonSlice) -> Result<Score, CallError> {
    score.to().map_err(|error| CallError::BadReply(error.to_string()))
}

/// An opened build of a game.
pub struct Module {
    place: Place,
    sha256: [u8; 32],
    about: About,
}

/// Where a build is called.
enum Place {
    Inside(Inside),
    Workers(Arc<Workers>),
}

/// A dealt game in its place.
enum Table {
    Inside(InsideTable),
    Worker(WorkerTable),
}

impl fmt::Debug for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Module");
        debug.field("game", &self.about.id).field("sha256", &self.sha256_hex());
        debug.finish_non_exhaustive()
    }
}

impl Module {
    /// Opens a build inside this process from its bytes, whose SHA-256 is `sha256`: out of a sealed
    /// file in memory if the system has them, so that nobody can change it. It is never closed again.
    ///
    /// A damaged library can end the process here, before any check: probe it in a child first.
    ///
    /// # Errors
    /// See [`OpenError`].
    pub fn open(bytes: &[u8], sha256: [u8; 32]) -> Result<Arc<Self>, OpenError> {
        Self::of(Place::Inside(Inside::open(bytes, sha256)?), sha256)
    }

    /// Opens a build in workers.
    ///
    /// # Errors
    /// See [`OpenError`].
    pub fn open_isolated(
        bytes: &Arc<[u8]>,
        sha256: [u8; 32],
        isolation: &Arc<Isolation>,
    ) -> Result<Arc<Self>, OpenError> {
        let workers = Workers::start(Arc::clone(bytes), sha256, Arc::clone(isolation))?;
        Self::of(Place::Workers(Arc::new(workers)), sha256)
    }

    /// A game that is linked in, behind the same border: for tests and simulations.
    ///
    /// # Errors
    /// See [`OpenError`].
    #[cfg(any(test, feature = "simulate"))]
    pub fn linked<G: gueridon_game::Game>(sha256: [u8; 32]) -> Result<Arc<Self>, OpenError> {
        Self::of(Place::Inside(Inside::linked::<G>(sha256)), sha256)
    }

    fn of(place: Place, sha256: [u8; 32]) -> Result<Arc<Self>, OpenError> {
        let mut module = Self { place, sha256, about: About::default() };
        module.about = module.ask(Op::About, &Empty {}).map_err(OpenError::NoAbout)?;
        Ok(Arc::new(module))
    }

    /// Whether it is called in workers rather than inside this process.
    #[must_use]
    pub const fn is_isolated(&self) -> bool {
        matches!(self.place, Place::Workers(_))
    }

    /// What the game says about itself.
    #[must_use]
    pub const fn about(&self) -> &About {
        &self.about
    }

    /// The build's name: the SHA-256 of its bytes.
    #[must_use]
    pub const fn sha256(&self) -> [u8; 32] {
        self.sha256
    }

    /// The hash as 64 hexadecimal digits.
    #[must_use]
    pub fn sha256_hex(&self) -> String {
        border::hex(&self.sha256)
    }

    /// Everything that has a name, under these options (the game's own choice when absent).
    ///
    /// # Errors
    /// [`CallError::Refused`] with `BAD_OPTIONS` for options that the game does not have.
    pub fn catalogue(
        &self,
        options: Option<&RawValue>,
        language: Language,
    ) -> Result<RawJson, CallError> {
        self.ask(Op::Catalogue, &Catalogue { options, language })
    }

    /// Deals a new game.
    ///
    /// # Errors
    /// [`CallError::Refused`] for a number of seats or options that the game does not allow.
    pub fn deal(
        self: &Arc<Self>,
        options: Option<&RawValue>,
        seats: u8,
        seed: &Seed,
    ) -> Result<(Handle, Summary), CallError> {
        self.open_table(&Open::Deal { options, seats, seed: *seed })
    }

    /// Restores a game from what [`Handle::save`] or [`Handle::imagine`] gave.
    ///
    /// # Errors
    /// [`CallError::BadRequest`] when it is not a saved game of this build.
    pub fn restore(
        self: &Arc<Self>,
        state: &RawValue,
        seats: u8,
        seed: &Seed,
    ) -> Result<(Handle, Summary), CallError> {
        self.open_table(&Open::Restore { state, seats, seed: *seed })
    }

    fn open_table(self: &Arc<Self>, request: &Open<'_>) -> Result<(Handle, Summary), CallError> {
        let request = encode(request)?;
        let (reply, table) = match &self.place {
            Place::Inside(inside) => {
                let (reply, table) = inside.open_table(&request);
                (reply, table.map(Table::Inside))
            }
            Place::Workers(workers) => {
                let (reply, table) = workers.open_table(&request)?;
                (reply, table.map(Table::Worker))
            }
        };
        let summary = reply.read();
        let Some(table) = table else {
            return Err(summary.err().unwrap_or_else(|| CallError::BadReply("no table".into())));
        };
        // Created before the summary is checked, so that it is closed in any case.
        let handle = Handle { module: Arc::clone(self), table, observer: None };
        summary.map(|summary| (handle, summary))
    }

    /// Calls an operation that needs no table.
    fn ask<T: DeserializeOwned>(&self, op: Op, request: &impl Serialize) -> Result<T, CallError> {
        let request = encode(request)?;
        match &self.place {
            Place::Inside(inside) => inside.ask(op, &request).read(),
            Place::Workers(workers) => workers.ask(op, &request)?.read(),
        }
    }
}

/// Called after every call of one game, with the operation and how long it took.
pub type CallObserver = Box<dyn Fn(Op, Duration) + Send>;

/// One dealt game inside its module. Every call but [`Handle::look_ahead`] reads the game that is
/// kept.
///
/// A call blocks for as long as the game takes.
pub struct Handle {
    module: Arc<Module>,
    table: Table,
    observer: Option<CallObserver>,
}

impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Handle").field("module", &self.module).finish_non_exhaustive()
    }
}

impl Handle {
    /// The build that the game was dealt by.
    #[must_use]
    pub const fn module(&self) -> &Arc<Module> {
        &self.module
    }

    /// Calls `observer` after every call from now on.
    pub fn observe(&mut self, observer: CallObserver) {
        self.observer = Some(observer);
    }

    /// Makes sure that the next calls, until [`Handle::let_go`], are made one after the other with no
    /// call of another game in between. Returns false if the worker that had the game is lost, by a
    /// call of another game for example: then this handle is of no use any more, and nothing was
    /// called.
    #[must_use]
    pub fn hold(&mut self) -> bool {
        match &mut self.table {
            Table::Inside(_) => true,
            Table::Worker(table) => table.hold(),
        }
    }

    /// Whether the worker that had the game is lost, so that this handle is of no use any more.
    #[must_use]
    pub fn is_lost(&self) -> bool {
        match &self.table {
            Table::Inside(_) => false,
            Table::Worker(table) => table.is_lost(),
        }
    }

    /// Lets calls of other games be made again.
    pub fn let_go(&mut self) {
        if let Table::Worker(table) = &mut self.table {
            table.let_go();
        }
    }

    fn call<T: DeserializeOwned>(
        &mut self,
        op: Op,
        request: &impl Serialize,
    ) -> Result<T, CallError> {
        self.reply(op, request)?.read()
    }

    fn reply(&mut self, op: Op, request: &impl Serialize) -> Result<Reply, CallError> {
        let request = encode(request)?;
        let began = Instant::now();
        let reply: Result<Reply, CallError> = match &mut self.table {
            Table::Inside(table) => Ok(table.call(op, &request)),
            Table::Worker(table) => table.call(op, &request),
        };
        if let Some(observer) = &self.observer {
            observer(op, began.elapsed());
        }
        reply
    }
}

/// `{}`: a request or reply without content.
#[derive(Debug, Serialize, Deserialize)]
struct Empty {}

fn encode(request: &impl Serialize) -> Result<Vec<u8>, CallError> {
    serde_json::to_vec(request).map_err(|error| CallError::BadRequest(error.to_string()))
}
