//! Opening a table.

use serde_json::Value;

use super::Lobby;
use super::settings_validation;
use crate::clock::millis;
use crate::games::options_json;
use crate::people::rate_limits::Attempt;
use crate::refusal::{Answer, Code, Fault};
use gueridon_journal::{PlayerId, Standing, TableId, TableRow, TableSettings};

/// How to open a table.
#[derive(Debug, Clone)]
pub struct OpenTable {
    /// The id of the game.
    pub game: String,
    /// The game's options; none for the game's own choice.
    pub options: Option<Value>,
    /// How many seats.
    pub seats: u8,
    /// The settings besides the game's options.
    pub settings: TableSettings,
}

impl OpenTable {
    /// A table with default settings.
    #[must_use]
    pub fn of(game: &str, options: Option<Value>, seats: u8) -> Self {
        Self { game: game.to_owned(), options, seats, settings: TableSettings::default() }
    }
}

impl Lobby {
    /// Opens an empty table. A trial deal checks the options.
    ///
    /// # Errors
    /// `UNKNOWN_GAME`, `BAD_OPTIONS`, `BAD_SEATS`, `BAD_SETTINGS`, `TOO_MANY_TABLES`,
    /// `TOO_MANY_ATTEMPTS`.
    pub async fn open(&self, player: PlayerId, table: OpenTable) -> Answer<TableId> {
        settings_validation::check(&table.settings)?;
        let now_ms = self.clock.now_ms();
        let id = TableId(self.random.id(&self.clock)?);
        let row = TableRow {
            options: options_json(table.options.as_ref())?.get().to_owned(),
            settings: table.settings,
            invite: self.new_code()?,
            deadline_ms: Some(now_ms + millis(self.limits.open_life)),
            ..TableRow::opened(id, table.game, table.seats, player, now_ms)
        };
        let build = self.games.game(&row.game)?;
        self.try_deal(&build, &row).await?;
        let opened = self.open_row_for(&row, &[]).await?;
        if opened { Ok(row.id) } else { Err(Fault::NoAnswer.into()) }
    }

    /// Adds a table, unless one that conflicts with it exists.
    pub(super) async fn open_row_for(&self, row: &TableRow, invited: &[PlayerId]) -> Answer<bool> {
        self.accounts.rate_limiter().count(Attempt::Table(row.opener))?;
        let journal = &self.journal;
        let most = match self.accounts.account(row.opener).await?.player.standing {
            Standing::Guest => self.limits.most_tables_of_guest.min(self.limits.most_tables),
            Standing::Registered | Standing::Program | Standing::Deleted => self.limits.most_tables,
        };
        let opened = journal.open_within(row, invited, most).await?;
        if opened {
            self.announcer.seats_changed(row.id);
        } else if journal.count_tables(row.opener).await? >= most {
            return Err(Code::TooManyTables.refused(&[("most", most.to_string())]).into());
        }
        Ok(opened)
    }
}
