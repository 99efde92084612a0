//! What a phrase speaks of, as serde tells it.
//!
//! The same as JSON would have it, but made of the names that the program has anyway, so that a
//! sentence costs little: a game says some twenty at every step.

use std::borrow::Cow;
use std::fmt::Display;

use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer, ser};

/// A thing to be spoken of, or a part of it.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Thing {
    Nothing,
    Truth(bool),
    Number(i64),
    Text(Cow<'static, str>),
    List(Vec<Self>),
    Fields(Vec<(Cow<'static, str>, Self)>),
}

/// What cannot be told as JSON, which is nothing that a game says.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct Untold(String);

impl ser::Error for Untold {
    fn custom<T: Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

impl Thing {
    /// The thing that a value is; nothing if it cannot be told.
    pub(super) fn of(value: &impl Serialize) -> Self {
        value.serialize(Telling).unwrap_or(Self::Nothing)
    }

    /// A field of it; nothing where there is none.
    pub(super) fn field(&self, name: &str) -> &Self {
        let Self::Fields(fields) = self else { return &Self::Nothing };
        fields.iter().find(|(key, _)| key == name).map_or(&Self::Nothing, |(_, field)| field)
    }

    fn number(number: impl TryInto<i64> + Display + Copy) -> Self {
        number.try_into().map_or_else(|_| Self::Text(number.to_string().into()), Self::Number)
    }

    /// What an enum writes as `{variant: self}`.
    fn under(self, variant: &'static str) -> Self {
        Self::Fields(vec![(variant.into(), self)])
    }
}

/// Makes things of values.
#[derive(Debug, Clone, Copy)]
struct Telling;

/// A list on its way, and the variant that it is the content of.
#[derive(Debug)]
struct List(Vec<Thing>, Option<&'static str>);

/// Fields on their way, the key that waits for its value, and the variant that they belong to.
#[derive(Debug)]
struct Fields(Vec<(Cow<'static, str>, Thing)>, Option<Cow<'static, str>>, Option<&'static str>);

fn wrapped(thing: Thing, variant: Option<&'static str>) -> Thing {
    match variant {
        Some(variant) => thing.under(variant),
        None => thing,
    }
}

macro_rules! numbers {
    ($($method:ident: $number:ty,)*) => {
        $(fn $method(self, number: $number) -> Result<Thing, Untold> {
            Ok(Thing::number(number))
        })*
    };
}

impl Serializer for Telling {
    type Ok = Thing;
    type Error = Untold;
    type SerializeSeq = List;
    type SerializeTuple = List;
    type SerializeTupleStruct = List;
    type SerializeTupleVariant = List;
    type SerializeMap = Fields;
    type SerializeStruct = Fields;
    type SerializeStructVariant = Fields;

    numbers! {
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64,
        serialize_i128: i128, serialize_u128: u128,
    }

    fn serialize_bool(self, truth: bool) -> Result<Thing, Untold> {
        Ok(Thing::Truth(truth))
    }

    fn serialize_f32(self, number: f32) -> Result<Thing, Untold> {
        Ok(Thing::Text(number.to_string().into()))
    }

    fn serialize_f64(self, number: f64) -> Result<Thing, Untold> {
        Ok(Thing::Text(number.to_string().into()))
    }

    fn serialize_char(self, letter: char) -> Result<Thing, Untold> {
        Ok(Thing::Text(letter.to_string().into()))
    }

    fn serialize_str(self, text: &str) -> Result<Thing, Untold> {
        Ok(Thing::Text(text.to_owned().into()))
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<Thing, Untold> {
        Ok(Thing::List(bytes.iter().map(|&byte| Thing::Number(byte.into())).collect()))
    }

    fn serialize_none(self) -> Result<Thing, Untold> {
        Ok(Thing::Nothing)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Thing, Untold> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<Thing, Untold> {
        Ok(Thing::Nothing)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Thing, Untold> {
        Ok(Thing::Nothing)
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<Thing, Untold> {
        Ok(Thing::Text(variant.into()))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<Thing, Untold> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Thing, Untold> {
        Ok(value.serialize(self)?.under(variant))
    }

    fn serialize_seq(self, len: Option<usize>) -> Result<List, Untold> {
        Ok(List(Vec::with_capacity(len.unwrap_or_default()), None))
    }

    fn serialize_tuple(self, len: usize) -> Result<List, Untold> {
        self.serialize_seq(Some(len))
    }

    fn serialize_tuple_struct(self, _: &'static str, len: usize) -> Result<List, Untold> {
        self.serialize_seq(Some(len))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<List, Untold> {
        Ok(List(Vec::with_capacity(len), Some(variant)))
    }

    fn serialize_map(self, len: Option<usize>) -> Result<Fields, Untold> {
        Ok(Fields(Vec::with_capacity(len.unwrap_or_default()), None, None))
    }

    fn serialize_struct(self, _: &'static str, len: usize) -> Result<Fields, Untold> {
        self.serialize_map(Some(len))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Fields, Untold> {
        Ok(Fields(Vec::with_capacity(len), None, Some(variant)))
    }
}

impl SerializeSeq for List {
    type Ok = Thing;
    type Error = Untold;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Untold> {
        self.0.push(value.serialize(Telling)?);
        Ok(())
    }

    fn end(self) -> Result<Thing, Untold> {
        Ok(wrapped(Thing::List(self.0), self.1))
    }
}

macro_rules! lists {
    ($($of:ident::$method:ident,)*) => {
        $(impl ser::$of for List {
            type Ok = Thing;
            type Error = Untold;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Untold> {
                SerializeSeq::serialize_element(self, value)
            }

            fn end(self) -> Result<Thing, Untold> {
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

impl SerializeMap for Fields {
    type Ok = Thing;
    type Error = Untold;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Untold> {
        self.1 = Some(match key.serialize(Telling)? {
            Thing::Text(text) => text,
            Thing::Number(number) => number.to_string().into(),
            _ => return Err(ser::Error::custom("a key is a text")),
        });
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Untold> {
        let key = self.1.take().unwrap_or_default();
        self.0.push((key, value.serialize(Telling)?));
        Ok(())
    }

    fn end(self) -> Result<Thing, Untold> {
        Ok(wrapped(Thing::Fields(self.0), self.2))
    }
}

macro_rules! structs {
    ($($of:ident,)*) => {
        $(impl ser::$of for Fields {
            type Ok = Thing;
            type Error = Untold;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), Untold> {
                self.0.push((name.into(), value.serialize(Telling)?));
                Ok(())
            }

            fn end(self) -> Result<Thing, Untold> {
                SerializeMap::end(self)
            }
        })*
    };
}

structs! { SerializeStruct, SerializeStructVariant, }
