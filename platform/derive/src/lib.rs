//! `#[derive(Sdl)]`: what a game's type looks like in the API, from the type itself.
//!
//! The derive reads the attributes that serde's derives read, with the crate that they read them with,
//! and the doc comments. What it writes is an implementation of `gueridon_game::Sdl`, where it is
//! documented.

mod doc;
mod expand;
mod settings;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// See `gueridon_game::Sdl`.
#[proc_macro_derive(Sdl, attributes(sdl))]
pub fn derive_sdl(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand::expand(&input).unwrap_or_else(|error| error.to_compile_error()).into()
}
