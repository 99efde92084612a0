//! What the fields of the API cost. `docs/client-developer.md` has the same costs in a table.

use gueridon_graphql::document::{Call, Cost};

/// The most items of a page.
pub(crate) const PAGE: usize = 100;

/// What a field costs.
#[must_use]
pub fn cost(call: &Call<'_>) -> Cost {
    let page = call.page("first", PAGE);
    let (own, times) = match (call.parent(), call.name()) {
        // Each hashes a password, which is slow, and only a few are hashed at a time.
        (
            "Mutation",
            "signIn" | "register" | "resetPassword" | "setEmail" | "setPassword" | "deleteAccount",
        ) => (400, 1),
        // Waits for the webhook's server.
        ("Mutation", "testWebhook") => (400, 1),
        // Most call a module or write to the journal.
        ("Mutation", name) if name != "__typename" => (100, 1),
        ("Query", "preview") | ("Table", "undoable") => (100, 1),
        // Searches for seconds.
        ("Query", "hint") => (1_000, 1),
        // Reads everything about the account from the journal.
        ("Query", "exportAccount") => (200, 1),
        // Counts the tables of every build.
        ("Query", "operations") => (100, 1),
        ("Query", "account") | ("Account", "tokens" | "webhooks" | "mail" | "programs") => (10, 1),
        ("Game", "catalogue") => (50, 1),
        // Replays the game up to that moment.
        ("Table", "snapshot") => (200, 1),
        ("Query", "table")
        | ("Table" | "Snapshot" | "Previewed", "view" | "moves" | "score")
        | ("Table", "stoppedReason") => (10, 1),
        ("Account", "mutes")
        | ("Report", "table")
        | ("Query", "player" | "program")
        | ("Table", "result" | "analysis") => (10, 1),
        // Each is one read of the journal.
        ("Table", "owner" | "inviteCode" | "rematch" | "declines")
        | ("Query", "node" | "invite") => (5, 1),
        ("Query", "nodes") => {
            let ids = call.items("ids", PAGE);
            (5 * ids, ids)
        }
        (
            "Query",
            "tables" | "myTables" | "invitations" | "reports" | "results" | "programs"
            | "registeredPlayers" | "tablesOfBuild",
        ) => (10, page),
        // Entries and messages are copied from the journal, which is far cheaper than a look.
        ("Table" | "Snapshot", "entries") | ("Table", "messages") => (10, page.div_ceil(10)),
        _ => (1, 1),
    };
    Cost { own, times }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use async_graphql_parser::types::Selection;
    use gueridon_graphql::document::limits;
    use gueridon_graphql::fault::Code;
    use gueridon_graphql::sdl::Merged;
    use gueridon_graphql::sdl::types::{Kind, TypeId, Types};

    use super::*;
    use crate::schema::PLATFORM;

    /// The documented cost of each field; `Type.*` stands for all other fields of a type.
    fn documented() -> HashMap<&'static str, (usize, usize)> {
        let page = include_str!("../../../docs/client-developer.md");
        let (_, rest) = page.split_once("\n## What a document costs\n").unwrap();
        let (section, _) = rest.split_once("\n## ").unwrap();
        let mut documented_costs = HashMap::new();
        for row in section.lines().filter_map(|line| line.strip_prefix("| ")) {
            let (cost, fields) = row.split_once(" | ").unwrap();
            let number = cost.chars().take_while(|one| one.is_ascii_digit() || *one == ',');
            let digits: String = number.filter(char::is_ascii_digit).collect();
            let Ok(own) = digits.parse::<usize>() else { continue };
            let times = match cost {
                _ if cost.ends_with("a tenth of `first` times") => 10,
                _ if cost.ends_with("`first` times") => 100,
                _ if cost.starts_with("5 for each of `ids`") => 100,
                _ => 1,
            };
            let own = if cost.contains("for each") { own * times } else { own };
            for field in fields.split('`').skip(1).step_by(2).filter(|name| name.contains('.')) {
                assert_eq!(
                    documented_costs.insert(field, (own, times)),
                    None,
                    "{field} is documented twice"
                );
            }
        }
        documented_costs
    }

    #[test]
    fn fields_cost_what_the_page_for_client_developers_says() {
        let merged = Merged::base(PLATFORM).unwrap();
        let types = Types::new(&merged);
        let mut documented_costs = documented();
        let others = documented_costs.remove("Mutation.*").unwrap();
        let cost_of = |of: TypeId, name: &str| {
            let text = format!("{{ {name}(first: 100) }}");
            let document = async_graphql_parser::parse_query(text).unwrap();
            let (_, operation) = document.operations.iter().next().unwrap();
            let Selection::Field(field) = &operation.node.selection_set.node.items[0].node else {
                panic!("{name} is a field")
            };
            {
                let cost = cost(&Call::new(&types, of, &field.node));
                (cost.own, cost.times)
            }
        };
        for named in merged.types() {
            let of = types.find(&named.name.node).unwrap();
            let ty = types.get(of);
            let (Kind::Object(fields) | Kind::Interface { fields, .. }) = &ty.kind else {
                continue;
            };
            for field in fields {
                let name = format!("{}.{}", ty.name, field.name);
                let usual = if &*ty.name == "Mutation" { others } else { (1, 1) };
                let expected = documented_costs.remove(&*name).unwrap_or(usual);
                assert_eq!(cost_of(of, &field.name), expected, "{name}");
            }
        }
        assert!(documented_costs.is_empty(), "there is no such field: {documented_costs:?}");
    }

    fn checked(text: &str) -> Result<(), Code> {
        let types = Types::new(&Merged::base(PLATFORM).unwrap());
        let document = async_graphql_parser::parse_query(text).unwrap();
        limits::check(&types, &document, cost).map_err(|fault| fault.code)
    }

    #[test]
    fn a_page_costs_as_much_as_it_can_hold() {
        let view =
            |page: &str| format!("query($n: Int!) {{tables{page} {{nodes {{view {{toAct}}}}}}}}");
        assert_eq!(checked(&view("")), Ok(()));
        assert_eq!(checked(&view("(first: 100)")), Ok(()));
        let views = |page: &str| view(page).replace("view", "view a: view");
        assert_eq!(checked(&views("(first: 50)")), Ok(()));
        assert_eq!(checked(&views("(first: 100)")), Err(Code::TOO_COSTLY));
        assert_eq!(checked(&views("(first: $n)")), Err(Code::TOO_COSTLY));
    }

    #[test]
    fn nodes_cost_as_much_as_there_are_ids() {
        let nodes = |ids: &str| {
            let fields = "{ ... on Table { view { toAct } } }";
            format!("query($ids: [ID!]!) {{ nodes(ids: {ids}) {fields} }}")
        };
        assert_eq!(checked(&nodes("$ids")), Ok(()));
        let views = |ids: &str| nodes(ids).replace("view", "a: view { toAct } view");
        assert_eq!(checked(&views("$ids")), Err(Code::TOO_COSTLY));
        assert_eq!(checked(&views("\"a\"")), Ok(()));
        let some = |n| format!("[{}]", vec!["\"a\""; n].join(" "));
        assert_eq!(checked(&views(&some(70))), Ok(()));
        assert_eq!(checked(&views(&some(90))), Err(Code::TOO_COSTLY));
    }

    #[test]
    fn a_mutation_costs_by_its_place_and_not_by_its_name() {
        let many =
            |n, field: &str| -> String { (0..n).map(|i| format!("a{i}: {field} ")).collect() };
        assert_eq!(checked(&format!("mutation {{{}}}", many(20, "leave"))), Ok(()));
        assert_eq!(checked(&format!("mutation {{{}}}", many(21, "leave"))), Err(Code::TOO_COSTLY));
        let spread = format!("mutation {{...F}} fragment F on Mutation {{{}}}", many(21, "leave"));
        assert_eq!(checked(&spread), Err(Code::TOO_COSTLY));
        assert_eq!(checked(&format!("{{me {{{}}}}}", many(21, "leave"))), Ok(()));
        for password in ["signIn", "register", "resetPassword", "setPassword", "deleteAccount"] {
            let guesses = |n| format!("mutation {{{}}}", many(n, password));
            assert_eq!(checked(&guesses(5)), Ok(()));
            assert_eq!(checked(&guesses(6)), Err(Code::TOO_COSTLY));
        }
        let export = |n| format!("{{{}}}", many(n, "exportAccount"));
        assert_eq!(checked(&export(10)), Ok(()));
        assert_eq!(checked(&export(11)), Err(Code::TOO_COSTLY));
    }
}
