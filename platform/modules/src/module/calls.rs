//! The calls of a dealt game: one method for each operation of the border.

use gueridon_game::border::{
    Choice, Imagine, Method, OfEyes, OfSeat, Op, Play, Preview, Revealed, Reveals, Search,
    Sentence, Words, WordsOf,
};
use gueridon_game::{Eyes, Language, Score, Seat, Seed};
use serde_json::value::RawValue;

use super::look::read_look;
use super::{CallError, Empty, Handle, Look, Played, Previewed, RawJson, Sought};

impl Handle {
    /// Plays `steps`, a JSON list of the game's moves, with the dice of journal entry `entry`. The
    /// game that comes of it is *tried*, until [`Handle::keep`] or [`Handle::drop_tried`].
    ///
    /// # Errors
    /// [`CallError::Refused`] with the place of the step that the rules do not allow, or whose
    /// shape is wrong; then nothing is tried.
    pub fn play(&mut self, seat: Seat, entry: u64, steps: &RawValue) -> Result<Played, CallError> {
        self.call(Op::Play, &Play { seat, entry, steps })
    }

    /// Makes the tried game the kept one.
    ///
    /// # Errors
    /// [`CallError::BadRequest`] when nothing was tried.
    pub fn keep(&mut self) -> Result<(), CallError> {
        self.call(Op::Keep, &Empty {}).map(|Empty {}| ())
    }

    /// Drops the tried game, if there is one.
    ///
    /// # Errors
    /// Only if the module fails.
    pub fn drop_tried(&mut self) -> Result<(), CallError> {
        self.call(Op::Drop, &Empty {}).map(|Empty {}| ())
    }

    /// All that `eyes` are shown, in a language; without one, without words and without the score, unless
    /// the module always writes them, which [`has_score`](super::has_score) tells.
    ///
    /// # Errors
    /// [`CallError::BadRequest`] for the eyes of a seat that is not there.
    pub fn look(
        &mut self,
        eyes: Eyes,
        language: impl Into<Option<Language>>,
    ) -> Result<Look, CallError> {
        self.look_by(Op::Look, eyes, language.into())
    }

    /// All that `eyes` will be shown once the tried game is kept.
    ///
    /// # Errors
    /// As [`Handle::look`]; [`CallError::BadRequest`] when nothing was tried, and
    /// [`CallError::Unsupported`] for a module that cannot look ahead.
    pub fn look_ahead(
        &mut self,
        eyes: Eyes,
        language: impl Into<Option<Language>>,
    ) -> Result<Look, CallError> {
        self.look_by(Op::LookAhead, eyes, language.into())
    }

    fn look_by(
        &mut self,
        op: Op,
        eyes: Eyes,
        language: Option<Language>,
    ) -> Result<Look, CallError> {
        let asked =
            OfEyes { eyes, language: language.unwrap_or_default(), bare: language.is_none() };
        read_look(self.reply(op, &asked)?)
    }

    /// What `eyes` see of the game.
    ///
    /// # Errors
    /// As [`Handle::look`].
    pub fn view(&mut self, eyes: Eyes) -> Result<RawJson, CallError> {
        self.call(Op::View, &OfEyes { eyes, language: Language::default(), bare: false })
    }

    /// The score pad as `eyes` see it.
    ///
    /// # Errors
    /// As [`Handle::look`].
    pub fn score(&mut self, eyes: Eyes) -> Result<Score, CallError> {
        self.call(Op::Score, &OfEyes { eyes, language: Language::default(), bare: false })
    }

    /// The steps open to `seat`.
    ///
    /// # Errors
    /// [`CallError::BadRequest`] for a seat that is not there.
    pub fn moves(
        &mut self,
        seat: Seat,
        language: Language,
    ) -> Result<Vec<Choice<RawJson>>, CallError> {
        self.call(Op::Moves, &OfSeat { seat, language })
    }

    /// What the game waits for, as shown to `eyes`.
    ///
    /// # Errors
    /// As [`Handle::look`].
    pub fn prompt(&mut self, eyes: Eyes, language: Language) -> Result<String, CallError> {
        let sentence: Sentence =
            self.call(Op::Words, &Words { language, said: WordsOf::Prompt(eyes) })?;
        Ok(sentence.words)
    }

    /// A step in words.
    ///
    /// # Errors
    /// [`CallError::Refused`] with `BAD_MOVE` when it is no step of this game.
    pub fn words(&mut self, step: &RawValue, language: Language) -> Result<String, CallError> {
        let sentence: Sentence =
            self.call(Op::Words, &Words { language, said: WordsOf::Move(step) })?;
        Ok(sentence.words)
    }

    /// Previews `steps`, a JSON list, as far as `seat` can know: they are tried on games imagined
    /// from `dice`, which must have nothing to do with the table's seed.
    ///
    /// # Errors
    /// As [`Handle::play`].
    pub fn preview(
        &mut self,
        seat: Seat,
        steps: &RawValue,
        dice: &Seed,
        language: Language,
    ) -> Result<Previewed, CallError> {
        self.call(Op::Preview, &Preview { seat, steps, dice: *dice, language })
    }

    /// A game that `eyes` cannot tell from this one, for
    /// [`Module::restore`](super::Module::restore), imagined from `dice`, which must have nothing
    /// to do with the table's seed.
    ///
    /// # Errors
    /// As [`Handle::look`].
    pub fn imagine(&mut self, eyes: Eyes, dice: &Seed) -> Result<RawJson, CallError> {
        self.call(Op::Imagine, &Imagine { eyes, dice: *dice })
    }

    /// Whether `steps`, a JSON list that became journal entry `entry`, rolled dice or revealed what
    /// somebody did not know. Call it on the game before these steps. The games that each pair of
    /// eyes thinks possible are imagined from `dice`, which must have nothing to do with the
    /// table's seed. A tried game stays tried.
    ///
    /// The answer can depend on what others know, so do not show it to anybody before they ask to
    /// take the play back.
    ///
    /// # Errors
    /// As [`Handle::play`]; [`CallError::Unsupported`] for a module that cannot say. On an error,
    /// assume that something was revealed.
    pub fn reveals(
        &mut self,
        seat: Seat,
        entry: u64,
        steps: &RawValue,
        dice: &Seed,
    ) -> Result<bool, CallError> {
        let asked = Reveals { seat, entry, steps, dice: *dice };
        let Revealed { reveals } = self.call(Op::Reveals, &asked)?;
        Ok(reveals)
    }

    /// What `eyes` would do in the seat that they are of, and everybody's chances of winning, found
    /// by `method` with `dice`, which must have nothing to do with the table's seed. The same call
    /// gives the same answer; asked for more iterations of the same search, it goes on from those
    /// that it made.
    ///
    /// It takes as long as the iterations do: a host asks for slices of them, on a handle that it
    /// [restored](super::Module::restore) from a saved game, where nobody waits for it.
    ///
    /// # Errors
    /// As [`Handle::look`]; [`CallError::Unsupported`] for a module that cannot search.
    pub fn search(&mut self, eyes: Eyes, dice: &Seed, method: Method) -> Result<Sought, CallError> {
        self.call(Op::Search, &Search { eyes, dice: *dice, method })
    }

    /// The game itself, for [`Module::restore`](super::Module::restore). It holds all secrets.
    ///
    /// # Errors
    /// Only if the module fails.
    pub fn save(&mut self) -> Result<RawJson, CallError> {
        self.call(Op::Save, &Empty {})
    }
}
