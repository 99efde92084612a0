//! Delivers notifications: by mail, and by requests to webhooks.

pub mod address;

pub mod webhook;

pub mod mail;

use async_trait::async_trait;
use gueridon_host::notifications::{Delivery, Letter, Post, Undelivered};

use mail::Mailer;
use webhook::Webhooks;

/// Delivery by mail and by webhooks.
#[derive(Debug)]
pub struct MailAndWebhooks {
    /// Sends requests to webhooks.
    pub webhooks: Webhooks,
    /// Sends mail; none without an SMTP server.
    pub mailer: Option<Mailer>,
}

#[async_trait]
impl Delivery for MailAndWebhooks {
    fn sends_mail(&self) -> bool {
        self.mailer.is_some()
    }

    fn can_reach(&self, url: &str) -> bool {
        self.webhooks.can_reach(url)
    }

    async fn post(&self, post: &Post) -> Result<(), Undelivered> {
        self.webhooks.post(post).await
    }

    async fn mail(&self, letter: &Letter) -> Result<(), Undelivered> {
        match &self.mailer {
            Some(mailer) => mailer.send(letter).await,
            None => Err(Undelivered { fault: "there is no mail here".to_owned(), is_final: true }),
        }
    }
}
