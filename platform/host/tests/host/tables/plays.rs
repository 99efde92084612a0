//! Plays: the steps that a seat sends.

use gueridon_game::Seat;
use gueridon_host::host::{Config, TableStatus, Viewer};
use gueridon_host::refusal::{Code, Failure, Fault};
use gueridon_host::table::read_score;
use gueridon_journal::{Status, TablePage};
use serde_json::{Value, json};

use crate::refusals::code;
use crate::tables::stage::{EN, host_over, on_each};

#[tokio::test]
async fn a_table_is_opened_taken_begun_and_played_to_the_end() {
    on_each(async |stage| {
        let table = stage.begin(2).await;
        let look = stage.look(table, stage.viewer(0)).await;
        assert_eq!((look.seat, look.seq, look.since), (Some(Seat(0)), 0, Some(0)));
        assert_eq!(look.seen.unwrap().moves.len(), 3);
        stage.round(table, 0).await;
        stage.round(table, 1).await;
        let look = stage.look(table, stage.viewer(1)).await;
        assert_eq!((look.table.state.clone(), look.seq), (TableStatus::Over, 6));
        assert!(read_score(&look.seen.unwrap().score).unwrap().is_final);
        let late = stage.play(table, 0, 6, "late", json!([{"pick": 1}])).await;
        assert_eq!(code(late), Code::TableOver);
        let over = TablePage { status: Some(Status::Over), ..TablePage::default() };
        assert_eq!(stage.host.lobby().tables(&over).await.unwrap()[0].id, table);
    })
    .await;
}

#[tokio::test]
async fn the_same_key_is_the_same_play_and_never_another_one() {
    on_each(async |stage| {
        let table = stage.begin(3).await;
        let pick = |n: u8| json!([{"pick": n}]);
        assert_eq!(stage.play(table, 0, 0, "a", pick(1)).await.unwrap(), 1);
        assert_eq!(stage.play(table, 0, 0, "a", pick(1)).await.unwrap(), 1);
        assert_eq!(code(stage.play(table, 0, 0, "a", pick(2)).await), Code::KeyReused);
        assert_eq!(stage.play(table, 1, 0, "a", pick(2)).await.unwrap(), 2);
        // Also after the table was forgotten and replayed.
        let again = host_over(&stage.journal, &stage.clock, Config::default()).await;
        let sent = again
            .tables()
            .play(table, stage.players[0], 0, "a".into(), vec![json!({"pick": 1})].into())
            .await;
        assert_eq!(sent.unwrap().seq, 1);
        for key in ["", "two\nlines", &"k".repeat(65)] {
            assert_eq!(code(stage.play(table, 0, 0, key, pick(1)).await), Code::BadKey);
        }
    })
    .await;
}

#[tokio::test]
async fn a_play_is_stale_only_if_the_seats_own_question_changed() {
    on_each(async |stage| {
        let table = stage.begin(3).await;
        stage.play(table, 1, 0, "a", json!([{"pick": 2}])).await.unwrap();
        // Bo has picked; Ada's question is the same as before.
        assert_eq!(stage.look(table, stage.viewer(0)).await.since, Some(0));
        assert_eq!(stage.look(table, stage.viewer(1)).await.since, Some(1));
        stage.play(table, 0, 0, "a", json!([{"pick": 1}])).await.unwrap();
        // Now Ada has to draw, and does not know it yet.
        assert_eq!(code(stage.play(table, 0, 0, "b", json!([{"pass": "YES"}])).await), Code::Stale);
        assert_eq!(code(stage.play(table, 0, 9, "b", json!([{"pass": "YES"}])).await), Code::Stale);
        assert_eq!(stage.play(table, 0, 2, "b", json!([{"pass": "YES"}])).await.unwrap(), 3);
    })
    .await;
}

#[tokio::test]
async fn the_same_question_asked_twice_is_two_questions() {
    on_each(async |stage| {
        let table = stage.begin(3).await;
        stage.play(table, 0, 0, "a", json!([{"pick": 1}])).await.unwrap();
        stage.play(table, 1, 0, "a", json!([{"pick": 2}])).await.unwrap();
        let asked = stage.look(table, stage.viewer(0)).await;
        stage.play(table, 0, 2, "b", json!([{"draw": "YES"}])).await.unwrap();
        let again = stage.look(table, stage.viewer(0)).await;
        assert_eq!((asked.since, again.since), (Some(2), Some(3)));
        let (asked, again) = (asked.seen.unwrap(), again.seen.unwrap());
        assert_eq!((&asked.prompt, asked.moves.len()), (&again.prompt, again.moves.len()));
        // The second click of a double click.
        assert_eq!(code(stage.play(table, 0, 2, "c", json!([{"draw": "YES"}])).await), Code::Stale);
        assert_eq!(stage.play(table, 0, 3, "c", json!([{"draw": "YES"}])).await.unwrap(), 4);
    })
    .await;
}

#[tokio::test]
async fn a_list_of_steps_is_played_whole_or_not_at_all() {
    on_each(async |stage| {
        let table = stage.begin(3).await;
        let steps = json!([{"pick": 1}, {"draw": "YES"}]);
        let refused = match stage.play(table, 0, 0, "a", steps).await {
            Err(Failure::Refused(refused)) => refused,
            other => panic!("{other:?}"),
        };
        assert_eq!(refused.code, Code::NotYourTurn);
        assert_eq!(refused.game.unwrap().step, Some(1));
        assert_eq!(stage.look(table, stage.viewer(0)).await.seq, 0);
        let bad = |steps| stage.play(table, 0, 0, "b", steps);
        assert_eq!(code(bad(json!([])).await), Code::NoSteps);
        assert_eq!(code(bad(json!([{"fly": 1}])).await), Code::BadMove);
        assert_eq!(code(bad(json!(vec![json!({"pick": 1}); 501])).await), Code::TooLong);
        match bad(json!([{"pick": 4}])).await {
            Err(Failure::Refused(refused)) => {
                assert_eq!(refused.code, Code::IllegalMove);
                assert_eq!(refused.words.get(EN), "not now, Ada");
                assert_eq!(refused.game.unwrap().code, "NOT_NOW");
            }
            other => panic!("{other:?}"),
        }
        stage.play(table, 0, 0, "c", json!([{"pick": 1}])).await.unwrap();
        stage.play(table, 1, 0, "c", json!([{"pick": 1}])).await.unwrap();
        let guess = json!([{"draw": "YES"}, {"pass": "YES"}]);
        assert_eq!(code(stage.play(table, 0, 2, "d", guess).await), Code::TooFar);
        let certain = json!([{"pass": "YES"}, {"pick": 2}]);
        assert_eq!(stage.play(table, 0, 2, "e", certain).await.unwrap(), 3);
    })
    .await;
}

#[tokio::test]
async fn a_preview_shows_what_would_come_and_writes_nothing() {
    on_each(async |stage| {
        let table = stage.begin(3).await;
        let preview = |who: usize, steps: Value| {
            let steps = steps.as_array().unwrap().clone();
            stage.host.tables().preview(table, stage.players[who], steps.into(), EN)
        };
        let foreseen = preview(0, json!([{"pick": 3}])).await.unwrap();
        assert!(!foreseen.uncertain && foreseen.look.moves.is_empty());
        assert_eq!(foreseen.told[0].words, "Ada has picked");
        stage.play(table, 1, 0, "a", json!([{"pick": 2}])).await.unwrap();
        let foreseen = preview(0, json!([{"pick": 3}])).await.unwrap();
        assert_eq!(foreseen.look.prompt, "Ada draws");
        assert_eq!(code(preview(1, json!([{"pick": 3}])).await), Code::NotYourTurn);
        assert_eq!(stage.look(table, stage.viewer(0)).await.seq, 1);
    })
    .await;
}

#[tokio::test]
async fn an_entry_is_never_older_than_the_one_before_it() {
    on_each(async |stage| {
        let table = stage.begin(1).await;
        stage.clock.set(5_000);
        stage.play(table, 1, 0, "a", json!([{"pick": 3}])).await.unwrap();
        stage.clock.set(2_000);
        stage.play(table, 0, 0, "a", json!([{"pick": 3}])).await.unwrap();
        let entries = stage.host.watching().entries(table, Viewer::default(), 0, 9).await.unwrap();
        assert_eq!(entries.iter().map(|entry| entry.at_ms).collect::<Vec<_>>(), [5_000, 5_000]);
    })
    .await;
}

#[tokio::test]
async fn a_failure_of_the_game_is_an_error_of_that_call_only() {
    on_each(async |stage| {
        let table = stage.begin(1).await;
        let crashed = stage.play(table, 0, 0, "a", json!([{"pick": 1}, {"crash": "YES"}])).await;
        assert!(matches!(crashed, Err(Failure::Fault(Fault::Module(_)))), "{crashed:?}");
        assert_eq!(stage.play(table, 0, 0, "a", json!([{"pick": 1}])).await.unwrap(), 1);
    })
    .await;
}
