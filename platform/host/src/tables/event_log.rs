//! The event log of a table: its entries with their events, as each pair of eyes may see them.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use gueridon_game::border::{LocalizedText, WordedEvent};
use gueridon_game::{Eyes, Language, Seat};

use super::action_words::of_action;
use super::entry_body::{Body, TableAction};
use crate::names::Names;
use gueridon_journal::Entry;
use gueridon_modules::module::{RawJson, ReportedEvent};

/// What happened in an entry, with the audience of each event.
pub(crate) type EntryEvents = Box<[ReportedEvent]>;

/// An entry as one pair of eyes may see it.
#[derive(Debug, Clone)]
pub struct EntryView {
    /// The entry's number.
    pub seq: u64,
    /// Whose entry it is; none when the host made it.
    pub seat: Option<Seat>,
    /// When it was received, in milliseconds since 1970.
    pub at_ms: i64,
    /// Whether the host made it for its seat.
    pub is_stand_in: bool,
    /// What was done, where that was not playing, and the same in words.
    pub action: Option<(TableAction, LocalizedText)>,
    /// The entry that has taken it back, if one has.
    pub undone_by: Option<u64>,
    /// The events for these eyes, in order, with the players' names in the words.
    pub told: Vec<WordedEvent<RawJson>>,
}

/// The entries of a table from the first on, with their events.
#[derive(Default)]
pub(crate) struct EventLog {
    kept: Vec<Kept>,
    /// The entry of each key of a seat.
    keys: BTreeMap<Option<Seat>, HashMap<Box<str>, u64>>,
    /// How many bytes of memory all this takes, about.
    bytes: usize,
    /// The newest entry as it was shown, shared by all viewers who see the same of it.
    newest: Vec<(Eyes, Arc<EntryView>)>,
}

/// Which entries to read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Span {
    /// The last that is known already.
    pub(crate) after: u64,
    /// How many at most.
    pub(crate) first: usize,
    /// With which eyes.
    pub(crate) eyes: Eyes,
}

struct Kept {
    entry: Entry,
    action: Option<TableAction>,
    is_stand_in: bool,
    undone_by: Option<u64>,
    told: EntryEvents,
}

impl fmt::Debug for EventLog {
    /// Shows only the length: entries and events may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EventLog").field("seq", &self.seq()).finish_non_exhaustive()
    }
}

impl EventLog {
    /// The number of the newest entry; 0 before the first.
    pub(crate) fn seq(&self) -> u64 {
        self.kept.len() as u64
    }

    /// How many bytes of memory it takes, about.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// When the newest entry was received.
    pub(crate) fn newest_ms(&self) -> Option<i64> {
        self.kept.last().map(|kept| kept.entry.at_ms)
    }

    /// Adds the next entry; does nothing for one that is already there.
    pub(crate) fn push<S>(&mut self, entry: &Entry, body: &Body<S>, told: EntryEvents) {
        if entry.seq != self.seq() + 1 {
            return;
        }
        let action = if let Body::Act(action) = body { Some(*action) } else { None };
        let is_stand_in = matches!(body, Body::StandIn(_));
        let entry = entry.clone();
        self.bytes += weight(&entry, &told);
        self.keys.entry(entry.seat).or_default().insert(entry.key.as_str().into(), entry.seq);
        self.kept.push(Kept { entry, action, is_stand_in, undone_by: None, told });
        self.newest.clear();
    }

    /// Marks an entry as taken back, and drops its events.
    pub(crate) fn take_back(&mut self, undone: u64, by: u64) {
        let index = usize::try_from(undone).ok().and_then(|undone| undone.checked_sub(1));
        if let Some(kept) = index.and_then(|index| self.kept.get_mut(index)) {
            kept.undone_by = Some(by);
            kept.told = EntryEvents::default();
        }
        self.newest.clear();
    }

    /// The entries up to one of them, as stored in the journal.
    pub(crate) fn rows(&self, upto: u64) -> Vec<Entry> {
        let upto = usize::try_from(upto).unwrap_or(usize::MAX);
        self.kept.iter().take(upto).map(|kept| kept.entry.clone()).collect()
    }

    /// The number and the body of a seat's entry with a key.
    pub(crate) fn sent(&self, seat: Seat, key: &str) -> Option<(u64, &str)> {
        let seq = *self.keys.get(&Some(seat))?.get(key)?;
        let kept = &self.kept[usize::try_from(seq).ok()?.checked_sub(1)?];
        Some((seq, &kept.entry.body))
    }

    /// The newest entry of a seat whose action fulfils a test.
    pub(crate) fn acted(&self, seat: Seat, is_such: impl Fn(TableAction) -> bool) -> Option<u64> {
        let newest = self
            .kept
            .iter()
            .rev()
            .find(|kept| kept.entry.seat == Some(seat) && kept.action.is_some_and(&is_such));
        newest.map(|kept| kept.entry.seq)
    }

    /// Some entries, as these eyes see them.
    pub(crate) fn entries(&mut self, span: Span, names: &Names) -> Vec<Arc<EntryView>> {
        self.range(span).map(|index| self.entry_view(index, span.eyes, names)).collect()
    }

    /// Whether no entry in this range was taken back after another entry: then the log shows what
    /// was known at that entry.
    pub(crate) fn is_as_after(&self, span: Span, upto: u64) -> bool {
        let kept = &self.kept[self.range(span)];
        kept.iter().all(|kept| kept.undone_by.is_none_or(|by| by <= upto))
    }

    fn range(&self, Span { after, first, .. }: Span) -> Range<usize> {
        let before = usize::try_from(after).unwrap_or(usize::MAX).min(self.kept.len());
        before..self.kept.len().min(before.saturating_add(first))
    }

    fn entry_view(&mut self, index: usize, eyes: Eyes, names: &Names) -> Arc<EntryView> {
        let is_newest = index + 1 == self.kept.len();
        let kept = &self.kept[index];
        let sees_the_same = |others: Eyes| others == eyes || kept.is_for_everyone();
        let mut shared =
            self.newest.iter().filter(|(others, _)| is_newest && sees_the_same(*others));
        if let Some((_, entry_view)) = shared.next() {
            return Arc::clone(entry_view);
        }
        let entry_view = Arc::new(kept.entry_view(index as u64 + 1, eyes, names));
        if is_newest {
            self.newest.push((eyes, Arc::clone(&entry_view)));
        }
        entry_view
    }
}

impl Kept {
    /// Whether all eyes see the same of it.
    fn is_for_everyone(&self) -> bool {
        self.told.iter().all(|reported| reported.everyone)
    }

    fn entry_view(&self, seq: u64, eyes: Eyes, names: &Names) -> EntryView {
        let Entry { seat, at_ms, .. } = self.entry;
        let told = self.told.iter().filter_map(|reported| {
            let (event, words) = reported.to(eyes)?;
            Some(WordedEvent { event: event.clone(), words: names.put_into_all(words) })
        });
        let said = |act| (act, names.put_into_all(&of_action(act, seat)));
        EntryView {
            seq,
            seat,
            at_ms,
            is_stand_in: self.is_stand_in,
            action: self.action.map(said),
            undone_by: self.undone_by,
            told: told.collect(),
        }
    }
}

/// How many bytes of memory an entry with its events takes, about.
fn weight(entry: &Entry, told: &[ReportedEvent]) -> usize {
    let words = |words: &LocalizedText| -> usize {
        Language::ALL.iter().map(|&language| words.get(language).len()).sum()
    };
    let of_event = |event: &ReportedEvent| {
        let others = event.others.as_ref();
        let of_others = others.map_or(0, |told| told.event.get().len() + words(&told.words));
        size_of::<ReportedEvent>() + event.event.get().len() + words(&event.words) + of_others
    };
    let events: usize = told.iter().map(of_event).sum();
    // The key is also in the index of keys.
    size_of::<Kept>() + entry.body.len() + entry.digest.len() + 2 * entry.key.len() + events
}

#[cfg(test)]
mod tests {
    use gueridon_game::Seats;

    use super::*;
    use gueridon_journal::TableId;

    #[test]
    fn there_is_nothing_after_the_last_entry_and_nothing_secret_in_a_log() {
        let mut event_log = EventLog::default();
        let entry = Entry {
            table: TableId::default(),
            seq: 1,
            seat: Some(Seat(0)),
            key: "a".to_owned(),
            body: r#"{"steps":["secret"]}"#.to_owned(),
            digest: "00".to_owned(),
            at_ms: 1,
            to_act: Seats::NONE,
            ends: false,
        };
        event_log.push(&entry, &Body::Steps(()), EntryEvents::default());
        let mut seqs = |after| {
            let entries =
                event_log.entries(Span { after, first: 9, eyes: Eyes::Public }, &Names::default());
            entries.iter().map(|entry_view| entry_view.seq).collect::<Vec<_>>()
        };
        assert_eq!(seqs(0), [1]);
        for after in [1, 2, u64::MAX] {
            assert!(seqs(after).is_empty());
        }
        assert!(!format!("{event_log:?} {entry:?}").contains("secret"));
    }
}
