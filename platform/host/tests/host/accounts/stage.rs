//! The set-up of these tests: the accounts of two nodes.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use gueridon_host::clock::Clock;
use gueridon_host::host::Random;
use gueridon_host::people::{
    Accounts, AccountsConfig, Hashing, Identity, NewPlayer, Origin, Password, SignedIn,
};
use gueridon_host::refusal::Answer;
use gueridon_journal::Journal;
use gueridon_journal::memory::Memory;
use gueridon_journal::sqlite::Sqlite;
use tempfile::TempDir;

/// The accounts of two nodes over one journal.
pub(crate) struct Stage {
    pub(crate) here: Accounts,
    pub(crate) there: Accounts,
    pub(crate) clock: Clock,
}

/// Runs a check on every kind of journal.
pub(crate) async fn on_each(check: impl AsyncFn(Stage)) {
    let directory = TempDir::new().unwrap();
    let sqlite = Sqlite::open(&directory.path().join("journal.db")).await.unwrap();
    for journal in [Arc::new(Memory::interleaving()) as Arc<dyn Journal>, Arc::new(sqlite)] {
        let clock = Clock::standing(1_800_000_000_000);
        let node = || {
            let settings = AccountsConfig {
                hashing: Hashing { memory_kib: 8, passes: 1 },
                token_cache_ttl: Duration::from_secs(3_600),
                ..AccountsConfig::default()
            };
            Accounts::new(settings, Arc::clone(&journal), clock.clone(), Random::system())
        };
        check(Stage { here: node(), there: node(), clock }).await;
    }
}

impl Stage {
    pub(crate) async fn guest(&self, name: &str) -> Arc<Identity> {
        let signed = self.here.guest(name, "", None).await.unwrap();
        self.known(&signed).await
    }

    pub(crate) async fn known(&self, signed: &SignedIn) -> Arc<Identity> {
        self.here.authenticate(signed.token.secret()).await.unwrap().expect("the token is good")
    }

    pub(crate) async fn is_good(&self, signed: &SignedIn) -> bool {
        self.here.authenticate(signed.token.secret()).await.unwrap().is_some()
    }

    pub(crate) async fn register(&self, name: &str) -> SignedIn {
        self.here.register(None, new(name), None).await.unwrap()
    }

    pub(crate) async fn sign_in(&self, name: &str, password: &str) -> Answer<SignedIn> {
        self.here.sign_in(name, &Password::new(password), "", None).await
    }
}

pub(crate) fn new(name: &str) -> NewPlayer {
    NewPlayer {
        name: name.to_owned(),
        password: Password::new("the password"),
        email: None,
        label: "here".to_owned(),
    }
}

pub(crate) fn from(address: &str) -> Option<Origin> {
    Some(address.parse::<IpAddr>().unwrap().into())
}
