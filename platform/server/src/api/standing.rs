//! How a table stands besides its game: who sits there, how each seat is played, what its clock
//! shows, what is asked for.
//!
//! All of it is the same for everybody who looks at the same entry, whenever they do: what is sent
//! to one subscriber may be sent to others.

use gueridon_game::{Language, Seat};
use gueridon_host::host::{Look, TableInfo, TableStatus};
use gueridon_host::table::{ClockFace, Condition, Proposal, Proposed};
use gueridon_journal::Sitter;
use serde_json::{Map, Value as Json, json};

use super::table::{TableObject, rfc3339};
use gueridon_graphql::document::plan::Selected;
use gueridon_graphql::execute::{Run, Value};
use gueridon_graphql::fault::Fault;

impl TableObject {
    /// A field about the whole table.
    pub(super) async fn standing(&self, name: &str) -> Result<Value, Fault> {
        match name {
            "closedReason" => Value::of(&match &self.info().await?.state {
                TableStatus::Closed { why } => Some(why.word()),
                _ => None,
            }),
            "endedAt" => Value::of(&self.info().await?.ended_ms.map(rfc3339)),
            "isPaused" => {
                // Where the table cannot be followed, nobody can go on anyway.
                let standing = self.any_look().await.ok().and_then(|look| look.standing.as_ref());
                Value::of(&standing.is_some_and(|standing| standing.is_paused))
            }
            _ => {
                let standing = self.any_look().await?.standing.as_ref();
                let proposed = standing.and_then(|standing| standing.proposed.as_ref());
                Value::of(&proposed.map(proposal_json))
            }
        }
    }

    /// The seats, as far as they are asked about.
    pub(super) async fn seats(&self, field: &Selected, run: &Run<'_>) -> Result<Value, Fault> {
        let id = run.types.find("Seat").expect("the platform has this type");
        let info = self.info().await?;
        let mut asked = field.fields(id).iter();
        // Only these need the table to be loaded.
        let is_live = |field: &Selected| matches!(&*field.name, "toAct" | "condition" | "clock");
        let look = if asked.any(is_live) { self.any_look().await.ok() } else { None };
        let seats = (0..info.seats).map(Seat);
        Value::of(&seats.map(|seat| seat_json(info, look, seat)).collect::<Vec<_>>())
    }
}

fn seat_json(info: &TableInfo, look: Option<&Look>, seat: Seat) -> Json {
    let seated = info.seated.iter().find(|seated| seated.seat == seat);
    let (player, bot) = match seated.map(|seated| &seated.who) {
        Some(Sitter::Player { player, name, standing }) => {
            (Some(json!({ "id": player, "name": name, "standing": standing })), None)
        }
        Some(Sitter::Bot(bot)) => (None, Some(bot.word())),
        None => (None, None),
    };
    let acts = look.and_then(|look| match &look.seen {
        Some(seen) => Some(seen.to_act.contains(seat)),
        // Whoever may not watch is not told either.
        None => (look.table.state != TableStatus::Playing).then_some(false),
    });
    let standing = look.and_then(|look| look.standing.as_ref());
    let condition = standing.and_then(|standing| standing.conditions.get(seat.index()));
    let clock = standing.and_then(|standing| standing.clocks.get(seat.index()));
    json!({
        "number": seat,
        "player": player,
        "toAct": acts,
        "bot": bot,
        "name": seated.map(|_| name_json(info, seat)),
        "condition": condition.copied().map(Condition::word),
        "clock": clock.map(clock_json),
    })
}

/// What somebody is called, in every language.
fn name_json(info: &TableInfo, seat: Seat) -> Map<String, Json> {
    let named = |language: Language| {
        let word = json!(language).as_str().unwrap_or("EN").to_owned();
        (word, json!(info.names.of(language).get(seat.index())))
    };
    Language::ALL.into_iter().map(named).collect()
}

fn clock_json(face: &ClockFace) -> Json {
    json!({
        "leftSeconds": face.left_ms.max(0) / 1_000,
        "runsOutAt": face.deadline_ms.map(rfc3339),
    })
}

fn proposal_json(proposed: &Proposed) -> Json {
    let undoes = match proposed.proposal {
        Proposal::Undo(entry) => Some(entry),
        Proposal::Pause | Proposal::Resume | Proposal::Abort => None,
    };
    json!({
        "entry": proposed.entry,
        "seat": proposed.by,
        "kind": proposed.proposal.word(),
        "undoes": undoes,
        "agreed": proposed.agreed,
    })
}
