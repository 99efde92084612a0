//! Steps as a client sends them: one JSON list, written once, for the module and the journal.

use std::fmt;

use serde::{Serialize, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::refusal::{Answer, Code};

/// A list of steps as the JSON that the module reads and the journal stores.
#[derive(Clone)]
pub struct Steps {
    json: Box<RawValue>,
    count: usize,
}

impl Steps {
    /// The most steps of a play. No move of any game comes near.
    pub const MOST: usize = 500;

    /// The most bytes of their JSON.
    pub const BYTES: usize = 64 * 1024;

    /// The list as JSON.
    #[must_use]
    pub fn json(&self) -> &RawValue {
        &self.json
    }

    /// How many steps there are.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Checks that there are not too many of them.
    ///
    /// # Errors
    /// `TOO_LONG`.
    pub(crate) fn check(&self) -> Answer<()> {
        if self.count <= Self::MOST && self.json.get().len() <= Self::BYTES {
            return Ok(());
        }
        let args = [("most", Self::MOST.to_string()), ("bytes", Self::BYTES.to_string())];
        Err(Code::TooLong.refused(&args).into())
    }
}

impl From<Vec<Value>> for Steps {
    fn from(steps: Vec<Value>) -> Self {
        let json = serde_json::value::to_raw_value(&steps).expect("a JSON value can be written");
        Self { json, count: steps.len() }
    }
}

impl Serialize for Steps {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.json.serialize(serializer)
    }
}

/// Only their number: steps may name hidden things, which must not be logged.
impl fmt::Debug for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Steps").field("count", &self.count).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::tables::entry_body::Body;

    #[test]
    fn steps_are_written_into_an_entry_as_the_module_reads_them() {
        let steps =
            Steps::from(vec![json!({"b": 1, "a": {"d": "é", "c": [null]}}), json!({"x": 2})]);
        let written = r#"[{"a":{"c":[null],"d":"é"},"b":1},{"x":2}]"#;
        assert_eq!((steps.json().get(), steps.count()), (written, 2));
        let body = serde_json::to_string(&Body::Steps(&steps)).unwrap();
        assert_eq!(body, format!(r#"{{"steps":{written}}}"#));
        assert_eq!(Steps::from(Vec::new()).json().get(), "[]");
    }

    #[test]
    fn too_many_steps_and_too_many_bytes_are_too_long() {
        let is_too_long = |steps: Vec<Value>| Steps::from(steps).check().is_err();
        assert!(!is_too_long(vec![json!(1); Steps::MOST]));
        assert!(is_too_long(vec![json!(1); Steps::MOST + 1]));
        // The brackets and quotes of the list count too.
        assert!(!is_too_long(vec![json!("x".repeat(Steps::BYTES - 4))]));
        assert!(is_too_long(vec![json!("x".repeat(Steps::BYTES - 3))]));
    }
}
