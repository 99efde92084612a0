//! Fields as functions: each field of an object type whose values are in Rust is one function with
//! typed arguments, registered once under its type.
//!
//! ```text
//! Fields            what was registered: per type, per field, a function
//!   └─ bind ──────▶ Resolvers   the same by number, as plans name fields
//! ```
//!
//! A function that computes nothing and waits for nothing is a [`property`](ObjectFields::property).
//! Types whose values are plain JSON have no functions; they are named with [`Fields::json`]. Which
//! subscription a client begins is read as an enum ([`field_of`], [`Fields::subscriptions`]).
//! [`Fields::check`] compares all of it with the schema.

mod arguments;
mod check;
mod function;

use std::fmt;
use std::future::Future;
use std::pin::Pin;

use serde::de::DeserializeOwned;

pub use self::arguments::{deserialize as arguments_of, deserialize_field as field_of};
pub use self::function::{Arguments, Context, IntoValue, Json, Resolve};
use crate::fault::Fault;
use crate::sdl::types::{FieldId, Input, Types};
use crate::value::{AnyObject, ObjectType, Value};

type Answering<'a> = Pin<Box<dyn Future<Output = Result<Value, Fault>> + Send + 'a>>;
type Property = Box<dyn Fn(&AnyObject) -> Result<Value, Fault> + Send + Sync>;
type Function<C> =
    Box<dyn for<'a> Fn(Context<'a, C>, &'a AnyObject) -> Answering<'a> + Send + Sync>;

/// Runs before a field's function: if it returns a value, the field has that, and the function is not
/// called.
pub type Guard<C> = Box<dyn Fn(&C) -> Option<Result<Value, Fault>> + Send + Sync>;

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

impl<C: 'static> Resolver<C> {
    fn guarded(self, guard: Guard<C>) -> Self {
        Self::Function(Box::new(move |context, parent| {
            if let Some(answer) = guard(context.shared) {
                return Box::pin(std::future::ready(answer));
            }
            match &self {
                Self::Property(read) => Box::pin(std::future::ready(read(parent))),
                Self::Function(call) => call(context, parent),
            }
        }))
    }
}

/// The functions of all fields; `C` is what the fields of a request share.
pub struct Fields<C> {
    registered: Vec<Registered<C>>,
    json: Vec<&'static str>,
    subscriptions: Option<fn(&Types) -> Vec<String>>,
}

impl<C> Default for Fields<C> {
    fn default() -> Self {
        Self { registered: Vec::new(), json: Vec::new(), subscriptions: None }
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

    /// Names the enum as which [`field_of`] reads the fields of `Subscription`; [`Fields::check`]
    /// compares it with the schema.
    pub fn subscriptions<F: DeserializeOwned>(&mut self) {
        self.subscriptions = Some(check::subscriptions::<F>);
    }

    /// Puts a guard before each registered field for which `guard` has one: it is given the names
    /// of the type and of the field.
    #[must_use]
    pub fn guarded(mut self, guard: impl Fn(&str, &str) -> Option<Guard<C>>) -> Self {
        let guarded = |one: Registered<C>| match guard(one.type_name, one.name) {
            Some(guard) => Registered { resolver: one.resolver.guarded(guard), ..one },
            None => one,
        };
        self.registered = self.registered.into_iter().map(guarded).collect();
        self
    }

    /// Registers a field of `Query` that is answered without the root's object.
    pub(crate) fn query<A: Arguments, R: IntoValue>(
        &mut self,
        name: &'static str,
        answer: impl Fn(A) -> R + Send + Sync + 'static,
    ) {
        let erased: Function<C> = Box::new(move |Context { field, types, variables, .. }, _| {
            let given = A::given(field, types, variables);
            Box::pin(std::future::ready(given.and_then(|given| answer(given).into_value())))
        });
        self.register("Query", name, A::mismatches, Resolver::Function(erased));
    }

    fn register(
        &mut self,
        type_name: &'static str,
        name: &'static str,
        mismatches: fn(&Types, &[Input]) -> Vec<String>,
        resolver: Resolver<C>,
    ) {
        self.registered.push(Registered { type_name, name, mismatches, resolver });
    }

    /// Where these functions differ from the schema, in sentences. `types` should not have those of a
    /// part or of introspection.
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
        self.register(name, A::mismatches, function)
    }

    fn register<A, F>(
        self,
        name: &'static str,
        mismatches: fn(&Types, &[Input]) -> Vec<String>,
        function: F,
    ) -> Self
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
        self.fields.register(P::NAME, name, mismatches, Resolver::Function(erased));
        self
    }

    /// A field of `Subscription` that is answered by an `async fn`, which is not given the arguments
    /// `A`: they were used when the subscription began, and are not read again for each response.
    pub fn update<A, F>(self, name: &'static str, function: F) -> Self
    where
        A: Arguments,
        F: for<'a> Resolve<'a, C, P, ()> + 'static,
    {
        self.register(name, A::mismatches, function)
    }

    /// A field without arguments that is read without waiting.
    pub fn property<R: IntoValue>(
        self,
        name: &'static str,
        read: impl Fn(&P) -> R + Send + Sync + 'static,
    ) -> Self {
        let read: Property = Box::new(move |parent| read(parent.get::<P>()?).into_value());
        let mismatches = <() as Arguments>::mismatches;
        self.fields.register(P::NAME, name, mismatches, Resolver::Property(read));
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
