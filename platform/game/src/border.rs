//! What is said across the border between a host and a game module: numbers and JSON.
//!
//! Both sides use these types, so that there is one model of every request and reply. Where one
//! side has a value of the game and the other must not know its type, the message is generic: the
//! module fills in the value, the host the raw JSON.

use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::{About, Eyes, Language, Seat, Seats, Seed};

/// The version of the border. It changes only when an old module could be misunderstood: new
/// operations are new numbers, which an old module answers with [`Status::Unsupported`].
pub const ABI: u32 = 1;

/// How a call ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(i32)]
pub enum Status {
    /// As asked; the reply is that of the operation.
    Ok = 0,
    /// The rules say no; the reply is a [`Refused`].
    Refused = 1,
    /// The request is not what the operation takes; the reply is an [`ErrorReply`].
    BadRequest = 2,
    /// The module does not know the operation; there is no reply.
    Unsupported = 3,
    /// The module failed; the reply is an [`ErrorReply`]. The kept game is what it was, and a tried
    /// one is forgotten.
    Panicked = 4,
}

impl Status {
    /// The status of this number.
    #[must_use]
    pub const fn from_number(number: i32) -> Option<Self> {
        Some(match number {
            0 => Self::Ok,
            1 => Self::Refused,
            2 => Self::BadRequest,
            3 => Self::Unsupported,
            4 => Self::Panicked,
            _ => return None,
        })
    }
}

/// What a module can be asked. All but [`Op::About`] and [`Op::Catalogue`] are asked of one
/// dealt game, and all but [`Op::LookAhead`] read the game that is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Op {
    /// `{}`: what the game is, as [`AboutModule`].
    About = 1,
    /// [`Catalogue`]: the list of everything that has a name.
    Catalogue = 2,
    /// [`Play`]: plays steps on a copy of the kept game; the copy is then *tried*. A [`Played`].
    Play = 10,
    /// `{}`: the tried game becomes the kept one. `{}`.
    Keep = 11,
    /// `{}`: the tried game, if any, is forgotten. `{}`.
    Drop = 12,
    /// [`OfSeat`]: the steps open to a seat, as a list of [`Choice`].
    Moves = 13,
    /// [`OfEyes`]: what these eyes see.
    View = 14,
    /// [`OfEyes`]: the score pad, as [`Score`](crate::Score).
    Score = 15,
    /// [`Words`]: a prompt or a step in words, as [`Sentence`].
    Words = 16,
    /// [`OfEyes`]: all that a page shows, as [`Look`].
    Look = 17,
    /// [`Preview`]: what would come of some steps, as [`Previewed`].
    Preview = 18,
    /// [`Imagine`]: a game that these eyes cannot tell from this one, as [`Op::Save`] writes it.
    Imagine = 19,
    /// `{}`: the game as JSON, for [`Open::Restore`].
    Save = 20,
    /// [`OfEyes`]: as [`Op::Look`], at the game that is tried: what will be shown once it is kept.
    LookAhead = 21,
    /// [`Reveals`]: whether a play brings to light what somebody does not know, as [`Revealed`].
    Reveals = 22,
}

impl Op {
    /// Every operation, in the order of the numbers.
    pub const ALL: [Self; 15] = [
        Self::About,
        Self::Catalogue,
        Self::Play,
        Self::Keep,
        Self::Drop,
        Self::Moves,
        Self::View,
        Self::Score,
        Self::Words,
        Self::Look,
        Self::Preview,
        Self::Imagine,
        Self::Save,
        Self::LookAhead,
        Self::Reveals,
    ];

    /// The operation of this number.
    #[must_use]
    pub fn from_number(number: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|&op| op as u32 == number)
    }
}

/// How a game comes to be: dealt from a seed, or restored from what [`Op::Save`] wrote.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Open<'a> {
    /// A new game. Its chance is that of journal entry 0.
    Deal {
        /// Expansions and variants; the game's default when absent.
        #[serde(borrow, default)]
        options: Option<&'a RawValue>,
        /// How many play.
        seats: u8,
        /// What all chance is drawn from.
        #[serde(with = "seed_as_hex")]
        seed: Seed,
    },
    /// A game as it was saved.
    Restore {
        /// What [`Op::Save`] or [`Op::Imagine`] wrote.
        #[serde(borrow)]
        state: &'a RawValue,
        /// How many play.
        seats: u8,
        /// What all chance is drawn from.
        #[serde(with = "seed_as_hex")]
        seed: Seed,
    },
}

/// The request of [`Op::Catalogue`].
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Catalogue<'a> {
    /// Expansions and variants; the game's default when absent.
    #[serde(borrow, default)]
    pub options: Option<&'a RawValue>,
    /// In which language.
    pub language: Language,
}

/// The request of [`Op::Play`].
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Play<S> {
    /// Whose steps they are.
    pub seat: Seat,
    /// The number of the journal entry that they would become, from 1; the dice are its.
    pub entry: u64,
    /// The steps, at least one: a list of raw JSON, or a raw JSON list.
    pub steps: S,
}

/// The request of [`Op::Moves`].
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct OfSeat {
    /// Whose steps.
    pub seat: Seat,
    /// In which language.
    pub language: Language,
}

/// The request of [`Op::View`], [`Op::Score`] (which speak no language), [`Op::Look`] and
/// [`Op::LookAhead`].
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct OfEyes {
    /// Who looks.
    pub eyes: Eyes,
    /// In which language.
    #[serde(default)]
    pub language: Language,
}

/// The request of [`Op::Words`].
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Words<'a> {
    /// In which language.
    pub language: Language,
    /// What is to be put into words.
    #[serde(borrow)]
    pub said: Wordless<'a>,
}

/// Something to be put into words.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Wordless<'a> {
    /// What the game waits for, as told to these eyes.
    Prompt(Eyes),
    /// A step.
    #[serde(borrow)]
    Move(&'a RawValue),
}

/// The request of [`Op::Preview`].
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Preview<S> {
    /// Whose steps they would be, and who looks.
    pub seat: Seat,
    /// The steps, at least one: a list of raw JSON, or a raw JSON list.
    pub steps: S,
    /// What is imagined is drawn from this; never the seed of the table.
    #[serde(with = "seed_as_hex")]
    pub dice: Seed,
    /// In which language.
    pub language: Language,
}

/// The request of [`Op::Reveals`]: a play that the kept game is the one before.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Reveals<S> {
    /// Whose steps they are.
    pub seat: Seat,
    /// The number of the journal entry that they are, from 1; the dice are its.
    pub entry: u64,
    /// The steps, at least one: a list of raw JSON, or a raw JSON list.
    pub steps: S,
    /// What is imagined is drawn from this; never the seed of the table.
    #[serde(with = "seed_as_hex")]
    pub dice: Seed,
}

/// The request of [`Op::Imagine`].
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Imagine {
    /// Who cannot tell the games apart.
    pub eyes: Eyes,
    /// What the game is drawn from; never the seed of the table.
    #[serde(with = "seed_as_hex")]
    pub dice: Seed,
}

/// The reply to [`Op::About`], as a module writes it.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct AboutModule {
    /// What the game says about itself.
    #[serde(flatten)]
    pub about: About,
    /// The languages that it speaks.
    pub languages: [Language; Language::ALL.len()],
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
    /// the same twice: whoever needs to tell one time from the other counts its plays as well.
    pub decisions: Vec<String>,
}

impl Summary {
    /// What stands in [`Summary::decisions`] for a seat that is not to act.
    pub const NOT_ASKED: &str = "0000000000000000";
}

/// The reply to [`Op::Play`].
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

/// The same thing in every language; as JSON `{"EN": .., "FR": ..}`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LocalizedText([String; Language::ALL.len()]);

impl LocalizedText {
    /// Says it in every language.
    #[must_use]
    pub fn new(say: impl Fn(Language) -> String) -> Self {
        Self(Language::ALL.map(say))
    }

    /// What it is in one language.
    #[must_use]
    pub fn get(&self, language: Language) -> &str {
        &self.0[language.index()]
    }
}

impl Serialize for LocalizedText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(Language::ALL.map(|language| (language, self.get(language))))
    }
}

impl<'de> Deserialize<'de> for LocalizedText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ByLanguage;
        impl<'de> Visitor<'de> for ByLanguage {
            type Value = LocalizedText;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a text for each language")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<LocalizedText, A::Error> {
                let mut texts: [Option<String>; Language::ALL.len()] = Default::default();
                while let Some((language, text)) = map.next_entry::<Language, String>()? {
                    texts[language.index()] = Some(text);
                }
                if texts.iter().any(Option::is_none) {
                    return Err(A::Error::custom("a text for each language is expected"));
                }
                Ok(LocalizedText(texts.map(Option::unwrap_or_default)))
            }
        }
        deserializer.deserialize_map(ByLanguage)
    }
}

/// A step open to a seat, with its sentence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice<M> {
    /// The step.
    #[serde(rename = "move")]
    pub step: M,
    /// The same in words.
    pub words: String,
}

/// The reply to [`Op::Look`] and [`Op::LookAhead`]: all that one pair of eyes is shown.
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

/// The reply to [`Op::Words`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sentence {
    /// The words.
    pub words: String,
}

/// The reply to [`Op::Preview`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Previewed<L, E> {
    /// What the seat would be shown.
    pub look: L,
    /// What the seat would be told.
    pub told: Vec<PreviewedEvent<E>>,
    /// Whether it depends on what the seat does not know; then this is only one of the outcomes.
    pub uncertain: bool,
}

/// The reply to [`Op::Reveals`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Revealed {
    /// Whether the play rolled dice, or anybody, the mover and the public too, learned something by
    /// it. To whom is not said: that alone could tell the mover what another has known.
    pub reveals: bool,
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
    /// What is wrong, for whoever wrote the host or the module.
    pub message: String,
    /// Where in the module's source, as `file:line:column`; only for a failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
}

/// Bytes as lower-case hexadecimal digits.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A seed as 64 hexadecimal digits.
mod seed_as_hex {
    use super::{Deserialize, Deserializer, Error, Seed, Serializer, hex};

    pub(super) fn serialize<S: Serializer>(seed: &Seed, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&hex(&seed.0))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Seed, D::Error> {
        let digits = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        from_hex(&digits).ok_or_else(|| D::Error::custom("a seed is 64 hexadecimal digits"))
    }

    fn from_hex(digits: &str) -> Option<Seed> {
        let digits = digits.as_bytes();
        let mut seed = Seed([0; 32]);
        if digits.len() != 2 * seed.0.len() {
            return None;
        }
        for (byte, pair) in seed.0.iter_mut().zip(digits.chunks_exact(2)) {
            let high = char::from(pair[0]).to_digit(16)?;
            let low = char::from(pair[1]).to_digit(16)?;
            *byte = u8::try_from(high << 4 | low).ok()?;
        }
        Some(seed)
    }
}
