//! JSON as the kit compares it: bytes first, paths only when they differ.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::reading;

/// How many differences a report shows, and how many characters of each value.
const SHOWN: usize = 6;
const SHORT: usize = 120;

/// The bytes of a thing as JSON.
///
/// # Panics
/// As [`text`].
pub(super) fn bytes(thing: &impl Serialize) -> Vec<u8> {
    text(thing).into_bytes()
}

/// The text of a thing as JSON.
///
/// # Panics
/// When the thing cannot be written as JSON, such as a map whose keys are not strings.
pub(super) fn text(thing: &impl Serialize) -> String {
    match serde_json::to_string(thing) {
        Ok(text) => text,
        Err(error) => panic!("it cannot be written as JSON: {error}"),
    }
}

/// The tree of a thing as JSON.
///
/// # Panics
/// As [`text`].
pub(super) fn tree(thing: &impl Serialize) -> Value {
    match serde_json::to_value(thing) {
        Ok(value) => value,
        Err(error) => panic!("it cannot be written as JSON: {error}"),
    }
}

/// What a tree says, as one of a game's own types; on failure, where and why it says no such thing.
pub(super) fn read<T: DeserializeOwned>(tree: &Value) -> Result<T, String> {
    reading::read(&tree.to_string())
}

/// A thing as it is read again after it was written.
///
/// # Panics
/// As [`text`].
pub(super) fn read_again<T: Serialize + DeserializeOwned>(thing: &T) -> Result<T, String> {
    reading::read(&text(thing))
}

/// A number for some bytes, the same on every machine and in every process (FNV-1a).
pub(super) fn digest(bytes: &[u8]) -> u64 {
    fold(0xcbf2_9ce4_8422_2325, bytes)
}

/// Continues a digest with more bytes.
pub(super) fn fold(digest: u64, bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(digest, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// The tag of a serialised move or event: its `__typename`, its only key, or itself.
pub(super) fn tag(value: &Value) -> &str {
    match value {
        Value::String(tag) => tag,
        Value::Object(object) => match object.get("__typename") {
            Some(Value::String(tag)) => tag,
            _ => object.keys().next().map_or("", String::as_str),
        },
        _ => "",
    }
}

/// How many strings there are in a tree, other than tags, and numbers in lists; those beside a `count`
/// that often.
pub(super) fn named_things(value: &Value) -> u64 {
    let listed = |value: &Value| if value.is_number() { 1 } else { named_things(value) };
    match value {
        Value::String(_) => 1,
        Value::Array(list) => list.iter().map(listed).sum(),
        Value::Object(object) => {
            let times = object.get("count").and_then(Value::as_u64).unwrap_or(1);
            let inside = object.iter().filter(|(key, _)| *key != "__typename");
            times.saturating_mul(inside.map(|(_, part)| named_things(part)).sum())
        }
        _ => 0,
    }
}

/// The tag of a thing.
pub(super) fn tag_of(thing: &impl Serialize) -> String {
    tag(&tree(thing)).to_owned()
}

/// Where two pieces of JSON differ, path by path, a line each.
pub(super) fn differences(left: &[u8], right: &[u8]) -> String {
    let parse = |bytes: &[u8]| {
        serde_json::from_slice(bytes)
            .unwrap_or_else(|_| Value::String(String::from_utf8_lossy(bytes).into_owned()))
    };
    let mut found = Vec::new();
    compare("", Some(&parse(left)), Some(&parse(right)), &mut found);
    shortened(found)
}

fn shortened(mut found: Vec<String>) -> String {
    let more = found.len().saturating_sub(SHOWN);
    found.truncate(SHOWN);
    if found.is_empty() {
        found.push("the same values, written in another order".to_owned());
    }
    if more > 0 {
        found.push(format!("and {more} more"));
    }
    found.join("\n")
}

/// Whether two trees differ anywhere but at paths for which `exempt` answers true, and below them.
pub(super) fn differ_except(
    left: &Value,
    right: &Value,
    exempt: &impl Fn(&str) -> bool,
) -> Option<String> {
    let mut found = Vec::new();
    compare("", Some(left), Some(right), &mut found);
    found.retain(|found| !found.split_once(": ").is_some_and(|(path, _)| exempt(path)));
    (!found.is_empty()).then(|| shortened(found))
}

fn compare(path: &str, left: Option<&Value>, right: Option<&Value>, found: &mut Vec<String>) {
    match (left, right) {
        (Some(Value::Object(left)), Some(Value::Object(right))) => {
            let only_right = right.keys().filter(|key| !left.contains_key(*key));
            for key in left.keys().chain(only_right) {
                compare(&under(path, key), left.get(key), right.get(key), found);
            }
        }
        (Some(Value::Array(left)), Some(Value::Array(right))) => {
            for index in 0..left.len().max(right.len()) {
                compare(&under(path, &index.to_string()), left.get(index), right.get(index), found);
            }
        }
        (left, right) if left == right => {}
        (left, right) => {
            let path = if path.is_empty() { "(all of it)" } else { path };
            found.push(format!("{path}: {} ≠ {}", brief(left), brief(right)));
        }
    }
}

/// Where two lists of events differ: each event by its place, from 0, and its kind.
pub(super) fn differences_of_events(left: &[u8], right: &[u8]) -> String {
    let parse =
        |bytes: &[u8]| serde_json::from_slice::<Vec<Value>>(bytes).unwrap_or_default().into_iter();
    let (mut left, mut right) = (parse(left), parse(right));
    let mut found = Vec::new();
    for nth in 0.. {
        let (one, other) = (left.next(), right.next());
        let (kind, kind_of_other) = match (&one, &other) {
            (None, None) => break,
            (Some(one), Some(other)) => (tag(one), tag(other)),
            (Some(one), None) => (tag(one), "nothing"),
            (None, Some(other)) => ("nothing", tag(other)),
        };
        if kind == kind_of_other {
            compare(&format!("event {nth}, {kind}"), one.as_ref(), other.as_ref(), &mut found);
        } else {
            let (one, other) = (brief(one.as_ref()), brief(other.as_ref()));
            found.push(format!("event {nth}: {kind} ≠ {kind_of_other}: {one} ≠ {other}"));
        }
    }
    shortened(found)
}

/// A path one step further down.
pub(super) fn under(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

fn brief(value: Option<&Value>) -> String {
    let Some(value) = value else { return "nothing".to_owned() };
    let text = value.to_string();
    if text.chars().count() <= SHORT {
        text
    } else {
        text.chars().take(SHORT).chain(['…']).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_listed_by_path() {
        let told = differences(br#"{"a":[1,{"b":2}],"c":3}"#, br#"{"a":[1,{"b":5},6],"c":3}"#);
        assert_eq!(told, "a.1.b: 2 ≠ 5\na.2: nothing ≠ 6");
    }

    #[test]
    fn events_that_differ_are_named() {
        let left = br#"[{"__typename":"Bid"},{"__typename":"Drew","card":3}]"#;
        let other = br#"[{"__typename":"Bid"},{"__typename":"Drew","card":5}]"#;
        assert_eq!(differences_of_events(left, other), "event 1, Drew.card: 3 ≠ 5");
        let fewer = br#"[{"__typename":"Bid"}]"#;
        let told = differences_of_events(left, fewer);
        assert!(told.starts_with("event 1: Drew ≠ nothing: {"), "{told}");
    }

    #[test]
    fn a_change_of_order_alone_is_reported_as_one() {
        let told = differences(br#"{"a":1,"b":2}"#, br#"{"b":2,"a":1}"#);
        assert_eq!(told, "the same values, written in another order");
    }

    #[test]
    fn things_are_counted_in_lists_and_as_often_as_they_are_said_to_be_there() {
        let view = serde_json::json!({
            "__typename": "View", "deckSize": 9, "top": "ace", "hand": [3, 3],
            "discard": [{"count": 4, "card": "king"}, {"count": 1, "card": "ten"}],
        });
        assert_eq!(named_things(&view), 1 + 2 + 4 + 1);
    }

    #[test]
    fn the_tag_of_moves_and_events_is_found() {
        assert_eq!(tag(&serde_json::json!({"spend": {"card": "a"}})), "spend");
        assert_eq!(tag(&serde_json::json!({"by": 1, "__typename": "Spent"})), "Spent");
        assert_eq!(tag(&serde_json::json!("pass")), "pass");
    }
}
