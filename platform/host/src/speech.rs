//! What the host itself says about a table, in every language: what is done besides playing, and
//! what bots are called.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use gueridon_game::border::InWords;
use gueridon_game::{Language, Seat};

use crate::table::TableAction;
use gueridon_journal::Bot;

static SENTENCES: LazyLock<BTreeMap<String, InWords>> = LazyLock::new(|| {
    toml::from_str(include_str!("../data/speech.toml"))
        .expect("a test of this file reads the same data")
});

fn sentence(key: &str) -> InWords {
    SENTENCES.get(key).cloned().unwrap_or_default()
}

/// What such a bot is called.
#[must_use]
pub fn of_bot(bot: Bot) -> InWords {
    sentence(&format!("BOT_{}", bot.word()))
}

/// What was done besides playing, with the seat that did it as `{seat:2}`.
#[must_use]
pub fn of_act(act: TableAction, seat: Option<Seat>) -> InWords {
    let who = seat.map_or_else(String::new, |seat| seat.to_string());
    let words = sentence(&key(act));
    InWords::new(|language: Language| words.get(language).replace("{who}", &who))
}

fn key(act: TableAction) -> String {
    match act {
        TableAction::Propose { proposal, settles: false } => {
            format!("PROPOSED_{}", proposal.word())
        }
        // Nobody had to be asked.
        TableAction::Propose { proposal, settles: true } => format!("SETTLED_{}", proposal.word()),
        TableAction::Agree { settles: true, .. } => "AGREED_LAST".to_owned(),
        TableAction::Close(why) => format!("CLOSED_{}", why.word()),
        other => other.word().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Proposal;
    use gueridon_journal::CloseReason;

    #[test]
    fn everything_that_is_done_has_its_sentence_in_every_language() {
        let proposals = [Proposal::Undo(1), Proposal::Pause, Proposal::Resume, Proposal::Abort];
        let closed = [CloseReason::Cancelled, CloseReason::Expired, CloseReason::Aborted]
            .map(TableAction::Close);
        let asked = proposals.into_iter().flat_map(|proposal| {
            [true, false].map(|settles| TableAction::Propose { proposal, settles })
        });
        let acts = [
            TableAction::TimeUp,
            TableAction::Resign,
            TableAction::Return,
            TableAction::Agree { entry: 1, settles: false },
            TableAction::Agree { entry: 1, settles: true },
            TableAction::Decline { entry: 1 },
            TableAction::Undo { entry: 1 },
        ];
        let mut keys = 1;
        for act in acts.into_iter().chain(asked).chain(closed) {
            keys += 1;
            let words = of_act(act, Some(Seat(1)));
            let [en, fr] = Language::ALL.map(|language| words.get(language));
            assert!(!en.is_empty() && !fr.is_empty() && en != fr, "{act:?}");
            assert_eq!(en.contains("{seat:1}"), !matches!(act, TableAction::Close(_)), "{en}");
            assert_eq!(fr.contains("{seat:1}"), !matches!(act, TableAction::Close(_)), "{fr}");
        }
        assert!(!of_bot(Bot::Random).get(Language::Fr).is_empty());
        assert_eq!(SENTENCES.len(), keys);
    }
}
