//! Passwords: hashed by argon2id, which takes memory and time on purpose; so it runs on threads
//! for that, and never on more than a few at once.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use argon2::password_hash::PasswordHasher;
use argon2::password_hash::PasswordVerifier;
use argon2::password_hash::phc::PasswordHash;
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;
use unicode_normalization::UnicodeNormalization;

use super::Origin;
use crate::refusal::{Answer, Code, Failure, Fault};

/// The fewest characters in a password.
const SHORTEST: usize = 8;
/// The most bytes in a password.
const LONGEST: usize = 256;
/// How many passwords may be hashed at a time.
const AT_A_TIME: usize = 2;
/// How many may be hashed or wait for their turn, and how many of them from one address.
const WAITING: usize = 64;
const WAITING_OF_ONE: usize = 8;

/// A password as somebody typed it; nowhere written down.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

impl Password {
    /// A password in NFC, so that two keyboards can write the same.
    #[must_use]
    pub fn new(typed: &str) -> Self {
        // What is longer than any password can be is as wrong when it is cut.
        let end = typed.floor_char_boundary(4 * LONGEST);
        Self(typed[..end].nfc().collect())
    }

    /// Whether it may become the password of a player of this name.
    ///
    /// # Errors
    /// `BAD_PASSWORD`.
    pub(super) fn check(&self, name: &str) -> Answer<()> {
        let fits = self.0.chars().count() >= SHORTEST && self.0.len() <= LONGEST;
        if fits && super::name::key(&self.0) != super::name::key(name) {
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

/// What a password costs to hash.
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

/// Hashes and checks passwords.
#[derive(Debug)]
pub(super) struct Passwords {
    hashing: Hashing,
    turns: Arc<Semaphore>,
    queue: Queue,
    /// The hash of no password, to be checked for players who are not there.
    nobodys: Arc<OnceLock<String>>,
}

impl Passwords {
    pub(super) fn new(hashing: Hashing) -> Self {
        Self {
            hashing,
            turns: Arc::new(Semaphore::new(AT_A_TIME)),
            queue: Queue::default(),
            nobodys: Arc::default(),
        }
    }

    /// The hash of a password with this salt, in the PHC format.
    pub(super) async fn hash(
        &self,
        password: &Password,
        salt: [u8; 16],
        from: Option<Origin>,
    ) -> Answer<String> {
        let (hashing, password) = (self.hashing, password.clone());
        self.in_turn(from, move || hash(hashing, &password, &salt)).await?
    }

    /// Whether a password has that hash; without a hash it has not, which takes as long.
    pub(super) async fn is(
        &self,
        password: &Password,
        hashed: Option<&str>,
        from: Option<Origin>,
    ) -> Answer<bool> {
        let (password, hashed) = (password.clone(), hashed.map(str::to_owned));
        let (hashing, nobodys) = (self.hashing, Arc::clone(&self.nobodys));
        self.in_turn(from, move || {
            // Also for those who are there, so that none of them waits longer for being the first.
            let nobody = nobodys.get_or_init(|| {
                hash(hashing, &Password(String::new()), &[7; 16]).unwrap_or_default()
            });
            let text = hashed.as_deref().unwrap_or(nobody);
            let parsed =
                PasswordHash::new(text).map_err(|error| Fault::Passwords(error.to_string()))?;
            let is_same = Argon2::default().verify_password(password.0.as_bytes(), &parsed).is_ok();
            Ok(is_same && hashed.is_some())
        })
        .await?
    }

    /// Runs what takes long on a thread for such things, when it is its turn.
    async fn in_turn<T: Send + 'static>(
        &self,
        from: Option<Origin>,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Answer<T> {
        let place = self.queue.take(from)?;
        let turn = Arc::clone(&self.turns).acquire_owned().await;
        let turn = turn.map_err(|error| Fault::Passwords(error.to_string()))?;
        let worked = tokio::task::spawn_blocking(move || {
            let done = work();
            // Held to the end of the work, also when nobody waits for it any more.
            drop((place, turn));
            done
        });
        Ok(worked.await.map_err(|error| Fault::Passwords(error.to_string()))?)
    }
}

/// Those whose password is hashed, or who wait for that: so many in all, and so many from one
/// address, that one cannot keep all others out.
#[derive(Debug, Clone, Default)]
struct Queue(Arc<Mutex<HashMap<Option<Origin>, usize>>>);

/// A place in the queue; free again when it is dropped.
struct Place {
    queue: Queue,
    from: Option<Origin>,
}

impl Queue {
    fn take(&self, from: Option<Origin>) -> Answer<Place> {
        let mut waiting = self.lock();
        if waiting.values().sum::<usize>() >= WAITING {
            let busy = "too many wait for a password to be checked".to_owned();
            return Err(Fault::Passwords(busy).into());
        }
        let of_one = waiting.entry(from).or_default();
        if from.is_some() && *of_one >= WAITING_OF_ONE {
            let refused = Code::TooManyAttempts.refused(&[("seconds", "1".to_owned())]);
            return Err(Failure::from(refused.wait(1)));
        }
        *of_one += 1;
        Ok(Place { queue: self.clone(), from })
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<Option<Origin>, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
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

    fn cheap() -> Passwords {
        Passwords::new(Hashing { memory_kib: 8, passes: 1 })
    }

    #[tokio::test]
    async fn a_password_is_known_by_its_hash_and_no_other_is() {
        let passwords = cheap();
        let [right, wrong] = ["correct horse é", "correct horse e"].map(Password::new);
        let hashed = passwords.hash(&right, [1; 16], None).await.unwrap();
        assert!(hashed.starts_with("$argon2id$v=19$m=8,t=1,p=1$"), "{hashed}");
        assert_ne!(hashed, passwords.hash(&right, [2; 16], None).await.unwrap());
        assert!(passwords.is(&right, Some(&hashed), None).await.unwrap());
        assert!(
            passwords
                .is(&Password::new("correct horse e\u{301}"), Some(&hashed), None)
                .await
                .unwrap()
        );
        assert!(!passwords.is(&wrong, Some(&hashed), None).await.unwrap());
        assert!(!passwords.is(&Password::new(""), None, None).await.unwrap());
        assert!(passwords.is(&right, Some("nonsense"), None).await.is_err());
    }

    #[tokio::test]
    async fn who_is_not_there_is_checked_like_who_is() {
        let passwords = cheap();
        // Checked against it, the one password that fits is wrong all the same; and a hash that
        // cannot be read is noticed, so it is read.
        assert!(!passwords.is(&Password::new(""), None, None).await.unwrap());
        let nobody = passwords.nobodys.get().expect("the hash of nobody was made");
        assert!(nobody.starts_with("$argon2id$v=19$m=8,t=1,p=1$"));
        let passwords = Passwords { nobodys: Arc::new("nonsense".to_owned().into()), ..cheap() };
        assert!(passwords.is(&Password::new("whatever"), None, None).await.is_err());
    }

    #[tokio::test]
    async fn the_queue_is_bounded_in_all_and_for_each_address() {
        let passwords = Arc::new(cheap());
        let held = passwords.turns.acquire_many(AT_A_TIME as u32).await.unwrap();
        let address = |number: usize| {
            let address = std::net::Ipv4Addr::new(192, 0, 2, u8::try_from(number).unwrap());
            Some(Origin::from(std::net::IpAddr::from(address)))
        };
        let ask = |from| {
            let passwords = Arc::clone(&passwords);
            async move { passwords.is(&Password::new("whatever"), None, from).await }
        };
        let mut waiting = Vec::new();
        for number in 0..WAITING {
            waiting.push(tokio::spawn(ask(address(number / WAITING_OF_ONE))));
            tokio::task::yield_now().await;
            if number + 1 == WAITING_OF_ONE {
                let Err(Failure::Refused(refused)) = ask(address(0)).await else {
                    panic!("one address has places without end")
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
        assert!(!ask(address(0)).await.unwrap() && passwords.queue.lock().is_empty());
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
