//! What a token may be used for: a set of scopes.

use std::fmt;

use sqlx::database::Database;
use sqlx::encode::IsNull;
use sqlx::error::BoxDynError;
use sqlx::{Decode, Encode, Type};

use super::words::words;

words! {
    /// A part of what a player may do, which a token may allow.
    Scope {
        /// Reading what the player sees.
        #[default]
        Look = "LOOK",
        /// Opening, joining and playing tables, with everything that a seat does.
        Play = "PLAY",
        /// Speaking, inviting, muting and reporting.
        Chat = "CHAT",
        /// Changing name, address, password, tokens and notifications.
        Account = "ACCOUNT",
    }
}

/// A set of scopes. [`Scope::Play`] and [`Scope::Chat`] always come with [`Scope::Look`], because
/// those who play or speak at a table see it.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Scopes(u8);

impl Scopes {
    /// No scope.
    pub const NONE: Self = Self(0);
    /// Every scope: those of a person who has signed in.
    pub const ALL: Self = Self(0b1111);

    /// Whether it includes a scope.
    #[must_use]
    pub const fn has(self, scope: Scope) -> bool {
        self.0 & bit(scope) != 0
    }

    /// The scopes, in the order of their declaration.
    pub fn iter(self) -> impl Iterator<Item = Scope> {
        Scope::ALL.iter().copied().filter(move |&scope| self.has(scope))
    }
}

const fn bit(scope: Scope) -> u8 {
    1 << scope as u8
}

impl FromIterator<Scope> for Scopes {
    fn from_iter<I: IntoIterator<Item = Scope>>(scopes: I) -> Self {
        let given = Self(scopes.into_iter().fold(0, |bits, scope| bits | bit(scope)));
        let sees = given.has(Scope::Play) || given.has(Scope::Chat);
        if sees { Self(given.0 | bit(Scope::Look)) } else { given }
    }
}

impl fmt::Display for Scopes {
    /// The words of the scopes with spaces between them, as a journal keeps them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<_> = self.iter().map(Scope::word).collect();
        f.write_str(&words.join(" "))
    }
}

impl fmt::Debug for Scopes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl<DB: Database> Type<DB> for Scopes
where
    String: Type<DB>,
{
    fn type_info() -> DB::TypeInfo {
        String::type_info()
    }

    fn compatible(ty: &DB::TypeInfo) -> bool {
        String::compatible(ty)
    }
}

impl<'q, DB: Database> Encode<'q, DB> for Scopes
where
    String: Encode<'q, DB>,
{
    fn encode_by_ref(&self, buffer: &mut DB::ArgumentBuffer) -> Result<IsNull, BoxDynError> {
        self.to_string().encode_by_ref(buffer)
    }
}

impl<'r, DB: Database> Decode<'r, DB> for Scopes
where
    String: Decode<'r, DB>,
{
    fn decode(value: DB::ValueRef<'r>) -> Result<Self, BoxDynError> {
        let words = String::decode(value)?;
        let scope =
            |word| Scope::from_word(word).ok_or_else(|| format!("{word} is no Scope").into());
        words.split_whitespace().map(scope).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_to_play_or_chat_include_the_one_to_look() {
        for scope in [Scope::Play, Scope::Chat] {
            assert_eq!(Scopes::from_iter([scope]), Scopes::from_iter([Scope::Look, scope]));
        }
        assert!(!Scopes::from_iter([Scope::Account]).has(Scope::Look));
        assert_eq!(Scopes::from_iter(Scope::ALL.iter().copied()), Scopes::ALL);
        assert_eq!(Scopes::from_iter([Scope::Chat]).to_string(), "LOOK CHAT");
    }
}
