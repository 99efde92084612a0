//! Clocks of a server that is killed: what the real binary writes down while it is up is enough.

use std::time::{Duration, Instant};

use jiff::Timestamp;
use serde_json::{Value as Json, json};

use crate::support::server::{Client, Server, home};
use crate::support::tables::{PLAY, begun_with};
use crate::together::acts::{GAMES, a_play, actions, conditions, module_of, standing, to_act};

/// How long the server is down.
const OUTAGE: Duration = Duration::from_secs(3);
/// How much time more than the outage a crash may give back: a node says every five seconds that it
/// is up, and one of these may have been late.
const GIVEN: Duration = Duration::from_secs(6);

/// A table at which somebody thinks.
struct Thinking {
    id: String,
    players: Vec<Client>,
    /// Whose turn it is.
    seat: usize,
    standing: Json,
}

impl Thinking {
    async fn at(server: &Server, game: &str) -> Self {
        let clock = json!({"live": {"bankSeconds": 30, "incrementSeconds": 0}});
        let settings = json!({ "clock": clock });
        let (id, players) = begun_with(&server.stranger(), json!({ game: {} }), 2, settings).await;
        let seat = to_act(&players[0], &id).await[0];
        let standing = standing(&players[0], &id).await;
        Self { id, players, seat, standing }
    }

    /// When the time of who thinks runs out.
    fn runs_out(&self) -> Timestamp {
        let at = &self.standing["seats"][self.seat]["clock"]["runsOutAt"];
        at.as_str().unwrap_or_else(|| panic!("{at}")).parse().unwrap()
    }

    async fn again(&self) -> Self {
        let standing = standing(&self.players[0], &self.id).await;
        Self { id: self.id.clone(), players: self.players.clone(), seat: self.seat, standing }
    }
}

#[tokio::test]
async fn a_live_clock_gets_back_the_time_in_which_the_server_was_killed() {
    let home = home("outage-killed", &GAMES.map(module_of));
    let mut server = Server::start(&home);
    let mut before = Vec::new();
    for game in GAMES {
        before.push(Thinking::at(&server, game).await);
    }
    let killed = Instant::now();
    server.kill_and_start_after(OUTAGE);
    let down = killed.elapsed();
    assert!(down >= OUTAGE);
    for before in before {
        let after = before.again().await;
        let moved = after.runs_out().duration_since(before.runs_out());
        let moved = Duration::try_from(moved).unwrap_or_else(|_| panic!("{moved} back"));
        let expected = OUTAGE - Duration::from_secs(1)..=down + GIVEN;
        assert!(expected.contains(&moved), "{moved:?} is not in {expected:?}");
        assert_eq!(conditions(&after.standing), ["PLAYING"; 2]);
        assert_eq!(after.standing["entries"], before.standing["entries"]);

        // The game goes on where it was, and so do the clocks.
        let player = &after.players[after.seat];
        let play = a_play(player, &after.id, "after").await;
        assert_eq!(player.ask(PLAY, play).await["play"], json!({"ok": true, "seq": 1}));
        let next = to_act(player, &after.id).await[0];
        let played = Thinking { seat: next, ..after.again().await };
        assert_eq!(actions(&played.standing), []);
        assert_eq!(conditions(&played.standing), ["PLAYING"; 2]);
        assert!(played.runs_out() > Timestamp::now());
    }
}
