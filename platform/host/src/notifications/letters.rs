//! Letters to players: plain text from `data/letters.toml` in the player's language, or in all
//! languages if the player has not chosen one.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use gueridon_game::Language;
use gueridon_game::border::LocalizedText;

use super::config::NotificationsConfig;
use super::delivery::Letter;
use crate::people::token::Token;
use gueridon_journal::{MailPreferences, TableId};
use gueridon_modules::module::Module;

/// A table at which it is the player's turn.
#[derive(Debug)]
pub(super) struct Turn {
    pub(super) table: TableId,
    pub(super) game: String,
}

/// A letter without an address.
pub(super) struct Draft {
    subject: String,
    text: String,
}

impl Draft {
    /// The letter to somebody of that name at that address.
    pub(super) fn to(self, name: &str, to: String) -> Letter {
        Letter { to, subject: self.subject, text: self.text.replace("{name}", name) }
    }
}

/// The page of a table, if the server's address is known.
pub(super) fn table_url(config: &NotificationsConfig, table: TableId) -> Option<String> {
    config.public_url.as_ref().map(|home| format!("{home}/table/{table}"))
}

/// The page for setting a new password with a reset token. The token is in the fragment, which
/// browsers do not send, so it is in no log.
#[must_use]
pub fn reset_url(public_url: &str, token: &Token) -> String {
    format!("{public_url}/reset#token={}", token.secret())
}

/// The letter about turns.
pub(super) fn turns(
    config: &NotificationsConfig,
    mailing: &MailPreferences,
    turns: &[Turn],
    games: &[Arc<Module>],
) -> Draft {
    let title = |game: &str, language: Language| {
        let module = games.iter().find(|module| module.about().id == game);
        let titles = module.and_then(|module| {
            module.about().titles.iter().find(|(of, _)| *of == language).map(|(_, title)| title)
        });
        titles.map_or(game, |title| title).to_owned()
    };
    let account = format!("{}/account", home(config));
    let rest = (mailing.rest_ms / 60_000).max(1).to_string();
    let count = turns.len().to_string();
    draft(mailing, |language| {
        let line = |turn: &Turn| {
            let link = table_url(config, turn.table).unwrap_or_else(|| turn.table.to_string());
            let game = title(&turn.game, language);
            say("TABLE_LINE", language, &[("game", &game), ("table", &link)])
        };
        let tables = turns.iter().map(line).collect::<Vec<_>>().join("\n");
        let subject = match turns {
            [one] => say("TURN_SUBJECT", language, &[("game", &title(&one.game, language))]),
            _ => say("TURNS_SUBJECT", language, &[("count", &count)]),
        };
        let args = [("tables", &*tables), ("rest", &*rest), ("account", &*account)];
        (subject, say("TURNS", language, &args))
    })
}

/// The letter that confirms an address.
pub(super) fn confirmation(
    config: &NotificationsConfig,
    mailing: &MailPreferences,
    token: &Token,
) -> Draft {
    let link = format!("{}/confirm#token={}", home(config), token.secret());
    draft(mailing, |language| {
        (say("CONFIRM_SUBJECT", language, &[]), say("CONFIRM", language, &[("link", &link)]))
    })
}

/// The letter that resets a forgotten password.
pub(super) fn reset(
    config: &NotificationsConfig,
    mailing: &MailPreferences,
    token: &Token,
) -> Draft {
    let link = reset_url(home(config), token);
    draft(mailing, |language| {
        (say("RESET_SUBJECT", language, &[]), say("RESET", language, &[("link", &link)]))
    })
}

/// The server's address; a server that sends mail has one.
fn home(config: &NotificationsConfig) -> &str {
    config.public_url.as_deref().unwrap_or_default()
}

/// The letter in the player's language, or in all languages one after the other.
fn draft(mailing: &MailPreferences, say: impl Fn(Language) -> (String, String)) -> Draft {
    let languages = mailing.language.map_or_else(|| Language::ALL.to_vec(), |one| vec![one]);
    let (subjects, texts): (Vec<_>, Vec<_>) = languages.into_iter().map(say).unzip();
    let subject = subjects.join(" / ").replace(char::is_control, " ");
    Draft { subject, text: texts.join("\n--\n\n") }
}

fn say(what: &str, language: Language, args: &[(&str, &str)]) -> String {
    let template = WORDS.get(what).map_or("", |words| words.get(language));
    args.iter().fold(template.to_owned(), |said, (name, value)| {
        said.replace(&format!("{{{name}}}"), value)
    })
}

static WORDS: LazyLock<BTreeMap<String, LocalizedText>> = LazyLock::new(|| {
    toml::from_str(include_str!("../../data/letters.toml"))
        .expect("a test of this file reads the same data")
});

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use gueridon_journal::PlayerId;

    #[test]
    fn letters_speak_the_players_language_or_all_of_them() {
        let config = NotificationsConfig {
            public_url: Some("https://example.org".to_owned()),
            ..NotificationsConfig::default()
        };
        let mut mailing = MailPreferences::new(PlayerId(Uuid::nil()));
        let tables = [1, 2].map(|number| Turn {
            table: TableId(Uuid::from_u128(number)),
            game: "sealed\r\nBcc: x".to_owned(),
        });
        let letter = |mailing: &MailPreferences, tables: &[Turn]| {
            turns(&config, mailing, tables, &[]).to("Ada", "ada@example.org".to_owned())
        };
        let both = letter(&mailing, &tables);
        assert_eq!(both.subject, "It is your turn at 2 tables / C’est à vous de jouer à 2 tables");
        assert!(both.text.contains("Hello Ada,") && both.text.contains("Bonjour Ada,"));
        assert!(both.text.contains(&format!("https://example.org/table/{}", tables[1].table)));
        assert!(!both.text.contains('{'), "{}", both.text);
        mailing.language = Some(Language::Fr);
        let one = letter(&mailing, &tables[..1]);
        assert_eq!(one.subject, "sealed  Bcc: x\u{a0}: c’est à vous de jouer");
        assert!(!one.text.contains("Hello") && one.text.contains("avant 60 minutes"));
    }

    #[test]
    fn every_letter_says_the_same_of_its_arguments_in_every_language() {
        let holes = |text: &str| {
            let mut holes: Vec<_> =
                text.split('{').skip(1).map(|at| at.split('}').next()).collect();
            holes.sort_unstable();
            format!("{holes:?}")
        };
        assert_eq!(WORDS.len(), 8);
        for (what, words) in WORDS.iter() {
            let [en, fr] = Language::ALL.map(|language| words.get(language));
            assert!(!en.is_empty() && en != fr, "{what}");
            assert_eq!(holes(en), holes(fr), "{what}");
        }
    }
}
