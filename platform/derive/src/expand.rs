//! The implementation of `Sdl` for one type.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use serde_derive_internals::ast::{Container, Data, Field, Style, Variant};
use serde_derive_internals::attr::{Default, TagType};
use serde_derive_internals::{Ctxt, Derive};
use syn::{DeriveInput, Error, Ident, Result, parse_quote};

use crate::doc;
use crate::settings::{Place, Settings};

pub(crate) fn expand(input: &DeriveInput) -> Result<TokenStream> {
    let context = Ctxt::new();
    // Serde's own derives name here what they put beside the types; nothing of it is used.
    let private = Ident::new("serde", Span::call_site());
    let container = Container::from_ast(&context, input, Derive::Serialize, &private);
    context.check()?;
    let Some(container) = container else {
        return Err(Error::new_spanned(input, "this type cannot be written by serde"));
    };
    let shape = shape(&container)?;
    let mut generics = input.generics.clone();
    for parameter in generics.type_params_mut() {
        parameter.bounds.push(parse_quote!(::gueridon_game::Sdl));
    }
    let (implemented, of, bounds) = generics.split_for_impl();
    let name = &input.ident;
    Ok(quote! {
        #[automatically_derived]
        impl #implemented ::gueridon_game::Sdl for #name #of #bounds {
            fn shape() -> ::gueridon_game::sdl::Shape {
                #shape
            }
        }
    })
}

fn shape(container: &Container) -> Result<TokenStream> {
    let original = container.original;
    let settings = Settings::of(&original.attrs, Place::Type)?;
    match &container.data {
        Data::Struct(Style::Newtype, fields) => {
            let kind = fields[0].ty;
            Ok(quote!(<#kind as ::gueridon_game::Sdl>::shape()))
        }
        Data::Struct(Style::Struct, fields) if container.attrs.transparent() => {
            let kind = fields.iter().find(|field| !field.attrs.skip_serializing());
            let kind = kind.map(|field| field.ty);
            Ok(quote!(<#kind as ::gueridon_game::Sdl>::shape()))
        }
        Data::Struct(Style::Struct | Style::Unit, fields) => object(container, fields),
        Data::Struct(Style::Tuple, _) => {
            let what = "a list of fields without names has no place in the API: name them";
            Err(Error::new_spanned(original, what))
        }
        Data::Enum(variants) if variants.iter().all(is_word) => {
            words(container, variants, settings)
        }
        Data::Enum(variants) => self::variants(container, variants),
    }
}

/// Whether a variant is a value by itself.
fn is_word(variant: &Variant) -> bool {
    matches!(variant.style, Style::Unit)
        || matches!(variant.style, Style::Newtype) && variant.attrs.untagged()
}

/// The name of a type, and its doc comment.
fn titled(container: &Container) -> TokenStream {
    let name = container.attrs.name();
    let (shown, sent) = (&name.serialize_name().value, &name.deserialize_name().value);
    let doc = doc::of(&container.original.attrs);
    quote! {
        name: ::gueridon_game::sdl::Name { shown: #shown.to_owned(), sent: #sent.to_owned() },
        doc: #doc,
    }
}

fn object(container: &Container, fields: &[Field]) -> Result<TokenStream> {
    let all_optional = !matches!(container.attrs.default(), Default::None);
    let default = match container.attrs.default() {
        Default::None => quote!(::std::option::Option::None),
        Default::Default => quote! {
            ::std::option::Option::Some(|| {
                ::gueridon_game::sdl::default_of(&<Self as ::std::default::Default>::default())
            })
        },
        Default::Path(path) => {
            quote!(::std::option::Option::Some(|| ::gueridon_game::sdl::default_of::<Self>(&#path())))
        }
    };
    let (titled, fields) = (titled(container), self::fields(fields, all_optional)?);
    Ok(quote! {
        ::gueridon_game::sdl::Shape::Object(::gueridon_game::sdl::Object {
            #titled
            fields: #fields,
            default: #default,
        })
    })
}

/// The fields of a type or of a variant, as an expression.
fn fields(fields: &[Field], all_optional: bool) -> Result<TokenStream> {
    let added = fields.iter().map(|field| field_added(field, all_optional));
    let added = added.collect::<Result<Vec<_>>>()?;
    Ok(quote! {{
        let mut fields = ::std::vec::Vec::<::gueridon_game::sdl::Field>::new();
        #(#added)*
        fields
    }})
}

fn field_added(field: &Field, all_optional: bool) -> Result<TokenStream> {
    let settings = Settings::of(&field.original.attrs, Place::Field)?;
    let kind = settings.like.as_ref().unwrap_or(field.ty);
    let attributes = &field.attrs;
    if attributes.skip_serializing() && attributes.skip_deserializing() {
        return Ok(TokenStream::new());
    }
    if attributes.flatten() {
        return Ok(quote! {
            fields.extend(<#kind as ::gueridon_game::Sdl>::shape().into_fields());
        });
    }
    let called = |is_left_out: bool, name: &str| match is_left_out {
        true => quote!(::std::option::Option::None),
        false => quote!(::std::option::Option::Some(#name)),
    };
    let name = attributes.name();
    let shown = called(attributes.skip_serializing(), &name.serialize_name().value);
    let sent = called(attributes.skip_deserializing(), &name.deserialize_name().value);
    let doc = doc::of(&field.original.attrs);
    let may_be_absent = attributes.skip_serializing_if().is_some();
    let is_optional = all_optional || !matches!(attributes.default(), Default::None);
    Ok(quote! {
        fields.push(::gueridon_game::sdl::Field {
            shown: #shown,
            sent: #sent,
            doc: #doc,
            shape: <#kind as ::gueridon_game::Sdl>::shape,
            may_be_absent: #may_be_absent,
            is_optional: #is_optional,
        });
    })
}

fn words(container: &Container, variants: &[Variant], settings: Settings) -> Result<TokenStream> {
    let added = variants.iter().map(|variant| -> Result<TokenStream> {
        let settings = Settings::of(&variant.original.attrs, Place::Variant)?;
        if variant.attrs.untagged() {
            let kind = variant.fields[0].ty;
            let all = quote!(<#kind as ::gueridon_game::Sdl>::shape().into_words());
            return Ok(match settings.only {
                Some(list) => quote!(words.extend(::gueridon_game::sdl::only(#all, &#list));),
                None => quote!(words.extend(#all);),
            });
        }
        let (name, doc) =
            (&variant.attrs.name().serialize_name().value, doc::of(&variant.original.attrs));
        Ok(quote!(words.push(::gueridon_game::sdl::Word { name: #name, doc: #doc });))
    });
    let added = added.collect::<Result<Vec<_>>>()?;
    let (titled, many) = (titled(container), settings.many.unwrap_or_default());
    Ok(quote! {{
        let mut words = ::std::vec::Vec::<::gueridon_game::sdl::Word>::new();
        #(#added)*
        ::gueridon_game::sdl::Shape::Values(::gueridon_game::sdl::Values {
            #titled
            many: #many,
            words,
        })
    }})
}

fn variants(container: &Container, variants: &[Variant]) -> Result<TokenStream> {
    let is_tagged = match container.attrs.tag() {
        TagType::External => false,
        TagType::Internal { tag } if tag == "__typename" => true,
        _ => {
            let what = "clients tell variants apart by their key, as in a step, or by \
                        #[serde(tag = \"__typename\")], as in an event";
            return Err(Error::new_spanned(container.original, what));
        }
    };
    let each = variants.iter().map(|variant| self::variant(variant, is_tagged));
    let each = each.collect::<Result<Vec<_>>>()?;
    let titled = titled(container);
    Ok(quote! {
        ::gueridon_game::sdl::Shape::Variants(::gueridon_game::sdl::Variants {
            #titled
            each: ::std::vec![#(#each),*],
        })
    })
}

fn variant(variant: &Variant, is_tagged: bool) -> Result<TokenStream> {
    let original = variant.original;
    let settings = Settings::of(&original.attrs, Place::Variant)?;
    let inside = match variant.style {
        Style::Newtype => {
            let kind = variant.fields[0].ty;
            quote!(::gueridon_game::sdl::Inside::One(<#kind as ::gueridon_game::Sdl>::shape))
        }
        Style::Struct => inside(&variant.fields)?,
        Style::Unit if is_tagged => inside(&[])?,
        Style::Unit => {
            let what = "a step without content holds Yes, because a field of an input needs a value: \
                        Pass(Yes)";
            return Err(Error::new_spanned(original, what));
        }
        Style::Tuple => return Err(Error::new_spanned(original, "name the fields of the variant")),
    };
    let name = &variant.attrs.name().serialize_name().value;
    let doc = doc::of(&original.attrs);
    let content = settings.content.unwrap_or_else(|| original.ident.to_string());
    let content_doc = settings.doc.unwrap_or_else(|| doc.clone());
    Ok(quote! {
        ::gueridon_game::sdl::Variant {
            name: #name,
            doc: #doc,
            content: #content,
            content_doc: #content_doc,
            inside: #inside,
        }
    })
}

fn inside(fields: &[Field]) -> Result<TokenStream> {
    let fields = self::fields(fields, false)?;
    Ok(quote!(::gueridon_game::sdl::Inside::Fields(#fields)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Why a type is refused.
    fn refused(input: &DeriveInput) -> String {
        expand(input).expect_err("it has no place in the API").to_string()
    }

    #[test]
    fn what_clients_cannot_tell_apart_or_name_is_refused_with_what_is_expected() {
        for (input, why) in [
            (
                parse_quote!(
                    struct Pair(u8, u8);
                ),
                "name them",
            ),
            (
                parse_quote!(
                    enum Step {
                        Bid { card: u8 },
                        Pass,
                    }
                ),
                "Pass(Yes)",
            ),
            (
                parse_quote!(
                    enum Step {
                        Bid(u8, u8),
                    }
                ),
                "name the fields",
            ),
            (
                parse_quote!(
                    #[serde(tag = "kind")]
                    enum Told {
                        Bid { card: u8 },
                    }
                ),
                "__typename",
            ),
            (
                parse_quote!(
                    #[sdl(content = "X")]
                    struct View {
                        seat: u8,
                    }
                ),
                "a type takes many",
            ),
            (
                parse_quote!(
                    struct View {
                        #[sdl(many = "X")]
                        seat: u8,
                    }
                ),
                "a field takes like",
            ),
            (
                parse_quote!(
                    struct View {
                        #[serde(renamed = "x")]
                        seat: u8,
                    }
                ),
                "renamed",
            ),
        ] {
            let found = refused(&input);
            assert!(found.contains(why), "{found}");
        }
    }

    #[test]
    fn names_are_those_that_serde_writes_and_reads() {
        let input = parse_quote! {
            #[serde(rename_all = "camelCase", rename(serialize = "Shown"))]
            struct Sent {
                /// How many cards.
                hand_size: u8,
                #[serde(skip)]
                hidden: u8,
                #[serde(default, rename = "type")]
                kind: u8,
            }
        };
        let written = expand(&input).unwrap().to_string().replace(' ', "");
        for part in [
            r#"Name{shown:"Shown".to_owned(),sent:"Sent".to_owned()}"#,
            r#"shown:::std::option::Option::Some("handSize")"#,
            r#"doc:"Howmanycards.""#,
            r#"sent:::std::option::Option::Some("type")"#,
            "is_optional:true",
        ] {
            assert!(written.contains(part), "{part} in {written}");
        }
        assert!(!written.contains("hidden"), "{written}");
    }
}
