//! All that a server asks for: players, games, tables, plays and what is seen of them.
//!
//! A [`Host`] is a cheap clone. It owns the tables loaded on this node and nothing that would be
//! lost with it: the truth is in the journal.

mod board;
mod chance;
mod hearing;
mod invitations;
mod kindness;
mod listening;
mod loaded;
mod lobby;
mod notices;
mod owner;
#[cfg(any(test, feature = "simulate"))]
mod planted;
mod players;
mod pruning;
mod rematch;
mod results;
mod seeing;
mod subscription;
mod sweep;
mod talk;
mod terms;
mod together;
mod watching;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use gueridon_game::{Language, Seat};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio_util::sync::{CancellationToken, DropGuard};

pub use chance::Chance;
pub use invitations::Invited;
pub use kindness::Reporting;
pub use listening::{TablesSubscription, TablesUpdate};
pub use lobby::{Mine, OpenTable, State, TableInfo};
pub use notices::{Mail, MailChange};
#[cfg(any(test, feature = "simulate"))]
pub use planted::PlantTable;
pub use players::{Export, ExportedTable};
pub use results::Finished;
pub use subscription::{Subscription, Update};
pub use terms::{Unfit, nights};
pub(crate) use watching::{Watch, may_watch};

use crate::accounts::{Accounts, Known, Settings};
use crate::clock::Clock;
use crate::hints::{Hints, Whispers};
use crate::journal::{Journal, PlayerId, Purpose, Role, TableId};
use crate::module::{CallError, Module};
use crate::notices::{self as telling, Notices};
use crate::refusal::{Answer, Code, Failure, Fault, Refused};
use crate::table::library::Library;
use crate::table::{
    Call, Crossing, Crossings, Foreseen, Glimpse, Outages, Play, Seen, Standing, watched,
};
use loaded::Loaded;

/// How a host behaves; the defaults suit a server.
#[derive(Debug, Clone)]
pub struct Config {
    /// How long a table stays loaded when nobody asks for it.
    pub idle: Duration,
    /// How often what is watched is read again, in case a hint was lost.
    pub reread: Duration,
    /// How long a table waits for somebody to sit down or get up before it is closed.
    pub open_life: Duration,
    /// How long a table that is played waits for anything to be done there before it is closed.
    pub abandoned_life: Duration,
    /// How many tables that are open or played a player may have opened.
    pub most_tables: u32,
    /// How long a bot, or who stands in for a player, seems to think about each step.
    pub bot_pause: Duration,
    /// How long a table is kept after it has ended; none for ever.
    pub keep_finished: Option<Duration>,
    /// How often this node looks for tables at which time is up, and says that it is up itself.
    pub sweep: Duration,
    /// How many entries a subscriber may fall behind before it is told to resume.
    pub lag: u64,
    /// How many tables are loaded at most, as far as nobody watches them: one more sends away
    /// the one for which nobody has asked the longest.
    pub most_loaded: usize,
    /// How long a module may take to answer before it is given up.
    pub patience: Duration,
    /// On which threads modules are called.
    pub crossing: Crossing,
    /// Where ids, tokens and seeds come from.
    pub chance: Chance,
    /// How nodes nudge each other.
    pub hints: Arc<dyn Hints>,
    /// How accounts behave.
    pub accounts: Settings,
    /// How players are told outside the page.
    pub notices: telling::Settings,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            idle: Duration::from_secs(600),
            reread: Duration::from_secs(5),
            open_life: Duration::from_secs(24 * 60 * 60),
            abandoned_life: Duration::from_secs(60 * 24 * 60 * 60),
            most_tables: 200,
            bot_pause: Duration::from_millis(700),
            keep_finished: None,
            sweep: Duration::from_secs(1),
            lag: 1_000,
            most_loaded: 10_000,
            patience: Duration::from_secs(10),
            crossing: Crossing::default(),
            chance: Chance::system(),
            hints: Arc::new(Whispers::new()),
            accounts: Settings::default(),
            notices: telling::Settings::default(),
        }
    }
}

/// What every part of a host works with.
#[derive(Debug)]
pub(crate) struct Context {
    pub(crate) config: Config,
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) library: Arc<dyn Library>,
    pub(crate) clock: Clock,
    pub(crate) hints: Arc<dyn Hints>,
    pub(crate) stop: CancellationToken,
    pub(crate) crossings: Crossings,
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
    planted: Mutex<std::collections::BTreeMap<TableId, Arc<crate::table::Planted>>>,
}

/// What runs games. Clones are the same host; it stops when the last one is dropped.
#[derive(Debug, Clone)]
pub struct Host {
    context: Arc<Context>,
    _stop: Arc<DropGuard>,
}

/// Who looks, and whether with all-seeing eyes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Viewer {
    /// The player who looks; none for somebody who passes by.
    pub player: Option<PlayerId>,
    /// How they look.
    pub sight: Sight,
    /// After which entry they look at the table, 0 for the deal; none for as it is now.
    pub at: Option<u64>,
    /// What they may do beyond playing.
    pub role: Role,
}

/// How somebody looks at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sight {
    /// From where they sit, or as the public.
    #[default]
    Own,
    /// At everything, which is granted when the game is over.
    All,
    /// From a seat, which is granted to others when the game is over.
    Of(Seat),
}

impl From<PlayerId> for Viewer {
    fn from(player: PlayerId) -> Self {
        Self { player: Some(player), ..Self::default() }
    }
}

impl From<&Known> for Viewer {
    /// What has the rights of a role is a person's to do, and not a program's.
    fn from(known: &Known) -> Self {
        let is_person = known.purpose == Purpose::Session;
        let role = if is_person { known.role } else { Role::Player };
        Self { role, ..Self::from(known.player.id) }
    }
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

/// A play that is in the journal for good.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Played {
    /// The entry that it is.
    pub seq: u64,
}

/// What somebody sees of a table.
#[derive(Debug, Clone)]
pub struct Look {
    /// The table and those who sit at it.
    pub table: Arc<TableInfo>,
    /// The seat from which they look, if they sit and look from there.
    pub seat: Option<Seat>,
    /// The newest entry that is in what they see; 0 before the first.
    pub seq: u64,
    /// For one who sits: the entry at which they last played, or what they are asked last
    /// changed, to be named by their next play.
    pub since: Option<u64>,
    /// What they see of the game; none before it has begun, or when it is stopped.
    pub seen: Option<Arc<Seen>>,
    /// How the table stands besides its game; none likewise.
    pub standing: Option<Arc<Standing>>,
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
            crossings: Crossings::new(config.crossing, config.patience),
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
            watched(&about.id, call.op, || build.catalogue(Some(&*options), language))
        };
        let raw = self.context.crossings.cross(call, ask).await?.map_err(of_deal)?;
        Ok(serde_json::from_str(raw.get()).map_err(|error| Fault::Module(error.to_string()))?)
    }

    /// Plays a list of steps as one entry, all or nothing.
    ///
    /// `since` is the entry at which the seat last played, or what it is asked last changed, as a
    /// [`Look`] says.
    /// `key` is the sender's name for this play: sent again it is the same play, and answers with
    /// the entry that it has become.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`, `NOT_STARTED`, `NOT_SEATED`, `TABLE_STOPPED`, `BAD_KEY`, `TOO_LONG`,
    /// `KEY_REUSED`, `TABLE_OVER`, `STALE`, `NOT_YOUR_TURN`, `NO_STEPS`, `BAD_MOVE`,
    /// `ILLEGAL_MOVE`; a [`Fault`] says nothing about whether it was played: send it again.
    pub async fn play(
        &self,
        table: TableId,
        player: PlayerId,
        since: u64,
        key: String,
        steps: Vec<Value>,
    ) -> Answer<Played> {
        let received_ms = self.now_ms();
        check_key(&key)?;
        check_steps(&steps)?;
        let (table, seat) = self.context.seat_at(table, player).await?;
        let seq = table.play(Play { seat, since, key, steps, received_ms }).await?;
        Ok(Played { seq })
    }

    /// What would come of some steps, as far as the player can know; nothing is written.
    ///
    /// # Errors
    /// As for [`Host::play`], without keys and `since`.
    pub async fn preview(
        &self,
        table: TableId,
        player: PlayerId,
        steps: Vec<Value>,
        language: Language,
    ) -> Answer<Foreseen> {
        check_steps(&steps)?;
        let (table, seat) = self.context.seat_at(table, player).await?;
        table.preview(seat, steps, language).await
    }

    /// What somebody sees of a table; nothing but who sits there, where only those who play may
    /// watch.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`; `NOT_OVER` for eyes that are not the viewer's own before the end,
    /// `NO_SUCH_SEAT`, `NO_SPECTATORS` where the viewer may not even then.
    pub async fn look(&self, table: TableId, viewer: Viewer, language: Language) -> Answer<Look> {
        let begun = match self.context.table(table).await? {
            loaded::Found::Begun(begun) => begun,
            loaded::Found::Open(row) if viewer.sight == Sight::Own => {
                self.context.check_seen(&row, viewer).await?;
                let seat = viewer.player.and_then(|player| row.seat_of(player));
                let table = Arc::new(TableInfo::of(&row, State::from(&*row)));
                return Ok(Look { table, seat, seq: 0, since: None, seen: None, standing: None });
            }
            loaded::Found::Open(row) => {
                self.context.check_seen(&row, viewer).await?;
                return Err(Code::NotOver.answer());
            }
        };
        let row = &begun.shared.row;
        self.context.check_seen(row, viewer).await?;
        let Some(glance) = viewer.glance(row)? else {
            return self.look_from_outside(table, viewer).await;
        };
        let eyes = glance.eyes;
        match begun.look(glance, language).await {
            Ok(shown) => {
                let state = match shown.standing.closed {
                    Some(why) => State::Closed { why },
                    None if shown.seen.over => State::Over,
                    None => State::Playing,
                };
                // The row is as it was when the table was loaded.
                let ended_ms = shown.standing.ended_ms;
                Ok(Look {
                    table: Arc::new(TableInfo { ended_ms, ..TableInfo::of(row, state) }),
                    seat: eyes.seat(),
                    seq: shown.seq,
                    since: shown.since,
                    seen: Some(shown.seen),
                    standing: Some(shown.standing),
                })
            }
            Err(Failure::Refused(refused)) if refused.code == Code::TableStopped => {
                let reach = begun.watch().borrow().clone();
                let reason = reach.stopped.unwrap_or_default().to_string();
                let table = Arc::new(TableInfo::of(row, State::Stopped { reason }));
                Ok(Look {
                    table,
                    seat: eyes.seat(),
                    seq: reach.seq.saturating_sub(glance.behind),
                    since: None,
                    seen: None,
                    standing: None,
                })
            }
            Err(failure) => Err(failure),
        }
    }

    /// What is known of a table to one who may not watch it.
    async fn look_from_outside(&self, table: TableId, viewer: Viewer) -> Answer<Look> {
        if viewer.sight != Sight::Own {
            return Err(Code::NoSpectators.answer());
        }
        let row = self.context.row(table, viewer).await?;
        let table = Arc::new(TableInfo::of(&row, State::from(&row)));
        Ok(Look { table, seat: None, seq: 0, since: None, seen: None, standing: None })
    }

    /// At most `first` entries after `after`, and never more than [`Host::LONGEST_PAGE`], as the
    /// viewer has them; none of a table that has not begun, or that the viewer may not watch.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`, `TABLE_STOPPED`; `NOT_OVER`, `NO_SUCH_SEAT` as for [`Host::look`].
    pub async fn entries(
        &self,
        table: TableId,
        viewer: Viewer,
        after: u64,
        first: usize,
    ) -> Answer<Vec<Arc<Glimpse>>> {
        let begun = match self.context.table(table).await? {
            loaded::Found::Begun(begun) => begun,
            loaded::Found::Open(row) => {
                self.context.check_seen(&row, viewer).await?;
                let is_own = viewer.sight == Sight::Own;
                return if is_own { Ok(Vec::new()) } else { Err(Code::NotOver.answer()) };
            }
        };
        self.context.check_seen(&begun.shared.row, viewer).await?;
        let Some(glance) = viewer.glance(&begun.shared.row)? else { return Ok(Vec::new()) };
        let reach = begun.refresh().await?;
        let (first, eyes) = (first.min(Self::LONGEST_PAGE), glance.eyes);
        match glance.upto(&reach)? {
            Some(upto) => begun.glimpses_then(after, first, eyes, upto.min(reach.seq)).await,
            None => Ok(begun.glimpses(after, first, eyes)),
        }
    }

    /// Every entry after `after`, as the viewer has it, as soon as it is committed: in order,
    /// without gap and without duplicate.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`, `NO_SPECTATORS`; `NOT_OVER` for all-seeing eyes before the end.
    pub async fn subscribe(
        &self,
        table: TableId,
        viewer: Viewer,
        after: u64,
    ) -> Answer<Subscription> {
        Subscription::begin(Arc::clone(&self.context), table, viewer, after).await
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

/// A key is short, and something a person could read in a log.
fn check_key(key: &str) -> Answer<()> {
    const MOST: usize = 64;
    let fits = (1..=MOST).contains(&key.chars().count()) && !key.chars().any(char::is_control);
    if fits { Ok(()) } else { Err(Code::BadKey.refused(&[("most", MOST.to_string())]).into()) }
}

/// No move of any game comes near these bounds.
fn check_steps(steps: &[Value]) -> Answer<()> {
    const MOST: usize = 500;
    const BYTES: usize = 64 * 1024;
    let fits = steps.len() <= MOST
        && serde_json::to_vec(steps).is_ok_and(|written| written.len() <= BYTES);
    if fits {
        return Ok(());
    }
    let args = [("most", MOST.to_string()), ("bytes", BYTES.to_string())];
    Err(Code::TooLong.refused(&args).into())
}

/// What a module said instead of dealing.
fn of_deal(error: CallError) -> Failure {
    match error {
        CallError::Refused(refused) => Refused::by_deal(*refused).into(),
        failed => Fault::Module(failed.to_string()).into(),
    }
}
