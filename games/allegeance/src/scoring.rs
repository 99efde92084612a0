//! Influence points: Allegiances, majorities, Damnés (F24).

use gueridon_game::{Kind, Line, Score, Seat, Standing};

use crate::cards::{ChiefPoints, Guild, OathEffect, Points};
use crate::decision::Decision;
use crate::state::{Allegeance, Player};

impl Allegeance {
    /// The score pad: provisional as the fields lie, without Allegiances, until these are
    /// revealed. All of it is public: of a hand only its size counts.
    pub(crate) fn score_pad(&self) -> Score {
        let columns = self.seats().map(|seat| {
            let mut lines = vec![Line::new("allegiance", self.oath_points(seat))];
            let (of_majority, of_all): (Vec<Guild>, Vec<Guild>) =
                self.guilds.each().partition(|guild| guild.is_of_the_eight());
            for guild in of_majority {
                let held = self.holds(seat, guild);
                lines.push(Line::new(
                    guild.id(),
                    if held { self.points_of(seat, guild) } else { 0 },
                ));
            }
            let scores = |guild: &Guild| guild.facts().points != Points::Nothing {};
            for guild in of_all.into_iter().filter(scores) {
                lines.push(Line::new(guild.id(), self.points_of(seat, guild)));
            }
            for guild in self.guilds.each() {
                if let Some(ChiefPoints::SacrificedByAnyone { per }) = chief_points(guild) {
                    let has = i32::from(self.player(seat).has_chief(guild));
                    let points = has * i32::from(per) * i32::from(self.sacrificed_by_all());
                    lines.push(Line::new(guild.chief().id(), points));
                }
            }
            // F28: more majority guilds, then more gems.
            let tie_breaks = vec![
                Line::new("majority_guilds", self.held(seat).count() as i32),
                Line::new("gems_left", i32::from(self.player(seat).gem_value())),
            ];
            (lines, tie_breaks)
        });
        Score::ranked(self.decision == Decision::Over, columns)
    }

    /// What the score pad comes to, without the strings, and with the points that the Allegiances
    /// would give if they were revealed now.
    pub(crate) fn standings(&self) -> Standing {
        let of = |seat: Seat| {
            let mut points = self.oath_worth(seat);
            for guild in self.guilds.each() {
                if !guild.is_of_the_eight() || self.holds(seat, guild) {
                    points += self.points_of(seat, guild);
                }
                if let Some(ChiefPoints::SacrificedByAnyone { per }) = chief_points(guild)
                    && self.player(seat).has_chief(guild)
                {
                    points += i32::from(per) * i32::from(self.sacrificed_by_all());
                }
            }
            points
        };
        self.seats().map(of).collect()
    }

    /// How many Damnés all players have sacrificed.
    fn sacrificed_by_all(&self) -> u8 {
        self.players.iter().map(|player| player.sacrificed).sum()
    }

    /// What a revealed Allegiance is worth by itself (section B).
    fn oath_points(&self, seat: Seat) -> i32 {
        if self.revealed { self.oath_worth(seat) } else { 0 }
    }

    /// What an Allegiance is worth by itself, revealed or not.
    fn oath_worth(&self, seat: Seat) -> i32 {
        let player = self.player(seat);
        let Some(oath) = player.oath else { return 0 };
        match oath.facts().effect {
            OathEffect::PointsPerChief { per } => i32::from(per) * player.chiefs() as i32,
            OathEffect::PointsPerGuild { per, minus } => {
                // F24a: the Allegiance itself does not count for its own effect.
                let is_there =
                    |guild: &&Guild| player.partisans(**guild) > 0 || player.has_chief(**guild);
                let guilds = Guild::ALL.iter().filter(is_there).count();
                i32::from(per) * guilds.saturating_sub(usize::from(minus)) as i32
            }
            OathEffect::PointsPerGem { per, most } => points_of_gems(player, per, most),
            OathEffect::Place { .. }
            | OathEffect::Reveal { .. }
            | OathEffect::Nothing {}
            | OathEffect::Strike { .. }
            | OathEffect::Mirror {} => 0,
        }
    }

    /// What `guild` is worth to `seat`, which may score it.
    pub(crate) fn points_of(&self, seat: Seat, guild: Guild) -> i32 {
        let player = self.player(seat);
        match guild.facts().points {
            Points::Protected { base, bonus } => {
                let bonus = if player.protections() > 0 { bonus } else { 0 };
                i32::from(base) + i32::from(bonus)
            }
            Points::Hand { per } => i32::from(per) * player.hand.len() as i32,
            Points::MajorityCards { per } => {
                let cards = self.held(seat).map(|held| i32::from(self.strength(seat, held)));
                let points = i32::from(per) * cards.sum::<i32>();
                self.options.most_points_of(guild).map_or(points, |most| points.min(most.into()))
            }
            Points::Majorities { per, of } => {
                let held = self.held(seat).filter(|held| held.facts().allegiance == of);
                i32::from(per) * held.count() as i32
            }
            Points::Gems { per, most } => points_of_gems(player, per, most),
            Points::CardsOfGuild { base, per, of, most } => {
                let cards = i32::from(self.strength(seat, of));
                (i32::from(base) + i32::from(per) * cards).min(i32::from(most))
            }
            // F26: the best of the other guilds held, and nothing if there is none.
            Points::CopyBest {} => {
                let copies = |held: Guild| held.facts().points == Points::CopyBest {};
                let others = self.held(seat).filter(|&other| other != guild && !copies(other));
                others.map(|other| self.points_of(seat, other)).max().unwrap_or_default()
            }
            Points::Nothing {} => 0,
            Points::Sacrificed { per } => i32::from(per) * i32::from(player.sacrificed),
        }
    }
}

/// `per` for each gem in the reserve by value, `most` at most.
fn points_of_gems(player: &Player, per: u8, most: u8) -> i32 {
    (i32::from(per) * i32::from(player.gem_value())).min(i32::from(most))
}

fn chief_points(guild: Guild) -> Option<ChiefPoints> {
    guild.chief().chief_facts().map(|facts| facts.points)
}
