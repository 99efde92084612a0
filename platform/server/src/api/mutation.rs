//! The type `Mutation`. Each file below has the fields about one subject.

pub(super) mod account;
pub(super) mod lobby;
pub(super) mod notifications;
pub(super) mod operator;
pub(super) mod play;
pub(super) mod program;
pub(super) mod seat_action;
pub(super) mod talk;

use gueridon_graphql::value::ObjectType;

/// The root of mutations.
pub(super) struct Mutation;

impl ObjectType for Mutation {
    const NAME: &'static str = "Mutation";
}
