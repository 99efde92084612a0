//! The one trait of a game, and what it says about itself.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::{
    CatalogueEntry, Dice, Eyes, Language, Levels, Log, Refusal, Score, SdlSource, Seat, Seats,
    Standing,
};

/// A game is a value that can be dealt, played on, looked at and scored.
///
/// Every method is a pure function of its arguments: same seed, same moves, same game. A game
/// reads no clock, touches no file, starts no thread and iterates over no hash map.
///
/// Three laws bind an implementation, and the test kit checks them on thousands of games:
///
/// 1. **Nothing leaks.** What a pair of eyes is shown and told is the same on this game and on
///    any that [`Game::imagine`] draws for those eyes; and `imagine` really does redraw all that
///    they may not know.
/// 2. **The same journal gives the same game**, byte for byte.
/// 3. **Illegal means unchanged.** [`Game::play`] accepts exactly what [`Game::moves`] lists; a
///    refused step leaves the game as it was.
pub trait Game: Clone + Send + Serialize + DeserializeOwned + 'static {
    /// What this game is, before any table of it exists.
    const ABOUT: About;

    /// How strongly the bots of each level play; none for [`Levels::USUAL`], by which a level wins
    /// about three of four games against the one below in most games. `gueridon arena` measures it.
    const LEVELS: Option<Levels> = None;

    /// Expansions and variants, chosen before the deal and public ever after.
    type Options: Serialize + DeserializeOwned + Default;
    /// One step of one seat. As JSON it is the `@oneOf` input object of the game's SDL.
    type Move: Serialize + DeserializeOwned + Clone + PartialEq;
    /// Something that happened, in the past tense, tagged by `__typename` with its short name.
    type Event: Serialize + Clone;
    /// What one pair of eyes may know of the game. As JSON it is the view type of the SDL.
    type View: Serialize;

    /// Every card, token and other thing that has a name under these options. After them come the codes
    /// that the game refuses with, which are the same under all options (see
    /// [`crate::catalogue::REFUSAL`]), and the labels of the SDL's parts (see
    /// [`crate::catalogue::LABEL`]).
    fn catalogue(options: &Self::Options, language: Language) -> Vec<CatalogueEntry>;

    /// A new game for `seats` players.
    ///
    /// # Errors
    /// A [`Refusal`] when the game is not for this number of seats, or when the options exclude each
    /// other.
    fn deal(options: &Self::Options, seats: u8, dice: &mut Dice) -> Result<Self, Refusal>;

    /// Who may move now: one seat, several at once, or none when the game is over. Public.
    fn to_act(&self) -> Seats;

    /// Appends every step open to `seat`, once for cards that are alike; nothing when it is not to act.
    ///
    /// `out` is cleared by the caller, so that one buffer serves a whole game.
    fn moves(&self, seat: Seat, out: &mut Vec<Self::Move>);

    /// Whether an open step of `seat` only lets pass what another seat does or offers, and spends
    /// nothing. The host takes it for a player who is away, and a client need not call such a
    /// question somebody's turn. By default no step does.
    fn declines(&self, _seat: Seat, _step: &Self::Move) -> bool {
        false
    }

    /// Makes one step of `seat`, and logs what happened. Everybody must be told something, if only that
    /// the step was taken, so that no line of a log is empty.
    ///
    /// # Errors
    /// A [`Refusal`] when the step is not one of [`Game::moves`]; the game is then unchanged.
    fn play(
        &mut self,
        seat: Seat,
        step: &Self::Move,
        dice: &mut Dice,
        log: &mut Log<Self::Event>,
    ) -> Result<(), Refusal>;

    /// What `eyes` may know.
    fn view(&self, eyes: Eyes) -> Self::View;

    /// The score pad: provisional, and only what `eyes` know, until the game is over.
    fn score(&self, eyes: Eyes) -> Score;

    /// How every seat stands, in points: by which a search judges a game that it does not play to
    /// its end. It is asked of imagined games alone, so all that lies on and under the table may
    /// count, and what is likely to come of it; a step that serves its player should raise it.
    ///
    /// By default the sums of the score pad. A game that has something quicker or wiser says so; a
    /// search asks as often as it plays, so it should allocate nothing.
    fn standing(&self) -> Standing {
        self.score(Eyes::All).seats.iter().map(|column| column.points).collect()
    }

    /// How readily `seat` takes an open step where a search plays a game on by chance: in as many of
    /// all cases as its weight is part of the sum. A search never takes a step of weight 0 while
    /// another has more: one that makes no sense by what `seat` itself knows. It may depend on nothing
    /// that `seat` does not know.
    ///
    /// By default all steps are alike. A game in which most steps only harm their player, so that one
    /// played by chance looks like none that people play, says so here. A search asks for every open
    /// step of every decision, so it should allocate nothing.
    fn weight(&self, _seat: Seat, _step: &Self::Move) -> u32 {
        1
    }

    /// A game drawn at random from those that `eyes` cannot tell apart from this one.
    fn imagine(&self, eyes: Eyes, dice: &mut Dice) -> Self;

    /// How many bytes of memory the game takes, about, by which a host decides how many games it
    /// keeps in memory. Only a game that keeps much of itself on the heap says so itself.
    fn bytes(&self) -> usize {
        size_of::<Self>()
    }

    /// A prompt, step, event or refusal in words, for buttons, logs and screen readers.
    ///
    /// Players appear as `{seat:2}`; the host fills in their names.
    fn words(said: Utterance<'_, Self>, language: Language) -> String;
}

/// What a game says about itself before it is dealt.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct About {
    /// Short lower-case name, unique on a server: also the field of `Move` and `Options` in the
    /// SDL, and the file name of the module.
    pub id: &'static str,
    /// The prefix of every type of the game's SDL, in Pascal case.
    pub prefix: &'static str,
    /// The game's title in every language it speaks.
    pub titles: &'static [(Language, &'static str)],
    /// Version of the rules as implemented, raised whenever a journal would replay differently.
    pub rules_version: u32,
    /// The fewest players the game is for.
    pub fewest_seats: u8,
    /// The most players the game is for; at most [`Seats::MOST`].
    pub most_seats: u8,
    /// The part of the API's schema that is this game's, in GraphQL's schema language: made of the
    /// game's types with [`sdl::of`](crate::sdl::of).
    pub sdl: SdlSource,
    /// More steps than a game takes, whether it is played to be won or at random. A host ends a game
    /// that reaches it, with the scores as they are then.
    pub longest: u32,
}

impl About {
    /// Refuses a number of seats that the game is not for.
    ///
    /// # Errors
    /// `BAD_SEATS`, with the bounds.
    pub fn check_seats(&self, seats: u8) -> Result<(), Refusal> {
        if (self.fewest_seats..=self.most_seats).contains(&seats) {
            return Ok(());
        }
        Err(Refusal::new("BAD_SEATS", "")
            .number("seats", seats)
            .number("fewest", self.fewest_seats)
            .number("most", self.most_seats))
    }
}

/// Something a game can put into words.
#[derive(Debug)]
pub enum Utterance<'a, G: Game> {
    /// What the game waits for, as told to one pair of eyes.
    Prompt(&'a G, Eyes),
    /// A step, as on a button.
    Move(&'a G::Move),
    /// Something that happened, as in a log.
    Event(&'a G::Event),
    /// Why a step was not accepted.
    Refusal(&'a Refusal),
}

/// The content of a step that has none, because a field of a GraphQL input needs a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Yes {
    /// The only value.
    #[default]
    #[serde(rename = "YES")]
    Yes,
}
