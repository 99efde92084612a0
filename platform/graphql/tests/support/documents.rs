//! Documents, data and variables to compare on: written by hand, and drawn by a seed.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use serde_json::{Map, Value as Json, json};

/// A document with its data and variables.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    pub(crate) document: String,
    pub(crate) data: Json,
    pub(crate) variables: Json,
}

impl Case {
    /// A document over the same data as every written one.
    pub(crate) fn new(document: &str) -> Self {
        let data = Generator::new(7).sound().root();
        let variables = json!({"yes": true, "no": false, "language": "FR"});
        Self { document: document.to_owned(), data, variables }
    }
}

pub(crate) const VALID: &[&str] = &[
    "{ __typename }",
    "{ t: __typename thing { __typename t: __typename } }",
    "{ thing { id name } sureThing { id } thing { count name } }",
    "{ a: thing { id } b: thing { name } }",
    "{ things { id things { id sureThings { id } } } }",
    "query Q { thing { ...A } } fragment A on Thing { id ...B name } fragment B on Thing { count id }",
    "{ ...R thing { id } } fragment R on Query { thing { name } colour }",
    "{ ... { thing { id } } ... on Query { thing { name } } }",
    "{ shapes { name ... on Circle { radius } ... on Square { side name } } }",
    "{ shapes { ... on Round { radius name } ... on Ball { isNice } __typename } }",
    "{ shape { ...S } } fragment S on Shape { name shape { name ...C } } fragment C on Circle { radius }",
    "{ shapes { ... on Square { a: thing { b: words(language: EN) } } ... on Circle { a: shape { b: name } } } }",
    "{ shapes { ... on Ball { a: radius b: name } ... on Circle { a: radius } } }",
    "query Q($yes: Boolean!, $no: Boolean!) { thing @include(if: $yes) { id } things @skip(if: $yes) { id } numbers @include(if: $no) }",
    "query Q($yes: Boolean! = false) { thing { id @skip(if: $yes) name @include(if: $yes) @skip(if: false) } }",
    "query Q($no: Boolean!) { ...F @skip(if: $no) ...F @include(if: $no) } fragment F on Query { colour }",
    "query Q($no: Boolean!) { ... @include(if: $no) { colour } ... on Query @skip(if: $no) { numbers } }",
    "query Q($no: Boolean!) { thing { id @include(if: $no) } }",
    "{ words w: words(language: FR) thing { words(language: EN) } }",
    "query Q($language: Language!) { words(language: $language) thing { words(language: $language) } }",
    "query Q($other: Language = FR) { words(language: $other) }",
    "{ numbers sureNumbers grid oddGrid colour json }",
];

pub(crate) const INVALID: &[&str] = &[
    "",
    "{",
    "{ }",
    "{ thing }",
    "{ thing { } }",
    "{ nothing }",
    "{ colour { a } }",
    "{ thing { nothing } }",
    "{ words(nothing: 1) }",
    "{ words(language: DE) }",
    "{ words(language: \"EN\") }",
    "{ words(language: null) }",
    "{ words(language: EN, language: FR) }",
    "{ thing { ...A } }",
    "{ thing { ...A } } fragment A on Thing { ...A }",
    "{ thing { ...A } } fragment A on Thing { thing { ...B } } fragment B on Thing { ...A }",
    "{ thing { ...A } } fragment A on Square { side }",
    "{ thing { ... on Square { side } } }",
    "{ thing { ... on Nothing { id } } }",
    "{ thing { ... on Colour { id } } }",
    "{ colour } fragment A on Thing { id }",
    "{ a: thing { id } a: sureThing { id } }",
    "{ a: colour a: numbers }",
    "{ a: colour @skip(if: true) a: numbers }",
    "{ shapes { ... on Square { side: __typename } side: name } }",
    "{ shapes { ... on Square { a: thing { b: id } } ... on Circle { a: shape { b: name } } } }",
    "{ thing { a: things { b: words(language: EN) } } ...F } fragment F on Query { thing { a: things { b: words(language: FR) } } }",
    "{ a: words(language: EN) a: words(language: FR) }",
    "{ thing { a: id a: name } }",
    "{ shapes { ... on Circle { a: radius } ... on Square { a: name } } }",
    "{ thing @include { id } }",
    "{ thing @skip(if: 1) { id } }",
    "{ thing @nothing { id } }",
    "{ thing @skip(if: true) @skip(if: true) { id } }",
    "query Q @skip(if: true) { colour }",
    "query Q($a: Int) { colour }",
    "query Q { echo(int: $a) }",
    "query Q($a: Nothing) { echo(int: $a) }",
    "query Q($a: Thing) { echo(int: $a) }",
    "query Q($a: Int, $a: Int) { echo(int: $a) }",
    "query Q($a: String) { echo(int: $a) }",
    "query Q($a: Int) { echo(sure: $a) colour @skip(if: $a) }",
    "query Q($a: [Int]) { echo(list: $a) }",
    "query Q($a: Int = \"a\") { echo(int: $a) }",
    "{ echo(int: \"1\") }",
    "{ echo(int: 1.5) }",
    "{ echo(int: 2147483648) }",
    "{ echo(int: true) }",
    "{ echo(list: [1, \"a\"]) }",
    "{ echo(list: [1, null]) }",
    "{ echo(id: 1.5) }",
    "{ echo(id: true) }",
    "{ echo(text: 1) }",
    "{ echo(flag: 1) }",
    "{ echo(float: \"1\") }",
    "{ echo(colour: PINK) }",
    "{ echo(deep: 1) }",
    "{ echo(deep: { nothing: 1 }) }",
    "{ echo(deep: { a: null }) }",
    "{ echo(deep: { b: [{ a: \"1\" }] }) }",
    "{ echo(one: {}) }",
    "{ echo(one: { left: 1, list: [] }) }",
    "{ echo(one: { left: null }) }",
    "{ echo(one: { right: { one: { left: 1, right: null } } }) }",
    "query A { colour } query B { colour }",
    "query A { colour } query A { colour }",
    "{ colour } query A { colour }",
    "type T { a: Int }",
    "{ thing { id } } extend type Thing { a: Int }",
    "{ __type { name } }",
    "{ __typename { a } }",
    "{ __typename(a: 1) }",
    "{ __typename @nothing }",
    "{ thing { __typename @skip(if: true) @skip(if: true) } }",
    "query Q($a: Int @skip(if: true)) { echo(int: $a) }",
    "query Q($a: Int @nothing) { echo(int: $a) }",
    "query Q($a: Int!) { echo(list: [$a, \"a\"]) }",
    "query Q($a: Int) { echo(deep: { a: $a, d: 5 }) }",
    "query Q($a: Int!) { echo(one: { left: $a, list: [] }) }",
];

pub(crate) const INPUTS: &[(&str, &str)] = &[
    ("{ echo }", "{}"),
    ("{ echo(int: null, sure: 5) }", "{}"),
    ("{ echo(int: 2147483647, list: [], id: 5, float: 1, flag: true) }", "{}"),
    ("{ echo(int: -2147483648, list: 4, id: \"x\", float: 1.5) }", "{}"),
    ("{ echo(deep: {}) }", "{}"),
    ("{ echo(deep: { a: 2, b: [{}, { b: { d: \"x\" } }], c: null, d: null }) }", "{}"),
    ("{ echo(one: { right: { one: { list: \"a\" } } }) }", "{}"),
    ("query Q($i: Int) { echo(int: $i) }", "{}"),
    ("query Q($i: Int) { echo(int: $i) }", r#"{"i": null}"#),
    ("query Q($i: Int) { echo(int: $i) }", r#"{"i": 3, "unknown": 5}"#),
    ("query Q($i: Int) { echo(int: $i) }", r#"{"i": 3.0}"#),
    ("query Q($i: Int) { echo(int: $i) }", r#"{"i": "3"}"#),
    ("query Q($i: Int) { echo(int: $i) }", r#"{"i": 3.5}"#),
    ("query Q($i: Int) { echo(int: $i) }", r#"{"i": 2147483648}"#),
    ("query Q($i: Int) { echo(int: $i) }", r#"{"i": true}"#),
    ("query Q($i: Int!) { echo(int: $i) }", "{}"),
    ("query Q($i: Int!) { echo(int: $i) }", r#"{"i": null}"#),
    ("query Q($i: Int! = 9) { echo(int: $i) }", "{}"),
    ("query Q($i: Int = 9) { echo(sure: $i) }", "{}"),
    ("query Q($i: Int = 9) { echo(sure: $i) }", r#"{"i": null}"#),
    ("query Q($l: [Int!]) { echo(list: $l) }", r#"{"l": 1}"#),
    ("query Q($l: [Int!]) { echo(list: $l) }", r#"{"l": [1, 2]}"#),
    ("query Q($l: [Int!]) { echo(list: $l) }", r#"{"l": [1, null]}"#),
    ("query Q($i: Int!) { echo(list: [1, $i]) }", r#"{"i": 2}"#),
    ("query Q($c: Colour) { echo(colour: $c) }", r#"{"c": "RED"}"#),
    ("query Q($c: Colour) { echo(colour: $c) }", r#"{"c": "red"}"#),
    ("query Q($c: Colour) { echo(colour: $c) }", r#"{"c": 1}"#),
    ("query Q($x: ID) { echo(id: $x) }", r#"{"x": 12}"#),
    ("query Q($x: ID) { echo(id: $x) }", r#"{"x": 1.5}"#),
    ("query Q($x: ID) { echo(id: $x) }", r#"{"x": ["a"]}"#),
    ("query Q($x: String) { echo(text: $x) }", r#"{"x": "é\n\"q\" 😀"}"#),
    ("query Q($x: String) { echo(text: $x) }", r#"{"x": 1}"#),
    ("query Q($x: Boolean) { echo(flag: $x) }", r#"{"x": "true"}"#),
    ("query Q($x: Float) { echo(float: $x) }", r#"{"x": 2.5}"#),
    ("query Q($x: Float) { echo(float: $x) }", r#"{"x": "2.5"}"#),
    ("query Q($d: Deep) { echo(deep: $d) }", r#"{"d": {}}"#),
    ("query Q($d: Deep) { echo(deep: $d) }", r#"{"d": {"b": [{"a": 4}, {"c": null}]}}"#),
    ("query Q($d: Deep) { echo(deep: $d) }", r#"{"d": {"b": [{"a": "4"}]}}"#),
    ("query Q($d: Deep) { echo(deep: $d) }", r#"{"d": {"z": 1}}"#),
    ("query Q($d: Deep) { echo(deep: $d) }", r#"{"d": 5}"#),
    ("query Q($d: Deep = { b: { d: \"x\" } }) { echo(deep: $d) }", "{}"),
    ("query Q($i: Int = 4, $s: String) { echo(deep: { a: $i, d: $s }) }", "{}"),
    ("query Q($o: One) { echo(one: $o) }", r#"{"o": {"left": 1}}"#),
    ("query Q($o: One) { echo(one: $o) }", r#"{"o": {"left": null}}"#),
    ("query Q($o: One) { echo(one: $o) }", r#"{"o": {"left": 1, "right": {}}}"#),
    ("query Q($o: One) { echo(one: $o) }", r#"{"o": {}}"#),
    (
        "query Q($o: [One!]!) { a: echo(one: { right: {} }) b: echo(deep: { one: { left: 1 } }) colour @skip(if: true) echo(list: []) thing { id } }",
        "{}",
    ),
    ("query Q($i: Int!) { echo(one: { left: $i }) }", r#"{"i": 6}"#),
];

/// The case of a seed: a document with fragments, aliases, directives and variables, over data
/// with nulls and misfits in it.
pub(crate) fn generated(seed: u64) -> Case {
    let mut generator = Generator::new(seed);
    let data = generator.root();
    let document = generator.document();
    let variables = json!({"yes": true, "no": false, "language": "FR"});
    Case { document, data, variables }
}

struct Generator {
    dice: ChaCha8Rng,
    /// Whether the data sometimes has nulls and values that do not fit.
    misfits: bool,
    fragments: Vec<(&'static str, String)>,
}

/// The types as the generator knows them: fields with what they are.
const TYPES: &[(&str, &[(&str, &str)])] = &[
    (
        "Query",
        &[
            ("thing", "Thing"),
            ("sureThing", "Thing!"),
            ("things", "[Thing]"),
            ("sureThings", "[Thing!]!"),
            ("maybeThings", "[Thing!]"),
            ("shape", "Shape"),
            ("shapes", "[Shape!]!"),
            ("oddShapes", "[Shape]"),
            ("words", "Words!"),
            ("numbers", "[Int]"),
            ("sureNumbers", "[Int!]!"),
            ("grid", "[[Int!]!]!"),
            ("oddGrid", "[[Int]]"),
            ("colour", "Colour"),
            ("json", "JSON"),
        ],
    ),
    (
        "Thing",
        &[
            ("id", "ID!"),
            ("name", "String"),
            ("count", "Int"),
            ("sureCount", "Int!"),
            ("ratio", "Float"),
            ("isNice", "Boolean"),
            ("colour", "Colour"),
            ("sureColour", "Colour!"),
            ("json", "JSON"),
            ("words", "Words"),
            ("thing", "Thing"),
            ("sureThing", "Thing!"),
            ("things", "[Thing]"),
            ("sureThings", "[Thing!]!"),
            ("shape", "Shape"),
            ("sureShape", "Shape!"),
            ("shapes", "[Shape!]"),
            ("grid", "[[Int!]!]"),
        ],
    ),
    ("Shape", &[("name", "String"), ("count", "Int"), ("colour", "Colour"), ("shape", "Shape")]),
    ("Round", &[("radius", "Int"), ("name", "String")]),
    (
        "Circle",
        &[
            ("name", "String"),
            ("count", "Int"),
            ("colour", "Colour"),
            ("shape", "Shape"),
            ("radius", "Int"),
            ("things", "[Thing]"),
        ],
    ),
    (
        "Ball",
        &[
            ("name", "String"),
            ("count", "Int!"),
            ("colour", "Colour!"),
            ("shape", "Shape"),
            ("radius", "Int"),
            ("isNice", "Boolean"),
        ],
    ),
    (
        "Square",
        &[
            ("name", "String"),
            ("count", "Int"),
            ("colour", "Colour"),
            ("shape", "Shape"),
            ("side", "Int!"),
            ("thing", "Thing"),
        ],
    ),
];

/// The fields of a type, as the generator knows them.
pub(crate) fn fields(ty: &str) -> &'static [(&'static str, &'static str)] {
    TYPES.iter().find(|entry| entry.0 == ty).map_or(&[], |entry| entry.1)
}

/// The types on which a selection of type `ty` can have fragments.
fn overlapping(ty: &str) -> &'static [&'static str] {
    match ty {
        "Shape" => &["Shape", "Round", "Circle", "Ball", "Square"],
        "Round" => &["Shape", "Round", "Circle", "Ball"],
        "Circle" => &["Shape", "Round", "Circle"],
        "Ball" => &["Shape", "Round", "Ball"],
        "Square" => &["Shape", "Square"],
        "Thing" => &["Thing"],
        _ => &["Query"],
    }
}

impl Generator {
    fn new(seed: u64) -> Self {
        let dice = ChaCha8Rng::seed_from_u64(seed);
        Self { dice, misfits: true, fragments: Vec::new() }
    }

    fn sound(mut self) -> Self {
        self.misfits = false;
        self
    }

    fn one_in(&mut self, many: u32) -> bool {
        self.dice.random_range(0..many) == 0
    }

    fn one_of(&mut self, list: &Json) -> Json {
        let list = list.as_array().unwrap();
        list[self.dice.random_range(0..list.len())].clone()
    }

    fn root(&mut self) -> Json {
        self.object("Query", 0)
    }

    fn object(&mut self, ty: &str, depth: usize) -> Json {
        let mut members = Map::new();
        if ty != "Query" {
            members.insert("__typename".to_owned(), json!(ty));
        }
        for (name, of) in fields(ty) {
            let is_deep = of.contains("Thing") || of.contains("Shape");
            if !is_deep || depth < 4 || of.ends_with('!') && depth < 5 {
                members.insert((*name).to_owned(), self.value(of, depth + 1));
            }
        }
        Json::Object(members)
    }

    fn value(&mut self, of: &str, depth: usize) -> Json {
        let (of, may_be_null) = match of.strip_suffix('!') {
            Some(of) => (of, false),
            None => (of, true),
        };
        let misfit = self.misfits && self.one_in(60);
        if (may_be_null && self.one_in(8)) || (misfit && self.one_in(2)) {
            return Json::Null;
        }
        if misfit {
            return json!({"mis": ["fit"]});
        }
        if let Some(inner) = of.strip_prefix('[') {
            let inner = &inner[..inner.len() - 1];
            let most = if depth > 1 { 1 } else { 3 };
            let count = self.dice.random_range(0..=most);
            return (0..count).map(|_| self.value(inner, depth)).collect();
        }
        match of {
            "Int" => json!(self.dice.random_range(-1_000..1_000)),
            "Float" => json!(f64::from(self.dice.random_range(-99_i32..99)) + 0.5),
            "Boolean" => json!(self.one_in(2)),
            "ID" if self.one_in(3) => json!(self.dice.random_range(-1_000..1_000)),
            "ID" | "String" => self.one_of(&json!(["", "plain", "quo\"te", "é😀", "tab\tline\n"])),
            "Colour" if self.misfits && self.one_in(40) => json!("PINK"),
            "Colour" => self.one_of(&json!(["RED", "GREEN", "BLUE"])),
            "Words" => json!({"EN": "in English", "FR": "en français"}),
            "JSON" => self.one_of(&json!([{"any": [1, "thing", null]}, 7, "text", true])),
            "Shape" => {
                let ty = ["Circle", "Ball", "Square"][self.dice.random_range(0..3)];
                self.object(ty, depth)
            }
            other => self.object(other, depth),
        }
    }

    fn document(&mut self) -> String {
        let root = self.selection("Query", 0, true);
        let fragments: String = self.fragments.iter().map(|one| one.1.as_str()).collect();
        let used = |name: &str| root.contains(name) || fragments.contains(name);
        let variables: Vec<&str> = [
            ("$yes", "$yes: Boolean!"),
            ("$no", "$no: Boolean = true"),
            ("$language", "$language: Language!"),
        ]
        .into_iter()
        .filter(|variable| used(variable.0))
        .map(|variable| variable.1)
        .collect();
        let variables = if variables.is_empty() {
            String::new()
        } else {
            format!("({})", variables.join(", "))
        };
        format!("query Q{variables} {root}{fragments}")
    }

    fn selection(&mut self, ty: &'static str, depth: usize, may_spread: bool) -> String {
        let mut text = String::from("{ ");
        // Always there, so that no selection is empty.
        text.push_str(if self.one_in(2) { "__typename " } else { "t: __typename " });
        for _ in 0..self.dice.random_range(1..5) {
            match self.dice.random_range(0..8) {
                0 if may_spread && depth < 4 => text.push_str(&self.inline(ty, depth)),
                1 if may_spread && depth < 4 => text.push_str(&self.spread(ty, depth)),
                _ => text.push_str(&self.field(ty, depth)),
            }
        }
        text.push_str("} ");
        text
    }

    fn field(&mut self, ty: &'static str, depth: usize) -> String {
        let all = fields(ty);
        let (name, of) = all[self.dice.random_range(0..all.len())];
        let base: &str = of.trim_matches(['[', ']', '!']);
        let inner = TYPES.iter().find(|entry| entry.0 == base).map(|entry| entry.0);
        if inner.is_some() && depth >= 4 {
            return String::new();
        }
        let (argument, mut key) = match base {
            "Words" => match self.dice.random_range(0..4) {
                0 => ("(language: FR)", "french"),
                1 => ("(language: EN)", "english"),
                2 => ("(language: $language)", "asked"),
                _ => ("", ""),
            },
            _ => ("", ""),
        };
        // The same key always means the same field of the same shape, so that all can be merged.
        let alias = format!("{name}_{}", of.replace(['[', ']'], "L").replace('!', "N"));
        if key.is_empty() && self.one_in(3) {
            key = &alias;
        }
        // Fields of one name whose shape differs between the types need an alias.
        if key.is_empty()
            && matches!(name, "count" | "colour" | "shape" | "grid" | "shapes" | "things")
        {
            key = &alias;
        }
        let directive = self.directive();
        let colon = if key.is_empty() { "" } else { ": " };
        let selected =
            inner.map(|inner| self.selection(inner, depth + 1, true)).unwrap_or_default();
        format!("{key}{colon}{name}{argument}{directive} {selected}")
    }

    fn inline(&mut self, ty: &'static str, depth: usize) -> String {
        let directive = self.directive();
        if self.one_in(3) {
            return format!("...{directive} {}", self.selection(ty, depth, true));
        }
        let among = overlapping(ty);
        let on = among[self.dice.random_range(0..among.len())];
        format!("... on {on}{directive} {}", self.selection(on, depth, on != "Query"))
    }

    fn spread(&mut self, ty: &'static str, depth: usize) -> String {
        let among = overlapping(ty);
        let on = among[self.dice.random_range(0..among.len())];
        let known: Vec<usize> =
            (0..self.fragments.len()).filter(|&number| self.fragments[number].0 == on).collect();
        let directive = self.directive();
        if !known.is_empty() && self.one_in(2) {
            let number = known[self.dice.random_range(0..known.len())];
            return format!("...F{number}{directive} ");
        }
        // It spreads no fragments, so that none contains itself.
        let body = self.selection(on, depth.max(2), false);
        let number = self.fragments.len();
        self.fragments.push((on, format!("fragment F{number} on {on} {body}")));
        format!("...F{number}{directive} ")
    }

    fn directive(&mut self) -> &'static str {
        match self.dice.random_range(0..24) {
            0 => " @include(if: $yes)",
            1 => " @skip(if: $yes)",
            2 => " @include(if: $no)",
            3 => " @skip(if: false)",
            4 => " @skip(if: $no) @include(if: $yes)",
            _ => "",
        }
    }
}
