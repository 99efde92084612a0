//! The set-up of these tests: a host over a journal in memory, and three players.

use std::sync::Arc;

use gueridon_game::Language;
use gueridon_host::clock::Clock;
use gueridon_host::host::{Config, Host, OpenTable, Random, Viewer};
use gueridon_host::refusal::Answer;
use gueridon_journal::memory::Memory;
use gueridon_journal::{Journal, PlayerId, TableId};
use gueridon_modules::builds::LinkedModules;
use gueridon_modules::module::Module;
use serde_json::{Value, json};

use crate::marathon::Marathon;

pub(crate) const EN: Language = Language::En;

pub(crate) struct Stage {
    pub(crate) host: Host,
    pub(crate) journal: Arc<Memory>,
    pub(crate) clock: Clock,
    pub(crate) players: Vec<PlayerId>,
}

pub(crate) fn library() -> Arc<LinkedModules> {
    Arc::new(LinkedModules(vec![Module::linked::<Marathon>([7; 32]).unwrap()]))
}

pub(crate) async fn host_over(journal: &Arc<Memory>, clock: &Clock, config: Config) -> Host {
    let journal: Arc<dyn Journal> = journal.clone();
    Host::start(config, journal, library(), clock.clone()).await.unwrap()
}

impl Stage {
    pub(crate) async fn set_with(config: Config, journal: Memory) -> Self {
        let (journal, clock) = (Arc::new(journal), Clock::standing(1_000));
        let host = host_over(&journal, &clock, config).await;
        let mut players = Vec::new();
        for name in ["Ada", "Bo", "Cy"] {
            players.push(host.people().guest(name).await.unwrap().player.id);
        }
        Self { host, journal, clock, players }
    }

    pub(crate) async fn open(&self, rounds: u32) -> TableId {
        let table = OpenTable::of("marathon", Some(json!({ "rounds": rounds })), 2);
        self.host.lobby().open(self.players[0], table).await.unwrap()
    }

    /// A table of Ada's and Bo's that has begun.
    pub(crate) async fn begin(&self, rounds: u32) -> TableId {
        let table = self.open(rounds).await;
        self.host.lobby().sit(table, self.players[0], None).await.unwrap();
        self.host.lobby().sit(table, self.players[1], None).await.unwrap();
        self.host.lobby().start_table(table, self.players[0]).await.unwrap();
        table
    }

    pub(crate) async fn play(
        &self,
        table: TableId,
        who: usize,
        since: u64,
        key: &str,
        steps: Value,
    ) -> Answer<u64> {
        let steps = steps.as_array().unwrap().clone().into();
        let played =
            self.host.tables().play(table, self.players[who], since, key.to_owned(), steps).await?;
        Ok(played.seq)
    }

    /// Both pick, and whose turn it is passes.
    pub(crate) async fn round(&self, table: TableId, round: u64) {
        let first = round * 3;
        let key = |what: &str| format!("{what}{round}");
        self.play(table, 0, first, &key("pick"), json!([{"pick": 1}])).await.unwrap();
        self.play(table, 1, first, &key("pick"), json!([{"pick": 2}])).await.unwrap();
        let drawer = (round % 2) as usize;
        let steps = json!([{"pass": "YES"}]);
        self.play(table, drawer, first + 2, &key("pass"), steps).await.unwrap();
    }

    pub(crate) fn viewer(&self, who: usize) -> Viewer {
        self.players[who].into()
    }

    pub(crate) async fn look(&self, table: TableId, viewer: Viewer) -> gueridon_host::host::Look {
        self.host.watching().look(table, viewer, EN).await.unwrap()
    }
}

/// Runs a check over a journal that others may write to, and over one that is this host's alone.
pub(crate) async fn on_each(check: impl AsyncFn(Stage)) {
    on_each_with(&Config { random: Random::of_test(1), ..Config::default() }, check).await;
}

pub(crate) async fn on_each_with(config: &Config, check: impl AsyncFn(Stage)) {
    for journal in [Memory::interleaving(), Memory::of_one_node()] {
        check(Stage::set_with(config.clone(), journal).await).await;
    }
}
