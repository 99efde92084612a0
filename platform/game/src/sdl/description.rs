//! Descriptions: how doc comments are written into SDL, and what describes a part that has none.

use std::collections::BTreeMap;

use super::shape::Shape;
use crate::CatalogueEntry;
use crate::catalogue::LABEL;

/// The longest description on one line, in bytes.
const ONE_LINE: usize = 160;
/// How wide a longer one is set.
const WIDTH: usize = 110;

/// What people read in English for the parts of the SDL, by coordinate.
#[derive(Debug, Default)]
pub(super) struct Descriptions(BTreeMap<&'static str, &'static str>);

impl Descriptions {
    /// Those of the labels in a catalogue: the text where there is one, or else the name.
    pub(super) fn of(entries: &[CatalogueEntry]) -> Self {
        let labels = entries.iter().filter(|entry| entry.kind == LABEL);
        let said = labels
            .map(|label| (label.key, if label.text.is_empty() { label.name } else { label.text }));
        Self(said.collect())
    }

    /// The description of a part: its doc comment, its label, or what its name says.
    pub(super) fn of_part(&self, of: &str, part: &str, doc: &str, otherwise: &str) -> String {
        if !doc.is_empty() {
            return doc.to_owned();
        }
        match self.0.get(format!("{of}.{part}").as_str()) {
            Some(label) => ended(label),
            None => otherwise.to_owned(),
        }
    }
}

/// A text that ends as a sentence does.
pub(super) fn ended(text: &str) -> String {
    if text.ends_with(['.', '!', '?', '…']) { text.to_owned() } else { format!("{text}.") }
}

/// What the name of a field and its shape say.
pub(super) fn of_field(name: &str, shape: &Shape) -> String {
    let words = words(name);
    let said = match (name, shape.some()) {
        ("seat", _) => "The number of the seat".to_owned(),
        ("toAct", _) => "The numbers of the seats that may move now".to_owned(),
        ("count", _) => "How many".to_owned(),
        (_, Shape::Values(_)) => format!("Which {words}"),
        (_, Shape::Given("Int")) if words.ends_with('s') => format!("How many {words}"),
        (_, Shape::Given(_)) => capitalised(&words),
        (_, shape) if matches!(shape.innermost(), Shape::Seat) => format!("The seat: {words}"),
        _ => format!("The {words}"),
    };
    ended(&(said + if_null(shape)))
}

/// What the seat of an event says that has one.
pub(super) fn of_seat(shape: &Shape) -> String {
    let said = "The seat that it is about: who did it, or whose it is";
    ended(&(said.to_owned() + if_null(shape)))
}

fn if_null(shape: &Shape) -> &'static str {
    match shape {
        Shape::Nullable(_) => "; null if there is none, or none that these eyes may know",
        _ => "",
    }
}

/// What the name of a type or of a value says.
pub(super) fn of_name(name: &str) -> String {
    ended(&capitalised(&words(name)))
}

/// The words of a name: `handSize`, `HAND_SIZE`, `hand_size` and `HandSize` as `hand size`.
fn words(name: &str) -> String {
    let is_shouted = !name.contains(|letter: char| letter.is_ascii_lowercase());
    let mut words = String::new();
    for letter in name.chars() {
        if letter == '_' {
            words.push(' ');
        } else if letter.is_ascii_uppercase() && !is_shouted && !words.is_empty() {
            words.extend([' ', letter.to_ascii_lowercase()]);
        } else {
            words.push(letter.to_ascii_lowercase());
        }
    }
    words
}

/// A text with its first letter as a capital.
pub(super) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

/// A description as SDL, with its lines indented.
pub(super) fn written(description: &str, indent: &str) -> String {
    let is_short = description.len() <= ONE_LINE && !description.contains(['\n', '"', '\\']);
    if is_short {
        return format!("{indent}\"{description}\"\n");
    }
    let safe = description.replace("\"\"\"", "\\\"\"\"");
    let lines: Vec<String> = safe.lines().flat_map(|line| set(line, WIDTH)).collect();
    let inside: String = lines.iter().map(|line| format!("{indent}{line}\n")).collect();
    format!("{indent}\"\"\"\n{inside}{indent}\"\"\"\n")
}

/// A paragraph in lines of this width.
fn set(paragraph: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in paragraph.split_whitespace() {
        let line = lines.last_mut().expect("there is one from the beginning");
        match line.is_empty() {
            true => line.push_str(word),
            false if line.chars().count() + 1 + word.chars().count() <= width => {
                line.extend([" ", word]);
            }
            false => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_says_its_words() {
        for name in ["handSize", "HAND_SIZE", "hand_size", "HandSize"] {
            assert_eq!(of_name(name), "Hand size.");
        }
    }

    #[test]
    fn a_long_description_is_set_in_lines_and_one_with_quotes_is_safe() {
        assert_eq!(written("Who.", "  "), "  \"Who.\"\n");
        let long = "word ".repeat(50);
        let block = written(long.trim(), "  ");
        assert_eq!(block.lines().count(), 5, "{block}");
        assert!(block.lines().all(|line| line.len() <= WIDTH + 2), "{block}");
        assert_eq!(written("a\"\"\"b", ""), "\"\"\"\na\\\"\"\"b\n\"\"\"\n");
        assert_eq!(written("one\n\ntwo", ""), "\"\"\"\none\n\ntwo\n\"\"\"\n");
    }
}
