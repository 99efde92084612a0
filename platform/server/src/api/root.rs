//! The fields of `Query` and `Mutation`.

use std::sync::Arc;

use async_trait::async_trait;
use gueridon_game::Seat;
use gueridon_host::host::{OpenTable, Perspective, Viewer};
use gueridon_host::refusal::{Answer, Code as RefusalCode};
use gueridon_journal::{PlayerId, Status, TableId, TablePage};
use serde_json::{Map, Value as Json, json};

use super::account::{Once, player_json};
use super::game::GameObject;
use super::results::{Done, Previewed, To, result};
use super::table::{PageInfo, TableObject, bad_cursor, page_size, sight};
use super::{Api, Caller, fault, language, text};
use crate::errors;
use gueridon_graphql::document::coerce::Values;
use gueridon_graphql::document::plan::Selected;
use gueridon_graphql::execute::{Object, Run, Value};
use gueridon_graphql::fault::Fault;
use gueridon_graphql::introspection;

/// Where a request begins.
#[derive(Debug)]
pub struct Root {
    pub(super) api: Arc<Api>,
    pub(super) caller: Caller,
    pub(super) type_name: &'static str,
    /// What is looked up once in a request, however often it is asked for.
    pub(super) once: Once,
}

impl Root {
    /// Where questions begin.
    #[must_use]
    pub fn query(api: Arc<Api>, caller: Caller) -> Self {
        Self { api, caller, type_name: "Query", once: Once::default() }
    }

    /// Where deeds begin.
    #[must_use]
    pub fn mutation(api: Arc<Api>, caller: Caller) -> Self {
        Self { api, caller, type_name: "Mutation", once: Once::default() }
    }

    fn viewer(&self, arguments: &Values) -> Viewer {
        self.caller.viewer(sight(arguments))
    }

    /// Whoever asks, with their own eyes.
    pub(super) fn table_viewer(&self) -> Viewer {
        self.caller.viewer(Perspective::Own)
    }

    /// The viewer that the arguments of `Query.table` speak of.
    fn looking_back(&self, arguments: &Values) -> Result<Viewer, Fault> {
        let viewer = self.viewer(arguments);
        let number = |name| arguments.get(name).and_then(Json::as_i64);
        let at = number("at").map(u64::try_from).transpose();
        let at = at.map_err(|_| Fault::bad_input("at is 0 or more"))?;
        let seat = number("seat").map(|seat| Seat(u8::try_from(seat).unwrap_or(u8::MAX)));
        let sight = match (viewer.sight, seat) {
            (sight, None) => sight,
            (Perspective::Own | Perspective::Of(_), Some(seat)) => Perspective::Of(seat),
            (Perspective::All, Some(_)) => {
                return Err(Fault::bad_input("eyes that see everything sit at no seat"));
            }
        };
        Ok(Viewer { at, sight, ..viewer })
    }

    pub(super) fn table_of(&self, id: TableId) -> TableObject {
        TableObject::new(self.api.clone(), id, self.viewer(&Values::new()))
    }

    async fn table(
        &self,
        field: &Selected,
        arguments: &Values,
        run: &Run<'_>,
    ) -> Result<Value, Fault> {
        let Some(id) = text(arguments, "id").and_then(|id| id.parse().ok()) else {
            return Ok(Value::Null);
        };
        let table = TableObject::new(self.api.clone(), id, self.looking_back(arguments)?);
        let ty = run.types.find("Table").expect("the platform has this type");
        match table.open_eyes(field.fields(ty), run).await {
            Ok(()) => Ok(Value::object(table)),
            Err(fault) if fault.code == errors::NOT_FOUND => Ok(Value::Null),
            Err(fault) => Err(fault),
        }
    }

    async fn tables(&self, arguments: &Values) -> Result<Value, Fault> {
        let first = page_size(arguments)?;
        let before = match text(arguments, "after") {
            Some(cursor) => Some(cursor.parse().map_err(|_| bad_cursor(cursor))?),
            None => None,
        };
        let is_mine = arguments.get("mine").and_then(Json::as_bool) == Some(true);
        let player = if is_mine { Some(self.caller.known()?.player.id) } else { None };
        let status = match text(arguments, "status") {
            Some(word) => Status::from_word(word),
            None => None,
        };
        let game = text(arguments, "game").map(str::to_owned);
        let most = u32::try_from(first + 1).unwrap_or(u32::MAX);
        let viewer = self.viewer(&Values::new());
        let reader = viewer.reader();
        let page = TablePage { before, first: most, status, game, player, involved: None, reader };
        let mut found = self.api.host.lobby().tables(&page).await.map_err(fault)?;
        let has_next = found.len() > first;
        found.truncate(first);
        let page = PageInfo {
            has_next_page: has_next,
            has_previous_page: page.before.is_some(),
            start_cursor: found.first().map(|info| info.id.to_string()),
            end_cursor: found.last().map(|info| info.id.to_string()),
        };
        let nodes = found.into_iter().map(|info| TableObject {
            listed: Some(Arc::new(info.clone())),
            ..TableObject::new(self.api.clone(), info.id, viewer)
        });
        Ok(Value::object(Tables { nodes: nodes.collect(), page }))
    }

    async fn mutate(&self, name: &str, arguments: &Values) -> Result<Answer<Value>, Fault> {
        // Whoever comes needs no token; whoever is to do something, one that the deeds before it
        // in the document have not ended.
        let is_a_strangers =
            matches!(name, "signIn" | "resetPassword" | "confirmEmail" | "requestPasswordReset");
        if !is_a_strangers {
            let caller = self.caller.again(&self.api.host).await?;
            return Self::mutation(self.api.clone(), caller).act(name, arguments).await;
        }
        self.act(name, arguments).await
    }

    async fn act(&self, name: &str, arguments: &Values) -> Result<Answer<Value>, Fault> {
        let host = &self.api.host;
        if let Some(done) = self.account(name, arguments).await? {
            return Ok(done);
        }
        if let Some(done) = self.talk(name, arguments).await? {
            return Ok(done);
        }
        if let Some(done) = self.notices(name, arguments).await? {
            return Ok(done);
        }
        if let Some(done) = self.lobby(name, arguments).await? {
            return Ok(done);
        }
        let me = self.caller.known()?.player.id;
        if name == "openTable" {
            return Ok(self.open(me, arguments).await);
        }
        let id = match table_id(arguments) {
            Ok(id) => id,
            Err(failure) => return Ok(Err(failure)),
        };
        Ok(match name {
            "sit" => {
                let seat = arguments.get("seat").and_then(Json::as_i64);
                // A number that no seat can have is one that this table has not.
                let seat = seat.map(|number| Seat(u8::try_from(number).unwrap_or(u8::MAX)));
                host.lobby().sit(id, me, seat).await.map(|_| self.changed(id))
            }
            "leave" => host.lobby().leave(id, me).await.map(|()| self.changed(id)),
            "start" => host.lobby().start_table(id, me).await.map(|()| self.changed(id)),
            "play" => self.play(id, me, arguments).await,
            name => return self.act_at(name, id, me, arguments).await,
        })
    }

    async fn open(&self, me: PlayerId, arguments: &Values) -> Answer<Value> {
        let options = arguments.get("options").and_then(Json::as_object);
        let chosen = options.and_then(|options| options.iter().next());
        let Some((game, options)) = chosen else {
            return Err(RefusalCode::UnknownGame.refused(&[]).into());
        };
        let seats = arguments.get("seats").and_then(Json::as_i64).unwrap_or_default();
        let seats = u8::try_from(seats).unwrap_or(u8::MAX);
        let settings = super::lobby::settings(arguments)?;
        let table = OpenTable { settings, ..OpenTable::of(game, Some(options.clone()), seats) };
        let id = self.api.host.lobby().open(me, table).await?;
        Ok(self.changed(id))
    }

    async fn play(&self, id: TableId, me: PlayerId, arguments: &Values) -> Answer<Value> {
        let steps = self.steps(id, arguments).await?;
        let since = arguments.get("since").and_then(Json::as_i64).unwrap_or_default();
        // An entry that was never written is not what the seat was asked at.
        let since = u64::try_from(since).unwrap_or(u64::MAX);
        let key = text(arguments, "key").unwrap_or_default().to_owned();
        let played = self.api.host.tables().play(id, me, since, key, steps).await?;
        let mut fields = Map::new();
        fields.insert("seq".to_owned(), json!(played.seq));
        let to = To::Table(Box::new(self.table_of(id)));
        Ok(Value::object(Done { type_name: "Played", fields, to }))
    }

    async fn preview(&self, arguments: &Values) -> Result<Answer<Value>, Fault> {
        let me = self.caller.known()?.player.id;
        let foresee = async {
            let id = table_id(arguments)?;
            let steps = self.steps(id, arguments).await?;
            let foreseen =
                self.api.host.tables().preview(id, me, steps, language(arguments)).await?;
            let game = self.api.game_at(id).await?;
            Ok(Value::object(Previewed { foreseen, game }))
        };
        Ok(foresee.await)
    }

    /// The steps as the table's game has them: without the field of `Move` that names the game.
    async fn steps(&self, id: TableId, arguments: &Values) -> Answer<Vec<Json>> {
        let moves = arguments.get("steps").and_then(Json::as_array);
        let moves = moves.map_or(&[][..], Vec::as_slice);
        let Some(first) = moves.first().and_then(Json::as_object).and_then(|one| one.keys().next())
        else {
            return Ok(Vec::new());
        };
        let game = match self.api.game_at(id).await {
            Ok(game) => &game.id.clone(),
            Err(failure) => {
                // What is wrong with a table is not for those who may not know of it.
                self.api.host.lobby().table(id, self.viewer(&Values::new())).await?;
                return Err(failure);
            }
        };
        let own = |step: &Json| step.get(game).cloned();
        if let Some(steps) = moves.iter().map(own).collect::<Option<_>>() {
            return Ok(steps);
        }
        self.api.host.lobby().table(id, self.viewer(&Values::new())).await?;
        let reason = format!("the game is {game}, and there is a step of {first}");
        Err(RefusalCode::BadMove.refused(&[("reason", reason)]).into())
    }

    pub(super) fn changed(&self, id: TableId) -> Value {
        let to = To::Table(Box::new(self.table_of(id)));
        Value::object(Done { type_name: "TableChanged", fields: Map::new(), to })
    }

    fn game(&self, entry: &Arc<super::game::GameEntry>) -> Value {
        Value::object(GameObject { api: self.api.clone(), entry: entry.clone() })
    }
}

#[async_trait]
impl Object for Root {
    fn type_name(&self) -> &'static str {
        self.type_name
    }

    async fn field(&self, field: &Selected, run: &Run<'_>) -> Result<Value, Fault> {
        let name = &*field.name;
        if name.starts_with("__") {
            return introspection::answer(&self.api.whole, field, run);
        }
        let arguments = run.arguments(field)?;
        match (self.type_name, name) {
            ("Mutation", name) => result(self.mutate(name, &arguments).await?),
            (_, "games") => {
                Ok(Value::List(self.api.games.iter().map(|entry| self.game(entry)).collect()))
            }
            (_, "game") => {
                let found = text(&arguments, "id").and_then(|id| self.api.game(id));
                Ok(found.map_or(Value::Null, |entry| self.game(entry)))
            }
            (_, "me") => {
                Value::of(&self.caller.known.as_ref().map(|known| player_json(&known.player)))
            }
            (_, "account") => self.own_account().await,
            (_, "exportAccount") => self.export(&arguments).await,
            (_, "table") => self.table(field, &arguments, run).await,
            (_, "preview") => result(self.preview(&arguments).await?),
            (_, "tables") => self.tables(&arguments).await,
            (_, "results") => self.results(&arguments).await,
            (_, "reports") => self.reports(&arguments).await,
            (_, "myTables") => self.my_tables(&arguments).await,
            (_, "invitations") => self.invitations(&arguments).await,
            (_, "player") => self.player(&arguments).await,
            (_, other) => Err(Fault::internal(format!("Query.{other} is answered by nobody"))),
        }
    }
}

/// The table that is to be played at.
pub(super) fn table_id(arguments: &Values) -> Answer<TableId> {
    let id = text(arguments, "table").and_then(|id| id.parse().ok());
    id.ok_or_else(|| RefusalCode::UnknownTable.refused(&[]).into())
}

/// A page of tables.
#[derive(Debug)]
struct Tables {
    nodes: Vec<TableObject>,
    page: PageInfo,
}

#[async_trait]
impl Object for Tables {
    fn type_name(&self) -> &'static str {
        "TableConnection"
    }

    async fn field(&self, field: &Selected, _: &Run<'_>) -> Result<Value, Fault> {
        let nodes = self.nodes.iter().cloned();
        match &*field.name {
            "nodes" => Ok(Value::List(nodes.map(Value::object).collect())),
            "edges" => Ok(Value::List(nodes.map(TableEdge).map(Value::object).collect())),
            _ => Value::of(&self.page),
        }
    }
}

#[derive(Debug)]
struct TableEdge(TableObject);

#[async_trait]
impl Object for TableEdge {
    fn type_name(&self) -> &'static str {
        "TableEdge"
    }

    async fn field(&self, field: &Selected, _: &Run<'_>) -> Result<Value, Fault> {
        match &*field.name {
            "cursor" => Value::of(&self.0.id),
            _ => Ok(Value::object(self.0.clone())),
        }
    }
}
