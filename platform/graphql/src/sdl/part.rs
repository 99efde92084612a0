//! A part that is added to a schema at run time, and what it may bring.

/// What one part brings to the schema.
#[derive(Debug, Clone, Copy)]
pub struct Part<'a> {
    /// Its id: the only field that it may add to the inputs of [`PartRules::inputs`].
    pub id: &'a str,
    /// The prefix of the names of its types.
    pub prefix: &'a str,
    /// The types, in GraphQL's schema language.
    pub sdl: &'a str,
}

/// How parts connect to the base of a schema. Everything else in a part is its own.
#[derive(Debug, Clone, Copy)]
pub struct PartRules {
    /// Inputs of the base to which each part adds one field, named after its id.
    pub inputs: &'static [&'static str],
    /// Interfaces of the base that types of a part may implement; their fields are filled in, so
    /// that a part need not repeat them.
    pub interfaces: &'static [&'static str],
    /// The interfaces that each part must implement once, by a type named after the prefix and the
    /// interface.
    pub required: &'static [&'static str],
    /// Other types of the base that the fields of a part may have.
    pub shared: &'static [&'static str],
}
