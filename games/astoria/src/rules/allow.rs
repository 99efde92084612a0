//! Whether a step is open, and the rule that forbids it if not.

use gueridon_game::{Refusal, Seat};

use crate::cards::{
    Artefact, Card, Domain, GUARD_POWER, HAND_LIMIT, HEAL_COST, KILL_COST, POWER_MOST, Role,
    STEAL_ARTEFACT_COST, STEAL_CARD_COST, WOUND_COST,
};
use crate::decision::Decision;
use crate::moves::{Force, Move};
use crate::state::{Astoria, Mage};
use crate::walls::malefice;

type Allowed = Result<(), Refusal>;

/// Lets a step through if `condition` holds.
fn require(condition: bool, refusal: impl FnOnce() -> Refusal) -> Allowed {
    if condition { Ok(()) } else { Err(refusal()) }
}

impl Astoria {
    /// Whether `step` is open to `seat`, which is to act; if not, the rule that forbids it.
    pub(crate) fn allow(&self, seat: Seat, step: &Move) -> Allowed {
        let mage = self.mage(seat);
        match (&self.decision, *step) {
            (Decision::Act, step) => self.allow_in_turn(step),
            (Decision::ChooseRole { .. }, Move::ChooseRole { role }) => {
                require(self.city.roles_out.has(role), || {
                    Refusal::new("ROLE_TAKEN", "86").kind("role", role)
                })
            }
            (&Decision::ShapeAgain { may_help }, Move::Shape { artefact, gem }) => {
                self.allow_shape(artefact, gem, may_help)
            }
            (Decision::ShapeAgain { .. } | Decision::GiveAnother { .. }, Move::Decline(_))
            | (Decision::Fight { .. } | Decision::Assault, Move::Strike(_))
            | (Decision::Defend { .. }, Move::Defend(_))
            | (
                Decision::SaveGuard { .. } | Decision::Counter { .. } | Decision::Ready { .. },
                Move::Decline(_),
            ) => Ok(()),
            (Decision::GiveAnother { to }, Move::GiveGem { seat: other, gem }) => {
                require(other == *to, || Refusal::new("ONE_RECEIVER", "100h").seat("seat", *to))?;
                allow_gem(mage, gem, "93")
            }
            (
                Decision::Fight { .. } | Decision::Assault | Decision::Defend { .. },
                Move::Tilt { card },
            ) => allow_maker(mage, card, "43"),
            (
                Decision::Fight { .. } | Decision::Assault | Decision::Defend { .. },
                Move::Channel { .. },
            ) => allow_role(mage, Role::GrandAlchemist, "100d"),
            (Decision::Defend { has_announced, .. }, Move::Decline(_)) => {
                require(!has_announced, || Refusal::new("ANNOUNCED", "66"))
            }
            (Decision::SaveGuard { .. }, step) => {
                self.allow_reaction(mage, step, Domain::Cobalt, "38")
            }
            (Decision::Counter { chief, .. }, step) => match malefice(*chief) {
                Some(domain) => self.allow_reaction(mage, step, domain, "72"),
                None => Err(Refusal::new("NOT_NOW", "72")),
            },
            (Decision::Ready { .. }, Move::ReadyAll(_)) => {
                require(self.may_ready_all(seat), || Refusal::new("NOT_ALL", "75"))
            }
            (Decision::Ready { .. }, Move::Ready { card }) => {
                require(mage.tilted.has(card), || {
                    Refusal::new("NOT_TILTED", "75").kind("card", card)
                })
            }
            _ => Err(Refusal::new("NOT_NOW", "5")),
        }
    }

    /// A card, or the Grand Alchemist's Talent, that makes a glyph of `domain`.
    fn allow_reaction(
        &self,
        mage: &Mage,
        step: Move,
        domain: Domain,
        rule: &'static str,
    ) -> Allowed {
        let fits = |condition| {
            require(condition, || Refusal::new("WRONG_DOMAIN", rule).kind("domain", domain))
        };
        match step {
            Move::Tilt { card } => {
                allow_maker(mage, card, rule)?;
                fits(domain.cards().has(card))
            }
            Move::Channel { domain: channelled } => {
                allow_role(mage, Role::GrandAlchemist, "100d")?;
                fits(channelled == domain)
            }
            _ => Err(Refusal::new("NOT_NOW", rule)),
        }
    }

    /// In the own turn: spending glyphs, the end of the turn, or an action.
    fn allow_in_turn(&self, step: Move) -> Allowed {
        let mage = self.active();
        match step {
            Move::EndTurn(_) => require(self.may_end_turn(), || Refusal::new("ACTIONS_LEFT", "11")),
            Move::Weaken { force, domain } => self.allow_weaken(force, domain),
            Move::KillGuard { seat, domain } => self.allow_kill(seat, domain),
            Move::Recover { gem } => {
                self.allow_glyphs(Domain::Sulphur, 1, "28")?;
                require(mage.flask.has(gem), || Refusal::new("NOT_IN_FLASK", "28").kind("gem", gem))
            }
            Move::Empower(_) => self.allow_glyphs(Domain::Solar, 1, "24"),
            Move::StealCard { seat, back } => {
                self.allow_glyphs(Domain::Shadow, STEAL_CARD_COST, "29")?;
                self.allow_other(seat, "40")?;
                let has = !self.mage(seat).hand_of(back).is_empty();
                require(has, || Refusal::new("NO_SUCH_CARD", "40").kind("back", back))
            }
            Move::Wound(_) => self.allow_glyphs(Domain::Shadow, WOUND_COST, "29"),
            Move::StealArtefact { artefact } => self.allow_steal(artefact),
            Move::Peek { count } => {
                require(count > 0, || Refusal::new("TOO_DEEP", "30"))?;
                self.allow_glyphs(Domain::Cobalt, count, "30")?;
                let deep = usize::from(count) <= self.city.deck.len();
                require(deep, || Refusal::new("TOO_DEEP", "33d"))
            }
            Move::Heal(_) => {
                self.allow_glyphs(Domain::Cobalt, HEAL_COST, "30")?;
                let is_ill = self.city.health < self.options.full_health;
                require(is_ill, || Refusal::new("KING_WELL", "33e"))
            }
            Move::Tilt { .. }
            | Move::Strike(_)
            | Move::Defend(_)
            | Move::Decline(_)
            | Move::Ready { .. }
            | Move::ReadyAll(_)
            | Move::ChooseRole { .. } => Err(Refusal::new("NOT_NOW", "5")),
            step => {
                require(self.turn.actions > 0, || Refusal::new("NO_ACTIONS_LEFT", "10"))?;
                self.allow_action(step)
            }
        }
    }

    fn allow_action(&self, step: Move) -> Allowed {
        let mage = self.active();
        match step {
            Move::Draw { pile } => self.allow_draw(pile),
            Move::Reinforce(_) => {
                require(mage.power < POWER_MOST, || Refusal::new("POWER_FULL", "20d"))
            }
            Move::Destroy { gem } => allow_gem(mage, gem, "14"),
            Move::Create { gem } => {
                self.allow_reserve(gem, "15")?;
                allow_power(mage, self.flux(gem), "15")
            }
            Move::Shape { artefact, gem } => self.allow_shape(artefact, gem, !self.turn.has_helped),
            Move::Use { card } => allow_maker(mage, card, "21"),
            Move::Channel { .. } => allow_role(mage, Role::GrandAlchemist, "C4"),
            Move::Prepare { gem, seat } => self.allow_prepare(gem, seat),
            Move::RemoveGem { artefact, gem } => self.allow_remove(artefact, gem),
            Move::Disable { artefact } => self.allow_disable(artefact),
            Move::Tribute { gem } => {
                allow_citizen(mage, "56")?;
                let is_tribute = matches!(gem, Domain::Fire | Domain::Sulphur);
                require(is_tribute, || Refusal::new("NO_TRIBUTE", "42").kind("gem", gem))?;
                require(self.city.dragon > 1, || Refusal::new("DRAGON_CALM", "42"))?;
                allow_gem(mage, gem, "42")
            }
            Move::Fight { chief } => {
                allow_citizen(mage, "47")?;
                let is_there = self.city.chiefs.contains(&chief);
                require(is_there, || Refusal::new("NO_SUCH_CHIEF", "43").kind("chief", chief))
            }
            Move::PlaceGuard(_) => {
                self.allow_exile_rules()?;
                allow_citizen(mage, "56")?;
                allow_gem(mage, mage.domain, "34")?;
                allow_power(mage, GUARD_POWER, "34")
            }
            Move::Accuse { seat, faction } => {
                self.allow_exile_rules()?;
                allow_citizen(mage, "51")?;
                self.allow_other(seat, "49")?;
                let is_open = !self.mage(seat).is_revealed;
                require(is_open, || Refusal::new("ALREADY_REVEALED", "64c").seat("seat", seat))?;
                require(self.is_in_play(faction), || {
                    let seats = self.seat_count();
                    Refusal::new("NOT_IN_PLAY", "49")
                        .kind("faction", faction)
                        .number("seats", seats)
                })
            }
            Move::Assault(_) => require(mage.is_exiled, || Refusal::new("NOT_EXILED", "65")),
            Move::GiveCard { seat, artefact } => {
                self.allow_help(seat)?;
                let has = mage.hand.has(artefact);
                require(has, || Refusal::new("NOT_IN_HAND", "93").kind("artefact", artefact))?;
                let room = self.mage(seat).hand.len() < HAND_LIMIT;
                require(room, || Refusal::new("HAND_FULL", "93").number("limit", LIMIT))
            }
            Move::GiveGem { seat, gem } => {
                self.allow_help(seat)?;
                allow_gem(mage, gem, "93")
            }
            Move::GiveArtefact { seat, artefact } => {
                self.allow_help(seat)?;
                let has = mage.cards.has(artefact.card());
                require(has, || Refusal::new("NOT_FINISHED", "100h").kind("artefact", artefact))
            }
            _ => Err(Refusal::new("NOT_NOW", "5")),
        }
    }

    fn allow_draw(&self, pile: u8) -> Allowed {
        let found = usize::from(pile).checked_sub(1).and_then(|place| self.city.piles.get(place));
        let Some(found) = found else { return Err(Refusal::new("NO_SUCH_PILE", "3")) };
        require(found.size > 0, || Refusal::new("EMPTY_PILE", "12"))?;
        let room = self.active().hand.len() < HAND_LIMIT;
        require(room, || Refusal::new("HAND_FULL", "12").number("limit", LIMIT))
    }

    /// A gem on an artefact: one of the own hand, one that is started, or in the variant one that
    /// another has started.
    fn allow_shape(&self, artefact: Artefact, gem: Domain, may_help: bool) -> Allowed {
        let (mage, facts) = (self.active(), artefact.facts());
        if !mage.hand.has(artefact) {
            match self.starter_of(artefact) {
                None => {
                    return Err(Refusal::new("NOT_IN_HAND", "16").kind("artefact", artefact));
                }
                Some(owner) if owner != self.turn.active => {
                    self.allow_helping(owner, may_help)?;
                }
                Some(_) => {}
            }
        }
        require(self.city.lacks(artefact, gem) > 0, || {
            Refusal::new("NO_SUCH_SLOT", "16").kind("artefact", artefact).kind("gem", gem)
        })?;
        allow_gem(mage, gem, "16")?;
        let is_last = self.city.empty_slots(artefact) == 1;
        if is_last { allow_power(mage, facts.power, "18") } else { Ok(()) }
    }

    fn allow_prepare(&self, gem: Domain, seat: Seat) -> Allowed {
        let mage = self.active();
        allow_role(mage, Role::Preparer, "C4")?;
        self.allow_reserve(gem, "C4")?;
        if seat == self.turn.active {
            return Ok(());
        }
        self.allow_other(seat, "C4")?;
        let apart = mage.is_exiled || self.mage(seat).is_exiled;
        require(!apart, || Refusal::new("NO_HELP_IN_EXILE", "100e"))
    }

    fn allow_remove(&self, artefact: Artefact, gem: Domain) -> Allowed {
        let mage = self.active();
        allow_role(mage, Role::Saboteur, "C4")?;
        allow_citizen(mage, "100e")?;
        let is_anothers = self.starter_of(artefact).is_some_and(|owner| owner != self.turn.active);
        require(is_anothers, || Refusal::new("NOT_STARTED", "100g").kind("artefact", artefact))?;
        let has_gem = self.city.placed[artefact as usize].count(gem) > 0;
        require(has_gem, || {
            Refusal::new("NO_SUCH_SLOT", "100g").kind("artefact", artefact).kind("gem", gem)
        })
    }

    fn allow_disable(&self, artefact: Artefact) -> Allowed {
        let mage = self.active();
        allow_role(mage, Role::Saboteur, "C4")?;
        allow_citizen(mage, "100e")?;
        let owner = self.allow_anothers(artefact, "100g")?;
        let is_ready = self.mage(owner).ready().has(artefact.card());
        require(is_ready, || Refusal::new("NOT_READY", "100g").kind("card", artefact.card()))
    }

    fn allow_weaken(&self, force: Force, domain: Domain) -> Allowed {
        let Some(cost) = Self::cost_to_weaken(force, domain) else {
            return Err(Refusal::new("WRONG_GLYPHS", "23").kind("domain", domain));
        };
        allow_citizen(self.active(), "57")?;
        self.allow_glyphs(domain, cost, if domain == Domain::Fire { "25" } else { "27" })?;
        let is_above = self.city.force(force) > self.options.force_floor;
        require(is_above, || Refusal::new("AT_FLOOR", "33c"))
    }

    fn allow_kill(&self, owner: Seat, domain: Domain) -> Allowed {
        let kills = matches!(domain, Domain::Fire | Domain::Shadow);
        require(kills, || Refusal::new("WRONG_GLYPHS", "23").kind("domain", domain))?;
        allow_citizen(self.active(), "57")?;
        self.allow_glyphs(domain, KILL_COST, if domain == Domain::Fire { "25" } else { "29" })?;
        let has_guard = self.is_seat(owner) && self.mage(owner).guards > 0;
        require(has_guard, || Refusal::new("NO_GUARD", "39a"))
    }

    fn allow_steal(&self, artefact: Artefact) -> Allowed {
        allow_citizen(self.active(), "63")?;
        self.allow_glyphs(Domain::Shadow, STEAL_ARTEFACT_COST, "29")?;
        let owner = self.allow_anothers(artefact, "29")?;
        require(!artefact.is_grimoire(), || {
            Refusal::new("GRIMOIRE", "29").kind("artefact", artefact)
        })?;
        let is_citizen = !self.mage(owner).is_exiled;
        require(is_citizen, || Refusal::new("OUT_OF_REACH", "58").seat("seat", owner))
    }

    /// The other mage who has `artefact` finished.
    fn allow_anothers(&self, artefact: Artefact, rule: &'static str) -> Result<Seat, Refusal> {
        self.owner_of(artefact)
            .filter(|&owner| owner != self.turn.active)
            .ok_or_else(|| Refusal::new("NOT_FINISHED", rule).kind("artefact", artefact))
    }

    fn allow_help(&self, to: Seat) -> Allowed {
        self.allow_other(to, "93")?;
        self.allow_helping(to, !self.turn.has_helped)
    }

    fn allow_helping(&self, to: Seat, may_help: bool) -> Allowed {
        require(self.options.grand_alchemist, || Refusal::new("NO_HELP", "93"))?;
        require(may_help, || Refusal::new("HELPED_ALREADY", "93"))?;
        let apart = self.active().is_exiled || self.mage(to).is_exiled;
        require(!apart, || Refusal::new("NO_HELP_IN_EXILE", "94"))
    }

    fn allow_other(&self, seat: Seat, rule: &'static str) -> Allowed {
        let is_other = self.is_seat(seat) && seat != self.turn.active;
        require(is_other, || Refusal::new("NO_SUCH_MAGE", rule))
    }

    fn allow_exile_rules(&self) -> Allowed {
        require(self.has_exile(), || Refusal::new("TWO_PLAYERS", "84"))
    }

    fn allow_glyphs(&self, domain: Domain, needed: u8, rule: &'static str) -> Allowed {
        require(self.turn.pool.count(domain) >= needed, || {
            Refusal::new("TOO_FEW_GLYPHS", rule).number("needed", needed).kind("domain", domain)
        })
    }

    fn allow_reserve(&self, gem: Domain, rule: &'static str) -> Allowed {
        require(self.city.reserve.has(gem), || {
            Refusal::new("NOT_IN_RESERVE", rule).kind("gem", gem)
        })
    }
}

/// [`HAND_LIMIT`] as refusals count.
const LIMIT: i64 = HAND_LIMIT as i64;

fn allow_citizen(mage: &Mage, rule: &'static str) -> Allowed {
    require(!mage.is_exiled, || Refusal::new("EXILED", rule))
}

fn allow_gem(mage: &Mage, gem: Domain, rule: &'static str) -> Allowed {
    require(mage.stock.has(gem), || Refusal::new("NOT_IN_STOCK", rule).kind("gem", gem))
}

fn allow_power(mage: &Mage, needed: u8, rule: &'static str) -> Allowed {
    require(mage.power >= needed, || {
        Refusal::new("TOO_LITTLE_POWER", rule).number("needed", needed)
    })
}

/// A ready card with glyphs of its own.
fn allow_maker(mage: &Mage, card: Card, rule: &'static str) -> Allowed {
    require(mage.ready().has(card), || Refusal::new("NOT_READY", rule).kind("card", card))?;
    require(card.glyphs().is_some(), || Refusal::new("NO_GLYPHS", "100d").kind("card", card))
}

/// The ready Talent of a role.
fn allow_role(mage: &Mage, role: Role, rule: &'static str) -> Allowed {
    require(mage.role == Some(role), || Refusal::new("NOT_YOUR_ROLE", rule).kind("role", role))?;
    require(mage.ready().has(role.card()), || {
        Refusal::new("NOT_READY", rule).kind("card", role.card())
    })
}
