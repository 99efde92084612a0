//! Makes Rust types of what `examples/play.graphql` asks, checked against the schema.
//!
//! A client elsewhere has the schema in a file that was fetched once, as
//! `curl localhost:8080/schema.graphql`.

use std::error::Error;
use std::fs;
use std::path::PathBuf;

use graphql_client_codegen::{
    CodegenMode, GraphQLClientCodegenOptions, generate_module_token_stream,
};

const SCHEMA: &str = "../../schema/platform.graphql";
const DOCUMENTS: &str = "../play.graphql";

fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    println!("cargo::rerun-if-changed={SCHEMA}");
    println!("cargo::rerun-if-changed={DOCUMENTS}");
    let out = PathBuf::from(std::env::var("OUT_DIR")?);

    // A client of one game would have its moves as types. This one plays whatever there is: it sends
    // moves and options back as it was given them.
    let schema = fs::read_to_string(SCHEMA)?
        .replace("input Move @oneOf", "scalar Move")
        .replace("input Options @oneOf", "scalar Options");
    let schema_file = out.join("schema.graphql");
    fs::write(&schema_file, schema)?;

    let mut options = GraphQLClientCodegenOptions::new(CodegenMode::Cli);
    options.set_response_derives("Debug".into());
    options.set_module_visibility(syn::parse_str("pub")?);
    options.set_custom_scalars_module(syn::parse_str("crate::scalars")?);
    let code = generate_module_token_stream(DOCUMENTS.into(), &schema_file, options)?;
    fs::write(out.join("play.rs"), code.to_string())?;
    Ok(())
}
