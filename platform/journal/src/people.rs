//! Who plays, as a journal keeps it: players, what makes them registered ones, and the hashes of
//! the tokens by which they are known again.

use std::fmt;

use async_trait::async_trait;
use gueridon_game::border::hex;

use super::words::words;
use super::{JournalError, PlayerId, TokenId};

/// The part of a journal that knows people. As in [`Journal`](super::Journal), whoever writes is
/// told whether the condition that the method names held; `false` means that nothing was written.
///
/// # Errors
/// Every method fails with [`JournalError::Broken`] when the journal cannot be reached; a write may
/// then have happened or not.
#[async_trait]
pub trait People: Send + Sync {
    /// Adds a player with a first token, unless the player's id or name key or the token's hash or
    /// id is there.
    async fn add_player(&self, account: &Account, token: &TokenRow) -> Result<bool, JournalError>;

    /// A player by id or by name.
    async fn account(&self, who: &AccountKey) -> Result<Option<Account>, JournalError>;

    /// Writes a player anew, with a `revision` one higher, unless its revision has changed since it
    /// was read, its name key is another's, or what is provided does not hold. In the same breath
    /// the player's tokens end but for those kept, and one who is deleted gives up the seats at
    /// tables that have not begun, and the texts of all that they said.
    async fn change(
        &self,
        account: &Account,
        keep: TokensKept,
        provided: &Precondition,
    ) -> Result<bool, JournalError>;

    /// Adds a token, unless its hash or id is there, its player is deleted, there is no room among
    /// the player's tokens of its kind, or what is provided does not hold. Tokens whose time was
    /// over when this one was made end, some at a time; a guest of whom there is no token left and
    /// nothing speaks is forgotten.
    async fn add_token(
        &self,
        token: &TokenRow,
        room: TokenRoom,
        provided: &Precondition,
    ) -> Result<bool, JournalError>;

    /// A token by its hash, and whose it is; also when its time is over.
    async fn token(&self, hash: TokenHash) -> Result<Option<(TokenRow, Account)>, JournalError>;

    /// At most `first` tokens of a player whose time is not over at `now_ms`, with ids above
    /// `after`, in the order of their ids.
    async fn tokens(
        &self,
        player: PlayerId,
        now_ms: i64,
        after: Option<TokenId>,
        first: u32,
    ) -> Result<Vec<TokenRow>, JournalError>;

    /// Notes that a token was used, and until when it can be used; `false` if it is not there.
    async fn use_token(
        &self,
        id: TokenId,
        used_ms: i64,
        expires_ms: i64,
    ) -> Result<bool, JournalError>;

    /// Ends a player's tokens but for those kept; `false` if there were none to end. A guest of whom
    /// there is none left and nothing speaks is forgotten.
    async fn end_tokens(&self, player: PlayerId, keep: TokensKept) -> Result<bool, JournalError>;
}

/// The SHA-256 of a token; the token itself is kept nowhere.
pub type TokenHash = [u8; 32];

/// Somebody who plays, as everybody may know them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// Names the player.
    pub id: PlayerId,
    /// What the others call the player.
    pub name: String,
    /// Whether that name is the player's own.
    pub standing: Standing,
    /// When the player came, in milliseconds since 1970.
    pub created_ms: i64,
}

words! {
    /// Whether a player can be known again by a name.
    Standing {
        /// Has a name that others may have too, and is known by tokens alone.
        #[default]
        Guest = "GUEST",
        /// Has a name of their own, and a password.
        Registered = "REGISTERED",
        /// Was here once; only the tables of others still speak of them.
        Deleted = "DELETED",
    }
}

words! {
    /// What a player may do beyond playing; each may do what those before it may.
    Role {
        /// Plays.
        #[default]
        Player = "PLAYER",
        /// Sees to it that people are kind.
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
        /// A program that plays for the player.
        Api = "API",
        /// Setting a new password, once.
        Reset = "RESET",
    }
}

/// All that a journal knows of a player.
#[derive(Clone, PartialEq, Eq)]
pub struct Account {
    /// What everybody may know.
    pub player: Player,
    /// The name as it compares with those of others; registered players have one, and each another.
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
    /// How often it was changed.
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

/// By what a player is looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AccountKey {
    /// By id.
    Id(PlayerId),
    /// By the name of a registered player, as it compares with others.
    Name(String),
}

/// A token, without the secret.
#[derive(Clone, PartialEq, Eq)]
pub struct TokenRow {
    /// Names it.
    pub id: TokenId,
    /// Of what it is made.
    pub hash: TokenHash,
    /// Whose it is.
    pub player: PlayerId,
    /// What it is for.
    pub purpose: Purpose,
    /// What its owner calls it.
    pub label: String,
    /// When it was made, in milliseconds since 1970.
    pub created_ms: i64,
    /// When it was last noted to be used, in milliseconds since 1970.
    pub used_ms: i64,
    /// From when on it is nobody's, in milliseconds since 1970.
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

/// Which tokens of a player outlast a change.
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
    /// Whether a token outlasts the change.
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
    /// There are so many at most: those that were used the longest ago end for it.
    Made(u32),
    /// There are so many at most: if they are all there, it is not added.
    Left(u32),
}

/// What must still be so in the breath in which something is written: by the time of the deed,
/// what allowed it may have ended.
#[derive(Clone, PartialEq, Eq)]
pub enum Precondition {
    /// Nothing; whoever writes answers for it.
    Nothing,
    /// That token has not been ended.
    Token(TokenHash),
    /// Neither has that token, and it is a moderator's or an operator's.
    Moderator(TokenHash),
    /// Neither has that token, and it is an operator's.
    Operator(TokenHash),
    /// The hash of the player's password is that.
    Password(String),
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
