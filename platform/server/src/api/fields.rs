//! The functions of all fields of the platform's schema.

use super::mutation;
use super::query;
use super::state::Fields;
use super::{
    account, account_export, analysis, entry, finished_game, game, hint, invitation, invite,
    message, node, operations, previewed, program, program_queries, registered_player, report,
    results, seat, server, settings, snapshot, subscription, table, table_update, tables_update,
};

/// Every field that is answered by a function, and every type that is answered as JSON.
#[must_use]
pub(super) fn fields() -> Fields {
    let mut fields = Fields::default();
    for register in [
        query::register,
        node::register,
        server::register,
        mutation::account::register,
        mutation::operator::register,
        mutation::notifications::register,
        mutation::lobby::register,
        mutation::program::register,
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
        operations::register,
        registered_player::register,
        invitation::register,
        program::register,
        program_queries::register,
        invite::register,
        finished_game::register,
        previewed::register,
        hint::register,
        analysis::register,
        results::register,
    ] {
        register(&mut fields);
    }
    fields
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use async_graphql_parser::parse_schema;
    use async_graphql_parser::types::{TypeKind, TypeSystemDefinition};
    use gueridon_graphql::sdl::{Merged, Types};

    use super::*;
    use crate::schema::PLATFORM;

    #[test]
    fn every_field_of_the_schema_has_one_function_and_the_arguments_that_it_says() {
        // These inputs get their fields from games.
        let [moves, options] = ["Move", "Options"].map(|name| format!("input {name} @oneOf"));
        let sdl = PLATFORM
            .replace(&moves, &format!("{moves} {{ toy: Yes }}"))
            .replace(&options, &format!("{options} {{ toy: Yes }}"));
        let merged = Merged::base(&sdl).unwrap();
        assert_eq!(fields().check(&Types::new(&merged)), [""; 0]);
    }
    /// The types of a schema's text, each with whether it has a field `id` and whether it is a
    /// `Node`.
    fn identities(sdl: &str) -> Vec<(String, bool, bool)> {
        let definitions = parse_schema(sdl).unwrap().definitions.into_iter();
        let types = definitions.filter_map(|definition| match definition {
            TypeSystemDefinition::Type(ty) => Some(ty.node),
            _ => None,
        });
        let identity = types.filter_map(|ty| {
            let (fields, implements) = match &ty.kind {
                TypeKind::Object(object) => (&object.fields, &object.implements),
                TypeKind::Interface(interface) => (&interface.fields, &interface.implements),
                _ => return None,
            };
            let has_id = fields.iter().any(|field| field.node.name.node == "id");
            let name = ty.name.node.to_string();
            let is_node = name == "Node" || implements.iter().any(|one| one.node == "Node");
            Some((name, has_id, is_node))
        });
        identity.collect()
    }

    #[test]
    fn a_type_has_a_field_id_if_and_only_if_it_is_a_node() {
        let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schema");
        let files: Vec<_> =
            fs::read_dir(schema).unwrap().map(|file| file.unwrap().path()).collect();
        assert!(files.len() > 3, "the platform's and each game's: {files:?}");
        let mut nodes = 0;
        for file in files {
            for (name, has_id, is_node) in identities(&fs::read_to_string(&file).unwrap()) {
                assert_eq!(has_id, is_node, "{name} in {}", file.display());
                nodes += usize::from(is_node);
            }
        }
        assert!(nodes > 7, "Node, and games, tables, players and so on");
    }
}
