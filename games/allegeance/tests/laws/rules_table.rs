//! `RULES.md` has every rule and card, and a test for each of them.

use allegeance::cards::{Guild, Oath};
use gueridon_game::Kind;
use gueridon_game::testkit::RulesTable;

/// Rules that are numbered by letter.
const LETTERED: [&str; 8] = ["F0a", "F7a", "F8a", "F10a", "F12a", "F20a", "F22a", "F24a"];
/// Sections that are shown as a whole: gems, who sees what, decisions, the worked count.
const SECTIONS: [&str; 4] = ["C", "G", "H", "I"];

#[test]
fn every_rule_and_card_is_in_the_table_and_has_a_test() {
    RulesTable::of(env!("CARGO_MANIFEST_DIR"))
        .rules((0..=31).map(|number| format!("F{number}")))
        .rules(LETTERED)
        .rules(SECTIONS)
        .things("guild", Guild::ALL.iter().map(|guild| guild.id()))
        .things("chief", Guild::ALL.iter().map(|guild| guild.chief().id()))
        .things("oath", Oath::ALL.iter().map(|oath| oath.id()))
        .check();
}
