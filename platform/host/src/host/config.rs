//! How a host behaves.

use std::sync::Arc;
use std::time::Duration;

use crate::hints::{Hints, LocalHints};
use crate::notifications::config::NotificationsConfig;
use crate::people::accounts::AccountsConfig;
use crate::random::Random;
use gueridon_modules::executor::Execution;

/// How a host behaves; the defaults suit a server.
#[derive(Debug, Clone)]
pub struct Config {
    /// How long a table stays loaded when nobody asks for it.
    pub idle: Duration,
    /// How often what is watched is read again, in case a hint was lost.
    pub reread: Duration,
    /// How long a table waits for somebody to sit down or get up before it is closed.
    pub open_life: Duration,
    /// How long a table that is played waits for anything to be done there before it is closed.
    pub abandoned_life: Duration,
    /// How many tables that are open or played a player may have opened.
    pub most_tables: u32,
    /// How long a bot, or who stands in for a player, seems to think about each step.
    pub bot_pause: Duration,
    /// How long a table is kept after it has ended; none for ever.
    pub keep_finished: Option<Duration>,
    /// How often this node looks for tables at which time is up, and says that it is up itself.
    pub sweep: Duration,
    /// How many entries a subscriber may fall behind before it is told to resume.
    pub lag: u64,
    /// How many tables are loaded at most, as far as nobody watches them: one more sends away
    /// the one for which nobody has asked the longest.
    pub most_loaded: usize,
    /// How long a module may take to answer before it is given up.
    pub module_timeout: Duration,
    /// On which threads modules are called.
    pub execution: Execution,
    /// Where ids, tokens and seeds come from.
    pub chance: Random,
    /// How nodes wake each other.
    pub hints: Arc<dyn Hints>,
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
            bot_pause: Duration::from_millis(700),
            keep_finished: None,
            sweep: Duration::from_secs(1),
            lag: 1_000,
            most_loaded: 10_000,
            module_timeout: Duration::from_secs(10),
            execution: Execution::default(),
            chance: Random::system(),
            hints: Arc::new(LocalHints::new()),
            accounts: AccountsConfig::default(),
            notifications: NotificationsConfig::default(),
        }
    }
}
