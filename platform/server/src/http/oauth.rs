//! Signing in to other people's clients: OAuth 2.1's authorisation code grant with PKCE, for public
//! clients without registration.
//!
//! `/oauth/authorize` is part of the page and asks the person for consent. It sends the client's
//! parameters to `/oauth/request`, which describes them, and to `/oauth/grant` if the person
//! agrees. The person is identified by their token and not by a cookie, so no other site can agree
//! for them. The client then redeems the code at `/oauth/token`.

mod error;
mod form;
mod redirect;
mod request;

use axum::Json;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use gueridon_host::people::{Accounts, Grant, Redemption};
use gueridon_journal::{Scope, Scopes};
use serde_json::json;

use self::error::OAuthError;
use self::form::Form;
use self::redirect::Redirect;
use self::request::AuthorizationRequest;
use super::{Server, callers};

/// Scopes as OAuth writes them: in lower case, with spaces between them.
fn scope_words(scopes: Scopes) -> String {
    scopes.to_string().to_ascii_lowercase()
}

/// The scopes in OAuth's notation; none if one is unknown.
fn scopes(words: &str) -> Option<Scopes> {
    let known = |word: &str| {
        Scope::ALL.iter().copied().find(|scope| scope.word().to_ascii_lowercase() == word)
    };
    words.split(' ').filter(|word| !word.is_empty()).map(known).collect()
}

/// A response that must not be cached.
fn unkept(answer: impl IntoResponse) -> Response {
    let mut response = answer.into_response();
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

impl Server {
    /// The issuer, by which clients identify this server: its public URL, or without one the host
    /// that was requested.
    fn issuer(&self, headers: &HeaderMap) -> String {
        let asked = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        let here = || format!("http://{}", asked.unwrap_or("localhost"));
        self.public_url.as_deref().map_or_else(here, str::to_owned)
    }
}

/// The metadata of this authorisation server (RFC 8414).
pub(super) async fn metadata(State(server): State<Server>, headers: HeaderMap) -> Response {
    let issuer = server.issuer(&headers);
    let words: Vec<_> = Scope::ALL.iter().map(|scope| scope.word().to_ascii_lowercase()).collect();
    Json(json!({
        "issuer": issuer,
        "authorization_endpoint": format!("{issuer}/oauth/authorize"),
        "token_endpoint": format!("{issuer}/oauth/token"),
        "revocation_endpoint": format!("{issuer}/oauth/revoke"),
        "scopes_supported": words,
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": ["authorization_code"],
        "token_endpoint_auth_methods_supported": ["none"],
        "revocation_endpoint_auth_methods_supported": ["none"],
        "code_challenge_methods_supported": ["S256"],
        "authorization_response_iss_parameter_supported": true,
    }))
    .into_response()
}

/// Describes what a client asks for, for the page of consent.
pub(super) async fn describe(State(server): State<Server>, request: Request) -> Response {
    let issuer = server.issuer(request.headers());
    let asked = match Form::of(request).await {
        Ok(form) => AuthorizationRequest::read(&form),
        Err(error) => Err(error),
    };
    unkept(match asked {
        Ok(asked) => Json(asked.described(&issuer)).into_response(),
        Err(error) => error.into_response(),
    })
}

/// Lets a client act for the person whose token is sent.
pub(super) async fn grant(State(server): State<Server>, request: Request) -> Response {
    if let Some(refusal) = server.refuse_other_site(request.headers()) {
        return refusal;
    }
    let granted = try_grant(&server, request).await;
    unkept(granted.map_or_else(IntoResponse::into_response, IntoResponse::into_response))
}

async fn try_grant(server: &Server, request: Request) -> Result<Response, OAuthError> {
    let (headers, from) = (request.headers().clone(), server.origin_of(&request));
    let issuer = server.issuer(&headers);
    let host = server.api.load().host.clone();
    let caller = callers::caller(&host, &headers, from)
        .await
        .map_err(|fault| OAuthError::unauthenticated(&fault))?;
    let Some(known) = &caller.known else { return Err(OAuthError::anonymous()) };
    let asked = AuthorizationRequest::read(&Form::of(request).await?)?;
    let (challenge, scopes) = asked.checked.clone()?;
    let grant = Grant {
        client: asked.client.clone(),
        redirect: asked.redirect.text.clone(),
        challenge,
        scopes,
    };
    let code = host.people().accounts().authorize(known, grant).await?;
    let redirect = asked.answered(&issuer, &[("code", code.secret())]);
    Ok(Json(json!({ "redirect": redirect })).into_response())
}

/// Redeems a code for a token.
pub(super) async fn token(State(server): State<Server>, request: Request) -> Response {
    let answer = try_token(&server, request).await;
    unkept(answer.map_or_else(IntoResponse::into_response, IntoResponse::into_response))
}

async fn try_token(server: &Server, request: Request) -> Result<Response, OAuthError> {
    let from = server.origin_of(&request);
    let form = Form::of(request).await?;
    if form.needed("grant_type")? != "authorization_code" {
        return Err(OAuthError::new("unsupported_grant_type", "only authorization_code is known"));
    }
    let redirect = form.needed("redirect_uri")?;
    let label = Redirect::parse(redirect).map(|redirect| redirect.place).unwrap_or_default();
    let given = Redemption {
        code: form.needed("code")?,
        client: form.needed("client_id")?,
        redirect,
        verifier: form.needed("code_verifier")?,
        label: &label,
    };
    let host = server.api.load().host.clone();
    let accounts = host.people().accounts();
    let Some(issued) = accounts.redeem(given, from).await? else {
        let message = "the code is unknown, used or too old, or it is for another client, \
                       redirect_uri or code_verifier";
        return Err(OAuthError::new("invalid_grant", message));
    };
    let life_ms = issued.row.expires_ms.saturating_sub(issued.row.created_ms);
    Ok(Json(json!({
        "access_token": issued.token.secret(),
        "token_type": "Bearer",
        "expires_in": life_ms / 1_000,
        "scope": scope_words(issued.row.scopes),
    }))
    .into_response())
}

/// Ends a token (RFC 7009). An unknown one counts as ended.
pub(super) async fn revoke(State(server): State<Server>, request: Request) -> Response {
    let answer = try_revoke(&server, request).await;
    unkept(answer.map_or_else(IntoResponse::into_response, IntoResponse::into_response))
}

async fn try_revoke(server: &Server, request: Request) -> Result<StatusCode, OAuthError> {
    let from = server.origin_of(&request);
    let form = Form::of(request).await?;
    let token = form.needed("token")?;
    let host = server.api.load().host.clone();
    let accounts: &Accounts = host.people().accounts();
    accounts.revoke_secret(token, from).await?;
    Ok(StatusCode::OK)
}
