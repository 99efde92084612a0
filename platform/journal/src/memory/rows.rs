//! Everything that the journal in memory keeps, and what its parts have in common.

use std::collections::BTreeMap;

use gueridon_game::Seat;
use uuid::Uuid;

use super::messages::Messages;
use super::outbox::Outbox;
use super::reports::Reports;
use crate::{
    Account, Beat, BuildRow, CodeRow, DeclineReason, Entry, InterventionRow, JournalError,
    LastLook, ListScope, Player, PlayerId, Precondition, Readiness, Role, Seated, Status, Stop,
    TableEnd, TableId, TableRow, TableUpdate, TokenHash, TokenId, TokenRow, Visibility,
};

/// What is kept of a program besides the player.
#[derive(Debug, Clone)]
pub(super) struct ProgramRow {
    pub(super) owner: PlayerId,
    pub(super) off_ms: Option<i64>,
    pub(super) ready: Option<Readiness>,
}

#[derive(Debug, Default)]
pub(super) struct Rows {
    pub(super) players: BTreeMap<PlayerId, Account>,
    pub(super) programs: BTreeMap<PlayerId, ProgramRow>,
    pub(super) tokens: BTreeMap<TokenId, TokenRow>,
    pub(super) codes: BTreeMap<TokenHash, CodeRow>,
    pub(super) builds: BTreeMap<[u8; 32], BuildRow>,
    pub(super) tables: BTreeMap<TableId, TableRow>,
    /// By table and invited player: who invited them, and when.
    pub(super) invitations: BTreeMap<(TableId, PlayerId), (PlayerId, i64)>,
    /// By table and seat: which program does not sit there, why, and since when.
    pub(super) declines: BTreeMap<(TableId, Seat), (PlayerId, DeclineReason, i64)>,
    pub(super) entries: BTreeMap<(TableId, u64), Entry>,
    pub(super) analyses: BTreeMap<TableId, String>,
    pub(super) last_looks: BTreeMap<(TableId, Option<Seat>), LastLook>,
    pub(super) beats: BTreeMap<Uuid, Beat>,
    pub(super) stops: Vec<Stop>,
    pub(super) interventions: Vec<InterventionRow>,
    pub(super) outages: BTreeMap<i64, i64>,
    pub(super) messages: Messages,
    pub(super) reports: Reports,
    pub(super) outbox: Outbox,
}

impl Rows {
    pub(super) fn add_table(&mut self, table: &TableRow) -> bool {
        let is_new = self.tables.values().all(|other| {
            other.id != table.id
                && other.invite != table.invite
                && (other.rematch_of.is_none() || other.rematch_of != table.rematch_of)
        });
        if is_new {
            self.tables.insert(table.id, table.clone());
        }
        is_new
    }

    /// A table, if it is open.
    pub(super) fn open(&mut self, id: TableId) -> Option<&mut TableRow> {
        self.tables.get_mut(&id).filter(|table| table.status == Status::Open)
    }

    pub(super) fn append(&mut self, entry: &Entry, after: &TableUpdate) -> bool {
        let of_table = (entry.table, 0)..=(entry.table, u64::MAX);
        let used = self.entries.range(of_table).any(|(_, other)| {
            other.seq == entry.seq || (other.seat == entry.seat && other.key == entry.key)
        });
        if used {
            return false;
        }
        self.entries.insert((entry.table, entry.seq), entry.clone());
        if let Some(table) = self.tables.get_mut(&entry.table) {
            if let Some(deadline_ms) = after.deadline_ms {
                table.deadline_ms = deadline_ms;
            }
            if let Some(end) = &after.end {
                table.end(end, entry.at_ms);
            }
        }
        true
    }

    pub(super) fn may_read(&self, table: &TableRow, reader: ListScope) -> bool {
        match reader {
            _ if table.settings.visibility == Visibility::Open => true,
            ListScope::Everything => true,
            ListScope::Public => false,
            ListScope::Player(player) => {
                [table.opener, table.owner].contains(&player)
                    || table.seat_of(player).is_some()
                    || self.invitations.contains_key(&(table.id, player))
            }
        }
    }

    pub(super) fn player(&self, id: PlayerId) -> Result<Player, JournalError> {
        let missing = || JournalError::Broken("a player is missing".to_owned());
        self.players.get(&id).map(|account| account.player.clone()).ok_or_else(missing)
    }

    pub(super) fn is_here(&self, id: PlayerId) -> bool {
        self.players.get(&id).is_some_and(|account| account.deleted_ms.is_none())
    }

    /// Whether a precondition for a write of a player holds.
    pub(super) fn holds(&self, player: PlayerId, precondition: &Precondition) -> bool {
        let of = |hash: &TokenHash| self.tokens.values().find(|token| token.hash == *hash);
        let role = |token: &TokenRow| self.players.get(&token.player).map(|owner| owner.role);
        match precondition {
            Precondition::Nothing => true,
            Precondition::Token(hash) => of(hash).is_some(),
            Precondition::Moderator(hash) => of(hash).and_then(role) >= Some(Role::Moderator),
            Precondition::Operator(hash) => of(hash).and_then(role) == Some(Role::Operator),
            Precondition::Password(hash) => {
                self.players.get(&player).is_some_and(|one| one.password.as_ref() == Some(hash))
            }
        }
    }
}

impl TableRow {
    pub(super) fn end(&mut self, end: &TableEnd, at_ms: i64) {
        self.status = end.status();
        self.ended_ms = Some(at_ms);
        self.deadline_ms = None;
        match end {
            TableEnd::Over(result) => self.result.clone_from(result),
            TableEnd::Closed(why) => self.closed = Some(*why),
        }
    }

    /// If that player owns the table, makes the person at the first seat that has one its owner.
    pub(super) fn succeed(&mut self, owner: PlayerId) {
        let mut people = self.seated.iter().filter(|seated| !seated.is_program());
        let heir = people.find_map(Seated::player);
        if let Some(heir) = heir.filter(|_| self.owner == owner) {
            self.owner = heir;
        }
    }
}
