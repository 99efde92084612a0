//! Doc comments as descriptions.

use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// The text of a doc comment: its lines are set together into paragraphs, without the brackets of
/// links.
pub(crate) fn of(attributes: &[Attribute]) -> String {
    let mut text = String::new();
    for line in attributes.iter().filter_map(line) {
        let line = line.trim();
        if line.is_empty() {
            text.push_str("\n\n");
            continue;
        }
        if !text.is_empty() && !text.ends_with('\n') {
            text.push(' ');
        }
        text.push_str(line);
    }
    text.trim().replace("[`", "`").replace("`]", "`")
}

fn line(attribute: &Attribute) -> Option<String> {
    let Meta::NameValue(meta) = &attribute.meta else { return None };
    match &meta.value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) if meta.path.is_ident("doc") => {
            Some(text.value())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    #[test]
    fn lines_are_set_into_paragraphs() {
        let attributes: Vec<syn::Attribute> = vec![
            parse_quote!(#[doc = " What [`Bag`] holds,"]),
            parse_quote!(#[serde(skip)]),
            parse_quote!(#[doc = " in one line."]),
            parse_quote!(#[doc = ""]),
            parse_quote!(#[doc = " And more."]),
        ];
        assert_eq!(super::of(&attributes), "What `Bag` holds, in one line.\n\nAnd more.");
        assert_eq!(super::of(&[]), "");
    }
}
