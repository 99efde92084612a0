//! A game that was loaded from a file at run time, played through the host over a real journal.

use std::path::Path;
use std::sync::Arc;

use gueridon_game::Language;
use gueridon_host::clock::Clock;
use gueridon_host::host::{Config, Host, Look, OpenTable, TableStatus, Viewer};
use gueridon_host::table::read_score;
use gueridon_journal::sqlite::Sqlite;
use gueridon_journal::{PlayerId, TableId};
use gueridon_modules::Modules;
use serde_json::{Value, json};

use crate::built::Directory;

struct Node {
    host: Host,
    journal: Arc<Sqlite>,
}

impl Node {
    async fn start(modules: Arc<Modules>, file: &Path) -> Self {
        let journal = Arc::new(Sqlite::open(file).await.unwrap());
        let (config, clock) = (Config::default(), Clock::system());
        let host = Host::start(config, journal.clone(), modules, clock).await.unwrap();
        Self { host, journal }
    }

    async fn stop(self) {
        self.host.stop();
        self.journal.close().await;
    }

    async fn begin(&self, players: &[PlayerId]) -> TableId {
        let options = Some(json!({ "rounds": 4 }));
        let seats = players.len() as u8;
        let open = OpenTable::of("sealed", options, seats);
        let table = self.host.lobby().open(players[0], open).await.unwrap();
        for &player in players {
            self.host.lobby().sit(table, player, None).await.unwrap();
        }
        self.host.lobby().start_table(table, players[0]).await.unwrap();
        table
    }

    async fn look(&self, table: TableId, viewer: impl Into<Viewer>) -> Look {
        self.host.watching().look(table, viewer.into(), Language::Fr).await.unwrap()
    }

    /// Lets everybody play their first legal step until `seq` is reached or the game is over.
    async fn play_until(&self, table: TableId, players: &[PlayerId], seq: u64) -> Look {
        for &player in players.iter().cycle() {
            let look = self.look(table, player).await;
            let seen = look.seen.as_ref().unwrap();
            if look.seq == seq || seen.over {
                return look;
            }
            let Some(choice) = seen.moves.first() else { continue };
            let steps: Vec<Value> = vec![serde_json::from_str(choice.step.get()).unwrap()];
            let (since, key) = (look.since.unwrap(), (look.seq + 1).to_string());
            let played =
                self.host.tables().play(table, player, since, key, steps.into()).await.unwrap();
            assert_eq!(played.seq, look.seq + 1);
        }
        unreachable!("somebody can always play")
    }
}

async fn three_players(host: &Host) -> Vec<PlayerId> {
    let mut players = Vec::new();
    for name in ["Ada", "Bo", "Cy"] {
        players.push(host.people().guest(name).await.unwrap().player.id);
    }
    players
}

#[tokio::test]
async fn a_game_from_a_file_is_played_to_its_last_score() {
    let (directory, journal) = (Directory::new(), tempfile::tempdir().unwrap());
    directory.put_example("sealed");
    let node = Node::start(directory.scan(), &journal.path().join("journal.db")).await;
    let players = three_players(&node.host).await;
    let table = node.begin(&players).await;
    let look = node.play_until(table, &players, u64::MAX).await;
    assert_eq!((look.table.state.clone(), look.seq), (TableStatus::Over, 12));
    let seen = look.seen.unwrap();
    let score = read_score(&seen.score).unwrap();
    assert!(score.is_final && score.seats.len() == 3);
    let entries = node.host.watching().entries(table, Viewer::default(), 0, 100).await.unwrap();
    let words = entries[0].told[0].words.get(Language::Fr);
    assert!(words.contains("Ada") && !words.contains("{seat"), "{words}");
    node.stop().await;
}

#[tokio::test]
async fn a_table_finishes_on_its_build_when_the_file_is_replaced_and_even_when_it_is_gone() {
    let (directory, journal) = (Directory::new(), tempfile::tempdir().unwrap());
    let file = journal.path().join("journal.db");
    directory.put_example("sealed");
    let modules = directory.scan();
    let node = Node::start(Arc::clone(&modules), &file).await;
    let players = three_players(&node.host).await;
    let old = node.begin(&players).await;
    let look = node.play_until(old, &players, 4).await;
    let build = look.table.build.unwrap();

    directory.put_other_build("sealed", 1);
    assert_eq!(modules.rescan().unwrap().len(), 1);
    let new = node.begin(&players).await;
    assert_ne!(node.look(new, players[0]).await.table.build.unwrap(), build);
    let look = node.play_until(old, &players, 8).await;
    assert_eq!(look.table.build.unwrap(), build);
    node.stop().await;

    // Another process, in whose directory the old build is not: the journal has it.
    let node = Node::start(directory.scan(), &file).await;
    let again = node.look(old, players[1]).await;
    assert_eq!((again.seq, again.table.build.unwrap()), (8, build));
    let look = node.play_until(old, &players, u64::MAX).await;
    assert_eq!((look.table.state.clone(), look.seq), (TableStatus::Over, 12));
    node.stop().await;
}
