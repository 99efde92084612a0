//! Makes Rust types of what `examples/play.graphql` asks, checked against the schema.
//!
//! A client elsewhere has the schema in a file that was fetched once:
//! `curl localhost:8080/schema.graphql`. It will do here as well.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use graphql_client_codegen::{
    CodegenMode, GraphQLClientCodegenOptions, generate_module_token_stream,
};

const SCHEMA: &str = "../../schema/platform.graphql";
const DOCUMENTS: &str = "../play.graphql";

fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    println!("cargo::rerun-if-changed={SCHEMA}");
    println!("cargo::rerun-if-changed={DOCUMENTS}");
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    fs::write(out.join("play.rs"), types(&fs::read_to_string(SCHEMA)?, DOCUMENTS.as_ref(), &out)?)?;
    Ok(())
}

/// The types of these documents.
pub(crate) fn types(
    schema: &str,
    documents: &Path,
    out: &Path,
) -> Result<String, Box<dyn Error + Send + Sync>> {
    // A client of one game would have its moves as types. This one plays whatever there is: it sends
    // moves and options back as it was given them.
    let schema = as_scalar(&as_scalar(schema, "Move"), "Options");
    let schema_file = out.join("schema.graphql");
    fs::write(&schema_file, schema)?;

    let mut options = GraphQLClientCodegenOptions::new(CodegenMode::Cli);
    options.set_response_derives("Debug".into());
    options.set_module_visibility(syn::parse_str("pub")?);
    options.set_custom_scalars_module(syn::parse_str("crate::scalars")?);
    Ok(generate_module_token_stream(documents.into(), &schema_file, options)?.to_string())
}

/// The schema with an input as a scalar, and without the fields that games give it.
fn as_scalar(schema: &str, input: &str) -> String {
    let head = format!("\ninput {input} @oneOf");
    let (before, after) = schema.split_once(&head).expect("the schema has this input");
    let fields = after.find("\n}").filter(|_| after.starts_with(" {"));
    let after = fields.map_or(after, |end| &after[end + "\n}".len()..]);
    format!("{before}\nscalar {input}{after}")
}
