//! The journals of this crate: each passes the suite. The modules test what is particular to some.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod broken;
mod careless;
mod copies;
mod files;
mod grown;
mod plans;
mod plans_in_postgres;
mod postgres;
mod versions;

use std::sync::Arc;

use gueridon_journal::Journal;
use gueridon_journal::memory::Memory;
use gueridon_journal::postgres::Postgres;
use gueridon_journal::scratch::Server;
use gueridon_journal::sqlite::Sqlite;
use tempfile::TempDir;

use broken::Broken;

mod sqlite {
    use super::*;

    async fn open() -> (Arc<dyn Journal>, TempDir) {
        let directory = TempDir::new().unwrap();
        let sqlite = Sqlite::open(&directory.path().join("journal.db")).await.unwrap();
        (Arc::new(sqlite), directory)
    }

    gueridon_journal::conformance_tests!(open);
}

mod one_node {
    use super::*;

    async fn open() -> (Arc<dyn Journal>, ()) {
        let server = Server::shared();
        let url = server.url(&server.new_journal().await);
        (Arc::new(Postgres::open(&url).await.unwrap()), ())
    }

    gueridon_journal::conformance_tests!(open);
}

/// Three nodes with one database, which take turns with every call.
mod nodes {
    use super::*;

    async fn open() -> (Arc<dyn Journal>, ()) {
        let server = Server::shared();
        let url = server.url(&server.new_journal().await);
        let mut nodes = Vec::new();
        for _ in 0..3 {
            nodes.push(Arc::new(Postgres::open(&url).await.unwrap()) as Arc<dyn Journal>);
        }
        (Arc::new(Broken::over(nodes)), ())
    }

    gueridon_journal::conformance_tests!(open);
}

mod memory {
    use super::*;

    async fn open() -> (Arc<dyn Journal>, ()) {
        (Arc::new(Memory::interleaving()), ())
    }

    gueridon_journal::conformance_tests!(open);
}

#[test]
fn every_promise_of_the_suite_is_tested_and_fails_for_a_broken_journal() {
    let suite = include_str!("../../src/suite.rs");
    let broken = include_str!("broken.rs");
    for (room, promises) in [
        ("tables", include_str!("../../src/suite/tables.rs")),
        ("results", include_str!("../../src/suite/results.rs")),
        ("lobby", include_str!("../../src/suite/lobby.rs")),
        ("people", include_str!("../../src/suite/people.rs")),
        ("programs", include_str!("../../src/suite/programs.rs")),
        ("codes", include_str!("../../src/suite/codes.rs")),
        ("interventions", include_str!("../../src/suite/interventions.rs")),
        ("talk", include_str!("../../src/suite/talk.rs")),
        ("notifications", include_str!("../../src/suite/notifications.rs")),
        ("races", include_str!("../../src/suite/races.rs")),
        ("table_races", include_str!("../../src/suite/table_races.rs")),
    ] {
        for promise in promises.split("\npub async fn ").skip(1) {
            let name = promise.split('(').next().unwrap();
            assert!(suite.contains(&format!("{room}::{name},")), "{name} is not run");
            assert!(broken.contains(&format!("{room}::{name}:")), "{name} is not broken");
        }
    }
}
