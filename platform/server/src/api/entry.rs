//! The type `Entry`: an entry of a table's journal.

use gueridon_game::Seat;
use gueridon_game::border::LocalizedText;
use gueridon_graphql::fault::Fault;
use gueridon_host::table::{EntryView, Proposal, TableAction};
use gueridon_host::timestamp::rfc3339;
use gueridon_journal::{Seated, Sitter};
use serde::Serialize;

use super::game_view::json_text;
use super::state::Fields;

pub(super) fn register(fields: &mut Fields) {
    fields.json(&["Entry", "EntryConnection", "EntryEdge", "Told", "PageInfo"]);
}

/// An entry in the schema's form, as its eyes see it; `seated` are those who sit at its table.
///
/// # Errors
/// Only for values that have no JSON.
pub(super) fn entry_json(entry: &EntryView, seated: &[Seated]) -> Result<String, Fault> {
    let (action, words) = entry.action.as_ref().map(|(action, words)| (*action, words)).unzip();
    json_text(&EntryJson {
        seq: entry.seq,
        seat: entry.seat,
        at: rfc3339(entry.at_ms),
        by: author(entry, seated),
        action: action.map_or("PLAYED", TableAction::word),
        words,
        proposal: action.and_then(asked_for).map(Proposal::word),
        of: action.and_then(spoken_of),
        undone_by: entry.undone_by,
        told: &entry.told,
    })
}

/// The members of an entry.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct EntryJson<'a, E> {
    seq: u64,
    seat: Option<Seat>,
    at: String,
    by: &'static str,
    action: &'static str,
    words: Option<&'a LocalizedText>,
    proposal: Option<&'static str>,
    of: Option<u64>,
    undone_by: Option<u64>,
    /// JSON of the module, which may be long and is not parsed.
    told: &'a [E],
}

/// Who made it.
fn author(entry: &EntryView, seated: &[Seated]) -> &'static str {
    let is_bot = |seat: Seat| {
        let bots = |one: &&Seated| one.seat == seat && matches!(one.who, Sitter::Bot(_));
        seated.iter().any(|one| bots(&one))
    };
    match (&entry.action, entry.seat) {
        (Some((TableAction::TimeUp | TableAction::Close(_), _)), _) | (_, None) => "HOST",
        (None, Some(seat)) if entry.is_stand_in && is_bot(seat) => "BOT",
        (None, Some(_)) if entry.is_stand_in => "STAND_IN",
        (_, Some(_)) => "PLAYER",
    }
}

/// The proposal that it makes, if any.
const fn asked_for(action: TableAction) -> Option<Proposal> {
    match action {
        TableAction::Propose { proposal, .. } => Some(proposal),
        _ => None,
    }
}

/// The entry that it refers to, if any.
const fn spoken_of(action: TableAction) -> Option<u64> {
    match action {
        TableAction::Undo { entry }
        | TableAction::UndoFrom { entry }
        | TableAction::Agree { entry, .. }
        | TableAction::Decline { entry }
        | TableAction::GoOn { without: entry, .. } => Some(entry),
        TableAction::Propose { proposal, .. } => proposal.about(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use gueridon_journal::{Bot, CloseReason};
    use serde_json::{Value as Json, json};

    use super::*;

    fn shown(seat: Option<u8>, is_stand_in: bool, action: Option<TableAction>) -> Json {
        let seen = EntryView {
            seq: 7,
            seat: seat.map(Seat),
            at_ms: 0,
            is_stand_in,
            action: action
                .map(|action| (action, LocalizedText::new(|language| format!("{language:?}")))),
            undone_by: None,
            told: Vec::new(),
        };
        let bot = Seated::bot(Seat(1), Bot::Random);
        serde_json::from_str(&entry_json(&seen, &[bot]).unwrap()).unwrap()
    }

    #[test]
    fn an_entry_says_who_made_it_and_which_entry_it_refers_to() {
        let played = |seat, is_stand_in| shown(Some(seat), is_stand_in, None);
        assert_eq!([&played(0, false)["by"], &played(0, false)["action"]], ["PLAYER", "PLAYED"]);
        assert_eq!(played(0, true)["by"], "STAND_IN");
        assert_eq!(played(1, true)["by"], "BOT");
        assert_eq!([&played(0, false)["words"], &played(0, false)["of"]], [&Json::Null; 2]);
        let undo = TableAction::Propose { proposal: Proposal::Undo(3), settles: false };
        let asked = shown(Some(0), false, Some(undo));
        assert_eq!(
            [&asked["proposal"], &asked["action"], &asked["by"]],
            ["UNDO", "PROPOSED", "PLAYER"]
        );
        assert_eq!([&asked["of"], &asked["words"]["FR"]], [&json!(3), &json!("Fr")]);
        let late = shown(Some(0), false, Some(TableAction::TimeUp));
        assert_eq!([&late["by"], &late["seat"]], [&json!("HOST"), &json!(0)]);
        let closed = shown(None, false, Some(TableAction::Close(CloseReason::Expired)));
        assert_eq!([&closed["by"], &closed["action"]], ["HOST", "CLOSED"]);
    }
}
