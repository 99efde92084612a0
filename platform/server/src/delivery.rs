//! Carries what players are told out of the house: requests to webhooks, and mail.

pub mod address;

pub mod webhook;

pub mod mail;

use async_trait::async_trait;
use gueridon_host::notifications::{Delivery, Letter, Post, Undelivered};

use mail::Mailer;
use webhook::Webhooks;

/// The server's courier.
#[derive(Debug)]
pub struct MailAndWebhooks {
    /// How webhooks are told.
    pub webhooks: Webhooks,
    /// How mail is sent; none where there is none.
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
