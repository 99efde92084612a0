//! All that a server asks for: players, games, tables, plays and what is seen of them.
//!
//! A [`Host`] is a cheap clone. It owns the tables loaded on this node and nothing that would be
//! lost with it: the truth is in the journal.

mod board;
mod chance;
mod config;
#[cfg(any(test, feature = "simulate"))]
mod fixture;
mod hearing;
mod invitations;
mod listening;
mod loaded;
mod lobby;
mod looking;
mod moderation;
mod notices;
mod owner;
mod players;
mod playing;
mod pruning;
mod rematch;
mod results;
mod seeing;
mod settings_validation;
mod subscription;
mod sweep;
mod talk;
mod together;
mod watching;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use gueridon_game::Language;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio_util::sync::{CancellationToken, DropGuard};

pub use chance::Chance;
pub use config::Config;
#[cfg(any(test, feature = "simulate"))]
pub use fixture::FixtureTable;
pub use invitations::Invited;
pub use listening::{TablesSubscription, TablesUpdate};
pub use lobby::{OpenTable, OwnTable, TableInfo, TableStatus};
pub use looking::{Look, Perspective, Viewer};
pub use moderation::ReportDraft;
pub use notices::{Mail, MailChange};
pub use players::{Export, ExportedTable};
pub use playing::Played;
pub use results::FinishedTable;
pub use settings_validation::{InvalidSettings, nights};
pub use subscription::{Subscription, Update};
pub(crate) use watching::{Watch, may_watch};

use crate::accounts::Accounts;
use crate::clock::Clock;
use crate::hints::Hints;
use crate::notices::{self as telling, Notices};
use crate::refusal::{Answer, Failure, Fault, Refused};
use crate::table::Outages;
use gueridon_journal::Journal;
use gueridon_modules::executor::{Call, Executor, timed};
use gueridon_modules::library::Library;
use gueridon_modules::module::{CallError, Module};
use loaded::Loaded;

/// What every part of a host works with.
#[derive(Debug)]
pub(crate) struct Context {
    pub(crate) config: Config,
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) library: Arc<dyn Library>,
    pub(crate) clock: Clock,
    pub(crate) hints: Arc<dyn Hints>,
    pub(crate) stop: CancellationToken,
    pub(crate) executor: Executor,
    /// When no node was up.
    pub(crate) outages: Outages,
    pub(crate) notices: Notices,
    accounts: Accounts,
    loaded: Loaded,
    /// Who wants to hear of tables.
    board: Arc<board::Board>,
    /// Builds that are known to be in the journal.
    kept_builds: Mutex<BTreeSet<[u8; 32]>>,
    #[cfg(any(test, feature = "simulate"))]
    planted:
        Mutex<std::collections::BTreeMap<gueridon_journal::TableId, Arc<crate::table::Fixture>>>,
}

/// What runs games. Clones are the same host; it stops when the last one is dropped.
#[derive(Debug, Clone)]
pub struct Host {
    context: Arc<Context>,
    _stop: Arc<DropGuard>,
}

/// A game that new tables can be opened for.
pub type Game = Arc<Module>;

/// A thing of a game that has a name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CatalogueItem {
    /// The id under which views, moves, events and score pads speak of it.
    pub id: String,
    /// What sort of thing it is.
    pub kind: String,
    /// Its name.
    pub name: String,
    /// What it does; empty when there is nothing to say.
    pub text: String,
    /// What of it the game's author filled in; empty when there is nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reconstructed: Vec<String>,
}

impl Host {
    /// The most tables or entries that are listed at a time.
    pub const LONGEST_PAGE: usize = 1_000;

    /// A host over a journal and the modules of this node. Must be called within a tokio runtime.
    ///
    /// # Errors
    /// When the journal does not answer.
    pub async fn start(
        config: Config,
        journal: Arc<dyn Journal>,
        library: Arc<dyn Library>,
        clock: Clock,
    ) -> Result<Self, Fault> {
        let node = config.chance.id(&clock)?;
        let outages = sweep::outages(&journal, node, clock.now_ms()).await?;
        let stop = CancellationToken::new();
        let (notices, hearing) = Notices::new(config.notices.clone());
        let context = Arc::new(Context {
            hints: Arc::clone(&config.hints),
            executor: Executor::new(config.execution, config.patience),
            outages,
            accounts: Accounts::new(
                config.accounts.clone(),
                Arc::clone(&journal),
                clock.clone(),
                config.chance.clone(),
            ),
            config,
            journal,
            library,
            clock,
            stop: stop.clone(),
            notices,
            loaded: Loaded::default(),
            board: Arc::default(),
            kept_builds: Mutex::default(),
            #[cfg(any(test, feature = "simulate"))]
            planted: Mutex::default(),
        });
        loaded::listen(&context);
        board::keep(&context);
        sweep::begin(&context, node);
        telling::start(&context, hearing);
        Ok(Self { context, _stop: Arc::new(stop.drop_guard()) })
    }

    /// Stops all tables where they are. Nothing is lost: what was acknowledged is in the journal.
    pub fn stop(&self) {
        self.context.stop.cancel();
    }

    /// How many tables are loaded on this node.
    #[must_use]
    pub fn loaded(&self) -> usize {
        self.context.loaded.len()
    }

    /// What the host's clock says, in milliseconds since 1970.
    #[must_use]
    pub fn now_ms(&self) -> i64 {
        self.context.clock.now_ms()
    }

    /// The newest build of every game.
    #[must_use]
    pub fn games(&self) -> Vec<Game> {
        self.context.library.newest()
    }

    /// Everything in a game that has a name, under these options.
    ///
    /// # Errors
    /// `UNKNOWN_GAME`, `BAD_OPTIONS`.
    pub async fn catalogue(
        &self,
        game: &str,
        options: Option<Value>,
        language: Language,
    ) -> Answer<Vec<CatalogueItem>> {
        let build = self.context.game(game)?;
        let options = lobby::options_json(options.as_ref())?;
        let call = Call { build: build.sha256(), op: "catalogue", table: None };
        let ask = move || {
            let about = build.about();
            timed(&about.id, call.op, || build.catalogue(Some(&*options), language))
        };
        let raw = self.context.executor.run(call, ask).await?.map_err(of_deal)?;
        Ok(serde_json::from_str(raw.get()).map_err(|error| Fault::Module(error.to_string()))?)
    }
}

impl Context {
    /// Who people are.
    pub(crate) fn accounts(&self) -> &Accounts {
        &self.accounts
    }
}

/// A duration in milliseconds, as far as there are so many.
pub(crate) fn ms(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

/// What a module said instead of dealing.
fn of_deal(error: CallError) -> Failure {
    match error {
        CallError::Refused(refused) => Refused::by_deal(*refused).into(),
        failed => Fault::Module(failed.to_string()).into(),
    }
}
