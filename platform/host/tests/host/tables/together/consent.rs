//! Undo, and what needs the consent of the others.

use std::time::Duration;

use gueridon_game::{Seat, Seats};
use gueridon_host::host::TableStatus;
use gueridon_host::refusal::Code;
use gueridon_host::table::{Condition, Proposal, SeatAction, TableAction, Undoable, read_score};
use gueridon_journal::{CloseReason, Journal, OnTimeUp, Status, TableId, TableSettings};
use serde_json::json;
use tokio::time::sleep;

use super::{UNDO, live, on_each};
use crate::refusals::code;
use crate::tables::stage::{EN, Stage};

#[tokio::test]
async fn a_play_that_revealed_nothing_is_undone_without_consent() {
    on_each(async |stage| {
        let table = stage.begin(3).await;
        let before = stage.looks(table).await;
        let pick = |n: u8| json!([{ "pick": n }]);
        stage.play(table, 0, 0, "a", pick(1)).await.unwrap();
        assert_eq!(stage.act(table, 1, UNDO(1)).await, Err(Code::NotLast));
        assert_eq!(stage.act(table, 0, UNDO(1)).await, Ok(2));
        assert_eq!(stage.looks(table).await, before);
        // The question is asked again, and the key stays used.
        let look = stage.look(table, stage.viewer(0)).await;
        assert_eq!((look.seq, look.since), (2, Some(2)));
        assert_eq!(code(stage.play(table, 0, 0, "b", pick(2)).await), Code::Stale);
        assert_eq!(stage.play(table, 0, 0, "a", pick(1)).await.unwrap(), 1);
        assert_eq!(stage.act(table, 0, UNDO(1)).await, Ok(2));
        assert_eq!(stage.play(table, 0, 2, "b", pick(2)).await.unwrap(), 3);
        let entries = stage.host.watching().entries(table, stage.viewer(0), 0, 9).await.unwrap();
        assert_eq!(entries[0].undone_by, Some(2));
        assert!(entries[0].told.is_empty());
        let (act, words) = entries[1].action.clone().unwrap();
        assert_eq!(act, TableAction::Undo { entry: 1 });
        assert_eq!(words.get(EN), "Ada takes the last move back.");
        stage.looks(table).await;
    })
    .await;
}

#[tokio::test]
async fn a_play_that_revealed_something_is_undone_when_the_others_agree() {
    on_each(async |stage| {
        let table = stage.begin_with(3, 3, 0, TableSettings::default()).await;
        for (who, n) in [(0, 1), (1, 2), (2, 3)] {
            stage.play(table, who, 0, "pick", json!([{ "pick": n }])).await.unwrap();
        }
        // A play that showed all picks cannot be taken back alone.
        assert_eq!(stage.act(table, 2, UNDO(3)).await, Err(Code::Revealed));
        let before = stage.looks(table).await;
        stage.play(table, 0, 3, "draw", json!([{ "draw": "YES" }])).await.unwrap();
        assert_eq!(stage.act(table, 0, UNDO(4)).await, Err(Code::Revealed));
        let undo = SeatAction::Propose(Proposal::Undo(4));
        assert_eq!(stage.act(table, 1, undo).await, Err(Code::NotLast));
        assert_eq!(stage.act(table, 0, undo).await, Ok(5));
        assert_eq!(stage.act(table, 0, undo).await, Ok(5));
        let pause = SeatAction::Propose(Proposal::Pause);
        assert_eq!(stage.act(table, 1, pause).await, Err(Code::ProposalPending));
        assert_eq!(stage.act(table, 1, SeatAction::Agree(4)).await, Err(Code::NotProposed));
        assert_eq!(stage.act(table, 1, SeatAction::Agree(5)).await, Ok(6));
        assert_eq!(stage.act(table, 1, SeatAction::Agree(5)).await, Ok(6));
        assert_eq!(stage.look(table, stage.viewer(0)).await.seq, 6);
        stage.looks(table).await;
        assert_eq!(stage.act(table, 2, SeatAction::Agree(5)).await, Ok(7));
        assert_eq!(stage.looks(table).await, before);
        // The game continues, with new dice.
        stage.play(table, 0, 7, "again", json!([{ "draw": "YES" }])).await.unwrap();
        stage.looks(table).await;
    })
    .await;
}

#[tokio::test]
async fn a_proposal_can_be_declined_and_lapses_when_somebody_plays() {
    on_each(async |stage| {
        let table = stage.begin(3).await;
        stage.play(table, 0, 0, "a", json!([{ "pick": 1 }])).await.unwrap();
        let undo = SeatAction::Propose(Proposal::Undo(1));
        assert_eq!(stage.act(table, 0, undo).await, Ok(2));
        assert_eq!(stage.act(table, 1, SeatAction::Decline(2)).await, Ok(3));
        assert_eq!(stage.act(table, 1, SeatAction::Agree(2)).await, Err(Code::NotProposed));
        assert_eq!(stage.act(table, 0, undo).await, Ok(4));
        stage.play(table, 1, 0, "a", json!([{ "pick": 2 }])).await.unwrap();
        assert_eq!(stage.act(table, 1, SeatAction::Agree(4)).await, Err(Code::NotProposed));
        assert_eq!(stage.act(table, 2, SeatAction::Resign).await, Err(Code::NotSeated));
        stage.looks(table).await;
    })
    .await;
}

#[tokio::test]
async fn a_game_pauses_resumes_and_ends_by_agreement() {
    on_each(async |stage| {
        let table = stage.begin_with(3, 2, 0, live(60, 0, OnTimeUp::StandIn)).await;
        stage.clock.set(11_000);
        assert_eq!(
            stage.act(table, 0, SeatAction::Propose(Proposal::Resume)).await,
            Err(Code::NotPaused)
        );
        stage.act(table, 0, SeatAction::Propose(Proposal::Pause)).await.unwrap();
        stage.act(table, 1, SeatAction::Agree(1)).await.unwrap();
        let paused = stage.look(table, stage.viewer(0)).await;
        assert!(paused.standing.unwrap().is_paused);
        assert!(paused.seen.as_ref().unwrap().to_act.is_empty());
        assert!(paused.seen.unwrap().moves.is_empty());
        let play = stage.play(table, 0, 0, "a", json!([{ "pick": 1 }])).await;
        assert_eq!(code(play), Code::Paused);
        stage.clock.set(9_000_000);
        stage.act(table, 1, SeatAction::Propose(Proposal::Resume)).await.unwrap();
        stage.act(table, 0, SeatAction::Agree(3)).await.unwrap();
        stage.clock.set(9_010_000);
        stage.play(table, 0, 0, "a", json!([{ "pick": 1 }])).await.unwrap();
        let row = stage.journal.table(table).await.unwrap().unwrap();
        assert_eq!(row.deadline_ms, Some(9_050_000));
        stage.looks(table).await;
        stage.act(table, 1, SeatAction::Propose(Proposal::Abort)).await.unwrap();
        let ended = stage.act(table, 0, SeatAction::Agree(6)).await.unwrap();
        let look = stage.look(table, stage.viewer(0)).await;
        assert_eq!(look.table.state, TableStatus::Closed { why: CloseReason::Aborted });
        assert!(!read_score(&look.seen.unwrap().score).unwrap().is_final);
        assert_eq!(stage.status(table).await, Status::Closed);
        assert_eq!(stage.act(table, 0, SeatAction::Resign).await, Err(Code::TableClosed));
        let entries =
            stage.host.watching().entries(table, stage.viewer(0), ended - 1, 9).await.unwrap();
        assert_eq!(entries.len(), 1);
    })
    .await;
}

#[tokio::test]
async fn several_plays_are_undone_one_after_the_other() {
    on_each(async |stage| {
        let table = stage.begin_with(3, 3, 0, TableSettings::default()).await;
        let before = stage.looks(table).await;
        let first = stage.play(table, 0, 0, "a", json!([{ "pick": 1 }])).await.unwrap();
        let second = stage.play(table, 1, 0, "a", json!([{ "pick": 2 }])).await.unwrap();
        assert_eq!(stage.act(table, 0, UNDO(first)).await, Err(Code::NotLast));
        stage.act(table, 1, UNDO(second)).await.unwrap();
        stage.looks(table).await;
        stage.act(table, 0, UNDO(first)).await.unwrap();
        assert_eq!(stage.looks(table).await, before);
        let since = stage.look(table, stage.viewer(2)).await.since.unwrap();
        stage.play(table, 2, since, "a", json!([{ "pick": 3 }])).await.unwrap();
        stage.looks(table).await;
    })
    .await;
}

#[tokio::test]
async fn an_undone_play_gains_no_time() {
    on_each(async |stage| {
        let table = stage.begin_with(3, 2, 0, live(60, 30, OnTimeUp::StandIn)).await;
        for round in 0..5_u64 {
            let (since, key) = (2 * round, round.to_string());
            let played = stage.play(table, 0, since, &key, json!([{ "pick": 1 }])).await.unwrap();
            stage.act(table, 0, UNDO(played)).await.unwrap();
        }
        stage.clock.set(11_000);
        stage.play(table, 0, 10, "at last", json!([{ "pick": 1 }])).await.unwrap();
        let face = stage.look(table, stage.viewer(0)).await.standing.unwrap().clocks[0];
        assert_eq!(face.left_ms, 80_000);
        stage.looks(table).await;
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn what_cannot_be_reverted_needs_the_consent_of_absent_players() {
    on_each(async |stage| {
        let table = stage.begin_with(1_000, 2, 0, live(60, 0, OnTimeUp::StandIn)).await;
        stage.play(table, 0, 0, "a", json!([{ "pick": 1 }])).await.unwrap();
        stage.clock.set(61_000);
        sleep(Duration::from_secs(20)).await;
        assert_eq!(stage.condition(table, 1).await, Condition::Away);
        let asked = stage.act(table, 0, SeatAction::Propose(Proposal::Abort)).await.unwrap();
        assert_eq!(stage.status(table).await, Status::Playing);
        stage.act(table, 0, SeatAction::Decline(asked)).await.unwrap();
        // A pause needs only the players who are there.
        stage.act(table, 0, SeatAction::Propose(Proposal::Pause)).await.unwrap();
        assert!(stage.look(table, stage.viewer(0)).await.standing.unwrap().is_paused);
    })
    .await;
}

/// Waits until a table has this many entries.
async fn until_entries(stage: &Stage, table: TableId, entries: u64) {
    for _ in 0..600 {
        if stage.look(table, stage.viewer(0)).await.seq >= entries {
            return;
        }
        sleep(Duration::from_millis(50)).await;
    }
    panic!("the bot has not played");
}

#[tokio::test(start_paused = true)]
async fn among_bots_a_play_is_taken_back_with_what_they_played_since_whatever_it_revealed() {
    on_each(async |stage| {
        let table = stage.begin_with(3, 1, 1, TableSettings::default()).await;
        let before = stage.looks(table).await;
        let undoable =
            async || stage.host.tables().undoable(table, stage.players[0]).await.unwrap();
        assert_eq!(undoable().await, None);
        stage.play(table, 0, 0, "a", json!([{ "pick": 1 }])).await.unwrap();
        // The bot's pick is the last of the round, and shows both.
        until_entries(&stage, table, 2).await;
        assert_eq!(undoable().await, Some(Undoable { entry: 1, asks: false }));
        let undone = stage.act(table, 0, UNDO(1)).await.unwrap();
        assert_eq!(stage.looks(table).await, before);
        let entries = stage.host.watching().entries(table, stage.viewer(0), 0, 9).await.unwrap();
        assert_eq!([entries[0].undone_by, entries[1].undone_by], [Some(undone); 2]);
        assert_eq!(entries[2].action.as_ref().unwrap().0, TableAction::UndoFrom { entry: 1 });
        assert_eq!(stage.act(table, 0, UNDO(1)).await, Ok(undone));
        assert_eq!(undoable().await, None);
        stage.play(table, 0, undone, "b", json!([{ "pick": 2 }])).await.unwrap();
        stage.looks(table).await;
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn where_a_player_sits_along_a_bots_play_gives_way_too() {
    on_each(async |stage| {
        let table = stage.begin_with(3, 2, 1, TableSettings::default()).await;
        until_entries(&stage, table, 1).await;
        stage.play(table, 1, 0, "a", json!([{ "pick": 2 }])).await.unwrap();
        let last = stage.play(table, 0, 0, "a", json!([{ "pick": 1 }])).await.unwrap();
        let undoable =
            async || stage.host.tables().undoable(table, stage.players[0]).await.unwrap();
        // All have picked, so the picks lie open.
        assert_eq!(undoable().await, Some(Undoable { entry: last, asks: true }));
        assert_eq!(stage.act(table, 0, UNDO(last)).await, Err(Code::Revealed));
        let passed = stage.play(table, 0, last, "pass", json!([{ "pass": "YES" }])).await.unwrap();
        // Now the bot picks in secret, from which nobody learns anything.
        until_entries(&stage, table, passed + 1).await;
        assert_eq!(undoable().await, Some(Undoable { entry: passed, asks: false }));
        // Whatever the bot plays meanwhile, a proposal stands.
        let asked = stage.act(table, 0, SeatAction::Propose(Proposal::Undo(passed))).await.unwrap();
        sleep(Duration::from_secs(5)).await;
        let settled = stage.act(table, 1, SeatAction::Agree(asked)).await.unwrap();
        let entries = stage.host.watching().entries(table, stage.viewer(0), 0, 99).await.unwrap();
        let undone = entries.iter().filter(|entry| entry.undone_by == Some(settled));
        assert_eq!(undone.map(|entry| entry.seq).collect::<Vec<_>>(), [passed, passed + 1]);
        stage.looks(table).await;
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_seat_that_a_stand_in_has_mostly_played_is_noted_in_the_result() {
    on_each(async |stage| {
        let table = stage.begin_with(1, 3, 0, TableSettings::default()).await;
        stage.act(table, 2, SeatAction::Resign).await.unwrap();
        while stage.status(table).await == Status::Playing {
            for who in 0..2 {
                let look = stage.look(table, stage.viewer(who)).await;
                let step = look.seen.unwrap().moves.first().map(|open| open.step.clone());
                if let Some(step) = step {
                    let since = look.since.unwrap();
                    let step: serde_json::Value = serde_json::from_str(step.get()).unwrap();
                    let key = format!("{who} {since}");
                    stage.play(table, who, since, &key, json!([step])).await.unwrap();
                }
            }
            sleep(Duration::from_secs(1)).await;
        }
        let info = stage.host.lobby().table(table, stage.viewer(0)).await.unwrap();
        assert_eq!(info.stood_in(stage.viewer(0)), Some(Seats::just(Seat(2))));
    })
    .await;
}
