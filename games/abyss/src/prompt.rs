//! What the game waits for, as told to each player.

use gueridon_game::{Eyes, Seat, Seats};
use serde::Serialize;

use crate::cards::{Card, KEYS_FOR_A_LOCATION, Location, Loot, Lord, Race};
use crate::decision::Decision;
use crate::moves::Move;
use crate::state::Abyss;

/// What the game waits for, in the eyes of one player or of the public.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub(crate) enum Prompt {
    /// Nothing: the game is over.
    GameOver,
    /// These others are to act.
    Waiting { seats: Seats },
    /// To choose one of the three actions; whether the Council and the Court offer theirs, and
    /// whether to plot is open before.
    Act { supports: bool, recruits: bool, plots: bool },
    /// Whether to buy this Ally.
    BuyAlly { card: Card, price: u16 },
    /// To take this Ally or to go on.
    TakeOrReveal { card: Card },
    /// To fight the Monster or to go on; the square that a fight pays by, from 1.
    FightOrReveal { square: u8 },
    /// Which reward to take; the square, from 1.
    ChooseReward { square: u8 },
    /// Which second stack to take.
    SecondStack,
    /// Which Allies to spend: the value that is still missing, and the Pearls that could make it up.
    PayLord { lord: Lord, missing: u16, pearls: u16 },
    /// Which Ally to keep.
    Affiliate { lord: Lord },
    /// Which cards to discard.
    DiscardCards { lord: Lord, count: u8 },
    /// Which Lord to turn.
    TurnLord { seats: Seats },
    /// Whom to rob.
    Rob,
    /// Which stack to take with the Apprentice.
    ApprenticeStack,
    /// Which Locations to exchange.
    SwapLocation,
    /// Which Lord to recruit for 5 Pearls.
    SecondLord,
    /// Which Lord to give up.
    GiveUpLord { lord: Lord },
    /// Which Lord to take instead.
    ReplaceLord,
    /// Which Location to take, or how many to draw.
    ControlLocation,
    /// Which drawn Location to keep.
    KeepLocation,
    /// Which available Location the Ambassador takes.
    AmbassadorLocation { lord: Lord },
    /// Which Keys to use.
    UseKeys { location: Location, left: u8 },
    /// Which Location to take instead of the Black Smokers.
    SearchLocation,
    /// To use a power or to end the turn.
    EndTurn,
    /// Who has the Kraken figure from now on.
    ChooseHolder { seats: Seats },
    /// On which stack to put this Kraken.
    PlaceKraken { card: Card },
    /// What to reserve with a Sentinel.
    PlaceSentinel { lord: Lord },
    /// To search on or to stop; the Loot found so far.
    SearchLoot { location: Location, loot: Vec<Loot> },
    /// Which opponents receive a Nebulis.
    GiveNebulis { left: u16 },
    /// Which Ally of the discard to take.
    TakeDiscarded,
    /// Which race to name.
    NameRace,
    /// Which affiliated Ally to discard.
    DiscardAffiliated { race: Race },
    /// Which Lord to free.
    FreeLord,
}

impl Abyss {
    pub(crate) fn prompt(&self, eyes: Eyes) -> Prompt {
        let asked = self.asked();
        if self.decision == Decision::Over {
            return Prompt::GameOver;
        }
        let Some(seat) = eyes.seat().filter(|&seat| asked.contains(seat)) else {
            return Prompt::Waiting { seats: asked };
        };
        if !self.claimants.is_empty() {
            return Prompt::ChooseHolder { seats: self.claimants };
        }
        let card = self.board.track.last().copied().unwrap_or(Card::Monster);
        match &self.decision {
            Decision::Nothing | Decision::Over => Prompt::Waiting { seats: asked },
            Decision::Act => self.act_prompt(seat),
            Decision::BuyAlly { .. } => Prompt::BuyAlly { card, price: self.ally_price() },
            Decision::TakeOrReveal => Prompt::TakeOrReveal { card },
            Decision::FightOrReveal => Prompt::FightOrReveal { square: self.reward_square() + 1 },
            Decision::ChooseReward => Prompt::ChooseReward { square: self.reward_square() + 1 },
            Decision::SecondStack => Prompt::SecondStack,
            Decision::PayLord { lord } => Prompt::PayLord {
                lord: *lord,
                missing: self.price_of(*lord).missing(&self.board.payment),
                pearls: self.active().pearls,
            },
            Decision::Affiliate { lord } => Prompt::Affiliate { lord: *lord },
            Decision::DiscardCards { due, source } => {
                Prompt::DiscardCards { lord: source.lord(), count: due[seat.index()] }
            }
            Decision::TurnLord { victims } => Prompt::TurnLord { seats: *victims },
            Decision::Rob => Prompt::Rob,
            Decision::ApprenticeStack => Prompt::ApprenticeStack,
            Decision::SwapLocation => Prompt::SwapLocation,
            Decision::SecondLord => Prompt::SecondLord,
            Decision::GiveUpLord { to } => Prompt::GiveUpLord { lord: *to },
            Decision::ReplaceLord => Prompt::ReplaceLord,
            Decision::ControlLocation => Prompt::ControlLocation,
            Decision::KeepLocation { .. } => Prompt::KeepLocation,
            Decision::AmbassadorLocation { ambassador } => {
                Prompt::AmbassadorLocation { lord: *ambassador }
            }
            Decision::UseKeys { location, lords, tokens } => Prompt::UseKeys {
                location: *location,
                left: KEYS_FOR_A_LOCATION - lords.len() as u8 - tokens,
            },
            Decision::SearchLocation => Prompt::SearchLocation,
            Decision::EndTurn => Prompt::EndTurn,
            Decision::PlaceKraken => Prompt::PlaceKraken {
                card: self.board.track.first().copied().unwrap_or(Card::Monster),
            },
            Decision::PlaceSentinel { lord } => Prompt::PlaceSentinel { lord: *lord },
            Decision::SearchLoot { site } => {
                Prompt::SearchLoot { location: *site, loot: self.loot_on(*site).collect() }
            }
            Decision::GiveNebulis { to } => {
                Prompt::GiveNebulis { left: self.active().nebulis - u16::from(to.len()) }
            }
            Decision::TakeDiscarded => Prompt::TakeDiscarded,
            Decision::NameRace => Prompt::NameRace,
            Decision::DiscardAffiliated { race, .. } => Prompt::DiscardAffiliated { race: *race },
            Decision::FreeLord => Prompt::FreeLord,
        }
    }

    /// Names the actions that are open.
    fn act_prompt(&self, seat: Seat) -> Prompt {
        let (mut supports, mut recruits, mut plots) = (false, false, false);
        self.each_move(seat, &mut |step| match step {
            Move::TakeStack { .. } => supports = true,
            Move::Recruit { .. } => recruits = true,
            Move::Plot(_) => plots = true,
            _ => {}
        });
        Prompt::Act { supports, recruits, plots }
    }
}
