//! Which scope a token needs for which field.

use gueridon_graphql::fault::Fault;
use gueridon_graphql::resolver::{Guard, IntoValue};
use gueridon_host::refusal::{Answer, Failure};
use gueridon_journal::Scope;

use super::caller::Caller;
use super::refused::{NotDone, fault};
use super::state::RequestState;

/// Which tokens a field accepts. Whether it needs a token at all is checked elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Right {
    /// Any token, even one without scopes.
    Any,
    /// A token with this scope.
    Of(Scope),
    /// The token of a person who has signed in here: programs and other people's clients never have
    /// the rights of a role.
    Person,
}

use Right::{Any, Of, Person};
use Scope::{Account, Chat, Look, Play};

/// The right of each field of the roots, and of those fields of others that need more.
const RIGHTS: [(&str, Right, &[&str]); 16] = [
    ("Query", Any, &["server", "games", "game", "me", "account", "invite"]),
    ("Query", Of(Look), &["table", "tables", "myTables", "preview", "hint"]),
    ("Query", Of(Look), &["results", "invitations", "node", "nodes", "player"]),
    ("Query", Of(Look), &["programs", "program"]),
    ("Query", Of(Account), &["exportAccount"]),
    ("Query", Person, &["reports", "operations", "tablesOfBuild", "registeredPlayers"]),
    ("Account", Of(Account), &["email", "tokens", "webhooks", "mail", "programs"]),
    ("Account", Of(Chat), &["mutes"]),
    ("Subscription", Of(Look), &["table", "tables", "analysis", "challenges"]),
    // Ending one's own token needs no scope; the host refuses to end all of them without one.
    ("Mutation", Any, &["signIn", "signOut", "resetPassword", "confirmEmail"]),
    ("Mutation", Any, &["requestPasswordReset"]),
    (
        "Mutation",
        Of(Play),
        &[
            "openTable",
            "sit",
            "leave",
            "start",
            "handOver",
            "removeFromSeat",
            "seatBot",
            "closeTable",
            "useInvite",
            "declineInvitation",
            "rematch",
            "analyse",
            "play",
            "resign",
            "comeBack",
            "propose",
            "agree",
            "decline",
            "undo",
            "setReady",
            "withdrawReady",
            "challenge",
            "acceptChallenge",
            "declineChallenge",
        ],
    ),
    ("Mutation", Of(Chat), &["say", "invite", "mute", "unmute", "report"]),
    (
        "Mutation",
        Of(Account),
        &[
            "register",
            "rename",
            "setEmail",
            "setPassword",
            "deleteAccount",
            "makeToken",
            "revokeToken",
        ],
    ),
    (
        "Mutation",
        Of(Account),
        &["addWebhook", "removeWebhook", "testWebhook", "setMail", "sendConfirmation"],
    ),
    (
        "Mutation",
        Person,
        &[
            "setRole",
            "makePasswordReset",
            "removeMessage",
            "resolveReport",
            "silence",
            "decide",
            "makeProgram",
            "renewProgramToken",
            "deleteProgram",
            "switchProgram",
        ],
    ),
];

fn right(type_name: &str, field: &str) -> Option<Right> {
    let found = RIGHTS.iter().find(|(of, _, names)| *of == type_name && names.contains(&field));
    found.map(|&(_, right, _)| right)
}

/// Refuses a caller whose token may not be used for a field.
///
/// # Errors
/// `INSUFFICIENT_SCOPE`; `NOT_ALLOWED` for what only people do.
fn check(right: Right, caller: &Caller) -> Answer<()> {
    match (&caller.known, right) {
        (None, _) | (_, Any) => Ok(()),
        (Some(known), Of(scope)) => known.check_scope(scope),
        (Some(known), Person) => known.check_session(),
    }
}

/// The same for a subscription that is to begin.
///
/// # Errors
/// `FORBIDDEN`.
pub(super) fn check_subscription(field: &str, caller: &Caller) -> Result<(), Fault> {
    right("Subscription", field).map_or(Ok(()), |right| check(right, caller)).map_err(fault)
}

/// The guard that refuses a field to tokens that may not be used for it.
pub(super) fn guard(type_name: &str, field: &str) -> Option<Guard<RequestState>> {
    let right = right(type_name, field).filter(|&right| right != Any)?;
    // Rights to subscribe were checked when the subscription began.
    let answer: fn(Failure) -> _ = match (type_name, field) {
        ("Subscription", _) => return None,
        ("Mutation", _) | ("Query", "preview" | "hint") => {
            |failure| NotDone::from(failure).into_value()
        }
        _ => |failure| Err(fault(failure)),
    };
    Some(Box::new(move |state| check(right, &state.caller).err().map(answer)))
}

#[cfg(test)]
mod tests {
    use gueridon_graphql::sdl::types::Kind;
    use gueridon_graphql::sdl::{Merged, Types};

    use super::*;
    use crate::schema::PLATFORM;

    #[test]
    fn every_field_of_the_roots_has_one_right_and_every_right_a_field() {
        let types = Types::new(&Merged::base(PLATFORM).unwrap());
        let mut rights: Vec<_> = RIGHTS
            .iter()
            .flat_map(|(of, _, names)| names.iter().map(move |name| format!("{of}.{name}")))
            .collect();
        let mut fields = Vec::new();
        for ty in types.iter() {
            let Kind::Object(of_type) = &ty.kind else { continue };
            fields.extend(of_type.iter().map(|field| format!("{}.{}", ty.name, field.name)));
        }
        for root in ["Query.", "Mutation.", "Subscription."] {
            for field in fields.iter().filter(|field| field.starts_with(root)) {
                let named = rights.iter().filter(|right| *right == field).count();
                assert_eq!(named, 1, "{field} is in the table of rights {named} times");
            }
        }
        rights.retain(|right| !fields.contains(right));
        assert_eq!(rights, [""; 0], "there are no such fields");
    }
}
