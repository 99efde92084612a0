//! Names of players: which are allowed, and when two of them are the same.

use unicode_normalization::UnicodeNormalization;
use unicode_script::{Script, UnicodeScript};

use super::text::{is_readable, is_visible, line, single_spaced};
use crate::refusal::{Answer, Code};

/// The most characters in a name.
pub const LONGEST_NAME: usize = 40;
/// The most characters in the label of a token.
const LONGEST_LABEL: usize = 60;
/// The most bytes in an e-mail address, as SMTP has it.
const LONGEST_EMAIL: usize = 254;

/// A name as it is kept: NFC, trimmed, with single spaces.
///
/// # Errors
/// `BAD_NAME` if it is empty or too long, has invisible characters or braces, or mixes alphabets.
pub(super) fn name(given: &str) -> Answer<String> {
    let name = line(given, LONGEST_NAME).filter(|name| is_readable(name) && is_one_alphabet(name));
    let bad = || Code::BadName.refused(&[("most", LONGEST_NAME.to_string())]).into();
    name.filter(|name| !name.is_empty()).ok_or_else(bad)
}

/// The label of a token as it is kept; it may be empty.
///
/// # Errors
/// `BAD_LABEL`.
pub(super) fn label(given: &str) -> Answer<String> {
    let label = line(given, LONGEST_LABEL).filter(|label| label.is_empty() || is_readable(label));
    label.ok_or_else(|| Code::BadLabel.refused(&[("most", LONGEST_LABEL.to_string())]).into())
}

/// Checks the form of an e-mail address; only a letter can show that it exists.
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

/// The key of a name, equal for names that differ only in case, width or spaces. No two registered
/// players share one.
pub(crate) fn key(name: &str) -> String {
    let plain: String = name.nfkc().collect();
    // Upper case, then lower case: this also equates ß with ss, and both forms of a small sigma.
    let folded: String = plain.to_uppercase().to_lowercase().nfkc().collect();
    single_spaced(&folded)
}

/// The key for looking up an account. The rules for new names do not apply, so that an account
/// older than a rule is still found.
pub(super) fn lookup_key(given: &str) -> String {
    line(given, LONGEST_NAME).map(|name| key(&name)).unwrap_or_default()
}

/// Whether a name has letters of at most one of the alphabets whose letters look alike, so that
/// nobody can imitate another name.
fn is_one_alphabet(name: &str) -> bool {
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
    /// The alphabet of a letter; none for most characters.
    fn of(c: char) -> Option<Self> {
        match c.script() {
            _ if !c.is_alphabetic() => None,
            Script::Latin => Some(Self::Latin),
            Script::Greek => Some(Self::Greek),
            Script::Cyrillic => Some(Self::Cyrillic),
            _ => None,
        }
    }
}

/// What a client calls itself: 1 to 60 characters that can be read, exactly as it writes them, since
/// the client is compared by it. None if it is no such name.
#[must_use]
pub fn client_name(given: &str) -> Option<String> {
    let kept = line(given, LONGEST_LABEL)?;
    (kept == given && is_readable(given)).then_some(kept)
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
    fn invisible_characters_and_mixed_alphabets_are_no_name() {
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
    fn names_that_differ_in_case_or_width_have_one_key() {
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
    fn an_email_address_has_two_sides() {
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
    fn an_account_is_found_by_its_name_whatever_the_rules_for_new_names_are() {
        for kept in ["Ada Lovelace", "Аda", "a\u{200b}b"] {
            assert_eq!(lookup_key(&format!("  {kept} ")), key(kept));
        }
        assert_eq!(lookup_key(&"x".repeat(41)), "");
    }

    #[test]
    fn letters_belong_to_the_alphabet_of_their_script() {
        for (c, alphabet) in [
            ('z', Some(Alphabet::Latin)),
            ('ß', Some(Alphabet::Latin)),
            ('ω', Some(Alphabet::Greek)),
            ('ж', Some(Alphabet::Cyrillic)),
            ('\u{a641}', Some(Alphabet::Cyrillic)),
            ('李', None),
            ('7', None),
            ('\u{301}', None),
        ] {
            assert_eq!(Alphabet::of(c), alphabet, "{c}");
        }
    }

    #[test]
    fn a_label_may_be_empty_but_not_unreadable() {
        assert_eq!(label("  ").unwrap(), "");
        assert_eq!(label(" Firefox on  Linux").unwrap(), "Firefox on Linux");
        assert!(label("a\u{202e}b").is_err() && label(&"x".repeat(61)).is_err());
    }
}
