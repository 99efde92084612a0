//! Plays a whole game over Guéridon's API, against bots, and says what happens:
//!
//! ```text
//! cargo run -p example-client -- http://127.0.0.1:8080 abyss
//! ```
//!
//! It takes any step that is open, so it plays badly; everything else is as in a real client: a
//! guest's token, a table, one subscription that is taken up again where it broke, and a key for
//! each question, under which a play is sent again when no answer came.

mod patience;

mod server;

/// The documents of `examples/play.graphql` as Rust types, made by build.rs.
#[allow(dead_code, missing_docs, non_camel_case_types, unused_imports, clippy::all)]
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

use std::process::ExitCode;

use documents::play::RefusalCode;
use documents::*;
use patience::{Failed, Patience, wrong};
use server::Server;

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [url, game] = arguments.as_slice() else {
        eprintln!("usage: URL GAME, such as http://127.0.0.1:8080 abyss");
        return ExitCode::FAILURE;
    };
    match run(url, game).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failed::Lost(why) | Failed::Wrong(why)) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

async fn run(url: &str, game: &str) -> Result<(), Failed> {
    let name = "Ada".to_owned();
    let signed_in = Server::new(url, None).ask::<SignIn>(sign_in::Variables { name }).await?;
    let token = match signed_in.sign_in {
        Some(sign_in::SignInSignIn::SignedIn(player)) => player.token,
        Some(sign_in::SignInSignIn::Refused(why)) => return Err(wrong(why.message)),
        None => return Err(wrong("an answer without a result")),
    };
    let server = Server::new(url, Some(token));
    let table = start(&server, game).await?;
    println!("table {table}");
    let result = follow(&server, &table).await?;
    for follow::FollowTableTableResultSeats { rank, seat, points } in result.seats {
        println!("rank {rank}: seat {seat}, {points} points");
    }
    Ok(())
}

/// Opens a table of the game, sits down, seats bots beside, and starts.
async fn start(server: &Server, game: &str) -> Result<String, Failed> {
    let games = server.ask::<Games>(games::Variables).await?.games;
    let found = games.into_iter().find(|one| one.id == game);
    let found = found.ok_or_else(|| wrong("the server has no such game"))?;
    let seats = *found.seats.first().ok_or_else(|| wrong("nobody can play that"))?;
    // `Game.options` is ready to be sent; once, since each time opens another table.
    let options = open_table::Variables { options: found.options, seats };
    let table = match server.ask::<OpenTable>(options).await?.open_table {
        Some(open_table::OpenTableOpenTable::TableChanged(opened)) => opened.table,
        Some(open_table::OpenTableOpenTable::Refused(why)) => return Err(wrong(why.message)),
        None => None,
    };
    let table = table.ok_or_else(|| wrong("no table"))?.id;
    let sit = sit::Variables { table: table.clone() };
    if let Some(sit::SitSit::Refused(why)) = server.ask::<Sit>(sit).await?.sit {
        return Err(wrong(why.message));
    }
    for seat in 1..seats {
        let bot = seat_bot::Variables { table: table.clone(), seat };
        let seated = server.ask::<SeatBot>(bot).await?.seat_bot;
        if let Some(seat_bot::SeatBotSeatBot::Refused(why)) = seated {
            return Err(wrong(why.message));
        }
    }
    let start = start::Variables { table: table.clone() };
    if let Some(start::StartStart::Refused(why)) = server.ask::<Start>(start).await?.start {
        return Err(wrong(why.message));
    }
    Ok(table)
}

/// Listens to the table from its first entry to its end, and plays when it is asked.
async fn follow(server: &Server, table: &str) -> Result<follow::FollowTableTableResult, Failed> {
    let mut after = 0;
    let mut answered = None;
    let mut result = None;
    let mut patience = Patience::default();
    loop {
        let ended: Result<(), Failed> = async {
            let variables = follow::Variables { table: table.to_owned(), after };
            let mut updates = server.listen::<Follow>(variables).await?;
            while let Some(follow::ResponseData { table: update }) = updates.next().await? {
                patience.renew();
                after = update.seq;
                for told in update.entry.iter().flat_map(|entry| &entry.told) {
                    println!("  {}", told.words);
                }
                // An entry that was missed: the last of them brings the table.
                let Some(now) = update.table else { continue };
                result = now.result;
                // Any of them; a better player would look at the view.
                let moves = now.moves.unwrap_or_default();
                let choice = moves.get(after as usize % moves.len().max(1));
                // Several updates can have the same question: it is answered once. Awaited, so that
                // there is one play at a time.
                if let (Some(since), Some(choice)) = (now.since, choice)
                    && answered != Some(since)
                    && play(server, table, since, &choice.move_).await?
                {
                    answered = Some(since);
                }
            }
            Ok(())
        }
        .await;
        match ended {
            // The stream is complete: there will be no more.
            Ok(()) => {
                let closed = || wrong("the table was closed before the game was over");
                return result.ok_or_else(closed);
            }
            Err(failed) => patience.wait(failed).await?,
        }
    }
}

/// Answers a question, and says the same again as long as no answer comes. Whether the question is
/// settled; after a pause it stands again.
async fn play(
    server: &Server,
    table: &str,
    since: i64,
    choice: &scalars::Move,
) -> Result<bool, Failed> {
    // `since` changes with every question and every play: such a key is new for each question, and
    // the same however often that question is answered.
    let key = format!("since-{since}");
    let mut patience = Patience::default();
    loop {
        let (table, key, steps) = (table.to_owned(), key.clone(), vec![choice.clone()]);
        let variables = play::Variables { table, since, key, steps };
        match server.ask::<Play>(variables).await {
            Ok(play::ResponseData { play: Some(play::PlayPlay::Refused(why)) }) => {
                return match why.code {
                    // The question is no longer there: the next update says how it stands.
                    RefusalCode::STALE
                    | RefusalCode::NOT_YOUR_TURN
                    | RefusalCode::TIME_UP
                    | RefusalCode::RESIGNED
                    | RefusalCode::TABLE_OVER
                    | RefusalCode::TABLE_CLOSED => Ok(true),
                    RefusalCode::PAUSED => Ok(false),
                    _ => Err(wrong(why.message)),
                };
            }
            Ok(_) => return Ok(true),
            Err(failed) => patience.wait(failed).await?,
        }
    }
}
