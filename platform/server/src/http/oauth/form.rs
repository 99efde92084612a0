//! The parameters of a request, none of which may be repeated (RFC 6749, 3.1).

use std::collections::BTreeMap;

use axum::body::to_bytes;
use axum::extract::Request;
use axum::http::header;
use url::form_urlencoded;

use super::OAuthError;

/// The longest form, in bytes.
const FORM_BYTES: usize = 16 * 1024;

/// A form that was sent.
#[derive(Debug)]
pub(super) struct Form(BTreeMap<String, String>);

impl Form {
    /// The form in a request's body.
    ///
    /// # Errors
    /// `invalid_request` if it is not a form, is too long, or repeats a parameter.
    pub(super) async fn of(request: Request) -> Result<Self, OAuthError> {
        let sent = request.headers().get(header::CONTENT_TYPE).and_then(|sent| sent.to_str().ok());
        let media = sent.and_then(|sent| sent.split(';').next()).unwrap_or_default().trim();
        if !media.eq_ignore_ascii_case("application/x-www-form-urlencoded") {
            let message = "the body has to be application/x-www-form-urlencoded";
            return Err(OAuthError::invalid_request(message));
        }
        let body = to_bytes(request.into_body(), FORM_BYTES).await;
        let body = body.map_err(|_| OAuthError::invalid_request("the body is too long"))?;
        Self::parse(&body)
    }

    fn parse(body: &[u8]) -> Result<Self, OAuthError> {
        let mut form = BTreeMap::new();
        for (name, value) in form_urlencoded::parse(body) {
            if form.insert(name.to_string(), value.into_owned()).is_some() {
                return Err(OAuthError::invalid_request("a parameter comes twice"));
            }
        }
        Ok(Self(form))
    }

    /// A parameter; one without a value counts as not sent (RFC 6749, 3.1).
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str).filter(|value| !value.is_empty())
    }

    /// A required parameter.
    ///
    /// # Errors
    /// `invalid_request` if it is missing.
    pub(super) fn needed(&self, name: &'static str) -> Result<&str, OAuthError> {
        let missing = || OAuthError::invalid_request(format!("{name} is missing"));
        self.get(name).ok_or_else(missing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_comes_once_and_counts_if_it_has_a_value() {
        let form = Form::parse(b"code=a%20b&state=&client_id=c+d").unwrap();
        assert_eq!((form.get("code"), form.get("client_id")), (Some("a b"), Some("c d")));
        assert!(form.get("state").is_none() && form.needed("scope").is_err());
        assert!(Form::parse(b"code=a&code=a").is_err());
    }
}
