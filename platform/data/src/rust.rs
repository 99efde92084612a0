//! Small pieces of generated Rust.

/// A documented public constant.
#[must_use]
pub fn constant(name: &str, kind: &str, value: &str, doc: &str) -> String {
    format!("{}pub const {name}: {kind} = {value};\n", doc_comment(doc, ""))
}

/// `text` as a doc comment.
pub(crate) fn doc_comment(text: &str, indent: &str) -> String {
    text.lines().map(|line| format!("{indent}/// {}\n", line.trim())).collect()
}

/// An id as the name of a type or variant: `ship_master` as `ShipMaster`.
#[must_use]
pub fn pascal_case(id: &str) -> String {
    id.split('_')
        .flat_map(|word| {
            let (first, rest) = word.split_at(word.len().min(1));
            [first.to_ascii_uppercase(), rest.to_owned()]
        })
        .collect()
}

/// The name of a type as that of a field: `LootCard` as `lootCard`.
pub(crate) fn camel_case(name: &str) -> String {
    let (first, rest) = name.split_at(name.len().min(1));
    [&first.to_ascii_lowercase(), rest].concat()
}
