//! Hints: who gets them, what they say, and what a search for one may not do to a table.

use std::sync::atomic::Ordering;
use std::time::Duration;

use gueridon_host::bots::Advice;
use gueridon_host::host::{Config, OpenTable, Viewer};
use gueridon_host::people::{AccountsConfig, Limit, Limits};
use gueridon_host::refusal::{Answer, Code};
use gueridon_host::table::{Proposal, SeatAction};
use gueridon_journal::{HintPolicy, TableId, TableSettings};
use serde_json::{Value, json};
use tokio::time::sleep;

use super::{config, on_each};
use crate::marathon;
use crate::refusals::code;
use crate::tables::stage::{EN, Stage, on_each_with};

impl Stage {
    async fn hint(&self, table: TableId, who: usize) -> Answer<Advice> {
        self.host.tables().hint(table, self.players[who], EN).await
    }

    /// A begun table of so many people and bots, where hints are as they should be by default.
    async fn begin_with_hints(&self, people: u8, bots: u8) -> TableId {
        self.begin_with(10, people, bots, TableSettings::default()).await
    }
}

fn settings(hints: HintPolicy) -> TableSettings {
    TableSettings { hints, ..TableSettings::default() }
}

fn steps(advice: &Advice) -> Value {
    let steps = advice.steps.iter().map(|one| serde_json::from_str::<Value>(one.step.get()));
    steps.collect::<Result<Vec<_>, _>>().unwrap().into()
}

#[tokio::test(start_paused = true)]
async fn a_hint_can_be_played_as_it_is_and_ends_where_its_player_cannot_foresee_what_comes() {
    on_each(async |stage| {
        let table = stage.begin_with_hints(1, 1).await;
        for round in 0..4 {
            let look = stage.look(table, stage.viewer(0)).await;
            let moves = look.seen.unwrap().moves.clone();
            if moves.is_empty() {
                sleep(Duration::from_secs(2)).await;
                continue;
            }
            let advice = stage.hint(table, 0).await.unwrap();
            assert!(advice.iterations > 0 && advice.chance <= 1_000, "{advice:?}");
            let first = &advice.steps[0];
            let open = moves.iter().find(|open| open.step.get() == first.step.get()).unwrap();
            assert_eq!(open.words, first.words);
            // A card that is drawn cannot be foreseen, nor what the bot picks.
            assert_eq!(advice.steps.len(), 1, "{advice:?}");
            let key = format!("k{round}");
            stage.play(table, 0, look.since.unwrap(), &key, steps(&advice)).await.unwrap();
        }
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn hints_are_given_against_bots_and_among_people_only_if_the_settings_say_so() {
    on_each(async |stage| {
        for (hints, against_bots, among_people) in [
            (HintPolicy::AgainstBots, true, false),
            (HintPolicy::Allowed, true, true),
            (HintPolicy::Forbidden, false, false),
        ] {
            for (people, bots, is_given) in [(1, 2, against_bots), (2, 1, among_people)] {
                let table = stage.begin_with(10, people, bots, settings(hints)).await;
                let hint = stage.hint(table, 0).await;
                let info = stage.look(table, stage.viewer(0)).await.table;
                assert_eq!(info.allows_hints(stage.viewer(0)), is_given, "{hints:?}");
                assert!(!info.allows_hints(stage.viewer(2)));
                assert!(!info.allows_hints(Viewer::default()));
                match is_given {
                    true => assert!(!hint.unwrap().steps.is_empty()),
                    false => assert_eq!(code(hint), Code::HintsOff),
                }
            }
        }
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn who_is_not_to_act_gets_no_hint() {
    on_each(async |stage| {
        let options = Some(json!({ "rounds": 10 }));
        let settings = settings(HintPolicy::Allowed);
        let open =
            OpenTable { settings: settings.clone(), ..OpenTable::of("marathon", options, 2) };
        let open = stage.host.lobby().open(stage.players[0], open).await.unwrap();
        assert_eq!(code(stage.hint(open, 0).await), Code::NotStarted);
        assert_eq!(code(stage.hint(TableId::default(), 0).await), Code::UnknownTable);
        let table = stage.begin_with(10, 2, 0, settings.clone()).await;
        assert_eq!(code(stage.hint(table, 2).await), Code::NotSeated);
        stage.play(table, 0, 0, "a", json!([{"pick": 1}])).await.unwrap();
        assert_eq!(code(stage.hint(table, 0).await), Code::NotYourTurn);
        assert!(stage.hint(table, 1).await.is_ok());
        let paused = stage.act(table, 0, SeatAction::Propose(Proposal::Pause)).await.unwrap();
        stage.act(table, 1, SeatAction::Agree(paused)).await.unwrap();
        assert_eq!(code(stage.hint(table, 1).await), Code::Paused);
        let over = stage.begin_with(10, 2, 0, settings).await;
        stage.act(over, 0, SeatAction::Resign).await.unwrap();
        assert_eq!(code(stage.hint(over, 1).await), Code::TableOver);
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_search_that_fails_loses_the_hint_and_never_the_table() {
    // As in the test of a bot whose search fails: the number is one for the whole process.
    const ROUNDS: u32 = 13;
    marathon::DULL.store(ROUNDS, Ordering::Relaxed);
    on_each(async |stage| {
        let table = stage.begin_with(ROUNDS, 1, 1, TableSettings::default()).await;
        for _ in 0..4 {
            assert_eq!(code(stage.hint(table, 0).await), Code::HintLost);
        }
        stage.play(table, 0, 0, "a", json!([{"pick": 1}])).await.unwrap();
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn who_asks_for_hints_without_end_has_to_wait() {
    let hints = Limit { at_once: 2, every: Duration::from_secs(60) };
    let limits = Limits { hints, ..Limits::default() };
    let accounts = AccountsConfig { limits, ..AccountsConfig::default() };
    on_each_with(&Config { accounts, ..config() }, async |stage| {
        let table = stage.begin_with_hints(1, 1).await;
        for _ in 0..2 {
            stage.hint(table, 0).await.unwrap();
        }
        assert_eq!(code(stage.hint(table, 0).await), Code::TooManyAttempts);
        // Where there are none, none is counted.
        let among_people = stage.begin_with_hints(2, 0).await;
        for _ in 0..3 {
            assert_eq!(code(stage.hint(among_people, 1).await), Code::HintsOff);
        }
    })
    .await;
}
