//! Players and spectators, each using whichever host answers.

use std::sync::Arc;

use gueridon_game::Language;
use gueridon_host::host::{Look, Subscription, Update, Viewer};
use gueridon_host::refusal::{Code, Failure};
use gueridon_journal::{PlayerId, TableId};
use serde_json::{Value, json};

use crate::faults::{Fate, TALLY, count};
use crate::world::{Cluster, glimpsed};

/// The final answers that one player got.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    /// Keys that were played, with the entry's number and steps.
    pub(crate) played: Vec<(String, u64, Vec<Value>)>,
    /// Keys that were refused.
    pub(crate) refused: Vec<String>,
}

/// Plays at random until the game is over.
pub(crate) async fn play(cluster: Arc<Cluster>, table: TableId, player: PlayerId) -> Answers {
    let fate = cluster.fate.clone();
    let mut answers = Answers::default();
    for number in 0.. {
        fate.dawdle(60).await;
        let look = look(&cluster, table, player.into()).await;
        let seen = look.seen.expect("a begun table is shown");
        if seen.over {
            return answers;
        }
        let since = if fate.percent(50) { look.seq } else { look.since.expect("it sits") };
        let steps = match steps(&fate, &seen) {
            // It is not its turn; sometimes it tries anyway.
            None if fate.percent(20) => vec![json!({"pass": "YES"})],
            None => continue,
            Some(steps) => steps,
        };
        let key = number.to_string();
        send(&cluster, table, player, since, key, steps, &mut answers).await;
        resend(&cluster, table, player, &answers).await;
    }
    answers
}

/// One or two of the legal steps; two may or may not be legal together.
fn steps(fate: &Fate, seen: &gueridon_host::table::GameView) -> Option<Vec<Value>> {
    let choice = seen.moves.get(fate.below(seen.moves.len()))?;
    let step: Value = serde_json::from_str(choice.step.get()).expect("a step is JSON");
    let (draw, pass) = (json!({"draw": "YES"}), json!({"pass": "YES"}));
    Some(match step {
        // After the last pass there is nothing to pick for.
        step if step == pass && fate.percent(50) => vec![step, json!({"pick": 1})],
        step if step == draw && fate.percent(10) => vec![step, pass],
        step => vec![step],
    })
}

/// Sends a play with the same key until its outcome is known.
async fn send(
    cluster: &Cluster,
    table: TableId,
    player: PlayerId,
    since: u64,
    key: String,
    steps: Vec<Value>,
    answers: &mut Answers,
) {
    let mut faults = 0;
    loop {
        let host = cluster.any().await;
        match host.tables().play(table, player, since, key.clone(), steps.clone().into()).await {
            Ok(played) => {
                (faults > 0).then(|| count(&TALLY.settled));
                (steps.len() > 1).then(|| count(&TALLY.lists));
                let look = look(cluster, table, player.into()).await;
                assert!(look.seq >= played.seq, "{} is not seen at {}", played.seq, look.seq);
                return answers.played.push((key, played.seq, steps));
            }
            Err(Failure::Refused(refused)) => {
                check_refused(refused.code, &steps);
                return answers.refused.push(key);
            }
            Err(Failure::Fault(_)) => {
                faults += 1;
                cluster.fate.dawdle(100).await;
            }
        }
    }
}

fn check_refused(code: Code, steps: &[Value]) {
    let lawful = match steps {
        [draw, _] if *draw == json!({"draw": "YES"}) && code == Code::TooFar => {
            count(&TALLY.too_far);
            true
        }
        [_, _] => [Code::Stale, Code::NotYourTurn, Code::TableOver].contains(&code),
        _ => {
            let lawful = [Code::Stale, Code::NotYourTurn, Code::TableOver, Code::IllegalMove];
            lawful.contains(&code)
        }
    };
    assert!(lawful, "{} for {steps:?}", code.word());
}

/// A retry of an earlier play gets the same answer, and another play with its key is refused.
async fn resend(cluster: &Cluster, table: TableId, player: PlayerId, answers: &Answers) {
    let Some((key, seq, steps)) = answers.played.get(cluster.fate.below(answers.played.len()))
    else {
        return;
    };
    let host = cluster.any().await;
    let (same, mut sent) = (cluster.fate.percent(50), steps.clone());
    if !same {
        sent.push(json!({"pass": "YES"}));
    }
    match host.tables().play(table, player, 0, key.clone(), sent.into()).await {
        Ok(played) => {
            assert!(same && played.seq == *seq, "{key} was {seq}, not {}", played.seq);
            count(&TALLY.resent);
        }
        Err(Failure::Refused(refused)) => {
            assert!(!same && refused.code == Code::KeyReused, "{refused}");
        }
        Err(Failure::Fault(_)) => {}
    }
}

/// Looks until a host answers.
pub(crate) async fn look(cluster: &Cluster, table: TableId, viewer: Viewer) -> Look {
    loop {
        match cluster.any().await.watching().look(table, viewer, Language::En).await {
            Ok(look) => return look,
            Err(Failure::Refused(refused)) => panic!("{refused}"),
            Err(Failure::Fault(_)) => cluster.fate.dawdle(100).await,
        }
    }
}

/// Subscribes to a table until its end, resuming when it has to; returns the entries in order.
pub(crate) async fn watch(cluster: Arc<Cluster>, table: TableId, viewer: Viewer) -> Vec<Value> {
    let fate = cluster.fate.clone();
    let mut heard = Vec::new();
    loop {
        let mut subscription = subscribe(&cluster, table, viewer, heard.len() as u64).await;
        loop {
            if fate.percent(10) {
                fate.dawdle(2_000).await;
            }
            match subscription.next().await {
                Some(Update::Entry(_)) => match subscription.entry().await {
                    Some(glimpse) => heard.push(glimpsed(&glimpse)),
                    None => break,
                },
                Some(Update::Table | Update::Message(_)) => {}
                Some(Update::Resume) => {
                    count(&TALLY.resumed);
                    break;
                }
                None => return heard,
            }
            if fate.percent(5) {
                break;
            }
        }
    }
}

async fn subscribe(cluster: &Cluster, table: TableId, viewer: Viewer, after: u64) -> Subscription {
    loop {
        match cluster.any().await.watching().subscribe(table, viewer, after).await {
            Ok(subscription) => return subscription,
            Err(Failure::Refused(refused)) => panic!("{refused}"),
            Err(Failure::Fault(_)) => cluster.fate.dawdle(100).await,
        }
    }
}
