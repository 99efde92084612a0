//! Gives every request an id, which is also in the header of its answer.

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use gueridon_graphql::request_id::{RequestId, Scope};

use crate::traces;

/// The header that has the id.
pub(super) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Answers a request in the scope of its id. That is the id that the client gives, if it is well
/// formed, and otherwise a new one.
pub(super) async fn identified(mut request: Request, next: Next) -> Response {
    let given = request.headers().get(REQUEST_ID).and_then(|value| value.to_str().ok());
    let id = given.and_then(RequestId::given).unwrap_or_else(RequestId::generate);
    request.extensions_mut().insert(id.clone());
    let scope = Scope::of(id.clone());
    traces::continue_from(request.headers(), scope.span());
    let mut response = scope.run(next.run(request)).await;
    if let Ok(value) = HeaderValue::try_from(id.as_str()) {
        response.headers_mut().insert(REQUEST_ID, value);
    }
    response
}
