//! Data export: everything that is stored about a player.

use std::sync::Arc;

use gueridon_game::Seat;
use serde::Serialize;
use serde_json::value::RawValue;

use super::accounts::Accounts;
use crate::clock::Clock;
use crate::notifications::Notifications;
use crate::notifications::mail::Mail;
use crate::page::LONGEST_PAGE;
use crate::refusal::{Answer, Code, Fault};
use crate::talk::Talk;
use gueridon_journal::talk::{Message, MessageId, Mute, Report, ReportPage};
use gueridon_journal::{
    Account, Journal, PlayerId, Program, Standing, TableId, TokenRow, WebhookRow,
};

/// How many entries of a table are read at a time.
const BATCH: u32 = 500;

/// Everything that is stored about a player, or a page of it.
#[derive(Debug, Clone)]
pub struct Export {
    /// The account.
    pub account: Account,
    /// The tokens, without their secrets.
    pub tokens: Vec<TokenRow>,
    /// The player's programs.
    pub programs: Vec<Program>,
    /// The webhooks.
    pub webhooks: Vec<WebhookRow>,
    /// The player's mail settings.
    pub mail: Mail,
    /// Tables that the player sits at, opened or began, the newest first.
    pub tables: Vec<ExportedTable>,
    /// Whether there are more tables after these.
    pub has_more: bool,
    /// The player's messages at all tables, the oldest first.
    pub messages: Vec<Message>,
    /// Whether there are more messages after these.
    pub has_more_messages: bool,
    /// All players whom the player has muted.
    pub mutes: Vec<Mute>,
    /// The first reports that the player has made.
    pub reports: Vec<Report>,
    /// Until when the player is silenced, in milliseconds since 1970.
    pub silenced_until_ms: Option<i64>,
}

/// A table with one player's entries.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ExportedTable {
    /// The table.
    pub id: TableId,
    /// The game played at it.
    pub game: String,
    /// Where the player sits, if at all.
    pub seat: Option<u8>,
    /// Whether the player opened it.
    pub is_opener: bool,
    /// Whether the player began it.
    pub is_starter: bool,
    /// When it was opened, in milliseconds since 1970.
    pub opened_ms: i64,
    /// When it began, in milliseconds since 1970.
    pub started_ms: Option<i64>,
    /// The player's entries, the oldest first.
    pub entries: Vec<ExportedEntry>,
}

/// An entry as the player sent it.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ExportedEntry {
    /// Its number in the table's journal.
    pub seq: u64,
    /// When it was received, in milliseconds since 1970.
    pub at_ms: i64,
    /// The body, as the journal stores it.
    pub body: Box<RawValue>,
}

/// Reads exports.
#[derive(Debug)]
pub(super) struct Exporter {
    pub(super) journal: Arc<dyn Journal>,
    pub(super) clock: Clock,
    pub(super) accounts: Arc<Accounts>,
    pub(super) notifications: Arc<Notifications>,
}

impl Exporter {
    /// Everything that is stored about a player, as [`People::export`](super::People::export) says.
    pub(super) async fn export(
        &self,
        player: PlayerId,
        before: Option<TableId>,
        first: usize,
        after: Option<MessageId>,
    ) -> Answer<Export> {
        let account = self.accounts.account(player).await?;
        // The account may have been deleted meanwhile.
        if account.player.standing == Standing::Deleted {
            return Err(Code::UnknownPlayer.answer());
        }
        let tokens = self.accounts.tokens(player, None, 3 * Accounts::MOST_TOKENS).await?;
        let journal = &self.journal;
        let most = u32::try_from(first.min(LONGEST_PAGE) + 1).unwrap_or(u32::MAX);
        let mut rows = journal.involving(player, before, most).await?;
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
        let most = u32::try_from(LONGEST_PAGE).unwrap_or(u32::MAX);
        let mut messages = journal.messages_of(player, after, most + 1).await?;
        let has_more_messages = messages.len() > LONGEST_PAGE;
        messages.truncate(LONGEST_PAGE);
        let told = ReportPage { reporter: Some(player), first: most, ..ReportPage::default() };
        let (webhooks, mail) =
            (self.notifications.webhooks(player).await?, self.notifications.mail(player).await?);
        let silenced_until_ms = journal.silenced_until(player).await?;
        let silenced_until_ms =
            silenced_until_ms.filter(|&until_ms| until_ms > self.clock.now_ms());
        Ok(Export {
            programs: journal.programs_of(player).await?,
            account,
            tokens,
            webhooks,
            mail,
            tables,
            has_more,
            messages,
            has_more_messages,
            mutes: journal.mutes(player, None, Talk::MOST_MUTES).await?,
            reports: journal.reports(&told).await?,
            silenced_until_ms,
        })
    }

    /// All entries of a seat at a table.
    async fn entries_of(&self, table: TableId, seat: Seat) -> Answer<Vec<ExportedEntry>> {
        let (mut entries, mut after) = (Vec::new(), 0);
        loop {
            let read = self.journal.entries(table, after, BATCH).await?;
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
}
