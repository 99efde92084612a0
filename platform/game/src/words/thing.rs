//! What a phrase is about, as a tree of values.
//!
//! The same tree as in JSON, but with the names borrowed from the program instead of copied: a game
//! forms some twenty sentences at every step.

use std::borrow::Cow;
use std::fmt::Display;

use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer, ser};

/// What a sentence is about, or a part of it.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Thing {
    Nothing,
    Truth(bool),
    Number(i64),
    Text(Cow<'static, str>),
    List(Vec<Self>),
    Fields(Vec<(Cow<'static, str>, Self)>),
}

/// A value that JSON has no form for. Nothing that a game says has one.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct ThingError(String);

impl ser::Error for ThingError {
    fn custom<T: Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

impl Thing {
    /// The thing that a value is; nothing if JSON has no form for it.
    pub(super) fn of(value: &impl Serialize) -> Self {
        value.serialize(ThingSerializer).unwrap_or(Self::Nothing)
    }

    /// A field of it, or nothing.
    pub(super) fn field(&self, name: &str) -> &Self {
        let Self::Fields(fields) = self else { return &Self::Nothing };
        fields.iter().find(|(key, _)| key == name).map_or(&Self::Nothing, |(_, field)| field)
    }

    /// What its `count` counts: its first other field, or nothing.
    pub(super) fn counted(&self) -> &Self {
        let Self::Fields(fields) = self else { return &Self::Nothing };
        fields.iter().find(|(key, _)| key != "count").map_or(&Self::Nothing, |(_, field)| field)
    }

    fn number(number: impl TryInto<i64> + Display + Copy) -> Self {
        number.try_into().map_or_else(|_| Self::Text(number.to_string().into()), Self::Number)
    }

    /// The content of an enum variant, which serde writes as `{variant: self}`.
    fn under(self, variant: &'static str) -> Self {
        Self::Fields(vec![(variant.into(), self)])
    }
}

/// Turns values into things.
#[derive(Debug, Clone, Copy)]
struct ThingSerializer;

/// A list that is being serialised.
#[derive(Debug)]
struct ListSerializer {
    items: Vec<Thing>,
    /// The enum variant whose content it is.
    variant: Option<&'static str>,
}

/// Fields that are being serialised.
#[derive(Debug)]
struct FieldsSerializer {
    fields: Vec<(Cow<'static, str>, Thing)>,
    /// The key whose value comes next.
    key: Option<Cow<'static, str>>,
    /// The enum variant whose content they are.
    variant: Option<&'static str>,
}

fn wrapped(thing: Thing, variant: Option<&'static str>) -> Thing {
    match variant {
        Some(variant) => thing.under(variant),
        None => thing,
    }
}

macro_rules! numbers {
    ($($method:ident: $number:ty,)*) => {
        $(fn $method(self, number: $number) -> Result<Thing, ThingError> {
            Ok(Thing::number(number))
        })*
    };
}

impl Serializer for ThingSerializer {
    type Ok = Thing;
    type Error = ThingError;
    type SerializeSeq = ListSerializer;
    type SerializeTuple = ListSerializer;
    type SerializeTupleStruct = ListSerializer;
    type SerializeTupleVariant = ListSerializer;
    type SerializeMap = FieldsSerializer;
    type SerializeStruct = FieldsSerializer;
    type SerializeStructVariant = FieldsSerializer;

    numbers! {
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64,
        serialize_i128: i128, serialize_u128: u128,
    }

    fn serialize_bool(self, truth: bool) -> Result<Thing, ThingError> {
        Ok(Thing::Truth(truth))
    }

    fn serialize_f32(self, number: f32) -> Result<Thing, ThingError> {
        Ok(Thing::Text(number.to_string().into()))
    }

    fn serialize_f64(self, number: f64) -> Result<Thing, ThingError> {
        Ok(Thing::Text(number.to_string().into()))
    }

    fn serialize_char(self, letter: char) -> Result<Thing, ThingError> {
        Ok(Thing::Text(letter.to_string().into()))
    }

    fn serialize_str(self, text: &str) -> Result<Thing, ThingError> {
        Ok(Thing::Text(text.to_owned().into()))
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<Thing, ThingError> {
        Ok(Thing::List(bytes.iter().map(|&byte| Thing::Number(byte.into())).collect()))
    }

    fn serialize_none(self) -> Result<Thing, ThingError> {
        Ok(Thing::Nothing)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Thing, ThingError> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<Thing, ThingError> {
        Ok(Thing::Nothing)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Thing, ThingError> {
        Ok(Thing::Nothing)
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<Thing, ThingError> {
        Ok(Thing::Text(variant.into()))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<Thing, ThingError> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Thing, ThingError> {
        Ok(value.serialize(self)?.under(variant))
    }

    fn serialize_seq(self, len: Option<usize>) -> Result<ListSerializer, ThingError> {
        Ok(ListSerializer { items: Vec::with_capacity(len.unwrap_or_default()), variant: None })
    }

    fn serialize_tuple(self, len: usize) -> Result<ListSerializer, ThingError> {
        self.serialize_seq(Some(len))
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        len: usize,
    ) -> Result<ListSerializer, ThingError> {
        self.serialize_seq(Some(len))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<ListSerializer, ThingError> {
        Ok(ListSerializer { items: Vec::with_capacity(len), variant: Some(variant) })
    }

    fn serialize_map(self, len: Option<usize>) -> Result<FieldsSerializer, ThingError> {
        Ok(FieldsSerializer {
            fields: Vec::with_capacity(len.unwrap_or_default()),
            key: None,
            variant: None,
        })
    }

    fn serialize_struct(self, _: &'static str, len: usize) -> Result<FieldsSerializer, ThingError> {
        self.serialize_map(Some(len))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<FieldsSerializer, ThingError> {
        Ok(FieldsSerializer { fields: Vec::with_capacity(len), key: None, variant: Some(variant) })
    }
}

impl SerializeSeq for ListSerializer {
    type Ok = Thing;
    type Error = ThingError;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), ThingError> {
        self.items.push(value.serialize(ThingSerializer)?);
        Ok(())
    }

    fn end(self) -> Result<Thing, ThingError> {
        Ok(wrapped(Thing::List(self.items), self.variant))
    }
}

macro_rules! lists {
    ($($of:ident::$method:ident,)*) => {
        $(impl ser::$of for ListSerializer {
            type Ok = Thing;
            type Error = ThingError;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), ThingError> {
                SerializeSeq::serialize_element(self, value)
            }

            fn end(self) -> Result<Thing, ThingError> {
                SerializeSeq::end(self)
            }
        })*
    };
}

lists! {
    SerializeTuple::serialize_element,
    SerializeTupleStruct::serialize_field,
    SerializeTupleVariant::serialize_field,
}

impl SerializeMap for FieldsSerializer {
    type Ok = Thing;
    type Error = ThingError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), ThingError> {
        self.key = Some(match key.serialize(ThingSerializer)? {
            Thing::Text(text) => text,
            Thing::Number(number) => number.to_string().into(),
            _ => return Err(ser::Error::custom("a key is a text")),
        });
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), ThingError> {
        let key = self.key.take().unwrap_or_default();
        self.fields.push((key, value.serialize(ThingSerializer)?));
        Ok(())
    }

    fn end(self) -> Result<Thing, ThingError> {
        Ok(wrapped(Thing::Fields(self.fields), self.variant))
    }
}

macro_rules! structs {
    ($($of:ident,)*) => {
        $(impl ser::$of for FieldsSerializer {
            type Ok = Thing;
            type Error = ThingError;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), ThingError> {
                self.fields.push((name.into(), value.serialize(ThingSerializer)?));
                Ok(())
            }

            fn end(self) -> Result<Thing, ThingError> {
                SerializeMap::end(self)
            }
        })*
    };
}

structs! { SerializeStruct, SerializeStructVariant, }
