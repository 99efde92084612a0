//! The builds that tables begin with are kept in the journal.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::future::join_all;
use gueridon_game::Seat;
use gueridon_host::clock::Clock;
use gueridon_host::host::{Config, Host, OpenTable};
use gueridon_journal::Journal;
use gueridon_journal::memory::Memory;
use gueridon_modules::{Builds, LinkedModules, Module, UnusableBuild};
use serde_json::json;

use crate::marathon::Marathon;

const BUILD: [u8; 32] = [7; 32];

/// Builds that count how often the bytes of one are asked for.
#[derive(Debug)]
struct Counted {
    linked: LinkedModules,
    asked: AtomicUsize,
}

impl Builds for Counted {
    fn newest(&self) -> Vec<Arc<Module>> {
        self.linked.newest()
    }

    fn build(&self, sha256: [u8; 32]) -> Option<Arc<Module>> {
        self.linked.build(sha256)
    }

    fn bytes(&self, sha256: [u8; 32]) -> Option<Arc<[u8]>> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        self.linked.bytes(sha256)
    }

    fn open_bytes(
        &self,
        sha256: [u8; 32],
        bytes: &Arc<[u8]>,
    ) -> Result<Arc<Module>, UnusableBuild> {
        self.linked.open_bytes(sha256, bytes)
    }

    fn set_quarantined(&self, _: BTreeMap<[u8; 32], String>) {}
}

#[tokio::test]
async fn of_tables_that_begin_at_once_one_has_their_build_kept() {
    let linked = LinkedModules(vec![Module::linked::<Marathon>(BUILD).unwrap()]);
    let library = Arc::new(Counted { linked, asked: AtomicUsize::new(0) });
    let journal = Arc::new(Memory::interleaving());
    let clock = Clock::standing(1_000);
    let host =
        Host::start(Config::default(), journal.clone(), library.clone(), clock).await.unwrap();
    let ada = host.people().guest("Ada").await.unwrap().player.id;
    let bo = host.people().guest("Bo").await.unwrap().player.id;
    let mut tables = Vec::new();
    for _ in 0..8 {
        let wish = OpenTable::of("marathon", Some(json!({ "rounds": 1 })), 2);
        let table = host.lobby().open(ada, wish).await.unwrap();
        host.lobby().sit(table, ada, Some(Seat(0))).await.unwrap();
        host.lobby().sit(table, bo, Some(Seat(1))).await.unwrap();
        tables.push(table);
    }
    assert_eq!(library.asked.load(Ordering::Relaxed), 0);
    let lobby = host.lobby();
    let begun = join_all(tables.iter().map(|&table| lobby.start_table(table, ada))).await;
    assert!(begun.iter().all(Result::is_ok), "{begun:?}");
    assert_eq!(library.asked.load(Ordering::Relaxed), 1);
    assert!(journal.build(BUILD).await.unwrap().is_some());
}
