//! The names of the players and bots at a table, in every language.

use std::borrow::Cow;

use gueridon_game::border::LocalizedText;
use gueridon_game::{Language, Seat};

use crate::speech;
use gueridon_journal::{Sitter, TableRow};

/// The names at a table, by language and seat.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Names([Box<[String]>; Language::ALL.len()]);

impl Names {
    /// The names at a table: its players' own, and for a bot the name of its kind, numbered where
    /// there are several of a kind.
    #[must_use]
    pub(crate) fn at(table: &TableRow) -> Self {
        Self(Language::ALL.map(|language| {
            (0..table.seats).map(|seat| name(table, Seat(seat), language)).collect()
        }))
    }

    /// The names in one language.
    #[must_use]
    pub fn of(&self, language: Language) -> &[String] {
        &self.0[language.index()]
    }

    /// A sentence with the names in it. One that names nobody is handed back.
    #[must_use]
    pub fn put_into<'a>(&self, words: impl Into<Cow<'a, str>>, language: Language) -> String {
        with_names(words.into(), self.of(language))
    }

    /// A sentence with the names in it, in every language.
    #[must_use]
    pub fn put_into_all(&self, words: &LocalizedText) -> LocalizedText {
        LocalizedText::new(|language| self.put_into(words.get(language), language))
    }
}

/// The same names whatever the language.
impl<const N: usize> From<[&str; N]> for Names {
    fn from(names: [&str; N]) -> Self {
        Self(Language::ALL.map(|_| names.iter().map(ToString::to_string).collect()))
    }
}

fn name(table: &TableRow, seat: Seat, language: Language) -> String {
    match table.at(seat).map(|seated| &seated.who) {
        None => seat.to_string(),
        Some(Sitter::Player { name, .. }) => name.clone(),
        Some(Sitter::Bot(bot)) => {
            let bot_name = speech::of_bot(*bot);
            let is_bot = |seat: &Seat| {
                let seated = table.at(*seat);
                seated.is_some_and(|seated| seated.who == Sitter::Bot(*bot))
            };
            let same_kind = (0..table.seats).map(Seat).filter(is_bot);
            let (before, all) =
                (same_kind.clone().filter(|other| *other < seat).count(), same_kind.count());
            let bot_name = bot_name.get(language);
            if all > 1 { format!("{bot_name} {}", before + 1) } else { bot_name.to_owned() }
        }
    }
}

/// Replaces placeholders such as `{seat:2}` by names; a seat without a player stays as it is.
fn with_names(words: Cow<'_, str>, names: &[String]) -> String {
    // Most texts name nobody, and looking for one character is faster than for several.
    if !words.contains('{') {
        return words.into_owned();
    }
    let mut text = String::with_capacity(words.len());
    let mut rest = &*words;
    while let Some(open) = rest.find("{seat:") {
        let after = &rest[open + "{seat:".len()..];
        let named = after.find('}').and_then(|close| {
            let seat: usize = after[..close].parse().ok()?;
            Some((names.get(seat)?, &after[close + 1..]))
        });
        if let Some((name, tail)) = named {
            text.push_str(&rest[..open]);
            text.push_str(name);
            rest = tail;
        } else {
            text.push_str(&rest[..open + 1]);
            rest = &rest[open + 1..];
        }
    }
    text.push_str(rest);
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use gueridon_journal::{Bot, PlayerId, Seated, Standing, TableId};

    #[test]
    fn players_are_named_where_the_game_speaks_of_seats() {
        let names = ["Ada".to_owned(), "Éloi {seat:0}".to_owned()];
        let named = |words: &'static str| with_names(words.into(), &names);
        assert_eq!(named("{seat:1} pays {seat:0}."), "Éloi {seat:0} pays Ada.");
        assert_eq!(named("{seat:7}, {seat:x} {seat:"), "{seat:7}, {seat:x} {seat:");
    }

    #[test]
    fn bots_have_a_name_in_every_language_and_a_number_where_there_are_several() {
        let player = PlayerId::default();
        let mut table = TableRow::opened(TableId::default(), "toy".to_owned(), 4, player, 0);
        let bot = |seat| Seated::bot(Seat(seat), Bot::Random);
        let ada = Seated::of(Seat(0), player, "Ada".to_owned(), Standing::Guest);
        table.seated = vec![ada, bot(1)];
        let one = Names::at(&table);
        table.seated.push(bot(3));
        let two = Names::at(&table);
        for language in Language::ALL {
            let called = speech::of_bot(Bot::Random).get(language).to_owned();
            assert_eq!(one.of(language), ["Ada", &called, "{seat:2}", "{seat:3}"]);
            let (first, second) = (format!("{called} 1"), format!("{called} 2"));
            assert_eq!(two.of(language), ["Ada", &first, "{seat:2}", &second]);
        }
        assert_ne!(one.of(Language::En)[1], one.of(Language::Fr)[1]);
    }
}
