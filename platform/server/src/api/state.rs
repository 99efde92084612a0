//! What the functions of fields are given: the host, the games, and the caller.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use gueridon_graphql::fault::Fault;
use gueridon_graphql::resolver;
use gueridon_host::host::Host;
use gueridon_host::people::Identity;
use gueridon_host::refusal;
use gueridon_journal::{Account, TableId};
use quick_cache::sync::Cache;
use tokio::sync::OnceCell;

use super::caller::Caller;
use super::game_entry::GameEntry;
use crate::game_files::GameFiles;

/// For how many tables the game is cached.
const TABLES_CACHED: usize = 10_000;

/// What all requests share.
#[derive(Debug)]
pub struct State {
    /// Runs the games.
    pub host: Host,
    /// The games, in the order of their ids.
    pub games: Vec<Arc<GameEntry>>,
    /// The files that the games bring for the page.
    pub files: Arc<GameFiles>,
    /// The games of recently requested tables; a table's game never changes.
    table_games: Cache<TableId, Arc<GameEntry>>,
}

impl State {
    /// The state of a server that has these games.
    #[must_use]
    pub fn new(host: Host, games: Vec<Arc<GameEntry>>, files: Arc<GameFiles>) -> Self {
        Self { host, games, files, table_games: Cache::new(TABLES_CACHED) }
    }

    /// A game by its id.
    #[must_use]
    pub fn game(&self, id: &str) -> Option<&Arc<GameEntry>> {
        self.games.iter().find(|game| game.id == id)
    }

    /// The game that is played at a table.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`, and `UNKNOWN_GAME` if the game is not loaded.
    pub async fn game_at(&self, table: TableId) -> refusal::Answer<Arc<GameEntry>> {
        if let Some(game) = self.table_games.get(&table) {
            return Ok(game);
        }
        let game = self.game(&self.host.lobby().game_of(table).await?).cloned();
        let game = game.ok_or_else(|| refusal::Code::UnknownGame.refused(&[]))?;
        self.table_games.insert(table, game.clone());
        Ok(game)
    }
}

/// What the fields of one request share.
#[derive(Debug)]
pub(crate) struct RequestState {
    /// What all requests share.
    pub(super) state: Arc<State>,
    /// Who sent the request.
    pub(super) caller: Caller,
    /// The caller's account, read once however often it is asked for.
    pub(super) account: OnceCell<Arc<Account>>,
    /// Whether the caller's data was exported already.
    pub(super) is_exported: AtomicBool,
    /// When its first play was accepted.
    pub(super) played: OnceLock<Instant>,
}

impl RequestState {
    pub(super) fn new(state: Arc<State>, caller: Caller) -> Self {
        let (account, is_exported) = (OnceCell::new(), AtomicBool::new(false));
        Self { state, caller, account, is_exported, played: OnceLock::new() }
    }

    pub(super) fn host(&self) -> &Host {
        &self.state.host
    }

    /// The player whose token came with the request.
    pub(super) fn me(&self) -> Result<&Arc<Identity>, Fault> {
        self.caller.known()
    }

    /// The caller as of now: a mutation before this one in the document may have ended the token.
    pub(super) async fn caller_now(&self) -> Result<Caller, Fault> {
        self.caller.again(&self.state.host).await
    }

    /// The calling player, as of now.
    pub(super) async fn me_now(&self) -> Result<Arc<Identity>, Fault> {
        self.caller_now().await?.known().cloned()
    }
}

/// What a field's function is given besides its parent and its arguments.
pub(super) type Context<'a> = resolver::Context<'a, RequestState>;
/// The registry that each file of this directory adds its types to.
pub(super) type Fields = resolver::Fields<RequestState>;
