//! What a client takes: in which media type the API answers it, by the rules of GraphQL over HTTP,
//! and whether it has use for a page, or for what is compressed.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};

/// The media type of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Media {
    /// `application/json`: the status says nothing of GraphQL.
    Json,
    /// `application/graphql-response+json`: the status says whether anything was run.
    GraphqlResponse,
}

impl Media {
    /// What the client would have, `application/json` where it does not say.
    ///
    /// # Errors
    /// 406 when it takes neither.
    pub(super) fn wanted(headers: &HeaderMap) -> Result<Self, StatusCode> {
        let mut accepted = headers.get_all(header::ACCEPT).iter().peekable();
        if accepted.peek().is_none() {
            return Ok(Self::Json);
        }
        let ranges = ranges(accepted);
        let quality = |media: Self| {
            let found = |name: &str| ranges.iter().find(|one| one.0 == name).map(|one| one.1);
            found(media.name())
                .or_else(|| if media == Self::Json { found("application/*") } else { None })
                .or_else(|| if media == Self::Json { found("*/*") } else { None })
                .unwrap_or(0)
        };
        let (json, response) = (quality(Self::Json), quality(Self::GraphqlResponse));
        match (json, response) {
            (0, 0) => Err(StatusCode::NOT_ACCEPTABLE),
            // Of two that are equally welcome the one that says more; but a bare wildcard comes
            // from clients that know nothing of it.
            _ if response >= json => Ok(Self::GraphqlResponse),
            _ => Ok(Self::Json),
        }
    }

    /// The media type without parameters.
    fn name(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::GraphqlResponse => "application/graphql-response+json",
        }
    }

    /// The media type as a header says it.
    pub(super) fn content_type(self) -> &'static str {
        match self {
            Self::Json => "application/json; charset=utf-8",
            Self::GraphqlResponse => "application/graphql-response+json; charset=utf-8",
        }
    }
}

/// How welcome a page in HTML is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Welcome {
    /// It is asked for.
    ByName,
    /// Anything is.
    LikeAnything,
    /// Something else is asked for.
    Not,
}

impl Welcome {
    /// How welcome a page in HTML is to who sent this.
    pub(super) fn of_html(headers: &HeaderMap) -> Self {
        let mut accepted = headers.get_all(header::ACCEPT).iter().peekable();
        if accepted.peek().is_none() {
            return Self::LikeAnything;
        }
        let ranges = ranges(accepted);
        let quality = |name: &str| ranges.iter().find(|one| one.0 == name).map(|one| one.1);
        match quality("text/html").or_else(|| quality("text/*")) {
            Some(0) => Self::Not,
            Some(_) => Self::ByName,
            None if quality("*/*").is_some_and(|quality| quality > 0) => Self::LikeAnything,
            None => Self::Not,
        }
    }
}

/// Whether a client takes what is compressed by gzip.
pub(super) fn takes_gzip(headers: &HeaderMap) -> bool {
    let ranges = ranges(headers.get_all(header::ACCEPT_ENCODING).iter());
    let quality = |name: &str| ranges.iter().find(|one| one.0 == name).map(|one| one.1);
    quality("gzip").or_else(|| quality("*")).is_some_and(|quality| quality > 0)
}

/// The ranges of a header that may be there several times.
fn ranges<'a>(values: impl Iterator<Item = &'a HeaderValue>) -> Vec<(String, u32)> {
    let values = values.filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).filter_map(range).collect()
}

/// A media range with its quality in thousandths; or another thing of which one is welcome more
/// than the other.
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
pub(super) fn is_json(headers: &HeaderMap) -> bool {
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

    fn wanted(accept: &[&str]) -> Option<Media> {
        let mut headers = HeaderMap::new();
        for value in accept {
            headers.append(header::ACCEPT, value.parse().unwrap());
        }
        Media::wanted(&headers).ok()
    }

    fn html(accept: Option<&str>) -> Welcome {
        let mut headers = HeaderMap::new();
        if let Some(accept) = accept {
            headers.insert(header::ACCEPT, accept.parse().unwrap());
        }
        Welcome::of_html(&headers)
    }

    #[test]
    fn a_page_is_for_who_asks_for_one_and_perhaps_for_who_takes_anything() {
        let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
        assert_eq!(html(Some(browser)), Welcome::ByName);
        assert_eq!(html(Some("TEXT/HTML;q=0.1")), Welcome::ByName);
        assert_eq!(html(Some("text/*")), Welcome::ByName);
        assert_eq!(html(Some("*/*")), Welcome::LikeAnything);
        assert_eq!(html(None), Welcome::LikeAnything);
        assert_eq!(html(Some("image/avif,image/*,*/*;q=0.8")), Welcome::LikeAnything);
        assert_eq!(html(Some("application/json")), Welcome::Not);
        assert_eq!(html(Some("text/html;q=0, */*")), Welcome::Not);
        assert_eq!(html(Some("*/*;q=0")), Welcome::Not);
    }

    #[test]
    fn gzip_is_for_who_says_so() {
        let takes = |value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, value.parse().unwrap());
            takes_gzip(&headers)
        };
        assert!(takes("gzip, deflate, br") && takes("br;q=1, GZIP;q=0.5") && takes("*"));
        assert!(!takes("br") && !takes("gzip;q=0, *") && !takes("identity") && !takes(""));
        assert!(!takes_gzip(&HeaderMap::new()));
    }

    #[test]
    fn the_answer_is_in_the_type_that_is_welcome_most() {
        let new = "application/graphql-response+json";
        assert_eq!(wanted(&[]), Some(Media::Json));
        assert_eq!(wanted(&["*/*"]), Some(Media::Json));
        assert_eq!(wanted(&["application/*;q=0.3"]), Some(Media::Json));
        assert_eq!(wanted(&[new]), Some(Media::GraphqlResponse));
        assert_eq!(
            wanted(&["application/json;q=0.9", &format!("{new}; charset=utf-8")]),
            Some(Media::GraphqlResponse)
        );
        assert_eq!(wanted(&[&format!("{new};q=0.1, application/json")]), Some(Media::Json));
        assert_eq!(wanted(&[&format!("{new}, */*;q=0.1")]), Some(Media::GraphqlResponse));
        assert_eq!(wanted(&["text/html"]), None);
        assert_eq!(wanted(&["application/json; charset=latin1"]), None);
        assert_eq!(wanted(&["application/json;q=0"]), None);
    }
}
