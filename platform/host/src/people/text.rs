//! Text that people write: which characters it may contain.

use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};

/// How many combining marks may follow one letter: as many as any living script needs.
const MOST_MARKS: usize = 4;

/// A text of several lines as it is kept: NFC and trimmed. None if it is empty or longer than
/// `most` characters, or has invisible characters. Joiners and selectors, which emoji and some
/// scripts need, may stand where there is something to join.
pub(crate) fn text(given: &str, most: usize) -> Option<String> {
    if is_far_too_long(given, most) {
        return None;
    }
    let lines = given.replace("\r\n", "\n").replace('\t', " ");
    let kept: String = lines.trim().nfc().collect();
    let mut marks = Marks::default();
    let mut can_join = false;
    for c in kept.chars() {
        let joins = matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe0e}' | '\u{fe0f}');
        let is_plain = matches!(c, '\n' | '\u{a0}' | '\u{202f}' | '\u{20e3}') || is_visible(c);
        if joins && !can_join || !joins && !is_plain || !marks.allow(c, joins) {
            return None;
        }
        // A variation selector may stand before the joiner to the next emoji.
        can_join = !matches!(c, '\u{200c}' | '\u{200d}') && !c.is_whitespace();
    }
    ((1..=most).contains(&kept.chars().count())).then_some(kept)
}

/// A single line in NFC, trimmed and with single spaces; none if it has more than `most` characters.
pub(super) fn line(given: &str, most: usize) -> Option<String> {
    if is_far_too_long(given, most) {
        return None;
    }
    let line = single_spaced(&given.nfc().collect::<String>());
    (line.chars().count() <= most).then_some(line)
}

/// A text trimmed and with single spaces. Other white space stays, and is refused where it is not
/// allowed.
pub(super) fn single_spaced(text: &str) -> String {
    text.split(' ').filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Whether a line has a letter, digit or symbol, and no invisible characters, piles of marks, or
/// braces, which could be taken for a placeholder in a game's texts.
pub(super) fn is_readable(line: &str) -> bool {
    let mut marks = Marks::default();
    line.chars().all(|c| is_visible(c) && !matches!(c, '{' | '}') && marks.allow(c, false))
        && line.chars().any(|c| {
            c.is_alphanumeric() || c.general_category_group() == GeneralCategoryGroup::Symbol
        })
}

/// Whether a character is a plain space, or can be seen.
pub(super) fn is_visible(c: char) -> bool {
    use GeneralCategory::{EnclosingMark, SpaceSeparator};
    let is_other = c.general_category_group() == GeneralCategoryGroup::Other;
    let is_separator = c.general_category_group() == GeneralCategoryGroup::Separator;
    // Letters and marks that fonts draw as nothing.
    let is_blank = matches!(
        c,
        '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}'
            | '\u{1d159}' | '\u{e0100}'..='\u{e01ef}'
    );
    match c.general_category() {
        SpaceSeparator => c == ' ',
        EnclosingMark => false,
        _ => !is_other && !is_separator && !is_blank,
    }
}

/// Texts that cannot fit once normalised are refused before any memory is spent on them.
fn is_far_too_long(given: &str, most: usize) -> bool {
    given.len() > 16 * most
}

/// Counts the combining marks since the last letter.
struct Marks(usize);

impl Default for Marks {
    fn default() -> Self {
        // A mark needs a letter before it.
        Self(MOST_MARKS)
    }
}

impl Marks {
    /// Whether a character may follow; a joiner does not begin a new letter.
    fn allow(&mut self, c: char, joins: bool) -> bool {
        let is_mark = c.general_category_group() == GeneralCategoryGroup::Mark;
        self.0 = if is_mark || joins { self.0 + usize::from(is_mark) } else { 0 };
        self.0 <= MOST_MARKS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_may_have_lines_and_emoji_and_nothing_invisible() {
        for (given, kept) in [
            (" gg \n", "gg"),
            ("e\u{301}t\u{e9}\r\n\tBien joue\u{a0}!", "été\n Bien joue\u{a0}!"),
            (
                "❤\u{fe0f} 👩\u{200d}👧 ❤\u{fe0f}\u{200d}🔥 1\u{fe0f}\u{20e3} {seat:1}",
                "❤\u{fe0f} 👩\u{200d}👧 ❤\u{fe0f}\u{200d}🔥 1\u{fe0f}\u{20e3} {seat:1}",
            ),
            ("می\u{200c}خواهم", "می\u{200c}خواهم"),
            ("...", "..."),
        ] {
            assert_eq!(text(given, 40).as_deref(), Some(kept), "{given:?}");
        }
        assert_eq!(text(&"é".repeat(500), 500), Some("é".repeat(500)));
        let zalgo = format!("A{}", "\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}");
        for given in [
            "",
            " \n ",
            "a\u{7}b",
            "a\u{0}",
            "a\u{1b}[1m",
            "a\u{200b}b",
            "a\u{202e}b",
            "a\u{2066}b",
            "a\u{200d}\u{200d}b",
            "\u{200d}",
            "a \u{200d}b",
            "\u{fe0f}",
            "a\u{e000}",
            "a\u{3164}",
            "\u{301}",
            "a\u{2028}b",
            "a\u{ad}b",
            &zalgo,
            &"x".repeat(501),
            &" ".repeat(1_000_000),
        ] {
            assert_eq!(text(given, 500), None, "{given:?}");
        }
    }
}
