//! JSON as the kit compares it: bytes first, paths only when they differ.

use serde::Serialize;
use serde_json::Value;

/// How many differences a report shows, and how many characters of each value.
const SHOWN: usize = 6;
const SHORT: usize = 120;

/// The bytes of a thing as JSON.
///
/// # Panics
/// When the thing cannot be written as JSON, such as a map whose keys are not strings.
pub(super) fn bytes(thing: &impl Serialize) -> Vec<u8> {
    match serde_json::to_vec(thing) {
        Ok(bytes) => bytes,
        Err(error) => panic!("it cannot be written as JSON: {error}"),
    }
}

/// The text of a thing as JSON.
pub(super) fn text(thing: &impl Serialize) -> String {
    String::from_utf8_lossy(&bytes(thing)).into_owned()
}

/// The tree of a thing as JSON.
///
/// # Panics
/// As [`bytes`].
pub(super) fn tree(thing: &impl Serialize) -> Value {
    match serde_json::to_value(thing) {
        Ok(value) => value,
        Err(error) => panic!("it cannot be written as JSON: {error}"),
    }
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
    fn a_change_of_order_alone_is_reported_as_one() {
        let told = differences(br#"{"a":1,"b":2}"#, br#"{"b":2,"a":1}"#);
        assert_eq!(told, "the same values, written in another order");
    }

    #[test]
    fn the_tag_of_moves_and_events_is_found() {
        assert_eq!(tag(&serde_json::json!({"spend": {"card": "a"}})), "spend");
        assert_eq!(tag(&serde_json::json!({"by": 1, "__typename": "Spent"})), "Spent");
        assert_eq!(tag(&serde_json::json!("pass")), "pass");
    }
}
