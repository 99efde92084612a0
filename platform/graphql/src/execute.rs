//! Runs a plan: calls the functions of the selected fields, one field after the other, and projects
//! their values as JSON.
//!
//! Errors are handled as the GraphQL specification says: a field that fails is null, and where its
//! type does not allow null, the value around it is null.

use std::fmt;

use crate::answer::{Answer, PropagateNull};
use crate::document::plan::Selected;
use crate::fault::{Code, Fault, Step};
use crate::project::Projection;
use crate::resolver::{Context, Resolvers};
use crate::sdl::types::{Base, Kind, Shape, TypeId};
use crate::value::{AnyObject, Run, SliceValue, Value};

/// A request that is being answered by functions.
pub struct Execution<'a, C> {
    /// What is to be answered.
    pub run: Run<'a>,
    /// The functions of the fields.
    pub resolvers: &'a Resolvers<C>,
    /// What the fields of this request share.
    pub shared: &'a C,
}

impl<C> fmt::Debug for Execution<'_, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Execution").finish_non_exhaustive()
    }
}

impl<C: Sync> Execution<'_, C> {
    /// Answers a selection of an object, as `data`.
    pub async fn answer(&self, root: &AnyObject, fields: &[Selected]) -> Answer {
        let mut out = Answer::empty();
        let id = self.run.types.find(root.type_name).expect("the roots are in the schema");
        if self.object(root, id, fields, &mut out).await.is_err() {
            out.bytes.clear();
            out.put("null");
        }
        out.or_too_large()
    }

    async fn object(
        &self,
        object: &AnyObject,
        id: TypeId,
        fields: &[Selected],
        out: &mut Answer,
    ) -> Result<(), PropagateNull> {
        out.put_byte(b'{');
        for (index, field) in fields.iter().enumerate() {
            out.put(field.key.at(index));
            if field.is_typename() {
                out.put_byte(b'"');
                out.put(&self.run.types.get(id).name);
                out.put_byte(b'"');
                continue;
            }
            let before = out.faults.len();
            let Self { run: Run { types, variables }, shared, .. } = *self;
            let context = Context { shared, field, types, variables };
            let done = match self.resolvers.resolve(field.id, context, object).await {
                Ok(value) => self.shaped(field, &field.ty, value, out).await,
                Err(fault) => {
                    let propagate = out.fail(field, fault);
                    out.or_null(field.ty.nullable, |_| Err(propagate))
                }
            };
            if out.faults.len() > before {
                out.prefix_paths(before, || Step::Key(field.key.name().into()));
            }
            done?;
        }
        out.put_byte(b'}');
        Ok(())
    }

    async fn shaped(
        &self,
        field: &Selected,
        shape: &Shape,
        value: Value,
        out: &mut Answer,
    ) -> Result<(), PropagateNull> {
        out.count(0)?;
        out.take_turns().await;
        let start = out.bytes.len();
        let done = match (value, &shape.base) {
            (Value::Null, _) => self.project(field, shape, "null", "", out),
            (Value::Json(text), _) => self.project(field, shape, &text, "", out),
            (Value::OfPart { prefix, text }, _) => self.project(field, shape, &text, &prefix, out),
            (Value::Slice(value), _) => {
                let Run { types, variables } = self.run;
                let SliceValue { prefix, slice, given } = &*value;
                let projection = Projection { types, variables, prefix };
                projection.slice(field, shape, slice, given, out)
            }
            (Value::List(values), Base::List(inner)) => self.list(field, inner, values, out).await,
            (Value::Object(object), Base::Named(_)) => self.named(field, &object, out).await,
            (Value::List(_) | Value::Object(_), _) => {
                let message = format!("{} is not of its type", field.name);
                Err(out.fail(field, Fault::internal(message)))
            }
        };
        out.or_null_from(start, shape.nullable, done)
    }

    fn project(
        &self,
        field: &Selected,
        shape: &Shape,
        text: &str,
        prefix: &str,
        out: &mut Answer,
    ) -> Result<(), PropagateNull> {
        let Run { types, variables } = self.run;
        let projection = Projection { types, variables, prefix };
        projection.text(field, shape, text, out)
    }

    async fn list(
        &self,
        field: &Selected,
        inner: &Shape,
        values: Vec<Value>,
        out: &mut Answer,
    ) -> Result<(), PropagateNull> {
        out.put_byte(b'[');
        for (index, value) in values.into_iter().enumerate() {
            if index > 0 {
                out.put_byte(b',');
            }
            let before = out.faults.len();
            // Boxed, because lists contain lists.
            let done = Box::pin(self.shaped(field, inner, value, out)).await;
            if out.faults.len() > before {
                out.prefix_paths(before, || Step::Index(index));
            }
            done?;
        }
        out.put_byte(b']');
        Ok(())
    }

    async fn named(
        &self,
        field: &Selected,
        object: &AnyObject,
        out: &mut Answer,
    ) -> Result<(), PropagateNull> {
        let found = self.run.types.find(object.type_name).filter(|&id| {
            let asked = field.ty.named();
            id == asked
                || matches!(&self.run.types.get(asked).kind,
                    Kind::Interface { possible, .. } if possible.contains(&id))
        });
        let Some(id) = found else {
            let message = format!("{} is no {}", object.type_name, field.name);
            return Err(out.fail(field, Fault::new(Code::INTERNAL, message)));
        };
        Box::pin(self.object(object, id, field.fields(id), out)).await
    }
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::pin::pin;
    use std::task::{Context as Task, Poll, Waker};

    use super::*;
    use crate::answer::MAX_VALUES;
    use crate::document::coerce::Values;
    use crate::document::plan;
    use crate::resolver::{Fields, Json};
    use crate::sdl::{Merged, Types};
    use crate::value::ObjectType;

    const SCHEMA: &str = "type Query { rows: [[Int!]!]! }";

    /// This many rows of a hundred numbers.
    struct Query(usize);

    impl ObjectType for Query {
        const NAME: &'static str = "Query";
    }

    /// The answer, and how often other tasks had a turn meanwhile.
    fn answered(rows: usize) -> (Answer, usize) {
        let types = Types::new(&Merged::base(SCHEMA).unwrap());
        let mut fields = Fields::<()>::default();
        let _ =
            fields.object::<Query>().property("rows", |query| vec![Json(vec![1; 100]); query.0]);
        let resolvers = fields.bind(&types);
        let document = async_graphql_parser::parse_query("{ rows }").unwrap();
        let operation = document.operations.iter().next().unwrap().1;
        let variables = Values::new();
        let plan = plan::compile(&types, &document, &operation.node, &variables).unwrap();
        let run = Run { types: &types, variables: &variables };
        let execution = Execution { run, resolvers: &resolvers, shared: &() };
        let root = Query(rows).into();
        let mut answer = pin!(execution.answer(&root, &plan.root));
        let mut turns = 0;
        loop {
            match answer.as_mut().poll(&mut Task::from_waker(Waker::noop())) {
                Poll::Ready(answer) => return (answer, turns),
                Poll::Pending => turns += 1,
            }
        }
    }

    #[test]
    fn others_have_a_turn_during_a_long_answer() {
        assert_eq!(answered(10).1, 0);
        let (answer, turns) = answered(1_000);
        assert!(answer.faults.is_empty());
        assert!((20..200).contains(&turns), "{turns}");
    }

    #[test]
    fn an_answer_of_too_many_values_ends_although_it_is_small() {
        let (answer, _) = answered(MAX_VALUES / 100 + 1);
        assert_eq!(answer.bytes, b"null");
        assert_eq!(answer.faults[0].code, Code::TOO_COSTLY);
        assert_eq!(answer.faults[0].excess.unwrap().limit as usize, MAX_VALUES);
    }
}
