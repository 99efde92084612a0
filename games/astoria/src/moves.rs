//! The steps a mage can make, one choice each.

#![expect(missing_docs, reason = "what has no comment is described by its type and name")]

use gueridon_game::{Sdl, Seat, Yes};
use serde::{Deserialize, Serialize};

use crate::cards::{Artefact, Card, Domain, Faction, Invasion, Role};

/// One step of one seat. Choices of several cards or gems are made one by one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Sdl)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Move {
    /// Draw an artefact (12).
    Draw {
        /// The pile, from 1.
        pile: u8,
    },
    /// Gain 1 Power (13).
    Reinforce(Yes),
    /// Put a gem of the stock into the Reserve for its flux in Power (14).
    Destroy { gem: Domain },
    /// Pay a gem's flux in Power and take it from the Reserve (15).
    Create { gem: Domain },
    /// Put a gem of the stock on an artefact of the hand, which starts it, or on a started one
    /// (16); in the variant also on one that another has started (93). Also the second gem of a
    /// Preparer (90).
    Shape { artefact: Artefact, gem: Domain },
    /// Tilt a card for its glyphs, as an action (21).
    Use {
        /// A ready finished artefact, or the character.
        card: Card,
    },
    /// Tilt the Grand Alchemist's role card: 3 glyphs of the own domain, or 1 of another. As an
    /// action, in a fight, or in reaction.
    Channel {
        /// The domain of the glyphs.
        domain: Domain,
    },
    /// Tilt the Preparer's role card and make a gem out of the Reserve for somebody.
    Prepare {
        gem: Domain,
        /// Who gets it.
        seat: Seat,
    },
    /// Tilt the Saboteur's role card and take a gem off another's started artefact.
    RemoveGem { artefact: Artefact, gem: Domain },
    /// Tilt the Saboteur's role card and a ready artefact of another.
    Disable { artefact: Artefact },
    /// Pay the dragon a tribute (42).
    Tribute {
        /// A red or yellow gem: of Fire or of Sulphur.
        gem: Domain,
    },
    /// Go out against a chief; the cards to tilt follow (43).
    Fight {
        /// A chief in the field.
        chief: Invasion,
    },
    /// Place a guard for 5 Power and a gem of the own domain (34).
    PlaceGuard(Yes),
    /// Accuse another mage; a wrong accusation sends its maker into exile (49).
    Accuse {
        /// Whom.
        seat: Seat,
        /// Of working for whom.
        faction: Faction,
    },
    /// Go out against the palace, in exile; the cards to tilt follow (65).
    Assault(Yes),
    /// Give a card of the hand, in the variant (93).
    GiveCard {
        /// To whom.
        seat: Seat,
        /// The card.
        artefact: Artefact,
    },
    /// Give a gem of the stock, in the variant (93). A second one may follow.
    GiveGem {
        /// To whom.
        seat: Seat,
        gem: Domain,
    },
    /// Give a finished artefact, in the variant (93).
    GiveArtefact {
        /// To whom.
        seat: Seat,
        artefact: Artefact,
    },
    /// End the turn (11).
    EndTurn(Yes),
    /// Spend 1 Fire or Nature glyph to take 1 off the Barbarians, or 1 Fire glyph or 2 of Nature to
    /// take 1 off the Populace (25, 27).
    Weaken {
        /// Whose force.
        force: Force,
        /// With which glyphs.
        domain: Domain,
    },
    /// Spend 3 Fire or Shadow glyphs to kill a guard; Fire sends its user into exile (25, 29).
    KillGuard {
        /// Whose guard.
        seat: Seat,
        /// With which glyphs.
        domain: Domain,
    },
    /// Spend a Sulphur glyph to take a gem out of the flask (28).
    Recover { gem: Domain },
    /// Spend all Solar glyphs for as much Power, and 1 more (24).
    Empower(Yes),
    /// Spend 2 Shadow glyphs to steal a card from a hand, by its back (29).
    StealCard {
        /// Whose hand.
        seat: Seat,
        /// The back of the card; chance decides among those with this back.
        back: Domain,
    },
    /// Spend 3 Shadow glyphs to wound the King, and go into exile (29).
    Wound(Yes),
    /// Spend 6 Shadow glyphs to steal a finished artefact, no Grimoire, of a mage who is not in
    /// exile (29).
    StealArtefact { artefact: Artefact },
    /// Spend Cobalt glyphs to look at as many of the next invasion cards (30).
    Peek { count: u8 },
    /// Spend 3 Cobalt glyphs to heal the King (30).
    Heal(Yes),
    /// Tilt a card for a fight, to save a guard, or to counter a curse.
    Tilt {
        /// A ready finished artefact, or the character.
        card: Card,
    },
    /// Close the choice of cards to attack with.
    Strike(Yes),
    /// Defend the palace with the cards tilted so far, and the own guards (66).
    Defend(Yes),
    /// Do without: a defence, a reaction, a second gem, cards straightened.
    Decline(Yes),
    /// Straighten all tilted cards, where there are no more than may be straightened (75).
    ReadyAll(Yes),
    /// Straighten a tilted card (75).
    Ready { card: Card },
    /// Choose a role, in the variant (86).
    ChooseRole { role: Role },
}

/// Who besieges the city.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Sdl)]
#[serde(rename_all = "snake_case")]
pub enum Force {
    /// The Barbarians.
    Barbarians,
    /// The Populace.
    Populace,
}
