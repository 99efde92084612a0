//! The GraphQL API of the current games: their merged schema, and the documents compiled for it.
//! When the games change, a new [`Api`] replaces it between two requests.
//!
//! Each type of the schema has a file, named after it, with a function for each field that is more
//! than JSON. Below them:
//!
//! | file | is about |
//! |---|---|
//! | `state`, `caller` | what the functions of fields are given: the host, the games, the caller |
//! | `arguments`, `connection`, `steps` | arguments and pagination that many fields share |
//! | `looks` | a table as somebody sees it at a moment; `table` and `snapshot` answer from it |
//! | `refused` | how a failure of the host is answered |
//! | `scopes` | which scope a token needs for which field |
//! | `game_entry`, `catalogues` | what is prepared for a game before anybody asks |
//!
//! Above them are `fields`, which collects the fields of all types, and `updates`, the streams of
//! subscriptions.

mod account;
mod account_export;
mod analysis;
mod arguments;
mod caller;
mod catalogues;
mod connection;
mod entry;
mod fields;
mod finished_game;
mod game;
mod game_entry;
mod game_view;
mod hint;
mod invitation;
mod invite;
mod looks;
mod message;
mod mutation;
mod node;
mod operations;
mod payload_cache;
mod player;
mod previewed;
mod program;
mod program_queries;
mod query;
mod refused;
mod registered_player;
mod report;
mod request;
mod results;
mod scopes;
mod seat;
mod server;
mod settings;
mod snapshot;
mod state;
mod steps;
mod subscription;
mod table;
mod table_update;
mod tables_update;

pub mod updates;

use std::ops::Deref;
use std::sync::Arc;
use std::time::Instant;

use async_graphql_parser::types::OperationType;
use gueridon_game::border::hex;
use gueridon_graphql::answer::Answer;
use gueridon_graphql::document::Documents;
use gueridon_graphql::execute::Execution;
use gueridon_graphql::fault::Fault;
use gueridon_graphql::introspection;
use gueridon_graphql::request::Request;
use gueridon_graphql::resolver::Resolvers;
use gueridon_graphql::response::Response;
use gueridon_graphql::sdl::{self, Merged, Part, SdlError, Types};
use gueridon_graphql::value::{AnyObject, Run};
use gueridon_host::host::{Game, Host};
use gueridon_host::metrics::PlayStep;
use serde_json::Map;
use sha2::{Digest, Sha256};
use tracing::Instrument;

pub use self::caller::Caller;
pub use self::game_entry::GameEntry;
use self::mutation::Mutation;
use self::payload_cache::PayloadCache;
use self::query::Query;
pub(crate) use self::refused::fault;
pub use self::request::CheckedRequest;
use self::state::RequestState;
pub use self::state::State;
use crate::costs::cost;
use crate::game_files::GameFiles;
use crate::schema::{GAMES, PLATFORM};

/// The API of one set of games.
#[derive(Debug)]
pub struct Api {
    /// The merged schema in GraphQL's schema language.
    pub sdl: String,
    /// Its entity tag: weak, since it is the same however the text is compressed.
    pub sdl_tag: String,
    /// Its types.
    pub types: Arc<Types>,
    state: Arc<State>,
    resolvers: Resolvers<RequestState>,
    documents: Documents,
    payloads: PayloadCache,
}

impl Deref for Api {
    type Target = State;

    fn deref(&self) -> &State {
        &self.state
    }
}

/// The schema cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum ApiError {
    /// The platform's own part is not sound.
    #[error("the platform's schema is not sound: {0}")]
    Platform(#[from] SdlError),
    /// The validator rejects the schema.
    #[error("the schema is not sound: {0}")]
    Schema(#[from] async_graphql::dynamic::SchemaError),
}

impl Api {
    /// The API of all games that `host` has. A game whose schema does not fit is left out, and the
    /// reason logged.
    ///
    /// # Errors
    /// When the platform's own schema is not sound.
    pub fn new(host: Host) -> Result<Self, ApiError> {
        Self::with_files(host, Arc::default())
    }

    /// A new API with the games that the host has now.
    ///
    /// # Errors
    /// As [`Api::new`].
    pub fn renewed(&self) -> Result<Self, ApiError> {
        Self::with_files(self.host.clone(), self.files.clone())
    }

    fn with_files(host: Host, files: Arc<GameFiles>) -> Result<Self, ApiError> {
        let (merged, games) = merge(host.games().newest())?;
        let whole = Arc::new(merged.with_introspection()?);
        let types = Arc::new(Types::new(&whole));
        let mut fields = fields::fields().guarded(scopes::guard);
        introspection::register(&mut fields, &whole);
        let documents = Documents::new(&merged, types.clone(), cost)?;
        let entry = |build| Arc::new(GameEntry::new(&merged, &types, build));
        let games = games.iter().map(entry).collect();
        let sdl = sdl::print::print(&merged);
        Ok(Self {
            sdl_tag: format!("W/\"{}\"", hex(&Sha256::digest(&sdl))),
            sdl,
            state: Arc::new(State::new(host, games, files)),
            resolvers: fields.bind(&types),
            types,
            documents,
            payloads: PayloadCache::default(),
        })
    }

    /// Whether the document of a request is cached.
    #[must_use]
    pub fn knows(&self, request: &Request) -> bool {
        let operation = request.operation_name.as_deref().filter(|name| !name.is_empty());
        self.documents.has(&request.query, operation)
    }

    /// Prepares a request: parses, measures, validates and compiles it, and checks its variables.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub async fn ready(&self, request: &Request) -> Result<CheckedRequest, Vec<Fault>> {
        let began = Instant::now();
        let operation = request.operation_name.as_deref().filter(|name| !name.is_empty());
        let preparing = self.documents.prepare(&request.query, operation);
        let prepared = preparing.instrument(tracing::debug_span!("document", operation)).await?;
        let nothing = Map::new();
        let given = request.variables.as_ref().unwrap_or(&nothing);
        let one = |fault| vec![fault];
        let variables = prepared.variables(given).map_err(one)?;
        let plan = prepared.plan(&variables).map_err(one)?;
        let variables = Arc::new(variables);
        Ok(CheckedRequest { prepared, plan, variables, took: began.elapsed() })
    }

    /// Answers a query or mutation.
    pub async fn run(&self, request: &Request, caller: &Caller) -> Response {
        match self.ready(request).await {
            Ok(ready) => self.run_ready(&ready, caller).await,
            Err(faults) => Response::refused(&faults),
        }
    }

    /// Answers a query or mutation that [`ready`](Self::ready) has prepared.
    pub async fn run_ready(&self, ready: &CheckedRequest, caller: &Caller) -> Response {
        let span = tracing::debug_span!("execute");
        let answer = match ready.prepared.ty() {
            OperationType::Query => self.execute(Query, ready, caller).instrument(span).await,
            OperationType::Mutation => {
                // It waits for the disk, and most requests are none.
                Box::pin(self.execute(Mutation, ready, caller)).instrument(span).await
            }
            OperationType::Subscription => {
                return Response::refused(&[Fault::bad_input("a subscription is listened to")]);
            }
        };
        answer.into()
    }

    /// Runs a prepared operation; `root` is the object that its fields belong to.
    async fn execute(
        &self,
        root: impl Into<AnyObject>,
        ready: &CheckedRequest,
        caller: &Caller,
    ) -> Answer {
        let shared = RequestState::new(self.state.clone(), caller.clone());
        let run = Run { types: &self.types, variables: &ready.variables };
        let execution = Execution { run, resolvers: &self.resolvers, shared: &shared };
        let answer = execution.answer(&root.into(), &ready.plan.root).await;
        if let Some(played) = shared.played.get() {
            let plays = &self.host.metrics().plays;
            plays.took(PlayStep::Document, ready.took);
            plays.took(PlayStep::Projection, played.elapsed());
        }
        answer
    }
}

/// Merges the platform's schema with those of all games that fit, and returns it with these games.
/// Logs why the others do not fit.
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
