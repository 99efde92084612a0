//! Tables when something fails: the journal, a module, a build.

use std::collections::BTreeMap;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use gueridon_game::Language;
use gueridon_host::clock::Clock;
use gueridon_host::host::{Config, Host, Look, OpenTable, Played, TableStatus, Viewer};
use gueridon_host::refusal::{Answer, Code, Failure, Fault};
use gueridon_journal::memory::Memory;
use gueridon_journal::{PlayerId, TableId};
use gueridon_modules::{Builds, LinkedModules, Module, UnusableBuild};
use serde_json::{Value, json};

use crate::marathon::{self, Marathon};

/// Builds of which one is in the journal only, and sometimes cannot be opened.
#[derive(Debug)]
struct Crowded {
    linked: LinkedModules,
    is_full: AtomicBool,
}

impl Builds for Crowded {
    fn newest(&self) -> Vec<Arc<Module>> {
        Vec::new()
    }

    fn build(&self, _: [u8; 32]) -> Option<Arc<Module>> {
        None
    }

    fn bytes(&self, _: [u8; 32]) -> Option<Arc<[u8]>> {
        None
    }

    fn open_bytes(
        &self,
        sha256: [u8; 32],
        bytes: &Arc<[u8]>,
    ) -> Result<Arc<Module>, UnusableBuild> {
        if self.is_full.load(Ordering::Relaxed) {
            let reason = "too many open files".to_owned();
            return Err(UnusableBuild { reason, is_permanent: false });
        }
        self.linked.open_bytes(sha256, bytes)
    }

    fn set_quarantined(&self, _: BTreeMap<[u8; 32], String>) {}
}

struct Stage {
    host: Host,
    journal: Arc<Memory>,
    players: [PlayerId; 2],
}

fn linked() -> LinkedModules {
    LinkedModules(vec![Module::linked::<Marathon>([7; 32]).unwrap()])
}

impl Stage {
    async fn set() -> Self {
        let journal = Arc::new(Memory::of_one_node());
        let host = Self::host(&journal, Arc::new(linked())).await;
        let ada = host.people().guest("Ada").await.unwrap().player.id;
        let bo = host.people().guest("Bo").await.unwrap().player.id;
        Self { host, journal, players: [ada, bo] }
    }

    async fn host(journal: &Arc<Memory>, library: Arc<dyn Builds>) -> Host {
        let clock = Clock::standing(1_000);
        Host::start(Config::default(), journal.clone(), library, clock).await.unwrap()
    }

    async fn begin(&self, rounds: u32) -> TableId {
        let options = Some(json!({ "rounds": rounds }));
        let open = OpenTable::of("marathon", options, 2);
        let table = self.host.lobby().open(self.players[0], open).await.unwrap();
        for player in self.players {
            self.host.lobby().sit(table, player, None).await.unwrap();
        }
        self.host.lobby().start_table(table, self.players[0]).await.unwrap();
        table
    }

    async fn play(&self, table: TableId, who: usize, key: &str, step: Value) -> Answer<Played> {
        self.host
            .tables()
            .play(table, self.players[who], 0, key.to_owned(), vec![step].into())
            .await
    }
}

async fn look(host: &Host, table: TableId) -> Answer<Look> {
    host.watching().look(table, Viewer::default(), Language::En).await
}

#[tokio::test]
async fn a_play_that_may_be_written_is_not_refused_when_its_table_stops() {
    let stage = Stage::set().await;
    let table = stage.begin(9).await;
    stage.play(table, 0, "a", json!({"pick": 1})).await.unwrap();
    stage.journal.forge_appends();
    let lost = stage.play(table, 1, "b", json!({"pick": 1})).await;
    assert!(matches!(lost, Err(Failure::Fault(Fault::NoAnswer))), "{lost:?}");
    assert!(matches!(
        look(&stage.host, table).await.unwrap().table.state,
        TableStatus::Stopped { .. }
    ));
    match stage.play(table, 1, "c", json!({"pick": 1})).await {
        Err(Failure::Refused(refused)) => assert_eq!(refused.code, Code::TableStopped),
        other => panic!("{other:?}"),
    }
    // What is known to be played stays played.
    assert_eq!(stage.play(table, 0, "a", json!({"pick": 1})).await.unwrap().seq, 1);
}

#[tokio::test]
async fn a_table_is_not_stopped_by_a_build_that_could_not_be_opened_this_time() {
    let stage = Stage::set().await;
    let table = stage.begin(9).await;
    stage.play(table, 0, "a", json!({"pick": 1})).await.unwrap();
    let library = Arc::new(Crowded { linked: linked(), is_full: AtomicBool::new(true) });
    let host = Stage::host(&stage.journal, library.clone()).await;
    let failed = look(&host, table).await;
    assert!(matches!(failed, Err(Failure::Fault(Fault::Module(_)))), "{failed:?}");
    library.is_full.store(false, Ordering::Relaxed);
    let look = look(&host, table).await.unwrap();
    assert_eq!((look.table.state.clone(), look.seq), (TableStatus::Playing, 1));
}

#[tokio::test]
async fn a_table_is_not_stopped_by_a_module_that_failed_to_replay_this_time() {
    const ROUNDS: u32 = 77;
    let stage = Stage::set().await;
    let table = stage.begin(ROUNDS).await;
    stage.play(table, 0, "a", json!({"pick": 1})).await.unwrap();
    let host = Stage::host(&stage.journal, Arc::new(linked())).await;
    marathon::ILL.store(ROUNDS, Ordering::Relaxed);
    match look(&host, table).await {
        Err(Failure::Fault(fault @ Fault::Module(_))) => assert_eq!(fault.code(), Code::Internal),
        other => panic!("{other:?}"),
    }
    marathon::ILL.store(0, Ordering::Relaxed);
    let look = look(&host, table).await.unwrap();
    assert_eq!((look.table.state.clone(), look.seq), (TableStatus::Playing, 1));
}

#[tokio::test]
async fn a_play_is_not_lost_by_a_module_that_cannot_be_looked_at_after_it() {
    const ROUNDS: u32 = 78;
    let stage = Stage::set().await;
    let table = stage.begin(ROUNDS).await;
    let _watching = stage.host.watching().subscribe(table, Viewer::default(), 0).await.unwrap();
    look(&stage.host, table).await.unwrap();
    marathon::BLIND.store(ROUNDS, Ordering::Relaxed);
    // The look for the spectators is taken with the play, and fails.
    assert_eq!(stage.play(table, 0, "a", json!({"pick": 1})).await.unwrap().seq, 1);
    let blind = look(&stage.host, table).await;
    assert!(matches!(blind, Err(Failure::Fault(Fault::Module(_)))), "{blind:?}");
    marathon::BLIND.store(0, Ordering::Relaxed);
    assert_eq!(stage.play(table, 1, "b", json!({"pick": 2})).await.unwrap().seq, 2);
    look(&stage.host, table).await.unwrap();
    marathon::BLIND.store(ROUNDS, Ordering::Relaxed);
    let draw = vec![json!({"draw": "YES"})];
    let drawn =
        stage.host.tables().play(table, stage.players[0], 2, "c".to_owned(), draw.into()).await;
    assert_eq!(drawn.unwrap().seq, 3);
    marathon::BLIND.store(0, Ordering::Relaxed);
    // The next look is answered at once, from the game after the play.
    assert_eq!(look(&stage.host, table).await.unwrap().seq, 3);
}

/// Hanging steps hang until this is dropped, also by a failing test.
struct Stuck;

impl Stuck {
    fn now() -> Self {
        marathon::IS_STUCK.store(true, Ordering::Relaxed);
        Self
    }
}

impl Drop for Stuck {
    fn drop(&mut self) {
        marathon::IS_STUCK.store(false, Ordering::Relaxed);
    }
}

#[tokio::test(start_paused = true)]
async fn a_module_that_does_not_come_back_blocks_neither_its_table_nor_another() {
    let stage = Arc::new(Stage::set().await);
    let (table, other) = (stage.begin(9).await, stage.begin(9).await);
    stage.play(table, 0, "a", json!({"pick": 1})).await.unwrap();
    let stuck = Stuck::now();
    let playing = tokio::spawn({
        let stage = Arc::clone(&stage);
        async move { stage.play(table, 1, "b", json!({"hang": "YES"})).await }
    });
    while marathon::STUCK.load(Ordering::Relaxed) == 0 {
        tokio::task::yield_now().await;
    }
    // It gets another thread after a moment. While a blocking thread runs, only this advances the
    // paused clock, here no faster than the real one.
    let mut unblocked = pin!(stage.play(other, 0, "a", json!({"pick": 1})));
    let moment = Duration::from_millis(1);
    let played = loop {
        tokio::select! {
            biased;
            played = &mut unblocked => break played,
            () = tokio::time::advance(moment) => std::thread::sleep(moment),
        }
    };
    played.unwrap();
    tokio::time::advance(Duration::from_secs(10)).await;
    let lost = playing.await.unwrap();
    assert!(matches!(lost, Err(Failure::Fault(Fault::Module(_)))), "{lost:?}");
    assert_eq!(look(&stage.host, table).await.unwrap().seq, 1);
    assert_eq!(stage.play(table, 1, "c", json!({"pick": 1})).await.unwrap().seq, 2);
    drop(stuck);
}
