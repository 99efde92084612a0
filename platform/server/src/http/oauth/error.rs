//! OAuth's errors (RFC 6749, 5.2).

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use gueridon_game::Language;
use gueridon_graphql::fault::{Code, Fault};
use gueridon_host::refusal::{self, Failure};
use serde_json::json;

/// An error for a client or for the page of consent.
#[derive(Debug, Clone)]
pub(super) struct OAuthError {
    status: StatusCode,
    /// OAuth's error code.
    pub(super) error: &'static str,
    /// A sentence for the developer of the client.
    description: String,
    retry_after_s: Option<u64>,
}

impl OAuthError {
    /// An error of the client.
    pub(super) fn new(error: &'static str, description: impl Into<String>) -> Self {
        let description = description.into();
        Self { status: StatusCode::BAD_REQUEST, error, description, retry_after_s: None }
    }

    /// The request is malformed.
    pub(super) fn invalid_request(description: impl Into<String>) -> Self {
        Self::new("invalid_request", description)
    }

    /// Nobody has signed in.
    pub(super) fn anonymous() -> Self {
        let error = Self::new("login_required", "the person who says yes has to be signed in");
        Self { status: StatusCode::UNAUTHORIZED, ..error }
    }

    /// The person's token is not valid, or cannot be looked up.
    pub(super) fn unauthenticated(fault: &Fault) -> Self {
        if fault.code == Code::UNAUTHENTICATED { Self::anonymous() } else { Self::unavailable() }
    }

    fn unavailable() -> Self {
        let error = Self::new("temporarily_unavailable", "the server cannot answer right now");
        Self { status: StatusCode::SERVICE_UNAVAILABLE, ..error }
    }
}

impl From<Failure> for OAuthError {
    fn from(failure: Failure) -> Self {
        let refused = match failure {
            Failure::Refused(refused) => refused,
            Failure::Fault(error) => {
                tracing::error!(%error, "a request of a client could not be answered");
                return Self::unavailable();
            }
        };
        let status = match refused.code {
            refusal::Code::TooManyAttempts => StatusCode::TOO_MANY_REQUESTS,
            refusal::Code::UnknownToken => return Self::anonymous(),
            _ => StatusCode::FORBIDDEN,
        };
        let error = match status {
            StatusCode::TOO_MANY_REQUESTS => "temporarily_unavailable",
            _ => "access_denied",
        };
        let description = refused.words.get(Language::En).to_owned();
        Self { status, error, description, retry_after_s: refused.wait_s }
    }
}

impl IntoResponse for OAuthError {
    fn into_response(self) -> Response {
        let said = json!({ "error": self.error, "error_description": self.description });
        let mut response = (self.status, Json(said)).into_response();
        if let Some(seconds) = self.retry_after_s {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
