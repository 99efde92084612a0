//! Rate limits: a burst of attempts, then one more per interval. What is counted is told to the other
//! nodes, so that the limits hold over all of them, about.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::name;
use super::password::Asker;
use super::rate_limits::{Attempt, Limits, NameHash, Origin};
use crate::clock::Clock;
use crate::clock::millis;
use crate::refusal::{Answer, Code};
use crate::tallies::{Buckets, Generations, Tallies};
use gueridon_journal::PlayerId;

/// How long it is remembered that somebody was signed in at an origin.
const SIGN_IN_REMEMBERED: Duration = Duration::from_secs(30 * 24 * 60 * 60);
/// How old that memory may be before the use of a token renews it.
const SIGN_IN_RENEWED: Duration = Duration::from_secs(60 * 60);

/// Until when it is remembered that the owner of a name was signed in at an origin, in milliseconds
/// since 1970.
type SignIns = Generations<(NameHash, Origin), i64>;

/// Counts attempts and refuses those beyond their limit.
#[derive(Debug)]
pub struct RateLimiter {
    attempts: Arc<Buckets<Attempt>>,
    clock: Clock,
    sign_ins: Mutex<SignIns>,
}

impl RateLimiter {
    /// A limiter with no attempts counted.
    pub(crate) fn new(limits: Limits, clock: Clock) -> Self {
        let attempts = Buckets::new(clock.clone(), move |attempt: &Attempt| attempt.limit(&limits));
        Self { attempts: Arc::new(attempts), clock, sign_ins: Mutex::default() }
    }

    /// Tells the other nodes of the attempts from now on.
    pub(crate) fn join(&self, tallies: &Tallies) {
        tallies.join("attempts", Arc::<Buckets<Attempt>>::clone(&self.attempts));
    }

    /// Counts an attempt, if one more is allowed now.
    ///
    /// # Errors
    /// `TOO_MANY_ATTEMPTS`, with how long to wait.
    pub(crate) fn count(&self, attempt: Attempt) -> Answer<()> {
        let Err(too_much) = self.attempts.take(attempt, 1) else { return Ok(()) };
        let wait_ms = too_much.wait.unwrap_or_default().as_millis().max(1);
        let seconds = u64::try_from(wait_ms.div_ceil(1_000)).unwrap_or(u64::MAX);
        let refused = Code::TooManyAttempts.refused(&[("seconds", seconds.to_string())]);
        Err(refused.with_wait(seconds).into())
    }

    /// Takes back one attempt.
    pub(super) fn uncount(&self, attempt: Attempt) {
        self.attempts.give_back(attempt);
    }

    /// Takes back all attempts.
    pub(super) fn reset(&self, attempt: &Attempt) {
        self.attempts.fill(attempt);
    }

    /// Counts a guess at a secret.
    pub(super) fn count_guess(&self, from: Option<Origin>) -> Answer<()> {
        from.map_or(Ok(()), |from| self.count(Attempt::Password(from)))
    }

    /// Counts a password hash that is not a guess.
    pub(super) fn count_hash(&self, from: Option<Origin>) -> Answer<()> {
        from.map_or(Ok(()), |from| self.count(Attempt::Hash(from)))
    }

    /// Counts a password: a hash and a guess.
    pub(super) fn count_password(&self, from: Option<Origin>) -> Answer<()> {
        self.count_hash(from)?;
        self.count_guess(from)
    }

    /// Takes back the guess, but not the hash, of a password that was right.
    pub(super) fn uncount_password(&self, from: Option<Origin>) {
        if let Some(from) = from {
            self.uncount(Attempt::Password(from));
        }
    }

    /// Counts a password for a name. Where the owner has been signed in, guesses from elsewhere
    /// do not count.
    pub(super) fn count_name(&self, name: NameHash, from: Option<Origin>) -> Answer<()> {
        self.count(Attempt::Name(name, from))?;
        if from.is_some_and(|from| self.has_signed_in(name, from)) {
            return Ok(());
        }
        self.count(Attempt::NameAnywhere(name))
    }

    /// Takes back what was counted for a right password, and remembers the origin.
    pub(super) fn signed_in(&self, name: NameHash, from: Option<Origin>) {
        self.uncount_password(from);
        self.reset(&Attempt::Name(name, from));
        if let Some(from) = from {
            self.remember(name, from);
        }
    }

    /// Remembers that the owner of a name is signed in at an origin.
    pub(super) fn remember(&self, name: NameHash, from: Origin) {
        let until_ms = self.clock.now_ms().saturating_add(millis(SIGN_IN_REMEMBERED));
        let old_ms = until_ms.saturating_sub(millis(SIGN_IN_RENEWED));
        let mut sign_ins = self.lock();
        if sign_ins.get(&(name, from)).is_none_or(|known_ms| known_ms <= old_ms) {
            sign_ins.insert((name, from), until_ms);
        }
    }

    /// In which queue a password for a name waits that comes from an origin.
    pub(super) fn asker(&self, name: NameHash, from: Option<Origin>) -> Asker {
        if from.is_some_and(|from| self.has_signed_in(name, from)) {
            Asker::Known(from)
        } else {
            Asker::Stranger(from)
        }
    }

    fn has_signed_in(&self, name: NameHash, from: Origin) -> bool {
        let until_ms = self.lock().get(&(name, from));
        until_ms.is_some_and(|until_ms| until_ms > self.clock.now_ms())
    }

    /// Counts a letter to an unconfirmed address: of one player, from one origin, and to that
    /// address, whose owner may be somebody else.
    pub(crate) fn count_letter(
        &self,
        player: PlayerId,
        email: &str,
        from: Option<Origin>,
    ) -> Answer<()> {
        if let Some(from) = from {
            self.count(Attempt::Letter(from))?;
        }
        self.count(Attempt::LetterOf(player))?;
        self.count(Attempt::LetterTo(NameHash::new(&email.to_lowercase())))
    }

    /// Counts a request for a password reset, also if nobody has that name or address.
    pub(crate) fn count_reset(&self, name_or_email: &str, from: Option<Origin>) -> Answer<()> {
        if let Some(from) = from {
            self.count(Attempt::Letter(from))?;
        }
        self.count(Attempt::Forgotten(NameHash::new(&name::key(name_or_email.trim()))))
    }

    fn lock(&self) -> MutexGuard<'_, SignIns> {
        self.sign_ins.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;
    use crate::refusal::Failure;
    use crate::tallies::Limit;

    fn limiter() -> (RateLimiter, Clock) {
        let clock = Clock::standing(0);
        let passwords = Limit { at_once: 3, every: Duration::from_secs(10) };
        let limits = Limits { passwords, name: passwords, ..Limits::default() };
        (RateLimiter::new(limits, clock.clone()), clock)
    }

    fn origin(address: &str) -> Origin {
        Origin::from(address.parse::<IpAddr>().unwrap())
    }

    fn from(address: &str) -> Attempt {
        Attempt::Password(origin(address))
    }

    /// How many seconds the caller has to wait; 0 if an attempt is allowed.
    fn wait(limiter: &RateLimiter, attempt: &Attempt) -> u64 {
        match limiter.count(attempt.clone()) {
            Ok(()) => 0,
            Err(Failure::Refused(refused)) => {
                assert_eq!(refused.code, Code::TooManyAttempts);
                refused.wait_s.expect("it is said how long to wait")
            }
            Err(fault) => panic!("{fault}"),
        }
    }

    #[test]
    fn so_many_at_once_and_then_one_each_interval() {
        let ((limiter, clock), ada) = (limiter(), from("192.0.2.1"));
        let waits =
            [0, 0, 0, 5_000, 10_000, 10_000, 60_000, 60_000, 60_000, 60_000].map(|now_ms| {
                clock.set(now_ms);
                wait(&limiter, &ada)
            });
        assert_eq!(waits, [0, 0, 0, 5, 0, 10, 0, 0, 0, 10]);
        assert_eq!(wait(&limiter, &from("192.0.2.2")), 0);
        limiter.uncount(ada.clone());
        assert_eq!([wait(&limiter, &ada), wait(&limiter, &ada)], [0, 10]);
        limiter.reset(&ada);
        assert_eq!(wait(&limiter, &ada), 0);
    }

    #[test]
    fn one_address_makes_a_few_hundred_guests_an_hour_however_it_tries() {
        let clock = Clock::standing(0);
        let limiter = RateLimiter::new(Limits::default(), clock.clone());
        let mut made = [0; 2];
        for (hour, made) in made.iter_mut().enumerate() {
            for tenth in 0..36_000 {
                clock.set(3_600_000 * hour as i64 + 100 * tenth);
                // Another address of the same network each time.
                let address = origin(&format!("2001:db8::{:x}:{tenth:x}", hour + 1));
                *made += u32::from(limiter.count(Attempt::Guest(address)).is_ok());
            }
        }
        assert_eq!(made, [399, 200]);
        // A class of forty next door is not held up.
        let class = origin("2001:db8:0:1::1");
        assert!((0..40).all(|_| limiter.count(Attempt::Guest(class)).is_ok()));
    }

    #[test]
    fn without_a_limit_of_guests_everybody_may_be_one() {
        let limits = Limits { guests: Limit::per_hour(0), ..Limits::default() };
        let limiter = RateLimiter::new(limits, Clock::standing(0));
        let home = origin("192.0.2.1");
        assert!((0..10_000).all(|_| limiter.count(Attempt::Guest(home)).is_ok()));
    }

    #[test]
    fn the_origin_of_a_sign_in_is_remembered_for_a_while() {
        let ((limiter, clock), ada) = (limiter(), NameHash::new("ada"));
        let [home, elsewhere] = ["192.0.2.1", "192.0.2.2"].map(origin);
        clock.set(5);
        limiter.signed_in(ada, Some(home));
        assert!(limiter.has_signed_in(ada, home) && !limiter.has_signed_in(ada, elsewhere));
        assert!(!limiter.has_signed_in(NameHash::new("bo"), home));
        clock.set(5 + millis(SIGN_IN_REMEMBERED));
        assert!(!limiter.has_signed_in(ada, home));
    }
}
