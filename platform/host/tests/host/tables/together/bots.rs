//! Bots that think, and what a search must not do to a table.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use gueridon_game::Seat;
use gueridon_host::host::Config;
use gueridon_host::host::{OpenTable, Viewer};
use gueridon_host::refusal::Code;
use gueridon_host::table::{EntryView, SeatAction};
use gueridon_journal::memory::Memory;
use gueridon_journal::{Bot, Status, TableId};
use serde_json::json;
use tokio::time::sleep;

use super::on_each;
use crate::marathon;
use crate::refusals::code;
use crate::tables::stage::{EN, Stage};

impl Stage {
    /// Begins a table with people at the first seats and then these bots.
    async fn begin_among(&self, rounds: u32, people: u8, bots: &[Bot]) -> TableId {
        let seats = people + bots.len() as u8;
        let open = OpenTable::of("marathon", Some(json!({ "rounds": rounds })), seats);
        let (lobby, owner) = (self.host.lobby(), self.players[0]);
        let table = lobby.open(owner, open).await.unwrap();
        for seat in 0..people {
            let player = self.players[usize::from(seat)];
            lobby.sit(table, player, Some(Seat(seat))).await.unwrap();
        }
        for (seat, &bot) in (people..).zip(bots) {
            lobby.seat_bot(table, owner, Seat(seat), bot).await.unwrap();
        }
        lobby.start_table(table, owner).await.unwrap();
        table
    }

    async fn entries(&self, table: TableId) -> Vec<Arc<EntryView>> {
        self.host.watching().entries(table, Viewer::default(), 0, 1_000).await.unwrap()
    }
}

#[tokio::test(start_paused = true)]
async fn bots_of_every_level_play_a_game_to_its_end_together() {
    on_each(async |stage| {
        let bots = [Bot::Beginner, Bot::Casual, Bot::Skilled, Bot::Expert];
        let table = stage.begin_among(2, 0, &bots).await;
        while stage.status(table).await == Status::Playing {
            sleep(Duration::from_secs(1)).await;
        }
        assert_eq!(stage.status(table).await, Status::Over);
        let entries = stage.entries(table).await;
        assert!(entries.iter().all(|entry| entry.is_stand_in), "{entries:?}");
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_random_bot_does_not_think_and_a_stand_in_for_a_player_does() {
    on_each(async |stage| {
        let table = stage.begin_among(marathon::COUNTED, 2, &[Bot::Random]).await;
        let imagined = || marathon::IMAGINED.load(Ordering::Relaxed);
        let before = imagined();
        sleep(Duration::from_secs(2)).await;
        assert_eq!(stage.entries(table).await[0].seat, Some(Seat(2)));
        assert_eq!(imagined(), before);
        stage.host.tables().act(table, stage.players[0], SeatAction::Resign).await.unwrap();
        sleep(Duration::from_secs(2)).await;
        let last = stage.entries(table).await.pop().unwrap();
        assert_eq!((last.seat, last.is_stand_in), (Some(Seat(0)), true));
        // The search of a casual bot, which stands in, makes 80 iterations, if there is time for
        // them.
        assert!(imagined() - before > 30, "{} games were imagined", imagined() - before);
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_bot_whose_search_fails_plays_at_random() {
    const ROUNDS: u32 = 13;
    marathon::DULL.store(ROUNDS, Ordering::Relaxed);
    on_each(async |stage| {
        let table = stage.begin_among(ROUNDS, 1, &[Bot::Expert]).await;
        sleep(Duration::from_secs(2)).await;
        assert_eq!(stage.entries(table).await[0].seat, Some(Seat(1)));
        // The table goes on.
        stage.play(table, 0, 0, "a", json!([{ "pick": 1 }])).await.unwrap();
    })
    .await;
}

/// Waits until something is so.
async fn until(what: &str, is_so: impl AsyncFn() -> bool) {
    for _ in 0..4_000 {
        if is_so().await {
            return;
        }
        sleep(Duration::from_millis(5)).await;
    }
    panic!("{what}: not even after 20 seconds");
}

#[tokio::test]
async fn people_play_while_a_bot_thinks_and_one_that_never_stops_plays_at_random() {
    const ROUNDS: u32 = 17;
    /// Lets waiting calls of `imagine` return, even if the test fails.
    struct Lost;

    impl Drop for Lost {
        fn drop(&mut self) {
            marathon::LOST_IN_THOUGHT.store(0, Ordering::Relaxed);
        }
    }

    let config = Config {
        bot_pause: Duration::from_millis(1),
        module_timeout: Duration::from_secs(2),
        ..Config::default()
    };
    let stage = Stage::set_with(config, Memory::default()).await;
    marathon::LOST_IN_THOUGHT.store(ROUNDS, Ordering::Relaxed);
    let _lost = Lost;
    let lost_so_far = || marathon::LOST.load(Ordering::Relaxed);
    let table = stage.begin_among(ROUNDS, 2, &[Bot::Casual]).await;
    until("the bot thinks", async || lost_so_far() > 0).await;
    stage.play(table, 0, 0, "a", json!([{ "pick": 1 }])).await.unwrap();
    assert_eq!(stage.entries(table).await.len(), 1);
    // The bot's position has changed, so it would think again, but not with a build that hangs.
    until("the bot plays", async || stage.entries(table).await.len() > 1).await;
    let bots = stage.entries(table).await[1].clone();
    assert_eq!((bots.seat, bots.is_stand_in), (Some(Seat(2)), true));
    assert_eq!(lost_so_far(), 1);
    // Nor does it give hints any more.
    let alone = stage.begin_among(ROUNDS, 1, &[Bot::Casual]).await;
    let hint = stage.host.tables().hint(alone, stage.players[0], EN).await;
    assert_eq!(code(hint), Code::NoHints);
    assert_eq!(lost_so_far(), 1);
}
