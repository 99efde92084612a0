//! What people may be called, and when two names are the same.

use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};

use crate::refusal::{Answer, Code};

/// The most characters in a name.
pub const LONGEST_NAME: usize = 40;
/// The most characters in the label of a token.
const LONGEST_LABEL: usize = 60;
/// The longest e-mail address, as SMTP has it.
const LONGEST_EMAIL: usize = 254;
/// How many marks may stand on one letter: as many as any living script needs.
const MOST_MARKS: usize = 4;

/// A name as it is kept: NFC, with single spaces and none around it.
///
/// # Errors
/// `BAD_NAME` if it is empty or too long, or has characters that cannot be seen or that would let
/// it speak of other seats in the words of a game.
pub(super) fn name(given: &str) -> Answer<String> {
    let tidy = tidied(given, LONGEST_NAME).filter(|name| is_readable(name) && is_of_one(name));
    let bad = || Code::BadName.refused(&[("most", LONGEST_NAME.to_string())]).into();
    tidy.filter(|name| !name.is_empty()).ok_or_else(bad)
}

/// The label of a token as it is kept; it may be empty.
///
/// # Errors
/// `BAD_LABEL`.
pub(super) fn label(given: &str) -> Answer<String> {
    let tidy = tidied(given, LONGEST_LABEL).filter(|label| label.is_empty() || is_readable(label));
    tidy.ok_or_else(|| Code::BadLabel.refused(&[("most", LONGEST_LABEL.to_string())]).into())
}

/// An e-mail address that could be one; whether it is, only a letter can tell.
///
/// # Errors
/// `BAD_EMAIL`.
pub(super) fn email(given: &str) -> Answer<String> {
    let given = given.trim();
    let is_plain = |c: char| !c.is_whitespace() && is_visible(c) && !matches!(c, '<' | '>' | ',');
    let parts = given.split_once('@').filter(|(local, domain)| {
        !local.is_empty() && !domain.contains('@') && domain.split('.').all(|part| !part.is_empty())
    });
    let fits = given.len() <= LONGEST_EMAIL && given.chars().all(is_plain);
    if parts.is_some() && fits { Ok(given.to_owned()) } else { Err(Code::BadEmail.answer()) }
}

/// A text of several lines as it is kept: NFC, without space around it; none if it is empty or too
/// long, or has characters that cannot be seen. What emoji and some scripts are joined with may stand
/// where there is something to join.
pub(crate) fn text(given: &str, most: usize) -> Option<String> {
    if given.len() > 16 * most {
        return None;
    }
    let lines = given.replace("\r\n", "\n").replace('\t', " ");
    let kept: String = lines.trim().nfc().collect();
    let mut marks = MOST_MARKS; // A mark needs a letter to stand on.
    let mut is_bare = true; // And a joiner something to join.
    for c in kept.chars() {
        let joins = matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe0e}' | '\u{fe0f}');
        let is_plain = matches!(c, '\n' | '\u{a0}' | '\u{202f}' | '\u{20e3}') || is_visible(c);
        if joins && is_bare || !joins && !is_plain {
            return None;
        }
        let is_mark = c.general_category_group() == GeneralCategoryGroup::Mark;
        marks = if is_mark || joins { marks + usize::from(is_mark) } else { 0 };
        if marks > MOST_MARKS {
            return None;
        }
        // A picture's selector may stand before the joiner to the next.
        is_bare = matches!(c, '\u{200c}' | '\u{200d}') || c.is_whitespace();
    }
    ((1..=most).contains(&kept.chars().count())).then_some(kept)
}

/// What two names have in common that only differ in case, width or spaces: one player's alone.
pub(crate) fn key(name: &str) -> String {
    let plain: String = name.nfkc().collect();
    // Up and down again, which also makes one of ß and ss, and of the two ends of a sigma.
    let folded: String = plain.to_uppercase().to_lowercase().nfkc().collect();
    spaced(&folded)
}

/// In NFC and with single spaces, if it is not too long.
fn tidied(given: &str, most: usize) -> Option<String> {
    // Nobody's memory is for texts that are far too long.
    if given.len() > 16 * most {
        return None;
    }
    let tidy = spaced(&given.nfc().collect::<String>());
    (tidy.chars().count() <= most).then_some(tidy)
}

fn spaced(text: &str) -> String {
    // Only plain spaces: whatever else is white is not for names, and is refused as such.
    text.split(' ').filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

fn is_readable(text: &str) -> bool {
    let mut marks = MOST_MARKS; // A mark needs a letter to stand on.
    for c in text.chars() {
        if !is_visible(c) || matches!(c, '{' | '}') {
            return false;
        }
        let is_mark = c.general_category_group() == GeneralCategoryGroup::Mark;
        marks = if is_mark { marks + 1 } else { 0 };
        if marks > MOST_MARKS {
            return false;
        }
    }
    text.chars()
        .any(|c| c.is_alphanumeric() || c.general_category_group() == GeneralCategoryGroup::Symbol)
}

/// Whether its letters are of no more than one of the alphabets that share their shapes: so nobody
/// is another's twin with one letter of another alphabet.
fn is_of_one(name: &str) -> bool {
    let mut letters = name.nfkc().filter_map(Alphabet::of);
    let first = letters.next();
    letters.all(|other| Some(other) == first)
}

/// The alphabets whose letters look alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Alphabet {
    Latin,
    Greek,
    Cyrillic,
}

impl Alphabet {
    /// Of which of them a character is a letter; of most characters none.
    fn of(c: char) -> Option<Self> {
        if !c.is_alphabetic() {
            return None;
        }
        match c {
            'A'..='Z'
            | 'a'..='z'
            | '\u{c0}'..='\u{2af}'
            | '\u{1e00}'..='\u{1eff}'
            | '\u{2c60}'..='\u{2c7f}'
            | '\u{a722}'..='\u{a7ff}'
            | '\u{ab30}'..='\u{ab64}' => Some(Self::Latin),
            '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}' => Some(Self::Greek),
            '\u{400}'..='\u{52f}'
            | '\u{1c80}'..='\u{1c8f}'
            | '\u{2de0}'..='\u{2dff}'
            | '\u{a640}'..='\u{a69f}' => Some(Self::Cyrillic),
            _ => None,
        }
    }
}

/// Whether a character is a plain space, or can be seen.
fn is_visible(c: char) -> bool {
    use GeneralCategory::{EnclosingMark, SpaceSeparator};
    let is_other = c.general_category_group() == GeneralCategoryGroup::Other;
    let is_separator = c.general_category_group() == GeneralCategoryGroup::Separator;
    // Letters and marks by their category, that are drawn as nothing.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_kept_composed_and_with_single_spaces() {
        for (given, kept) in [
            ("  Ada   Lovelace ", "Ada Lovelace"),
            ("E\u{301}lo\u{ef}se", "Éloïse"),
            ("李白", "李白"),
            ("Ольга 2", "Ольга 2"),
            ("Όλγα", "Όλγα"),
            ("李 Bo", "李 Bo"),
            ("สมชาย", "สมชาย"),
            ("🦑", "🦑"),
            ("R2-D2 (bot)", "R2-D2 (bot)"),
            (&"x".repeat(40), &"x".repeat(40)),
        ] {
            assert_eq!(name(given).unwrap(), kept);
        }
    }

    #[test]
    fn what_cannot_be_seen_or_told_apart_is_no_name() {
        let zalgo = format!("A{}", "\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}");
        for given in [
            "",
            "   ",
            "...",
            "a\u{7}b",
            "a\tb",
            "a\nb",
            "a\u{200b}b",
            "a\u{202e}b",
            "a\u{a0}b",
            "a\u{3164}b",
            "a\u{fe0f}b",
            "\u{1d159}",
            "a\u{ad}b",
            "\u{feff}a",
            "\u{301}a",
            "a\u{20dd}",
            "a\u{e000}",
            "a\u{2028}b",
            "{seat:1}",
            "Аda",
            "Adа",
            "Αda",
            "Оλγα",
            &zalgo,
            &"x".repeat(41),
            &" ".repeat(1_000_000),
        ] {
            assert!(name(given).is_err(), "{given:?}");
        }
    }

    #[test]
    fn names_that_differ_in_case_or_width_are_the_same() {
        for same in [
            ["Ada", "aDA"],
            ["Straße", "STRASSE"],
            ["ΣΟΦΟΣ", "σοφος"],
            ["Éloïse", "éLOÏSE"],
            ["Ａｄａ", "Ada"],
            ["ﬁn", "FIN"],
        ] {
            let [left, right] = same.map(|given| key(&name(given).unwrap()));
            assert_eq!(left, right);
        }
        assert_ne!(key("Ada"), key("Adà"));
    }

    #[test]
    fn an_address_has_two_sides() {
        for good in ["ada@example.org", " a+b@x ", "é@exämple.org"] {
            assert!(email(good).is_ok(), "{good:?}");
        }
        let long = format!("{}@x.org", "a".repeat(260));
        for bad in
            ["", "ada", "@x", "a@", "a@b@c", "a b@c", "a@b\r\nBcc: c@d", "a@.b", "<a@b>", &long]
        {
            assert!(email(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn a_text_has_lines_and_emoji_and_nothing_that_cannot_be_seen() {
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

    #[test]
    fn a_label_may_be_empty_and_not_unreadable() {
        assert_eq!(label("  ").unwrap(), "");
        assert_eq!(label(" Firefox on  Linux").unwrap(), "Firefox on Linux");
        assert!(label("a\u{202e}b").is_err() && label(&"x".repeat(61)).is_err());
    }
}
