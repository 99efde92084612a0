//! The players' fields: how many partisans a guild has there, who holds the majority, and which
//! cards are free.

use gueridon_game::{Kind, Seat};

use crate::cards::{Card, Guild, OathEffect};
use crate::decision::Decision;
use crate::state::{Allegeance, Player};

impl Player {
    /// The partisans of `guild`: not its chief, but those who pass for its members.
    pub(crate) fn partisans(&self, guild: Guild) -> u8 {
        self.free(guild) + self.passing_from(guild).count() as u8
    }

    /// The partisans of `guild` that pass for nothing else.
    pub(crate) fn free(&self, guild: Guild) -> u8 {
        let passing = self.shifts.iter().filter(|shift| shift.from == guild).count() as u8;
        self.field.count(guild.partisan()) - passing
    }

    /// The guilds of those who pass for members of `guild`.
    pub(crate) fn passing_from(&self, guild: Guild) -> impl Iterator<Item = Guild> {
        self.shifts.iter().filter(move |shift| shift.to == guild).map(|shift| shift.from)
    }

    /// Whether the chief of `guild` is on the field.
    pub(crate) fn has_chief(&self, guild: Guild) -> bool {
        self.field.has(guild.chief())
    }

    /// The chiefs on the field.
    pub(crate) fn chiefs(&self) -> usize {
        Guild::ALL.iter().filter(|&&guild| self.has_chief(guild)).count()
    }

    /// Takes the free card of the stack of `guild` off the field (F8). One that passes for a
    /// member goes last: it is what it was as soon as it leaves.
    pub(crate) fn take_partisan(&mut self, guild: Guild) -> Option<Card> {
        let card = if self.free(guild) > 0 {
            guild.partisan()
        } else {
            let shift = self.shifts.iter().position(|shift| shift.to == guild)?;
            self.shifts.swap_remove(shift).from.partisan()
        };
        self.field.take(card).then_some(card)
    }
}

impl Allegeance {
    /// What `seat` has in `guild`: partisans, the chief, and the Allegiance once its effect is done.
    pub(crate) fn strength(&self, seat: Seat, guild: Guild) -> u8 {
        let player = self.player(seat);
        player.partisans(guild) + u8::from(player.has_chief(guild)) + self.sworn(seat, guild)
    }

    /// For how many partisans of `guild` the Allegiance of `seat` counts (F24, F24a).
    fn sworn(&self, seat: Seat, guild: Guild) -> u8 {
        let oath = self.player(seat).oath.filter(|_| self.revealed).map(|oath| oath.facts());
        oath.filter(|facts| facts.guild == guild && self.is_done(seat, facts.effect))
            .map_or(0, |facts| facts.counts_as)
    }

    /// Whether the revealed Allegiance of `seat`, which has this effect, has had it: in seat order,
    /// and those that give points after all others (F24).
    fn is_done(&self, seat: Seat, effect: OathEffect) -> bool {
        let Decision::UseOath { seat: asked, .. } = self.decision else { return true };
        let has_been = self.seats_in_order().take_while(|&other| other != asked);
        !effect.gives_points() && has_been.into_iter().any(|other| other == seat)
    }

    /// Who holds the majority in `guild`: strictly more than each opponent, or as many as the best
    /// of them and the chief (F1, F2, F3).
    pub(crate) fn majority(&self, guild: Guild) -> Option<Seat> {
        let (mut best, mut leader, mut tied) = (0, None, false);
        for seat in self.seats() {
            let strength = self.strength(seat, guild);
            if strength == 0 || strength < best {
                continue;
            }
            if strength > best {
                (best, leader, tied) = (strength, Some(seat), false);
                continue;
            }
            tied = true;
            if self.player(seat).has_chief(guild) {
                leader = Some(seat);
            }
        }
        leader.filter(|&seat| !tied || self.player(seat).has_chief(guild))
    }

    /// The guilds of the eight that are in play: those that others can pass for (F19).
    pub(crate) fn eight_in_play(&self) -> impl Iterator<Item = Guild> {
        self.guilds.iter().map(|(guild, _)| guild).filter(|guild| guild.is_of_the_eight())
    }

    /// Whether `seat` holds the majority in `guild`.
    pub(crate) fn holds(&self, seat: Seat, guild: Guild) -> bool {
        self.majority(guild) == Some(seat)
    }

    /// How many of the eight guilds `seat` holds.
    pub(crate) fn held(&self, seat: Seat) -> impl Iterator<Item = Guild> {
        let held = move |guild: &Guild| guild.is_of_the_eight() && self.holds(seat, *guild);
        Guild::ALL.iter().copied().filter(held)
    }
}
