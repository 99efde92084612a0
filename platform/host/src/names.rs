//! What those who sit at a table are called, in every language.

use gueridon_game::border::LocalizedText;
use gueridon_game::{Language, Seat};

use crate::speech;
use gueridon_journal::{Sitter, TableRow};

/// The names of those who sit, by seat.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Names([Box<[String]>; Language::ALL.len()]);

impl Names {
    /// The names at a table: those of its players, and for a bot what such a bot is called.
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

    /// A sentence with the names in it.
    #[must_use]
    pub fn put_into(&self, words: &str, language: Language) -> String {
        with_names(words, self.of(language))
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
            let called = speech::of_bot(*bot);
            let is_bot = |seat: &Seat| {
                let seated = table.at(*seat);
                seated.is_some_and(|seated| seated.who == Sitter::Bot(*bot))
            };
            let alike = (0..table.seats).map(Seat).filter(is_bot);
            let (before, all) =
                (alike.clone().filter(|other| *other < seat).count(), alike.count());
            let called = called.get(language);
            if all > 1 { format!("{called} {}", before + 1) } else { called.to_owned() }
        }
    }
}

/// Puts the players' names where a game says `{seat:2}`; a seat without a player stays as it is.
#[must_use]
pub fn with_names(words: &str, names: &[String]) -> String {
    let mut said = String::with_capacity(words.len());
    let mut rest = words;
    while let Some(open) = rest.find("{seat:") {
        let after = &rest[open + "{seat:".len()..];
        let named = after.find('}').and_then(|close| {
            let seat: usize = after[..close].parse().ok()?;
            Some((names.get(seat)?, &after[close + 1..]))
        });
        if let Some((name, behind)) = named {
            said.push_str(&rest[..open]);
            said.push_str(name);
            rest = behind;
        } else {
            said.push_str(&rest[..open + 1]);
            rest = &rest[open + 1..];
        }
    }
    said.push_str(rest);
    said
}

#[cfg(test)]
mod tests {
    use super::*;
    use gueridon_journal::{Bot, PlayerId, Seated, Standing, TableId};

    #[test]
    fn players_are_named_where_the_game_speaks_of_seats() {
        let names = ["Ada".to_owned(), "Éloi {seat:0}".to_owned()];
        let named = |words| with_names(words, &names);
        assert_eq!(named("{seat:1} pays {seat:0}."), "Éloi {seat:0} pays Ada.");
        assert_eq!(named("{seat:7}, {seat:x} {seat:"), "{seat:7}, {seat:x} {seat:");
    }

    #[test]
    fn bots_have_a_name_in_every_language_and_a_number_where_there_are_several() {
        let player = PlayerId::default();
        let mut table = TableRow::opened(TableId::default(), "toy".to_owned(), 4, player, 0);
        let bot = |seat| Seated { seat: Seat(seat), who: Sitter::Bot(Bot::Random) };
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
