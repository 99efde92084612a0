//! The functions of all fields of the platform's schema.

use super::mutation;
use super::query;
use super::state::Fields;
use super::{
    account, account_export, entry, finished_game, game, invitation, message, previewed, report,
    results, seat, server, settings, snapshot, subscription, table, table_update, tables_update,
};

/// Every field that is answered by a function, and every type that is answered as JSON.
#[must_use]
pub(super) fn fields() -> Fields {
    let mut fields = Fields::default();
    for register in [
        query::register,
        server::register,
        mutation::account::register,
        mutation::operator::register,
        mutation::notifications::register,
        mutation::lobby::register,
        mutation::play::register,
        mutation::seat_action::register,
        mutation::talk::register,
        subscription::register,
        table_update::register,
        tables_update::register,
        game::register,
        account::register,
        account_export::register,
        table::register,
        settings::register,
        snapshot::register,
        seat::register,
        entry::register,
        message::register,
        report::register,
        invitation::register,
        finished_game::register,
        previewed::register,
        results::register,
    ] {
        register(&mut fields);
    }
    fields
}

#[cfg(test)]
mod tests {
    use gueridon_graphql::sdl::{Merged, Types};

    use super::*;
    use crate::schema::PLATFORM;

    #[test]
    fn every_field_of_the_schema_has_one_function_and_the_arguments_that_it_says() {
        // As with a game: without one these inputs have no fields.
        let [moves, options] = ["Move", "Options"].map(|name| format!("input {name} @oneOf"));
        let sdl = PLATFORM
            .replace(&moves, &format!("{moves} {{ toy: Yes }}"))
            .replace(&options, &format!("{options} {{ toy: Yes }}"));
        let merged = Merged::base(&sdl).unwrap();
        assert_eq!(fields().check(&Types::new(&merged)), [""; 0]);
    }
}
