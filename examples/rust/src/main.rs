//! Plays a whole game over Guéridon's API, against bots, and says what happens:
//!
//! ```text
//! cargo run -p example-client -- http://127.0.0.1:8080 abyss
//! ```
//!
//! It takes any step that is open, so it plays badly; everything else is as in a real client: a
//! guest's token, a table, one subscription that is taken up again where it broke, and a key for
//! each play, which is sent again when no answer came.

mod api;

/// The documents of `examples/play.graphql` as Rust types, made by build.rs.
#[allow(dead_code, missing_docs, unused_imports, clippy::all)]
mod documents {
    include!(concat!(env!("OUT_DIR"), "/play.rs"));
}

/// What the scalars of the schema are in Rust.
mod scalars {
    /// Sent back as it came.
    #[allow(clippy::upper_case_acronyms, reason = "that is what the schema calls it")]
    pub type JSON = serde_json::Value;
    /// One of `Table.moves`.
    pub type Move = serde_json::Value;
    /// `Game.options`.
    pub type Options = serde_json::Value;
}

use std::pin::pin;
use std::process::ExitCode;
use std::time::Duration;

use futures_util::StreamExt;

use api::{Failed, Server};
use documents::*;

/// How often something is sent again before it is given up.
const TRIES: u32 = 20;

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [url, game] = arguments.as_slice() else {
        eprintln!("usage: example-client URL GAME, such as http://127.0.0.1:8080 abyss");
        return ExitCode::FAILURE;
    };
    match run(url, game).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(failed) => {
            eprintln!("{failed}");
            ExitCode::FAILURE
        }
    }
}

async fn run(url: &str, game: &str) -> Result<(), Failed> {
    let server = Server::at(url);
    let server = match server.ask::<SignIn>(sign_in::Variables { name: "Ada".into() }).await? {
        sign_in::ResponseData { sign_in: Some(sign_in::SignInSignIn::SignedIn(player)) } => {
            server.with_token(player.token)
        }
        other => return Err(format!("not signed in: {other:?}").into()),
    };
    let table = start(&server, game).await?;
    println!("table {table}");
    follow(&server, &table).await
}

/// Opens a table of the game, sits down, seats bots beside, and starts.
async fn start(server: &Server, game: &str) -> Result<String, Failed> {
    let games = server.ask::<Games>(games::Variables).await?.games;
    let game = games.into_iter().find(|one| one.id == game).ok_or("the server has no such game")?;
    let seats = *game.seats.first().ok_or("nobody can play that")?;
    let opened = server.ask::<OpenTable>(open_table::Variables { options: game.options, seats });
    let table = match opened.await?.open_table {
        Some(open_table::OpenTableOpenTable::TableChanged(
            open_table::OpenTableOpenTableOnTableChanged { table: Some(table) },
        )) => table.id,
        other => return Err(format!("no table: {other:?}").into()),
    };
    match server.ask::<Sit>(sit::Variables { table: table.clone() }).await?.sit {
        Some(sit::SitSit::TableChanged) => {}
        other => return Err(format!("not seated: {other:?}").into()),
    }
    for seat in 1..seats {
        let bot = seat_bot::Variables { table: table.clone(), seat };
        match server.ask::<SeatBot>(bot).await?.seat_bot {
            Some(seat_bot::SeatBotSeatBot::TableChanged) => {}
            other => return Err(format!("no bot: {other:?}").into()),
        }
    }
    match server.ask::<Start>(start::Variables { table: table.clone() }).await?.start {
        Some(start::StartStart::TableChanged) => Ok(table),
        other => Err(format!("not started: {other:?}").into()),
    }
}

/// Listens to the table from its first entry to its result, and plays when it is asked.
async fn follow(server: &Server, table: &str) -> Result<(), Failed> {
    let mut after = 0;
    for _ in 0..TRIES {
        let variables = follow::Variables { table: table.into(), after };
        let updates = match server.listen::<Follow>(variables).await {
            Ok(updates) => updates,
            Err(failed) => {
                eprintln!("not connected: {failed}");
                tokio::time::sleep(Duration::from_millis(500)).await;
                continue;
            }
        };
        let mut updates = pin!(updates);
        while let Some(Ok(follow::ResponseData { table: update })) = updates.next().await {
            after = update.seq;
            for told in update.entry.iter().flat_map(|entry| &entry.told) {
                println!("  {}", told.words);
            }
            let now = update.table;
            if let Some(result) = now.result {
                for column in result.seats {
                    println!(
                        "rank {}: seat {}, {} points",
                        column.rank, column.seat, column.points
                    );
                }
                return Ok(());
            }
            let moves = now.moves.unwrap_or_default();
            if let (Some(since), false) = (now.since, moves.is_empty()) {
                // Any of them; a better player would look at the view.
                let choice = &moves[after as usize % moves.len()];
                play_one(server, table, since, &choice.move_).await?;
            }
        }
    }
    Err("the connection was lost too often".into())
}

/// Plays one step; under the same key as long as no answer comes.
async fn play_one(
    server: &Server,
    table: &str,
    since: i64,
    step: &scalars::Move,
) -> Result<(), Failed> {
    let key = format!("since-{since}");
    for _ in 0..TRIES {
        let (key, steps) = (key.clone(), vec![step.clone()]);
        let variables = play::Variables { table: table.into(), since, key, steps };
        match server.ask::<Play>(variables).await.map(|answer| answer.play) {
            // Where it was refused, somebody was faster: the next update tells how things stand.
            Ok(Some(_)) => return Ok(()),
            _ => tokio::time::sleep(Duration::from_millis(500)).await,
        }
    }
    Err("no answer to a play".into())
}
