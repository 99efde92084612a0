//! One game at the module's side of the border: JSON in, JSON out.
//!
//! A table has the game that is *kept*, from which questions are answered, and after a play the one
//! that is *tried*. The host keeps it once the play is in its journal, or drops it; so what is shown is
//! always what is committed.

use serde::Serialize;
use serde_json::value::RawValue;

use crate::border::{
    AboutModule, Catalogue, Choice, Found, Imagine, LocalizedText, Look, Method, OfEyes, OfSeat,
    Op, Open, Play, Played, Preview, Previewed, PreviewedEvent, Refused, ReportedEvent, Revealed,
    Sought, Summary, WordedEvent, Words, WordsOf,
};
use crate::digest::Digests;
use crate::foresight::Foresight;
use crate::prospect::Prospect;
use crate::reveals::Outcome;
use crate::search::{Candidate, Search, greedy};
use crate::{
    Dice, Eyes, Game, Language, Log, Refusal, Score, Seat, Seats, Seed, Strength, Utterance,
    border, reading,
};

/// Why a request was not answered.
#[derive(Debug, Clone, PartialEq)]
pub enum Failure {
    /// The rules say no.
    Refused(Box<Refused>),
    /// The request is not what the operation takes: where and why.
    BadRequest(String),
    /// There is no such operation.
    Unsupported,
}

/// The JSON of a reply, or why there is none.
pub type Reply = Result<Vec<u8>, Failure>;

/// A game with its seats and its chance.
#[derive(Debug)]
pub struct Table<G: Game> {
    kept: G,
    tried: Option<G>,
    /// The last search of the kept game, to be gone on with.
    search: Option<UnderWay<G>>,
    seats: u8,
    seed: Seed,
}

/// A search, and what it was asked from.
#[derive(Debug)]
struct UnderWay<G: Game> {
    eyes: Eyes,
    dice: Seed,
    search: Search<G>,
}

/// The most iterations of a search in all, and in one call, which cannot be interrupted.
const MOST_ITERATIONS: u32 = Strength::MOST_ITERATIONS;
const MOST_AT_ONCE: u32 = 10_000;
/// The most games that greed compares.
const MOST_WORLDS: u32 = 1_000;

/// A look as a module writes it.
type LookOf<G> = Look<<G as Game>::View, Option<Score>, <G as Game>::Move>;

/// Answers an operation that needs no table.
///
/// # Errors
/// See [`Failure`].
pub fn ask<G: Game>(op: u32, request: &[u8]) -> Reply {
    match Op::from_number(op) {
        Some(Op::About) => {
            let (languages, levels) = (Language::ALL, G::LEVELS);
            Ok(json(&AboutModule { about: G::ABOUT, languages, levels }))
        }
        Some(Op::Catalogue) => {
            let Catalogue { options, language } = read(request)?;
            Ok(json(&G::catalogue(&read_options::<G>(options)?, language)))
        }
        Some(_) => Err(Failure::BadRequest("this operation is asked of a table".to_owned())),
        None => Err(Failure::Unsupported),
    }
}

impl<G: Game> Table<G> {
    /// Deals or restores a game; answers with it and the JSON of its [`Summary`].
    ///
    /// # Errors
    /// See [`Failure`].
    pub fn open(request: &[u8]) -> Result<(Self, Vec<u8>), Failure> {
        let table = match read(request)? {
            Open::Deal { options, seats, seed } => {
                let options = read_options::<G>(options)?;
                let dealt = G::ABOUT
                    .check_seats(seats)
                    .and_then(|()| G::deal(&options, seats, &mut Dice::new(&seed, 0)));
                let kept = dealt.map_err(|refusal| refused::<G>(&refusal, None))?;
                Self { kept, tried: None, search: None, seats, seed }
            }
            Open::Restore { state, seats, seed } => {
                G::ABOUT.check_seats(seats).map_err(|refusal| refused::<G>(&refusal, None))?;
                let kept = reading::read(state.get()).map_err(|reason| {
                    Failure::BadRequest(format!("restore.state is not a saved game: {reason}"))
                })?;
                Self { kept, tried: None, search: None, seats, seed }
            }
        };
        let summary = json(&table.summary(&table.kept));
        Ok((table, summary))
    }

    /// Answers one operation of this table.
    ///
    /// # Errors
    /// See [`Failure`].
    pub fn call(&mut self, op: u32, request: &[u8]) -> Reply {
        let Some(op) = Op::from_number(op) else { return Err(Failure::Unsupported) };
        match op {
            Op::About | Op::Catalogue => ask::<G>(op as u32, request),
            Op::Play => self.play(&read(request)?),
            Op::Keep => self.keep(),
            Op::Drop => {
                self.drop_tried();
                Ok(b"{}".to_vec())
            }
            Op::Moves => {
                let OfSeat { seat, language } = read(request)?;
                self.check_eyes(Eyes::Seat(seat))?;
                Ok(json(&choices(&self.kept, seat, Some(language))))
            }
            Op::View => Ok(json(&self.kept.view(self.asked(request)?.eyes))),
            Op::Score => Ok(json(&self.kept.score(self.asked(request)?.eyes))),
            Op::Look => {
                let OfEyes { eyes, language, bare } = self.asked(request)?;
                Ok(json(&look(&self.kept, eyes, (!bare).then_some(language))))
            }
            Op::LookAhead => {
                let OfEyes { eyes, language, bare } = self.asked(request)?;
                let Some(tried) = &self.tried else {
                    return Err(Failure::BadRequest("nothing was played to look at".to_owned()));
                };
                Ok(json(&look(tried, eyes, (!bare).then_some(language))))
            }
            Op::Words => self.words(&read(request)?),
            Op::Preview => self.preview(&read(request)?),
            Op::Imagine => {
                let Imagine { eyes, dice } = read(request)?;
                self.check_eyes(eyes)?;
                Ok(json(&self.kept.imagine(eyes, &mut Dice::new(&dice, 0))))
            }
            Op::Save => Ok(json(&self.kept)),
            Op::Reveals => self.reveals(&read(request)?),
            Op::Search => self.seek(&read(request)?),
        }
    }

    /// Forgets the tried game, if any.
    pub fn drop_tried(&mut self) {
        self.tried = None;
    }

    /// Forgets the search that could be gone on with, if any.
    pub fn drop_search(&mut self) {
        self.search = None;
    }

    fn play(&mut self, Play { seat, entry, steps }: &Play<Vec<&RawValue>>) -> Reply {
        self.drop_tried();
        check_entry(*entry)?;
        let steps = self.read_steps(*seat, steps)?;
        let mut tried = self.kept.clone();
        let mut log = Log::new();
        let mut dice = Dice::new(&self.seed, *entry);
        let mut foresight =
            (steps.len() > 1).then(|| Foresight::new(&self.kept, *seat, &self.seed, *entry));
        for (at, step) in steps.iter().enumerate() {
            if foresight.as_ref().is_some_and(|foresight| !foresight.is_clear()) {
                return Err(refused::<G>(&Refusal::new("TOO_FAR", ""), Some(at)));
            }
            let mut told = Log::new();
            let played = tried.play(*seat, step, &mut dice, &mut told);
            played.map_err(|refusal| refused::<G>(&refusal, Some(at)))?;
            // Nothing comes after the last step that could go too far.
            let is_last = at + 1 == steps.len();
            if let Some(foresight) = foresight.as_mut().filter(|_| !is_last) {
                foresight.follow(step, &tried, &dice, &told);
            }
            log.append(&mut told);
        }
        let told = log.told().iter().map(|told| ReportedEvent {
            everyone: told.seats == Seats::EVERYONE,
            seats: Some(told.seats).filter(|&seats| seats != Seats::EVERYONE).unwrap_or_default(),
            event: &told.event,
            words: event_words::<G>(&told.event),
            others: told
                .others
                .as_ref()
                .map(|event| WordedEvent { event, words: event_words::<G>(event) }),
        });
        let reply = json(&Played { summary: self.summary(&tried), told: told.collect() });
        self.tried = Some(tried);
        Ok(reply)
    }

    fn keep(&mut self) -> Reply {
        let Some(tried) = self.tried.take() else {
            return Err(Failure::BadRequest("nothing was played that could be kept".to_owned()));
        };
        self.kept = tried;
        self.drop_search();
        Ok(b"{}".to_vec())
    }

    fn words(&self, Words { language, said }: &Words<'_>) -> Reply {
        let words = match *said {
            WordsOf::Prompt(eyes) => {
                self.check_eyes(eyes)?;
                G::words(Utterance::Prompt(&self.kept, eyes), *language)
            }
            WordsOf::Move(step) => {
                G::words(Utterance::Move(&read_step::<G>(step, None)?), *language)
            }
        };
        Ok(json(&border::Sentence { words }))
    }

    /// What the steps would lead to, and whether their seat can know that.
    fn preview(&self, asked: &Preview<Vec<&RawValue>>) -> Reply {
        let Preview { seat, language, .. } = *asked;
        let eyes = Eyes::Seat(seat);
        let steps = self.read_steps(seat, &asked.steps)?;
        let prospect = Prospect::new(&self.kept, seat, &steps, &asked.dice)
            .map_err(|(at, refusal)| refused::<G>(&refusal, Some(at)))?;
        let told = prospect.told.glimpsed(eyes).map(|event| PreviewedEvent {
            event: event.clone(),
            words: G::words(Utterance::Event(event), language),
        });
        Ok(json(&Previewed {
            look: look(&prospect.game, eyes, Some(language)),
            told: told.collect(),
            uncertain: prospect.is_uncertain,
        }))
    }

    /// Whether a play on the kept game reveals something. Leaves the tried game as it is.
    fn reveals(&self, asked: &border::Reveals<Vec<&RawValue>>) -> Reply {
        check_entry(asked.entry)?;
        let steps = self.read_steps(asked.seat, &asked.steps)?;
        let dice = Dice::new(&self.seed, asked.entry);
        let outcome = Outcome::new(&self.kept, asked.seat, &steps, dice)
            .map_err(|(at, refusal)| refused::<G>(&refusal, Some(at)))?;
        Ok(json(&Revealed { reveals: outcome.is_news(self.seats, &asked.dice) }))
    }

    /// The best step of the kept game. Leaves the tried game as it is.
    fn seek(&mut self, &border::Search { eyes, dice, method }: &border::Search) -> Reply {
        self.check_eyes(eyes)?;
        let sought = match (method, eyes.seat()) {
            (Method::Tree { iterations }, _) => {
                at_most(iterations, MOST_ITERATIONS, "iterations")?;
                let search = self.search_of(eyes, &dice, iterations);
                let more = iterations - search.iterations();
                at_most(more, MOST_AT_ONCE, "iterations in one call")?;
                search.advance(more);
                Sought {
                    iterations,
                    chances: search.chances().map(in_thousandths).collect(),
                    candidates: search.candidates().into_iter().map(found).collect(),
                }
            }
            (Method::Greedy { worlds }, Some(seat)) => {
                at_most(worlds, MOST_WORLDS, "games to compare")?;
                let ranked = greedy(&self.kept, seat, worlds, &dice);
                Sought {
                    iterations: worlds,
                    chances: Vec::new(),
                    candidates: ranked.into_iter().map(found).collect(),
                }
            }
            (Method::Greedy { .. }, None) => {
                return Err(Failure::BadRequest(
                    "only the eyes of a seat can be greedy".to_owned(),
                ));
            }
        };
        Ok(json(&sought))
    }

    /// The search of these eyes: the last one if it can be gone on with, so that the answer depends
    /// on what is asked alone.
    fn search_of(&mut self, eyes: Eyes, dice: &Seed, iterations: u32) -> &mut Search<G> {
        let goes_on = |last: &UnderWay<G>| {
            last.eyes == eyes && last.dice == *dice && last.search.iterations() <= iterations
        };
        let last = self.search.take().filter(goes_on);
        let under_way = last.unwrap_or_else(|| {
            let search = Search::new(&self.kept, eyes, dice);
            UnderWay { eyes, dice: *dice, search }
        });
        &mut self.search.insert(under_way).search
    }

    /// Where `game` stands.
    fn summary(&self, game: &G) -> Summary {
        let to_act = game.to_act();
        let mut moves = Vec::new();
        let mut digests = Digests::default();
        let decisions = (0..self.seats).map(Seat).map(|seat| {
            if !to_act.contains(seat) {
                return Summary::NOT_ASKED.to_owned();
            }
            moves.clear();
            game.moves(seat, &mut moves);
            let prompt = G::words(Utterance::Prompt(game, Eyes::Seat(seat)), Language::default());
            digests.of(&(prompt, &moves))
        });
        let decisions = decisions.collect();
        let searched = self.search.as_ref().map_or(0, |under_way| under_way.search.bytes());
        Summary {
            to_act,
            over: to_act.is_empty(),
            digest: digests.of(game),
            decisions,
            bytes: Some((game.bytes() + searched) as u64),
        }
    }

    /// Reads a request about eyes, which must be at this table.
    fn asked(&self, request: &[u8]) -> Result<OfEyes, Failure> {
        let asked: OfEyes = read(request)?;
        self.check_eyes(asked.eyes)?;
        Ok(asked)
    }

    fn check_eyes(&self, eyes: Eyes) -> Result<(), Failure> {
        match eyes.seat() {
            Some(seat) if seat.0 >= self.seats => Err(Failure::BadRequest(format!(
                "there is no seat {}: the table has {}, counted from 0",
                seat.0, self.seats
            ))),
            _ => Ok(()),
        }
    }

    /// Reads the steps of a seat, which must be at this table and have sent at least one.
    fn read_steps(&self, seat: Seat, steps: &[&RawValue]) -> Result<Vec<G::Move>, Failure> {
        if seat.0 >= self.seats {
            return Err(refused::<G>(&Refusal::no_such_seat(seat), None));
        }
        if steps.is_empty() {
            return Err(refused::<G>(&Refusal::new("NO_STEPS", ""), None));
        }
        steps.iter().enumerate().map(|(at, step)| read_step::<G>(step, Some(at))).collect()
    }
}

/// Refuses to do more of something than `most`.
fn at_most(asked: u32, most: u32, of_what: &str) -> Result<(), Failure> {
    if asked > most {
        return Err(Failure::BadRequest(format!("{asked} {of_what} are too many: at most {most}")));
    }
    Ok(())
}

fn found<M>(Candidate { step, visits, chance }: Candidate<M>) -> Found<M> {
    Found { step, visits, chance: in_thousandths(chance) }
}

fn in_thousandths(chance: f64) -> u16 {
    (chance * 1000.0).round() as u16
}

fn check_entry(entry: u64) -> Result<(), Failure> {
    match entry {
        0 => Err(Failure::BadRequest("entry 0 is the deal; plays are from 1".to_owned())),
        _ => Ok(()),
    }
}

/// What `game` shows to `eyes`, in a language; without one, without words and without the score.
fn look<G: Game>(game: &G, eyes: Eyes, language: Option<Language>) -> LookOf<G> {
    let to_act = game.to_act();
    let prompt = |language| G::words(Utterance::Prompt(game, eyes), language);
    Look {
        view: game.view(eyes),
        score: language.map(|_| game.score(eyes)),
        prompt: language.map(prompt).unwrap_or_default(),
        moves: eyes.seat().map_or_else(Vec::new, |seat| choices(game, seat, language)),
        to_act,
        over: to_act.is_empty(),
    }
}

/// The steps of a seat, with words in a language, if there is one.
fn choices<G: Game>(game: &G, seat: Seat, language: Option<Language>) -> Vec<Choice<G::Move>> {
    let mut moves = Vec::new();
    game.moves(seat, &mut moves);
    let words = |step: &_| language.map(|language| G::words(Utterance::Move(step), language));
    let choice = |step| Choice {
        words: words(&step).unwrap_or_default(),
        declines: game.declines(seat, &step),
        step,
    };
    moves.into_iter().map(choice).collect()
}

fn event_words<G: Game>(event: &G::Event) -> LocalizedText {
    LocalizedText::new(|language| G::words(Utterance::Event(event), language))
}

fn refused<G: Game>(refusal: &Refusal, step: Option<usize>) -> Failure {
    let args = match serde_json::to_value(refusal) {
        Ok(serde_json::Value::Object(mut fields)) => fields.remove("args"),
        _ => None,
    };
    Failure::Refused(Box::new(Refused {
        code: refusal.code.to_owned(),
        rule: refusal.rule.to_owned(),
        args: args.and_then(|args| args.as_object().cloned()).unwrap_or_default(),
        step,
        words: LocalizedText::new(|language| G::words(Utterance::Refusal(refusal), language)),
    }))
}

fn read_step<G: Game>(step: &RawValue, at: Option<usize>) -> Result<G::Move, Failure> {
    reading::read(step.get())
        .map_err(|reason| refused::<G>(&Refusal::new("BAD_MOVE", "").text("reason", reason), at))
}

fn read_options<G: Game>(options: Option<&RawValue>) -> Result<G::Options, Failure> {
    let Some(options) = options else { return Ok(G::Options::default()) };
    reading::read(options.get()).map_err(|reason| {
        refused::<G>(&Refusal::new("BAD_OPTIONS", "").text("reason", reason), None)
    })
}

/// Reads a request; on failure says where and why.
fn read<'a, T: serde::Deserialize<'a>>(request: &'a [u8]) -> Result<T, Failure> {
    serde_json::from_slice(request).map_err(|error| Failure::BadRequest(error.to_string()))
}

fn json(value: &impl Serialize) -> Vec<u8> {
    /// Most replies fit, so that they are not moved while they grow.
    const ROOM: usize = 4096;
    let mut written = Vec::with_capacity(ROOM);
    serde_json::to_writer(&mut written, value)
        .expect("what a game shows is JSON: no map in it has odd keys");
    written
}
