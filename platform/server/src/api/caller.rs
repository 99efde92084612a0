//! Who sends a request.

use std::sync::Arc;

use gueridon_graphql::fault::Fault;
use gueridon_host::host::{Host, Perspective, Viewer};
use gueridon_host::people::{Identity, Origin};
use gueridon_journal::PlayerId;

use super::refused::fault;
use crate::errors;
use crate::quota::SocketShare;

/// Who sent a request.
#[derive(Debug, Clone, Default)]
pub struct Caller {
    /// Whose token came with it; none without a token.
    pub known: Option<Arc<Identity>>,
    /// Where it came from, if known.
    pub from: Option<Origin>,
    /// What the socket that it came by takes of the quotas; none for a request over HTTP.
    pub socket: Option<Arc<SocketShare>>,
}

impl Caller {
    /// Whose token came with it.
    ///
    /// # Errors
    /// `UNAUTHENTICATED` without a token.
    pub fn known(&self) -> Result<&Arc<Identity>, Fault> {
        self.known.as_ref().ok_or_else(errors::unauthenticated)
    }

    /// The caller as of now, some time after the token was checked.
    ///
    /// # Errors
    /// `UNAUTHENTICATED` for a token that has ended.
    pub async fn again(&self, host: &Host) -> Result<Self, Fault> {
        let Some(known) = &self.known else { return Ok(self.clone()) };
        let known = host.people().accounts().refresh(known).await.map_err(fault)?;
        let known = known.ok_or_else(errors::unknown_token)?;
        Ok(Self { known: Some(known), ..self.clone() })
    }

    /// How the caller looks at a table.
    #[must_use]
    pub fn viewer(&self, perspective: Perspective) -> Viewer {
        let viewer = self.known.as_deref().map_or_else(Viewer::default, Viewer::from);
        Viewer { perspective, ..viewer }
    }

    /// The calling player; none without a token.
    #[must_use]
    pub fn player(&self) -> Option<PlayerId> {
        self.known.as_ref().map(|known| known.player.id)
    }
}
