//! The set-up of these tests: hosts over one journal, a delivery that collects everything, and
//! three players.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use gueridon_game::Language;
use gueridon_host::clock::Clock;
use gueridon_host::host::{Config, Host, OpenTable};
use gueridon_host::notifications::MailChange;
use gueridon_host::notifications::{self, Delivery, Letter, Post, Undelivered};
use gueridon_host::people::{AccountsConfig, Hashing, Identity, NewPlayer, Password};
use gueridon_journal::memory::Memory;
use gueridon_journal::sqlite::Sqlite;
use gueridon_journal::{Journal, TableId};
use gueridon_modules::builds::LinkedModules;
use gueridon_modules::module::Module;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::marathon::Marathon;

pub(crate) const SECOND: i64 = 1_000;
pub(crate) const MINUTE: i64 = 60 * SECOND;
pub(crate) const HOUR: i64 = 60 * MINUTE;

/// A delivery that keeps everything, or fails.
#[derive(Debug, Default)]
pub(crate) struct Bag {
    posts: Mutex<Vec<Post>>,
    letters: Mutex<Vec<Letter>>,
    /// How many attempts there were.
    pub(crate) given: Mutex<usize>,
    pub(crate) loses: AtomicBool,
    /// Whether its failures are final.
    pub(crate) is_final: AtomicBool,
}

impl Bag {
    fn lost(&self) -> Result<(), Undelivered> {
        *self.given.lock().unwrap() += 1;
        if self.loses.load(Ordering::Relaxed) {
            let is_final = self.is_final.load(Ordering::Relaxed);
            return Err(Undelivered { fault: "lost".to_owned(), is_final });
        }
        Ok(())
    }

    /// What has arrived since the last call, as "WHAT seat@seq".
    pub(crate) fn posts(&self) -> Vec<String> {
        let posts = std::mem::take(&mut *self.posts.lock().unwrap());
        let said = |post: &Post| match &post.event.table {
            Some(at) => {
                let seat = at.seat.map_or(-1, |seat| i16::from(seat.0));
                format!("{} {seat}@{}", post.event.what.word(), at.seq)
            }
            None => post.event.what.word().to_owned(),
        };
        let mut said: Vec<_> = posts.iter().map(said).collect();
        said.sort();
        said
    }

    pub(crate) fn letters(&self) -> Vec<Letter> {
        std::mem::take(&mut *self.letters.lock().unwrap())
    }

    /// The subjects of the letters that have arrived since the last call.
    pub(crate) fn subjects(&self) -> Vec<String> {
        self.letters().into_iter().map(|letter| letter.subject).collect()
    }
}

#[async_trait]
impl Delivery for Bag {
    fn sends_mail(&self) -> bool {
        true
    }

    fn can_reach(&self, url: &str) -> bool {
        url.starts_with("https://")
    }

    async fn post(&self, post: &Post) -> Result<(), Undelivered> {
        self.lost()?;
        self.posts.lock().unwrap().push(post.clone());
        Ok(())
    }

    async fn mail(&self, letter: &Letter) -> Result<(), Undelivered> {
        self.lost()?;
        self.letters.lock().unwrap().push(letter.clone());
        Ok(())
    }
}

pub(crate) struct Stage {
    pub(crate) host: Host,
    /// Another node over the same journal.
    pub(crate) there: Host,
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) clock: Clock,
    pub(crate) bag: Arc<Bag>,
    pub(crate) ada: Arc<Identity>,
    pub(crate) bo: Arc<Identity>,
}

/// Runs a check on every kind of journal.
pub(crate) async fn on_each(check: impl AsyncFn(Stage)) {
    let directory = TempDir::new().unwrap();
    let sqlite = Sqlite::open(&directory.path().join("journal.db")).await.unwrap();
    for journal in [Arc::new(Memory::interleaving()) as Arc<dyn Journal>, Arc::new(sqlite)] {
        let (clock, bag) = (Clock::standing(1_800_000_000_000), Arc::new(Bag::default()));
        let host = host(&journal, &clock, &bag).await;
        let there = self::host(&journal, &clock, &bag).await;
        let (ada, bo) = (register(&host, "Ada").await, register(&host, "Bo").await);
        // Drops the two letters to confirm addresses.
        host.notifications().deliver_due().await.unwrap();
        assert_eq!(bag.letters().len(), 2);
        check(Stage { host, there, journal, clock, bag, ada, bo }).await;
    }
}

async fn host(journal: &Arc<dyn Journal>, clock: &Clock, bag: &Arc<Bag>) -> Host {
    let notifications = notifications::NotificationsConfig {
        delivery: Some(bag.clone()),
        public_url: Some("https://play.example".to_owned()),
        poll_interval: None,
        receivers_ttl: Duration::ZERO,
        ..notifications::NotificationsConfig::default()
    };
    let accounts = AccountsConfig {
        hashing: Hashing { memory_kib: 8, passes: 1 },
        token_cache_ttl: Duration::ZERO,
        ..AccountsConfig::default()
    };
    let config = Config { notifications, accounts, ..Config::default() };
    let library = Arc::new(LinkedModules(vec![Module::linked::<Marathon>([7; 32]).unwrap()]));
    Host::start(config, Arc::clone(journal), library, clock.clone()).await.unwrap()
}

pub(crate) async fn register(host: &Host, name: &str) -> Arc<Identity> {
    let new = NewPlayer {
        name: name.to_owned(),
        password: Password::new("the password"),
        email: Some(format!("{name}@example.org")),
        label: String::new(),
    };
    let signed = host.people().register(None, new, None).await.unwrap();
    host.people().accounts().authenticate(signed.token.secret()).await.unwrap().unwrap()
}

impl Stage {
    /// A table of Ada's (seat 0) and Bo's (seat 1) that has begun: both have to pick.
    pub(crate) async fn begin(&self) -> TableId {
        let options = Some(json!({ "rounds": 2 }));
        let table = OpenTable::of("marathon", options, 2);
        let table = self.host.lobby().open(self.ada.player.id, table).await.unwrap();
        for known in [&self.ada, &self.bo] {
            self.host.lobby().sit(table, known.player.id, None).await.unwrap();
        }
        self.host.lobby().start_table(table, self.ada.player.id).await.unwrap();
        table
    }

    pub(crate) async fn play(
        &self,
        table: TableId,
        who: &Identity,
        since: u64,
        step: Value,
    ) -> u64 {
        let key = format!("{since}-{step}");
        let player = who.player.id;
        let played = self.host.tables().play(table, player, since, key, vec![step].into()).await;
        played.unwrap().seq
    }

    /// Sends everything that is due.
    pub(crate) async fn tell(&self) -> usize {
        self.host.notifications().deliver_due().await.unwrap()
    }

    pub(crate) fn later(&self, by_ms: i64) {
        self.clock.set(self.clock.now_ms() + by_ms);
    }

    /// The token in a letter's link.
    pub(crate) fn token(letter: &Letter) -> String {
        let (_, after) = letter.text.split_once("#token=").unwrap();
        after.chars().take_while(char::is_ascii_hexdigit).collect()
    }

    /// Ada has confirmed her address and wants mail about turns, in English.
    pub(crate) async fn wants_mail(&self) {
        self.host.notifications().send_confirmation(&self.ada, None).await.unwrap();
        self.tell().await;
        let letter = self.bag.letters().pop().unwrap();
        self.host.notifications().confirm_email(&Self::token(&letter), None).await.unwrap();
        let change =
            MailChange { turns: Some(true), language: Some(Language::En), rest_minutes: None };
        let mail = self.host.notifications().set_mail(&self.ada, change).await.unwrap();
        assert!(mail.is_here && mail.is_confirmed && mail.mailing.turns);
    }
}
