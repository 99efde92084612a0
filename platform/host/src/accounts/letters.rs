//! How often letters may be asked for, and what comes back of them.

use super::rate_limits::{Attempt, Called};
use super::token::{Token, hash};
use super::{Accounts, Origin, name};
use crate::refusal::Answer;
use gueridon_journal::{PlayerId, TokenHash};

impl Accounts {
    /// A new secret that is no token, and its hash.
    pub(crate) fn bits(&self) -> Answer<(Token, TokenHash)> {
        let token = self.secret()?;
        let hashed = hash(token.secret());
        Ok((token, hashed))
    }

    /// Counts a letter to an address that nobody has confirmed: of one player, from one place, and
    /// to one address, whose owner may be somebody else.
    pub(crate) fn count_letter(
        &self,
        player: PlayerId,
        email: &str,
        from: Option<Origin>,
    ) -> Answer<()> {
        let (limits, now_ms) = (self.settings.limits, self.now_ms());
        if let Some(from) = from {
            self.attempts.count(&Attempt::Letter(from), limits.letters, now_ms)?;
        }
        self.attempts.count(&Attempt::LetterOf(player), limits.letters_of, now_ms)?;
        let to = Called::new(&email.to_lowercase());
        self.attempts.count(&Attempt::LetterTo(to), limits.letters_to, now_ms)
    }

    /// Counts that somebody cannot sign in, also where nobody has that name or address.
    pub(crate) fn count_forgotten(&self, who: &str, from: Option<Origin>) -> Answer<()> {
        let (limits, now_ms) = (self.settings.limits, self.now_ms());
        if let Some(from) = from {
            self.attempts.count(&Attempt::Letter(from), limits.letters, now_ms)?;
        }
        let known_as = name::name(who).unwrap_or_else(|_| who.trim().to_owned());
        let called = Called::new(&name::key(&known_as));
        self.attempts.count(&Attempt::Forgotten(called), limits.letters_to, now_ms)
    }

    /// Counts a test of a webhook.
    pub(crate) fn count_ping(&self, player: PlayerId) -> Answer<()> {
        self.attempts.count(&Attempt::Ping(player), self.settings.limits.pings, self.now_ms())
    }

    /// Counts a guess at a secret, and answers its hash.
    pub(crate) fn count_secret(&self, secret: &str, from: Option<Origin>) -> Answer<TokenHash> {
        if let Some(from) = from {
            let limit = self.settings.limits.passwords;
            self.attempts.count(&Attempt::Password(from), limit, self.now_ms())?;
        }
        Ok(hash(secret))
    }
}
