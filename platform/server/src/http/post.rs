//! One request over POST.

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, Request as HttpRequest, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response as HttpResponse};
use tokio::time::{Instant, timeout_at};

use super::accept::{Media, is_json};
use super::{PATIENCE, Server, callers};
use crate::api::{Allowed, Request, Response};
use gueridon_graphql::fault::{Code, Fault};

/// Answers a question or does what is asked.
pub(super) async fn answer(State(server): State<Server>, request: HttpRequest) -> HttpResponse {
    let until = Instant::now() + PATIENCE;
    let headers = request.headers().clone();
    let from = server.origin(&headers, request.extensions());
    let media = match Media::wanted(&headers) {
        Ok(media) => media,
        Err(status) => {
            let message = "answers are application/json or application/graphql-response+json";
            return refuse(Media::Json, status, Fault::bad_input(message));
        }
    };
    let request = match read(&headers, request, until).await {
        Ok(request) => request,
        Err((status, fault)) => return refuse(media, status, fault),
    };
    let api = server.api.load_full();
    let answer = async {
        let caller = callers::caller(&api.host, &headers, from).await?;
        Ok::<_, Fault>(api.run(&request, &caller, Allowed::OverHttp).await)
    };
    match timeout_at(until, answer).await {
        Ok(Ok(response)) => {
            // A client that takes only application/json learns from the body what went wrong.
            let is_told = media == Media::GraphqlResponse && !response.has_run;
            let status = if is_told { StatusCode::BAD_REQUEST } else { StatusCode::OK };
            respond(media, status, response)
        }
        Ok(Err(fault)) => refuse(media, status_of(fault.code), fault),
        Err(_) => {
            let message = format!("no answer within {} seconds", PATIENCE.as_secs());
            let fault = Fault::new(Code::UNAVAILABLE, message);
            refuse(media, StatusCode::SERVICE_UNAVAILABLE, fault)
        }
    }
}

/// The request in a body, if it has come by then.
async fn read(
    headers: &HeaderMap,
    request: HttpRequest,
    until: Instant,
) -> Result<Request, (StatusCode, Fault)> {
    if !is_json(headers) {
        let message = "a request is application/json in UTF-8";
        return Err((StatusCode::UNSUPPORTED_MEDIA_TYPE, Fault::bad_input(message)));
    }
    let body = timeout_at(until, Bytes::from_request(request, &())).await.map_err(|_| {
        let message = format!("the body did not come within {} seconds", PATIENCE.as_secs());
        (StatusCode::REQUEST_TIMEOUT, Fault::bad_input(message))
    })?;
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

fn refuse(media: Media, status: StatusCode, fault: Fault) -> HttpResponse {
    let mut response = respond(media, status, Response::refused(&[fault]));
    if status == StatusCode::UNAUTHORIZED {
        let scheme = HeaderValue::from_static("Bearer");
        response.headers_mut().insert(header::WWW_AUTHENTICATE, scheme);
    }
    response
}

fn respond(media: Media, status: StatusCode, response: Response) -> HttpResponse {
    let headers = [
        (header::CONTENT_TYPE, media.content_type()),
        // What one player is answered is for nobody else's eyes.
        (header::CACHE_CONTROL, "no-store"),
    ];
    (status, headers, Body::from(response.body)).into_response()
}
