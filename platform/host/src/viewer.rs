//! The viewer of a table.

use gueridon_game::Seat;

use crate::people::identity::Identity;
use gueridon_journal::{ListScope, PlayerId, Purpose, Role};

/// A viewer: who looks at tables, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Viewer {
    /// The player who looks; none for an anonymous visitor.
    pub player: Option<PlayerId>,
    /// Through which eyes they look.
    pub perspective: Perspective,
    /// The entry after which they see the table, 0 for the deal; none for now.
    pub at: Option<u64>,
    /// Their role.
    pub role: Role,
}

/// Through which eyes a viewer looks at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Perspective {
    /// Their own seat's, or the public's.
    #[default]
    Own,
    /// All-seeing, allowed when the game is over.
    All,
    /// A seat's, allowed to others when the game is over.
    Of(Seat),
}

impl From<PlayerId> for Viewer {
    fn from(player: PlayerId) -> Self {
        Self { player: Some(player), ..Self::default() }
    }
}

impl From<&Identity> for Viewer {
    /// Roles are for people who are signed in, not for programs with a token.
    fn from(known: &Identity) -> Self {
        let is_person = known.purpose == Purpose::Session;
        let role = if is_person { known.role } else { Role::Player };
        Self { role, ..Self::from(known.player.id) }
    }
}

impl Viewer {
    /// The player for whom lists are read.
    #[must_use]
    pub fn reader(self) -> ListScope {
        match self.player {
            _ if self.role >= Role::Moderator => ListScope::Everything,
            Some(player) => ListScope::Player(player),
            None => ListScope::Public,
        }
    }
}
