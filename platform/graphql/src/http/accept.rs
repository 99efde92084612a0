//! Content negotiation: the media types of a request and of its response, by the rules of GraphQL over
//! HTTP.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};

/// The media type of a stream of events.
const EVENTS: &str = "text/event-stream";

/// The media type of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MediaType {
    /// `application/json`: the status says nothing of GraphQL.
    Json,
    /// `application/graphql-response+json`: the status says whether anything was run.
    GraphqlResponse,
}

impl MediaType {
    /// The media type without parameters.
    fn name(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::GraphqlResponse => "application/graphql-response+json",
        }
    }

    /// The media type as a header says it.
    pub fn content_type(self) -> &'static str {
        match self {
            Self::Json => "application/json; charset=utf-8",
            Self::GraphqlResponse => "application/graphql-response+json; charset=utf-8",
        }
    }
}

/// In which forms a client takes the response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Accepted {
    /// As one answer of this type; none if it accepts neither type.
    pub answer: Option<MediaType>,
    /// As `text/event-stream`; only if it names that type.
    pub events: bool,
}

impl Accepted {
    /// What the client prefers; an answer in `application/json` if it does not say.
    ///
    /// # Errors
    /// 406 when it takes neither an answer nor events.
    pub fn of(headers: &HeaderMap) -> Result<Self, StatusCode> {
        let mut accepted = headers.get_all(header::ACCEPT).iter().peekable();
        if accepted.peek().is_none() {
            return Ok(Self { answer: Some(MediaType::Json), events: false });
        }
        let ranges = Preferences::of(accepted);
        let quality = |media: MediaType| {
            let found = |name: &str| ranges.quality(name);
            let is_json = media == MediaType::Json;
            found(media.name())
                .or_else(|| if is_json { found("application/*") } else { None })
                .or_else(|| if is_json { found("*/*") } else { None })
                .unwrap_or(0)
        };
        let (json, response) = (quality(MediaType::Json), quality(MediaType::GraphqlResponse));
        let answer = match (json, response) {
            (0, 0) => None,
            // Of equal quality, the one whose status says more. A bare wildcard does not count for it:
            // it comes from clients that do not know the type.
            _ if response >= json => Some(MediaType::GraphqlResponse),
            _ => Some(MediaType::Json),
        };
        let events = ranges.quality(EVENTS).is_some_and(|quality| quality > 0);
        let accepted = Self { answer, events };
        if answer.is_none() && !events { Err(StatusCode::NOT_ACCEPTABLE) } else { Ok(accepted) }
    }
}

/// What a client accepts, by the values of a header like `Accept` or `Accept-Encoding`.
#[derive(Debug, Clone)]
pub struct Preferences(Vec<(String, u32)>);

impl Preferences {
    /// The preferences in a header, which may be there several times.
    pub fn of<'a>(values: impl Iterator<Item = &'a HeaderValue>) -> Self {
        let values = values.filter_map(|value| value.to_str().ok());
        Self(values.flat_map(|value| value.split(',')).filter_map(range).collect())
    }

    /// The quality of exactly this name, in thousandths; none if it is not listed.
    #[must_use]
    pub fn quality(&self, name: &str) -> Option<u32> {
        self.0.iter().find(|one| one.0 == name).map(|one| one.1)
    }
}

/// A media range, or a coding, with its quality in thousandths.
fn range(text: &str) -> Option<(String, u32)> {
    let mut parts = text.split(';').map(str::trim);
    let name = parts.next().filter(|name| !name.is_empty())?.to_ascii_lowercase();
    let mut quality = 1_000;
    for parameter in parts {
        let (key, value) = parameter.split_once('=').unwrap_or((parameter, ""));
        if key.eq_ignore_ascii_case("q") {
            let share: f32 = value.parse().unwrap_or(0.0);
            quality = (share.clamp(0.0, 1.0) * 1_000.0) as u32;
        }
        if key.eq_ignore_ascii_case("charset") && !is_utf_8(value) {
            return None;
        }
    }
    Some((name, quality))
}

/// Whether a body is JSON in UTF-8 by its content type.
pub fn is_json(headers: &HeaderMap) -> bool {
    let value = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let Some(value) = value else { return false };
    let mut parts = value.split(';').map(str::trim);
    parts.next().is_some_and(|name| name.eq_ignore_ascii_case("application/json"))
        && parts.all(|parameter| match parameter.split_once('=') {
            Some((key, value)) if key.eq_ignore_ascii_case("charset") => is_utf_8(value),
            _ => true,
        })
}

fn is_utf_8(charset: &str) -> bool {
    charset.trim_matches('"').eq_ignore_ascii_case("utf-8")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forms(accept: &[&str]) -> Option<Accepted> {
        let mut headers = HeaderMap::new();
        for value in accept {
            headers.append(header::ACCEPT, value.parse().unwrap());
        }
        Accepted::of(&headers).ok()
    }

    fn accepted(accept: &[&str]) -> Option<MediaType> {
        forms(accept)?.answer
    }

    #[test]
    fn events_are_sent_only_to_clients_that_name_them() {
        let both = |answer, events| Some(Accepted { answer, events });
        assert_eq!(forms(&["text/event-stream"]), both(None, true));
        assert_eq!(
            forms(&["application/json, text/event-stream;q=0.1"]),
            both(Some(MediaType::Json), true)
        );
        assert_eq!(forms(&["*/*"]), both(Some(MediaType::Json), false));
        assert_eq!(forms(&["text/event-stream;q=0"]), None);
    }

    #[test]
    fn the_answer_has_the_preferred_type() {
        let new = "application/graphql-response+json";
        assert_eq!(accepted(&[]), Some(MediaType::Json));
        assert_eq!(accepted(&["*/*"]), Some(MediaType::Json));
        assert_eq!(accepted(&["application/*;q=0.3"]), Some(MediaType::Json));
        assert_eq!(accepted(&[new]), Some(MediaType::GraphqlResponse));
        assert_eq!(
            accepted(&["application/json;q=0.9", &format!("{new}; charset=utf-8")]),
            Some(MediaType::GraphqlResponse)
        );
        assert_eq!(accepted(&[&format!("{new};q=0.1, application/json")]), Some(MediaType::Json));
        assert_eq!(accepted(&[&format!("{new}, */*;q=0.1")]), Some(MediaType::GraphqlResponse));
        assert_eq!(accepted(&["text/html"]), None);
        assert_eq!(accepted(&["application/json; charset=latin1"]), None);
        assert_eq!(accepted(&["application/json;q=0"]), None);
    }
}
