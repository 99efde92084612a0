//! Decisions of operators, in a journal that fails.

use async_trait::async_trait;
use gueridon_journal::{
    BuildUse, Intervention, InterventionRow, Interventions, JournalError, PlayerId, Stop,
};

use crate::faults::Faulty;

#[async_trait]
impl Interventions for Faulty {
    async fn intervene(
        &self,
        intervention: &Intervention,
        by: Option<PlayerId>,
        at_ms: i64,
    ) -> Result<bool, JournalError> {
        let intervention = intervention.clone();
        self.write(|truth| async move { truth.intervene(&intervention, by, at_ms).await }).await
    }

    async fn stops(&self) -> Result<Vec<Stop>, JournalError> {
        self.read(self.truth.stops()).await
    }

    async fn interventions(&self, first: u32) -> Result<Vec<InterventionRow>, JournalError> {
        self.read(self.truth.interventions(first)).await
    }

    async fn builds(&self) -> Result<Vec<BuildUse>, JournalError> {
        self.read(self.truth.builds()).await
    }
}
