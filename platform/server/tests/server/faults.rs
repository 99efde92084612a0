//! Three servers on one PostgreSQL journal while everything fails: servers are killed, paused and cut
//! off from the database, the database is restarted and paused and ends all connections, and sockets
//! are cut, as people play, talk and listen at all of them.

mod history;
mod lobby;
mod people;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use gueridon_journal::scratch;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use tokio::task::{JoinSet, spawn_blocking};
use tokio::time::sleep;

use self::people::Group;
use crate::play::games::sealed;
use crate::support::line::Line;
use crate::support::server::{Client, Server, home, on_database, on_database_at};
use crate::support::setting::setting;

/// How many groups of people play, each at one table after the other.
const GROUPS: u64 = 3;

/// What goes wrong.
#[derive(Debug, Clone, Copy)]
enum Fault {
    /// A server is killed, and starts again after a while.
    Kill,
    /// A server does not go on for a while.
    Pause,
    /// The connections of one server to the database are cut, and it gets no others for a while.
    CutOff,
    /// Nothing of what one server and the database send each other arrives for a while, and nothing
    /// on those connections ever after.
    Silence,
    /// The database ends all connections.
    ConnectionsEnd,
    /// The database is stopped as in a crash, and starts again after a while.
    DatabaseRestart,
    /// No process of the database goes on for a while.
    DatabasePause,
}

impl Fault {
    const ALL: [Self; 7] = [
        Self::Kill,
        Self::Pause,
        Self::CutOff,
        Self::Silence,
        Self::ConnectionsEnd,
        Self::DatabaseRestart,
        Self::DatabasePause,
    ];
}

/// The servers and their database.
struct Site {
    database: Arc<scratch::Server>,
    url: String,
    /// That of each server to the database.
    lines: Vec<Line>,
    homes: Vec<PathBuf>,
    servers: Vec<Option<Server>>,
}

impl Site {
    async fn set() -> Self {
        let database = Arc::new(spawn_blocking(scratch::Server::start).await.unwrap());
        let url = database.url(&database.new_database().await);
        let homes: Vec<_> = (1..=3)
            .map(|number| home(&format!("faults-{number}"), &[sealed::GAME.module()]))
            .collect();
        let (mut lines, mut servers) = (Vec::new(), Vec::new());
        for home in &homes {
            let line = Line::to(&url).await;
            servers.push(Some(Server::of(on_database(home, &line.url), home)));
            lines.push(line);
        }
        Self { database, url, lines, homes, servers }
    }

    /// Anybody, at each server.
    fn strangers(&self) -> Vec<Client> {
        self.servers.iter().flatten().map(Server::stranger).collect()
    }

    /// Lets something fail for a while.
    async fn suffer(&mut self, fault: Fault, dice: &mut ChaCha8Rng) {
        let which = dice.random_range(0..self.servers.len());
        let a_while = Duration::from_millis(dice.random_range(0..2_500));
        match fault {
            Fault::Kill => {
                let server = self.servers[which].take().unwrap();
                let address = server.address.clone();
                // It is killed where it stands.
                drop(server);
                sleep(a_while).await;
                let (url, home) = (self.lines[which].url.clone(), self.homes[which].clone());
                let start = move || Server::of(on_database_at(&home, &url, &address), &home);
                self.servers[which] = Some(spawn_blocking(start).await.unwrap());
            }
            Fault::Pause => {
                let server = self.servers[which].as_ref().unwrap();
                server.signal("STOP");
                sleep(a_while).await;
                server.signal("CONT");
            }
            Fault::CutOff => {
                self.lines[which].cut();
                sleep(a_while).await;
                self.lines[which].mend();
            }
            Fault::Silence => {
                self.lines[which].silence();
                sleep(a_while).await;
                self.lines[which].mend();
            }
            Fault::ConnectionsEnd => self.database.end_connections().await,
            Fault::DatabaseRestart => {
                self.of_database(scratch::Server::stop).await;
                sleep(a_while).await;
                self.of_database(scratch::Server::restart).await;
            }
            Fault::DatabasePause => {
                self.of_database(scratch::Server::pause).await;
                sleep(a_while).await;
                self.of_database(scratch::Server::resume).await;
            }
        }
    }

    async fn of_database(&self, act: impl FnOnce(&scratch::Server) + Send + 'static) {
        let database = Arc::clone(&self.database);
        spawn_blocking(move || act(&database)).await.unwrap();
    }

    /// What the database answers.
    fn answers(&self, query: &str) -> String {
        let printed = self.database.run("psql", &[&self.url, "-At", "-c", query], b"");
        String::from_utf8(printed).unwrap().trim().to_owned()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_acknowledged_is_lost_and_nothing_told_twice_whatever_fails_of_three_servers() {
    let faults = setting("FAULTS", 8);
    let mut site = Site::set().await;
    let strangers = site.strangers();
    let is_late = Arc::new(AtomicBool::new(false));
    let mut playing = JoinSet::new();
    for number in 0..GROUPS {
        let group = Group::come(&strangers, number).await;
        playing.spawn(group.play_on(Arc::clone(&is_late)));
    }
    let lobbies: Vec<_> = strangers
        .iter()
        .map(|stranger| tokio::spawn(lobby::follow(stranger.clone(), Arc::clone(&is_late))))
        .collect();
    let mut dice = ChaCha8Rng::seed_from_u64(7);
    for number in 0..faults {
        sleep(Duration::from_millis(dice.random_range(300..1_200))).await;
        // Each kind comes, however few there are.
        site.suffer(Fault::ALL[number % Fault::ALL.len()], &mut dice).await;
    }
    is_late.store(true, Ordering::Relaxed);

    let (mut tables, mut plays) = (0, 0);
    while let Some(histories) = playing.join_next().await {
        for history in histories.unwrap() {
            history.check(&strangers).await;
            tables += 1;
            plays += history.plays();
        }
    }
    for lobby in lobbies {
        lobby.await.unwrap();
    }
    let count = "select count(*), count(distinct (table_id, key)),
                        (select sum(newest) from
                         (select max(seq) as newest from entries group by table_id) as tables)
                 from entries";
    let counts = site.answers(count);
    let counts: Vec<&str> = counts.split('|').collect();
    assert_eq!(counts, [counts[0]; 3], "entries, keys, and the last seqs of all tables");
    println!("{plays} plays at {tables} tables in {faults} faults");
    assert!(plays > faults, "they went on playing");
}
