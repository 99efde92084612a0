//! How notifications are sent.

use std::sync::Arc;
use std::time::Duration;

use super::delivery::Delivery;

/// How notifications are sent; the defaults suit a server.
#[derive(Debug, Clone)]
pub struct NotificationsConfig {
    /// Sends letters and requests; without it there are no notifications.
    pub delivery: Option<Arc<dyn Delivery>>,
    /// The address of this server for links, without a slash at the end.
    pub public_url: Option<String>,
    /// How long a turn may last before there is mail about it.
    pub mail_delay: Duration,
    /// How often the journal is read for due notifications; none for only when
    /// [`Notifications::deliver_due`](super::Notifications::deliver_due) is called.
    pub poll_interval: Option<Duration>,
    /// How long the receivers of a table are cached. A webhook that was added on another node may
    /// be unknown on this one for that long.
    pub receivers_ttl: Duration,
    /// After how long another node may send what a node has claimed.
    pub claim_timeout: Duration,
}

impl Default for NotificationsConfig {
    fn default() -> Self {
        Self {
            delivery: None,
            public_url: None,
            mail_delay: Duration::from_secs(5 * 60),
            poll_interval: Some(Duration::from_secs(1)),
            receivers_ttl: Duration::from_secs(30),
            claim_timeout: Duration::from_secs(60),
        }
    }
}

impl NotificationsConfig {
    /// The delivery, if it can send mail.
    pub(super) fn mailer(&self) -> Option<&Arc<dyn Delivery>> {
        self.delivery.as_ref().filter(|delivery| delivery.sends_mail())
    }
}
