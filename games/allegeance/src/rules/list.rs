//! Every step that is open.

use gueridon_game::{Kind, Seat, Yes};

use crate::cards::{Guild, OathEffect};
use crate::decision::Decision;
use crate::moves::Move;
use crate::state::Allegeance;

impl Allegeance {
    /// Shows `visit` every step open to `seat`.
    pub(crate) fn each_move(&self, seat: Seat, visit: &mut impl FnMut(Move)) {
        if !self.asked().contains(seat) {
            return;
        }
        let player = self.player(seat);
        match self.decision {
            Decision::Over => {}
            Decision::ChooseOath => {
                player.offered.iter().for_each(|&oath| visit(Move::KeepOath { oath }));
            }
            Decision::DraftOath { .. } => {
                self.board.unclaimed.each().for_each(|oath| visit(Move::KeepOath { oath }));
            }
            Decision::DraftDiscard { .. } => {
                self.board.unclaimed.each().for_each(|oath| visit(Move::DiscardOath { oath }));
            }
            Decision::Act => {
                if self.turn.plays_left > 0 {
                    player.hand.iter().for_each(|(card, _)| visit(Move::Play { card }));
                }
                for &guild in Guild::ALL {
                    if self.power_bar(guild).is_none() {
                        self.each_use(guild.facts().power, visit);
                    }
                }
                visit(Move::EndTurn(Yes::Yes));
            }
            Decision::ChiefPower { .. } | Decision::AimCopied { .. } => {
                if let Some((_, power)) = self.asked_power() {
                    self.each_use(power, visit);
                }
                if matches!(self.decision, Decision::ChiefPower { .. }) {
                    visit(Move::Decline(Yes::Yes));
                }
            }
            Decision::React { .. } => {
                visit(Move::Cancel(Yes::Yes));
                visit(Move::Allow(Yes::Yes));
            }
            Decision::KeepForeseen => {
                let cards = self.board.foreseen.cards();
                for (place, card) in cards.iter().enumerate() {
                    if cards[..place].iter().all(|other| other.kind != card.kind) {
                        visit(Move::KeepCard { card: card.kind });
                    }
                }
            }
            Decision::DiscardCards => {
                player.hand.iter().for_each(|(card, _)| visit(Move::Discard { card }));
                visit(Move::Refill(Yes::Yes));
            }
            Decision::UseOath { .. } => {
                self.each_oath_use(visit);
                visit(Move::Decline(Yes::Yes));
            }
        }
    }

    /// Every use of the Allegiance whose effect is asked about, other than to decline it.
    pub(crate) fn each_oath_use(&self, visit: &mut impl FnMut(Move)) {
        let Decision::UseOath { seat, struck, .. } = self.decision else { return };
        let present = |seat: Seat| {
            let player = self.player(seat);
            Guild::ALL.iter().copied().filter(|&guild| player.partisans(guild) > 0)
        };
        match self.used_oath() {
            Some(OathEffect::Place { .. }) => {
                let hand = self.player(seat).hand.iter();
                hand.for_each(|(card, _)| visit(Move::Place { card }));
            }
            Some(OathEffect::Strike { .. }) => {
                for from in self.opponents(seat).filter(|&from| !struck.contains(from)) {
                    present(from).for_each(|guild| visit(Move::Strike { seat: from, guild }));
                }
            }
            Some(OathEffect::Mirror {}) => {
                for to in self.eight_in_play() {
                    present(seat)
                        .filter(|&from| from != to)
                        .for_each(|from| visit(Move::Mirror { from, to }));
                }
            }
            _ => {}
        }
    }
}
