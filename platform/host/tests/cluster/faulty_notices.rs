//! Faulty notices: lost, doubled, late, and out of order.

use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use gueridon_host::notices::{
    LocalNotices, Notice, NoticeReceiver, Notices, Received, TallyReceiver,
};
use tokio::sync::mpsc;

use crate::faults::Fate;

#[derive(Debug, Clone)]
pub(crate) struct FaultyNotices {
    fate: Fate,
    listeners: Arc<Mutex<Vec<mpsc::UnboundedSender<Received>>>>,
    /// Words of tallies, which all arrive.
    tallies: LocalNotices,
}

impl FaultyNotices {
    pub(crate) fn new(fate: Fate) -> Self {
        Self { fate, listeners: Arc::default(), tallies: LocalNotices::new() }
    }
}

impl Notices for FaultyNotices {
    fn send(&self, notice: Notice) {
        let mut listeners = self.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        listeners.retain(|listener| !listener.is_closed());
        for listener in listeners.iter() {
            let received = match self.fate.below(10) {
                0..3 => continue,
                3 => vec![Received::Lost],
                4..6 => vec![Received::Notice(notice); 2],
                _ => vec![Received::Notice(notice)],
            };
            for one in received {
                let (fate, listener) = (self.fate.clone(), listener.clone());
                tokio::spawn(async move {
                    fate.dawdle(100).await;
                    // The listener may have been killed.
                    let _ = listener.send(one);
                });
            }
        }
    }

    fn subscribe(&self) -> Box<dyn NoticeReceiver> {
        let (sender, receiver) = mpsc::unbounded_channel();
        self.listeners.lock().unwrap_or_else(PoisonError::into_inner).push(sender);
        Box::new(Listener(receiver))
    }

    fn send_tally(&self, word: Arc<str>) {
        // Without a draw: how often there is one depends on more than the seed.
        self.tallies.send_tally(word);
    }

    fn tallies(&self) -> Box<dyn TallyReceiver> {
        self.tallies.tallies()
    }
}

#[derive(Debug)]
struct Listener(mpsc::UnboundedReceiver<Received>);

#[async_trait]
impl NoticeReceiver for Listener {
    async fn recv(&mut self) -> Option<Received> {
        self.0.recv().await
    }
}
