//! Whether a step is open, and the rule that forbids it if not.

use gueridon_game::{Refusal, Seat};

use crate::cards::{Guild, OathEffect};
use crate::decision::Decision;
use crate::moves::Move;
use crate::state::Allegeance;
use crate::targets::Bar;

const NOT_NOW: Bar = ("NOT_NOW", "F0a");

/// Lets a step through if `condition` holds.
fn require(condition: bool, (code, rule): Bar) -> Result<(), Refusal> {
    if condition { Ok(()) } else { Err(Refusal::new(code, rule)) }
}

impl Allegeance {
    /// The refusal of a power that `bar` keeps from being used; `about` is the guild it speaks of.
    fn barred(&self, (code, rule): Bar, about: Option<Guild>) -> Refusal {
        let refusal = Refusal::new(code, rule);
        match about {
            Some(guild) => refusal.kind("guild", guild).number("cost", self.options.cost_of(guild)),
            None => refusal,
        }
    }

    /// Whether `step` is open to `seat`, which is to act; if not, the rule that forbids it.
    pub(crate) fn allow(&self, seat: Seat, step: Move) -> Result<(), Refusal> {
        let player = self.player(seat);
        match (self.decision, step) {
            (Decision::ChooseOath, Move::KeepOath { oath }) => {
                require(player.offered.contains(&oath), ("NOT_OFFERED", "F0"))
            }
            (Decision::DraftOath { .. }, Move::KeepOath { oath })
            | (Decision::DraftDiscard { .. }, Move::DiscardOath { oath }) => {
                require(self.board.unclaimed.has(oath), ("NOT_OFFERED", "F30"))
            }
            (Decision::Act, Move::Play { card }) => {
                require(self.turn.plays_left > 0, ("NO_PLAYS_LEFT", "F9"))?;
                require(player.hand.has(card), ("NOT_IN_HAND", "F9"))
            }
            (Decision::Act, Move::EndTurn(_))
            | (Decision::ChiefPower { .. } | Decision::UseOath { .. }, Move::Decline(_))
            | (Decision::React { .. }, Move::Cancel(_) | Move::Allow(_))
            | (Decision::DiscardCards, Move::Refill(_)) => Ok(()),
            (Decision::Act, _) => self.allow_power(step),
            (Decision::ChiefPower { .. } | Decision::AimCopied { .. }, _) => {
                let power = self.asked_power().map(|(_, power)| power);
                let Some(power) = power.filter(|&power| step.uses(power)) else {
                    return Err(Refusal::new(NOT_NOW.0, NOT_NOW.1));
                };
                self.use_bar(power, step).map_or(Ok(()), |bar| Err(self.barred(bar, step.copied())))
            }
            (Decision::KeepForeseen, Move::KeepCard { card }) => {
                let is_there = self.board.foreseen.cards().iter().any(|seen| seen.kind == card);
                require(is_there, ("NOT_FORESEEN", "F14"))
            }
            (Decision::DiscardCards, Move::Discard { card }) => {
                require(player.hand.has(card), ("NOT_IN_HAND", "F15"))
            }
            (Decision::UseOath { .. }, _) => self.allow_oath_use(seat, step),
            _ => require(false, NOT_NOW),
        }
    }

    /// Whether the power of a guild may be used as `step` says.
    fn allow_power(&self, step: Move) -> Result<(), Refusal> {
        let Some(guild) = Self::guild_used(step) else { return require(false, NOT_NOW) };
        if let Some(bar) = self.power_bar(guild) {
            return Err(self.barred(bar, Some(guild)));
        }
        let bar = self.use_bar(guild.facts().power, step);
        bar.map_or(Ok(()), |bar| Err(self.barred(bar, step.copied().or(Some(guild)))))
    }

    fn allow_oath_use(&self, seat: Seat, step: Move) -> Result<(), Refusal> {
        let Decision::UseOath { struck, .. } = self.decision else {
            return require(false, NOT_NOW);
        };
        match (self.used_oath(), step) {
            (Some(OathEffect::Place { .. }), Move::Place { card }) => {
                require(self.player(seat).hand.has(card), ("NOT_IN_HAND", "F24"))
            }
            (Some(OathEffect::Strike { .. }), Move::Strike { seat: from, guild }) => {
                let is_opponent = from != seat && from.0 < self.seat_count();
                require(is_opponent, ("NO_OPPONENT", "F24"))?;
                require(!struck.contains(from), ("STRUCK_ALREADY", "F24"))?;
                require(self.player(from).partisans(guild) > 0, ("NO_FREE_CARD", "F24"))
            }
            (Some(OathEffect::Mirror {}), Move::Mirror { from, to }) => {
                require(self.player(seat).partisans(from) > 0, ("NO_CARD_TO_GIVE", "F24"))?;
                require(self.eight_in_play().any(|of| of == to), ("NO_DISGUISE", "F24a"))?;
                require(from != to, ("SAME_GUILD", "F24a"))
            }
            _ => require(false, NOT_NOW),
        }
    }
}
