//! Tables, those who sit at them, and entries.

use std::fmt;
use std::sync::Arc;

use gueridon_game::border::hex;
use gueridon_game::{Seat, Seats};

use super::words::words;
use super::{PlayerId, Standing, TableId, TableSettings};

/// A game module that is kept because a table began with it, or was about to.
#[derive(Clone, PartialEq, Eq)]
pub struct BuildRow {
    /// SHA-256 of the bytes.
    pub sha256: [u8; 32],
    /// The game it plays.
    pub game: String,
    /// The file.
    pub bytes: Arc<[u8]>,
    /// When it was added, just before the first table was to begin with it, in milliseconds since
    /// 1970.
    pub first_used_ms: i64,
}

impl fmt::Debug for BuildRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BuildRow")
            .field("sha256", &hex(&self.sha256))
            .field("game", &self.game)
            .field("bytes", &self.bytes.len())
            .finish()
    }
}

words! {
    /// How far a table has come.
    Status {
        /// Not begun: players sit down and get up.
        #[default]
        Open = "OPEN",
        /// Being played.
        Playing = "PLAYING",
        /// Played to the end.
        Over = "OVER",
        /// Closed before the end; its row says why.
        Closed = "CLOSED",
    }
}

/// A table without its entries.
#[derive(Clone, PartialEq, Eq)]
pub struct TableRow {
    /// Names the table.
    pub id: TableId,
    /// The game played at it.
    pub game: String,
    /// The game's options, as JSON; `null` for the game's defaults.
    pub options: String,
    /// How many seats there are.
    pub seats: u8,
    /// The settings that do not belong to the game.
    pub settings: TableSettings,
    /// How far it has come.
    pub status: Status,
    /// Why it was closed, if it was.
    pub closed: Option<CloseReason>,
    /// Who opened it.
    pub opener: PlayerId,
    /// Who may decide about it before it begins.
    pub owner: PlayerId,
    /// The invite code.
    pub invite: String,
    /// The table of which it is a rematch.
    pub rematch_of: Option<TableId>,
    /// The SHA-256 of the build it began with; none if it has not begun.
    pub build: Option<[u8; 32]>,
    /// The seed of all its dice, which is never shown; none if it has not begun.
    pub seed: Option<[u8; 32]>,
    /// When it was opened, in milliseconds since 1970.
    pub created_ms: i64,
    /// When it began, in milliseconds since 1970.
    pub started_ms: Option<i64>,
    /// Who began it; none if it has not begun.
    pub starter: Option<PlayerId>,
    /// The seats to act after the deal; none if it has not begun.
    pub to_act: Seats,
    /// When it ended or was closed, in milliseconds since 1970.
    pub ended_ms: Option<i64>,
    /// The final score of a game that is over, as the JSON of a [`Score`](gueridon_game::Score);
    /// none if the module could not give it.
    pub result: Option<String>,
    /// When a node has to look at the table, in milliseconds since 1970: a clock runs out, a bot is
    /// to act, or an open table expires.
    pub deadline_ms: Option<i64>,
    /// Who sits there, in the order of the seats.
    pub seated: Vec<Seated>,
}

impl TableRow {
    /// A table that has just been opened, with default settings.
    #[must_use]
    pub fn opened(id: TableId, game: String, seats: u8, opener: PlayerId, created_ms: i64) -> Self {
        Self {
            id,
            game,
            options: "null".to_owned(),
            seats,
            settings: TableSettings::default(),
            status: Status::Open,
            closed: None,
            opener,
            owner: opener,
            invite: id.0.simple().to_string(),
            rematch_of: None,
            build: None,
            seed: None,
            created_ms,
            started_ms: None,
            starter: None,
            to_act: Seats::NONE,
            ended_ms: None,
            result: None,
            deadline_ms: None,
            seated: Vec::new(),
        }
    }

    /// Where a player sits, or a program is asked to, if it is so.
    #[must_use]
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        let sits = |seated: &&Seated| seated.player() == Some(player);
        self.seated.iter().find(sits).map(|seated| seated.seat)
    }

    /// Whether a player sits at it. A program that is only asked to does not.
    #[must_use]
    pub fn sits(&self, player: PlayerId) -> bool {
        let sits =
            |seated: &Seated| seated.player() == Some(player) && seated.asked_until_ms().is_none();
        self.seated.iter().any(sits)
    }

    /// Whether a player sits at it, or is asked to, owns it, or has opened or begun it.
    #[must_use]
    pub fn involves(&self, player: PlayerId) -> bool {
        let began = [Some(self.opener), Some(self.owner), self.starter].contains(&Some(player));
        began || self.seat_of(player).is_some()
    }

    /// Whether no player sits there, deleted ones included: bots play alone. The databases decide it
    /// by SQL of their own; a promise of the suite compares them.
    #[must_use]
    pub fn is_of_bots_alone(&self) -> bool {
        self.seated.iter().all(|seated| seated.player().is_none())
    }

    /// Whether somebody sits at every seat.
    #[must_use]
    pub fn is_full(&self) -> bool {
        let sits = |seated: &&Seated| seated.asked_until_ms().is_none();
        self.seated.iter().filter(sits).count() == usize::from(self.seats)
    }

    /// Who sits at a seat, or is asked to, if somebody is.
    #[must_use]
    pub fn at(&self, seat: Seat) -> Option<&Seated> {
        self.seated.iter().find(|seated| seated.seat == seat)
    }
}

impl fmt::Debug for TableRow {
    /// Leaves out the seed, from which every deck follows, and the invite code.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableRow")
            .field("id", &self.id.0)
            .field("game", &self.game)
            .field("options", &self.options)
            .field("seats", &self.seats)
            .field("status", &self.status)
            .field("build", &self.build.as_ref().map(|sha256| hex(sha256)))
            .field("seated", &self.seated)
            .finish_non_exhaustive()
    }
}

/// Who sits at a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seated {
    /// Where.
    pub seat: Seat,
    /// Who.
    pub who: Sitter,
    /// Whether the seat is kept for a program only until some time.
    pub hold: Hold,
}

/// How firmly somebody has a seat at a table that has not begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Hold {
    /// Until they leave.
    #[default]
    Firm,
    /// A program is asked to sit there, and may answer until that time, in milliseconds since 1970.
    Asked {
        /// Until when.
        until_ms: i64,
    },
    /// A program that was asked sits there, and waits for the game to begin until that time, in
    /// milliseconds since 1970.
    Waiting {
        /// Until when.
        until_ms: i64,
    },
}

impl Hold {
    /// Until when the seat is kept, in milliseconds since 1970; none if it is until its player
    /// leaves.
    #[must_use]
    pub const fn until_ms(self) -> Option<i64> {
        match self {
            Self::Firm => None,
            Self::Asked { until_ms } | Self::Waiting { until_ms } => Some(until_ms),
        }
    }
}

impl Seated {
    /// A player at a seat.
    #[must_use]
    pub const fn of(seat: Seat, player: PlayerId, name: String, standing: Standing) -> Self {
        Self { seat, who: Sitter::Player { player, name, standing }, hold: Hold::Firm }
    }

    /// A bot at a seat.
    #[must_use]
    pub const fn bot(seat: Seat, bot: Bot) -> Self {
        Self { seat, who: Sitter::Bot(bot), hold: Hold::Firm }
    }

    /// Until when a program that is asked to sit there may answer, in milliseconds since 1970; none
    /// for who sits there.
    #[must_use]
    pub const fn asked_until_ms(&self) -> Option<i64> {
        match self.hold {
            Hold::Asked { until_ms } => Some(until_ms),
            Hold::Firm | Hold::Waiting { .. } => None,
        }
    }

    /// The player who sits there, or a program that is asked to; none for a bot.
    #[must_use]
    pub const fn player(&self) -> Option<PlayerId> {
        match self.who {
            Sitter::Player { player, .. } => Some(player),
            Sitter::Bot(_) => None,
        }
    }

    /// Whether a program sits there, or is asked to.
    #[must_use]
    pub fn is_program(&self) -> bool {
        matches!(&self.who, Sitter::Player { standing: Standing::Program, .. })
    }

    /// Whether a player sits there, who may be a program, whose account is not deleted.
    #[must_use]
    pub fn has_account(&self) -> bool {
        matches!(&self.who, Sitter::Player { standing, .. } if *standing != Standing::Deleted)
    }
}

/// A player or a bot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sitter {
    /// A player.
    Player {
        /// Who.
        player: PlayerId,
        /// What the others call the player.
        name: String,
        /// Whether the player is a guest, registered, deleted or a program.
        standing: Standing,
    },
    /// A bot, which the host plays.
    Bot(Bot),
}

words! {
    /// The kinds of bots, from the weakest to the strongest.
    Bot {
        /// Plays any open step, each with the same chance.
        Random = "RANDOM",
        /// Searches briefly, and often plays another step than the best it has found.
        Beginner = "BEGINNER",
        /// Plays like somebody who knows the rules well.
        #[default]
        Casual = "CASUAL",
        /// Searches longer than a casual one.
        Skilled = "SKILLED",
        /// Searches the longest.
        Expert = "EXPERT",
    }
}

words! {
    /// Why a table was closed before its game was over.
    CloseReason {
        /// Its owner cancelled it.
        Cancelled = "CANCELLED",
        /// It did not begin, or was not played on, in time.
        #[default]
        Expired = "EXPIRED",
        /// The players agreed to end it.
        Aborted = "ABORTED",
        /// An operator closed it.
        Operator = "OPERATOR",
    }
}

/// The beginning of a table.
#[derive(Clone, PartialEq, Eq)]
pub struct Start {
    /// The table that begins.
    pub table: TableId,
    /// Who begins it.
    pub starter: PlayerId,
    /// The SHA-256 of the build it begins with, which must be kept.
    pub build: [u8; 32],
    /// The seed of all its dice.
    pub seed: [u8; 32],
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// The seats to act after the deal.
    pub to_act: Seats,
    /// The deadline of the table, in milliseconds since 1970.
    pub deadline_ms: Option<i64>,
    /// If only bots sit there: how many such tables its owner may have in play, this one included.
    pub most_bot_tables: u32,
}

impl fmt::Debug for Start {
    /// Leaves the seed out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Start").field("table", &self.table.0).finish_non_exhaustive()
    }
}

/// One thing that a seat or the host did at a table, without what followed from it.
#[derive(Clone, PartialEq, Eq)]
pub struct Entry {
    /// The table it was done at.
    pub table: TableId,
    /// Its number: 1 for the first, without gaps.
    pub seq: u64,
    /// Who did it; none when the host did.
    pub seat: Option<Seat>,
    /// Chosen by the sender: what is sent again with the same key is not appended again.
    pub key: String,
    /// What was done, as JSON.
    pub body: String,
    /// The game's digest after it, as 16 hexadecimal digits.
    pub digest: String,
    /// When a node received it, in milliseconds since 1970; not earlier than the previous entry.
    pub at_ms: i64,
    /// The seats to act after it.
    pub to_act: Seats,
    /// Whether nothing more can be done at the table after it.
    pub ends: bool,
}

/// What a pair of eyes last saw of a table, before it was stopped.
#[derive(Clone, PartialEq, Eq)]
pub struct LastLook {
    /// The seat whose eyes they are; none for the public.
    pub seat: Option<Seat>,
    /// After which entry.
    pub seq: u64,
    /// What they saw, as JSON.
    pub look: String,
}

impl fmt::Debug for LastLook {
    /// Without what was seen, which may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { seat, seq, .. } = self;
        f.debug_struct("LastLook").field("seat", seat).field("seq", seq).finish_non_exhaustive()
    }
}

/// What an entry means for its table; written in the same transaction.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TableUpdate {
    /// The table's new deadline, if it changes, in milliseconds since 1970. A table that ends has
    /// none.
    pub deadline_ms: Option<Option<i64>>,
    /// How it ended, if the entry ends it.
    pub end: Option<TableEnd>,
}

/// How a table ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TableEnd {
    /// The game is over: the final score, as JSON, if the module could give it.
    Over(Option<String>),
    /// The table is closed before the game is over.
    Closed(CloseReason),
}

impl TableEnd {
    /// The status of a table that ended in this way.
    #[must_use]
    pub const fn status(&self) -> Status {
        match self {
            Self::Over(_) => Status::Over,
            Self::Closed(_) => Status::Closed,
        }
    }
}

impl fmt::Debug for Entry {
    /// Leaves out the body, which may be a secret of the seat.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry")
            .field("table", &self.table.0)
            .field("seq", &self.seq)
            .field("seat", &self.seat)
            .field("key", &self.key)
            .field("at_ms", &self.at_ms)
            .field("ends", &self.ends)
            .finish_non_exhaustive()
    }
}

/// Which tables to list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TablePage {
    /// Only tables with lower ids, so those opened before that one.
    pub before: Option<TableId>,
    /// At most that many.
    pub first: u32,
    /// Only those with that status.
    pub status: Option<Status>,
    /// Only those of that game.
    pub game: Option<String>,
    /// Only those at which that player sits.
    pub player: Option<PlayerId>,
    /// Only those that this reader may find.
    pub reader: ListScope,
}

/// Which tables a reader may find.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ListScope {
    /// All: for the host itself and for moderators.
    #[default]
    Everything,
    /// All but private ones.
    Public,
    /// Those that are not private, and those at which this player sits, to which the player is
    /// invited, or which the player opened or owns.
    Player(PlayerId),
}

impl ListScope {
    /// The player, if it is the scope of one.
    #[must_use]
    pub const fn player(self) -> Option<PlayerId> {
        match self {
            Self::Player(player) => Some(player),
            Self::Everything | Self::Public => None,
        }
    }
}

impl Default for TablePage {
    fn default() -> Self {
        Self {
            before: None,
            first: 50,
            status: None,
            game: None,
            player: None,
            reader: ListScope::Everything,
        }
    }
}
