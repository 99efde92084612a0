//! What `#[sdl(…)]` says.

use syn::{Attribute, LitStr, Path, Result, Type};

/// What stands at a type, a variant or a field.
#[derive(Default)]
pub(crate) struct Settings {
    /// Of a field: the type that it looks like.
    pub(crate) like: Option<Type>,
    /// Of a variant with fields: the name of their type.
    pub(crate) content: Option<String>,
    /// Of a variant with fields: what their type is described by.
    pub(crate) doc: Option<String>,
    /// Of an enum: the name of its values with their number.
    pub(crate) many: Option<String>,
    /// Of an untagged variant: the kinds that are possible.
    pub(crate) only: Option<Path>,
}

/// Where settings stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Type,
    Variant,
    Field,
}

impl Settings {
    /// Reads the settings of a place.
    pub(crate) fn of(attributes: &[Attribute], place: Place) -> Result<Self> {
        let mut settings = Self::default();
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("sdl")) {
            attribute.parse_nested_meta(|meta| {
                let name = meta.path.get_ident().map(ToString::to_string).unwrap_or_default();
                match (place, name.as_str()) {
                    (Place::Field, "like") => settings.like = Some(meta.value()?.parse()?),
                    (Place::Variant, "content") => {
                        settings.content = Some(meta.value()?.parse::<LitStr>()?.value());
                    }
                    (Place::Variant, "doc") => {
                        settings.doc = Some(meta.value()?.parse::<LitStr>()?.value());
                    }
                    (Place::Variant, "only") => settings.only = Some(meta.value()?.parse()?),
                    (Place::Type, "many") => {
                        settings.many = Some(meta.value()?.parse::<LitStr>()?.value());
                    }
                    _ => {
                        let (place, known) = match place {
                            Place::Field => ("a field", "like = Type"),
                            Place::Variant => {
                                ("a variant", "content = \"Name\", doc = \"…\" and only = LIST")
                            }
                            Place::Type => ("a type", "many = \"Names\""),
                        };
                        return Err(meta.error(format!("{place} takes {known}")));
                    }
                }
                Ok(())
            })?;
        }
        Ok(settings)
    }
}
