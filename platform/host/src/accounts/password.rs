//! Passwords: hashed by argon2id, which takes memory and time on purpose; so it runs on threads
//! for that, and never on more than a few at once.

use std::fmt;
use std::sync::{Arc, OnceLock};

use argon2::password_hash::PasswordHasher;
use argon2::password_hash::PasswordVerifier;
use argon2::password_hash::phc::PasswordHash;
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;
use unicode_normalization::UnicodeNormalization;

use crate::refusal::{Answer, Code, Fault};

/// The fewest characters in a password.
const SHORTEST: usize = 8;
/// The most bytes in a password.
const LONGEST: usize = 256;
/// How many passwords may be hashed at a time, and at most how many wait for their turn.
const AT_A_TIME: usize = 2;
const WAITING: usize = 64;

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
    queue: Arc<Semaphore>,
    /// The hash of no password, to be checked for players who are not there.
    nobodys: Arc<OnceLock<String>>,
}

impl Passwords {
    pub(super) fn new(hashing: Hashing) -> Self {
        Self {
            hashing,
            turns: Arc::new(Semaphore::new(AT_A_TIME)),
            queue: Arc::new(Semaphore::new(WAITING)),
            nobodys: Arc::default(),
        }
    }

    /// The hash of a password with this salt, in the PHC format.
    pub(super) async fn hash(&self, password: &Password, salt: [u8; 16]) -> Answer<String> {
        let (hashing, password) = (self.hashing, password.clone());
        self.in_turn(move || hash(hashing, &password, &salt)).await?
    }

    /// Whether a password has that hash; without a hash it has not, which takes as long.
    pub(super) async fn is(&self, password: &Password, hashed: Option<&str>) -> Answer<bool> {
        let (password, hashed) = (password.clone(), hashed.map(str::to_owned));
        let (hashing, nobodys) = (self.hashing, Arc::clone(&self.nobodys));
        self.in_turn(move || {
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
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Answer<T> {
        let busy = || Fault::Passwords("too many wait for a password to be checked".to_owned());
        let place = Arc::clone(&self.queue).try_acquire_owned().map_err(|_| busy())?;
        let turn = Arc::clone(&self.turns).acquire_owned().await.map_err(|_| busy())?;
        let worked = tokio::task::spawn_blocking(move || {
            let done = work();
            // Held to the end of the work, also when nobody waits for it any more.
            drop((place, turn));
            done
        });
        Ok(worked.await.map_err(|error| Fault::Passwords(error.to_string()))?)
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
        let hashed = passwords.hash(&right, [1; 16]).await.unwrap();
        assert!(hashed.starts_with("$argon2id$v=19$m=8,t=1,p=1$"), "{hashed}");
        assert_ne!(hashed, passwords.hash(&right, [2; 16]).await.unwrap());
        assert!(passwords.is(&right, Some(&hashed)).await.unwrap());
        assert!(
            passwords.is(&Password::new("correct horse e\u{301}"), Some(&hashed)).await.unwrap()
        );
        assert!(!passwords.is(&wrong, Some(&hashed)).await.unwrap());
        assert!(!passwords.is(&Password::new(""), None).await.unwrap());
        assert!(passwords.is(&right, Some("nonsense")).await.is_err());
    }

    #[tokio::test]
    async fn who_is_not_there_is_checked_like_who_is() {
        let passwords = cheap();
        assert!(!passwords.is(&Password::new("whatever"), None).await.unwrap());
        let nobody = passwords.nobodys.get().expect("the hash of nobody was checked");
        assert!(nobody.starts_with("$argon2id$v=19$m=8,t=1,p=1$"));
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
