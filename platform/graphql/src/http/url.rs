//! A request in the query of a URL, as GraphQL over HTTP specifies it for GET.

use axum::extract::Query;
use axum::http::Uri;
use serde::Deserialize;
use serde_json::{Map, Value as Json};

use crate::fault::Fault;
use crate::request::Request;

/// The parameters of the URL; `variables` and `extensions` are JSON.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Parameters {
    #[serde(default)]
    query: String,
    operation_name: Option<String>,
    variables: Option<String>,
    extensions: Option<String>,
}

/// The request in a URL.
///
/// # Errors
/// When a parameter comes twice or is not what it has to be.
pub(super) fn read(uri: &Uri) -> Result<Request, Fault> {
    let Query(parameters) = Query::<Parameters>::try_from_uri(uri)
        .map_err(|rejected| Fault::bad_input(format!("not a GraphQL request: {rejected}")))?;
    Ok(Request {
        query: parameters.query,
        operation_name: parameters.operation_name,
        variables: object("variables", parameters.variables)?,
        extensions: object("extensions", parameters.extensions)?,
    })
}

/// The object in a parameter; none if it is left out, empty or null.
fn object(name: &str, text: Option<String>) -> Result<Option<Map<String, Json>>, Fault> {
    let Some(text) = text.filter(|text| !text.is_empty()) else { return Ok(None) };
    let read = serde_json::from_str(&text);
    read.map_err(|error| Fault::bad_input(format!("`{name}` is a JSON object: {error}")))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn asked(query: &str) -> Result<Request, Fault> {
        read(&format!("/graphql?{query}").parse().unwrap())
    }

    #[test]
    fn every_part_of_a_request_can_stand_in_a_url() {
        let request = asked(
            "query=query+A(%24id:ID!)%7Bgame(id:%24id)%7Bid%7D%7D&operationName=A\
             &variables=%7B%22id%22:%22toy%22%7D&extensions=%7B%22a%22:1%7D&other=thing",
        );
        let body = json!({
            "query": "query A($id:ID!){game(id:$id){id}}",
            "operationName": "A",
            "variables": {"id": "toy"},
            "extensions": {"a": 1},
        });
        assert_eq!(request, Ok(serde_json::from_value(body).unwrap()));
        let bare = asked("query=%7Bme%7Bid%7D%7D&variables=&extensions=null&operationName=");
        let bare = bare.unwrap();
        assert_eq!((bare.variables, bare.extensions), (None, None));
    }

    #[test]
    fn a_parameter_that_comes_twice_or_is_no_object_is_refused() {
        for query in ["query=a&query=b", "variables=%5B%5D", "variables=1", "extensions=%7B"] {
            assert_eq!(asked(query).unwrap_err().code, crate::fault::Code::BAD_INPUT, "{query}");
        }
    }
}
