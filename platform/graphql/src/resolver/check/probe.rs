//! A deserializer of sample values that compares what is asked of it with the schema.

use std::cell::RefCell;
use std::collections::BTreeSet;

use serde::de::value::{BorrowedStrDeserializer, MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::Value as Json;

use crate::sdl::types::{Base, Field, Input, Kind, Shape, Types};

/// What the schema says of a value.
#[derive(Clone, Copy)]
pub(super) enum Expected<'a> {
    /// One of these fields, with its arguments.
    Fields(&'a [Field]),
    /// A field's arguments.
    Arguments(&'a [Input]),
    /// A value of this type.
    Value(&'a Shape),
    /// A value of this type that is known not to be null.
    Present(&'a Shape),
    /// Any JSON: the schema says nothing of it.
    Anything,
}

impl<'a> Expected<'a> {
    fn kind(self, types: &'a Types) -> Option<&'a Kind> {
        match self {
            Self::Value(shape) | Self::Present(shape) => match &shape.base {
                Base::Named(id) => Some(&types.get(*id).kind),
                Base::List(_) => None,
            },
            Self::Fields(_) | Self::Arguments(_) | Self::Anything => None,
        }
    }

    fn inputs(self, types: &'a Types) -> Option<&'a [Input]> {
        match (self, self.kind(types)) {
            (Self::Arguments(inputs), _) => Some(inputs),
            (_, Some(Kind::Input { fields, .. })) => Some(fields),
            _ => None,
        }
    }

    fn member(self, types: &'a Types, name: &str) -> Self {
        if let Self::Fields(fields) = self {
            let found = fields.iter().find(|field| &*field.name == name);
            return found.map_or(Self::Anything, |field| Self::Arguments(&field.arguments));
        }
        let found = self.inputs(types).and_then(|all| all.iter().find(|one| &*one.name == name));
        found.map_or(Self::Anything, |input| Self::Value(&input.ty))
    }

    fn item(self) -> Self {
        match self {
            Self::Value(shape) | Self::Present(shape) => match &shape.base {
                Base::List(inner) => Self::Value(inner),
                Base::Named(_) => Self::Anything,
            },
            Self::Fields(_) | Self::Arguments(_) | Self::Anything => Self::Anything,
        }
    }
}

/// A deserializer of a sample that notes what is asked of it.
#[derive(Clone)]
pub(super) struct Probe<'a> {
    pub(super) types: &'a Types,
    pub(super) wrong: &'a RefCell<BTreeSet<String>>,
    /// Where the value stands below the arguments, such as `settings.clock`.
    pub(super) place: String,
    pub(super) shape: Expected<'a>,
    pub(super) value: &'a Json,
}

impl<'a> Probe<'a> {
    fn below(&self, name: &str, shape: Expected<'a>, value: &'a Json) -> Self {
        let place = match &*self.place {
            "" => name.to_owned(),
            outer => format!("{outer}.{name}"),
        };
        Self { place, shape, value, ..self.clone() }
    }

    /// Notes that Rust takes no null, if the value may be null.
    fn note_nullable(&self) {
        if let Expected::Value(Shape { nullable: true, .. }) = self.shape {
            self.note("it may be null, and Rust takes no null");
        }
    }

    fn note(&self, sentence: &str) {
        let place = match self.shape {
            Expected::Fields(_) => "fields",
            _ if self.place.is_empty() => "arguments",
            _ => &self.place,
        };
        self.wrong.borrow_mut().insert(format!("{place}: {sentence}"));
    }

    /// Notes where the names that Rust has and those of the schema differ.
    fn compare(&self, rust: &[&str], schema: &[&str]) {
        for name in rust.iter().filter(|name| !schema.contains(name)) {
            self.note(&format!("the schema does not have {name}, and Rust does"));
        }
        for name in schema.iter().filter(|name| !rust.contains(name)) {
            self.note(&format!("the schema has {name}, and Rust does not"));
        }
    }
}

/// Values of one kind, which is never null.
macro_rules! of_one_kind {
    ($($name:ident)*) => {
        $(
            fn $name<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
                self.note_nullable();
                self.deserialize_any(visitor)
            }
        )*
    };
}

impl<'de> Deserializer<'de> for Probe<'de> {
    type Error = serde_json::Error;

    /// For types that take any JSON; all others ask for one of the kinds below.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        match self.value {
            Json::Object(members) => {
                let members = Members { probe: &self, left: members.iter(), value: None };
                MapAccessDeserializer::new(members).deserialize_any(visitor)
            }
            Json::Array(items) => {
                let items = Items { probe: &self, left: items.iter() };
                SeqAccessDeserializer::new(items).deserialize_any(visitor)
            }
            plain => plain.deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        if let Expected::Value(Shape { nullable: false, .. }) = self.shape {
            self.note("it is never null, and Rust has an Option");
        }
        if self.value.is_null() {
            return visitor.visit_none();
        }
        let shape = match self.shape {
            Expected::Value(shape) => Expected::Present(shape),
            other => other,
        };
        visitor.visit_some(Self { shape, ..self })
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        if name.starts_with("$serde_json::private::") {
            return self.value.deserialize_newtype_struct(name, visitor);
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        if name.starts_with("$serde_json::private::") {
            return self.value.deserialize_struct(name, fields, visitor);
        }
        self.note_nullable();
        if let Some(inputs) = self.shape.inputs(self.types) {
            let inputs: Vec<&str> = inputs.iter().map(|input| &*input.name).collect();
            self.compare(fields, &inputs);
        }
        self.deserialize_any(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        self.note_nullable();
        let of_schema: Vec<&str> = match (self.shape, self.shape.kind(self.types)) {
            (Expected::Fields(fields), _) => fields.iter().map(|field| &*field.name).collect(),
            (_, Some(Kind::Enum(names))) => names.iter().map(|name| &**name).collect(),
            (_, Some(Kind::Input { fields, one_of: true })) => {
                fields.iter().map(|input| &*input.name).collect()
            }
            _ => {
                self.note(&format!("it is no enum, and Rust has {name}"));
                variants.to_vec()
            }
        };
        self.compare(variants, &of_schema);
        match self.value {
            Json::Object(members) => match members.iter().next() {
                Some((variant, value)) => {
                    // That a member of a @oneOf may be null only says that it may be left out.
                    let shape = match self.shape.member(self.types, variant) {
                        Expected::Value(shape) => Expected::Present(shape),
                        other => other,
                    };
                    visitor.visit_enum(Variant {
                        name: variant,
                        probe: self.below(variant, shape, value),
                    })
                }
                None => self.value.deserialize_enum(name, variants, visitor),
            },
            plain => plain.deserialize_enum(name, variants, visitor),
        }
    }

    of_one_kind! {
        deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_f32
        deserialize_f64 deserialize_char deserialize_str deserialize_string deserialize_bytes
        deserialize_byte_buf deserialize_seq deserialize_map
    }

    forward_to_deserialize_any! {
        i128 u128 unit unit_struct tuple tuple_struct identifier ignored_any
    }
}

/// The members of an object.
struct Members<'p, 'a> {
    probe: &'p Probe<'a>,
    left: serde_json::map::Iter<'a>,
    value: Option<Probe<'a>>,
}

impl<'a> MapAccess<'a> for Members<'_, 'a> {
    type Error = serde_json::Error;

    fn next_key_seed<K: DeserializeSeed<'a>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Self::Error> {
        let Some((name, value)) = self.left.next() else { return Ok(None) };
        let shape = self.probe.shape.member(self.probe.types, name);
        self.value = Some(self.probe.below(name, shape, value));
        seed.deserialize(BorrowedStrDeserializer::new(name)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'a>>(
        &mut self,
        seed: V,
    ) -> Result<V::Value, Self::Error> {
        match self.value.take() {
            Some(value) => seed.deserialize(value),
            None => seed.deserialize(Json::Null),
        }
    }
}

/// The items of a list.
struct Items<'p, 'a> {
    probe: &'p Probe<'a>,
    left: std::slice::Iter<'a, Json>,
}

impl<'a> SeqAccess<'a> for Items<'_, 'a> {
    type Error = serde_json::Error;

    fn next_element_seed<T: DeserializeSeed<'a>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Self::Error> {
        let Some(value) = self.left.next() else { return Ok(None) };
        seed.deserialize(self.probe.below("[]", self.probe.shape.item(), value)).map(Some)
    }
}

/// The one member of a `@oneOf` object, as a variant of an enum.
struct Variant<'a> {
    name: &'a str,
    probe: Probe<'a>,
}

impl<'a> EnumAccess<'a> for Variant<'a> {
    type Error = serde_json::Error;
    type Variant = Probe<'a>;

    fn variant_seed<V: DeserializeSeed<'a>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Self::Variant), Self::Error> {
        Ok((seed.deserialize(BorrowedStrDeserializer::<Self::Error>::new(self.name))?, self.probe))
    }
}

impl<'a> VariantAccess<'a> for Probe<'a> {
    type Error = serde_json::Error;

    fn unit_variant(self) -> Result<(), Self::Error> {
        self.note("the variant has no value, and the schema has one");
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'a>>(
        self,
        seed: T,
    ) -> Result<T::Value, Self::Error> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'a>>(self, _: usize, visitor: V) -> Result<V::Value, Self::Error> {
        self.deserialize_any(visitor)
    }

    fn struct_variant<V: Visitor<'a>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        self.deserialize_struct("", fields, visitor)
    }
}
