//! Arguments as a struct, read from the document and borrowed from the variables.

use std::borrow::Cow;
use std::iter;

use serde::de::value::{BorrowedStrDeserializer, MapAccessDeserializer, MapDeserializer};
use serde::de::{DeserializeOwned, DeserializeSeed, MapAccess};
use serde_json::Value as Json;

use crate::document::coerce::{self, Values};
use crate::document::plan::Selected;
use crate::fault::Fault;
use crate::sdl::types::Types;

/// The arguments of a field.
///
/// # Errors
/// When a variable does not fit where it stands, or `A` is not what the schema says.
pub fn deserialize<A: DeserializeOwned>(
    field: &Selected,
    types: &Types,
    variables: &Values,
) -> Result<A, Fault> {
    // The arguments fit the schema, so a struct that does not take them is our fault.
    A::deserialize(given(field, types, variables)?).map_err(Fault::internal)
}

/// A field with its arguments, as a variant of an enum: named after the field, it holds a struct
/// with a field for each argument.
///
/// # Errors
/// When a variable does not fit where it stands, or `F` is not what the schema says.
pub fn deserialize_field<F: DeserializeOwned>(
    field: &Selected,
    types: &Types,
    variables: &Values,
) -> Result<F, Fault> {
    let called = iter::once((&*field.name, given(field, types, variables)?));
    F::deserialize(MapAccessDeserializer::new(MapDeserializer::new(called)))
        .map_err(Fault::internal)
}

fn given<'v>(
    field: &'v Selected,
    types: &Types,
    variables: &'v Values,
) -> Result<MapAccessDeserializer<impl MapAccess<'v, Error = serde_json::Error>>, Fault> {
    let given = coerce::arguments(types, &field.arguments, variables);
    let given = given.map_err(|fault| fault.at(field.place))?;
    Ok(MapAccessDeserializer::new(Given { left: given.into_iter(), value: None }))
}

/// What was given, one after the other.
struct Given<'v, I> {
    left: I,
    value: Option<Cow<'v, Json>>,
}

impl<'v, I> MapAccess<'v> for Given<'v, I>
where
    I: Iterator<Item = (&'v str, Cow<'v, Json>)>,
{
    type Error = serde_json::Error;

    fn next_key_seed<K: DeserializeSeed<'v>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Self::Error> {
        let Some((name, value)) = self.left.next() else { return Ok(None) };
        self.value = Some(value);
        seed.deserialize(BorrowedStrDeserializer::new(name)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'v>>(
        &mut self,
        seed: V,
    ) -> Result<V::Value, Self::Error> {
        match self.value.take() {
            Some(Cow::Borrowed(json)) => seed.deserialize(json),
            Some(Cow::Owned(json)) => seed.deserialize(json),
            None => seed.deserialize(Json::Null),
        }
    }
}
