//! Whole games written down as text, to be read and compared.
//!
//! A playthrough is one random game from a fixed seed: each step as JSON and in words, what was told
//! of it and to whom, every so often what all eyes see, and the score pad at the end. It lies beside
//! the tests, so a change of the rules, of the words or of what is shown can be reviewed as a change of
//! the file.

use std::fmt::{self, Write as _};
use std::path::Path;

use serde::de::{Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::as_written;
use super::json;
use super::laws::Weight;
use super::playout::{choices, weighed};
use crate::{Dice, Eyes, Game, Language, Log, LoggedEvent, Seat, Seats, Seed, Utterance};

/// The number of steps between two full looks at the table.
const LOOK_EVERY: usize = 200;
/// The environment variable that makes the tests write the files again.
const UPDATE: &str = "UPDATE_PLAYTHROUGHS";

/// Compares the playthrough at `path` with the game as it plays now; writes it if [`UPDATE`] is set.
pub(super) fn check<G: Game>(
    options: &G::Options,
    weight: Option<&Weight<G>>,
    seats: u8,
    path: &Path,
) -> Result<(), String> {
    let now = write::<G>(options, weight, seats)?;
    as_written::check(path, &now, UPDATE, "the game plays otherwise than written")
}

/// Plays a game to its end and writes it down.
fn write<G: Game>(
    options: &G::Options,
    weight: Option<&Weight<G>>,
    seats: u8,
) -> Result<String, String> {
    let number = u64::from(seats);
    let (seed, mut chance) = (Seed::of_test(number), choices(number, 0));
    let mut game = G::deal(options, seats, &mut Dice::new(&seed, 0))
        .map_err(|refusal| format!("the deal was refused: {}", json::text(&refusal)))?;
    let mut text = Text::default();
    text.line(format_args!("# {} for {seats}, from test seed {number}", G::ABOUT.id));
    text.line(format_args!("rules {}", G::ABOUT.rules_version));
    text.line(format_args!("options {}", json::text(options)));
    text.looks(&game, seats);
    let mut log = Log::new();
    for entry in 1.. {
        let Some((seat, step)) = choose(&game, weight, &mut chance) else { break };
        if entry > u64::from(G::ABOUT.longest) {
            return Err("it is not over after ABOUT.longest steps".to_owned());
        }
        text.line(format_args!("\n{entry}. {seat} {}", json::text(&step)));
        text.words::<G>("   ", &mut || Utterance::Move(&step));
        log.clear();
        game.play(seat, &step, &mut Dice::new(&seed, entry), &mut log)
            .map_err(|refusal| format!("it is refused: {}", json::text(&refusal)))?;
        log.told().iter().for_each(|told| text.told::<G>(told, seats));
        if usize::try_from(entry).is_ok_and(|entry| entry.is_multiple_of(LOOK_EVERY)) {
            text.looks(&game, seats);
        }
    }
    text.looks(&game, seats);
    text.line(format_args!("\nscore"));
    for column in game.score(Eyes::All).seats {
        text.line(format_args!("   {}", json::text(&column)));
    }
    Ok(text.0)
}

/// A random step: by weight, or each kind of step as likely as the others; none when the game is
/// over.
fn choose<G: Game>(
    game: &G,
    weight: Option<&Weight<G>>,
    chance: &mut Dice,
) -> Option<(Seat, G::Move)> {
    let acting: Vec<Seat> = game.to_act().iter().collect();
    let seat = *chance.pick(&acting)?;
    let mut steps = Vec::new();
    game.moves(seat, &mut steps);
    if let Some(weight) = weight {
        let weights: Vec<u32> = steps.iter().map(|step| weight(game, step)).collect();
        return steps.get(weighed(&weights, chance)).map(|step| (seat, step.clone()));
    }
    let mut tags: Vec<String> = steps.iter().map(json::tag_of).collect();
    tags.sort_unstable();
    tags.dedup();
    let tag = chance.pick(&tags)?;
    steps.retain(|step| json::tag_of(step) == *tag);
    chance.pick(&steps).map(|step| (seat, step.clone()))
}

/// A playthrough that is being written.
#[derive(Default)]
struct Text(String);

impl Text {
    fn line(&mut self, line: fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        self.0.write_fmt(line).unwrap_or_default();
        self.0.push('\n');
    }

    fn words<'a, G: Game>(&mut self, indent: &str, said: &mut dyn FnMut() -> Utterance<'a, G>) {
        let said = Language::ALL.map(|language| G::words(said(), language));
        self.line(format_args!("{indent}{}", said.join(" | ")));
    }

    /// What was told: to everyone, or to some and otherwise to the rest.
    fn told<G: Game>(&mut self, told: &LoggedEvent<G::Event>, seats: u8) {
        let hidden = told.seats != Seats::EVERYONE;
        let mut to = String::new();
        if hidden {
            let knowers = Seats::first(seats).iter().filter(|&seat| told.seats.contains(seat));
            to = knowers.map(|seat| format!("{seat} ")).collect();
            to.push_str("> ");
        }
        self.line(format_args!("   > {to}{}", by_tag(&told.event)));
        self.words::<G>("     ", &mut || Utterance::Event(&told.event));
        match &told.others {
            Some(others) => {
                self.line(format_args!("   > others > {}", by_tag(others)));
                self.words::<G>("     ", &mut || Utterance::Event(others));
            }
            None if hidden => self.line(format_args!("   > others > nothing")),
            None => {}
        }
    }

    /// What all-seeing eyes see, and where other eyes see something different.
    fn looks<G: Game>(&mut self, game: &G, seats: u8) {
        let whole = Lines::of(&game.view(Eyes::All));
        self.line(format_args!("\nview"));
        whole.0.iter().for_each(|(path, value)| self.line(format_args!("   {path} {value}")));
        let players = Seats::first(seats).iter().map(Eyes::Seat);
        for eyes in players.chain([Eyes::Public]) {
            let who = eyes.seat().map_or("public".to_owned(), |seat| seat.to_string());
            let prompt = |language| G::words(Utterance::Prompt(game, eyes), language);
            self.line(format_args!("view of {who}: {}", Language::ALL.map(prompt).join(" | ")));
            let seen = Lines::of(&game.view(eyes));
            for (path, value) in seen.0.iter().filter(|line| !whole.0.contains(line)) {
                self.line(format_args!("   {path} {value}"));
            }
        }
    }
}

/// An event, its tag before its fields.
fn by_tag(event: &impl Serialize) -> String {
    let (tag, text) = (json::tag_of(event), json::text(event));
    let start = format!(r#"{{"__typename":"{tag}""#);
    match text.strip_prefix(&start) {
        Some(fields) => format!("{tag} {{{}", fields.trim_start_matches(',')),
        None => text,
    }
}

/// JSON by path, a line each, in the order in which it is written: fields of the object itself,
/// and of the objects in its lists.
struct Lines(Vec<(String, String)>);

impl Lines {
    fn of(thing: &impl Serialize) -> Self {
        let mut lines = Vec::new();
        flatten("", &json::text(thing), &mut lines);
        Self(lines)
    }
}

fn flatten(path: &str, text: &str, lines: &mut Vec<(String, String)>) {
    if let Ok(Fields(fields)) = serde_json::from_str(text) {
        for (key, value) in fields {
            flatten(&json::under(path, &key), value.get(), lines);
        }
        return;
    }
    // A list of large objects is taken apart; a list of small values is readable as it is.
    let list: Vec<Box<RawValue>> = serde_json::from_str(text).unwrap_or_default();
    let is_large = |one: &RawValue| one.get().starts_with('{') && one.get().len() > 100;
    if list.iter().any(|one| is_large(one)) {
        for (index, one) in list.iter().enumerate() {
            flatten(&json::under(path, &index.to_string()), one.get(), lines);
        }
        return;
    }
    lines.push((path.to_owned(), text.to_owned()));
}

/// The fields of an object in the order in which they are written.
struct Fields(Vec<(String, Box<RawValue>)>);

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Fields;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Fields(fields))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_taken_apart_in_its_own_order() {
        let long = "x".repeat(100);
        let text = format!(r#"{{"b":1,"a":{{"z":[{{"s":1}}],"y":null}},"l":[{{"t":"{long}"}}]}}"#);
        let mut lines = Vec::new();
        flatten("", &text, &mut lines);
        let said: Vec<String> =
            lines.iter().map(|(path, value)| format!("{path} {value}")).collect();
        let wanted = ["b 1", r#"a.z [{"s":1}]"#, "a.y null", &format!("l.0.t \"{long}\"")];
        assert_eq!(said, wanted);
    }
}
