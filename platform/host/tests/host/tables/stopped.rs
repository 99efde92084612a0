//! Stopped tables: what each pair of eyes still sees of them, and what their seats are asked.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use gueridon_game::Seat;
use gueridon_host::host::{Config, Host, Look, OpenTable, Random, TableStatus, Update, Viewer};
use gueridon_host::refusal::Code;
use gueridon_host::table::{
    Body, Comparison, Proposal, SeatAction, TableAction, Verdict, What, upgrade,
};
use gueridon_journal::{
    Bot, BuildRow, Entry, Intervention, InterventionKind, Interventions, Journal, Spectators,
    StopOnUpgrade, TableId, TableUpdate,
};
use gueridon_modules::builds::LinkedModules;
use gueridon_modules::executor::Execution;
use gueridon_modules::module::Module;
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::marathon::{self, Marathon};
use crate::refusals::code;
use crate::tables::stage::{EN, Stage, host_over, library, on_each_with};

/// A mended build.
const NEW: [u8; 32] = [8; 32];

/// Calls games at once, so that no time goes by meanwhile; each host has dice of its own.
fn config(host: u64) -> Config {
    let (execution, random) = (Execution::Inline, Random::of_test(host));
    Config { execution, random, ..Config::default() }
}

/// Runs a check while the time goes by only where everybody waits.
async fn on_each(check: impl AsyncFn(Stage)) {
    on_each_with(&config(1), check).await;
}

impl Stage {
    /// An operator stops a table, of which the host learns.
    async fn stop(&self, table: TableId) {
        let stop = Intervention::Stop { table, reason: "a dispute".to_owned() };
        assert!(self.journal.intervene(&stop, None, 1_000).await.unwrap());
        sleep(Duration::from_secs(5)).await;
    }

    /// Another host over the same journal, which has loaded nothing yet.
    async fn next_host(&self) -> Host {
        host_over(&self.journal, &self.clock, config(2)).await
    }

    async fn keep(&self, sha256: [u8; 32]) {
        let bytes: Arc<[u8]> = Arc::from(vec![sha256[0]]);
        let kept = BuildRow { sha256, game: "marathon".to_owned(), bytes, first_used_ms: 0 };
        assert!(self.journal.keep_build(&kept).await.unwrap());
    }

    async fn rows(&self, table: TableId) -> Vec<Entry> {
        self.journal.entries(table, 0, 1_000).await.unwrap()
    }

    /// The host asks the seats whether to go on from before the newest entry, a play.
    async fn ask_to_go_on(&self, table: TableId) -> u64 {
        let rows = self.rows(table).await;
        let [.., before, last] = &rows[..] else { panic!("{rows:?}") };
        let proposal = Proposal::GoOn { without: last.seq, build: NEW, to_act: before.to_act };
        let asks = TableAction::Propose { proposal, settles: false };
        let asks = Entry { digest: before.digest.clone(), ..acted(last, asks) };
        assert!(self.journal.append(&asks, &TableUpdate::default()).await.unwrap());
        asks.seq
    }
}

/// The entry after `last` with which the host does something.
fn acted(last: &Entry, action: TableAction) -> Entry {
    let seq = last.seq + 1;
    let body = serde_json::to_string(&Body::<()>::Act(action)).unwrap();
    Entry { seq, seat: None, key: format!("\t{seq}"), body, ..last.clone() }
}

/// What is in a look of a game: the hands, and how much can be done.
fn hands(look: &Look) -> Option<(Value, usize)> {
    let seen = look.seen.as_ref()?;
    let view: Value = serde_json::from_str(seen.view.get()).unwrap();
    Some((view["hands"].clone(), seen.moves.len() + seen.prompt.len()))
}

fn is_stopped(look: &Look) -> bool {
    matches!(look.table.state, TableStatus::Stopped { .. })
}

#[tokio::test(start_paused = true)]
async fn a_stopped_table_shows_to_each_pair_of_eyes_what_it_saw_last_and_nothing_more() {
    on_each(async |stage| {
        for (spectators, seen_by_all) in [
            (Spectators::Allowed, Some(3)),
            (Spectators::Delayed(1), Some(2)),
            (Spectators::Forbidden, None),
        ] {
            let table = stage.begin_watched(2, spectators).await;
            let picks = [(0, "a"), (1, "b")];
            for (who, key) in picks {
                stage.play(table, who, 0, key, json!([{"pick": 3}])).await.unwrap();
            }
            stage.play(table, 0, 2, "c", json!([{"draw": "YES"}])).await.unwrap();
            let eyes = [stage.viewer(0), stage.viewer(1), Viewer::default()];
            let mut before = Vec::new();
            for viewer in eyes {
                before.push(hands(&stage.look(table, viewer).await).map(|(hands, _)| hands));
            }
            let [Some(own), Some(other), all] = &before[..] else { panic!("{before:?}") };
            // Who has drawn sees the card, and nobody else does.
            assert!(own[0][0].is_u64() && own[1].is_null(), "{own}");
            assert_eq!(*other, json!([null, []]));
            assert_eq!(*all, seen_by_all.map(|_| json!([null, null])));

            stage.stop(table).await;
            let restarted = stage.next_host().await;
            for host in [&stage.host, &restarted] {
                for (viewer, (before, seq)) in
                    eyes.into_iter().zip(before.iter().zip([Some(3), Some(3), seen_by_all]))
                {
                    let watching = host.watching();
                    // The entries come first: nobody has to look for them.
                    let entries = watching.entries(table, viewer, 0, 99).await.unwrap();
                    let seqs: Vec<u64> = entries.iter().map(|entry| entry.seq).collect();
                    assert_eq!(seqs, (1..=seq.unwrap_or(0)).collect::<Vec<_>>(), "{spectators:?}");
                    let look = watching.look(table, viewer, EN).await.unwrap();
                    assert_eq!(look.seq, seq.unwrap_or(0), "{spectators:?}");
                    let shown = before.clone().map(|hands| (hands, 0));
                    assert_eq!(hands(&look), shown, "{spectators:?}");
                    assert_eq!(is_stopped(&look), seq.is_some());
                    // What is newer than what they see is not for those who watch with a delay.
                    assert_eq!(look.standing.is_some(), seq == Some(3), "{spectators:?}");
                }
            }
            // Without its game, nothing is told of what happened.
            let entries = restarted.watching().entries(table, eyes[0], 0, 99).await.unwrap();
            assert!(entries.iter().all(|entry| entry.told.is_empty()));
        }
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn the_subscription_to_a_stopped_table_says_so_and_ends_also_with_messages() {
    on_each(async |stage| {
        let table = stage.begin(2).await;
        for (turn, host) in (1..).zip([&stage.host, &stage.next_host().await]) {
            let subscribed = host.watching().subscribe(table, stage.viewer(0), 0).await.unwrap();
            let mut heard = subscribed.with_messages().await.unwrap();
            if turn == 1 {
                stage.stop(table).await;
            } else {
                sleep(Duration::from_secs(5)).await;
            }
            assert!(matches!(heard.next().await, Some(Update::Table)));
            assert!(heard.next().await.is_none());
        }
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn two_people_and_a_bot_go_on_when_the_second_agrees_and_nobody_has_to_look_first() {
    on_each(async |stage| {
        let [ada, bo, _] = stage.players[..] else { panic!("there are three players") };
        let open = OpenTable::of("marathon", Some(json!({ "rounds": 2 })), 3);
        let lobby = stage.host.lobby();
        let table = lobby.open(ada, open).await.unwrap();
        for (seat, player) in [(Seat(0), ada), (Seat(1), bo)] {
            lobby.sit(table, player, Some(seat)).await.unwrap();
        }
        lobby.seat_bot(table, ada, Seat(2), Bot::Random).await.unwrap();
        lobby.start_table(table, ada).await.unwrap();
        // The bot picks, and then Ada.
        sleep(Duration::from_secs(5)).await;
        stage.play(table, 0, 0, "a", json!([{"pick": 3}])).await.unwrap();
        stage.keep(NEW).await;
        stage.stop(table).await;
        let asked = stage.ask_to_go_on(table).await;
        assert_eq!(asked, 3);

        let host = stage.next_host().await;
        let agrees = async |player| {
            host.tables().act(table, player, SeatAction::Agree(asked)).await.unwrap()
        };
        assert_eq!([agrees(ada).await, agrees(ada).await], [4, 4], "a retry does nothing");
        assert_eq!(stage.journal.stops().await.unwrap().len(), 1);
        assert_eq!(agrees(bo).await, 5);
        assert!(stage.journal.stops().await.unwrap().is_empty());
        let newest = stage.journal.interventions(1).await.unwrap().remove(0);
        assert_eq!(newest.kind, InterventionKind::Reopen);
        let row = stage.journal.table(table).await.unwrap().unwrap();
        assert_eq!(row.build, Some(NEW));

        let mended = Arc::new(LinkedModules(vec![Module::linked::<Marathon>(NEW).unwrap()]));
        let journal: Arc<dyn Journal> = stage.journal.clone();
        let clock = stage.clock.clone();
        let mended = Host::start(config(3), journal, mended, clock).await.unwrap();
        let look = mended.watching().look(table, Viewer::default(), EN).await.unwrap();
        assert_eq!((look.table.state.clone(), look.seq), (TableStatus::Playing, 5));
        let entries = mended.watching().entries(table, ada.into(), 0, 9).await.unwrap();
        let undone: Vec<_> = entries.iter().map(|entry| entry.undone_by).collect();
        assert_eq!(undone, [None, Some(5), None, None, None]);
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn nobody_goes_on_with_a_build_that_is_not_kept_any_more() {
    on_each(async |stage| {
        let table = stage.begin(2).await;
        for (who, key) in [(0, "a"), (1, "b")] {
            stage.play(table, who, 0, key, json!([{"pick": 3}])).await.unwrap();
        }
        stage.stop(table).await;
        let asked = stage.ask_to_go_on(table).await;
        let agrees = async |who: usize| {
            let action = SeatAction::Agree(asked);
            stage.host.tables().act(table, stage.players[who], action).await
        };
        assert_eq!(agrees(0).await.unwrap(), asked + 1);
        assert_eq!(code(agrees(1).await), Code::NotProposed);
        assert_eq!(stage.rows(table).await.len() as u64, asked + 1);
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_stopped_table_that_another_program_has_moved_is_loaded_again_by_the_next_play() {
    on_each(async |stage| {
        let table = stage.begin(2).await;
        stage.play(table, 0, 0, "a", json!([{"pick": 3}])).await.unwrap();
        stage.stop(table).await;
        let play = async || stage.play(table, 1, 0, "b", json!([{"pick": 3}])).await;
        assert_eq!(code(play().await), Code::TableStopped);
        stage.keep(NEW).await;
        let last = stage.rows(table).await.pop().unwrap();
        let moved = acted(&last, TableAction::Upgrade { build: NEW });
        assert!(stage.journal.upgrade(&moved, NEW, StopOnUpgrade::Stays).await.unwrap());
        // It is loaded again for this play, and is stopped still.
        assert_eq!(code(play().await), Code::TableStopped);
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_stopped_table_that_was_moved_more_than_once_long_ago_can_be_read() {
    const NEWEST: [u8; 32] = [9; 32];
    on_each(async |stage| {
        let table = stage.begin(2).await;
        stage.play(table, 0, 0, "a", json!([{"pick": 3}])).await.unwrap();
        let mut last = stage.rows(table).await.pop().unwrap();
        for build in [NEW, NEWEST] {
            stage.keep(build).await;
            last = acted(&last, TableAction::Upgrade { build });
            assert!(stage.journal.upgrade(&last, build, StopOnUpgrade::Stays).await.unwrap());
            // More than are read at a time.
            for _ in 0..501 {
                last = acted(&last, TableAction::Decline { entry: 0 });
                assert!(stage.journal.append(&last, &TableUpdate::default()).await.unwrap());
            }
        }
        stage.stop(table).await;
        let host = stage.next_host().await;
        let look = host.watching().look(table, stage.viewer(0), EN).await.unwrap();
        assert!(is_stopped(&look));
        assert_eq!(look.seq, last.seq);
    })
    .await;
}

#[tokio::test]
async fn only_a_build_that_always_fails_has_a_running_table_count_as_stopped() {
    on_each_with(&Config::default(), async |stage| {
        let table = stage.begin(marathon::FEVERISH).await;
        for (who, key) in [(0, "a"), (1, "b")] {
            stage.play(table, who, 0, key, json!([{"pick": 3}])).await.unwrap();
        }
        let journal: Arc<dyn Journal> = stage.journal.clone();
        let old = Arc::clone(&library().0[0]);
        let new = Module::linked::<Marathon>(NEW).unwrap();
        let tried = async |is_stopped| {
            let comparison = Comparison { old: &old, new: &new, table, is_stopped, is_trial: true };
            upgrade(&journal, comparison, (&stage.clock, &Random::of_test(1))).await.unwrap()
        };
        assert_eq!(tried(false).await, Verdict::Agrees);
        marathon::HAS_FEVER.store(true, Ordering::Relaxed);
        assert_eq!(tried(false).await, Verdict::Busy);
        // Where it is stopped, that may be what stops it; but this is not the newest play.
        let failed = tried(true).await;
        marathon::HAS_FEVER.store(false, Ordering::Relaxed);
        let Verdict::Differs(difference) = failed else { panic!("{failed:?}") };
        assert_eq!(difference.entry, 1);
        assert!(matches!(
            difference.what,
            What::Unplayable { is_new: false, is_permanent: false, .. }
        ));
    })
    .await;
}
