//! GraphQL over HTTP: one request by POST, or a query by GET, answered in the media type that the
//! client accepts; subscriptions as server-sent events.

pub mod accept;

mod events;

mod url;

use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, Request as HttpRequest};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response as HttpResponse};
use tokio::time::{Instant, timeout_at};
use tokio_util::sync::CancellationToken;

use crate::fault::{Code, Fault};
use crate::request::Request;
use crate::response::{Allowance, Response};
use crate::service::{Service, Started, Terms};
use accept::{Accepted, MediaType, is_json};

/// The header with how much may be asked for, and in what time.
pub const RATE_LIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
/// The header with how much is left of it.
pub const RATE_LIMIT: HeaderName = HeaderName::from_static("ratelimit");

/// How requests are answered.
#[derive(Debug, Clone, Copy)]
pub struct HttpOptions<'a> {
    /// How long a request may take, from its headers to its answer or its first event.
    pub limit: Duration,
    /// Ends every stream of events when it is cancelled.
    pub stop: &'a CancellationToken,
    /// How often the credentials behind a stream of events are checked again.
    pub recheck: Duration,
}

/// In what form a response goes out.
#[derive(Debug, Clone, Copy)]
pub enum Form {
    /// As the client accepts it.
    Accepted,
    /// As events, whatever the client accepts: for a path that only has events.
    Events,
}

/// Answers a request by POST or GET. How long a body may be is what axum's `DefaultBodyLimit` says.
pub async fn answer<S: Service>(
    service: &S,
    request: HttpRequest,
    form: Form,
    options: HttpOptions<'_>,
) -> HttpResponse {
    let deadline = Instant::now() + options.limit;
    let (head, body) = request.into_parts();
    let headers = head.headers.clone();
    let peer = service.peer(&head);
    let accepted = match form {
        Form::Accepted => Accepted::of(&headers),
        Form::Events => Ok(Accepted { answer: None, events: true }),
    };
    let accepted = match accepted {
        Ok(accepted) => accepted,
        Err(status) => {
            let message = "answers are application/json or application/graphql-response+json, and \
                           text/event-stream for subscriptions";
            return refuse(MediaType::Json, status, Fault::bad_input(message));
        }
    };
    let media = accepted.answer.unwrap_or(MediaType::Json);
    let is_safe = matches!(head.method, Method::GET | Method::HEAD);
    let read = if is_safe {
        url::read(&head.uri).map_err(|fault| (StatusCode::BAD_REQUEST, fault))
    } else {
        let request = HttpRequest::from_parts(head, body);
        match timeout_at(deadline, read(&headers, request)).await {
            Ok(read) => read,
            Err(_) => {
                let seconds = options.limit.as_secs();
                let message = format!("the body did not come within {seconds} seconds");
                Err((StatusCode::REQUEST_TIMEOUT, Fault::bad_input(message)))
            }
        }
    };
    let mut request = match read {
        Ok(request) => request,
        Err((status, fault)) => return refuse(media, status, fault),
    };
    if let Err(fault) = service.persisted().resolve(&mut request) {
        return refuse(media, status_of(fault.code), fault);
    }
    let after = events::last_event(&headers);
    let terms = Terms { mutations: !is_safe, subscriptions: accepted.events, after };
    let started = async {
        let caller = service.authenticate(&headers, peer).await?;
        let started = service.start(&request, &caller, terms).await;
        Ok::<_, Fault>((started, caller))
    };
    match timeout_at(deadline, started).await {
        Ok(Ok((Ok(Started::Subscribed(updates)), caller))) => {
            events::stream(service.clone(), caller, updates, options)
        }
        Ok(Ok((Ok(Started::Answered(response)), _))) => match accepted.answer {
            Some(media) => respond(media, StatusCode::OK, response),
            None => events::once(&response),
        },
        Ok(Ok((Err(faults), _))) => refuse_operation(accepted, &faults),
        Ok(Err(fault)) => refuse(media, status_of(fault.code), fault),
        Err(_) => {
            let message = format!("no answer within {} seconds", options.limit.as_secs());
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
        Code::METHOD_NOT_ALLOWED => StatusCode::METHOD_NOT_ALLOWED,
        // As Apollo Server does: some clients read the body only of a 200.
        Code::PERSISTED_QUERY_NOT_FOUND => StatusCode::OK,
        Code::UNAUTHENTICATED => StatusCode::UNAUTHORIZED,
        Code::TOO_MANY_ATTEMPTS => StatusCode::TOO_MANY_REQUESTS,
        Code::UNAVAILABLE => StatusCode::SERVICE_UNAVAILABLE,
        Code::INTERNAL => StatusCode::INTERNAL_SERVER_ERROR,
        _ => StatusCode::BAD_REQUEST,
    }
}

/// Answers an operation of which nothing was run.
fn refuse_operation(accepted: Accepted, faults: &[Fault]) -> HttpResponse {
    let plain = [Code::METHOD_NOT_ALLOWED, Code::TOO_MANY_ATTEMPTS];
    // Faults that have a status of their own, whatever the client accepts.
    let plain = faults.iter().find(|fault| plain.contains(&fault.code));
    let status = match accepted.answer {
        _ if let Some(fault) = plain => status_of(fault.code),
        // A client of events is told by an event: browsers do not show it the body of a refusal.
        None => return events::once(&Response::refused(faults)),
        Some(MediaType::GraphqlResponse) => StatusCode::BAD_REQUEST,
        // A client that takes only application/json learns from the body what went wrong.
        Some(MediaType::Json) => StatusCode::OK,
    };
    let media = accepted.answer.unwrap_or(MediaType::Json);
    let mut response = respond(media, status, Response::refused(faults));
    if status == StatusCode::METHOD_NOT_ALLOWED {
        response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("POST"));
    }
    if let Some(seconds) = faults.iter().find_map(|fault| fault.retry_after) {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        let left = format!("\"cost\";r=0;t={seconds}");
        response.headers_mut().insert(RATE_LIMIT, text(left));
    }
    response
}

/// Adds how much more the caller may ask for, by the IETF's draft on rate limit headers.
fn say_allowance(response: &mut HttpResponse, Allowance { limit, window_s, left }: Allowance) {
    let policy = format!("\"cost\";q={limit};w={window_s}");
    response.headers_mut().insert(RATE_LIMIT_POLICY, text(policy));
    response.headers_mut().insert(RATE_LIMIT, text(format!("\"cost\";r={left}")));
}

/// A header of letters and digits.
fn text(value: String) -> HeaderValue {
    HeaderValue::try_from(value).unwrap_or(HeaderValue::from_static(""))
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
    let allowance = response.allowance;
    let headers = [
        (header::CONTENT_TYPE, media.content_type()),
        // A response may be for its caller alone.
        (header::CACHE_CONTROL, "no-store"),
        // Another site can name a GET as the source of a script: browsers must not run the answer.
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    let mut response = (status, headers, Body::from(response.body)).into_response();
    if let Some(allowance) = allowance {
        say_allowance(&mut response, allowance);
    }
    response
}
