//! Who looks at a table, and how.

use gueridon_game::Seat;

use crate::people::identity::Identity;
use gueridon_journal::{ListScope, PlayerId, Purpose, Role};

/// Who looks, and how they look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Viewer {
    /// The player who looks; none for an anonymous visitor.
    pub player: Option<PlayerId>,
    /// How they look.
    pub perspective: Perspective,
    /// After which entry they look at the table, 0 for the deal; none for as it is now.
    pub at: Option<u64>,
    /// What they may do beyond playing.
    pub role: Role,
}

/// How somebody looks at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Perspective {
    /// From where they sit, or as the public.
    #[default]
    Own,
    /// At everything, which is granted when the game is over.
    All,
    /// From a seat, which is granted to others when the game is over.
    Of(Seat),
}

impl From<PlayerId> for Viewer {
    fn from(player: PlayerId) -> Self {
        Self { player: Some(player), ..Self::default() }
    }
}

impl From<&Identity> for Viewer {
    /// The rights of a role are for people who are signed in, not for programs with a token.
    fn from(known: &Identity) -> Self {
        let is_person = known.purpose == Purpose::Session;
        let role = if is_person { known.role } else { Role::Player };
        Self { role, ..Self::from(known.player.id) }
    }
}

impl Viewer {
    /// For whom lists are read.
    #[must_use]
    pub fn reader(self) -> ListScope {
        match self.player {
            _ if self.role >= Role::Moderator => ListScope::Everything,
            Some(player) => ListScope::Player(player),
            None => ListScope::Public,
        }
    }
}
