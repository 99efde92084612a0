//! Messages, mutes and silences in memory.

use std::collections::BTreeMap;

use crate::talk::NewMessage;
use crate::{MessageId, PlayerId, TableId};

/// Messages, mutes and silences. Players are named by id, since their names may change.
#[derive(Debug, Default)]
pub(super) struct Messages {
    /// By table and number.
    pub(super) stored: BTreeMap<(TableId, u64), StoredMessage>,
    /// By the player who mutes and the one who is muted: since when.
    pub(super) mutes: BTreeMap<(PlayerId, PlayerId), i64>,
    /// By player: until when they are silenced.
    pub(super) silences: BTreeMap<PlayerId, i64>,
}

#[derive(Debug, Clone)]
pub(super) struct StoredMessage {
    pub(super) message: NewMessage,
    pub(super) number: u64,
    pub(super) change: u64,
    /// When it was removed, and by whom.
    pub(super) removed: Option<(i64, Option<PlayerId>)>,
}

impl Messages {
    /// Whether there is a message of a player.
    pub(super) fn involve(&self, player: PlayerId) -> bool {
        self.stored.values().any(|stored| stored.message.player == player)
    }

    pub(super) fn forget_table(&mut self, table: TableId) {
        self.stored.retain(|&(of, _), _| of != table);
    }

    /// Deletes the mutes and silences of players who are not in the journal any more.
    pub(super) fn forget_missing(&mut self, is_there: impl Fn(PlayerId) -> bool) {
        self.mutes.retain(|&(player, muted), _| is_there(player) && is_there(muted));
        self.silences.retain(|&player, _| is_there(player));
    }

    /// Removes the texts of a deleted player, and deletes their silence and all mutes by them and
    /// of them.
    pub(super) fn forget_player(&mut self, player: PlayerId, at_ms: i64) {
        let is_theirs =
            |stored: &StoredMessage| stored.message.player == player && stored.removed.is_none();
        let own = self.stored.iter().filter(|(_, stored)| is_theirs(stored));
        let own: Vec<_> = own.map(|(&key, _)| key).collect();
        own.into_iter().for_each(|key| self.remove(key, at_ms, None));
        self.mutes.retain(|&(one, other), _| one != player && other != player);
        self.silences.remove(&player);
    }

    pub(super) fn of_table(
        &self,
        table: TableId,
    ) -> impl DoubleEndedIterator<Item = &StoredMessage> {
        self.stored.range((table, 0)..=(table, u64::MAX)).map(|(_, stored)| stored)
    }

    pub(super) fn newest_change(&self, table: TableId) -> u64 {
        self.of_table(table).map(|stored| stored.change).max().unwrap_or_default()
    }

    /// Adds a message, and deletes the oldest ones of its table beyond `most`.
    pub(super) fn add(&mut self, message: &NewMessage, most: u32) {
        let table = message.table;
        let number = self.newest_change(table) + 1;
        let stored =
            StoredMessage { message: message.clone(), number, change: number, removed: None };
        self.stored.insert((table, number), stored);
        let surplus = self.of_table(table).rev().skip(most as usize);
        let surplus: Vec<u64> = surplus.map(|stored| stored.number).collect();
        for number in surplus {
            self.stored.remove(&(table, number));
        }
    }

    pub(super) fn remove(&mut self, key: (TableId, u64), at_ms: i64, by: Option<PlayerId>) {
        let change = self.newest_change(key.0) + 1;
        if let Some(stored) = self.stored.get_mut(&key) {
            stored.removed = Some((at_ms, by));
            stored.change = change;
        }
    }

    pub(super) fn find(&self, id: MessageId) -> Option<&StoredMessage> {
        self.stored.values().find(|stored| stored.message.id == id)
    }

    pub(super) fn is_muted(&self, hearer: Option<PlayerId>, player: PlayerId) -> bool {
        hearer.is_some_and(|hearer| self.mutes.contains_key(&(hearer, player)))
    }
}
