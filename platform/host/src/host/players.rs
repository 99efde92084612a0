//! Who plays: a name, and a secret that says it is really they.

use std::fmt;

use gueridon_game::border::hex;
use sha2::{Digest, Sha256};

use super::Host;
use crate::journal::{Player, PlayerId, TokenHash};
use crate::refusal::{Answer, Code, Fault};

/// What a player shows to be known again: 256 random bits as 64 hexadecimal digits.
///
/// Whoever has it is the player. The host keeps only its hash.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// The secret itself, for its owner.
    #[must_use]
    pub fn secret(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

/// A new player, with the only copy of the secret.
#[derive(Debug, Clone)]
pub struct SignedIn {
    /// Who.
    pub player: Player,
    /// The secret.
    pub token: Token,
}

impl Host {
    /// The most characters in a player's name.
    pub const LONGEST_NAME: usize = 40;

    /// Makes a new player of that name.
    ///
    /// # Errors
    /// `BAD_NAME`.
    pub async fn sign_in(&self, name: &str) -> Answer<SignedIn> {
        let name = name.trim();
        let fits = (1..=Self::LONGEST_NAME).contains(&name.chars().count());
        // Braces would let a name speak of other seats in the words of a game.
        if !fits || name.chars().any(|c| c.is_control() || matches!(c, '{' | '}')) {
            return Err(Code::BadName.refused(&[("most", Self::LONGEST_NAME.to_string())]).into());
        }
        let context = &self.context;
        let token = Token(hex(&context.config.chance.bytes::<32>()?));
        let player = Player {
            id: PlayerId(context.config.chance.id(&context.clock)?),
            name: name.to_owned(),
            created_ms: context.clock.now_ms(),
        };
        let added = context.journal.add_player(&player, hash(token.secret())).await?;
        if added { Ok(SignedIn { player, token }) } else { Err(Fault::NoAnswer.into()) }
    }

    /// The player whose secret that is, if it is anybody's.
    ///
    /// # Errors
    /// A [`Fault`] when the journal does not answer.
    pub async fn player(&self, token: &str) -> Answer<Option<Player>> {
        Ok(self.context.journal.player(hash(token)).await?)
    }
}

fn hash(token: &str) -> TokenHash {
    Sha256::digest(token.as_bytes()).into()
}
