//! Fields as functions: each field of an object type that Rust values stand behind is one function
//! with typed arguments, registered once under its type.
//!
//! ```text
//! Fields            what was registered: per type, per field, a function
//!   └─ bind ──────▶ Resolvers   the same by number, as compiled documents name fields
//! ```
//!
//! A function that computes nothing and waits for nothing is a [`property`](ObjectFields::property).
//! Types whose values are plain JSON have no functions; they are named with [`Fields::json`].
//! [`Fields::check`] compares all of it with the schema.

mod arguments;
mod check;

pub use arguments::deserialize as arguments_of;

use std::fmt;
use std::future::Future;
use std::ops::Deref;
use std::pin::Pin;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::document::coerce::Values;
use crate::document::plan::Selected;
use crate::fault::Fault;
use crate::sdl::types::{FieldId, Input, Types};
use crate::value::{AnyObject, ObjectType, Value};

/// What a field's function is told besides its parent and its arguments.
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
        Ok(Value::Typed(self.into()))
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

    /// What of the struct is not as the schema says, in sentences without their subject.
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

type Answering<'a> = Pin<Box<dyn Future<Output = Result<Value, Fault>> + Send + 'a>>;
type Property = Box<dyn Fn(&AnyObject) -> Result<Value, Fault> + Send + Sync>;
type Function<C> =
    Box<dyn for<'a> Fn(Context<'a, C>, &'a AnyObject) -> Answering<'a> + Send + Sync>;

enum Resolver<C> {
    Property(Property),
    Function(Function<C>),
}

struct Registered<C> {
    type_name: &'static str,
    name: &'static str,
    mismatches: fn(&Types, &[Input]) -> Vec<String>,
    resolver: Resolver<C>,
}

/// The functions of all fields; `C` is what the fields of a request share.
pub struct Fields<C> {
    registered: Vec<Registered<C>>,
    json: Vec<&'static str>,
}

impl<C> Default for Fields<C> {
    fn default() -> Self {
        Self { registered: Vec::new(), json: Vec::new() }
    }
}

impl<C> fmt::Debug for Fields<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fields").field("len", &self.registered.len()).finish_non_exhaustive()
    }
}

impl<C: Send + Sync + 'static> Fields<C> {
    /// Registers the fields of an object type.
    pub fn object<P: ObjectType>(&mut self) -> ObjectFields<'_, C, P> {
        ObjectFields { fields: self, parent: std::marker::PhantomData }
    }

    /// Names object types whose values are JSON that is projected: they have no functions.
    pub fn json(&mut self, type_names: &[&'static str]) {
        self.json.extend(type_names);
    }

    /// What of these functions is not as the schema says, in sentences; nothing if all is well.
    /// Types that a game or introspection brings are to be left out of `types`.
    #[must_use]
    pub fn check(&self, types: &Types) -> Vec<String> {
        check::check(self, types)
    }

    /// The functions by the numbers that `types` gives their fields.
    #[must_use]
    pub fn bind(self, types: &Types) -> Resolvers<C> {
        let mut by_id: Vec<Option<Resolver<C>>> = Vec::new();
        by_id.resize_with(types.n_fields(), || None);
        for one in self.registered {
            let ty = types.find(one.type_name);
            if let Some(field) = ty.and_then(|ty| types.field(ty, one.name)) {
                by_id[field.id.index()] = Some(one.resolver);
            }
        }
        Resolvers { by_id }
    }
}

/// The fields of one object type, being registered.
pub struct ObjectFields<'f, C, P> {
    fields: &'f mut Fields<C>,
    parent: std::marker::PhantomData<fn(P)>,
}

impl<C, P> fmt::Debug for ObjectFields<'_, C, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ObjectFields").finish_non_exhaustive()
    }
}

impl<C: Send + Sync + 'static, P: ObjectType> ObjectFields<'_, C, P> {
    /// A field that is answered by an `async fn`.
    pub fn field<A, F>(self, name: &'static str, function: F) -> Self
    where
        A: Arguments,
        F: for<'a> Resolve<'a, C, P, A> + 'static,
    {
        let function = std::sync::Arc::new(function);
        let erased: Function<C> = Box::new(move |context, parent| {
            let function = function.clone();
            Box::pin(async move {
                let parent = parent.get::<P>()?;
                let arguments = A::given(context.field, context.types, context.variables)?;
                function.resolve(context, parent, arguments).await.into_value()
            })
        });
        self.register(name, A::mismatches, Resolver::Function(erased))
    }

    /// A field without arguments that is there already.
    pub fn property<R: IntoValue>(
        self,
        name: &'static str,
        read: impl Fn(&P) -> R + Send + Sync + 'static,
    ) -> Self {
        let read: Property = Box::new(move |parent| read(parent.get::<P>()?).into_value());
        self.register(name, <() as Arguments>::mismatches, Resolver::Property(read))
    }

    fn register(
        self,
        name: &'static str,
        mismatches: fn(&Types, &[Input]) -> Vec<String>,
        resolver: Resolver<C>,
    ) -> Self {
        let type_name = P::NAME;
        self.fields.registered.push(Registered { type_name, name, mismatches, resolver });
        self
    }
}

/// The functions of a schema's fields, by number.
pub struct Resolvers<C> {
    by_id: Vec<Option<Resolver<C>>>,
}

impl<C> Default for Resolvers<C> {
    fn default() -> Self {
        Self { by_id: Vec::new() }
    }
}

impl<C> fmt::Debug for Resolvers<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Resolvers").field("len", &self.by_id.len()).finish_non_exhaustive()
    }
}

impl<C> Resolvers<C> {
    /// The value of a field.
    ///
    /// # Errors
    /// What a client got wrong or we did; the field is then null.
    pub(crate) async fn resolve(
        &self,
        id: Option<FieldId>,
        context: Context<'_, C>,
        parent: &AnyObject,
    ) -> Result<Value, Fault> {
        match id.and_then(|id| self.by_id.get(id.index())?.as_ref()) {
            Some(Resolver::Property(read)) => read(parent),
            Some(Resolver::Function(call)) => call(context, parent).await,
            None => {
                let (ty, name) = (parent.type_name, &context.field.name);
                Err(Fault::internal(format!("{ty}.{name} has no function")))
            }
        }
    }
}
