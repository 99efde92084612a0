//! What powers can be used on: whether one may be used, and every way of using it.

use gueridon_game::{Kind, Seat, Yes};

use crate::cards::{Card, DISGUISED, Guild, Power, SACRIFICED};
use crate::decision::Decision;
use crate::moves::Move;
use crate::state::Allegeance;

/// Why something is not possible: the code of the refusal, and the rule.
pub(crate) type Bar = (&'static str, &'static str);

/// Nothing if `condition` holds, or else `bar`.
fn unless(condition: bool, bar: Bar) -> Option<Bar> {
    if condition { None } else { Some(bar) }
}

impl Allegeance {
    /// Whether `seat` has a partisan of `guild`, and the majority if it takes one (F1, F5, F17,
    /// F20).
    pub(crate) fn is_entitled(&self, seat: Seat, guild: Guild) -> bool {
        self.player(seat).partisans(guild) > 0
            && (!guild.facts().needs_majority || self.holds(seat, guild))
    }

    /// What keeps the active player from using the power of `guild`, whatever it is used on.
    pub(crate) fn power_bar(&self, guild: Guild) -> Option<Bar> {
        let (player, facts) = (self.active(), guild.facts());
        if player.partisans(guild) == 0 {
            return Some(("NO_PARTISAN", "F5"));
        }
        if self.turn.used.has(guild) {
            return Some(("POWER_USED", "F10"));
        }
        if player.gem_value() < u16::from(self.options.cost_of(guild)) {
            return Some(("NOT_ENOUGH_GEMS", "F12"));
        }
        let entitled = !facts.needs_majority || self.holds(self.turn.active, guild);
        unless(entitled, ("NO_MAJORITY", "F1"))
    }

    /// What keeps the active player from using a power as `step` says.
    pub(crate) fn use_bar(&self, power: Power, step: Move) -> Option<Bar> {
        match step {
            Move::Protect(_) => unless(self.can_use(power), ("PROTECTED_ALREADY", "F10a")),
            Move::Foresee(_) | Move::Draw(_) => {
                unless(self.can_use(power), ("NOTHING_TO_DRAW", "F10a"))
            }
            Move::Steal { seat, guild } | Move::Strike { seat, guild } => {
                self.target_bar(seat, guild, 1)
            }
            Move::Crush { seat, guild, count } => {
                let most = if let Power::Crush { cards } = power { cards } else { 0 };
                let in_bounds = (1..=most).contains(&count);
                unless(in_bounds, ("WRONG_COUNT", "F8a"))
                    .or_else(|| self.target_bar(seat, guild, count))
            }
            Move::Swap { own, seat, guild } => {
                let rule = Self::guild_used(step).map_or("F8", Guild::id);
                unless(own != guild, ("SAME_GUILD", rule))
                    .or_else(|| unless(self.active().free(own) > 0, ("NO_CARD_TO_GIVE", "F8")))
                    .or_else(|| self.target_bar(seat, guild, 1))
            }
            Move::Exhume { card } => {
                unless(self.board.discard.has(card), ("NOT_IN_DISCARD", "F18"))
            }
            Move::Disguise { guild } => {
                unless(self.eight_in_play().any(|of| of == guild), ("NO_DISGUISE", "F19"))
                    .or_else(|| unless(self.can_disguise(), ("NO_FOSSOYEUR", "F19")))
            }
            Move::Sacrifice { guild } | Move::Copy { guild } => self.copy_bar(power, guild),
            _ => None,
        }
    }

    fn target_bar(&self, seat: Seat, guild: Guild, count: u8) -> Option<Bar> {
        let is_opponent = seat != self.turn.active && seat.0 < self.seat_count();
        unless(is_opponent, ("NO_OPPONENT", "F8a")).or_else(|| {
            unless(self.player(seat).partisans(guild) >= count, ("NO_FREE_CARD", "F8a"))
        })
    }

    /// What keeps the active player from copying the power of `guild` (F20, F20a).
    fn copy_bar(&self, power: Power, guild: Guild) -> Option<Bar> {
        let (copied, player) = (guild.facts().power, self.active());
        let sacrifices = power == Power::Sacrifice {};
        unless(copied != Power::Sacrifice {}, ("COPIES_ITSELF", "F20"))
            .or_else(|| unless(player.partisans(guild) > 0, ("NO_PARTISAN", "F20")))
            .or_else(|| unless(!self.holds(self.turn.active, guild), ("HAS_MAJORITY", "F20")))
            .or_else(|| unless(!sacrifices || !self.turn.used.has(guild), ("POWER_USED", "F10")))
            .or_else(|| {
                let given_up = if sacrifices { Some(SACRIFICED) } else { None };
                unless(self.can_use_without(copied, given_up), ("NOTHING_TO_COPY", "F20"))
            })
    }

    /// Whether a power of the active player could change anything now (F10a).
    pub(crate) fn can_use(&self, power: Power) -> bool {
        self.can_use_without(power, None)
    }

    /// The same once a partisan of `given_up` has left the field.
    fn can_use_without(&self, power: Power, given_up: Option<Guild>) -> bool {
        let player = self.active();
        match power {
            Power::RaiseProtection {} => !player.protected,
            Power::TakeProtection {} => self.board.fifth_protection,
            Power::RefillMore { cards } => self.turn.copied_limit < cards,
            Power::Foresee { .. } | Power::Draw { .. } => {
                !self.board.deck.is_empty() || !self.board.discard.is_empty()
            }
            Power::ExtraPlay { .. } => true,
            Power::Steal {} | Power::Crush { .. } | Power::Strike {} => {
                self.opponents(self.turn.active).any(|seat| self.has_target(seat, None))
            }
            Power::Swap {} => self
                .opponents(self.turn.active)
                .any(|seat| self.own_cards(given_up).any(|own| self.has_target(seat, Some(own)))),
            Power::Gravedig {} => self.can_disguise() || !self.board.discard.is_empty(),
            Power::Sacrifice {} | Power::Copy {} => {
                Guild::ALL.iter().any(|&guild| self.copy_bar(power, guild).is_none())
            }
        }
    }

    /// Whether there is a partisan on the field of `seat`, of another guild than `not`.
    fn has_target(&self, seat: Seat, not: Option<Guild>) -> bool {
        let player = self.player(seat);
        Guild::ALL.iter().any(|&guild| Some(guild) != not && player.partisans(guild) > 0)
    }

    /// The guilds of which the active player has a card to give, once one of `given_up` is gone.
    fn own_cards(&self, given_up: Option<Guild>) -> impl Iterator<Item = Guild> {
        let player = self.active();
        let is_left = move |&guild: &Guild| player.free(guild) > u8::from(given_up == Some(guild));
        Guild::ALL.iter().copied().filter(is_left)
    }

    /// Whether the active player has a Fossoyeur that is not disguised already (F19).
    fn can_disguise(&self) -> bool {
        self.active().free(DISGUISED) > 0
    }

    /// Shows `visit` every way of using a power.
    pub(crate) fn each_use(&self, power: Power, visit: &mut impl FnMut(Move)) {
        match power {
            Power::RefillMore { .. } => {}
            Power::RaiseProtection {} | Power::TakeProtection {} => {
                self.visit_if_possible(power, Move::Protect(Yes::Yes), visit);
            }
            Power::Foresee { .. } => {
                self.visit_if_possible(power, Move::Foresee(Yes::Yes), visit);
            }
            Power::Draw { .. } => self.visit_if_possible(power, Move::Draw(Yes::Yes), visit),
            Power::ExtraPlay { .. } => visit(Move::ExtraPlay(Yes::Yes)),
            Power::Steal {} => {
                self.each_target(&mut |seat, guild, _| visit(Move::Steal { seat, guild }));
            }
            Power::Strike {} => {
                self.each_target(&mut |seat, guild, _| visit(Move::Strike { seat, guild }));
            }
            Power::Crush { cards } => self.each_target(&mut |seat, guild, there| {
                (1..=cards.min(there)).for_each(|count| visit(Move::Crush { seat, guild, count }));
            }),
            Power::Swap {} => {
                for own in self.own_cards(None) {
                    self.each_target(&mut |seat, guild, _| {
                        if guild != own {
                            visit(Move::Swap { own, seat, guild });
                        }
                    });
                }
            }
            Power::Gravedig {} => {
                self.board.discard.iter().for_each(|(card, _)| visit(Move::Exhume { card }));
                if self.can_disguise() {
                    self.eight_in_play().for_each(|guild| visit(Move::Disguise { guild }));
                }
            }
            Power::Sacrifice {} => self.each_copy(power, |guild| visit(Move::Sacrifice { guild })),
            Power::Copy {} => self.each_copy(power, |guild| visit(Move::Copy { guild })),
        }
    }

    fn visit_if_possible(&self, power: Power, step: Move, visit: &mut impl FnMut(Move)) {
        if self.can_use(power) {
            visit(step);
        }
    }

    fn each_copy(&self, power: Power, visit: impl FnMut(Guild)) {
        let can_copy = |guild: &Guild| self.copy_bar(power, *guild).is_none();
        Guild::ALL.iter().copied().filter(can_copy).for_each(visit);
    }

    /// Every stack of an opponent with a free card, and how many partisans it has.
    fn each_target(&self, visit: &mut impl FnMut(Seat, Guild, u8)) {
        for seat in self.opponents(self.turn.active) {
            for &guild in Guild::ALL {
                let there = self.player(seat).partisans(guild);
                if there > 0 {
                    visit(seat, guild, there);
                }
            }
        }
    }

    /// The guild whose power `step` uses, if one has it.
    pub(crate) fn guild_used(step: Move) -> Option<Guild> {
        Guild::ALL.iter().copied().find(|guild| step.uses(guild.facts().power))
    }

    /// The power that the active player is asked about, other than those of the turn.
    pub(crate) fn asked_power(&self) -> Option<(Card, Power)> {
        match self.decision {
            Decision::ChiefPower { chief } => {
                let card = chief.chief();
                card.chief_facts().map(|facts| (card, facts.power))
            }
            Decision::AimCopied { guild } => Some((guild.partisan(), guild.facts().power)),
            _ => None,
        }
    }
}
