//! Reads JSON of a game's own types, and says where in it something is wrong.
//!
//! Each type is read in one way only, from a text: every further way (a slice, a tree, a reader that
//! keeps the path) would be compiled once more for each type of every game.

use std::borrow::Cow;
use std::fmt::Write as _;

use serde::de::DeserializeOwned;

/// Reads a text; on failure says where and why: `recruit.lord: unknown variant …`.
pub(crate) fn read<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| located(text, &error))
}

/// An error with the path to where it was noticed, unless that is the whole text.
fn located(text: &str, error: &serde_json::Error) -> String {
    let before_line: usize =
        text.split_inclusive('\n').take(error.line().max(1) - 1).map(str::len).sum();
    match path(text.as_bytes(), before_line + error.column()) {
        path if path.is_empty() => error.to_string(),
        path => format!("{path}: {error}"),
    }
}

/// An object or array that has begun and not ended.
enum Container {
    /// An object, and where in the text the name of its current member begins and ends, quotation
    /// marks included; none before the name.
    Object(Option<(usize, usize)>),
    /// An array, and the index of its current element.
    Array(usize),
}

/// The path to the value or name that the byte before `end` belongs to, as `cards[2].name`; empty for
/// the whole text, and without meaning if the text is not JSON up to there.
fn path(text: &[u8], end: usize) -> String {
    let text = &text[..end.min(text.len())];
    // An array where there should be none is noticed at its bracket: its first element is not meant.
    let text = text.strip_suffix(b"[").unwrap_or(text);
    let mut containers: Vec<Container> = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let from = at;
        at += 1;
        match text[from] {
            b'{' => containers.push(Container::Object(None)),
            b'[' => containers.push(Container::Array(0)),
            b'}' | b']' => drop(containers.pop()),
            b',' => match containers.last_mut() {
                Some(Container::Object(member)) => *member = None,
                Some(Container::Array(index)) => *index += 1,
                None => {}
            },
            b'"' => {
                at = end_of_string(text, at);
                if let Some(Container::Object(member @ None)) = containers.last_mut() {
                    *member = Some((from, at));
                }
            }
            _ => {}
        }
    }
    let mut path = String::new();
    for container in containers {
        match container {
            Container::Object(None) => {}
            Container::Object(Some((from, to))) => {
                let dot = if path.is_empty() { "" } else { "." };
                let _ = write!(path, "{dot}{}", name(&text[from..to]));
            }
            Container::Array(index) => {
                let _ = write!(path, "[{index}]");
            }
        }
    }
    path
}

/// Where a string ends whose quotation mark is before `at`; the end of the text if it has no other.
fn end_of_string(text: &[u8], mut at: usize) -> usize {
    while at < text.len() {
        match text[at] {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    text.len()
}

/// A name without its quotation marks and escapes; as it is written if it is cut off.
fn name(quoted: &[u8]) -> Cow<'_, str> {
    serde_json::from_slice(quoted).map_or_else(|_| String::from_utf8_lossy(quoted), Cow::Owned)
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    #[expect(dead_code, reason = "only read")]
    enum Step {
        Recruit { lord: Lord, cards: Vec<u8> },
        Pass(bool),
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "SCREAMING_SNAKE_CASE")]
    enum Lord {
        Opportunist,
    }

    fn path_of(text: &str) -> String {
        let error = read::<Step>(text).unwrap_err();
        match error.split_once(": ") {
            Some((path, _)) if !path.contains(' ') => path.to_owned(),
            _ => String::new(),
        }
    }

    #[test]
    fn an_error_names_the_path_to_what_is_wrong() {
        for (text, path) in [
            (r#"{"recruit":{"lord":"JESTER","cards":[]}}"#, "recruit.lord"),
            (r#"{"recruit":{"lord":[7]}}"#, "recruit.lord"),
            (r#"{"recruit":{"cards":[1,2,"three"]}}"#, "recruit.cards[2]"),
            (r#"{"recruit":{"cards":[1,2,300]}}"#, "recruit.cards[2]"),
            (r#"{"recruit":{"cards":[1,{"a":1}]}}"#, "recruit.cards[1]"),
            (r#"{"recruit":{"cards":{"a":1}}}"#, "recruit.cards"),
            (r#"{"recruit":{"cards":[7,-1],"lord":"OPPORTUNIST"}}"#, "recruit.cards[1]"),
            (r#"{"recruit":{"lord":"OPPORTUNIST"}}"#, "recruit"),
            (r#"{"recruit":{"lord":"OPPORTUNIST","price":3}}"#, "recruit.price"),
            (r#"{"pass":1}"#, "pass"),
            (r#"{"fold":true}"#, "fold"),
            ("{\n  \"recruit\": {\n    \"cards\": [ 1,\n null ] } }", "recruit.cards[1]"),
            (r#"{"recruit":{"lord":"OPPORTUNIST","a\"{b":3}}"#, "recruit.a\"{b"),
            ("7", ""),
            ("", ""),
            ("[]", ""),
        ] {
            assert_eq!(path_of(text), path, "{text}: {}", read::<Step>(text).unwrap_err());
        }
    }

    #[test]
    fn a_text_that_ends_early_has_the_path_to_its_end() {
        let text = r#"{"recruit":{"lord":"OPPORTUNIST","cards":[1,2]}}"#;
        for end in 0..text.len() {
            read::<Step>(&text[..end]).unwrap_err();
        }
        assert_eq!(path_of(&text[..text.find("2]").unwrap()]), "recruit.cards[1]");
    }
}
