//! The part of a journal about people: players, with what registered ones have besides, and the
//! hashes of their tokens.

use std::fmt;

use async_trait::async_trait;
use gueridon_game::border::hex;

use super::words::words;
use super::{JournalError, PlayerId, Scopes, TokenId};

/// Players and tokens. A method that writes returns whether its condition held, as in
/// [`Journal`](super::Journal).
///
/// # Errors
/// As those of [`Journal`](super::Journal).
#[async_trait]
pub trait People: Send + Sync {
    /// Adds a player with a first token, unless there is a player with that id or name key, or a
    /// token with that id or hash. Both are added or neither.
    ///
    /// Atomic by constraints, in one transaction: all four are unique.
    async fn add_player(&self, account: &Account, token: &TokenRow) -> Result<bool, JournalError>;

    /// A player by id or by name.
    async fn account(&self, key: &AccountKey) -> Result<Option<Account>, JournalError>;

    /// A page of the players who have a name of their own, in the order of their name keys.
    async fn accounts(&self, page: &AccountPage) -> Result<Vec<Account>, JournalError>;

    /// Replaces the row of a player and raises its `revision` by one, unless that is not the one
    /// that was read, another player has the name key, or the precondition does not hold. In the
    /// same transaction the player's tokens end, except those kept, and an address that changed is
    /// not confirmed any more.
    ///
    /// If the player is deleted, they also leave open tables, whose ownership passes on, and their
    /// tables in play become due. The texts of their messages are removed, also from reports about
    /// them, and their invitations, mutes, silence, webhooks, notifications and mail preferences
    /// are deleted.
    ///
    /// Atomic under the player's lock; that a name key is unique is a constraint. A deletion also
    /// takes the locks of the tables that it changes.
    async fn change(
        &self,
        account: &Account,
        keep: TokensKept,
        precondition: &Precondition,
    ) -> Result<bool, JournalError>;

    /// Adds a token, unless there is one with its hash or id, its player is deleted, there is no
    /// room among the player's tokens for the same purpose, or the precondition does not hold.
    ///
    /// Atomic under the player's lock, since tokens are counted; hash and id are constraints.
    async fn add_token(
        &self,
        token: &TokenRow,
        room: TokenRoom,
        precondition: &Precondition,
    ) -> Result<bool, JournalError>;

    /// A token by its hash, with its owner, even if it has expired.
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

    /// Records that a token was used, and when it expires now; `false` if there is none.
    ///
    /// Atomic as one statement.
    async fn use_token(
        &self,
        id: TokenId,
        used_ms: i64,
        expires_ms: i64,
    ) -> Result<bool, JournalError>;

    /// Ends a player's tokens, except those kept; `false` if there were none to end. A guest who
    /// has none left is deleted, unless a table, an invitation, a message or a report names them.
    ///
    /// Atomic under the player's lock. That nothing names a guest who is deleted is a constraint.
    async fn end_tokens(&self, player: PlayerId, keep: TokensKept) -> Result<bool, JournalError>;

    /// Ends at most `most` of the tokens that have expired at `now_ms`, those first that expired
    /// first; `false` if none had. Guests who have none left are deleted as by
    /// [`People::end_tokens`].
    ///
    /// The tokens end in one statement.
    async fn end_expired(&self, now_ms: i64, most: u32) -> Result<bool, JournalError>;
}

/// The SHA-256 of a token, which is itself kept nowhere.
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
        /// Has a name that others may have, too, and signs in with a token alone.
        #[default]
        Guest = "GUEST",
        /// Has a name of their own, and a password.
        Registered = "REGISTERED",
        /// Has deleted the account. The row stays, since tables, messages and reports refer to it.
        Deleted = "DELETED",
        /// Is a program: has a name of its own and an owner, no password, and signs in with tokens.
        Program = "PROGRAM",
    }
}

words! {
    /// What a player may do besides playing. Each role may also do what those before it may.
    Role {
        /// Nothing else.
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
        /// A client of somebody else, to which the player has signed in.
        Client = "CLIENT",
        /// Setting a new password, once.
        Reset = "RESET",
    }
}

/// Which players with a name of their own are listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountPage {
    /// Only those whose name key begins so.
    pub begins: String,
    /// Only those who may do more than a player.
    pub has_role: bool,
    /// The name key of the last player that is known already.
    pub after: Option<String>,
    /// How many at most.
    pub first: u32,
}

impl AccountPage {
    /// The name keys between which those of the page are: the first that can be among them, and one
    /// after all of them.
    pub(crate) fn range(&self) -> (String, String) {
        // No name has a control character, and none the last character of all.
        let after = self.after.as_ref().map(|after| format!("{after}\u{1}"));
        let first = after.unwrap_or_default().max(self.begins.clone());
        (first, format!("{}{}", self.begins, char::MAX))
    }
}

/// A player, with what only the player and the server know.
#[derive(Clone, PartialEq, Eq)]
pub struct Account {
    /// What everybody may know.
    pub player: Player,
    /// The form of the name that is compared with others. Registered players and programs have one,
    /// which is unique.
    pub name_key: Option<String>,
    /// The hash of the password, in the PHC format. Registered players have one.
    pub password: Option<String>,
    /// Where the player gets mail.
    pub email: Option<String>,
    /// What the player may do.
    pub role: Role,
    /// When the player registered, in milliseconds since 1970.
    pub registered_ms: Option<i64>,
    /// When the player was deleted, in milliseconds since 1970.
    pub deleted_ms: Option<i64>,
    /// How often the row was changed, by [`People::change`].
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

/// What a player is looked up by.
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
    /// What the client calls itself, if the token is for [`Purpose::Client`].
    pub client: Option<String>,
    /// What its owner calls it; for a client, the host that its code was sent to.
    pub label: String,
    /// When it was made, in milliseconds since 1970.
    pub created_ms: i64,
    /// When its last recorded use was, in milliseconds since 1970.
    pub used_ms: i64,
    /// When it expires, in milliseconds since 1970.
    pub expires_ms: i64,
}

impl fmt::Debug for TokenRow {
    /// Shows only the first two bytes of the hash.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TokenRow")
            .field("id", &self.id.0)
            .field("hash", &hex(&self.hash[..2]))
            .field("player", &self.player.0)
            .field("purpose", &self.purpose)
            .finish_non_exhaustive()
    }
}

/// Which tokens of a player a write keeps.
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
    /// Whether a token is kept.
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

/// How a new token finds room among the player's tokens for the same purpose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenRoom {
    /// At most this many stay: those that were used least recently end to make room.
    Made(u32),
    /// At most this many may be there that have not expired: if there are, it is not added.
    Left(u32),
}

/// What must still be true when something is written: the right of a caller to write may have ended
/// since it was checked. It is part of the statement that writes, under the lock of the player whom
/// it is about.
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
    /// The hash of the token that must be there, the least role that its owner must have, and the
    /// password hash that the player must have; none where nothing is required.
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
