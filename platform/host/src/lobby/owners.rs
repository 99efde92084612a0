//! A cache of whose programs there are, since everybody who is shown a program is told.

use std::fmt;
use std::time::Duration;

use quick_cache::sync::Cache;
use tokio::time::Instant;

use gueridon_journal::{Journal, JournalError, Player, PlayerId};

/// How many programs are cached.
const CAPACITY: usize = 10_000;
/// For how long: the owner of a program stays, but may take another name.
const TTL: Duration = Duration::from_secs(10);

/// The owners of programs that were asked for a moment ago.
pub(crate) struct Owners(Cache<PlayerId, (Option<Player>, Instant)>);

impl Default for Owners {
    fn default() -> Self {
        Self(Cache::new(CAPACITY))
    }
}

impl fmt::Debug for Owners {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Owners").field("programs", &self.0.len()).finish()
    }
}

impl Owners {
    /// The owner of a program; none if it is none any more.
    pub(super) async fn of(
        &self,
        journal: &dyn Journal,
        program: PlayerId,
    ) -> Result<Option<Player>, JournalError> {
        if let Some((owner, read)) = self.0.get(&program)
            && read.elapsed() < TTL
        {
            return Ok(owner);
        }
        let read = Instant::now();
        let owner = journal.program(program).await?.map(|program| program.owner);
        self.0.insert(program, (owner.clone(), read));
        Ok(owner)
    }
}
