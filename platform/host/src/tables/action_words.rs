//! Actions at a table in words.

use gueridon_game::border::LocalizedText;
use gueridon_game::{Language, Seat};

use super::entry_body::TableAction;
use crate::speech::sentence;

/// An action in words; the seat is written as `{seat:2}`.
pub(crate) fn of_action(action: TableAction, seat: Option<Seat>) -> LocalizedText {
    let who = seat.map_or_else(String::new, |seat| seat.to_string());
    let words = sentence(&key(action));
    LocalizedText::new(|language: Language| words.get(language).replace("{who}", &who))
}

fn key(action: TableAction) -> String {
    match action {
        TableAction::Propose { proposal, settles: false } => {
            format!("PROPOSED_{}", proposal.word())
        }
        // It needed nobody's consent.
        TableAction::Propose { proposal, settles: true } => format!("SETTLED_{}", proposal.word()),
        TableAction::Agree { settles: true, .. } => "AGREED_LAST".to_owned(),
        TableAction::Close(why) => format!("CLOSED_{}", why.word()),
        other => other.word().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use gueridon_game::Seats;
    use gueridon_journal::{Bot, CloseReason};

    use super::*;
    use crate::analyses::Cause;
    use crate::speech;
    use crate::tables::proposal::Proposal;

    #[test]
    fn everything_that_is_done_has_its_sentence_in_every_language() {
        let proposals = [Proposal::Undo(1), Proposal::Pause, Proposal::Resume, Proposal::Abort];
        let go_on = Proposal::GoOn { without: 1, build: [1; 32], to_act: Seats::NONE };
        let closed = CloseReason::ALL.iter().copied().map(TableAction::Close);
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
            TableAction::LimitReached,
            TableAction::Upgrade { build: [1; 32] },
            TableAction::Propose { proposal: go_on, settles: false },
            TableAction::GoOn { proposal: Some(1), without: 1, build: [1; 32] },
        ];
        let mut keys = 0;
        for act in acts.into_iter().chain(asked).chain(closed) {
            keys += 1;
            let words = of_action(act, Some(Seat(1)));
            let [en, fr] = Language::ALL.map(|language| words.get(language));
            assert!(!en.is_empty() && !fr.is_empty() && en != fr, "{act:?}");
            let is_a_seats = !matches!(
                act,
                TableAction::Close(_)
                    | TableAction::LimitReached
                    | TableAction::Upgrade { .. }
                    | TableAction::GoOn { .. }
                    | TableAction::Propose { proposal: Proposal::GoOn { .. }, .. }
            );
            assert_eq!(en.contains("{seat:1}"), is_a_seats, "{en}");
            assert_eq!(fr.contains("{seat:1}"), is_a_seats, "{fr}");
        }
        for &bot in Bot::ALL {
            keys += 1;
            let words = speech::of_bot(bot);
            assert!(
                Language::ALL.iter().all(|&language| !words.get(language).is_empty()),
                "{bot:?}"
            );
        }
        assert_eq!(speech::count(), keys + Cause::ALL.len());
    }
}
