//! What beginners are told of Abyss.

use abyss::Abyss;
use gueridon_game::testkit::check_learning;

#[test]
fn beginners_are_told_of_what_there_is_and_of_all_that_comes_up() {
    check_learning::<Abyss>(include_str!("../../learning.json"), 60);
}
