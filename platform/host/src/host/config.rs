//! How a host behaves.

use std::sync::Arc;
use std::time::Duration;

use crate::notices::{LocalNotices, Notices};
use crate::notifications::config::NotificationsConfig;
use crate::people::accounts::AccountsConfig;
use crate::random::Random;
use gueridon_modules::executor::Execution;

/// How a host behaves; the defaults suit a server.
#[derive(Debug, Clone)]
pub struct Config {
    /// How long a table stays loaded when nobody asks for it.
    pub idle: Duration,
    /// How often watched tables are read again, in case a notice was lost.
    pub reread: Duration,
    /// How long a table that has not begun stays open after somebody last sat down or got up.
    pub open_life: Duration,
    /// How long a table in play may be inactive before it is closed.
    pub abandoned_life: Duration,
    /// How many open or running tables one player may have opened.
    pub most_tables: u32,
    /// The same for a guest: anybody can be many guests.
    pub most_tables_of_guest: u32,
    /// How long a bot or stand-in waits before each step.
    pub bot_pause: Duration,
    /// How long a table is kept after it has ended; none for ever.
    pub keep_finished: Option<Duration>,
    /// How often this node looks for tables that are due, and records that it is up.
    pub sweep: Duration,
    /// How many entries a subscriber may fall behind before its stream ends and it has to resume.
    pub lag: u64,
    /// The most tables that stay loaded, not counting watched ones; beyond it the least recently
    /// used is unloaded.
    pub most_loaded: usize,
    /// The most bytes of memory, about, that loaded tables take; beyond it those that were least
    /// recently used are unloaded, but for watched ones.
    pub most_loaded_bytes: usize,
    /// How long a table that only bots play at goes on while nobody looks at it; then it is closed.
    pub unwatched_life: Duration,
    /// How many tables that only bots play at one player may have in play.
    pub most_bot_tables: u32,
    /// Whether a table may be played with a build that only the journal has. Whoever can write to the
    /// journal can then run code on this node.
    pub trusts_journal: bool,
    /// How long a module call may take before it is abandoned.
    pub module_timeout: Duration,
    /// On which threads modules are called.
    pub execution: Execution,
    /// The source of ids, tokens and seeds.
    pub random: Random,
    /// How nodes wake each other.
    pub notices: Arc<dyn Notices>,
    /// How many bytes of memory this process takes; none where the system does not say.
    pub process_bytes: fn() -> Option<usize>,
    /// How accounts behave.
    pub accounts: AccountsConfig,
    /// How notifications are sent.
    pub notifications: NotificationsConfig,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            idle: Duration::from_secs(600),
            reread: Duration::from_secs(5),
            open_life: Duration::from_secs(24 * 60 * 60),
            abandoned_life: Duration::from_secs(60 * 24 * 60 * 60),
            most_tables: 200,
            most_tables_of_guest: 20,
            bot_pause: Duration::from_millis(700),
            keep_finished: None,
            sweep: Duration::from_secs(1),
            lag: 1_000,
            most_loaded: 10_000,
            most_loaded_bytes: 512 << 20,
            unwatched_life: Duration::from_secs(300),
            most_bot_tables: 3,
            trusts_journal: true,
            module_timeout: Duration::from_secs(10),
            execution: Execution::default(),
            random: Random::system(),
            notices: Arc::new(LocalNotices::new()),
            process_bytes: || None,
            accounts: AccountsConfig::default(),
            notifications: NotificationsConfig::default(),
        }
    }
}
