//! Prints a merged schema, in the order of the files, with every description.

use std::fmt::Write;

use async_graphql::Name;
use async_graphql_parser::Positioned;
use async_graphql_parser::types::{
    ConstDirective, FieldDefinition, InputValueDefinition, TypeDefinition, TypeKind,
};

use super::merged::Merged;

/// The schema in GraphQL's schema language.
#[must_use]
pub fn print(merged: &Merged) -> String {
    let mut text = String::new();
    for definition in merged.types() {
        if !text.is_empty() {
            text.push('\n');
        }
        write_type(&mut text, definition);
    }
    text
}

fn write_type(text: &mut String, definition: &TypeDefinition) {
    describe(text, "", definition.description.as_ref());
    let name = &definition.name.node;
    let directives = &definition.directives;
    match &definition.kind {
        TypeKind::Scalar => put(text, format_args!("scalar {name}{}\n", marks(directives))),
        TypeKind::Object(object) => {
            let implements = implements(&object.implements);
            put(text, format_args!("type {name}{implements}{} {{\n", marks(directives)));
            write_fields(text, &object.fields);
        }
        TypeKind::Interface(interface) => {
            let implements = implements(&interface.implements);
            put(text, format_args!("interface {name}{implements}{} {{\n", marks(directives)));
            write_fields(text, &interface.fields);
        }
        TypeKind::Enum(one) => {
            put(text, format_args!("enum {name}{} {{\n", marks(directives)));
            for value in &one.values {
                describe(text, "  ", value.node.description.as_ref());
                let marks = marks(&value.node.directives);
                put(text, format_args!("  {}{marks}\n", value.node.value.node));
            }
            text.push_str("}\n");
        }
        TypeKind::InputObject(input) => {
            put(text, format_args!("input {name}{} {{\n", marks(directives)));
            for field in &input.fields {
                write_input(text, "  ", &field.node);
            }
            text.push_str("}\n");
        }
        TypeKind::Union(union) => {
            let members: Vec<_> = union.members.iter().map(|name| name.node.as_str()).collect();
            put(text, format_args!("union {name} = {}\n", members.join(" | ")));
        }
    }
}

fn write_fields(text: &mut String, fields: &[Positioned<FieldDefinition>]) {
    for Positioned { node: field, .. } in fields {
        describe(text, "  ", field.description.as_ref());
        put(text, format_args!("  {}", field.name.node));
        if !field.arguments.is_empty() {
            text.push_str("(\n");
            for argument in &field.arguments {
                write_input(text, "    ", &argument.node);
            }
            text.push_str("  )");
        }
        put(text, format_args!(": {}{}\n", field.ty.node, marks(&field.directives)));
    }
    text.push_str("}\n");
}

fn write_input(text: &mut String, indent: &str, input: &InputValueDefinition) {
    describe(text, indent, input.description.as_ref());
    put(text, format_args!("{indent}{}: {}", input.name.node, input.ty.node));
    if let Some(default) = &input.default_value {
        put(text, format_args!(" = {}", default.node));
    }
    put(text, format_args!("{}\n", marks(&input.directives)));
}

fn implements(names: &[Positioned<Name>]) -> String {
    if names.is_empty() {
        return String::new();
    }
    let names: Vec<_> = names.iter().map(|name| name.node.as_str()).collect();
    format!(" implements {}", names.join(" & "))
}

fn marks(directives: &[Positioned<ConstDirective>]) -> String {
    directives.iter().fold(String::new(), |mut text, Positioned { node: directive, .. }| {
        put(&mut text, format_args!(" @{}", directive.name.node));
        if !directive.arguments.is_empty() {
            let arguments: Vec<_> = directive
                .arguments
                .iter()
                .map(|(name, value)| format!("{}: {}", name.node, value.node))
                .collect();
            put(&mut text, format_args!("({})", arguments.join(", ")));
        }
        text
    })
}

fn describe(text: &mut String, indent: &str, description: Option<&Positioned<String>>) {
    let Some(description) = description else { return };
    let escaped = description.node.trim().replace("\"\"\"", "\\\"\"\"");
    let ends_badly = escaped.ends_with(['"', '\\']);
    if escaped.contains('\n') || ends_badly {
        put(text, format_args!("{indent}\"\"\"\n"));
        for line in escaped.lines() {
            put(text, format_args!("{}\n", format!("{indent}{line}").trim_end()));
        }
        put(text, format_args!("{indent}\"\"\"\n"));
    } else {
        put(text, format_args!("{indent}\"\"\"{escaped}\"\"\"\n"));
    }
}

fn put(text: &mut String, what: std::fmt::Arguments<'_>) {
    text.write_fmt(what).expect("writing to a String cannot fail");
}
