//! The schema of the API: the platform's part, and what a game's part may contain.

use gueridon_graphql::sdl::PartRules;

/// The platform's part of the schema, as written in `schema/platform.graphql`.
pub const PLATFORM: &str = include_str!("../../../schema/platform.graphql");

/// How a game's part connects to the platform's.
pub const GAMES: PartRules = PartRules {
    inputs: &["Move", "Options"],
    interfaces: &["View", "Event"],
    required: &["View"],
    shared: &["Language", "JSON"],
};
