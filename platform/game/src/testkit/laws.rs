//! The laws of a game as its author states them: what is exempt, what must be met, how much is
//! played.

use std::fmt;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use serde_json::Value;

use super::failure::{Failure, Law};
use super::json;
use crate::{Eyes, Game, LoggedEvent, Phrasebook, Seat};

type Invariant<G> = Box<dyn Fn(&G) -> String>;
pub(super) type Weight<G> = dyn Fn(&G, &<G as Game>::Move) -> u32;
type Bookkeeping<G> = Box<dyn Fn(&G, &[LoggedEvent<<G as Game>::Event>], &G) -> Result<(), String>>;

/// The laws of a game, and how thoroughly to check them.
pub struct Laws<G: Game> {
    pub(super) options: G::Options,
    pub(super) playouts: u64,
    seats: RangeInclusive<u8>,
    pub(super) positions: usize,
    fleeting: Vec<String>,
    pub(super) deducible: Vec<String>,
    public: Vec<String>,
    pub(super) met_elsewhere: Vec<String>,
    pub(super) never: Vec<String>,
    pub(super) least: Vec<(u64, String)>,
    pub(super) book: Option<Phrasebook>,
    pub(super) weight: Option<Box<Weight<G>>>,
    invariants: Vec<Invariant<G>>,
    bookkeeping: Vec<Bookkeeping<G>>,
    replayed: Option<(u64, u8)>,
    pub(super) strict: bool,
    pub(super) is_sample: bool,
    pub(super) playthroughs: PathBuf,
    pub(super) schema: PathBuf,
    pub(super) named: String,
}

impl<G: Game> fmt::Debug for Laws<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Laws")
            .field("game", &G::ABOUT.id)
            .field("playouts", &self.playouts)
            .field("seats", &self.seats)
            .field("positions", &self.positions)
            .field("fleeting", &self.fleeting)
            .field("deducible", &self.deducible)
            .field("replayed", &self.replayed)
            .finish_non_exhaustive()
    }
}

impl<G: Game> Laws<G> {
    /// The laws for a game under these options: 100 playouts over all numbers of seats, 8
    /// positions of each looked at closely.
    #[must_use]
    pub fn new(options: G::Options) -> Self {
        Self {
            options,
            playouts: 100,
            seats: G::ABOUT.fewest_seats..=G::ABOUT.most_seats,
            positions: 8,
            fleeting: Vec::new(),
            deducible: Vec::new(),
            public: Vec::new(),
            met_elsewhere: Vec::new(),
            never: Vec::new(),
            least: Vec::new(),
            book: None,
            weight: None,
            invariants: Vec::new(),
            bookkeeping: Vec::new(),
            replayed: None,
            strict: false,
            is_sample: false,
            playthroughs: PathBuf::from("tests/playthroughs"),
            schema: PathBuf::from("schema"),
            named: String::new(),
        }
    }

    /// Other options than the game's default.
    #[must_use]
    pub fn options(mut self, options: G::Options) -> Self {
        self.options = options;
        self
    }

    /// How many games to play, in turn at each number of seats.
    #[must_use]
    pub fn playouts(mut self, playouts: u64) -> Self {
        self.playouts = playouts;
        self
    }

    /// The numbers of players to play with.
    #[must_use]
    pub fn seats(mut self, seats: RangeInclusive<u8>) -> Self {
        self.seats = seats;
        self
    }

    /// How many positions of each playout to look at closely: the end, and others of all sorts.
    /// Most of the time goes there.
    #[must_use]
    pub fn positions(mut self, positions: usize) -> Self {
        self.positions = positions.max(1);
        self
    }

    /// Kinds of event (their `__typename`) that are told once and then only remembered, so that
    /// the view after them need not show them; each with those who may be told: `Peeked`, only the seat
    /// whose step it was; `Peeked.by`, the seat, or the seats, in that field of the event; `Shown.*`,
    /// everybody. Whoever else is told of it learns what the event hides from them.
    #[must_use]
    pub fn fleeting(mut self, kinds: &[&str]) -> Self {
        self.fleeting.extend(kinds.iter().map(|&kind| kind.to_owned()));
        self
    }

    /// Paths of `view(All)`, with all below them, that other eyes can work out although they are not
    /// shown them; `*` stands for any one key or index: `players.*.lastCard`.
    #[must_use]
    pub fn deducible(mut self, paths: &[&str]) -> Self {
        self.deducible.extend(paths.iter().map(|&path| path.to_owned()));
        self
    }

    /// Paths of the view that open something to its eyes which no event tells, with all below them, as
    /// the next prize that is turned up: `prize`; `*` stands for any one key or index. What eyes see
    /// elsewhere in a view before the end, they could know without it, or an event told them.
    #[must_use]
    pub fn public(mut self, paths: &[&str]) -> Self {
        self.public.extend(paths.iter().map(|&path| path.to_owned()));
        self
    }

    /// Parts of the SDL that random games hardly ever meet, and for which the game has tests of its
    /// own: `MineCard.ace`, `MineView.searched`.
    #[must_use]
    pub fn met_elsewhere(mut self, parts: &[&str]) -> Self {
        self.met_elsewhere.extend(parts.iter().map(|&part| part.to_owned()));
        self
    }

    /// Parts of the SDL that must not be met: those of an expansion that these options leave out. The
    /// catalogue may leave them out, too. `MineDragon*` stands for all parts that begin so. A test
    /// under the options that have them should meet them.
    #[must_use]
    pub fn never(mut self, parts: &[&str]) -> Self {
        self.never.extend(parts.iter().map(|&part| part.to_owned()));
        self
    }

    /// The phrases that the game speaks with: those of steps and events are checked against the
    /// SDL, also where no playout says them.
    #[must_use]
    pub fn phrasebook(mut self, book: Phrasebook) -> Self {
        self.book = Some(book);
        self
    }

    /// How often at least each of these must be met, by the names that [`Report`](super::Report) has
    /// for them: `move.explore`, `event.Bought`, `refusal.NOT_NOW`; an enum value in steps and events,
    /// `MineCard.ace`; or all values of an enum but those of [`Laws::never`], `MineCard.*`.
    #[must_use]
    pub fn at_least(mut self, (times, names): (u64, &[&str])) -> Self {
        self.least.extend(names.iter().map(|&name| (times, name.to_owned())));
        self
    }

    /// Something that no step may change, nor `imagine`.
    #[must_use]
    pub fn conserves<V: fmt::Debug>(mut self, counted: impl Fn(&G) -> V + 'static) -> Self {
        self.invariants.push(Box::new(move |game| format!("{:?}", counted(game))));
        self
    }

    /// The weight of each step among those that are open.
    ///
    /// For games that end too soon when they are played at random: half of the playouts and all
    /// playthroughs choose by these weights, instead of uniformly among all steps or all kinds of step.
    /// A step of weight 0 is chosen only if all weights are 0, or by the other half.
    #[must_use]
    pub fn weigh(mut self, weight: impl Fn(&G, &G::Move) -> u32 + 'static) -> Self {
        self.weight = Some(Box::new(weight));
        self
    }

    /// Something that must hold of every step: the game before it, what was told of it, and the
    /// game after it.
    #[must_use]
    pub fn each_step(
        mut self,
        holds: impl Fn(&G, &[LoggedEvent<G::Event>], &G) -> Result<(), String> + 'static,
    ) -> Self {
        self.bookkeeping.push(Box::new(holds));
        self
    }

    /// Fails also when a hidden path was seen too rarely to be judged.
    #[must_use]
    pub fn judge_all(mut self) -> Self {
        self.strict = true;
        self
    }

    /// Only the laws: the SDL need not be met in all its parts, nor anything a number of times.
    #[must_use]
    pub fn sample(mut self) -> Self {
        self.is_sample = true;
        self
    }

    /// Only the playout of this seed with this many seats, as a failure names them.
    #[must_use]
    pub fn replay(mut self, (seed, seats): (u64, u8)) -> Self {
        self.replayed = Some((seed, seats));
        self.is_sample = true;
        self
    }

    /// The folder of the playthroughs: one text file for each number of seats, `2.txt` and so on.
    /// Without it, `tests/playthroughs` of the crate that [`testkit!`](crate::testkit!) stands in.
    #[must_use]
    pub fn playthroughs(mut self, folder: impl Into<PathBuf>) -> Self {
        self.playthroughs = folder.into();
        self
    }

    /// The folder in which the game's SDL is to be read: `<id>.graphql` lies there. Without it, `schema`
    /// of the crate that [`testkit!`](crate::testkit!) stands in.
    #[must_use]
    pub fn schema(mut self, folder: impl Into<PathBuf>) -> Self {
        self.schema = folder.into();
        self
    }

    /// A name for these options, as the prefix of their playthroughs: `2.txt` becomes `dragon-2.txt`.
    #[must_use]
    pub fn named(mut self, options: &str) -> Self {
        self.named = format!("{options}-");
        self
    }

    /// Seed and seats of every playout.
    pub(super) fn plan(&self, tables: &[u8]) -> Vec<(u64, u8)> {
        match self.replayed {
            Some(one) => vec![one],
            None => (0..self.playouts).zip(tables.iter().copied().cycle()).collect(),
        }
    }

    pub(super) fn tables(&self) -> impl Iterator<Item = u8> + use<G> {
        self.seats.clone()
    }

    pub(super) fn count(&self, game: &G) -> Vec<String> {
        self.invariants.iter().map(|counted| counted(game)).collect()
    }

    pub(super) fn recount(&self, was: &[String], game: &G) -> Result<(), Failure> {
        let now = self.count(game);
        match was.iter().zip(&now).find(|(was, now)| was != now) {
            Some((was, now)) => {
                let what = format!("{was}\nhas become\n{now}");
                Err(Failure::new(Law::Conserved, "conserves", what))
            }
            None => Ok(()),
        }
    }

    pub(super) fn book(
        &self,
        before: &G,
        told: &[LoggedEvent<G::Event>],
        after: &G,
    ) -> Result<(), Failure> {
        self.bookkeeping.iter().try_for_each(|holds| {
            holds(before, told, after).map_err(|what| {
                let told = json::text(&told);
                Failure::new(Law::Conserved, "each step", format!("{what}\ntold: {told}"))
            })
        })
    }

    /// What eyes are told of a step of `mover` as JSON, without the fleeting events that they may be
    /// told.
    pub(super) fn told(&self, told: &[LoggedEvent<G::Event>], eyes: Eyes, mover: Seat) -> Vec<u8> {
        let events = told.iter().filter_map(|told| told.to(eyes)).map(json::tree);
        let lasting = events.filter(|event| !self.is_fleeting(event, eyes, mover));
        json::bytes(&lasting.collect::<Vec<_>>())
    }

    /// Whether an event is fleeting, and these eyes are among those who may be told of it.
    fn is_fleeting(&self, event: &Value, eyes: Eyes, mover: Seat) -> bool {
        self.fleeting.iter().any(|listed| {
            let (kind, audience) = listed.split_once('.').unwrap_or((listed, ""));
            kind == json::tag(event)
                && match audience {
                    "*" => true,
                    "" => eyes == Eyes::Seat(mover),
                    field => eyes.seat().is_some_and(|seat| match &event[field] {
                        Value::Array(seats) => seats.contains(&Value::from(seat.0)),
                        other => *other == seat.0,
                    }),
                }
        })
    }

    /// Where two views of the same eyes differ, other than where the game says that it opens things
    /// without telling of them.
    pub(super) fn shown_otherwise(&self, one: &Value, other: &Value) -> Option<String> {
        json::differ_except(one, other, &|path| {
            self.public.iter().any(|public| {
                let mut parts = path.split('.');
                public
                    .split('.')
                    .all(|wanted| parts.next().is_some_and(|part| wanted == "*" || wanted == part))
            })
        })
    }
}
