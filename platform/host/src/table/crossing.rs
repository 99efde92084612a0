//! The way from the async threads to the modules and back.

use crate::refusal::Fault;

/// On which thread modules are called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Crossing {
    /// On threads where waiting hurts nobody.
    #[default]
    Aside,
    /// On the thread that asks: for simulations, in which everything happens in one order.
    Inline,
}

impl Crossing {
    /// Runs `call`, which asks a module something.
    pub(crate) async fn cross<T: Send + 'static>(
        self,
        call: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Fault> {
        match self {
            Self::Inline => Ok(call()),
            Self::Aside => tokio::task::spawn_blocking(call)
                .await
                .map_err(|error| Fault::Module(error.to_string())),
        }
    }
}
