//! Why a module's SDL does not fit.

use async_graphql_parser::Pos;

/// Why a module does not fit, for the operator or the module's author.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ContractError(pub(super) String);

impl ContractError {
    pub(super) fn at(self, pos: Pos) -> Self {
        Self(format!("{} (line {} of its SDL)", self.0, pos.line))
    }
}
