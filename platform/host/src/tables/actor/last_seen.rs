//! What each pair of eyes has last seen of a table, to be kept in case that it stops.

use std::collections::HashMap;
use std::sync::Arc;

use gueridon_game::Eyes;
use gueridon_modules::module::has_score;

use crate::tables::looks::GameView;

/// What each pair of eyes has last seen of a table on this node.
#[derive(Debug, Default)]
pub(super) struct LastSeen {
    pub(super) of: HashMap<Eyes, (u64, Arc<GameView>)>,
    /// Whether the table was stopped and this is not in the journal yet.
    pub(super) is_to_be_kept: bool,
}

impl LastSeen {
    /// Notes what these eyes see after an entry; a look without the score not in place of one with it.
    pub(super) fn note(&mut self, eyes: Eyes, seq: u64, view: Arc<GameView>) {
        let seen_before = self.of.get(&eyes).filter(|(before, _)| *before >= seq);
        let is_less = seen_before.is_some_and(|(_, before)| has_score(before) && !has_score(&view));
        if eyes != Eyes::All && !is_less {
            self.of.insert(eyes, (seq, view));
        }
    }
}
