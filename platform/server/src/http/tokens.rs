//! Who a token is of: asked of the journal once, and remembered by the token's hash.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::http::{HeaderMap, header};
use gueridon_host::host::Host;
use gueridon_host::journal::Player;
use sha2::{Digest, Sha256};

use crate::api::{Caller, fault};
use crate::fault::{Code, Fault};

/// How many players are remembered.
const KEPT: usize = 100_000;

/// The players whose tokens were shown lately.
#[derive(Debug, Default)]
pub(super) struct Tokens {
    known: Mutex<HashMap<[u8; 32], Arc<Player>>>,
}

impl Tokens {
    /// Who sent a request with these headers.
    ///
    /// # Errors
    /// `UNAUTHENTICATED` for a token that is nobody's.
    pub(super) async fn caller(&self, host: &Host, headers: &HeaderMap) -> Result<Caller, Fault> {
        let Some(value) = headers.get(header::AUTHORIZATION) else { return Ok(Caller::default()) };
        let token = value.to_str().ok().and_then(|value| value.split_once(' '));
        match token {
            Some((scheme, token)) if scheme.eq_ignore_ascii_case("Bearer") => {
                self.of(host, token.trim()).await
            }
            _ => Err(Fault::new(Code::Unauthenticated, "the header is: Authorization: Bearer …")),
        }
    }

    /// Whose token it is.
    ///
    /// # Errors
    /// `UNAUTHENTICATED` for a token that is nobody's.
    pub(super) async fn of(&self, host: &Host, token: &str) -> Result<Caller, Fault> {
        let hash: [u8; 32] = Sha256::digest(token.as_bytes()).into();
        let lock = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(player) = lock().get(&hash) {
            return Ok(Caller { player: Some(player.clone()) });
        }
        let nobody = || Fault::new(Code::Unauthenticated, "the token is nobody's: sign in again");
        let player = Arc::new(host.player(token).await.map_err(fault)?.ok_or_else(nobody)?);
        let mut known = lock();
        if known.len() >= KEPT {
            known.clear();
        }
        known.insert(hash, player.clone());
        Ok(Caller { player: Some(player) })
    }
}
