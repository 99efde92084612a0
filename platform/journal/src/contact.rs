//! Whether the journal answers at the moment.

use std::future::pending;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;

use crate::JournalError;

/// Whether the journal answers at the moment. Cheap to clone; clones know the same.
///
/// A journal that is asked over a network may fall silent, and a question is then answered with an
/// error only after many seconds. Whoever can do without an answer asks through [`Contact::ask`],
/// and goes on with what was last known for up to [`Contact::GRACE`].
#[derive(Debug, Clone, Default)]
pub struct Contact {
    /// Since when it has not answered; nothing is watched where it cannot fall silent.
    silent_since: Option<watch::Receiver<Option<Instant>>>,
}

impl Contact {
    /// For how long what was last known may stand in for a journal that does not answer.
    pub const GRACE: Duration = Duration::from_secs(60);

    pub(crate) fn watching(silent_since: watch::Receiver<Option<Instant>>) -> Self {
        Self { silent_since: Some(silent_since) }
    }

    /// Whether what was last known may stand in for an answer that has failed: the journal is asked
    /// over a network, and has not been silent for longer than [`Contact::GRACE`].
    #[must_use]
    pub fn has_grace(&self) -> bool {
        let has_grace = |since: Option<Instant>| since.is_none() || is_within_grace(since);
        self.silent_since.as_ref().is_some_and(|since| has_grace(*since.borrow()))
    }

    /// What the journal answers.
    ///
    /// # Errors
    /// [`JournalError::Broken`] as soon as the journal is known to be silent, for as long as there is
    /// [grace](Contact::GRACE). A write may have been done then.
    pub async fn ask<T>(
        &self,
        question: impl Future<Output = Result<T, JournalError>>,
    ) -> Result<T, JournalError> {
        tokio::select! {
            biased;
            () = self.lost() => Err(JournalError::silent()),
            answer = question => answer,
        }
    }

    async fn lost(&self) {
        if let Some(since) = &self.silent_since {
            // An error means that the journal was closed, which its answers will say.
            let lost = since.clone().wait_for(|since| is_within_grace(*since)).await.is_ok();
            if lost {
                return;
            }
        }
        pending().await
    }
}

fn is_within_grace(silent_since: Option<Instant>) -> bool {
    silent_since.is_some_and(|since| since.elapsed() < Contact::GRACE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_question_is_given_up_while_contact_is_lost_and_only_for_a_while() {
        let (silence, since) = watch::channel(None);
        let contact = Contact::watching(since);
        assert!(contact.has_grace());
        assert!(contact.ask(async { Ok(()) }).await.is_ok());
        let asked = {
            let contact = contact.clone();
            tokio::spawn(async move { contact.ask(pending::<Result<(), _>>()).await })
        };
        tokio::time::sleep(Duration::from_secs(5)).await;
        assert!(!asked.is_finished(), "it waits as long as others answer");
        silence.send_replace(Some(Instant::now()));
        assert!(asked.await.unwrap().is_err());
        assert!(contact.has_grace());
        assert!(contact.ask(async { Ok(()) }).await.is_err(), "nobody is asked meanwhile");
        tokio::time::sleep(Contact::GRACE).await;
        assert!(!contact.has_grace());
        assert!(contact.ask(async { Ok(()) }).await.is_ok());
        silence.send_replace(None);
        assert!(contact.ask(async { Ok(()) }).await.is_ok());
    }

    #[tokio::test]
    async fn a_journal_that_cannot_fall_silent_is_always_asked() {
        let contact = Contact::default();
        assert!(!contact.has_grace());
        assert!(contact.ask(async { Ok(()) }).await.is_ok());
    }
}
