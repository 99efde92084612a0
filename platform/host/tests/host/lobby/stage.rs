//! The set-up of these tests: a host over each kind of journal, and its players.

use std::sync::Arc;

use gueridon_game::{Language, Seat};
use gueridon_host::clock::Clock;
use gueridon_host::host::{Config, Host, OpenTable, Random, TableInfo, Viewer};
use gueridon_journal::memory::Memory;
use gueridon_journal::sqlite::Sqlite;
use gueridon_journal::{Journal, PlayerId, Role, TableId, TableSettings, Visibility};
use gueridon_modules::builds::LinkedModules;
use gueridon_modules::module::Module;
use serde_json::json;
use tempfile::TempDir;

use crate::marathon::Marathon;

pub(crate) const EN: Language = Language::En;

pub(crate) struct Stage {
    pub(crate) host: Host,
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) clock: Clock,
    pub(crate) ada: PlayerId,
    pub(crate) bo: PlayerId,
    pub(crate) cy: PlayerId,
    _directory: TempDir,
}

pub(crate) async fn host_over(journal: &Arc<dyn Journal>, clock: &Clock, config: Config) -> Host {
    // A build without a file, with which tables can begin.
    let build = gueridon_journal::BuildRow {
        sha256: [7; 32],
        game: "marathon".to_owned(),
        bytes: Arc::from(vec![7]),
        first_used_ms: 0,
    };
    journal.keep_build(&build).await.unwrap();
    let library = Arc::new(LinkedModules(vec![Module::linked::<Marathon>([7; 32]).unwrap()]));
    Host::start(config, Arc::clone(journal), library, clock.clone()).await.unwrap()
}

pub(crate) fn config() -> Config {
    Config { random: Random::of_test(1), ..Config::default() }
}

impl Stage {
    pub(crate) async fn player(&self, name: &str) -> PlayerId {
        self.host.people().guest(name).await.unwrap().player.id
    }

    /// A table of two of Ada's.
    pub(crate) async fn open(&self, settings: TableSettings) -> TableId {
        let table = OpenTable { settings, ..self.wish() };
        self.host.lobby().open(self.ada, table).await.unwrap()
    }

    pub(crate) fn wish(&self) -> OpenTable {
        OpenTable::of("marathon", Some(json!({ "rounds": 1 })), 2)
    }

    pub(crate) async fn info(&self, table: TableId) -> TableInfo {
        self.host.lobby().table(table, moderator()).await.unwrap()
    }

    /// Ada's and Bo's table, which has begun.
    pub(crate) async fn begun(&self, settings: TableSettings) -> TableId {
        let table = self.open(settings).await;
        self.host.lobby().sit(table, self.ada, Some(Seat(0))).await.unwrap();
        self.host.lobby().invite(table, self.ada, self.bo).await.unwrap();
        self.host.lobby().sit(table, self.bo, Some(Seat(1))).await.unwrap();
        self.host.lobby().start_table(table, self.ada).await.unwrap();
        table
    }

    /// Has both play the only round to its end.
    pub(crate) async fn finish(&self, table: TableId) {
        let play = async |player, since, key: &str, step| {
            self.host
                .tables()
                .play(table, player, since, key.to_owned(), vec![step].into())
                .await
                .unwrap();
        };
        play(self.ada, 0, "pick", json!({"pick": 1})).await;
        play(self.bo, 0, "pick", json!({"pick": 2})).await;
        play(self.ada, 2, "pass", json!({"pass": "YES"})).await;
    }
}

pub(crate) fn private() -> TableSettings {
    TableSettings { visibility: Visibility::Private, ..TableSettings::default() }
}

pub(crate) fn when_full() -> TableSettings {
    TableSettings { starts_when_full: true, ..TableSettings::default() }
}

/// A viewer with the role of a moderator.
pub(crate) fn moderator() -> Viewer {
    Viewer { role: Role::Moderator, ..Viewer::default() }
}

pub(crate) async fn on_each(check: impl AsyncFn(Stage)) {
    on_each_with(config(), check).await;
}

pub(crate) async fn on_each_with(config: Config, check: impl AsyncFn(Stage)) {
    for is_file in [false, true] {
        let directory = TempDir::new().unwrap();
        let journal: Arc<dyn Journal> = if is_file {
            Arc::new(Sqlite::open(&directory.path().join("journal.db")).await.unwrap())
        } else {
            Arc::new(Memory::interleaving())
        };
        let clock = Clock::standing(1_000_000);
        let host = host_over(&journal, &clock, config.clone()).await;
        let mut players = Vec::new();
        for name in ["Ada", "Bo", "Cy"] {
            players.push(host.people().guest(name).await.unwrap().player.id);
        }
        let [ada, bo, cy] = [players[0], players[1], players[2]];
        check(Stage { host, journal, clock, ada, bo, cy, _directory: directory }).await;
    }
}
