//! The API as it is right now: the schema of the games that are here, and the documents that were
//! compiled for it. When a game comes, a new one takes its place between two requests.

pub mod root;

mod account;

pub mod game;

mod catalogue;

mod acts;

mod history;

mod standing;

mod entries;
mod lobby;
mod notices;

pub mod table;

mod talk;

pub mod results;

pub mod updates;

mod table_updates;

mod tables_updates;

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use async_graphql_parser::types::OperationType;
use gueridon_game::Language;
use gueridon_host::host::{Game, Host, Perspective, Viewer};
use gueridon_host::people::{Identity, Origin};
use gueridon_host::refusal;
use gueridon_journal::{PlayerId, TableId};
use serde_json::{Map, Value as Json};

use crate::costs::cost;
use crate::elements::Elements;
use crate::errors;
use crate::schema::{GAMES, PLATFORM};
use gueridon_graphql::document::coerce::Values;
use gueridon_graphql::document::{Documents, Plan, Prepared};
use gueridon_graphql::execute::Run;
use gueridon_graphql::fault::{Code, Fault};
use gueridon_graphql::request::Request;
use gueridon_graphql::response::Response;
use gueridon_graphql::sdl::{self, Merged, Part, SdlError, Types};

/// The API of one set of games.
#[derive(Debug)]
pub struct Api {
    /// Who runs the games.
    pub host: Host,
    /// The merged schema in GraphQL's schema language.
    pub sdl: String,
    /// Its types.
    pub types: Arc<Types>,
    /// The same with the types of introspection, as it says what it is.
    pub whole: Arc<Merged>,
    /// What the clients of each game are told about it, in the order of their ids.
    pub games: Vec<Arc<game::GameEntry>>,
    /// The tables that they bring for browsers.
    pub elements: Arc<Elements>,
    documents: Documents,
    /// Which game is played at the tables that were asked for lately: it never changes.
    played: Mutex<HashMap<TableId, Arc<game::GameEntry>>>,
    shared: updates::Shared,
}

/// The schema cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum ApiError {
    /// The platform's own part is not sound.
    #[error("the platform's schema is not sound: {0}")]
    Platform(#[from] SdlError),
    /// The validator does not take it.
    #[error("the schema is not sound: {0}")]
    Schema(#[from] async_graphql::dynamic::SchemaError),
}

/// Who sent a request.
#[derive(Debug, Clone, Default)]
pub struct Caller {
    /// Whose token came with it; none without a token.
    pub known: Option<Arc<Identity>>,
    /// From where it came, as far as that is known.
    pub from: Option<Origin>,
}

impl Caller {
    /// Whose token came with it.
    ///
    /// # Errors
    /// `UNAUTHENTICATED` without a token.
    pub fn known(&self) -> Result<&Arc<Identity>, Fault> {
        self.known.as_ref().ok_or_else(errors::unauthenticated)
    }

    /// Who it is now, some time after they have shown their token.
    ///
    /// # Errors
    /// `UNAUTHENTICATED` for a token that has ended.
    pub async fn again(&self, host: &Host) -> Result<Self, Fault> {
        let Some(known) = &self.known else { return Ok(self.clone()) };
        let known = host.people().accounts().refresh(known).await.map_err(fault)?;
        let known = known.ok_or_else(errors::unknown_token)?;
        Ok(Self { known: Some(known), from: self.from })
    }

    /// With which eyes they look.
    #[must_use]
    pub fn viewer(&self, sight: Perspective) -> Viewer {
        let viewer = self.known.as_deref().map_or_else(Viewer::default, Viewer::from);
        Viewer { sight, ..viewer }
    }

    /// The player who asks, if it is one.
    #[must_use]
    pub fn player(&self) -> Option<PlayerId> {
        self.known.as_ref().map(|known| known.player.id)
    }
}

/// An operation with its variables, ready to run.
#[derive(Clone)]
pub struct Ready {
    /// The operation.
    pub prepared: Arc<Prepared>,
    /// Its plan for these variables.
    pub plan: Arc<Plan>,
    /// The variables.
    pub variables: Arc<Values>,
}

impl fmt::Debug for Ready {
    /// Leaves out what was sent: a password may be in it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ready").field("plan", &self.plan.id).finish_non_exhaustive()
    }
}

impl Api {
    /// The API of all games that `host` has. A game whose schema does not fit is left out, and the
    /// operator is told why.
    ///
    /// # Errors
    /// When the platform's own schema is not sound.
    pub fn new(host: Host) -> Result<Self, ApiError> {
        let (merged, games) = merge(host.games().newest())?;
        let whole = Arc::new(merged.with_introspection()?);
        let types = Arc::new(Types::new(&whole));
        let documents = Documents::new(&merged, types.clone(), cost)?;
        let sdl = sdl::print::print(&merged);
        let games = games
            .iter()
            .map(|build| Arc::new(game::GameEntry::new(&merged, &types, build)))
            .collect();
        Ok(Self {
            host,
            sdl,
            types,
            whole,
            games,
            elements: Arc::default(),
            documents,
            played: Mutex::default(),
            shared: updates::Shared::default(),
        })
    }

    /// The same of the games that its host has now.
    ///
    /// # Errors
    /// As [`Api::new`].
    pub fn renewed(&self) -> Result<Self, ApiError> {
        Ok(Self { elements: self.elements.clone(), ..Self::new(self.host.clone())? })
    }

    /// The game that is played at a table.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`, and `UNKNOWN_GAME` if the game is not here.
    pub async fn game_at(&self, table: TableId) -> refusal::Answer<Arc<game::GameEntry>> {
        const KEPT: usize = 10_000;
        let lock = || self.played.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(game) = lock().get(&table) {
            return Ok(game.clone());
        }
        let game = self.game(&self.host.lobby().game_of(table).await?).cloned();
        let game = game.ok_or_else(|| refusal::Code::UnknownGame.refused(&[]))?;
        let mut played = lock();
        if played.len() >= KEPT {
            played.clear();
        }
        played.insert(table, game.clone());
        Ok(game)
    }

    /// A game by its id.
    #[must_use]
    pub fn game(&self, id: &str) -> Option<&Arc<game::GameEntry>> {
        self.games.iter().find(|game| game.id == id)
    }

    /// Makes a request ready: parsed, measured, validated, compiled, its variables checked.
    ///
    /// # Errors
    /// Everything that is wrong with it; then nothing of it runs.
    pub async fn ready(&self, request: &Request) -> Result<Ready, Vec<Fault>> {
        let operation = request.operation_name.as_deref().filter(|name| !name.is_empty());
        let prepared = self.documents.prepare(&request.query, operation).await?;
        let nothing = Map::new();
        let given = request.variables.as_ref().unwrap_or(&nothing);
        let one = |fault| vec![fault];
        let variables = prepared.variables(given).map_err(one)?;
        let plan = prepared.plan(&variables).map_err(one)?;
        Ok(Ready { prepared, plan, variables: Arc::new(variables) })
    }

    /// Answers a question or does what is asked.
    pub async fn run(
        self: &Arc<Self>,
        request: &Request,
        caller: &Caller,
        allowed: Allowed,
    ) -> Response {
        let ready = match self.ready(request).await {
            Ok(ready) => ready,
            Err(faults) => return Response::refused(&faults),
        };
        self.run_ready(&ready, caller, allowed).await
    }

    /// The same for an operation that is ready.
    pub async fn run_ready(
        self: &Arc<Self>,
        ready: &Ready,
        caller: &Caller,
        allowed: Allowed,
    ) -> Response {
        let ty = ready.prepared.ty();
        let run = Run { types: &self.types, variables: &ready.variables };
        let root = match ty {
            OperationType::Query => root::Root::query(self.clone(), caller.clone()),
            OperationType::Mutation => root::Root::mutation(self.clone(), caller.clone()),
            OperationType::Subscription => {
                let message = match allowed {
                    Allowed::OverHttp => "subscriptions are listened to over a WebSocket",
                    Allowed::OverSocket => "a subscription has no single answer",
                };
                return Response::refused(&[Fault::bad_input(message)]);
            }
        };
        run.answer(&root, &ready.plan.root).await.into()
    }
}

/// The schema of the platform and of those games whose part fits into it, and these games. Why
/// another does not fit, the operator is told.
///
/// # Errors
/// When the platform's own schema is not sound.
pub fn merge(games: Vec<Game>) -> Result<(Merged, Vec<Game>), SdlError> {
    let mut merged = Merged::base(PLATFORM)?;
    let fits = |build: &Game| {
        let about = build.about();
        let part = Part { id: &about.id, prefix: &about.prefix, sdl: &about.sdl };
        let added = merged.add(part, &GAMES);
        if let Err(error) = &added {
            tracing::warn!(game = about.id, %error, "a game's schema does not fit");
        }
        added.is_ok()
    };
    let games = games.into_iter().filter(fits).collect();
    Ok((merged.served(), games))
}

/// Over what a request came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Allowed {
    /// A POST.
    OverHttp,
    /// A socket.
    OverSocket,
}

/// The language that a field was asked in.
pub(crate) fn language(arguments: &Values) -> Language {
    match arguments.get("language").and_then(Json::as_str) {
        Some("FR") => Language::Fr,
        _ => Language::En,
    }
}

/// Text among a field's arguments.
pub(crate) fn text<'a>(arguments: &'a Values, name: &str) -> Option<&'a str> {
    arguments.get(name).and_then(Json::as_str)
}

/// A failure of the host where there is no `Refused` to say it with.
pub(crate) fn fault(failure: refusal::Failure) -> Fault {
    match failure {
        refusal::Failure::Refused(refused) => {
            let code = match refused.code {
                refusal::Code::NotOver
                | refusal::Code::NotAllowed
                | refusal::Code::NoSpectators => errors::FORBIDDEN,
                // Whoever asked has been deleted meanwhile.
                refusal::Code::UnknownPlayer => Code::UNAUTHENTICATED,
                refusal::Code::UnknownTable => errors::NOT_FOUND,
                refusal::Code::TableStopped | refusal::Code::UnknownGame => Code::UNAVAILABLE,
                _ => Code::BAD_INPUT,
            };
            Fault::new(code, refused.words.get(Language::En))
        }
        refusal::Failure::Fault(failed) if failed.code() == refusal::Code::Unavailable => {
            tracing::error!(error = %failed, "a request could not be answered");
            Fault::new(Code::UNAVAILABLE, "the server cannot answer right now: ask again")
        }
        refusal::Failure::Fault(failed) => Fault::internal(failed),
    }
}
