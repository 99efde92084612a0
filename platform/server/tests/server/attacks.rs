//! Attacks beside people who play: each alone, to measure how much longer others wait, and all at
//! once for as long as one likes. The server answers people, loses nothing that it has acknowledged
//! even when it is killed again and again, and its memory is back where it was when the attackers
//! have gone.

mod attacker;
mod people;

use std::path::Path;
use std::time::{Duration, Instant};

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use tokio::time::sleep;

use crate::play::games::abyss::GAME as ABYSS;
use crate::support::server::{Server, command, home};
use crate::support::setting::setting;
use attacker::{Attack, Attackers};
use people::{People, Watched};

/// How much more memory the server may have afterwards: what the allocator keeps.
const MORE_MEMORY_MIB: u64 = 100;
/// How long it may take until that is so: tables of bots that nobody looks at are closed after five
/// minutes, and others dropped after ten.
const MEMORY_PATIENCE: Duration = Duration::from_secs(15 * 60);
/// How long people are watched each time.
const WINDOW: Duration = Duration::from_secs(4);
/// At most how many times as long as otherwise the slowest answer of a hundred may take under an
/// attack.
const SLOWER: f64 = 3.0;

/// A server with the limits that operators get, unlike those of other tests.
fn serve(home: &Path, listen: &str) -> Server {
    let mut command = command(home, listen);
    command.env_remove("GUERIDON_BUDGET").env_remove("GUERIDON_GUESTS_PER_HOUR");
    command.arg("--trust-proxy");
    Server::of(command, home)
}

/// The memory that the server has, in MiB.
fn memory_mib(server: &Server) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.id())).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() / 1024
}

fn say(what: &str, took: &[Duration]) {
    let [usual, slow] = [50, 99].map(|percent| slowest_of(percent, took));
    eprintln!("{what}: {} answers, p50 {usual:.1?}, p99 {slow:.1?}", took.len());
}

/// The slowest of the fastest `percent` of some times, which are in order.
fn slowest_of(percent: usize, took: &[Duration]) -> Duration {
    took[(took.len() - 1) * percent / 100]
}

fn median(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    all[all.len() / 2]
}

/// Each attack is measured several times, on a new server each time, just after a quiet while on the
/// same server: what else this machine does disturbs both, and what disturbs one of them is not the
/// median.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes ten minutes: make soak"]
async fn no_attack_makes_people_wait_more_than_three_times_as_long() {
    let rounds: usize = setting("ATTACK_ROUNDS", 5);
    let mut slower = Vec::new();
    for attack in Attack::ALL {
        let (mut quiet, mut attacked, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
        for round in 0..rounds {
            let home = home(&format!("attacked-{attack:?}-{round}"), &[ABYSS.module()]);
            let server = serve(&home, "127.0.0.1:0");
            let people = Watched::begin(&server.address).await;
            let took = people.play(WINDOW, 1).await;
            let before = slowest_of(99, &took).as_secs_f64() * 1e3;
            let mut attackers = Attackers::new();
            attackers.come(attack, &server.address, &people.tables);
            sleep(WINDOW / 8).await;
            let took = people.play(WINDOW, 2).await;
            let during = slowest_of(99, &took).as_secs_f64() * 1e3;
            attackers.go_home().await;
            quiet.push(before);
            attacked.push(during);
            ratios.push(during / before);
        }
        let ratio = median(ratios.clone());
        eprintln!(
            "{attack:?}: p99 {:.1} ms quiet, {:.1} ms attacked, {ratio:.2} times ({ratios:.2?})",
            median(quiet),
            median(attacked),
        );
        if ratio > SLOWER {
            slower.push((attack, ratio));
        }
    }
    assert!(slower.is_empty(), "{slower:.2?}");
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes as long as it is told: make soak"]
async fn all_attacks_together_disturb_nobody_else_and_leave_no_memory_taken() {
    let how_long = Duration::from_secs(setting("ATTACK_SECONDS", 60));
    let home = home("attacked", &[ABYSS.module()]);
    let mut server = serve(&home, "127.0.0.1:0");
    let mut people = People::begin(&server.address).await;
    let watched = Watched::begin(&server.address).await;
    say("quiet", &watched.play(Duration::from_secs(10), 1).await);
    let before = memory_mib(&server);
    let mut attackers = Attackers::new();
    for attack in Attack::ALL {
        attackers.come(attack, &server.address, &people.tables);
    }
    say("under attack", &watched.play(how_long, 2).await);
    let most = memory_mib(&server);
    let counts = attackers.go_home().await;
    for attack in Attack::ALL {
        eprintln!("{attack:?}: {:?}", counts[&attack]);
    }
    let plays = people.end().await;
    let ended = Instant::now();
    let mut after = memory_mib(&server);
    // As before the attacks, people play meanwhile: threads that have nothing to do keep what was
    // freed for them.
    for seed in 3.. {
        if after < before + MORE_MEMORY_MIB || ended.elapsed() >= MEMORY_PATIENCE {
            break;
        }
        watched.play(Duration::from_secs(5), seed).await;
        after = memory_mib(&server);
    }
    let took = ended.elapsed().as_secs();
    eprintln!("{plays} plays; memory {before} MiB before, {most} during, {after} {took} s after");
    assert!(after < before + MORE_MEMORY_MIB, "{after} MiB, before the attacks {before}");
    assert_eq!(server.stop("TERM"), Some(0));
    assert!(server.errors().is_empty(), "{:?}", server.errors());
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes a second and more for each of its KILLS: make soak"]
async fn nothing_acknowledged_is_lost_in_kills_under_all_attacks() {
    let kills = setting("KILLS", 20);
    let home = home("attacked-and-killed", &[ABYSS.module()]);
    let mut server = serve(&home, "127.0.0.1:0");
    let mut people = People::begin(&server.address).await;
    let mut attackers = Attackers::new();
    for attack in Attack::ALL {
        attackers.come(attack, &server.address, &people.tables);
    }
    let mut dice = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..kills {
        sleep(Duration::from_millis(dice.random_range(200..1_500))).await;
        let address = server.address.clone();
        drop(server);
        server = serve(&home, &address);
    }
    attackers.go_home().await;
    let plays = people.end().await;
    eprintln!("{plays} plays in {kills} kills");
    assert!(plays > kills, "they went on playing");
    assert_eq!(server.stop("TERM"), Some(0));
    assert!(server.errors().is_empty(), "{:?}", server.errors());
}
