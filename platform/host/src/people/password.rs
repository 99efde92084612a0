//! Passwords, hashed with argon2id.
//!
//! A hash takes memory and time on purpose. It is computed in the background, a few at once, so that
//! nobody plays more slowly for it, and the queues before are bounded: one for those who are known,
//! and one for strangers, whom they overtake.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use argon2::password_hash::PasswordHasher;
use argon2::password_hash::PasswordVerifier;
use argon2::password_hash::phc::PasswordHash;
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use unicode_normalization::UnicodeNormalization;

use super::name;
use super::rate_limits::Origin;
use crate::refusal::{Answer, Code, Failure, Fault};
use gueridon_modules::background::in_background;

/// The fewest characters in a password.
const SHORTEST: usize = 8;
/// The most bytes in a password.
const LONGEST: usize = 256;
/// How many passwords are hashed at once.
const AT_ONCE: usize = 2;
/// How many requests may be in each queue, those that are being hashed included.
const QUEUE: usize = 64;
/// How many of them may be from one origin.
const QUEUE_PER_ORIGIN: usize = 8;

/// A password in clear; never logged or stored.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

impl Password {
    /// A password in NFC, so that it is the same from every keyboard.
    #[must_use]
    pub fn new(typed: &str) -> Self {
        // It is longer than any password may be, so it stays wrong when it is cut.
        let end = typed.floor_char_boundary(4 * LONGEST);
        Self(typed[..end].nfc().collect())
    }

    /// Checks that it may become the password of a player of this name.
    ///
    /// # Errors
    /// `BAD_PASSWORD`.
    pub(super) fn check(&self, player: &str) -> Answer<()> {
        let fits = self.0.chars().count() >= SHORTEST && self.0.len() <= LONGEST;
        if fits && name::key(&self.0) != name::key(player) {
            return Ok(());
        }
        let bounds = [("fewest", SHORTEST.to_string()), ("most", LONGEST.to_string())];
        Err(Code::BadPassword.refused(&bounds).into())
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(..)")
    }
}

/// The cost of a password hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hashing {
    /// How much memory, in KiB; at least 8.
    pub memory_kib: u32,
    /// How many passes over it; at least 1.
    pub passes: u32,
}

impl Default for Hashing {
    /// What OWASP recommends for argon2id.
    fn default() -> Self {
        Self { memory_kib: Params::DEFAULT_M_COST, passes: Params::DEFAULT_T_COST }
    }
}

/// Who waits for a hash, and where their request came from.
#[derive(Debug, Clone, Copy)]
pub(super) enum Asker {
    /// Has a valid secret, or asks from where this account has been in use lately.
    Known(Option<Origin>),
    /// Anybody else.
    Stranger(Option<Origin>),
}

/// Hashes and checks passwords.
#[derive(Debug)]
pub(super) struct Passwords {
    hashing: Hashing,
    threads: Arc<Semaphore>,
    /// Strangers wait here before they wait for a thread, so that few of them are ever before
    /// somebody who is known.
    gate: Arc<Semaphore>,
    known: Queue,
    strangers: Queue,
    /// A hash to verify against if there is no account.
    dummy_hash: Arc<OnceLock<String>>,
}

impl Passwords {
    pub(super) fn new(hashing: Hashing) -> Self {
        Self {
            hashing,
            threads: Arc::new(Semaphore::new(AT_ONCE)),
            gate: Arc::new(Semaphore::new(AT_ONCE)),
            known: Queue::default(),
            strangers: Queue::default(),
            dummy_hash: Arc::default(),
        }
    }

    /// The hash of a password with this salt, in the PHC format.
    pub(super) async fn hash(
        &self,
        password: &Password,
        salt: [u8; 16],
        asker: Asker,
    ) -> Answer<String> {
        let (hashing, password) = (self.hashing, password.clone());
        self.queued(asker, move || hash(hashing, &password, &salt)).await?
    }

    /// Whether a password has that hash. Without a hash the answer is no, and takes equally long,
    /// so that nobody learns whether there is an account.
    pub(super) async fn verify(
        &self,
        password: &Password,
        hashed: Option<&str>,
        asker: Asker,
    ) -> Answer<bool> {
        let (password, hashed) = (password.clone(), hashed.map(str::to_owned));
        let (hashing, dummy_hash) = (self.hashing, Arc::clone(&self.dummy_hash));
        self.queued(asker, move || {
            // Always computed, so that the first call of either kind does not take longer.
            let dummy = dummy_hash.get_or_init(|| {
                hash(hashing, &Password(String::new()), &[7; 16]).unwrap_or_default()
            });
            let text = hashed.as_deref().unwrap_or(dummy);
            let parsed =
                PasswordHash::new(text).map_err(|error| Fault::Passwords(error.to_string()))?;
            let is_same = Argon2::default().verify_password(password.0.as_bytes(), &parsed).is_ok();
            Ok(is_same && hashed.is_some())
        })
        .await?
    }

    /// Does work in the background when it is its turn.
    async fn queued<T: Send + 'static>(
        &self,
        asker: Asker,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Answer<T> {
        let (slot, gate) = match asker {
            Asker::Known(from) => (self.known.enter(from)?, None),
            Asker::Stranger(from) => {
                let slot = self.strangers.enter(from)?;
                (slot, Some(permit(&self.gate).await?))
            }
        };
        let thread = permit(&self.threads).await?;
        let worked = tokio::task::spawn_blocking(move || {
            let done = in_background(work);
            // Held until the work is done, also when the request was cancelled.
            drop((slot, gate, thread));
            done
        });
        Ok(worked.await.map_err(|error| Fault::Passwords(error.to_string()))?)
    }
}

async fn permit(of: &Arc<Semaphore>) -> Answer<OwnedSemaphorePermit> {
    let permit = Arc::clone(of).acquire_owned().await;
    Ok(permit.map_err(|error| Fault::Passwords(error.to_string()))?)
}

/// How many requests of each origin are in a queue. Each origin may use a part of it, so that one
/// origin cannot block all others.
#[derive(Debug, Clone, Default)]
struct Queue(Arc<Mutex<HashMap<Option<Origin>, usize>>>);

/// A place in the queue, until it is dropped.
struct QueueSlot {
    queue: Queue,
    from: Option<Origin>,
}

impl Queue {
    fn enter(&self, from: Option<Origin>) -> Answer<QueueSlot> {
        let mut waiting = self.lock();
        if waiting.values().sum::<usize>() >= QUEUE {
            let busy = "too many passwords are to be hashed".to_owned();
            return Err(Fault::Passwords(busy).into());
        }
        let of_one = waiting.entry(from).or_default();
        if from.is_some() && *of_one >= QUEUE_PER_ORIGIN {
            let refused = Code::TooManyAttempts.refused(&[("seconds", "1".to_owned())]);
            return Err(Failure::from(refused.with_wait(1)));
        }
        *of_one += 1;
        Ok(QueueSlot { queue: self.clone(), from })
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<Option<Origin>, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for QueueSlot {
    fn drop(&mut self) {
        let mut waiting = self.queue.lock();
        if let Some(of_one) = waiting.get_mut(&self.from) {
            *of_one -= 1;
            if *of_one == 0 {
                waiting.remove(&self.from);
            }
        }
    }
}

fn hash(hashing: Hashing, password: &Password, salt: &[u8]) -> Answer<String> {
    let failed = |error: &dyn fmt::Display| Fault::Passwords(error.to_string());
    let params = Params::new(hashing.memory_kib, hashing.passes, Params::DEFAULT_P_COST, None);
    let params = params.map_err(|error| failed(&error))?;
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    let hashed: PasswordHash = argon2
        .hash_password_with_salt(password.0.as_bytes(), salt)
        .map_err(|error| failed(&error))?;
    Ok(hashed.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANYBODY: Asker = Asker::Stranger(None);

    fn cheap() -> Passwords {
        Passwords::new(Hashing { memory_kib: 8, passes: 1 })
    }

    #[tokio::test]
    async fn only_the_right_password_has_a_hash() {
        let passwords = cheap();
        let [right, wrong] = ["correct horse é", "correct horse e"].map(Password::new);
        let hashed = passwords.hash(&right, [1; 16], ANYBODY).await.unwrap();
        assert!(hashed.starts_with("$argon2id$v=19$m=8,t=1,p=1$"), "{hashed}");
        assert_ne!(hashed, passwords.hash(&right, [2; 16], ANYBODY).await.unwrap());
        assert!(passwords.verify(&right, Some(&hashed), ANYBODY).await.unwrap());
        assert!(
            passwords
                .verify(&Password::new("correct horse e\u{301}"), Some(&hashed), ANYBODY)
                .await
                .unwrap()
        );
        assert!(!passwords.verify(&wrong, Some(&hashed), ANYBODY).await.unwrap());
        assert!(!passwords.verify(&Password::new(""), None, ANYBODY).await.unwrap());
        assert!(passwords.verify(&right, Some("nonsense"), ANYBODY).await.is_err());
    }

    #[tokio::test]
    async fn without_an_account_a_hash_is_verified_all_the_same() {
        let passwords = cheap();
        // The password of the dummy hash is refused, too. That a dummy hash that cannot be parsed
        // is an error shows that it is verified.
        assert!(!passwords.verify(&Password::new(""), None, ANYBODY).await.unwrap());
        let dummy = passwords.dummy_hash.get().expect("the dummy hash was made");
        assert!(dummy.starts_with("$argon2id$v=19$m=8,t=1,p=1$"));
        let passwords = Passwords { dummy_hash: Arc::new("nonsense".to_owned().into()), ..cheap() };
        assert!(passwords.verify(&Password::new("whatever"), None, ANYBODY).await.is_err());
    }

    #[tokio::test]
    async fn the_queue_is_bounded_in_all_and_for_each_origin() {
        let passwords = Arc::new(cheap());
        let held = passwords.threads.acquire_many(AT_ONCE as u32).await.unwrap();
        let address = |number: usize| {
            let address = std::net::Ipv4Addr::new(192, 0, 2, u8::try_from(number).unwrap());
            Some(Origin::from(std::net::IpAddr::from(address)))
        };
        let ask = |from| {
            let passwords = Arc::clone(&passwords);
            async move {
                passwords.verify(&Password::new("whatever"), None, Asker::Stranger(from)).await
            }
        };
        let mut waiting = Vec::new();
        for number in 0..QUEUE {
            waiting.push(tokio::spawn(ask(address(number / QUEUE_PER_ORIGIN))));
            tokio::task::yield_now().await;
            if number + 1 == QUEUE_PER_ORIGIN {
                let Err(Failure::Refused(refused)) = ask(address(0)).await else {
                    panic!("one origin has no bound")
                };
                assert_eq!((refused.code, refused.wait_s), (Code::TooManyAttempts, Some(1)));
            }
        }
        let full = ask(address(200)).await;
        assert!(matches!(full, Err(Failure::Fault(Fault::Passwords(_)))), "{full:?}");
        drop(held);
        for one in waiting {
            assert!(!one.await.unwrap().unwrap());
        }
        assert!(!ask(address(0)).await.unwrap() && passwords.strangers.lock().is_empty());
    }

    #[tokio::test]
    async fn who_is_known_goes_before_all_strangers_who_wait() {
        // One thread, so that the order is the same each time.
        let passwords = Arc::new(Passwords { threads: Arc::new(Semaphore::new(1)), ..cheap() });
        let held = passwords.threads.acquire().await.unwrap();
        let order = Arc::<Mutex<Vec<&str>>>::default();
        let ask = |asker, name| {
            let (passwords, order) = (Arc::clone(&passwords), Arc::clone(&order));
            tokio::spawn(async move {
                passwords.queued(asker, move || order.lock().unwrap().push(name)).await
            })
        };
        let mut waiting: Vec<_> =
            (0..QUEUE).map(|_| ask(Asker::Stranger(None), "stranger")).collect();
        tokio::task::yield_now().await;
        let full = ask(Asker::Stranger(None), "stranger").await.unwrap();
        assert!(matches!(full, Err(Failure::Fault(Fault::Passwords(_)))), "{full:?}");
        waiting.push(ask(Asker::Known(None), "known"));
        tokio::task::yield_now().await;
        drop(held);
        for one in waiting {
            one.await.unwrap().unwrap();
        }
        let order = order.lock().unwrap();
        assert_eq!(order.len(), QUEUE + 1);
        assert_eq!(order.iter().position(|name| *name == "known"), Some(AT_ONCE));
    }

    #[test]
    fn a_password_is_neither_short_nor_the_name_nor_in_a_log() {
        let check = |typed: &str| Password::new(typed).check("Ada Lovelace").is_ok();
        assert!(check("12345678") && check("éééééééé") && check(&"x".repeat(256)));
        assert!(!check("1234567") && !check("ada  LOVELACE") && !check(&"x".repeat(257)));
        assert!(!check(&"é".repeat(1_000_000)));
        assert!(!format!("{:?}", Password::new("12345678")).contains('1'));
    }
}
