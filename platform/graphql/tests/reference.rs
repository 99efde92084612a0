//! The executor against graphql-js: the same schema, data, documents and variables give the same
//! answers, byte by byte, with errors at the same paths; and what graphql-js refuses is refused.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says where")]

#[path = "support/node.rs"]
mod node;

#[path = "support/documents.rs"]
mod documents;

use std::collections::BTreeMap;
use std::io::Write;
use std::process::Stdio;
use std::sync::Arc;

use documents::{Case, INPUTS, INVALID, VALID, generated};
use gueridon_graphql::document::coerce;
use gueridon_graphql::document::{Cost, Documents};
use gueridon_graphql::execute::Execution;
use gueridon_graphql::fault::Fault;
use gueridon_graphql::resolver::{Context, Fields, Resolvers};
use gueridon_graphql::sdl::types::{Base, Kind, Shape};
use gueridon_graphql::sdl::{Merged, Types};
use gueridon_graphql::value::{AnyObject, ObjectType, Run, Value};
use serde_json::{Value as Json, json};

const SCHEMA: &str = include_str!("conformance/schema.graphql");

/// The type `Query` over JSON that is projected: the members of an object are its fields.
struct Projected(Json);

impl ObjectType for Projected {
    const NAME: &'static str = "Query";
}

async fn projected(ctx: Context<'_, ()>, root: &Projected) -> Result<Value, Fault> {
    match &*ctx.field.name {
        "echo" => echo(ctx),
        name => Value::of(&root.0.get(name)),
    }
}

fn echo(ctx: Context<'_, ()>) -> Result<Value, Fault> {
    let given = coerce::arguments(ctx.types, &ctx.field.arguments, ctx.variables)?;
    Value::of(&given.into_iter().collect::<BTreeMap<_, _>>())
}

/// A value whose every object is answered by functions, down to the leaves, so that the executor's
/// errors and paths are compared as well.
struct Asked<const TYPE: usize>(Json);

/// The object types; the number of each is the parameter of its [`Asked`].
const OBJECTS: [&str; 5] = ["Query", "Thing", "Circle", "Ball", "Square"];

impl<const TYPE: usize> ObjectType for Asked<TYPE> {
    const NAME: &'static str = OBJECTS[TYPE];
}

async fn asked<const TYPE: usize>(
    ctx: Context<'_, ()>,
    object: &Asked<TYPE>,
) -> Result<Value, Fault> {
    match &*ctx.field.name {
        "echo" => echo(ctx),
        name => value(ctx.types, &ctx.field.ty, &object.0[name]),
    }
}

fn value(types: &Types, shape: &Shape, json: &Json) -> Result<Value, Fault> {
    match (&shape.base, json) {
        (_, Json::Null) => Ok(Value::Null),
        (Base::List(inner), Json::Array(items)) => {
            let items = items.iter().map(|item| value(types, inner, item));
            items.collect::<Result<_, _>>().map(Value::List)
        }
        (Base::Named(id), Json::Object(_)) => {
            let named = types.get(*id);
            match named.kind {
                Kind::Interface { .. } => {
                    object(json["__typename"].as_str().unwrap_or_default(), json)
                }
                Kind::Object(_) => object(&named.name, json),
                _ => Value::of(json),
            }
        }
        (Base::List(_), Json::Object(_)) => object("Query", json),
        _ => Value::of(json),
    }
}

fn object(name: &str, json: &Json) -> Result<Value, Fault> {
    let members = json.clone();
    Ok(Value::Object(match OBJECTS.iter().position(|known| *known == name) {
        Some(0) => Asked::<0>(members).into(),
        Some(1) => Asked::<1>(members).into(),
        Some(2) => Asked::<2>(members).into(),
        Some(3) => Asked::<3>(members).into(),
        Some(4) => Asked::<4>(members).into(),
        _ => return Value::of(json),
    }))
}

fn register<const TYPE: usize>(fields: &mut Fields<()>) {
    for (name, _) in documents::fields(OBJECTS[TYPE]) {
        fields.object::<Asked<TYPE>>().field(name, asked::<TYPE>);
    }
}

struct Ours {
    types: Arc<Types>,
    documents: Documents,
    projected: Resolvers<()>,
    asked: Resolvers<()>,
}

impl Ours {
    fn new() -> Self {
        let merged = Merged::base(SCHEMA).unwrap();
        let types = Arc::new(Types::new(&merged));
        let documents = Documents::new(&merged, types.clone(), |_| Cost::default()).unwrap();
        let mut of_json = Fields::default();
        for (name, _) in documents::fields("Query") {
            of_json.object::<Projected>().field(name, projected);
        }
        of_json.object::<Projected>().field("echo", projected);
        let mut of_objects = Fields::default();
        register::<0>(&mut of_objects);
        register::<1>(&mut of_objects);
        register::<2>(&mut of_objects);
        register::<3>(&mut of_objects);
        register::<4>(&mut of_objects);
        of_objects.object::<Asked<0>>().field("echo", asked::<0>);
        let (projected, asked) = (of_json.bind(&types), of_objects.bind(&types));
        Self { types, documents, projected, asked }
    }

    /// The answer over JSON that is projected.
    async fn projected(&self, case: &Case) -> Json {
        self.answer(case, &self.projected, &Projected(case.data.clone()).into()).await
    }

    /// The answer of objects that are asked for each field.
    async fn asked(&self, case: &Case) -> Json {
        self.answer(case, &self.asked, &Asked::<0>(case.data.clone()).into()).await
    }

    /// The answer in the form of the reference: `refused`, or `data` and the paths of the errors.
    async fn answer(&self, case: &Case, resolvers: &Resolvers<()>, root: &AnyObject) -> Json {
        let prepared = match self.documents.prepare(&case.document, None).await {
            Ok(prepared) => prepared,
            Err(faults) => return json!({ "refused": faults[0].message }),
        };
        let given = case.variables.as_object().cloned().unwrap_or_default();
        let variables = match prepared.variables(&given) {
            Ok(variables) => variables,
            Err(fault) => return json!({ "refused": fault.message }),
        };
        let plan = match prepared.plan(&variables) {
            Ok(plan) => plan,
            Err(fault) => return json!({ "refused": fault.message }),
        };
        let run = Run { types: &self.types, variables: &variables };
        let execution = Execution { run, resolvers, shared: &() };
        let answer = execution.answer(root, &plan.root).await;
        let faults = serde_json::to_value(&answer.faults).unwrap();
        let paths: Vec<_> =
            faults.as_array().unwrap().iter().map(|one| one["path"].clone()).collect();
        json!({ "data": String::from_utf8(answer.bytes).unwrap(), "paths": paths })
    }
}

fn reference(cases: &[Case]) -> Vec<Json> {
    let schema = node::scripts("conformance").join("schema.graphql");
    let mut child = node::script("reference.mjs")
        .arg(schema)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let lines: String = cases
        .iter()
        .map(|case| {
            let Case { document, data, variables } = case;
            format!("{}\n", json!({"document": document, "data": data, "variables": variables}))
        })
        .collect();
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<Json> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), cases.len(), "the reference answers every case");
    answers
}

fn parsed(text: &Json) -> Json {
    serde_json::from_str(text.as_str().unwrap()).unwrap()
}

async fn check(cases: &[Case]) -> Vec<Json> {
    let ours = Ours::new();
    let theirs = reference(cases);
    for (case, theirs) in cases.iter().zip(&theirs) {
        compare(case, theirs, &ours.projected(case).await);
        compare(case, theirs, &ours.asked(case).await);
    }
    theirs
}

fn compare(case: &Case, theirs: &Json, ours: &Json) {
    let agree = match (ours.get("refused"), theirs.get("refused")) {
        (Some(_), Some(_)) => true,
        (None, None) => {
            // An echo is input, in which order does not matter; all else is compared by byte.
            let is_same = if case.document.contains("echo") {
                parsed(&ours["data"]) == parsed(&theirs["data"])
            } else {
                ours["data"] == theirs["data"]
            };
            is_same && ours["paths"] == theirs["paths"]
        }
        _ => false,
    };
    assert!(
        agree,
        "{}\nvariables: {}\ndata: {}\nours:   {ours}\ntheirs: {theirs}",
        case.document, case.variables, case.data
    );
}

#[tokio::test]
async fn written_documents_are_answered_as_graphql_js_does() {
    let cases: Vec<Case> = VALID.iter().map(|text| Case::new(text)).collect();
    let theirs = check(&cases).await;
    for (case, theirs) in cases.iter().zip(&theirs) {
        assert!(theirs.get("refused").is_none(), "{}: {theirs}", case.document);
    }
}

#[tokio::test]
async fn generated_documents_over_generated_data_are_answered_as_graphql_js_does() {
    let number: u64 = std::env::var("DOCUMENTS").ok().and_then(|n| n.parse().ok()).unwrap_or(200);
    let (mut refused, mut failed) = (0, 0);
    // In batches: the data of a document can have megabytes.
    for first in (0..number).step_by(300) {
        let cases: Vec<Case> = (first..number.min(first + 300)).map(generated).collect();
        let theirs = check(&cases).await;
        let count = |matches: fn(&Json) -> bool| theirs.iter().filter(|one| matches(one)).count();
        refused += count(|one| one.get("refused").is_some());
        failed += count(|one| one["paths"].as_array().is_some_and(|paths| !paths.is_empty()));
    }
    assert_eq!(refused, 0, "the generator writes valid documents");
    assert!(failed as u64 > number / 10, "the generator writes data that fails: {failed}");
}

#[tokio::test]
async fn documents_that_grow_with_every_type_are_refused_early() {
    let ours = Ours::new();
    let objects = "... on Circle { shape { name } } ... on Ball { shape { name } } \
                   ... on Square { shape { name } }";
    let deep = (0..17).fold("name".to_owned(), |inner, _| format!("{objects} shape {{ {inner} }}"));
    let plain = (0..17).fold("name".to_owned(), |inner, _| format!("shape {{ {inner} }}"));
    let many = "name ".repeat(1_900);
    for selected in [deep, plain, many] {
        let case = Case::new(&format!("{{ shape {{ {selected} }} }}"));
        let answer = ours.projected(&case).await;
        let refused = answer["refused"].as_str().unwrap_or_else(|| panic!("{answer}"));
        assert_eq!(refused, "the document asks for too much of too many types");
    }
}

#[tokio::test]
async fn a_plan_that_is_large_is_not_kept() {
    let ours = Ours::new();
    let nothing = serde_json::Map::new();
    for (many, is_kept) in [(600, true), (700, false)] {
        let names: String = (0..many).map(|number| format!("a{number}: name ")).collect();
        let text = format!("{{ shape {{ {names} }} }}");
        let prepared = ours.documents.prepare(&text, None);
        let prepared = prepared.await.unwrap();
        let plan = || prepared.plan(&nothing).unwrap();
        // Each name for a circle, a ball and a square.
        assert_eq!(plan().nodes, 3 * many + 1);
        assert_eq!(Arc::ptr_eq(&plan(), &plan()), is_kept, "{many}");
    }
}

#[tokio::test]
async fn invalid_documents_are_refused_as_graphql_js_does() {
    let cases: Vec<Case> = INVALID.iter().map(|text| Case::new(text)).collect();
    for (case, theirs) in cases.iter().zip(check(&cases).await) {
        assert!(theirs.get("refused").is_some(), "{}", case.document);
    }
}

#[tokio::test]
async fn input_is_coerced_as_graphql_js_does() {
    let cases: Vec<Case> = INPUTS
        .iter()
        .map(|(document, variables)| Case {
            variables: serde_json::from_str(variables).unwrap(),
            ..Case::new(document)
        })
        .collect();
    check(&cases).await;
}
