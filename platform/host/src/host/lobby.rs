//! Before a table begins: it is opened, people sit down and get up, somebody starts it.

use std::sync::Arc;

use gueridon_game::{Seat, Seats};
use serde_json::Value;
use serde_json::value::RawValue;

use super::{Host, of_deal};
use crate::hints::Hint;
use crate::journal::{JournalError, Page, PlayerId, Seated, Start, Status, TableId, TableRow};
use crate::module::Module;
use crate::refusal::{Answer, Code, Failure, Fault};
use crate::table::{Call, deal};

/// What a new table is to be.
#[derive(Debug, Clone)]
pub struct OpenTable {
    /// The id of the game.
    pub game: String,
    /// The game's options; none for the game's own choice.
    pub options: Option<Value>,
    /// How many seats.
    pub seats: u8,
}

/// How far a table has come, as it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    /// People sit down and get up.
    Open,
    /// Being played.
    Playing,
    /// Played to the end.
    Over,
    /// Not to be played on, because this node could not replay its journal.
    Stopped {
        /// Why, in one line.
        reason: String,
    },
}

impl From<Status> for State {
    fn from(status: Status) -> Self {
        match status {
            Status::Open => Self::Open,
            Status::Playing => Self::Playing,
            Status::Over => Self::Over,
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
    /// How far it has come.
    pub state: State,
    /// Who opened it.
    pub opener: PlayerId,
    /// Those who sit, in the order of the seats.
    pub seated: Vec<Seated>,
    /// SHA-256 of the build it began with; none before it has begun.
    pub build: Option<[u8; 32]>,
    /// When it was opened, in milliseconds since 1970.
    pub created_ms: i64,
    /// When it began, in milliseconds since 1970.
    pub started_ms: Option<i64>,
}

impl TableInfo {
    /// What may be known of a row: all but the seed.
    pub(super) fn of(row: &TableRow, state: State) -> Self {
        Self {
            id: row.id,
            game: row.game.clone(),
            options: serde_json::from_str(&row.options).unwrap_or_default(),
            seats: row.seats,
            state,
            opener: row.opener,
            seated: row.seated.clone(),
            build: row.build,
            created_ms: row.created_ms,
            started_ms: row.started_ms,
        }
    }
}

impl Host {
    /// Opens a table at which nobody sits yet. Its options are tried by a deal.
    ///
    /// # Errors
    /// `UNKNOWN_GAME`, `BAD_OPTIONS`, `BAD_SEATS`.
    pub async fn open(&self, player: PlayerId, table: OpenTable) -> Answer<TableId> {
        let context = &self.context;
        let row = TableRow {
            id: TableId(context.config.chance.id(&context.clock)?),
            options: options_json(table.options.as_ref())?.get().to_owned(),
            game: table.game,
            seats: table.seats,
            status: Status::Open,
            opener: player,
            build: None,
            seed: None,
            created_ms: context.clock.now_ms(),
            started_ms: None,
            starter: None,
            seated: Vec::new(),
        };
        let build = context.game(&row.game)?;
        self.try_deal(&build, &row).await?;
        let opened = context.journal.open_table(&row).await?;
        if opened { Ok(row.id) } else { Err(Fault::NoAnswer.into()) }
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
            let row = self.open_row(table).await?;
            if let Some(at) = row.seat_of(player) {
                let same = seat.is_none_or(|seat| seat == at);
                return if same { Ok(at) } else { Err(Code::AlreadySeated.answer()) };
            }
            let free = free_seat(&row, seat)?;
            if self.context.journal.sit(table, free, player).await? {
                self.tell_lobby(table);
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
        if self.context.journal.leave(table, player).await? {
            self.tell_lobby(table);
            return Ok(());
        }
        self.open_row(table).await?;
        Err(Code::NotSeated.answer())
    }

    /// Begins a table at which every seat is taken, with the newest build of its game. Whoever
    /// sits may begin it, and who has begun it is told the same again.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`, `TABLE_STARTED`, `NOT_SEATED`, `NOT_ALL_SEATED`, `UNKNOWN_GAME`,
    /// `BAD_OPTIONS`, `BAD_SEATS`.
    pub async fn start_table(&self, table: TableId, player: PlayerId) -> Answer<()> {
        let context = &self.context;
        let row = match self.row_to_start(table, player).await? {
            ToStart::Now(row) => row,
            ToStart::Done => return Ok(()),
        };
        row.seat_of(player).ok_or_else(|| Code::NotSeated.answer())?;
        check_all_seated(&row)?;
        let build = context.game(&row.game)?;
        self.try_deal(&build, &row).await?;
        context.keep_build(&build).await?;
        let start = Start {
            table,
            starter: player,
            build: build.sha256(),
            seed: context.config.chance.seed()?.0,
            at_ms: context.clock.now_ms(),
        };
        if context.journal.start(&start).await? {
            self.tell_lobby(table);
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

    /// A table as the journal has it; its game is not asked.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`.
    pub async fn table(&self, table: TableId) -> Answer<TableInfo> {
        let row = self.context.journal.table(table).await?;
        let row = row.ok_or_else(|| Code::UnknownTable.answer())?;
        Ok(TableInfo::of(&row, State::from(row.status)))
    }

    /// Tables, the newest first; never more than [`Host::LONGEST_PAGE`].
    ///
    /// # Errors
    /// A [`Fault`] when the journal does not answer.
    pub async fn tables(&self, page: &Page) -> Answer<Vec<TableInfo>> {
        let most = u32::try_from(Self::LONGEST_PAGE).unwrap_or(u32::MAX);
        let page = Page { first: page.first.min(most), ..page.clone() };
        let rows = self.context.journal.tables(&page).await?;
        Ok(rows.iter().map(|row| TableInfo::of(row, State::from(row.status))).collect())
    }

    /// The row of a table that has not begun.
    async fn open_row(&self, table: TableId) -> Answer<TableRow> {
        let row = self.context.journal.table(table).await?;
        let row = row.ok_or_else(|| Code::UnknownTable.answer())?;
        if row.status == Status::Open { Ok(row) } else { Err(Code::TableStarted.answer()) }
    }

    /// The row of a table that `player` is to begin.
    async fn row_to_start(&self, table: TableId, player: PlayerId) -> Answer<ToStart> {
        let row = self.context.journal.table(table).await?;
        let row = row.ok_or_else(|| Code::UnknownTable.answer())?;
        match row.status {
            Status::Open => Ok(ToStart::Now(Box::new(row))),
            _ if row.starter == Some(player) => Ok(ToStart::Done),
            Status::Playing | Status::Over => Err(Code::TableStarted.answer()),
        }
    }

    /// Deals once, and forgets it.
    async fn try_deal(&self, build: &Arc<Module>, row: &TableRow) -> Answer<()> {
        let (build, options, seats) = (Arc::clone(build), row.options.clone(), row.seats);
        let seed = self.context.config.chance.seed()?;
        let call = Call { build: build.sha256(), op: "deal", table: Some(row.id) };
        let try_it = move || deal(&build, &options, seats, &seed).map(drop);
        self.context.crossings.cross(call, try_it).await?.map_err(of_deal)
    }

    fn tell_lobby(&self, table: TableId) {
        self.context.hints.tell(Hint { table, seq: 0 });
    }
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

fn check_all_seated(row: &TableRow) -> Answer<()> {
    if row.seated.len() == usize::from(row.seats) {
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
