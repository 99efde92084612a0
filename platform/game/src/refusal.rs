//! Why a step was not accepted.

use serde::{Serialize, Serializer};

use crate::{Kind, Seat, Seats};

/// Why a step, or a deal, was not accepted: a stable code, the rule behind it, and the arguments
/// of its sentence. The sentence itself is in the game's words, under `refusal.CODE`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// Stable, upper-case; listed in the game's catalogue (see [`crate::catalogue::REFUSAL`]) unless
    /// it is one of [`Refusal::OF_THE_TABLE`].
    pub code: &'static str,
    /// The rule that says so, as numbered in the game's rules table; empty when it is not a rule
    /// of the game but of the table (a step out of turn, a seat that is not there).
    pub rule: &'static str,
    /// What the sentence speaks of, by name.
    #[serde(serialize_with = "as_object", skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<(&'static str, Arg)>,
}

/// A thing that a refusal's sentence speaks of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Arg {
    /// A count.
    Number(i64),
    /// A player.
    Seat(Seat),
    /// The id of something in the catalogue.
    Id(&'static str),
    /// Text from the request, or from a parser.
    Text(String),
}

impl Refusal {
    /// The codes that every game can answer: they are the platform's own, and no game lists them.
    pub const OF_THE_TABLE: [&'static str; 9] = [
        "NOT_YOUR_TURN",
        "GAME_OVER",
        "NO_SUCH_SEAT",
        "BAD_SEATS",
        "BAD_OPTIONS",
        "BAD_MOVE",
        "NO_STEPS",
        "ILLEGAL_MOVE",
        "TOO_FAR",
    ];

    /// Whether a code is one of [`Refusal::OF_THE_TABLE`] and not the game's own.
    #[must_use]
    pub fn is_of_the_table(code: &str) -> bool {
        Self::OF_THE_TABLE.contains(&code)
    }

    /// A refusal without arguments.
    #[must_use]
    pub const fn new(code: &'static str, rule: &'static str) -> Self {
        Self { code, rule, args: Vec::new() }
    }

    /// The step's seat is not to act now.
    #[must_use]
    pub const fn not_your_turn() -> Self {
        Self::new("NOT_YOUR_TURN", "")
    }

    /// The game is over: nobody is to act.
    #[must_use]
    pub const fn game_over() -> Self {
        Self::new("GAME_OVER", "")
    }

    /// There is no such seat at the table.
    #[must_use]
    pub fn no_such_seat(seat: Seat) -> Self {
        Self::new("NO_SUCH_SEAT", "").number("seat", seat.0)
    }

    /// Refuses a step of `seat` at a table of `seats` unless it is among those `to_act`: the first
    /// thing that a game looks at.
    ///
    /// # Errors
    /// `NO_SUCH_SEAT`, `GAME_OVER` when nobody is to act, `NOT_YOUR_TURN`.
    pub fn check_turn(seat: Seat, seats: u8, to_act: Seats) -> Result<(), Self> {
        if seat.0 >= seats {
            return Err(Self::no_such_seat(seat));
        }
        if to_act.is_empty() {
            return Err(Self::game_over());
        }
        if to_act.contains(seat) { Ok(()) } else { Err(Self::not_your_turn()) }
    }

    /// The same refusal with a count in its sentence.
    #[must_use]
    pub fn number(self, name: &'static str, number: impl Into<i64>) -> Self {
        self.with(name, Arg::Number(number.into()))
    }

    /// The same refusal with a player in its sentence.
    #[must_use]
    pub fn seat(self, name: &'static str, seat: Seat) -> Self {
        self.with(name, Arg::Seat(seat))
    }

    /// The same refusal with a thing of the catalogue in its sentence.
    #[must_use]
    pub fn kind(self, name: &'static str, kind: impl Kind) -> Self {
        self.with(name, Arg::Id(kind.id()))
    }

    /// The same refusal with free text in its sentence.
    #[must_use]
    pub fn text(self, name: &'static str, text: impl Into<String>) -> Self {
        self.with(name, Arg::Text(text.into()))
    }

    fn with(mut self, name: &'static str, arg: Arg) -> Self {
        self.args.push((name, arg));
        self
    }
}

fn as_object<S: Serializer>(
    args: &[(&'static str, Arg)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(args.iter().map(|(name, arg)| (name, arg)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_written_as_an_object() {
        let refusal = Refusal::new("TOO_POOR", "E4").number("needed", 2).seat("who", Seat(1));
        assert_eq!(
            serde_json::to_string(&refusal).unwrap(),
            r#"{"code":"TOO_POOR","rule":"E4","args":{"needed":2,"who":1}}"#
        );
    }

    #[test]
    fn a_turn_is_checked_for_the_seat_then_for_the_end_then_for_whose_it_is() {
        let code = |seat, to_act| Refusal::check_turn(Seat(seat), 2, to_act).map_err(|no| no.code);
        assert_eq!(code(0, Seats::just(Seat(0))), Ok(()));
        assert_eq!(code(1, Seats::just(Seat(0))), Err("NOT_YOUR_TURN"));
        assert_eq!(code(1, Seats::NONE), Err("GAME_OVER"));
        assert_eq!(code(2, Seats::NONE), Err("NO_SUCH_SEAT"));
    }
}
