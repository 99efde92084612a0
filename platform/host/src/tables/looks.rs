//! The looks at a table as it is now: taken by its task, and read by viewers without it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use gueridon_game::{Eyes, Language, Seat};
use tokio::time::Instant;

use super::standing::Standing;
use gueridon_modules::module;

/// A look at a game as the module wrote it, with the players' names in the words.
pub type GameView = module::Look;

/// A table as one pair of eyes sees it.
#[derive(Debug, Clone)]
pub(crate) struct TableView {
    pub(crate) seq: u64,
    /// For a seat, the entry at which it last played or its question last changed.
    pub(crate) since: Option<u64>,
    pub(crate) view: Arc<GameView>,
    pub(crate) standing: Arc<Standing>,
}

/// The looks since the newest entry, shared by all viewers with the same eyes.
#[derive(Debug, Default)]
pub(crate) struct Looks(Mutex<Current>);

#[derive(Debug, Default)]
struct Current {
    taken: Vec<Taken>,
    /// Whether viewers may read them: not while the journal may have entries that the task has not
    /// read.
    is_open: bool,
    /// When a viewer last read one.
    read_at: Option<Instant>,
}

#[derive(Debug)]
struct Taken {
    eyes: Eyes,
    /// Of its words; without one it has neither words nor a score.
    language: Option<Language>,
    view: TableView,
    /// What somebody asked of it; nothing if it was only taken in advance.
    asked: Asked,
}

#[derive(Debug, Clone, Copy, Default)]
struct Asked {
    /// All that it has.
    whole: bool,
    /// It without words and the score.
    bare: bool,
}

/// A look that is taken in advance, for after the next entry.
pub(crate) type Ahead = (Eyes, Option<Language>, Arc<GameView>);

impl Looks {
    /// A look for a viewer who does not ask the task; none if the task has to be asked.
    pub(crate) fn read(&self, eyes: Eyes, language: Option<Language>) -> Option<TableView> {
        let mut current = self.lock();
        if !current.is_open {
            return None;
        }
        let view = current.ask(eyes, language)?;
        current.read_at = Some(Instant::now());
        Some(view)
    }

    /// When a viewer last read a look.
    pub(crate) fn read_at(&self) -> Option<Instant> {
        self.lock().read_at
    }

    /// Lets viewers read them, or no longer.
    pub(super) fn set_open(&self, is_open: bool) {
        self.lock().is_open = is_open;
    }

    /// A look that somebody asks the task for, if it was taken.
    pub(super) fn ask(&self, eyes: Eyes, language: Option<Language>) -> Option<TableView> {
        self.lock().ask(eyes, language)
    }

    /// Adds a look that somebody has asked for.
    pub(super) fn add(&self, eyes: Eyes, language: Option<Language>, view: TableView) {
        let mut taken = Taken { eyes, language, view, asked: Asked::default() };
        taken.ask(language);
        self.lock().taken.push(taken);
    }

    /// The looks that were asked for; one without words only where no whole one was asked for.
    pub(super) fn asked(&self) -> Vec<(Eyes, Option<Language>)> {
        let current = self.lock();
        let whole = current.taken.iter().filter(|taken| taken.asked.whole);
        let mut asked: Vec<_> = whole.map(|taken| (taken.eyes, taken.language)).collect();
        for taken in current.taken.iter().filter(|taken| taken.asked.bare) {
            if asked.iter().all(|(eyes, _)| *eyes != taken.eyes) {
                asked.push((taken.eyes, None));
            }
        }
        asked
    }

    /// Puts the looks after the next entry, which nobody has asked for yet, in place of these; returns
    /// what each pair of eyes has seen of these, or all that were taken if `all`.
    pub(super) fn replace(
        &self,
        next: impl IntoIterator<Item = (Eyes, Option<Language>, TableView)>,
        all: bool,
    ) -> Vec<(Eyes, u64, Arc<GameView>)> {
        let next = next.into_iter();
        let asked = Asked::default();
        let next = next.map(|(eyes, language, view)| Taken { eyes, language, view, asked });
        let before = std::mem::replace(&mut self.lock().taken, next.collect());
        let seen =
            before.into_iter().filter(|Taken { asked, .. }| all || asked.whole || asked.bare);
        seen.map(|Taken { eyes, view, .. }| (eyes, view.seq, view.view)).collect()
    }

    fn lock(&self) -> MutexGuard<'_, Current> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Current {
    /// A look in a language, or, without one, any.
    fn ask(&mut self, eyes: Eyes, language: Option<Language>) -> Option<TableView> {
        let serves = |taken: &Taken| language.is_none() || taken.language == language;
        let mut taken = self.taken.iter_mut();
        let found = taken.find(|taken| taken.eyes == eyes && serves(taken))?;
        found.ask(language);
        Some(found.view.clone())
    }
}

impl Taken {
    /// Notes that somebody asks for it in a language, or without words and the score.
    fn ask(&mut self, language: Option<Language>) {
        self.asked.whole |= language.is_some();
        self.asked.bare |= language.is_none();
    }
}

impl TableView {
    /// What these eyes see after an entry; `decided` is the one at which a seat last played or its
    /// question last changed.
    pub(super) fn of(
        eyes: Eyes,
        view: Arc<GameView>,
        seq: u64,
        decided: impl FnOnce(Seat) -> u64,
        standing: &Arc<Standing>,
    ) -> Self {
        Self { seq, since: eyes.seat().map(decided), view, standing: Arc::clone(standing) }
    }
}

#[cfg(test)]
mod tests {
    use gueridon_game::Seats;
    use gueridon_json::JsonSlice;

    use super::*;

    fn view(seq: u64) -> TableView {
        let [view, score] = [(); 2].map(|()| JsonSlice::read("{}".to_owned()).unwrap());
        let (prompt, moves) = (String::new(), Vec::new());
        let view = GameView { view, score, prompt, moves, to_act: Seats::NONE, over: false };
        let standing = Standing {
            conditions: Vec::new(),
            clocks: Vec::new(),
            proposed: None,
            is_paused: false,
            closed: None,
            ended_ms: None,
        };
        TableView { seq, since: None, view: Arc::new(view), standing: Arc::new(standing) }
    }

    #[tokio::test]
    async fn looks_are_read_only_while_nothing_newer_can_be_in_the_journal() {
        let (looks, eyes, en) = (Looks::default(), Eyes::Public, Some(Language::En));
        looks.add(eyes, en, view(1));
        assert!(looks.read(eyes, en).is_none() && looks.read_at().is_none());
        looks.set_open(true);
        assert_eq!(looks.read(eyes, en).unwrap().seq, 1);
        assert!(looks.read_at().is_some());
        assert!(looks.read(eyes, Some(Language::Fr)).is_none());
        assert!(looks.read(Eyes::All, en).is_none() && looks.read(Eyes::All, None).is_none());
        assert_eq!(looks.read(eyes, None).unwrap().seq, 1);
        looks.set_open(false);
        assert!(looks.read(eyes, en).is_none());
        assert_eq!(looks.ask(eyes, en).unwrap().seq, 1);
    }

    #[tokio::test]
    async fn what_was_taken_in_advance_counts_as_seen_once_somebody_reads_it() {
        let (looks, en) = (Looks::default(), Some(Language::En));
        let [ada, bo] = [0, 1].map(|seat| Eyes::Seat(Seat(seat)));
        let ahead = |seq| [(ada, en, view(seq)), (bo, en, view(seq))];
        assert!(looks.replace(ahead(1), false).is_empty());
        looks.set_open(true);
        looks.read(bo, en).unwrap();
        assert_eq!(looks.asked(), [(bo, en)]);
        let seen = looks.replace(ahead(2), false);
        assert_eq!(seen.iter().map(|(eyes, seq, _)| (*eyes, *seq)).collect::<Vec<_>>(), [(bo, 1)]);
        assert!(looks.asked().is_empty());
        assert_eq!(looks.replace([], true).len(), 2);
        assert!(looks.read(bo, en).is_none());
    }

    #[test]
    fn a_look_with_words_serves_who_asks_for_none_and_not_the_other_way_round() {
        let (looks, eyes) = (Looks::default(), Eyes::Public);
        let [en, fr] = [Language::En, Language::Fr].map(Some);
        looks.add(eyes, None, view(1));
        assert!(looks.ask(eyes, None).is_some() && looks.ask(eyes, en).is_none());
        assert_eq!(looks.asked(), [(eyes, None)]);
        looks.add(eyes, fr, view(1));
        assert_eq!(looks.asked(), [(eyes, fr)]);
        // The next is taken whole, and nobody asks for the words any more.
        assert_eq!(looks.replace([(eyes, fr, view(2))], false).len(), 2);
        assert!(looks.asked().is_empty() && looks.ask(eyes, None).is_some());
        assert_eq!(looks.asked(), [(eyes, None)]);
        looks.ask(eyes, fr).unwrap();
        assert_eq!(looks.asked(), [(eyes, fr)]);
    }
}
