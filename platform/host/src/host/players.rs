//! People and their tables: what an account's change means where somebody sits, and everything
//! that is kept of a player.

use gueridon_game::Seat;
use serde::Serialize;
use serde_json::value::RawValue;

use super::{Host, Mail};
use crate::accounts::{Accounts, Identity, NewPlayer, Origin, Password, SignedIn};
use crate::hints::{Hint, News};
use crate::refusal::{Answer, Code, Fault};
use gueridon_journal::talk::{Message, MessageId, Mute, Report, ReportPage};
use gueridon_journal::{
    Account, Player, PlayerId, Standing, TableId, TablePage, TokenRow, WebhookRow,
};

/// How many entries of a table are read at a time.
const BATCH: u32 = 500;

/// Everything that is kept of a player, or a page of it.
#[derive(Debug, Clone)]
pub struct Export {
    /// The account.
    pub account: Account,
    /// The tokens, without their secrets.
    pub tokens: Vec<TokenRow>,
    /// The webhooks.
    pub webhooks: Vec<WebhookRow>,
    /// How the player wants mail.
    pub mail: Mail,
    /// Tables at which the player sits, or that the player opened or began, the newest first.
    pub tables: Vec<ExportedTable>,
    /// Whether there are more tables after these.
    pub has_more: bool,
    /// What the player has said, at whatever table, in order.
    pub messages: Vec<Message>,
    /// Whether there are more messages after these.
    pub has_more_messages: bool,
    /// Those whom the player does not want to hear: all.
    pub mutes: Vec<Mute>,
    /// What the player has told the moderators: the first of it.
    pub reports: Vec<Report>,
    /// Until when the player is silenced, in milliseconds since 1970.
    pub silenced_until_ms: Option<i64>,
}

/// A table with what one player did at it.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ExportedTable {
    /// The table.
    pub id: TableId,
    /// The game played at it.
    pub game: String,
    /// Where the player sits; none for one who does not.
    pub seat: Option<u8>,
    /// Whether the player opened it.
    pub is_opener: bool,
    /// Whether the player began it.
    pub is_starter: bool,
    /// When it was opened, in milliseconds since 1970.
    pub opened_ms: i64,
    /// When it began, in milliseconds since 1970.
    pub started_ms: Option<i64>,
    /// What the player did, in order.
    pub entries: Vec<ExportedEntry>,
}

/// An entry as it was sent.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ExportedEntry {
    /// Its place in the table's journal.
    pub seq: u64,
    /// When it was received, in milliseconds since 1970.
    pub at_ms: i64,
    /// What was sent, as the journal keeps it.
    pub body: Box<RawValue>,
}

impl Host {
    /// Who people are.
    #[must_use]
    pub fn accounts(&self) -> &Accounts {
        &self.context.accounts
    }

    /// Makes a guest of that name.
    ///
    /// # Errors
    /// `BAD_NAME`, `NAME_TAKEN`.
    pub async fn sign_in(&self, name: &str) -> Answer<SignedIn> {
        self.accounts().guest(name, "", None).await
    }

    /// The player whose token that is, if it is anybody's.
    ///
    /// # Errors
    /// A [`Fault`] when the journal does not answer.
    pub async fn player(&self, token: &str) -> Answer<Option<Player>> {
        Ok(self.accounts().known(token).await?.map(|known| known.player.clone()))
    }

    /// As [`Accounts::register`]; the tables of a guest who registers show it.
    ///
    /// # Errors
    /// As there.
    pub async fn register(
        &self,
        guest: Option<&Identity>,
        new: NewPlayer,
        from: Option<Origin>,
    ) -> Answer<SignedIn> {
        let signed = self.register_with_letter(guest, new, from).await?;
        if guest.is_some() {
            self.tell_tables(&self.tables_of(signed.player.id).await);
        }
        Ok(signed)
    }

    /// As [`Accounts::rename`]; the player's tables show the new name.
    ///
    /// # Errors
    /// As there.
    pub async fn rename(&self, known: &Identity, name: &str) -> Answer<Account> {
        let account = self.accounts().rename(known, name).await?;
        self.tell_tables(&self.tables_of(known.player.id).await);
        Ok(account)
    }

    /// As [`Accounts::delete`]; the player's tables show the neutral name, and those that have not
    /// begun a free seat.
    ///
    /// # Errors
    /// As there.
    pub async fn delete_account(
        &self,
        known: &Identity,
        password: Option<&Password>,
        from: Option<Origin>,
    ) -> Answer<()> {
        // Before, since afterwards nobody knows where the player sat.
        let tables = self.tables_of(known.player.id).await;
        let talk = self.context.journal.spoken_at(known.player.id).await?;
        self.accounts().delete(known, password, from).await?;
        self.tell_tables(&tables);
        talk.into_iter().for_each(|table| self.tell_talk(table));
        Ok(())
    }

    /// Everything that is kept of a player, with at most `first` tables opened before `before`, and at
    /// most [`Host::LONGEST_PAGE`] messages after `after`, and so many reports.
    ///
    /// # Errors
    /// A [`Fault`] when the journal does not answer.
    pub async fn export(
        &self,
        player: PlayerId,
        before: Option<TableId>,
        first: usize,
        after: Option<MessageId>,
    ) -> Answer<Export> {
        let account = self.accounts().account(player).await?;
        // Somebody may delete themselves while they ask.
        if account.player.standing == Standing::Deleted {
            return Err(Code::UnknownPlayer.answer());
        }
        let tokens = self.accounts().tokens(player, None, 3 * Accounts::MOST_TOKENS).await?;
        let journal = &self.context.journal;
        let most = u32::try_from(first.min(Self::LONGEST_PAGE) + 1).unwrap_or(u32::MAX);
        let page =
            TablePage { before, first: most, involved: Some(player), ..TablePage::default() };
        let mut rows = journal.tables(&page).await?;
        let has_more = rows.len() > first;
        rows.truncate(first);
        let mut tables = Vec::with_capacity(rows.len());
        for row in rows {
            let seat = row.seat_of(player);
            let entries = match seat {
                Some(seat) => self.entries_of(row.id, seat).await?,
                None => Vec::new(),
            };
            tables.push(ExportedTable {
                id: row.id,
                seat: seat.map(|seat| seat.0),
                is_opener: row.opener == player,
                is_starter: row.starter == Some(player),
                game: row.game,
                opened_ms: row.created_ms,
                started_ms: row.started_ms,
                entries,
            });
        }
        let most = u32::try_from(Self::LONGEST_PAGE).unwrap_or(u32::MAX);
        let mut messages = journal.messages_of(player, after, most + 1).await?;
        let has_more_messages = messages.len() > Self::LONGEST_PAGE;
        messages.truncate(Self::LONGEST_PAGE);
        let told = ReportPage { reporter: Some(player), first: most, ..ReportPage::default() };
        let (webhooks, mail) = (self.webhooks(player).await?, self.mail(player).await?);
        Ok(Export {
            account,
            tokens,
            webhooks,
            mail,
            tables,
            has_more,
            messages,
            has_more_messages,
            mutes: journal.mutes(player, None, Self::MOST_MUTES).await?,
            reports: journal.reports(&told).await?,
            silenced_until_ms: self.silenced_until(player).await?,
        })
    }

    /// All that a seat did at a table.
    async fn entries_of(&self, table: TableId, seat: Seat) -> Answer<Vec<ExportedEntry>> {
        let (mut entries, mut after) = (Vec::new(), 0);
        loop {
            let read = self.context.journal.entries(table, after, BATCH).await?;
            for entry in read.iter().filter(|entry| entry.seat == Some(seat)) {
                let body = RawValue::from_string(entry.body.clone());
                let body = body.map_err(|error| Fault::Module(error.to_string()))?;
                entries.push(ExportedEntry { seq: entry.seq, at_ms: entry.at_ms, body });
            }
            match read.last() {
                Some(last) if read.len() == BATCH as usize => after = last.seq,
                _ => return Ok(entries),
            }
        }
    }

    /// The tables at which a player sits. When the journal does not answer some are missing: they
    /// show the change when they are loaded the next time.
    async fn tables_of(&self, player: PlayerId) -> Vec<TableId> {
        let first = u32::try_from(Self::LONGEST_PAGE).unwrap_or(u32::MAX);
        let (mut tables, mut before) = (Vec::new(), None);
        loop {
            let page = TablePage { before, first, player: Some(player), ..TablePage::default() };
            match self.context.journal.tables(&page).await {
                Ok(rows) => {
                    tables.extend(rows.iter().map(|row| row.id));
                    before = rows.last().map(|row| row.id);
                    if rows.len() < Self::LONGEST_PAGE {
                        return tables;
                    }
                }
                Err(error) => {
                    tracing::warn!(%error, "some tables show a name that has changed");
                    return tables;
                }
            }
        }
    }

    /// Has every node look at who sits at these tables.
    fn tell_tables(&self, tables: &[TableId]) {
        tables.iter().for_each(|&table| self.context.hints.tell(Hint { table, news: News::Seats }));
    }
}
