//! A server inside the test, with the real games, over a journal file that outlives it, and with a
//! clock that the test sets.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use gueridon::api::Api;
use gueridon::http;
use gueridon_game::Seat;
use gueridon_host::clock::Clock;
use gueridon_host::host::{Config, Host, OpenTable};
use gueridon_journal::sqlite::Sqlite;
use gueridon_journal::{Bot, Lobby, PlayerId, TableSettings};
use gueridon_modules::builds::LinkedModules;
use gueridon_modules::module::Module;
use serde_json::json;
use sha2::{Digest, Sha256};
use tokio::net::TcpListener;
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::support::server::{Client, home};
use crate::together::acts::module_of;

/// When every test begins.
pub(crate) const NOON_MS: i64 = 1_767_268_800_000; // 2026-01-01T12:00:00Z

pub(crate) struct Stage {
    pub(crate) host: Host,
    pub(crate) journal: Arc<Sqlite>,
    pub(crate) clock: Clock,
    address: String,
    home: PathBuf,
    config: Config,
    _stop: DropGuard,
}

/// A host that sweeps all the time, and whose bots do not pause.
pub(crate) fn quick() -> Config {
    let (sweep, bot_pause) = (Duration::from_millis(10), Duration::from_millis(1));
    Config { sweep, bot_pause, ..Config::default() }
}

/// A host that never sweeps by itself, and whose bots never play.
pub(crate) fn slow() -> Config {
    let (sweep, bot_pause) = (Duration::from_secs(3_600), Duration::from_secs(3_600));
    Config { sweep, bot_pause, ..Config::default() }
}

impl Stage {
    pub(crate) async fn set(test: &str, config: Config) -> Self {
        let home = home(&format!("together-{test}"), &[]);
        Self::over(home, config, Clock::standing(NOON_MS)).await
    }

    async fn over(home: PathBuf, config: Config, clock: Clock) -> Self {
        let bytes = std::fs::read(module_of("abyss")).unwrap();
        let abyss = Module::open(&bytes, Sha256::digest(&bytes).into()).unwrap();
        let library = Arc::new(LinkedModules(vec![abyss]));
        let journal = Arc::new(Sqlite::open(&home.join("journal.db")).await.unwrap());
        let host = Host::start(config.clone(), journal.clone(), library, clock.clone()).await;
        let (host, stop) = (host.unwrap(), CancellationToken::new());
        let server = http::Server::new(Api::new(host.clone()).unwrap(), stop.clone(), Vec::new());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let stopped = stop.clone().cancelled_owned();
        tokio::spawn(async move {
            axum::serve(listener, server.router()).with_graceful_shutdown(stopped).await.unwrap();
        });
        Self { host, journal, clock, address, home, config, _stop: stop.drop_guard() }
    }

    /// Ends the server, lets so much time pass, and starts another over the same journal; players
    /// are who they were.
    pub(crate) async fn restart(self, after_s: i64, players: &mut [Client]) -> Self {
        self.host.stop();
        self.journal.close().await;
        self.clock.set(self.clock.now_ms() + after_s * 1_000);
        let again = Self::over(self.home, self.config, self.clock).await;
        for player in players {
            player.address.clone_from(&again.address);
        }
        again
    }

    pub(crate) fn stranger(&self) -> Client {
        Client::at(&self.address)
    }

    /// Lets time pass.
    pub(crate) fn pass(&self, seconds: i64) {
        self.clock.set(self.clock.now_ms() + seconds * 1_000);
    }

    /// So many seconds after every test has begun, as the API writes it.
    pub(crate) fn at(seconds: i64) -> String {
        let (minutes, seconds) = (seconds / 60, seconds % 60);
        format!("2026-01-01T{:02}:{:02}:{seconds:02}.000Z", 12 + minutes / 60, minutes % 60)
    }

    /// A table with these settings, so many people, and bots after them, that has begun.
    pub(crate) async fn begun(
        &self,
        settings: TableSettings,
        people: usize,
        bots: u8,
    ) -> (String, Vec<Client>) {
        let (mut players, mut ids) = (Vec::new(), Vec::<PlayerId>::new());
        for number in 0..people {
            let player = self.stranger().player(&format!("Player {number}")).await;
            let me = player.ask("{ me { id } }", json!({})).await;
            ids.push(me["me"]["id"].as_str().unwrap().parse().unwrap());
            players.push(player);
        }
        let seats = u8::try_from(people).unwrap() + bots;
        let table = OpenTable { settings, ..OpenTable::of("abyss", None, seats) };
        let id = self.host.lobby().open(ids[0], table).await.unwrap();
        for &player in &ids {
            self.host.lobby().sit(id, player, None).await.unwrap();
        }
        for seat in seats - bots..seats {
            let seated = self.journal.seat_bot(id, Seat(seat), Bot::Random, ids[0]).await;
            assert!(seated.unwrap());
        }
        self.host.lobby().start_table(id, ids[0]).await.unwrap();
        (id.to_string(), players)
    }
}
