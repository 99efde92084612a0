//! Actions besides playing, and what happens at a table without its players.

mod bots;
mod consent;
mod hints;
mod jumps;
mod unattended;

use gueridon_game::Seat;
use gueridon_host::host::{Config, Look, OpenTable, Viewer};
use gueridon_host::refusal::Code;
use gueridon_host::table::{Condition, SeatAction};
use gueridon_journal::{
    Beat, Bot, ClockRule, Journal, Lobby, OnTimeUp, Status, TableId, TableSettings,
};
use gueridon_modules::executor::Execution;
use serde_json::json;
use uuid::Uuid;

use crate::refusals::code;
use crate::tables::stage::{EN, Stage, host_over, on_each_with};

const UNDO: fn(u64) -> SeatAction = SeatAction::Undo;

/// Modules are called inline: with a call on another thread, the paused clock of the test would
/// advance before the module has answered.
fn config() -> Config {
    Config { execution: Execution::Inline, ..Config::default() }
}

async fn on_each(check: impl AsyncFn(Stage)) {
    on_each_with(&config(), check).await;
}

impl Stage {
    async fn act(&self, table: TableId, who: usize, action: SeatAction) -> Result<u64, Code> {
        match self.host.tables().act(table, self.players[who], action).await {
            Ok(seq) => Ok(seq),
            failed => Err(code(failed)),
        }
    }

    /// A begun table with this many of the stage's players, and bots.
    async fn begin_with(
        &self,
        rounds: u32,
        people: u8,
        bots: u8,
        settings: TableSettings,
    ) -> TableId {
        let options = Some(json!({ "rounds": rounds }));
        let open = OpenTable { settings, ..OpenTable::of("marathon", options, people + bots) };
        let table = self.host.lobby().open(self.players[0], open).await.unwrap();
        for seat in 0..people {
            let player = self.players[usize::from(seat)];
            self.host.lobby().sit(table, player, Some(Seat(seat))).await.unwrap();
        }
        for seat in people..people + bots {
            let (seat, owner) = (Seat(seat), self.players[0]);
            assert!(self.journal.seat_bot(table, seat, Bot::Random, owner).await.unwrap());
        }
        self.host.lobby().start_table(table, self.players[0]).await.unwrap();
        table
    }

    /// What everybody sees, here and on a node that replays the table.
    async fn looks(&self, table: TableId) -> Vec<String> {
        // There was no outage.
        self.journal
            .beat(&Beat { node: Uuid::nil(), at_ms: self.clock.now_ms(), load: None })
            .await
            .unwrap();
        let other = host_over(&self.journal, &self.clock, config()).await;
        let mut looks = Vec::new();
        for viewer in [Viewer::default(), self.viewer(0), self.viewer(1)] {
            let here = self.look(table, viewer).await;
            let there = other.watching().look(table, viewer, EN).await.unwrap();
            let told = |look: &Look| {
                let seen = look.seen.as_ref().unwrap();
                format!("{} {:?} {:?} {seen:?}", look.seq, look.since, look.standing)
            };
            assert_eq!(told(&here), told(&there));
            looks.push(here.seen.unwrap().view.get().to_owned());
            let entries = self.host.watching().entries(table, viewer, 0, 99).await.unwrap();
            let theirs = other.watching().entries(table, viewer, 0, 99).await.unwrap();
            assert_eq!(format!("{entries:?}"), format!("{theirs:?}"));
        }
        looks
    }

    async fn condition(&self, table: TableId, seat: usize) -> Condition {
        self.look(table, Viewer::default()).await.standing.unwrap().conditions[seat]
    }

    async fn status(&self, table: TableId) -> Status {
        self.journal.table(table).await.unwrap().unwrap().status
    }
}

fn live(bank: u32, increment: u32, on_time_up: OnTimeUp) -> TableSettings {
    let clock = Some(ClockRule::Live { bank, increment });
    TableSettings { clock, on_time_up, ..TableSettings::default() }
}
