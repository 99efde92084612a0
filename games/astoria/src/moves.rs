//! The steps a mage can make, one choice each.

use gueridon_game::{Seat, Yes};
use serde::{Deserialize, Serialize};

use crate::cards::{Artefact, Card, Domain, Faction, Invasion, Role};

/// One step of one seat. Choices of several cards or gems are made one by one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Move {
    /// Draws an artefact (12).
    Draw {
        /// Which pile, from 1.
        pile: u8,
    },
    /// Gains 1 Power (13).
    Reinforce(Yes),
    /// Puts a gem of the stock into the Reserve for its flux in Power (14).
    Destroy {
        /// The gem.
        gem: Domain,
    },
    /// Pays a gem's flux in Power and takes it from the Reserve (15).
    Create {
        /// The gem.
        gem: Domain,
    },
    /// Puts a gem of the stock on an artefact: one of the hand, which it starts, or one that is
    /// started (16); in the variant also one that another has started (93).
    Shape {
        /// The artefact.
        artefact: Artefact,
        /// The gem.
        gem: Domain,
    },
    /// Tilts a card for its glyphs, as an action (21).
    Use {
        /// A finished artefact or the character.
        card: Card,
    },
    /// Tilts the Grand Alchemist's role card: 3 glyphs of the own domain, or 1 of another (C4).
    /// As an action, in a fight, or in reaction.
    Channel {
        /// The domain of the glyphs.
        domain: Domain,
    },
    /// Tilts the Preparer's role card and makes a gem for somebody (C4).
    Prepare {
        /// The gem.
        gem: Domain,
        /// Who gets it.
        seat: Seat,
    },
    /// Tilts the Saboteur's role card and takes a gem off another's started artefact (C4).
    RemoveGem {
        /// The artefact.
        artefact: Artefact,
        /// The gem.
        gem: Domain,
    },
    /// Tilts the Saboteur's role card and a ready artefact of another (C4).
    Disable {
        /// The artefact.
        artefact: Artefact,
    },
    /// Pays the dragon a tribute (42).
    Tribute {
        /// A red or yellow gem: of Fire or of Sulphur.
        gem: Domain,
    },
    /// Goes out against a chief; the cards to tilt follow (43).
    Fight {
        /// A chief in the field.
        chief: Invasion,
    },
    /// Places a guard (34).
    PlaceGuard(Yes),
    /// Accuses another mage (49).
    Accuse {
        /// Whom.
        seat: Seat,
        /// Of working for whom.
        faction: Faction,
    },
    /// Goes out against the palace; the cards to tilt follow (65).
    Assault(Yes),
    /// Gives a card of the hand (93).
    GiveCard {
        /// To whom.
        seat: Seat,
        /// The card.
        artefact: Artefact,
    },
    /// Gives a gem of the stock (93).
    GiveGem {
        /// To whom.
        seat: Seat,
        /// The gem.
        gem: Domain,
    },
    /// Gives a finished artefact (93).
    GiveArtefact {
        /// To whom.
        seat: Seat,
        /// The artefact.
        artefact: Artefact,
    },
    /// Ends the turn (11).
    EndTurn(Yes),
    /// Spends glyphs to take 1 off the force of Barbarians or Populace (25, 27).
    Weaken {
        /// Whose force.
        force: Force,
        /// With which glyphs: of Fire or of Nature.
        domain: Domain,
    },
    /// Spends 3 glyphs to kill a guard (25, 29).
    KillGuard {
        /// Whose guard.
        seat: Seat,
        /// With which glyphs: of Fire or of Shadow.
        domain: Domain,
    },
    /// Spends a Sulphur glyph to take a gem out of the flask (28).
    Recover {
        /// The gem.
        gem: Domain,
    },
    /// Spends all Solar glyphs for Power (24).
    Empower(Yes),
    /// Spends 2 Shadow glyphs to steal a card from a hand, by its back (29). Chance decides among those with this back.
    StealCard {
        /// Whose hand.
        seat: Seat,
        /// The back of the card.
        back: Domain,
    },
    /// Spends 3 Shadow glyphs to wound the King (29).
    Wound(Yes),
    /// Spends 6 Shadow glyphs to steal a finished artefact (29).
    StealArtefact {
        /// The artefact.
        artefact: Artefact,
    },
    /// Spends Cobalt glyphs to look at as many of the next invasion cards (30).
    Peek {
        /// How many.
        count: u8,
    },
    /// Spends 3 Cobalt glyphs to heal the King (30).
    Heal(Yes),
    /// Tilts a card for a fight, or to save a guard or to counter a malefice.
    Tilt {
        /// A finished artefact or the character.
        card: Card,
    },
    /// Closes the choice of cards to attack with.
    Strike(Yes),
    /// Defends the palace with the cards tilted so far, and one's guards (66).
    Defend(Yes),
    /// Does without: a defence, a reaction, a second gem, cards straightened.
    Decline(Yes),
    /// Straightens all tilted cards, where there are no more than may be straightened (75).
    ReadyAll(Yes),
    /// Straightens a tilted card (75).
    Ready {
        /// The card.
        card: Card,
    },
    /// Chooses a role (86).
    ChooseRole {
        /// The role.
        role: Role,
    },
}

/// Who besieges the city.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Force {
    /// The Barbarians.
    Barbarians,
    /// The Populace.
    Populace,
}
