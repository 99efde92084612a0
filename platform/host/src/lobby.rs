//! The lobby: tables are opened, people are invited, sit down and get up, and tables begin.

pub(crate) mod challenges;
pub(crate) mod challenges_subscription;
pub(crate) mod feed;
pub(crate) mod feed_reader;
pub(crate) mod invitations;
pub(crate) mod listing;
pub(crate) mod offer;
pub(crate) mod opening;
mod owner;
pub(crate) mod owners;
pub(crate) mod readiness;
mod rematch;
pub(crate) mod results;
mod seats;
pub(crate) mod settings_validation;
mod starting;
pub(crate) mod table_list;
pub(crate) mod tables_subscription;

use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::access::AccessCheck;
use crate::clock::Clock;
use crate::games::Games;
use crate::people::accounts::Accounts;
use crate::random::Random;
use crate::tables::announcer::Announcer;
use crate::tables::registry::Registry;
use feed::Feed;
use gueridon_journal::Journal;
use owners::Owners;

/// Tables before they begin, and lists of tables.
#[derive(Debug)]
pub struct Lobby {
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) clock: Clock,
    pub(crate) random: Random,
    pub(crate) games: Arc<Games>,
    pub(crate) registry: Arc<Registry>,
    pub(crate) access: AccessCheck,
    pub(crate) accounts: Arc<Accounts>,
    pub(crate) announcer: Announcer,
    pub(crate) feed: Arc<Feed>,
    pub(crate) owners: Owners,
    pub(crate) stop: CancellationToken,
    pub(crate) limits: LobbyLimits,
}

/// How long a table waits, and how many a player may open.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LobbyLimits {
    /// How long a table that has not begun stays open after somebody last sat down or got up.
    pub(crate) open_life: Duration,
    /// How many open or running tables one player may have opened.
    pub(crate) most_tables: u32,
    /// The same of a guest, since anybody can be many guests.
    pub(crate) most_tables_of_guest: u32,
    /// How many tables that only bots play at one player may have in play.
    pub(crate) most_bot_tables: u32,
}
