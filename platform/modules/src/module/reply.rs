//! What a module answered to one call, before it is read.

use gueridon_game::border::{ErrorReply, Status};
use gueridon_json::JsonSlice;
use serde::de::DeserializeOwned;

use super::CallError;

/// In bytes, far more than any reply needs.
pub(super) const LONGEST_REPLY: usize = 64 << 20;

/// The number of a status, and the bytes that belong to it.
#[derive(Debug, Default)]
pub(super) struct Reply {
    pub(super) status: i32,
    pub(super) bytes: Vec<u8>,
    /// Whether the module wrote more than is kept here.
    pub(super) is_too_long: bool,
}

impl Reply {
    /// What it says, as a type of Rust's.
    pub(super) fn read<T: DeserializeOwned>(&self) -> Result<T, CallError> {
        self.checked()?;
        self.parse()
    }

    /// What it says, as JSON.
    pub(super) fn slice(self) -> Result<JsonSlice, CallError> {
        self.checked()?;
        let text = String::from_utf8(self.bytes);
        let text = text.map_err(|error| CallError::BadReply(error.to_string()))?;
        JsonSlice::read(text).map_err(|error| CallError::BadReply(error.to_string()))
    }

    /// Whether it answers the question.
    fn checked(&self) -> Result<(), CallError> {
        if self.is_too_long {
            return Err(CallError::BadReply(format!("more than {LONGEST_REPLY} bytes")));
        }
        let Some(status) = Status::from_number(self.status) else {
            return Err(CallError::BadReply(format!("there is no status {}", self.status)));
        };
        Err(match status {
            Status::Ok => return Ok(()),
            Status::Refused => CallError::Refused(self.parse()?),
            Status::BadRequest => CallError::BadRequest(self.parse::<ErrorReply>()?.message),
            Status::Unsupported => CallError::Unsupported,
            Status::Panicked => {
                let ErrorReply { message, place } = self.parse()?;
                CallError::Panicked { message, place: place.unwrap_or_default() }
            }
        })
    }

    fn parse<T: DeserializeOwned>(&self) -> Result<T, CallError> {
        // Checked once for all the texts in it.
        let text = std::str::from_utf8(&self.bytes);
        let text = text.map_err(|error| CallError::BadReply(error.to_string()))?;
        serde_json::from_str(text).map_err(|error| CallError::BadReply(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn an_answer_that_makes_no_sense_is_an_error() {
        let read = |status, text: &str| {
            let bytes = text.as_bytes().to_vec();
            Reply { status, bytes, is_too_long: false }.read::<Value>()
        };
        assert!(matches!(read(99, "{}"), Err(CallError::BadReply(_))));
        assert!(matches!(read(0, "{"), Err(CallError::BadReply(_))));
        assert!(matches!(read(1, "[]"), Err(CallError::BadReply(_))));
        assert!(matches!(read(3, ""), Err(CallError::Unsupported)));
    }
}
