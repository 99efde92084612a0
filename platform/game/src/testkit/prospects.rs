//! What is previewed as certain comes about, and no list of steps goes on after its player has
//! learned something by it.

use super::failure::{Failure, Law};
use super::json;
use super::run::Run;
use super::steps;
use crate::foresight::Foresight;
use crate::imagined::{play, shown};
use crate::prospect::Prospect;
use crate::{Dice, Eyes, Game, Log, Refusal, Seat, Seed};

/// The longest list of steps that is previewed.
const LONGEST: usize = 3;
/// How many games are imagined beside those of the preview, and in how many of them the outcome may
/// be another without the game having said that something comes to light: where it is the rare
/// outcome, these games may agree by chance.
const CLOSER: u64 = 32;
const RARE: usize = 6;
/// The entry that a list is played as.
const ENTRY: u64 = 2;

/// Previews and plays lists of steps of every seat that is to act, for as long as they are certain.
pub(super) fn check<G: Game>(run: &mut Run<'_, G>, game: &G, seed: &Seed) -> Result<(), Failure> {
    let mut chance = Dice::new(seed, 3);
    let mut apart = *seed;
    apart.0[31] = 0x9f;
    for seat in game.to_act().iter() {
        run.look_through(Eyes::Seat(seat));
        let mut list = List::new(game, seat, seed);
        while list.steps.len() < LONGEST {
            let Some(step) = steps::pick(&list.game, seat, &mut chance) else { break };
            // Law 3 checks that open steps are accepted.
            let Ok(goes_on) = list.play(step) else { break };
            match Prospect::new(game, seat, &list.steps, &apart) {
                Ok(prospect) if !prospect.is_uncertain => {
                    run.report.certain += 1;
                    list.came_about(&prospect)?;
                }
                _ if goes_on => return Err(list.broken("too far", "is uncertain, and may go on")),
                _ => run.report.uncertain += 1,
            }
            list.reports_what_is_rare(game, &mut chance)?;
            if !goes_on {
                break;
            }
        }
    }
    run.look_at_all();
    Ok(())
}

/// A list of steps of one seat, as it is played step by step on the true game.
struct List<G: Game> {
    seat: Seat,
    steps: Vec<G::Move>,
    game: G,
    told: Log<G::Event>,
    dice: Dice,
    foresight: Foresight<G>,
}

impl<G: Game> List<G> {
    fn new(game: &G, seat: Seat, seed: &Seed) -> Self {
        Self {
            seat,
            steps: Vec::new(),
            game: game.clone(),
            told: Log::new(),
            dice: Dice::new(seed, ENTRY),
            foresight: Foresight::new(game, seat, seed, ENTRY),
        }
    }

    /// Makes one more step; says whether the list may go on.
    fn play(&mut self, step: G::Move) -> Result<bool, Refusal> {
        let mut told = Log::new();
        self.game.play(self.seat, &step, &mut self.dice, &mut told)?;
        self.foresight.follow(&step, &self.game, &self.dice, &told);
        self.told.append(&mut told);
        self.steps.push(step);
        Ok(self.foresight.is_clear())
    }

    /// The list led to what was previewed as certain.
    fn came_about(&self, prospect: &Prospect<G>) -> Result<(), Failure> {
        let eyes = Eyes::Seat(self.seat);
        let previewed = shown(&prospect.game, eyes, &prospect.told);
        let truth = shown(&self.game, eyes, &self.told);
        if previewed == truth {
            return Ok(());
        }
        let differences = json::differences(&previewed, &truth);
        let what = format!("is previewed as certain, and is not, previewed ≠ real:\n{differences}");
        Err(self.broken("preview", &what))
    }

    /// Where the game says nothing of what comes to light, it shows in imagined games again and
    /// again, or in none.
    fn reports_what_is_rare(&self, before: &G, chance: &mut Dice) -> Result<(), Failure> {
        if self.dice.were_rolled() {
            return Ok(());
        }
        let eyes = Eyes::Seat(self.seat);
        let truth = shown(&self.game, eyes, &self.told);
        let differs = |_: &u64| {
            let game = before.imagine(eyes, chance);
            let played = play(game, self.seat, &self.steps, chance);
            played.map_or(true, |(game, told)| shown(&game, eyes, &told) != truth)
        };
        match (0..CLOSER).filter(differs).count() {
            rare @ 1..=RARE => {
                let what = format!("turns out otherwise in {rare} of {CLOSER} imagined games");
                Err(self.broken("rare", &what))
            }
            _ => Ok(()),
        }
    }

    fn broken(&self, clause: &'static str, what: &str) -> Failure {
        let (steps, seat) = (json::text(&self.steps), self.seat);
        let what = format!(
            "{steps} of {seat:?} {what}\nwhere something hidden comes to light, report it with \
             dice.uncover()"
        );
        Failure::new(Law::Foreseen, clause, what)
    }
}
