//! The fields of `Query`, `Mutation` and `Table` that are about who comes to a table before it
//! begins, and whose it is.

use std::sync::Arc;

use async_trait::async_trait;
use gueridon_game::Seat;
use gueridon_host::host::{InvalidSettings, Invited, Perspective, TableInfo, nights};
use gueridon_host::refusal::{Answer, Code as RefusalCode};
use gueridon_journal::{
    Bot, ClockRule, Nights, OnTimeUp, PlayerId, Sitter, Spectators, TableId, TableSettings,
    Visibility,
};
use serde_json::{Map, Value as Json, json};

use super::account::player_json;
use super::results::{Done, To};
use super::root::{Root, table_id};
use super::table::{PageInfo, TableObject, bad_cursor, page_size, rfc3339};
use super::{fault, text};
use gueridon_graphql::document::coerce::Values;
use gueridon_graphql::document::plan::Selected;
use gueridon_graphql::execute::{Object, Run, Value};
use gueridon_graphql::fault::Fault;

impl Root {
    /// Does what is about a table that has not begun or has ended; none if it is about something
    /// else.
    pub(super) async fn lobby(
        &self,
        name: &str,
        arguments: &Values,
    ) -> Result<Option<Answer<Value>>, Fault> {
        if !matches!(
            name,
            "handOver"
                | "removeFromSeat"
                | "seatBot"
                | "closeTable"
                | "invite"
                | "useInvite"
                | "declineInvitation"
                | "rematch"
        ) {
            return Ok(None);
        }
        let me = self.caller.known()?.player.id;
        Ok(Some(self.arrange(name, me, arguments).await))
    }

    async fn arrange(&self, name: &str, me: PlayerId, arguments: &Values) -> Answer<Value> {
        let host = &self.api.host;
        if name == "useInvite" {
            let code = text(arguments, "code").unwrap_or_default();
            return host.lobby().use_invite(me, code).await.map(|id| self.changed(id));
        }
        let id = table_id(arguments)?;
        match name {
            "handOver" => host.lobby().hand_over(id, me, player_id(arguments)?).await?,
            "removeFromSeat" => host.lobby().remove_from_seat(id, me, seat(arguments)).await?,
            "seatBot" => {
                let bot = text(arguments, "bot").and_then(Bot::from_word).unwrap_or_default();
                host.lobby().seat_bot(id, me, seat(arguments), bot).await?;
            }
            "closeTable" => host.lobby().close_table(id, me).await?,
            "invite" => host.lobby().invite(id, me, player_id(arguments)?).await?,
            "declineInvitation" => {
                host.lobby().decline_invitation(id, me).await?;
                let (type_name, fields) = ("InvitationDeclined", Map::new());
                return Ok(Value::object(Done { type_name, fields, to: To::Nothing }));
            }
            _ => return host.lobby().rematch(id, me).await.map(|next| self.changed(next)),
        }
        Ok(self.changed(id))
    }

    /// A player by id or name.
    pub(super) async fn player(&self, arguments: &Values) -> Result<Value, Fault> {
        let (id, name) = (text(arguments, "id"), text(arguments, "name"));
        let found = match (id, name) {
            (Some(_), Some(_)) | (None, None) => {
                return Err(Fault::bad_input("player is asked for by id or by name"));
            }
            (Some(id), None) => match id.parse() {
                Ok(id) => self.api.host.lobby().player_by(Some(id), None).await,
                Err(_) => Ok(None),
            },
            (None, name) => self.api.host.lobby().player_by(None, name).await,
        };
        Value::of(&found.map_err(fault)?.as_ref().map(player_json))
    }

    /// The caller's tables, those at which it is their turn first.
    pub(super) async fn my_tables(&self, arguments: &Values) -> Result<Value, Fault> {
        let me = self.caller.known()?.player.id;
        let first = page_size(arguments)?;
        let after = match text(arguments, "after") {
            Some(cursor) => Some(read_turn(cursor).ok_or_else(|| bad_cursor(cursor))?),
            None => None,
        };
        let found = self.api.host.lobby().my_tables(me, after, first + 1).await.map_err(fault)?;
        let nodes = found
            .into_iter()
            .map(|one| {
                let cursor = format!("{}{}", if one.is_turn { 't' } else { 'w' }, one.table.id);
                (cursor, self.listed(one.table))
            })
            .collect();
        Ok(Page::of(nodes, first, after.is_some(), ["TableConnection", "TableEdge"]))
    }

    /// The caller's invitations.
    pub(super) async fn invitations(&self, arguments: &Values) -> Result<Value, Fault> {
        let me = self.caller.known()?.player.id;
        let first = page_size(arguments)?;
        let after = match text(arguments, "after") {
            Some(cursor) => Some(cursor.parse().map_err(|_| bad_cursor(cursor))?),
            None => None,
        };
        let found = self.api.host.lobby().invitations(me, after, first + 1).await.map_err(fault)?;
        let nodes = found
            .into_iter()
            .map(|one| {
                let cursor = one.table.id.to_string();
                let table = self.listed(one.table.clone());
                (cursor, InvitationObject { invited: Arc::new(one), table })
            })
            .collect();
        Ok(Page::of(nodes, first, after.is_some(), ["InvitationConnection", "InvitationEdge"]))
    }

    fn listed(&self, info: TableInfo) -> TableObject {
        let table =
            TableObject::new(self.api.clone(), info.id, self.caller.viewer(Perspective::Own));
        TableObject { listed: Some(Arc::new(info)), ..table }
    }
}

impl TableObject {
    /// Who owns a table.
    pub(super) async fn owner(&self, info: &TableInfo) -> Result<Value, Fault> {
        let sits = info.seated.iter().find(|one| one.player() == Some(info.owner));
        if let Some(Sitter::Player { player, name, standing }) = sits.map(|one| &one.who) {
            return Value::of(&json!({ "id": player, "name": name, "standing": standing }));
        }
        let owner = self.api.host.lobby().player_by(Some(info.owner), None).await.map_err(fault)?;
        Value::of(&owner.as_ref().map(player_json))
    }

    /// What lets in.
    pub(super) async fn invite_code(&self) -> Result<Value, Fault> {
        let code = self.api.host.lobby().invite_code(self.id, self.viewer).await;
        Value::of(&code.map_err(fault)?)
    }

    /// The table at which the same people play once more.
    pub(super) async fn rematch(&self) -> Result<Value, Fault> {
        let host = &self.api.host;
        let Some(next) = host.lobby().rematch_of(self.id, self.viewer).await.map_err(fault)? else {
            return Ok(Value::Null);
        };
        let table = Self::new(self.api.clone(), next.id, self.viewer);
        Ok(Value::object(Self { listed: Some(Arc::new(next)), ..table }))
    }
}

/// The seat that is named; one that no table has where it is no such number.
fn seat(arguments: &Values) -> Seat {
    let number = arguments.get("seat").and_then(Json::as_i64).unwrap_or(-1);
    Seat(u8::try_from(number).unwrap_or(u8::MAX))
}

fn player_id(arguments: &Values) -> Answer<PlayerId> {
    let id = text(arguments, "player").and_then(|id| id.parse().ok());
    id.ok_or_else(|| RefusalCode::UnknownPlayer.refused(&[]).into())
}

fn read_turn(cursor: &str) -> Option<(bool, TableId)> {
    let is_turn = match cursor.chars().next()? {
        't' => true,
        'w' => false,
        _ => return None,
    };
    Some((is_turn, cursor.get(1..)?.parse().ok()?))
}

/// What is agreed on, as it was sent.
///
/// # Errors
/// `BAD_SETTINGS` for what cannot even be kept; the host looks at the rest.
pub(super) fn settings(arguments: &Values) -> Answer<TableSettings> {
    let nothing = Map::new();
    let sent = arguments.get("settings").and_then(Json::as_object).unwrap_or(&nothing);
    let delay = sent.get("delay").and_then(Json::as_i64);
    let spectators = match (text(sent, "spectators"), delay) {
        (Some("DELAYED"), entries) => Spectators::Delayed(number(entries.unwrap_or_default())),
        (_, Some(_)) => return Err(InvalidSettings::DelayAlone.refused()),
        (Some("FORBIDDEN"), None) => Spectators::Forbidden,
        (_, None) => Spectators::Allowed,
    };
    let clock = sent.get("clock").and_then(Json::as_object);
    Ok(TableSettings {
        visibility: text(sent, "visibility").and_then(Visibility::from_word).unwrap_or_default(),
        starts_when_full: sent.get("startsWhenFull").and_then(Json::as_bool) == Some(true),
        clock: clock.map(clock_rule).transpose()?,
        on_time_up: text(sent, "onTimeUp").and_then(OnTimeUp::from_word).unwrap_or_default(),
        spectators,
    })
}

fn clock_rule(sent: &Map<String, Json>) -> Answer<ClockRule> {
    let seconds = |of: &Map<String, Json>, name: &str| {
        number(of.get(name).and_then(Json::as_i64).unwrap_or_default())
    };
    if let Some(live) = sent.get("live").and_then(Json::as_object) {
        let [bank, increment] = ["bankSeconds", "incrementSeconds"].map(|name| seconds(live, name));
        return Ok(ClockRule::Live { bank, increment });
    }
    let nothing = Map::new();
    let letter = sent.get("correspondence").and_then(Json::as_object).unwrap_or(&nothing);
    let asleep = letter.get("nights").and_then(Json::as_object).map(|sent| {
        let [from, to, zone] =
            ["from", "to", "zone"].map(|name| text(sent, name).unwrap_or_default());
        nights(from, to, zone)
    });
    let decision = seconds(letter, "decisionSeconds");
    Ok(ClockRule::Correspondence { decision, nights: asleep.transpose()? })
}

/// A number as the host has it; one below 0 is one that it refuses.
fn number(sent: i64) -> u32 {
    u32::try_from(sent).unwrap_or(u32::MAX)
}

/// What is agreed on, as it is shown.
pub(super) fn settings_json(settings: &TableSettings) -> Json {
    let (spectators, delay) = match settings.spectators {
        Spectators::Forbidden => ("FORBIDDEN", None),
        Spectators::Allowed => ("ALLOWED", None),
        Spectators::Delayed(entries) => ("DELAYED", Some(entries)),
    };
    let time = |minutes: u16| format!("{:02}:{:02}", minutes / 60, minutes % 60);
    let asleep = |nights: &Nights| json!({ "from": time(nights.from), "to": time(nights.to), "zone": nights.zone });
    let clock = settings.clock.as_ref().map(|clock| match clock {
        ClockRule::Live { bank, increment } => json!({
            "live": { "bankSeconds": bank, "incrementSeconds": increment },
            "correspondence": null,
        }),
        ClockRule::Correspondence { decision, nights } => json!({
            "live": null,
            "correspondence":
                { "decisionSeconds": decision, "nights": nights.as_ref().map(asleep) },
        }),
    });
    json!({
        "visibility": settings.visibility,
        "startsWhenFull": settings.starts_when_full,
        "clock": clock,
        "onTimeUp": settings.on_time_up,
        "spectators": spectators,
        "delay": delay,
    })
}

/// An invitation of the caller's.
#[derive(Debug, Clone)]
struct InvitationObject {
    invited: Arc<Invited>,
    table: TableObject,
}

#[async_trait]
impl Object for InvitationObject {
    fn type_name(&self) -> &'static str {
        "Invitation"
    }

    async fn field(&self, field: &Selected, _: &Run<'_>) -> Result<Value, Fault> {
        match &*field.name {
            "table" => Ok(Value::object(self.table.clone())),
            "at" => Value::of(&rfc3339(self.invited.at_ms)),
            _ => match &self.invited.inviter {
                Some(Sitter::Player { player, name, standing }) => {
                    Value::of(&json!({ "id": player, "name": name, "standing": standing }))
                }
                _ => Ok(Value::Null),
            },
        }
    }
}

/// A page of something, each with its cursor.
#[derive(Debug)]
struct Page<T> {
    nodes: Vec<(String, T)>,
    page: PageInfo,
    /// The names of the types of the page and of what is in it.
    types: [&'static str; 2],
}

impl<T: Object + Clone + 'static> Page<T> {
    /// A page of what was found, of which one more was asked for than is shown.
    fn of(
        mut nodes: Vec<(String, T)>,
        first: usize,
        has_previous_page: bool,
        types: [&'static str; 2],
    ) -> Value {
        let has_next_page = nodes.len() > first;
        nodes.truncate(first);
        let page = PageInfo {
            has_next_page,
            has_previous_page,
            start_cursor: nodes.first().map(|(cursor, _)| cursor.clone()),
            end_cursor: nodes.last().map(|(cursor, _)| cursor.clone()),
        };
        Value::object(Self { nodes, page, types })
    }
}

#[async_trait]
impl<T: Object + Clone + 'static> Object for Page<T> {
    fn type_name(&self) -> &'static str {
        self.types[0]
    }

    async fn field(&self, field: &Selected, _: &Run<'_>) -> Result<Value, Fault> {
        let nodes = self.nodes.iter().cloned();
        match &*field.name {
            "nodes" => Ok(Value::List(nodes.map(|(_, node)| Value::object(node)).collect())),
            "edges" => {
                let type_name = self.types[1];
                let edge = |(cursor, node)| Value::object(Edge { type_name, cursor, node });
                Ok(Value::List(nodes.map(edge).collect()))
            }
            _ => Value::of(&self.page),
        }
    }
}

/// Something in a page.
#[derive(Debug)]
struct Edge<T> {
    type_name: &'static str,
    cursor: String,
    node: T,
}

#[async_trait]
impl<T: Object + Clone + 'static> Object for Edge<T> {
    fn type_name(&self) -> &'static str {
        self.type_name
    }

    async fn field(&self, field: &Selected, _: &Run<'_>) -> Result<Value, Fault> {
        match &*field.name {
            "cursor" => Value::of(&self.cursor),
            _ => Ok(Value::object(self.node.clone())),
        }
    }
}
