//! Why something was not done: a refusal in words, or a fault.

use gueridon_game::{Language, Refusal};
use gueridon_graphql::fault::{Code, Fault};
use gueridon_graphql::resolver::IntoValue;
use gueridon_graphql::value::Value;
use gueridon_host::refusal::{self, Failure};
use serde_json::{Value as Json, json};

use crate::errors;

/// The answer of a mutation or preview that was not done.
#[derive(Debug)]
pub(super) enum NotDone {
    /// An error of the request.
    Fault(Fault),
    /// A refusal, answered as `Refused`, or an error of the server.
    Failure(Failure),
}

impl From<Fault> for NotDone {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl From<Failure> for NotDone {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

impl IntoValue for NotDone {
    fn into_value(self) -> Result<Value, Fault> {
        match self {
            Self::Fault(fault) => Err(fault),
            Self::Failure(Failure::Refused(refused)) => Value::of(&refused_json(&refused)),
            Self::Failure(failure) => Err(fault(failure)),
        }
    }
}

fn refused_json(refused: &refusal::Refused) -> Json {
    let game = refused.game.as_ref();
    // Codes that any table can answer belong to the platform and are in no game's catalogue.
    let game_code = game.map(|game| &game.code).filter(|code| !Refusal::is_of_the_table(code));
    let rule = game.map(|game| &game.rule).filter(|rule| !rule.is_empty());
    json!({
        "__typename": "Refused",
        "ok": false,
        "code": refused.code.word(),
        "gameCode": game_code,
        "rule": rule,
        "step": game.and_then(|game| game.step),
        "retryAfter": refused.wait_s,
        "message": refused.words,
    })
}

/// A failure of the host as a fault, for fields that cannot answer `Refused`.
pub(crate) fn fault(failure: Failure) -> Fault {
    match failure {
        Failure::Refused(refused) => {
            let code = match refused.code {
                refusal::Code::NotOver
                | refusal::Code::NotAllowed
                | refusal::Code::InsufficientScope
                | refusal::Code::NoSpectators => errors::FORBIDDEN,
                // The caller was deleted or signed out meanwhile.
                refusal::Code::UnknownPlayer | refusal::Code::UnknownToken => Code::UNAUTHENTICATED,
                refusal::Code::TooManyAttempts => Code::TOO_MANY_ATTEMPTS,
                refusal::Code::UnknownTable => errors::NOT_FOUND,
                refusal::Code::TableStopped | refusal::Code::UnknownGame => Code::UNAVAILABLE,
                _ => Code::BAD_INPUT,
            };
            let fault = Fault::new(code, refused.words.get(Language::En));
            match refused.wait_s {
                Some(seconds) => fault.retry_after(u32::try_from(seconds).unwrap_or(u32::MAX)),
                None => fault,
            }
        }
        Failure::Fault(failed) if failed.code() == refusal::Code::Unavailable => {
            tracing::error!(error = %failed, "a request could not be answered");
            Fault::new(Code::UNAVAILABLE, "the server cannot answer right now: ask again")
        }
        Failure::Fault(failed) => Fault::internal(failed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_of_too_many_attempts_says_when_to_ask_again() {
        let seconds = [("seconds", "7".to_owned())];
        let refused = refusal::Code::TooManyAttempts.refused(&seconds);
        let told = fault(refusal::Refused { wait_s: Some(7), ..refused }.into());
        assert_eq!((told.code, told.retry_after), (Code::TOO_MANY_ATTEMPTS, Some(7)));
    }
}
