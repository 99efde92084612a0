//! The function of a field: what it is given, and what it may return.

use std::fmt;
use std::future::Future;
use std::ops::Deref;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{arguments, check};
use crate::document::coerce::Values;
use crate::document::plan::Selected;
use crate::fault::Fault;
use crate::sdl::types::{Input, Types};
use crate::value::{ObjectType, Value};

/// What a field's function is given in addition to its parent and its arguments.
pub struct Context<'a, C> {
    /// What all fields of a request share.
    pub shared: &'a C,
    /// What is selected.
    pub field: &'a Selected,
    /// The types of the schema.
    pub types: &'a Types,
    /// The variables of the request.
    pub variables: &'a Values,
}

impl<C> Clone for Context<'_, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C> Copy for Context<'_, C> {}

impl<C> fmt::Debug for Context<'_, C> {
    /// Leaves the variables out: a password may be among them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context").field("field", &self.field.name).finish_non_exhaustive()
    }
}

impl<C> Deref for Context<'_, C> {
    type Target = C;

    fn deref(&self) -> &C {
        self.shared
    }
}

/// What a field's function may return.
pub trait IntoValue {
    /// The value of the field.
    ///
    /// # Errors
    /// What a client got wrong or we did; the field is then null.
    fn into_value(self) -> Result<Value, Fault>;
}

/// A value that is answered as its JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Json<T>(pub T);

impl IntoValue for Value {
    fn into_value(self) -> Result<Value, Fault> {
        Ok(self)
    }
}

impl IntoValue for Fault {
    fn into_value(self) -> Result<Value, Fault> {
        Err(self)
    }
}

impl<T: Serialize> IntoValue for Json<T> {
    fn into_value(self) -> Result<Value, Fault> {
        Value::of(&self.0)
    }
}

impl<P: ObjectType> IntoValue for P {
    fn into_value(self) -> Result<Value, Fault> {
        Ok(Value::Object(self.into()))
    }
}

impl<T: IntoValue> IntoValue for Option<T> {
    fn into_value(self) -> Result<Value, Fault> {
        self.map_or(Ok(Value::Null), T::into_value)
    }
}

impl<T: IntoValue> IntoValue for Vec<T> {
    fn into_value(self) -> Result<Value, Fault> {
        Ok(Value::List(self.into_iter().map(T::into_value).collect::<Result<_, _>>()?))
    }
}

impl<T: IntoValue, E: IntoValue> IntoValue for Result<T, E> {
    fn into_value(self) -> Result<Value, Fault> {
        match self {
            Ok(value) => value.into_value(),
            Err(error) => error.into_value(),
        }
    }
}

/// The arguments of a function: none, or one struct with a field for each.
pub trait Arguments: Sized + Send + 'static {
    /// The arguments as they were given.
    ///
    /// # Errors
    /// When a variable does not fit where it stands, or the struct is not what the schema says.
    fn given(field: &Selected, types: &Types, variables: &Values) -> Result<Self, Fault>;

    /// Where the struct differs from the schema, in sentences without their subject.
    fn mismatches(types: &Types, inputs: &[Input]) -> Vec<String>;
}

impl Arguments for () {
    fn given(_: &Selected, _: &Types, _: &Values) -> Result<Self, Fault> {
        Ok(())
    }

    fn mismatches(_: &Types, inputs: &[Input]) -> Vec<String> {
        inputs.iter().map(|input| format!("the function does not take {}", input.name)).collect()
    }
}

impl<A: DeserializeOwned + Send + 'static> Arguments for (A,) {
    fn given(field: &Selected, types: &Types, variables: &Values) -> Result<Self, Fault> {
        arguments::deserialize(field, types, variables).map(|arguments| (arguments,))
    }

    fn mismatches(types: &Types, inputs: &[Input]) -> Vec<String> {
        check::mismatches::<A>(types, inputs)
    }
}

/// An `async fn(Context<C>, &P, A)` or `async fn(Context<C>, &P)` that returns an [`IntoValue`].
pub trait Resolve<'a, C, P, A>: Send + Sync {
    /// What it runs as.
    type Future: Future<Output = Self::Output> + Send + 'a;
    /// What it returns.
    type Output: IntoValue;

    /// Calls it.
    fn resolve(&self, context: Context<'a, C>, parent: &'a P, arguments: A) -> Self::Future;
}

impl<'a, C: 'a, P: 'a, F, R> Resolve<'a, C, P, ()> for F
where
    F: Fn(Context<'a, C>, &'a P) -> R + Send + Sync,
    R: Future + Send + 'a,
    R::Output: IntoValue,
{
    type Future = R;
    type Output = R::Output;

    fn resolve(&self, context: Context<'a, C>, parent: &'a P, (): ()) -> R {
        self(context, parent)
    }
}

impl<'a, C: 'a, P: 'a, A, F, R> Resolve<'a, C, P, (A,)> for F
where
    F: Fn(Context<'a, C>, &'a P, A) -> R + Send + Sync,
    R: Future + Send + 'a,
    R::Output: IntoValue,
{
    type Future = R;
    type Output = R::Output;

    fn resolve(&self, context: Context<'a, C>, parent: &'a P, (arguments,): (A,)) -> R {
        self(context, parent, arguments)
    }
}
