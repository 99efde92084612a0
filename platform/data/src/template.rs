//! Templates of phrases, checked at build time so that nothing can go wrong when they are filled.
//!
//! The grammar is that of `gueridon_game::words`: `{field}`, `{seat:field}`, `{name:field}`,
//! `{a:field}`, `{the:field}`, `{of:field}`, `{count:field|one|many}`, and `[...]` around a part that
//! may be left out, which has at least one placeholder in it and no other brackets.

use std::collections::BTreeSet;

/// The fields that a template uses, each with its use: as a `seat`, as a `name`, or as it is.
pub(crate) type Fields = BTreeSet<(&'static str, String)>;

/// The fields of a well-formed template.
pub(crate) fn fields(template: &str) -> Result<Fields, String> {
    let mut fields = Fields::new();
    read(template, &mut fields, Part::Whole)?;
    Ok(fields)
}

/// What a well-formed template says when each of its optional parts is left out.
pub(crate) fn without_optional_parts(template: &str) -> String {
    let parts = template.split('[').enumerate().map(|(index, part)| match part.split_once(']') {
        Some((_, rest)) if index > 0 => rest,
        _ => part,
    });
    parts.collect()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Whole,
    Optional,
}

fn read(template: &str, fields: &mut Fields, part: Part) -> Result<(), String> {
    let mut rest = template;
    while let Some(open) = rest.find(['{', '[', '}', ']']) {
        let (bracket, inside) = (&rest[open..=open], &rest[open + 1..]);
        let close = match bracket {
            "{" => '}',
            "[" if part == Part::Whole => ']',
            "[" => return Err(format!("'[' within [{template}]: expected only one level")),
            _ => return Err(format!("'{bracket}' closes nothing in \"{template}\"")),
        };
        let Some(length) = inside.find(close) else {
            return Err(format!("'{bracket}' is not closed in \"{template}\""));
        };
        let inner = &inside[..length];
        if close == '}' {
            fields.insert(placeholder(inner)?);
        } else if !inner.contains('{') {
            return Err(format!("[{inner}] holds no field: expected {{..}} in it"));
        } else {
            read(inner, fields, Part::Optional)?;
        }
        rest = &inside[length + 1..];
    }
    Ok(())
}

fn placeholder(inner: &str) -> Result<(&'static str, String), String> {
    let (how, what) = inner.split_once(':').unwrap_or(("", inner));
    let parts: Vec<&str> = what.split('|').collect();
    let (how, field) = match (how, parts.as_slice()) {
        ("", [field]) => ("", field),
        ("seat", [field]) => ("seat", field),
        ("name" | "a" | "the" | "of", [field]) => ("name", field),
        ("count", [field, one, many]) if !one.is_empty() && !many.is_empty() => ("", field),
        _ => {
            return Err(format!(
                "{{{inner}}} is no placeholder: expected {{field}}, {{seat:field}}, \
                 {{name:field}}, {{a:field}}, {{the:field}}, {{of:field}} or {{count:field|one|many}}"
            ));
        }
    };
    let is_field = field.starts_with(|first: char| first.is_ascii_alphabetic())
        && field.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if !is_field {
        return Err(format!("{{{inner}}} names no field: expected letters, digits and _"));
    }
    Ok((how, (*field).to_owned()))
}
