//! Authorisation requests: the parameters of `/oauth/authorize`.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use gueridon_host::people::client_name;
use gueridon_journal::{Scope, Scopes};
use serde_json::{Value as Json, json};

use super::redirect::Redirect;
use super::{Form, OAuthError, scopes};

/// What a client asks for.
#[derive(Debug, Clone)]
pub(super) struct AuthorizationRequest {
    /// The client's name for itself.
    pub(super) client: String,
    /// Where the response goes.
    pub(super) redirect: Redirect,
    /// Returned to the client unchanged.
    state: Option<String>,
    /// The challenge and the scopes, or what is wrong with the rest.
    pub(super) checked: Result<([u8; 32], Scopes), OAuthError>,
}

impl AuthorizationRequest {
    /// Reads a request.
    ///
    /// # Errors
    /// If the client's name or redirect URI is unusable: then only the person is told.
    pub(super) fn read(form: &Form) -> Result<Self, OAuthError> {
        let client = client_name(form.needed("client_id")?);
        let client = client
            .ok_or_else(|| OAuthError::invalid_request("client_id: at most 60 characters"))?;
        let redirect = Redirect::parse(form.needed("redirect_uri")?).ok_or_else(|| {
            let message = "redirect_uri: https, http on this machine, or a scheme with a dot in \
                           it, without a fragment";
            OAuthError::invalid_request(message)
        })?;
        let state = form.get("state").map(str::to_owned);
        Ok(Self { client, redirect, state, checked: check(form) })
    }

    /// The address of a response, with the client's state and the issuer (RFC 9207).
    pub(super) fn answered(&self, issuer: &str, answer: &[(&str, &str)]) -> String {
        let state = self.state.as_deref().map(|state| ("state", state));
        self.redirect.with(answer.iter().copied().chain(state).chain([("iss", issuer)]))
    }

    /// What the person is told, and the address that tells the client of a refusal or an error. The
    /// page goes there only on a click: anybody could have written the address.
    pub(super) fn described(&self, issuer: &str) -> Json {
        let error = self.checked.as_ref().err().map(|error| error.error);
        let scopes = self.checked.as_ref().map(|(_, scopes)| scopes.iter().collect::<Vec<Scope>>());
        json!({
            "client": self.client,
            "kind": self.redirect.kind,
            "place": self.redirect.place,
            "scopes": scopes.unwrap_or_default(),
            "error": error,
            "back": self.answered(issuer, &[("error", error.unwrap_or("access_denied"))]),
        })
    }
}

/// The challenge and the scopes.
fn check(form: &Form) -> Result<([u8; 32], Scopes), OAuthError> {
    if form.needed("response_type")? != "code" {
        return Err(OAuthError::new("unsupported_response_type", "only code is known"));
    }
    // The default would be `plain` (RFC 7636, 4.3), which protects nothing.
    if form.get("code_challenge_method") != Some("S256") {
        return Err(OAuthError::invalid_request("code_challenge_method has to be S256"));
    }
    let challenge = URL_SAFE_NO_PAD.decode(form.needed("code_challenge")?).ok();
    let challenge = challenge.and_then(|bytes| bytes.try_into().ok()).ok_or_else(|| {
        OAuthError::invalid_request("code_challenge: no SHA-256 in URL-safe Base64 without padding")
    })?;
    let scopes =
        scopes(form.get("scope").unwrap_or("look")).filter(|scopes| *scopes != Scopes::NONE);
    let scopes = scopes.ok_or_else(|| {
        OAuthError::new("invalid_scope", "scope: one or more of look, play, chat and account")
    })?;
    Ok((challenge, scopes))
}
