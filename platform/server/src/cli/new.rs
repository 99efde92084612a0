//! The options of `new`.

use std::path::PathBuf;

use clap::Args;

use crate::template::{self, Source};

/// The options of `new`.
#[derive(Debug, Args)]
pub(crate) struct New {
    /// The game's id, such as mygame: the folder, the crate and the module are called so.
    name: String,
    /// What people call it, such as "My game"; by default the id with a capital.
    #[arg(long)]
    title: Option<String>,
    /// The language in which the module is written, rust or c.
    #[arg(long = "lang", default_value = "rust", value_name = "LANGUAGE")]
    language: String,
    /// The folder in which the new one is made.
    #[arg(long, default_value = ".", value_name = "DIR")]
    into: PathBuf,
    /// The checkout of Guéridon that the module is built with; by default the one around the folder
    /// or around this program.
    #[arg(long, value_name = "DIR", conflicts_with = "crates")]
    checkout: Option<PathBuf>,
    /// The version of gueridon-game and gueridon-data in the registry, in place of a checkout.
    #[arg(long, value_name = "VERSION")]
    crates: Option<String>,
}

impl TryFrom<New> for template::Options {
    type Error = template::Error;

    fn try_from(new: New) -> Result<Self, template::Error> {
        let source = new.checkout.map(Source::Checkout).or(new.crates.map(Source::Version));
        let New { name, title, language, into, .. } = new;
        Ok(Self { name, title, language: language.parse()?, into, source })
    }
}
