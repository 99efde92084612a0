//! GraphQL over HTTP: one request by POST, answered in the media type that the client accepts.

pub mod accept;

use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, Request as HttpRequest};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response as HttpResponse};
use tokio::time::{Instant, timeout_at};

use crate::fault::{Code, Fault};
use crate::request::Request;
use crate::response::Response;
use crate::service::Service;
use accept::{MediaType, is_json};

/// Answers a request by POST, within `limit` from now. How long a body may be is what axum's
/// `DefaultBodyLimit` says.
pub async fn post<S: Service>(service: &S, request: HttpRequest, limit: Duration) -> HttpResponse {
    let deadline = Instant::now() + limit;
    let (head, body) = request.into_parts();
    let headers = head.headers.clone();
    let peer = service.peer(&head);
    let media = match MediaType::accepted(&headers) {
        Ok(media) => media,
        Err(status) => {
            let message = "answers are application/json or application/graphql-response+json";
            return refuse(MediaType::Json, status, Fault::bad_input(message));
        }
    };
    let request = HttpRequest::from_parts(head, body);
    let request = match timeout_at(deadline, read(&headers, request)).await {
        Ok(Ok(request)) => request,
        Ok(Err((status, fault))) => return refuse(media, status, fault),
        Err(_) => {
            let message = format!("the body did not come within {} seconds", limit.as_secs());
            return refuse(media, StatusCode::REQUEST_TIMEOUT, Fault::bad_input(message));
        }
    };
    let answer = async {
        let caller = service.authenticate(&headers, peer).await?;
        Ok::<_, Fault>(service.execute(&request, &caller).await)
    };
    match timeout_at(deadline, answer).await {
        Ok(Ok(response)) => {
            // A client that takes only application/json learns from the body what went wrong.
            let is_told = media == MediaType::GraphqlResponse && !response.has_run;
            let status = if is_told { StatusCode::BAD_REQUEST } else { StatusCode::OK };
            respond(media, status, response)
        }
        Ok(Err(fault)) => refuse(media, status_of(fault.code), fault),
        Err(_) => {
            let message = format!("no answer within {} seconds", limit.as_secs());
            let fault = Fault::new(Code::UNAVAILABLE, message);
            refuse(media, StatusCode::SERVICE_UNAVAILABLE, fault)
        }
    }
}

/// The request in a body.
async fn read(headers: &HeaderMap, request: HttpRequest) -> Result<Request, (StatusCode, Fault)> {
    if !is_json(headers) {
        let message = "a request is application/json in UTF-8";
        return Err((StatusCode::UNSUPPORTED_MEDIA_TYPE, Fault::bad_input(message)));
    }
    let body = Bytes::from_request(request, &()).await;
    let body =
        body.map_err(|rejected| (rejected.status(), Fault::bad_input(rejected.body_text())))?;
    serde_json::from_slice(&body).map_err(|error| {
        let message = format!("not a GraphQL request: {error}");
        (StatusCode::BAD_REQUEST, Fault::bad_input(message))
    })
}

fn status_of(code: Code) -> StatusCode {
    match code {
        Code::UNAUTHENTICATED => StatusCode::UNAUTHORIZED,
        Code::UNAVAILABLE => StatusCode::SERVICE_UNAVAILABLE,
        Code::INTERNAL => StatusCode::INTERNAL_SERVER_ERROR,
        _ => StatusCode::BAD_REQUEST,
    }
}

fn refuse(media: MediaType, status: StatusCode, fault: Fault) -> HttpResponse {
    let mut response = respond(media, status, Response::refused(&[fault]));
    if status == StatusCode::UNAUTHORIZED {
        let scheme = HeaderValue::from_static("Bearer");
        response.headers_mut().insert(header::WWW_AUTHENTICATE, scheme);
    }
    response
}

fn respond(media: MediaType, status: StatusCode, response: Response) -> HttpResponse {
    let headers = [
        (header::CONTENT_TYPE, media.content_type()),
        // A response may be for its caller alone.
        (header::CACHE_CONTROL, "no-store"),
    ];
    (status, headers, Body::from(response.body)).into_response()
}
