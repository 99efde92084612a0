//! The types `Seat`, `SeatClock` and `Proposal`: who sits at a table, and its state besides the
//! game.

use gueridon_game::{Language, Seat};
use gueridon_host::host::{Look, TableInfo, TableStatus};
use gueridon_host::table::{ClockFace, Condition, Proposed, Standing};
use gueridon_host::timestamp::rfc3339;
use gueridon_journal::{Seated, Sitter};
use serde_json::{Map, Value as Json, json};

use super::player::{Owners, sitter_json};
use super::state::Fields;

pub(super) fn register(fields: &mut Fields) {
    fields.json(&["Seat", "SeatClock", "Proposal"]);
}

/// A seat; without a look, as far as the journal knows it. `kept` are the seats that are kept, and
/// `owners` has those of programs.
pub(super) fn seat_json(
    info: &TableInfo,
    owners: &Owners,
    look: Option<&Look>,
    kept: &[Seated],
    seat: Seat,
) -> Json {
    let seated = info.seated.iter().find(|seated| seated.seat == seat);
    let (player, bot) = match seated.map(|seated| &seated.who) {
        Some(Sitter::Bot(bot)) => (None, Some(bot.word())),
        Some(sitter) => (sitter_json(sitter, owners), None),
        None => (None, None),
    };
    let acts = look.and_then(|look| match &look.seen {
        Some(seen) => Some(seen.to_act.contains(seat)),
        // Not known to callers who may not watch.
        None => (look.table.state != TableStatus::Playing).then_some(false),
    });
    let standing = look.and_then(|look| look.standing.as_deref());
    json!({
        "number": seat,
        "player": player,
        "toAct": acts,
        "bot": bot,
        "name": seated.map(|_| name_json(info, seat)),
        "condition": condition_word(standing, seat),
        "clock": clock_of(standing, seat),
        "keptFor": kept.iter().find(|one| one.seat == seat).and_then(|one| sitter_json(&one.who, owners)),
        "answerBy": seated.and_then(Seated::asked_until_ms).map(rfc3339),
    })
}

/// The part of a seat that depends on the moment.
pub(super) fn seat_snapshot_json(standing: Option<&Standing>, seat: Seat) -> Json {
    json!({
        "number": seat,
        "condition": condition_word(standing, seat),
        "clock": clock_of(standing, seat),
    })
}

fn condition_word(standing: Option<&Standing>, seat: Seat) -> Option<&'static str> {
    standing?.conditions.get(seat.index()).copied().map(Condition::word)
}

fn clock_of(standing: Option<&Standing>, seat: Seat) -> Option<Json> {
    standing?.clocks.get(seat.index()).map(clock_json)
}

/// What the sitter of a seat is called, in every language.
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

pub(super) fn proposal_json(proposed: &Proposed) -> Json {
    json!({
        "entry": proposed.entry,
        "seat": proposed.by,
        "kind": proposed.proposal.word(),
        "undoes": proposed.proposal.about(),
        "agreed": proposed.agreed,
    })
}
