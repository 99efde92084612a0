//! What is done, and why it is not: the results of mutations.

use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use gueridon_host::refusal::{self, Failure};
use gueridon_host::table::Preview;
use serde_json::{Map, Value as Json, json};

use super::account::AccountObject;
use super::game::GameEntry;
use super::table::{TableObject, sendable, with_to_act};
use super::talk::ReportObject;
use gueridon_graphql::document::plan::Selected;
use gueridon_graphql::execute::{Object, Run, Value};
use gueridon_graphql::fault::Fault;

/// Something that was done.
pub struct Done {
    /// The type of the result.
    pub type_name: &'static str,
    /// Its plain fields.
    pub fields: Map<String, Json>,
    /// What it was done to.
    pub to: To,
}

/// What something was done to, where a client may ask about it.
#[derive(Debug)]
pub enum To {
    /// Nothing that can be asked.
    Nothing,
    /// A table.
    Table(Box<TableObject>),
    /// The caller's account.
    Account(Box<AccountObject>),
    /// What moderators were told.
    Report(Box<ReportObject>),
}

impl fmt::Debug for Done {
    /// Leaves the fields out: one may be a token.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Done").field("type_name", &self.type_name).finish_non_exhaustive()
    }
}

#[async_trait]
impl Object for Done {
    fn type_name(&self) -> &'static str {
        self.type_name
    }

    async fn field(&self, field: &Selected, _: &Run<'_>) -> Result<Value, Fault> {
        match (&*field.name, &self.to) {
            ("ok", _) => Ok(Value::Json("true".into())),
            ("table", To::Table(table)) => Ok(Value::object(TableObject::clone(table))),
            ("account", To::Account(account)) => Ok(Value::object(AccountObject::clone(account))),
            ("report", To::Report(report)) => Ok(Value::object(ReportObject::clone(report))),
            (name, _) => Value::of(&self.fields.get(name)),
        }
    }
}

/// What some steps would lead to.
#[derive(Debug)]
pub struct Previewed {
    /// What is foreseen.
    pub foreseen: Preview,
    /// The game.
    pub game: Arc<GameEntry>,
}

#[async_trait]
impl Object for Previewed {
    fn type_name(&self) -> &'static str {
        "Previewed"
    }

    async fn field(&self, field: &Selected, _: &Run<'_>) -> Result<Value, Fault> {
        let Preview { look, told, uncertain } = &self.foreseen;
        let of_game = |text| Value::OfPart { prefix: self.game.prefix.clone(), text };
        match &*field.name {
            "ok" => Ok(Value::Json("true".into())),
            "uncertain" => Value::of(uncertain),
            "told" => Ok(of_game(serde_json::to_string(told).map_err(Fault::internal)?)),
            "toAct" => Value::of(&look.to_act),
            "prompt" => Value::of(&look.prompt),
            "view" => Ok(of_game(with_to_act(look)?)),
            "moves" => sendable(look, &self.game.id),
            "score" => Value::of(&look.score),
            other => Err(Fault::internal(format!("Previewed.{other} is answered by nobody"))),
        }
    }
}

/// The result of a mutation: done, or refused in words. A fault of ours is an error.
///
/// # Errors
/// When the host failed.
pub fn result(answer: Result<Value, Failure>) -> Result<Value, Fault> {
    match answer {
        Ok(done) => Ok(done),
        Err(Failure::Refused(refused)) => Value::of(&refused_json(&refused)),
        Err(failure) => Err(super::fault(failure)),
    }
}

fn refused_json(refused: &refusal::Refused) -> Json {
    let game = refused.game.as_ref();
    // What any table could have said is the host's to say, and no rule of a game.
    let is_of_game = game.is_some_and(|game| game.code != refused.code.word());
    let game_code = game.filter(|_| is_of_game).map(|game| &game.code);
    let rule = game.map(|game| &game.rule).filter(|rule| !rule.is_empty());
    json!({
        "__typename": "Refused",
        "ok": false,
        "code": refused.code.word(),
        "gameCode": game_code,
        "rule": rule,
        "step": game.and_then(|game| game.step),
        "retryAfter": refused.wait_s,
        "message": refused.words,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_in_no_debug_text() {
        let fields = Map::from_iter([("token".to_owned(), json!("the secret"))]);
        let done = Done { type_name: "SignedIn", fields, to: To::Nothing };
        let text = format!("{done:?}");
        assert!(text.contains("SignedIn") && !text.contains("secret"), "{text}");
    }
}
