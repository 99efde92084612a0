//! The fields of `Mutation` with which those who play do something besides playing.

use gueridon_host::refusal::Answer;
use gueridon_host::table::{Proposal, SeatAction};
use gueridon_journal::{PlayerId, TableId};
use serde_json::{Map, Value as Json, json};

use super::results::{Done, To};
use super::root::Root;
use super::text;
use gueridon_graphql::document::coerce::Values;
use gueridon_graphql::execute::Value;
use gueridon_graphql::fault::Fault;

impl Root {
    /// Does something at a table besides playing.
    pub(super) async fn act_at(
        &self,
        name: &str,
        id: TableId,
        me: PlayerId,
        arguments: &Values,
    ) -> Result<Answer<Value>, Fault> {
        let deed = deed(name, arguments)?;
        let seq = match self.api.host.tables().act(id, me, deed).await {
            Ok(seq) => seq,
            Err(failure) => return Ok(Err(failure)),
        };
        let mut fields = Map::new();
        fields.insert("seq".to_owned(), json!(seq));
        let to = To::Table(Box::new(self.table_of(id)));
        Ok(Ok(Value::object(Done { type_name: "Acted", fields, to })))
    }
}

/// What is to be done.
fn deed(name: &str, arguments: &Values) -> Result<SeatAction, Fault> {
    // An entry that no journal has is nobody's.
    let entry = |name: &str| {
        let number = arguments.get(name).and_then(Json::as_i64);
        number.map(|number| u64::try_from(number).unwrap_or_default())
    };
    Ok(match name {
        "resign" => SeatAction::Resign,
        "comeBack" => SeatAction::Return,
        "propose" => SeatAction::Propose(match (text(arguments, "proposal"), entry("entry")) {
            (Some("UNDO"), Some(entry)) => Proposal::Undo(entry),
            (Some("UNDO"), None) => {
                return Err(Fault::bad_input("entry: an UNDO names the entry to be taken back"));
            }
            (_, Some(_)) => return Err(Fault::bad_input("entry: only an UNDO names one")),
            (Some("PAUSE"), None) => Proposal::Pause,
            (Some("RESUME"), None) => Proposal::Resume,
            (_, None) => Proposal::Abort,
        }),
        "agree" => SeatAction::Agree(entry("proposal").unwrap_or_default()),
        "decline" => SeatAction::Decline(entry("proposal").unwrap_or_default()),
        "undo" => SeatAction::Undo(entry("entry").unwrap_or_default()),
        other => return Err(Fault::internal(format!("Mutation.{other} is nobody's"))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_undo_names_an_entry_and_it_always_does() {
        let asked = |arguments: Json| {
            let Json::Object(members) = arguments else { return None };
            deed("propose", &members.into_iter().collect()).ok()
        };
        let undo = Some(SeatAction::Propose(Proposal::Undo(3)));
        assert_eq!(asked(json!({"proposal": "UNDO", "entry": 3})), undo);
        assert_eq!(asked(json!({"proposal": "UNDO", "entry": null})), None);
        assert_eq!(asked(json!({"proposal": "PAUSE"})), Some(SeatAction::Propose(Proposal::Pause)));
        assert_eq!(asked(json!({"proposal": "PAUSE", "entry": 3})), None);
        assert_eq!(asked(json!({"proposal": "ABORT"})), Some(SeatAction::Propose(Proposal::Abort)));
    }
}
