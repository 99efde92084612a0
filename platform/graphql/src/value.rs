//! The values that fields answer with, and the request that they answer.

use std::any::Any;
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use gueridon_json::JsonSlice;
use serde::Serialize;

use crate::document::coerce::Values;
use crate::fault::Fault;
use crate::project::Given;
use crate::sdl::types::Types;

/// What a field is answered with.
#[derive(Debug)]
pub enum Value {
    /// Nothing.
    Null,
    /// JSON to be projected.
    Json(Cow<'static, str>),
    /// JSON from a part of the schema, in which `__typename` has the short names of its types.
    OfPart {
        /// The prefix of the part's types.
        prefix: Arc<str>,
        /// The JSON.
        text: String,
    },
    /// An object of JSON that was read before. In a box, so that a value of another kind stays small.
    Slice(Box<SliceValue>),
    /// An object whose fields have functions.
    Object(AnyObject),
    /// A list of values.
    List(Vec<Value>),
}

impl Value {
    /// A value as JSON.
    ///
    /// # Errors
    /// Only for values that have no JSON.
    pub fn of(value: &impl Serialize) -> Result<Self, Fault> {
        serde_json::to_string(value).map(|text| Self::Json(text.into())).map_err(Fault::internal)
    }
}

/// An object of a part of the schema, of JSON that was read before.
#[derive(Debug)]
pub struct SliceValue {
    /// The prefix of the part's types.
    pub prefix: Arc<str>,
    /// The object.
    pub slice: JsonSlice,
    /// What is said of it beside its JSON.
    pub given: Given,
}

/// A request that is being answered.
#[derive(Clone, Copy)]
pub struct Run<'a> {
    /// The types of the schema.
    pub types: &'a Types,
    /// The variables of the request.
    pub variables: &'a Values,
}

impl fmt::Debug for Run<'_> {
    /// Leaves the variables out: a password may be among them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Run").finish_non_exhaustive()
    }
}

/// A Rust value that answers the fields of an object type of the schema.
pub trait ObjectType: Any + Send + Sync {
    /// Its name in the schema.
    const NAME: &'static str;
}

/// An object of any type.
pub struct AnyObject {
    pub(crate) type_name: &'static str,
    object: Box<dyn Any + Send + Sync>,
}

impl AnyObject {
    pub(crate) fn get<P: ObjectType>(&self) -> Result<&P, Fault> {
        let wrong = || Fault::internal(format!("a {} is of another Rust type", P::NAME));
        self.object.downcast_ref().ok_or_else(wrong)
    }
}

impl<P: ObjectType> From<P> for AnyObject {
    fn from(object: P) -> Self {
        Self { type_name: P::NAME, object: Box::new(object) }
    }
}

impl fmt::Debug for AnyObject {
    /// Leaves the value out: a token may be in it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyObject").field("type_name", &self.type_name).finish_non_exhaustive()
    }
}
