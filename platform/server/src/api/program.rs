//! The types `Program`, `Readiness` and `Challenge`, and the inputs that they come from.

use std::sync::Arc;

use gueridon_game::Language;
use gueridon_graphql::resolver::Json;
use gueridon_graphql::value::ObjectType;
use gueridon_host::host::{ClockKind, Offer, OfferedGame, ReadyProgram};
use gueridon_host::refusal::{Answer, Code as RefusalCode};
use gueridon_host::timestamp::rfc3339;
use gueridon_journal::{Decline, Program};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::connection::{self, Node};
use super::player::{Owners, person_json, player_json};
use super::state::{Context, Fields};
use super::table::TableObject;

/// A program as everybody may see it.
#[derive(Clone)]
pub(super) struct ProgramObject {
    pub(super) program: Arc<Program>,
    /// When it is shown, in milliseconds since 1970: what it was ready for may be over.
    pub(super) at_ms: i64,
}

impl ObjectType for ProgramObject {
    const NAME: &'static str = "Program";
}

impl Node for ProgramObject {
    const CONNECTION: &'static str = "ProgramConnection";
    const EDGE: &'static str = "ProgramEdge";
}

/// That the caller is asked to a table.
#[derive(Clone)]
pub(super) struct ChallengeObject {
    pub(super) table: TableObject,
    pub(super) seat: gueridon_game::Seat,
    pub(super) until_ms: i64,
}

impl ObjectType for ChallengeObject {
    const NAME: &'static str = "Challenge";
}

/// What a program that listens is sent.
#[derive(Clone)]
pub(super) struct ChallengeUpdate(pub(super) Option<ChallengeObject>);

impl ObjectType for ChallengeUpdate {
    const NAME: &'static str = "ChallengeUpdate";
}

pub(super) fn register(fields: &mut Fields) {
    fields
        .object::<ProgramObject>()
        .property("player", |one| Json(one.player_json()))
        .property("owner", |one| Json(person_json(&one.program.owner)))
        .property("isOff", |one| Json(one.program.off_ms.is_some()))
        .property("tables", |one| Json(one.program.tables))
        .property("ready", |one| Json(one.ready_json()));
    connection::register::<ProgramObject>(fields);
    fields
        .object::<ChallengeObject>()
        .property("table", |one| one.table.clone())
        .property("seat", |one| Json(one.seat))
        .property("answerBy", |one| Json(rfc3339(one.until_ms)));
    fields.object::<ChallengeUpdate>().property("challenge", |update| update.0.clone());
    fields.json(&["Readiness", "OfferedGame", "Decline"]);
}

impl ProgramObject {
    /// A program as it is now.
    pub(super) fn now(ctx: Context<'_>, program: Program) -> Self {
        Self { program: Arc::new(program), at_ms: ctx.host().now_ms() }
    }

    fn player_json(&self) -> Value {
        let Program { player, owner, .. } = &*self.program;
        player_json(player, &Owners::from([(player.id, owner.clone())]))
    }

    fn ready_json(&self) -> Option<Value> {
        let ReadyProgram { program, offer } = ReadyProgram::at(&self.program, self.at_ms)?;
        let games = offer.games.iter().map(|offered| {
            let options = offered.options.as_ref().map(|list| {
                let whole = |options| json!({ offered.game.as_str(): options });
                list.iter().map(whole).collect::<Vec<_>>()
            });
            json!({
                "game": offered.game,
                "options": options,
                "seats": offered.seats,
                "clocks": offered.clocks,
            })
        });
        Some(json!({
            "games": games.collect::<Vec<_>>(),
            "tables": offer.most_tables,
            "until": program.ready.map(|ready| rfc3339(ready.until_ms)),
            "description": description_json(&offer.description),
        }))
    }
}

/// What a program says of itself in every language: where it says nothing in one, what it says in
/// another.
fn description_json(said: &[(Language, String)]) -> Value {
    let Some((_, any)) = said.first() else { return Value::Null };
    let words = |language: Language| {
        let word = json!(language).as_str().unwrap_or("EN").to_owned();
        let own = said.iter().find(|(of, _)| *of == language).map_or(any, |(_, words)| words);
        (word, Value::from(own.as_str()))
    };
    Language::ALL.into_iter().map(words).collect::<Map<_, _>>().into()
}

/// Why a program does not sit at a table.
pub(super) fn decline_json(decline: &Decline, owners: &Owners) -> Value {
    json!({
        "seat": decline.seat,
        "program": player_json(&decline.program, owners),
        "reason": decline.reason,
        "at": rfc3339(decline.at_ms),
    })
}

/// The input `ReadinessInput`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ReadinessInput {
    games: Vec<OfferedGameInput>,
    tables: i32,
    description: Vec<DescriptionInput>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct OfferedGameInput {
    game: String,
    options: Option<Vec<Map<String, Value>>>,
    seats: Option<Vec<i32>>,
    clocks: Option<Vec<ClockKind>>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct DescriptionInput {
    language: Language,
    text: String,
}

impl ReadinessInput {
    /// The offer as it was sent; the host checks the rest.
    ///
    /// # Errors
    /// `BAD_OPTIONS` for those of another game.
    pub(super) fn offer(self) -> Answer<Offer> {
        let games = self.games.into_iter().map(OfferedGameInput::offered);
        Ok(Offer {
            games: games.collect::<Answer<_>>()?,
            most_tables: u32::try_from(self.tables).unwrap_or_default(),
            description: self.description.into_iter().map(|one| (one.language, one.text)).collect(),
        })
    }
}

impl OfferedGameInput {
    fn offered(self) -> Answer<OfferedGame> {
        let own = |options: Map<String, Value>| -> Answer<Value> {
            let (game, options) = only(options)?;
            if game == self.game {
                return Ok(options);
            }
            let reason = format!("{game} is not {}", self.game);
            Err(RefusalCode::BadOptions.refused(&[("reason", reason)]).into())
        };
        let options = self.options.map(|list| list.into_iter().map(own).collect::<Answer<_>>());
        let number = |seats: i32| u8::try_from(seats).unwrap_or(u8::MAX);
        Ok(OfferedGame {
            options: options.transpose()?,
            seats: self.seats.map(|seats| seats.into_iter().map(number).collect()),
            clocks: self.clocks,
            game: self.game,
        })
    }
}

/// A game with its options, out of the input `Options`.
pub(super) fn only(options: Map<String, Value>) -> Answer<(String, Value)> {
    options.into_iter().next().ok_or_else(|| RefusalCode::UnknownGame.refused(&[]).into())
}
