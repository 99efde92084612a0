//! Before a table begins: it is opened, people sit down and get up, somebody starts it.

use std::sync::Arc;

use gueridon_game::{Score, Seat, Seats, Seed};
use serde_json::Value;
use serde_json::value::RawValue;

use super::{Host, Viewer, ms, of_deal, settings_validation};
use crate::hints::{Hint, News};
use crate::names::Names;
use crate::refusal::{Answer, Code, Failure, Fault};
use crate::table::{TableState, deal};
use gueridon_journal::{
    Arrangement, CloseReason, JournalError, PlayerId, Seated, Start, Status, TableId, TablePage,
    TableRow, TableSettings,
};
use gueridon_modules::executor::Call;
use gueridon_modules::module::Module;

/// What a new table is to be.
#[derive(Debug, Clone)]
pub struct OpenTable {
    /// The id of the game.
    pub game: String,
    /// The game's options; none for the game's own choice.
    pub options: Option<Value>,
    /// How many seats.
    pub seats: u8,
    /// What is agreed on that is not the game's.
    pub settings: TableSettings,
}

impl OpenTable {
    /// A table with settings as when nothing is chosen.
    #[must_use]
    pub fn of(game: &str, options: Option<Value>, seats: u8) -> Self {
        Self { game: game.to_owned(), options, seats, settings: TableSettings::default() }
    }
}

/// How far a table has come, as it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TableStatus {
    /// People sit down and get up.
    Open,
    /// Being played.
    Playing,
    /// Played to the end.
    Over,
    /// Closed before the end.
    Closed {
        /// Why.
        why: CloseReason,
    },
    /// Not to be played on, because this node could not replay its journal.
    Stopped {
        /// Why, in one line.
        reason: String,
    },
}

impl From<&TableRow> for TableStatus {
    fn from(row: &TableRow) -> Self {
        match row.status {
            Status::Open => Self::Open,
            Status::Playing => Self::Playing,
            Status::Over => Self::Over,
            Status::Closed => Self::Closed { why: row.closed.unwrap_or_default() },
        }
    }
}

/// A table as anybody may know it.
#[derive(Debug, Clone, PartialEq)]
pub struct TableInfo {
    /// Names the table.
    pub id: TableId,
    /// The game played at it.
    pub game: String,
    /// The game's options; null for the game's own choice.
    pub options: Value,
    /// How many seats there are.
    pub seats: u8,
    /// What people have agreed on that is not the game's.
    pub settings: TableSettings,
    /// How far it has come.
    pub state: TableStatus,
    /// Who opened it.
    pub opener: PlayerId,
    /// Who may decide about it before it begins.
    pub owner: PlayerId,
    /// Those who sit, in the order of the seats.
    pub seated: Vec<Seated>,
    /// What they are called.
    pub names: Names,
    /// SHA-256 of the build it began with; none before it has begun.
    pub build: Option<[u8; 32]>,
    /// When it was opened, in milliseconds since 1970.
    pub created_ms: i64,
    /// When it began, in milliseconds since 1970.
    pub started_ms: Option<i64>,
    /// When it ended, in milliseconds since 1970.
    pub ended_ms: Option<i64>,
    /// The final score of a game that is over.
    pub(super) score: Option<Arc<Score>>,
}

impl TableInfo {
    /// What may be known of a row: all but the seed.
    pub(super) fn of(row: &TableRow, state: TableStatus) -> Self {
        Self {
            id: row.id,
            game: row.game.clone(),
            options: serde_json::from_str(&row.options).unwrap_or_default(),
            seats: row.seats,
            settings: row.settings.clone(),
            state,
            opener: row.opener,
            owner: row.owner,
            seated: row.seated.clone(),
            names: Names::at(row),
            build: row.build,
            created_ms: row.created_ms,
            started_ms: row.started_ms,
            ended_ms: row.ended_ms,
            score: row
                .result
                .as_deref()
                .and_then(|text| serde_json::from_str(text).ok())
                .map(Arc::new),
        }
    }
}

impl Host {
    /// Opens a table at which nobody sits yet. Its options are tried by a deal.
    ///
    /// # Errors
    /// `UNKNOWN_GAME`, `BAD_OPTIONS`, `BAD_SEATS`, `BAD_SETTINGS`, `TOO_MANY_TABLES`,
    /// `TOO_MANY_ATTEMPTS`.
    pub async fn open(&self, player: PlayerId, table: OpenTable) -> Answer<TableId> {
        let context = &self.context;
        settings_validation::check(&table.settings)?;
        let now_ms = context.clock.now_ms();
        let id = TableId(context.config.chance.id(&context.clock)?);
        let row = TableRow {
            options: options_json(table.options.as_ref())?.get().to_owned(),
            settings: table.settings,
            invite: self.new_code()?,
            deadline_ms: Some(now_ms + ms(context.config.open_life)),
            ..TableRow::opened(id, table.game, table.seats, player, now_ms)
        };
        let build = context.game(&row.game)?;
        self.try_deal(&build, &row).await?;
        let opened = self.open_row_for(&row, &[]).await?;
        if opened { Ok(row.id) } else { Err(Fault::NoAnswer.into()) }
    }

    /// Adds a table, unless another is there that stands in its way.
    pub(super) async fn open_row_for(&self, row: &TableRow, invited: &[PlayerId]) -> Answer<bool> {
        let (journal, most) = (&self.context.journal, self.context.config.most_tables);
        self.accounts().count_table(row.opener)?;
        let opened = journal.open_within(row, invited, most).await?;
        if opened {
            self.tell_lobby(row.id);
        } else if journal.count_tables(row.opener).await? >= most {
            return Err(Code::TooManyTables.refused(&[("most", most.to_string())]).into());
        }
        Ok(opened)
    }

    /// Seats a player, on any free seat if none is named; answers where. Who sits there already
    /// stays there.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`, `TABLE_STARTED`, `NO_SUCH_SEAT`, `SEAT_TAKEN`, `TABLE_FULL`,
    /// `ALREADY_SEATED`.
    pub async fn sit(&self, table: TableId, player: PlayerId, seat: Option<Seat>) -> Answer<Seat> {
        // Others may sit down between reading and writing; each time one does, a seat fewer is
        // free, so this ends.
        for _ in 0..=Seats::MOST {
            let row = self.open_row(table, player).await?;
            if let Some(at) = row.seat_of(player) {
                if seat.is_some_and(|seat| seat != at) {
                    return Err(Code::AlreadySeated.answer());
                }
                // The answer may have been lost before the table could begin.
                self.start_if_full(table, player).await;
                return Ok(at);
            }
            let free = free_seat(&row, seat)?;
            if self.arrange(table, &Arrangement::Sit { seat: free, player }).await? {
                self.start_if_full(table, player).await;
                return Ok(free);
            }
        }
        Err(Fault::NoAnswer.into())
    }

    /// Takes a player's seat back.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`, `TABLE_STARTED`, `NOT_SEATED`.
    pub async fn leave(&self, table: TableId, player: PlayerId) -> Answer<()> {
        if self.arrange(table, &Arrangement::Leave { player }).await? {
            return Ok(());
        }
        self.open_row(table, player).await?;
        Err(Code::NotSeated.answer())
    }

    /// Begins a table at which every seat is taken, with the newest build of its game. Its owner may
    /// begin it, and is told the same again when it has begun.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`, `TABLE_STARTED`, `TABLE_CLOSED`, `NOT_OWNER`, `NOT_ALL_SEATED`,
    /// `UNKNOWN_GAME`, `BAD_OPTIONS`, `BAD_SEATS`.
    pub async fn start_table(&self, table: TableId, player: PlayerId) -> Answer<()> {
        let ToStart::Now(row) = self.row_to_start(table, player).await? else { return Ok(()) };
        check_all_seated(&row)?;
        if self.begin(*row, player).await? {
            return Ok(());
        }
        match self.row_to_start(table, player).await? {
            ToStart::Done => Ok(()),
            ToStart::Now(row) => {
                check_all_seated(&row)?;
                Err(Fault::NoAnswer.into())
            }
        }
    }

    /// Begins a table that is to begin when it is full, if it is, for the one who has just taken or
    /// filled a seat. If that fails the table stays open, and its owner can begin it.
    pub(super) async fn start_if_full(&self, table: TableId, player: PlayerId) {
        let start = async || -> Answer<bool> {
            let row = self.context.journal.table(table).await?;
            let is_ready = |row: &TableRow| {
                row.status == Status::Open && row.settings.starts_when_full && is_full(row)
            };
            match row.filter(is_ready) {
                Some(row) => self.begin(row, player).await,
                None => Ok(false),
            }
        };
        if let Err(error) = start().await {
            tracing::warn!(%table, %error, "a table that is full could not begin by itself");
        }
    }

    /// Begins a table that was open and full a moment ago; says whether it did.
    async fn begin(&self, row: TableRow, starter: PlayerId) -> Answer<bool> {
        let context = &self.context;
        let build = context.game(&row.game)?;
        let seed = context.config.chance.seed()?;
        let to_act = self.deal_with(&build, &row, seed).await?;
        context.keep_build(&build).await?;
        let (table, at_ms) = (row.id, context.clock.now_ms());
        let seated = row.seated.clone();
        let begun = TableRow { to_act, started_ms: Some(at_ms), ..row };
        let start = Start {
            table,
            starter,
            build: build.sha256(),
            seed: seed.0,
            at_ms,
            to_act,
            deadline_ms: TableState::new(&begun, Arc::default()).deadline_ms(),
        };
        if !context.journal.start(&start).await? {
            return Ok(false);
        }
        self.tell_lobby(table);
        context.notices.begun(&begun, at_ms);
        // A bot may be the first to act, or may have come between reading and writing. If the table
        // cannot be loaded now, it is found later.
        let is_same = async || {
            let now = context.journal.table(table).await;
            now.is_ok_and(|now| now.is_some_and(|now| now.seated == seated))
        };
        if (start.deadline_ms.is_some() || !is_same().await)
            && let Ok(table) = context.begun(table).await
        {
            table.due();
        }
        Ok(true)
    }

    /// A table as the journal has it, for whoever may know of it; its game is not asked.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`.
    pub async fn table(&self, table: TableId, viewer: Viewer) -> Answer<TableInfo> {
        let row = self.context.row(table, viewer).await?;
        Ok(TableInfo::of(&row, TableStatus::from(&row)))
    }

    /// The id of the game that is played at a table, whoever asks: not to be told to those who may
    /// not know of the table.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`.
    pub async fn game_of(&self, table: TableId) -> Answer<String> {
        let row = self.context.journal.table(table).await?;
        Ok(row.ok_or_else(|| Code::UnknownTable.answer())?.game)
    }

    /// Tables, the newest first; never more than [`Host::LONGEST_PAGE`].
    ///
    /// # Errors
    /// A [`Fault`] when the journal does not answer.
    pub async fn tables(&self, page: &TablePage) -> Answer<Vec<TableInfo>> {
        let most = u32::try_from(Self::LONGEST_PAGE).unwrap_or(u32::MAX);
        let page = TablePage { first: page.first.min(most), ..page.clone() };
        let rows = self.context.journal.tables(&page).await?;
        Ok(rows.iter().map(|row| TableInfo::of(row, TableStatus::from(row))).collect())
    }

    /// Tables that are open or played at which a player sits, and open ones that the player owns:
    /// first those at which it is the player's turn, and among equals the newest first; never more
    /// than [`Host::LONGEST_PAGE`].
    ///
    /// # Errors
    /// A [`Fault`] when the journal does not answer.
    pub async fn my_tables(
        &self,
        player: PlayerId,
        after: Option<(bool, TableId)>,
        first: usize,
    ) -> Answer<Vec<OwnTable>> {
        let first = u32::try_from(first.min(Self::LONGEST_PAGE)).unwrap_or(u32::MAX);
        let found = self.context.journal.my_tables(player, after, first).await?;
        let mine = found.iter().map(|one| OwnTable {
            table: TableInfo::of(&one.row, TableStatus::from(&one.row)),
            is_turn: one.is_turn,
        });
        Ok(mine.collect())
    }

    /// Does something at a table that has not begun, if what it names still holds, and tells all
    /// nodes; as long as people come and go, a table waits.
    pub(super) async fn arrange(&self, table: TableId, deed: &Arrangement) -> Answer<bool> {
        let is_of_seats = match deed {
            Arrangement::Sit { .. }
            | Arrangement::SeatBot { .. }
            | Arrangement::Leave { .. }
            | Arrangement::Remove { .. }
            | Arrangement::HandOver { .. } => true,
            Arrangement::Cancel { .. }
            | Arrangement::Invite { .. }
            | Arrangement::UseInvite { .. }
            | Arrangement::Decline { .. } => false,
        };
        let until_ms = is_of_seats.then(|| self.now_ms() + ms(self.context.config.open_life));
        let done = self.context.journal.arrange(table, deed, until_ms).await?;
        if done {
            self.tell_lobby(table);
        }
        Ok(done)
    }

    /// The row of a table that has not begun, for a player who may know of it.
    pub(super) async fn open_row(&self, table: TableId, player: PlayerId) -> Answer<TableRow> {
        let row = self.context.row(table, player.into()).await?;
        match row.status {
            Status::Open => Ok(row),
            Status::Closed => Err(Code::TableClosed.answer()),
            Status::Playing | Status::Over => Err(Code::TableStarted.answer()),
        }
    }

    /// The row of a table that `player` is to begin.
    async fn row_to_start(&self, table: TableId, player: PlayerId) -> Answer<ToStart> {
        let row = self.context.row(table, player.into()).await?;
        let is_own = row.owner == player;
        match row.status {
            Status::Open if is_own => Ok(ToStart::Now(Box::new(row))),
            Status::Open => Err(Code::NotOwner.answer()),
            _ if is_own && row.started_ms.is_some() => Ok(ToStart::Done),
            Status::Closed => Err(Code::TableClosed.answer()),
            Status::Playing | Status::Over => Err(Code::TableStarted.answer()),
        }
    }

    /// Deals once, and forgets it.
    pub(super) async fn try_deal(&self, build: &Arc<Module>, row: &TableRow) -> Answer<()> {
        let seed = self.context.config.chance.seed()?;
        self.deal_with(build, row, seed).await.map(drop)
    }

    /// The seats to act after a deal with this seed.
    async fn deal_with(&self, build: &Arc<Module>, row: &TableRow, seed: Seed) -> Answer<Seats> {
        let (build, options, seats) = (Arc::clone(build), row.options.clone(), row.seats);
        let call = Call { build: build.sha256(), op: "deal", table: Some(row.id.0) };
        let deal_it =
            move || deal(&build, &options, seats, &seed).map(|(_, summary)| summary.to_act);
        self.context.executor.run(call, deal_it).await?.map_err(of_deal)
    }

    pub(super) fn tell_lobby(&self, table: TableId) {
        self.context.hints.tell(Hint { table, news: News::Seats });
    }
}

/// A table of one's own, as it is listed.
#[derive(Debug, Clone, PartialEq)]
pub struct OwnTable {
    /// The table.
    pub table: TableInfo,
    /// Whether it is the player's turn.
    pub is_turn: bool,
}

/// A table that somebody wants to begin.
enum ToStart {
    Now(Box<TableRow>),
    /// They have.
    Done,
}

/// The seat that is asked for if it is free, or any that is.
fn free_seat(row: &TableRow, asked: Option<Seat>) -> Answer<Seat> {
    match asked {
        Some(seat) if seat.0 >= row.seats => {
            let last = row.seats.saturating_sub(1).to_string();
            Err(Code::NoSuchSeat.refused(&[("last", last)]).into())
        }
        Some(seat) if row.at(seat).is_some() => Err(Code::SeatTaken.answer()),
        Some(seat) => Ok(seat),
        None => (0..row.seats)
            .map(Seat)
            .find(|&seat| row.at(seat).is_none())
            .ok_or_else(|| Code::TableFull.answer()),
    }
}

fn is_full(row: &TableRow) -> bool {
    row.seated.len() == usize::from(row.seats)
}

fn check_all_seated(row: &TableRow) -> Answer<()> {
    if is_full(row) {
        return Ok(());
    }
    Err(Code::NotAllSeated.refused(&[("seats", row.seats.to_string())]).into())
}

/// Options as a journal keeps them: JSON, `null` for the game's own choice. No game's come near
/// the bound.
pub(super) fn options_json(options: Option<&Value>) -> Answer<Box<RawValue>> {
    const MOST: usize = 16 * 1024;
    let written = serde_json::value::to_raw_value(&options)
        .map_err(|error| Failure::from(JournalError::Broken(error.to_string())))?;
    if written.get().len() > MOST {
        let reason = format!("{} > {MOST} B", written.get().len());
        return Err(Code::BadOptions.refused(&[("reason", reason)]).into());
    }
    Ok(written)
}
