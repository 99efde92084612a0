//! The part of a journal about people: players, what makes them registered ones, and the hashes of
//! their tokens.

use std::fmt;

use async_trait::async_trait;
use gueridon_game::border::hex;

use super::words::words;
use super::{JournalError, PlayerId, Scopes, TokenId};

/// Players and tokens. A method that writes returns whether its condition held, as in
/// [`Journal`](super::Journal).
///
/// # Errors
/// Every method fails with [`JournalError::Broken`] when the journal cannot be reached; a write may
/// then have happened or not.
#[async_trait]
pub trait People: Send + Sync {
    /// Adds a player with a first token, unless the player's id or name key or the token's hash or
    /// id is there. Both are added or neither.
    ///
    /// Atomic by constraints, in one transaction: all four are unique.
    async fn add_player(&self, account: &Account, token: &TokenRow) -> Result<bool, JournalError>;

    /// A player by id or by name.
    async fn account(&self, key: &AccountKey) -> Result<Option<Account>, JournalError>;

    /// Replaces a player, with a `revision` one higher, unless its revision is another than when it
    /// was read, its name key is another player's, or the precondition does not hold. In the same
    /// transaction the player's tokens end but for those kept. A player who is deleted leaves the
    /// seats at tables that have not begun, and the texts of their messages are removed.
    ///
    /// Atomic as one statement, under the player's lock; that a name key is unique is a constraint.
    async fn change(
        &self,
        account: &Account,
        keep: TokensKept,
        precondition: &Precondition,
    ) -> Result<bool, JournalError>;

    /// Adds a token, unless its hash or id is there, its player is deleted, there is no room among
    /// the player's tokens of its kind, or the precondition does not hold.
    ///
    /// Atomic under the player's lock, since tokens are counted; hash and id are constraints.
    async fn add_token(
        &self,
        token: &TokenRow,
        room: TokenRoom,
        precondition: &Precondition,
    ) -> Result<bool, JournalError>;

    /// A token by its hash, with its owner; also when it has expired.
    async fn token(&self, hash: TokenHash) -> Result<Option<(TokenRow, Account)>, JournalError>;

    /// At most `first` tokens of a player that have not expired at `now_ms`, with ids above
    /// `after`, in the order of their ids.
    async fn tokens(
        &self,
        player: PlayerId,
        now_ms: i64,
        after: Option<TokenId>,
        first: u32,
    ) -> Result<Vec<TokenRow>, JournalError>;

    /// Notes that a token was used, and when it expires now; `false` if it is not there.
    ///
    /// Atomic as one statement.
    async fn use_token(
        &self,
        id: TokenId,
        used_ms: i64,
        expires_ms: i64,
    ) -> Result<bool, JournalError>;

    /// Ends a player's tokens but for those kept; `false` if there were none to end. A guest who has
    /// none left and to whom no row refers is deleted.
    ///
    /// Atomic as one statement. That no row refers to a guest who is deleted is a constraint.
    async fn end_tokens(&self, player: PlayerId, keep: TokensKept) -> Result<bool, JournalError>;

    /// Ends at most `most` of the tokens that have expired at `now_ms`, the longest expired first;
    /// `false` if none had. Guests who have none left and to whom no row refers are deleted.
    ///
    /// Atomic as one statement, and by constraints as [`People::end_tokens`].
    async fn end_expired(&self, now_ms: i64, most: u32) -> Result<bool, JournalError>;
}

/// The SHA-256 of a token; the token itself is kept nowhere.
pub type TokenHash = [u8; 32];

/// What everybody may know of a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// Names the player.
    pub id: PlayerId,
    /// What the others call the player.
    pub name: String,
    /// Whether the player is registered.
    pub standing: Standing,
    /// When the player was added, in milliseconds since 1970.
    pub created_ms: i64,
}

words! {
    /// Whether a player has an account.
    Standing {
        /// Has a name that others may have too, and signs in by a token alone.
        #[default]
        Guest = "GUEST",
        /// Has a name of their own, and a password.
        Registered = "REGISTERED",
        /// Has deleted the account; tables and messages of others still refer to the row.
        Deleted = "DELETED",
    }
}

words! {
    /// What a player may do beyond playing; each may do what those before it may.
    Role {
        /// Plays.
        #[default]
        Player = "PLAYER",
        /// Removes messages, silences players and resolves reports.
        Moderator = "MODERATOR",
        /// Runs the server.
        Operator = "OPERATOR",
    }
}

words! {
    /// What a token is for.
    Purpose {
        /// A person on a device.
        #[default]
        Session = "SESSION",
        /// A program that acts for the player.
        Api = "API",
        /// Somebody else's client, in which the player has signed in.
        Client = "CLIENT",
        /// Setting a new password, once.
        Reset = "RESET",
    }
}

/// A player, with what only the player and the server know.
#[derive(Clone, PartialEq, Eq)]
pub struct Account {
    /// What everybody may know.
    pub player: Player,
    /// The name in the form that is compared; unique among registered players, who all have one.
    pub name_key: Option<String>,
    /// The hash of the password in the PHC format; registered players have one.
    pub password: Option<String>,
    /// Where the player gets mail.
    pub email: Option<String>,
    /// What the player may do.
    pub role: Role,
    /// When the player registered, in milliseconds since 1970.
    pub registered_ms: Option<i64>,
    /// When the player was deleted, in milliseconds since 1970.
    pub deleted_ms: Option<i64>,
    /// How often the row was changed; see [`People::change`].
    pub revision: i64,
}

impl Account {
    /// A guest.
    #[must_use]
    pub fn guest(id: PlayerId, name: String, created_ms: i64) -> Self {
        let player = Player { id, name, standing: Standing::Guest, created_ms };
        Self {
            player,
            name_key: None,
            password: None,
            email: None,
            role: Role::Player,
            registered_ms: None,
            deleted_ms: None,
            revision: 0,
        }
    }
}

impl fmt::Debug for Account {
    /// Leaves the password's hash and the address out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Account")
            .field("player", &self.player)
            .field("role", &self.role)
            .field("revision", &self.revision)
            .finish_non_exhaustive()
    }
}

/// By what a player is looked up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AccountKey {
    /// By id.
    Id(PlayerId),
    /// By the name key of a registered player.
    Name(String),
}

/// A token, without the secret.
#[derive(Clone, PartialEq, Eq)]
pub struct TokenRow {
    /// Names it.
    pub id: TokenId,
    /// The hash of the secret.
    pub hash: TokenHash,
    /// Whose it is.
    pub player: PlayerId,
    /// What it is for.
    pub purpose: Purpose,
    /// What it may be used for.
    pub scopes: Scopes,
    /// What the client calls itself, of a token for [`Purpose::Client`].
    pub client: Option<String>,
    /// What its owner calls it; for a client, where its code was sent.
    pub label: String,
    /// When it was made, in milliseconds since 1970.
    pub created_ms: i64,
    /// When it was last noted to be used, in milliseconds since 1970.
    pub used_ms: i64,
    /// When it expires, in milliseconds since 1970.
    pub expires_ms: i64,
}

impl fmt::Debug for TokenRow {
    /// Says of the hash only how it begins.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TokenRow")
            .field("id", &self.id.0)
            .field("hash", &hex(&self.hash[..2]))
            .field("player", &self.player.0)
            .field("purpose", &self.purpose)
            .finish_non_exhaustive()
    }
}

/// Which tokens of a player a write leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokensKept {
    /// All.
    All,
    /// All but one.
    AllBut(TokenId),
    /// Only one.
    Only(TokenId),
    /// None.
    None,
}

impl TokensKept {
    /// Whether it leaves a token.
    #[must_use]
    pub fn keeps(self, token: TokenId) -> bool {
        match self {
            Self::All => true,
            Self::AllBut(ended) => token != ended,
            Self::Only(kept) => token == kept,
            Self::None => false,
        }
    }
}

/// How a new token finds room among those of its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenRoom {
    /// There are so many at most: those whose last use is the longest ago end for it.
    Made(u32),
    /// There are so many at most: if they are all there, it is not added.
    Left(u32),
}

/// What must still be true when something is written: the right by which a caller writes may have
/// ended since the caller looked it up. It is a part of the statement that writes, under the lock
/// of the player whom it is about.
#[derive(Clone, PartialEq, Eq)]
pub enum Precondition {
    /// Nothing: the caller needs no right.
    Nothing,
    /// That token has not been ended.
    Token(TokenHash),
    /// That token has not been ended, and it is a moderator's or an operator's.
    Moderator(TokenHash),
    /// That token has not been ended, and it is an operator's.
    Operator(TokenHash),
    /// The hash of the player's password is that.
    Password(String),
}

impl Precondition {
    /// The hash of a token that must be there, the least role of its owner, and the password's hash:
    /// none where it says nothing of that.
    pub(crate) fn parts(&self) -> (Option<&[u8]>, Option<Role>, Option<&str>) {
        match self {
            Self::Nothing => (None, None, None),
            Self::Token(hash) => (Some(hash), None, None),
            Self::Moderator(hash) => (Some(hash), Some(Role::Moderator), None),
            Self::Operator(hash) => (Some(hash), Some(Role::Operator), None),
            Self::Password(hash) => (None, None, Some(hash)),
        }
    }
}

impl fmt::Debug for Precondition {
    /// Leaves the hashes out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nothing => "Nothing",
            Self::Token(_) => "Token(..)",
            Self::Moderator(_) => "Moderator(..)",
            Self::Operator(_) => "Operator(..)",
            Self::Password(_) => "Password(..)",
        })
    }
}
