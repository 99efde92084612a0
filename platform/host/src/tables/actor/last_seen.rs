//! What each pair of eyes has last seen of a table, to be kept in case that it stops.

use std::collections::HashMap;
use std::sync::Arc;

use gueridon_game::Eyes;

use crate::tables::looks::GameView;

/// What each pair of eyes has last seen of a table on this node.
#[derive(Debug, Default)]
pub(super) struct LastSeen {
    pub(super) of: HashMap<Eyes, (u64, Arc<GameView>)>,
    /// Whether the table was stopped and this is not in the journal yet.
    pub(super) is_to_be_kept: bool,
}

impl LastSeen {
    /// Notes what these eyes see after an entry.
    pub(super) fn note(&mut self, eyes: Eyes, seq: u64, view: Arc<GameView>) {
        if eyes != Eyes::All {
            self.of.insert(eyes, (seq, view));
        }
    }
}
