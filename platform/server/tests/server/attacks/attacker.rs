//! Attackers: each keeps to one attack, from an address of their own, and counts what comes of it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value as Json, json};
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::support::server::{Client, Socket};

/// How many sockets an attacker has open, or tries to.
const SOCKETS: usize = 1_500;
/// How many attackers of each kind there are.
const OF_A_KIND: u64 = 2;

/// What came of the attacks: how often each answer was given.
pub(super) type Counts = BTreeMap<Attack, BTreeMap<String, usize>>;

/// Attackers at work.
pub(super) struct Attackers {
    working: JoinSet<Counts>,
    /// Whether they go home.
    is_over: Arc<AtomicBool>,
    elsewhere: Option<Runtime>,
}

impl Attackers {
    /// Nobody yet. In truth their machines are others, so their clients run on threads to which the
    /// system gives only what the server and people leave: what is measured is what the server does
    /// for them, and not what they do themselves.
    pub(super) fn new() -> Self {
        let elsewhere = Builder::new_multi_thread()
            .enable_all()
            .on_thread_start(|| {
                rustix::process::setpriority_process(None, 19).unwrap();
            })
            .build();
        Self {
            working: JoinSet::new(),
            is_over: Arc::default(),
            elsewhere: Some(elsewhere.unwrap()),
        }
    }

    /// Lets attackers of a kind come. They would like to disturb the tables of these people.
    pub(super) fn come(&mut self, attack: Attack, server: &str, victims: &[String]) {
        let elsewhere = self.elsewhere.as_ref().unwrap().handle();
        for number in 0..OF_A_KIND {
            let is_over = self.is_over.clone();
            let from = format!("198.51.100.{}", (attack as u64) << 4 | number);
            let mut attacker = Attacker {
                client: Client::at_from(server, &from),
                address: from,
                dice: ChaCha8Rng::seed_from_u64(number << 8 | attack as u64),
                victim: victims[number as usize % victims.len()].clone(),
                sockets: Vec::new(),
            };
            let attacking = async move {
                let mut counts = BTreeMap::<String, usize>::new();
                while !is_over.load(Ordering::Relaxed) {
                    let outcome = attacker.try_once(attack).await;
                    if outcome == "UNREACHABLE" {
                        sleep(Duration::from_millis(50)).await;
                    }
                    *counts.entry(outcome).or_default() += 1;
                }
                BTreeMap::from([(attack, counts)])
            };
            self.working.spawn_on(attacking, elsewhere);
        }
    }

    /// Sends them home; what came of their attacks.
    pub(super) async fn go_home(&mut self) -> Counts {
        self.is_over.store(true, Ordering::Relaxed);
        let mut all = Counts::new();
        while let Some(counts) = self.working.join_next().await {
            for (attack, counts) in counts.unwrap() {
                for (outcome, count) in counts {
                    *all.entry(attack).or_default().entry(outcome).or_default() += count;
                }
            }
        }
        all
    }
}

impl Drop for Attackers {
    fn drop(&mut self) {
        // A runtime cannot be dropped by a task of another.
        if let Some(elsewhere) = self.elsewhere.take() {
            elsewhere.shutdown_background();
        }
    }
}

/// Somebody who keeps attacking, and counts what comes of it.
pub(super) struct Attacker {
    address: String,
    client: Client,
    dice: ChaCha8Rng,
    /// A table of people, whom this attacker would like to disturb.
    victim: String,
    sockets: Vec<Socket>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Attack {
    Introspection,
    Malformed,
    TablesOfBots,
    OpenTables,
    Guests,
    Passwords,
    LooksBack,
    Sockets,
    Disconnects,
}

impl Attack {
    pub(super) const ALL: [Self; 9] = [
        Self::Introspection,
        Self::Malformed,
        Self::TablesOfBots,
        Self::OpenTables,
        Self::Guests,
        Self::Passwords,
        Self::LooksBack,
        Self::Sockets,
        Self::Disconnects,
    ];
}

/// What an answer is, in a word.
fn outcome(answer: &Json) -> String {
    if let Some(code) = answer["errors"][0]["extensions"]["code"].as_str() {
        return code.to_owned();
    }
    let refused = answer["data"].as_object().into_iter().flat_map(|data| data.values());
    let code = refused.filter_map(|field| field["code"].as_str()).next();
    code.unwrap_or("OK").to_owned()
}

impl Attacker {
    async fn ask(&self, document: &str, variables: Json) -> String {
        match self.client.try_post(document, variables).await {
            Ok(answer) => outcome(&answer),
            Err(_) => "UNREACHABLE".to_owned(),
        }
    }

    /// Becomes a new guest, if the server lets them.
    async fn sign_in(&mut self) -> String {
        let document = "mutation { signIn(name: \"Eve\") { ... on SignedIn { token } \
                        ... on Refused { code } } }";
        let stranger = self.client.stranger();
        let Ok(answer) = stranger.try_post(document, json!({})).await else {
            return "UNREACHABLE".to_owned();
        };
        if let Some(token) = answer["data"]["signIn"]["token"].as_str() {
            self.client.token = Some(token.into());
        }
        outcome(&answer)
    }

    /// Opens a table, as somebody new where the old guest may have no more; the table's id.
    async fn open(&mut self) -> Result<String, String> {
        if self.client.token.is_none() {
            let came = self.sign_in().await;
            if came != "OK" {
                return Err(came);
            }
        }
        let document = "mutation { openTable(options: {abyss: {}}, seats: 4) { \
                        ... on TableChanged { table { id } } ... on Refused { code } } }";
        let Ok(answer) = self.client.try_post(document, json!({})).await else {
            return Err("UNREACHABLE".to_owned());
        };
        let opened = &answer["data"]["openTable"]["table"]["id"];
        opened.as_str().map(ToOwned::to_owned).ok_or_else(|| {
            if answer["data"]["openTable"]["code"].is_string() {
                self.client.token = None;
            }
            outcome(&answer)
        })
    }

    async fn try_once(&mut self, attack: Attack) -> String {
        match attack {
            Attack::Introspection => {
                let skipped = "{ __schema { types { possibleTypes { interfaces { possibleTypes { \
                               interfaces { possibleTypes { name @skip(if: true) } } } } } } } }";
                self.ask(skipped, json!({})).await
            }
            Attack::Malformed => {
                let letters: Vec<char> = "{}()[]!:$@abc \"\\\n".chars().collect();
                let text = (0..200).map(|_| letters[self.dice.random_range(0..letters.len())]);
                let text: String = text.collect();
                self.ask(&text, json!({})).await
            }
            Attack::TablesOfBots => match self.open().await {
                Err(code) => code,
                Ok(id) => {
                    let seat_one = |seat| {
                        format!("b{seat}: seatBot(table: $id, seat: {seat}, bot: EXPERT) {{ ok }} ")
                    };
                    let bots: String = (0..4).map(seat_one).collect();
                    let document = format!(
                        "mutation($id: ID!) {{ {bots} start(table: $id) {{ ok \
                         ... on Refused {{ code }} }} }}"
                    );
                    let started = self.ask(&document, json!({ "id": id })).await;
                    if started == "TOO_MANY_TABLES" {
                        self.client.token = None;
                    }
                    started
                }
            },
            Attack::OpenTables => self.open().await.map_or_else(|code| code, |_| "OK".to_owned()),
            Attack::Guests => self.sign_in().await,
            Attack::Passwords => {
                let document = "mutation($password: String!) { \
                    signIn(name: \"Ada\", password: $password) { ... on Refused { code } } }";
                let guess = format!("guess {}", self.dice.random::<u64>());
                self.ask(document, json!({ "password": guess })).await
            }
            Attack::LooksBack => {
                let document = "query($id: ID!, $at: Int!) { \
                                table(id: $id) { snapshot(at: $at) { seq } } }";
                let at = self.dice.random_range(0..100);
                self.ask(document, json!({"id": self.victim, "at": at})).await
            }
            Attack::Sockets => {
                if self.sockets.len() >= SOCKETS {
                    self.sockets.clear();
                }
                let opened = Socket::try_open_from(&self.client.address, &self.address).await;
                let outcome = if opened.is_some() { "OPENED" } else { "UNREACHABLE" };
                self.sockets.extend(opened);
                outcome.to_owned()
            }
            Attack::Disconnects => {
                let patience = Duration::from_micros(self.dice.random_range(0..5_000));
                match timeout(patience, self.open()).await {
                    Err(_) => "DISCONNECTED".to_owned(),
                    Ok(opened) => opened.map_or_else(|code| code, |_| "OK".to_owned()),
                }
            }
        }
    }
}
