//! Compares functions and their argument structs with the schema.
//!
//! What a struct takes is found by deserializing it from values that the schema allows, with a
//! deserializer that notes which fields, variants and options serde asks for.

mod probe;
mod samples;

use std::cell::RefCell;
use std::collections::BTreeSet;

use async_graphql_parser::types::OperationType;
use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};

use self::probe::{Expected, Probe};
use self::samples::Samples;
use super::{Fields, Registered};
use crate::sdl::types::{Field, Input, Kind, Types};

/// Where the functions differ from the schema.
pub(super) fn check<C>(fields: &Fields<C>, types: &Types) -> Vec<String> {
    let mut wrong = Vec::new();
    let with_functions: BTreeSet<_> = fields.registered.iter().map(|one| one.type_name).collect();
    for ty in types.iter() {
        let Kind::Object(of_schema) = &ty.kind else { continue };
        let is_json = fields.json.contains(&&*ty.name);
        match (is_json, with_functions.contains(&*ty.name)) {
            (true, true) => wrong.push(format!("{} is JSON and has functions", ty.name)),
            (false, false) => wrong.push(format!("{} is neither JSON nor has functions", ty.name)),
            _ => {}
        }
        for field in of_schema {
            let place = format!("{}.{}", ty.name, field.name);
            let named =
                |one: &&Registered<C>| *one.type_name == *ty.name && *one.name == *field.name;
            match &fields.registered.iter().filter(named).collect::<Vec<_>>()[..] {
                [] if is_json => {
                    let of_json = |input: &Input| &*input.name == "language";
                    if !field.arguments.iter().all(of_json) {
                        wrong.push(format!("{place} has arguments: JSON takes none"));
                    }
                }
                [] => wrong.push(format!("{place} has no function")),
                [one] => {
                    let found = (one.mismatches)(types, &field.arguments);
                    wrong.extend(found.into_iter().map(|found| format!("{place}: {found}")));
                }
                _ => wrong.push(format!("{place} has several functions")),
            }
        }
    }
    let of_schema = |ty: &str| types.find(ty).map(|id| &types.get(id).kind);
    for one in &fields.registered {
        let ty = types.find(one.type_name);
        if ty.and_then(|ty| types.field(ty, one.name)).is_none() {
            wrong.push(format!("{}.{} is not in the schema", one.type_name, one.name));
        }
    }
    for ty in &fields.json {
        if !matches!(of_schema(ty), Some(Kind::Object(_))) {
            wrong.push(format!("{ty} is no object type of the schema"));
        }
    }
    match (fields.subscriptions, types.root(OperationType::Subscription)) {
        (Some(mismatches), _) => wrong.extend(mismatches(types)),
        (None, Some(_)) => wrong.push("Subscription is read as no enum".to_owned()),
        (None, None) => {}
    }
    wrong
}

/// Where the enum `F` differs from the fields of `Subscription`.
pub(super) fn subscriptions<F: DeserializeOwned>(types: &Types) -> Vec<String> {
    let root = types.root(OperationType::Subscription).map(|id| &types.get(id).kind);
    let Some(Kind::Object(fields)) = root else {
        return vec!["there is no Subscription".to_owned()];
    };
    let samples = Samples { types };
    let of = |field: &Field| {
        let arguments = samples.objects(&field.arguments, false, 0).into_iter();
        arguments.map(|given| json!({ &*field.name: given })).collect::<Vec<_>>()
    };
    probe::<F>(types, Expected::Fields(fields), fields.iter().flat_map(of))
        .into_iter()
        .map(|wrong| format!("Subscription: {wrong}"))
        .collect()
}

/// Where the struct `A` differs from a field's arguments.
pub(super) fn mismatches<A: DeserializeOwned>(types: &Types, inputs: &[Input]) -> Vec<String> {
    let samples = Samples { types };
    probe::<A>(types, Expected::Arguments(inputs), samples.objects(inputs, false, 0))
}

fn probe<A: DeserializeOwned>(
    types: &Types,
    shape: Expected<'_>,
    samples: impl IntoIterator<Item = Json>,
) -> Vec<String> {
    let wrong = RefCell::default();
    for given in samples {
        let probe = Probe { types, wrong: &wrong, place: String::new(), shape, value: &given };
        if let Err(error) = A::deserialize(probe) {
            wrong.borrow_mut().insert(format!("the struct does not take {given}: {error}"));
        }
    }
    wrong.into_inner().into_iter().collect()
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::value::RawValue;

    use super::*;
    use crate::resolver::{self, Context, Resolve};
    use crate::sdl::Merged;
    use crate::value::ObjectType;

    const SDL: &str = "
        type Query {
            table(id: ID!, at: Int, sight: Sight! = OWN, clock: Clock, tags: [String!]): Table
            plain: Int!
        }
        type Table { name(language: Sight!): String }
        enum Sight { OWN ALL }
        input Clock @oneOf { live: Live letter: Int }
        input Live { bank: Int! extra: JSON }
        scalar JSON
    ";

    struct Query;
    impl ObjectType for Query {
        const NAME: &'static str = "Query";
    }
    struct Table;
    impl ObjectType for Table {
        const NAME: &'static str = "Table";
    }

    #[derive(Deserialize)]
    #[serde(rename_all = "SCREAMING_SNAKE_CASE")]
    enum Sight {
        Own,
        All,
    }
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    #[expect(dead_code, reason = "only its shape is looked at")]
    enum Clock {
        Live(Live),
        Letter(i32),
    }
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only its shape is looked at")]
    struct Live {
        bank: i32,
        extra: Option<Box<RawValue>>,
    }
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only its shape is looked at")]
    struct Arguments<Id = String, At = Option<i32>, S = Sight, C = Option<Clock>> {
        id: Id,
        at: At,
        sight: S,
        clock: C,
        tags: Option<Vec<String>>,
    }

    async fn table<A>(_: Context<'_, ()>, _: &Query, _: A) -> Option<Table> {
        None
    }
    async fn name(_: Context<'_, ()>, _: &Table) -> resolver::Json<&'static str> {
        resolver::Json("a table")
    }

    fn types() -> Types {
        Types::new(&Merged::base(SDL).unwrap())
    }

    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    #[expect(dead_code, reason = "only its shape is looked at")]
    enum Subscribed {
        Moved(Since),
        Told {},
    }
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only its shape is looked at")]
    struct Since {
        since: i32,
    }

    fn wrong_with_subscriptions<F: DeserializeOwned>(sdl: &str) -> String {
        let types = Types::new(&Merged::base(&format!("type Query {{ a: Int }} {sdl}")).unwrap());
        let mut fields = Fields::<()>::default();
        fields.json(&["Query", "Subscription"]);
        fields.subscriptions::<F>();
        let wrong = fields.check(&types).into_iter();
        wrong.filter(|one| one.starts_with("Subscription: ")).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn subscriptions_are_the_variants_of_an_enum_with_their_arguments() {
        let wrong_with = wrong_with_subscriptions::<Subscribed>;
        let found = wrong_with("type Subscription { moved(since: Int! = 0): Int told: Int }");
        assert_eq!(found, "");
        let found = wrong_with("type Subscription { moved(since: Int! = 0): Int said: Int }");
        assert!(found.contains("the schema does not have told, and Rust does"), "{found}");
        assert!(found.contains("the schema has said, and Rust does not"), "{found}");
        let found = wrong_with("type Subscription { moved(since: Int = 0): Int told: Int }");
        assert!(found.contains("moved.since: it may be null, and Rust takes no null"), "{found}");
    }

    fn wrong_with<A, F>(function: F) -> Vec<String>
    where
        A: crate::resolver::Arguments,
        F: for<'a> Resolve<'a, (), Query, A> + 'static,
    {
        let mut fields = Fields::<()>::default();
        let query = fields.object::<Query>();
        let _ = query.field("table", function).property("plain", |_| resolver::Json(1));
        fields.json(&["Table"]);
        fields.check(&types())
    }

    #[test]
    fn a_struct_that_fits_the_schema_is_accepted() {
        assert_eq!(wrong_with(table::<Arguments>), [""; 0]);
    }

    #[test]
    fn an_argument_without_a_field_and_a_field_without_an_argument_are_found() {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        #[expect(dead_code, reason = "only its shape is looked at")]
        struct Other {
            id: String,
            sight: Sight,
            #[serde(rename = "when")]
            at: Option<i32>,
            clock: Option<Clock>,
        }
        let found = wrong_with(table::<Other>).join("\n");
        assert!(found.contains("Query.table: arguments: the schema does not have when"), "{found}");
        assert!(found.contains("the schema has tags, and Rust does not"), "{found}");
    }

    #[test]
    fn options_where_the_schema_has_no_null_and_the_reverse_are_found() {
        let found = wrong_with(table::<Arguments<Option<String>>>);
        assert_eq!(found, ["Query.table: id: it is never null, and Rust has an Option"]);
        let found = wrong_with(table::<Arguments<String, i32>>).join("\n");
        assert!(found.contains("at: it may be null, and Rust takes no null"), "{found}");
    }

    #[test]
    fn values_of_another_type_and_other_variants_are_found() {
        #[derive(Deserialize)]
        #[serde(rename_all = "SCREAMING_SNAKE_CASE")]
        enum Eyes {
            Own,
            Closed,
        }
        let found = wrong_with(table::<Arguments<String, Option<i32>, Eyes>>).join("\n");
        assert!(found.contains("sight: the schema does not have CLOSED, and Rust does"), "{found}");
        assert!(found.contains("sight: the schema has ALL, and Rust does not"), "{found}");
        let found = wrong_with(table::<Arguments<u8>>).join("\n");
        assert!(found.contains("the struct does not take"), "{found}");
        let found = wrong_with(table::<Arguments<String, Option<u8>>>).join("\n");
        assert!(found.contains("the struct does not take"), "{found}");
    }

    #[test]
    fn inputs_are_followed_to_their_innermost_fields() {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        #[expect(dead_code, reason = "only its shape is looked at")]
        enum Ticking {
            Live(Bank),
            Letter(Option<i32>),
        }
        #[derive(Deserialize)]
        #[expect(dead_code, reason = "only its shape is looked at")]
        struct Bank {
            bank: Option<i32>,
            more: Option<i32>,
        }
        type Other = Arguments<String, Option<i32>, Sight, Option<Ticking>>;
        let found = wrong_with(table::<Other>).join("\n");
        for wrong in [
            "clock.live: the schema does not have more",
            "clock.live: the schema has extra",
            "clock.live.bank: it is never null",
        ] {
            assert!(found.contains(wrong), "{wrong} is not in\n{found}");
        }
    }

    #[test]
    fn fields_without_functions_and_functions_without_fields_are_found() {
        let mut fields = Fields::<()>::default();
        let query = fields.object::<Query>().property("plain", |_| resolver::Json(1));
        let _ =
            query.property("gone", |_| resolver::Json(1)).property("plain", |_| resolver::Json(2));
        fields.json(&["Chair"]);
        assert_eq!(
            fields.check(&types()),
            [
                "Query.table has no function",
                "Query.plain has several functions",
                "Table is neither JSON nor has functions",
                "Table.name has no function",
                "Query.gone is not in the schema",
                "Chair is no object type of the schema",
            ]
        );
    }

    #[test]
    fn a_function_without_arguments_does_not_fit_a_field_with_arguments() {
        let mut fields = Fields::<()>::default();
        let _ = fields.object::<Table>().field("name", name);
        let found = fields.check(&types()).join("\n");
        assert!(found.contains("Table.name: the function does not take language"), "{found}");
    }
}
