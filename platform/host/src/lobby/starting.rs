//! Starting a table: its game is dealt to those who sit there.

use std::sync::Arc;

use gueridon_game::{Seats, Seed};

use super::Lobby;
use crate::games::of_deal;
use crate::refusal::{Answer, Code, Fault};
use crate::tables::outages::Outages;
use crate::tables::position::deal;
use crate::tables::state::TableState;
use gueridon_journal::{PlayerId, Start, Status, TableId, TableRow};
use gueridon_modules::executor::Call;
use gueridon_modules::module::Module;

impl Lobby {
    /// Begins a table at which every seat is taken, with the newest build of its game. Only its
    /// owner may. Doing it again changes nothing.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`, `TABLE_STARTED`, `TABLE_CLOSED`, `NOT_OWNER`, `NOT_ALL_SEATED`,
    /// `UNKNOWN_GAME`, `GAME_STOPPED`, `BAD_OPTIONS`, `BAD_SEATS`, `TOO_MANY_TABLES`.
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
                if row.is_of_bots_alone() {
                    let most = self.limits.most_bot_tables.to_string();
                    return Err(Code::TooManyTables.refused(&[("most", most)]).into());
                }
                Err(Fault::NoAnswer.into())
            }
        }
    }

    /// Starts a table with automatic start if it is now full. If that fails the table stays open,
    /// and its owner can start it.
    pub(super) async fn start_if_full(&self, table: TableId, player: PlayerId) {
        let start = async || -> Answer<bool> {
            let row = self.journal.table(table).await?;
            let is_ready = |row: &TableRow| {
                row.status == Status::Open && row.settings.starts_when_full && row.is_full()
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

    /// Starts a table that was open and full when it was read; returns whether it did.
    async fn begin(&self, row: TableRow, starter: PlayerId) -> Answer<bool> {
        let build = self.games.game(&row.game)?;
        let seed = self.random.seed()?;
        let to_act = self.deal_with(&build, &row, seed).await?;
        self.games.keep_build(&build).await?;
        let (table, at_ms) = (row.id, self.clock.now_ms());
        let seated = row.seated.clone();
        let begun = TableRow { to_act, started_ms: Some(at_ms), ..row };
        let start = Start {
            table,
            starter,
            build: build.sha256(),
            seed: seed.0,
            at_ms,
            to_act,
            deadline_ms: TableState::new(&begun, Outages::default()).deadline_ms(),
            most_bot_tables: self.limits.most_bot_tables,
        };
        if !self.journal.start(&start).await? {
            // Another node may have deleted it.
            self.games.no_longer_kept(start.build);
            return Ok(false);
        }
        self.announcer.begun(&begun, at_ms);
        // A bot may have to act first, or may have been seated between reading and writing. If the
        // table cannot be loaded now, a sweep finds it later.
        let is_same = async || {
            let now = self.journal.table(table).await;
            now.is_ok_and(|now| now.is_some_and(|now| now.seated == seated))
        };
        if (start.deadline_ms.is_some() || !is_same().await)
            && let Ok(table) = self.registry.begun(table).await
        {
            table.due();
        }
        Ok(true)
    }

    /// The row of a table that `player` wants to start.
    async fn row_to_start(&self, table: TableId, player: PlayerId) -> Answer<ToStart> {
        let row = self.access.row(table, player.into()).await?;
        let is_own = row.owner == player;
        match row.status {
            Status::Open if is_own => Ok(ToStart::Now(Box::new(row))),
            Status::Open => Err(Code::NotOwner.answer()),
            _ if is_own && row.started_ms.is_some() => Ok(ToStart::Done),
            Status::Closed => Err(Code::TableClosed.answer()),
            Status::Playing | Status::Over => Err(Code::TableStarted.answer()),
        }
    }

    /// A trial deal.
    pub(super) async fn try_deal(&self, build: &Arc<Module>, row: &TableRow) -> Answer<()> {
        let seed = self.random.seed()?;
        self.deal_with(build, row, seed).await.map(drop)
    }

    /// The seats to act after a deal with this seed.
    async fn deal_with(&self, build: &Arc<Module>, row: &TableRow, seed: Seed) -> Answer<Seats> {
        let (build, options, seats) = (Arc::clone(build), row.options.clone(), row.seats);
        let game = &row.game;
        let call = Call { game, build: build.sha256(), op: "deal", table: Some(row.id.0) };
        let deal_it =
            move || deal(&build, &options, seats, &seed).map(|(_, summary)| summary.to_act);
        self.games.executor().run(call, deal_it).await?.map_err(of_deal)
    }
}

/// The row of a table that somebody wants to start.
enum ToStart {
    Now(Box<TableRow>),
    /// They have.
    Done,
}

fn check_all_seated(row: &TableRow) -> Answer<()> {
    if row.is_full() {
        return Ok(());
    }
    Err(Code::NotAllSeated.refused(&[("seats", row.seats.to_string())]).into())
}
