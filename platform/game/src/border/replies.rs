//! What a module answers, as JSON.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::localized_text::LocalizedText;
use crate::{About, Eyes, Language, Levels, Seats};

/// The reply to [`Op::About`](super::Op::About), as a module writes it.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct AboutModule {
    /// What the game says about itself.
    #[serde(flatten)]
    pub about: About,
    /// The languages that it speaks.
    pub languages: [Language; Language::ALL.len()],
    /// How strongly the bots of each level play, if the game says so itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub levels: Option<Levels>,
}

/// Where a game stands: the reply to an open, and part of that to a play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    /// Who may move.
    pub to_act: Seats,
    /// Whether the game has ended.
    pub over: bool,
    /// A hash of the whole game: 16 hexadecimal digits, equal when the games are.
    pub digest: String,
    /// For each seat a hash of what it is asked: 16 hexadecimal digits that change when its
    /// prompt or its moves do; [`Summary::NOT_ASKED`] while it is not to act. A seat may be asked
    /// the same question twice: to tell the two apart, a host counts the plays as well.
    pub decisions: Vec<String>,
    /// How many bytes of memory the game takes, about, with the search that is kept to be gone on
    /// with; older modules do not say. A host keeps fewer games in memory if they are large.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
}

impl Summary {
    /// What stands in [`Summary::decisions`] for a seat that is not to act.
    pub const NOT_ASKED: &str = "0000000000000000";
}

/// The reply to [`Op::Play`](super::Op::Play).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Played<E> {
    /// Where the tried game stands.
    pub summary: Summary,
    /// What happened, in order.
    pub told: Vec<ReportedEvent<E>>,
}

/// Something that happened, with its audience, in every language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportedEvent<E> {
    /// Whether everyone, the public too, knows exactly what happened.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub everyone: bool,
    /// The seats that know exactly what happened, when not everyone does.
    #[serde(default, skip_serializing_if = "is_nobody")]
    pub seats: Seats,
    /// What happened.
    pub event: E,
    /// The same in words.
    pub words: LocalizedText,
    /// What the others are told of it, if anything.
    pub others: Option<WordedEvent<E>>,
}

fn is_nobody(seats: &Seats) -> bool {
    seats.is_empty()
}

impl<E> ReportedEvent<E> {
    /// What `eyes` are told, with its words.
    #[must_use]
    pub fn to(&self, eyes: Eyes) -> Option<(&E, &LocalizedText)> {
        if self.everyone || eyes.know(self.seats) {
            return Some((&self.event, &self.words));
        }
        self.others.as_ref().map(|told| (&told.event, &told.words))
    }
}

/// Something that happened, in every language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WordedEvent<E> {
    /// What happened.
    pub event: E,
    /// The same in words.
    pub words: LocalizedText,
}

/// A step open to a seat, with its sentence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice<M> {
    /// The step.
    #[serde(rename = "move")]
    pub step: M,
    /// The same in words.
    pub words: String,
    /// Whether it only lets pass what another seat does or offers. False if the module does not say.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub declines: bool,
}

/// The reply to [`Op::Look`](super::Op::Look) and [`Op::LookAhead`](super::Op::LookAhead): all that
/// one pair of eyes is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Look<V, S, M> {
    /// What they see.
    pub view: V,
    /// The score pad as they know it.
    pub score: S,
    /// What the game waits for.
    pub prompt: String,
    /// The steps open to the seat whose eyes they are; none for other eyes.
    pub moves: Vec<Choice<M>>,
    /// Who may move.
    pub to_act: Seats,
    /// Whether the game has ended.
    pub over: bool,
}

/// The reply to [`Op::Words`](super::Op::Words).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sentence {
    /// The words.
    pub words: String,
}

/// The reply to [`Op::Preview`](super::Op::Preview).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Previewed<L, E> {
    /// What the seat would be shown.
    pub look: L,
    /// What the seat would be told.
    pub told: Vec<PreviewedEvent<E>>,
    /// Whether it depends on chance or on what the seat does not know; then this is only one of the
    /// outcomes. Where it is false, all of 32 games that the seat cannot tell from the true one led
    /// to the same, without dice and without anything that [`Dice::uncover`](crate::Dice::uncover)
    /// was told of.
    pub uncertain: bool,
}

/// The reply to [`Op::Reveals`](super::Op::Reveals).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Revealed {
    /// Whether the play rolled dice, or anybody, the mover and the public too, learned something by
    /// it. It does not say who: that could tell the mover what another player knew.
    pub reveals: bool,
}

/// The reply to [`Op::Search`](super::Op::Search).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sought<M> {
    /// How many iterations were made in all, or games compared.
    pub iterations: u32,
    /// Each seat's chance of winning, in thousandths, as these eyes know the game; of a tree search
    /// alone.
    pub chances: Vec<u16>,
    /// The steps open to the seat, the best first; none for eyes of nobody who is to act.
    pub candidates: Vec<Found<M>>,
}

/// What was found about a step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found<M> {
    /// The step, ready to be played.
    #[serde(rename = "move")]
    pub step: M,
    /// How many iterations began with it: a measure of how good it is, not only of how often.
    pub visits: u32,
    /// The seat's chance of winning with it, in thousandths; rough where there were few visits.
    pub chance: u16,
}

/// Something that one pair of eyes is told, in one language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PreviewedEvent<E> {
    /// What happened, as far as these eyes know.
    pub event: E,
    /// The same in words.
    pub words: String,
}

/// The reply when the rules say no.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Refused {
    /// Stable, upper-case.
    pub code: String,
    /// The rule that says so; empty when it is not one of the game.
    pub rule: String,
    /// What the sentence speaks of, by name.
    #[serde(default)]
    pub args: serde_json::Map<String, Value>,
    /// Which step of the list it was, from 0; absent when it was not a step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<usize>,
    /// The sentence.
    pub words: LocalizedText,
}

/// The reply when a request is not understood, or when a module fails.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErrorReply {
    /// What is wrong, for the author of the host or of the module.
    pub message: String,
    /// Where in the module's source, as `file:line:column`; only for a failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
}
