//! Everything a game says has a sentence in every language, and every refusal is in its catalogue.

use std::collections::{BTreeMap, BTreeSet};

use super::failure::{Failure, Law};
use super::json;
use super::refusals::Refusals;
use crate::{Eyes, Game, Language, Refusal, Seat, Seats, Utterance};

/// How many different things of a kind are put into words at most.
const ENOUGH: u32 = 200;

/// What was put into words already, so that nothing is said twice.
#[derive(Debug)]
pub(super) struct Speech {
    pub(super) refusals: Refusals,
    heard: BTreeSet<u64>,
    by_tag: BTreeMap<(&'static str, String), u32>,
}

impl Speech {
    /// Nothing was said yet; the game lists these refusals.
    pub(super) fn new(refusals: Refusals) -> Self {
        Self { refusals, heard: BTreeSet::new(), by_tag: BTreeMap::new() }
    }

    /// Checks the words of a step.
    pub(super) fn step<G: Game>(&mut self, step: &G::Move) -> Result<(), Failure> {
        let written = json::tree(step);
        self.say::<G>("move", json::tag(&written), &written, Utterance::Move(step))
    }

    /// Checks the words of an event.
    pub(super) fn event<G: Game>(
        &mut self,
        event: &G::Event,
        written: &serde_json::Value,
    ) -> Result<(), Failure> {
        self.say::<G>("event", json::tag(written), written, Utterance::Event(event))
    }

    /// Checks the words of a refusal, and that its code is listed.
    pub(super) fn refusal<G: Game>(&mut self, refusal: &Refusal) -> Result<(), Failure> {
        self.refusals.has(refusal.code)?;
        self.say::<G>("refusal", refusal.code, &json::tree(refusal), Utterance::Refusal(refusal))
    }

    /// Checks the prompts of all eyes.
    pub(super) fn prompts<G: Game>(&mut self, game: &G, seats: u8) -> Result<(), Failure> {
        let players = Seats::first(seats).iter().map(Eyes::Seat);
        for eyes in players.chain([Eyes::Public, Eyes::All]) {
            for language in Language::ALL {
                let said = G::words(Utterance::Prompt(game, eyes), language);
                sound("prompt", &said, language, &format!("the prompt of {eyes:?}"))?;
            }
        }
        Ok(())
    }

    fn say<G: Game>(
        &mut self,
        sort: &'static str,
        tag: &str,
        written: &serde_json::Value,
        what: Utterance<'_, G>,
    ) -> Result<(), Failure> {
        let text = written.to_string();
        if !self.heard.insert(json::fold(json::digest(sort.as_bytes()), text.as_bytes())) {
            return Ok(());
        }
        let times = self.by_tag.entry((sort, tag.to_owned())).or_default();
        *times += 1;
        if *times > ENOUGH {
            return Ok(());
        }
        let again = match &what {
            Utterance::Prompt(game, eyes) => Utterance::Prompt(*game, *eyes),
            Utterance::Move(step) => Utterance::Move(*step),
            Utterance::Event(event) => Utterance::Event(*event),
            Utterance::Refusal(refusal) => Utterance::Refusal(refusal),
        };
        for (said, language) in [what, again].into_iter().zip(Language::ALL) {
            sound(sort, &G::words(said, language), language, &text)?;
        }
        Ok(())
    }
}

/// Refuses what is not a sentence: nothing, a topic without a phrase, an unfilled placeholder.
fn sound(sort: &'static str, said: &str, language: Language, what: &str) -> Result<(), Failure> {
    let fault = if said.trim().is_empty() {
        "nothing is said"
    } else if is_topic(said) {
        "there is no phrase"
    } else if has_leftovers(said) {
        "a placeholder is left"
    } else {
        return Ok(());
    };
    let what = format!("{fault} in {language:?}: {said:?}\nof {what}");
    Err(Failure::new(Law::HasWords, sort, what))
}

/// Whether the words are a topic that no phrase was found for, such as `event.Drawn`.
fn is_topic(said: &str) -> bool {
    let is_word = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_alphabetic())
            && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    ["event.", "move.", "prompt.", "refusal."].contains(&said)
        || said.split_once('.').is_some_and(|(topic, tag)| is_word(topic) && is_word(tag))
}

/// Whether braces or brackets of a template are left, other than `{seat:2}`.
fn has_leftovers(said: &str) -> bool {
    let mut rest = said;
    while let Some(open) = rest.find(['{', '}', '[', ']']) {
        let seat = rest[open..].strip_prefix("{seat:").and_then(|seat| seat.split_once('}'));
        match seat {
            Some((number, after)) if is_seat(number) => rest = after,
            _ => return true,
        }
    }
    false
}

fn is_seat(number: &str) -> bool {
    number.parse().is_ok_and(|seat| Seats::EVERYONE.contains(Seat(seat)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_pass_and_leftovers_do_not() {
        for good in ["Pass", "{seat:2} takes it.", "Done.", "3.5 points"] {
            assert!(sound("move", good, Language::En, "").is_ok(), "{good}");
        }
        for bad in ["", " ", "event.Drawn", "move.pass", "event.", "{by} takes it", "{seat:9}"] {
            assert!(sound("move", bad, Language::En, "").is_err(), "{bad}");
        }
        assert!(sound("move", "takes it [and that]", Language::En, "").is_err());
    }
}
