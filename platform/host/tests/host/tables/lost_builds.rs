//! Tables whose build is in the journal only and cannot be opened: permanently, or this time.

use std::fs;
use std::sync::Arc;

use gueridon_game::{Language, Seats};
use gueridon_host::clock::Clock;
use gueridon_host::host::{Config, Host, Look, OpenTable, TableStatus, Viewer};
use gueridon_host::refusal::{Answer, Code, Failure, Fault};
use gueridon_journal::memory::Memory;
use gueridon_journal::{BuildRow, Journal, PlayerId, Start, TableId};
use gueridon_modules::{Modules, ModulesConfig, ProbeCommand};
use serde_json::json;
use sha2::Digest;

use crate::built::{self, Directory, example, script};

/// A host whose directory has only the example.
struct Stage {
    host: Host,
    journal: Arc<Memory>,
    players: [PlayerId; 2],
    _directory: Directory,
}

impl Stage {
    async fn set(probe: ProbeCommand) -> Self {
        let directory = Directory::new();
        directory.put_example("sealed");
        let config = ModulesConfig { probe, ..directory.config() };
        let modules = Arc::new(Modules::scan(config).unwrap());
        let (journal, clock) = (Arc::new(Memory::new()), Clock::system());
        let host = Host::start(Config::default(), journal.clone(), modules, clock).await.unwrap();
        let ada = host.people().guest("Ada").await.unwrap().player.id;
        let bo = host.people().guest("Bo").await.unwrap().player.id;
        Self { host, journal, players: [ada, bo], _directory: directory }
    }

    /// A table that begins with a build of these bytes, as if another node had begun it.
    async fn begin(&self, bytes: &[u8]) -> TableId {
        let open = OpenTable::of("sealed", None, 2);
        let table = self.host.lobby().open(self.players[0], open).await.unwrap();
        for player in self.players {
            self.host.lobby().sit(table, player, None).await.unwrap();
        }
        let sha256 = <[u8; 32]>::from(sha2::Sha256::digest(bytes));
        let game = "sealed".to_owned();
        let build = BuildRow { sha256, game, bytes: bytes.into(), first_used_ms: 0 };
        assert!(self.journal.keep_build(&build).await.unwrap());
        let starter = self.players[0];
        let start = Start {
            table,
            starter,
            build: sha256,
            seed: [7; 32],
            at_ms: 0,
            to_act: Seats::NONE,
            deadline_ms: None,
            most_bot_tables: 1,
        };
        assert!(self.journal.start(&start).await.unwrap());
        table
    }

    async fn look(&self, table: TableId) -> Answer<Look> {
        self.host.watching().look(table, Viewer::default(), Language::En).await
    }

    /// Why a table is stopped, as both looks and plays report it.
    async fn reason(&self, table: TableId) -> String {
        let TableStatus::Stopped { reason } = self.look(table).await.unwrap().table.state.clone()
        else {
            panic!("it is not stopped");
        };
        let step = vec![json!({"bid": {"card": 1}})];
        match self.host.tables().play(table, self.players[0], 0, "k".to_owned(), step.into()).await
        {
            Err(Failure::Refused(refused)) => assert_eq!(refused.code, Code::TableStopped),
            other => panic!("{other:?}"),
        }
        reason
    }
}

#[tokio::test]
async fn a_build_that_can_never_be_opened_stops_its_tables_and_no_other() {
    let stage = Stage::set(built::probe()).await;
    let sealed = fs::read(example("sealed")).unwrap();
    let broken = |name| fs::read(example(name)).unwrap();
    for (bytes, why) in [
        (sealed[..40_000].to_vec(), "it died of"),
        (b"this is no library".to_vec(), "cannot be opened as a library"),
        (broken("broken_abi"), "it speaks version 2 of the border"),
        (broken("broken_symbol"), "exports no `gueridon_module`"),
        (broken("broken_panics"), "what am I?"),
    ] {
        let table = stage.begin(&bytes).await;
        let reason = stage.reason(table).await;
        assert!(reason.contains("its build cannot be opened") && reason.contains(why), "{reason}");
    }
    // Another build that is only in the journal, and valid.
    let other = [&sealed[..], &[1]].concat();
    let table = stage.begin(&other).await;
    assert_eq!(stage.look(table).await.unwrap().table.state, TableStatus::Playing);
}

#[tokio::test]
async fn a_build_whose_bytes_are_others_stops_its_tables() {
    let stage = Stage::set(built::probe()).await;
    let sealed = fs::read(example("sealed")).unwrap();
    let build = BuildRow {
        sha256: [3; 32],
        game: "sealed".to_owned(),
        bytes: sealed.into(),
        first_used_ms: 0,
    };
    assert!(stage.journal.keep_build(&build).await.unwrap());
    let open = OpenTable::of("sealed", None, 2);
    let table = stage.host.lobby().open(stage.players[0], open).await.unwrap();
    for player in stage.players {
        stage.host.lobby().sit(table, player, None).await.unwrap();
    }
    let starter = stage.players[0];
    let start = Start {
        table,
        starter,
        build: [3; 32],
        seed: [7; 32],
        at_ms: 0,
        to_act: Seats::NONE,
        deadline_ms: None,
        most_bot_tables: 1,
    };
    assert!(stage.journal.start(&start).await.unwrap());
    let reason = stage.reason(table).await;
    assert!(reason.contains("not those it is named by"), "{reason}");
}

#[tokio::test]
async fn a_build_that_could_not_be_probed_this_time_does_not_stop_its_tables() {
    let place = tempfile::tempdir().unwrap();
    let is_full = place.path().join("full");
    // 75: the machine had no room for it.
    let probe = script(&format!("test -e '{}' && exit 75; exec $PROBE", is_full.display()));
    let stage = Stage::set(probe).await;
    let other = [&fs::read(example("sealed")).unwrap()[..], &[1]].concat();
    let table = stage.begin(&other).await;
    fs::write(&is_full, "").unwrap();
    for _ in 0..2 {
        let failed = stage.look(table).await;
        assert!(matches!(failed, Err(Failure::Fault(Fault::Module(_)))), "{failed:?}");
    }
    fs::remove_file(&is_full).unwrap();
    assert_eq!(stage.look(table).await.unwrap().table.state, TableStatus::Playing);
}

#[tokio::test]
async fn a_build_whose_probe_hangs_does_not_stop_its_tables() {
    let mut probe = built::probe();
    probe.timeout = std::time::Duration::from_secs(5);
    let stage = Stage::set(probe).await;
    let table = stage.begin(&fs::read(example("broken_hangs")).unwrap()).await;
    let failed = stage.look(table).await;
    assert!(matches!(failed, Err(Failure::Fault(Fault::Module(_)))), "{failed:?}");
}
