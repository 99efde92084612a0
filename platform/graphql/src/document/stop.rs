//! What we ask of async-graphql: to validate a document. It never runs one: this extension stops
//! it before.

use std::sync::Arc;

use async_graphql::dynamic::Schema;
use async_graphql::extensions::{Extension, ExtensionContext, ExtensionFactory, NextExecute};
use async_graphql::{Request, Response, async_trait};
use async_graphql_parser::types::ExecutableDocument;

use crate::fault::Fault;

/// The extension that stops after validation.
#[derive(Debug, Clone, Copy)]
pub struct Stop;

impl ExtensionFactory for Stop {
    fn create(&self) -> Arc<dyn Extension> {
        Arc::new(*self)
    }
}

#[async_trait::async_trait]
impl Extension for Stop {
    async fn execute(
        &self,
        _: &ExtensionContext<'_>,
        _: Option<&str>,
        _: NextExecute<'_>,
    ) -> Response {
        Response::new(async_graphql::Value::Null)
    }
}

/// Validates a document against the schema.
pub(super) async fn validate(
    schema: &Schema,
    document: ExecutableDocument,
    operation: Option<&str>,
) -> Result<(), Vec<Fault>> {
    let response = schema.execute(request(document, operation)).await;
    if response.errors.is_empty() {
        return Ok(());
    }
    let fault = |error: async_graphql::ServerError| {
        let place = error.locations.first().copied();
        let fault = Fault::bad_input(error.message);
        match place {
            Some(place) => fault.at(place),
            None => fault,
        }
    };
    Err(response.errors.into_iter().map(fault).collect())
}

fn request(document: ExecutableDocument, operation: Option<&str>) -> Request {
    let mut request = Request::new("");
    request.set_parsed_query(document);
    match operation {
        Some(name) => request.operation_name(name),
        None => request,
    }
}
