//! Hints as bad as they may be: lost, doubled, late, and overtaken by later ones.

use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use gueridon_host::hints::{Heard, Hint, HintReceiver, Hints};
use tokio::sync::mpsc;

use crate::faults::Fate;

#[derive(Debug, Clone)]
pub(crate) struct Rumours {
    fate: Fate,
    ears: Arc<Mutex<Vec<mpsc::UnboundedSender<Heard>>>>,
}

impl Rumours {
    pub(crate) fn new(fate: Fate) -> Self {
        Self { fate, ears: Arc::default() }
    }
}

impl Hints for Rumours {
    fn tell(&self, hint: Hint) {
        let mut ears = self.ears.lock().unwrap_or_else(PoisonError::into_inner);
        ears.retain(|ear| !ear.is_closed());
        for ear in ears.iter() {
            let heard = match self.fate.below(10) {
                0..3 => continue,
                3 => vec![Heard::Lost],
                4..6 => vec![Heard::Hint(hint); 2],
                _ => vec![Heard::Hint(hint)],
            };
            for one in heard {
                let (fate, ear) = (self.fate.clone(), ear.clone());
                tokio::spawn(async move {
                    fate.dawdle(100).await;
                    // The listener may have been killed.
                    let _ = ear.send(one);
                });
            }
        }
    }

    fn listen(&self) -> Box<dyn HintReceiver> {
        let (mouth, ear) = mpsc::unbounded_channel();
        self.ears.lock().unwrap_or_else(PoisonError::into_inner).push(mouth);
        Box::new(Listener(ear))
    }
}

#[derive(Debug)]
struct Listener(mpsc::UnboundedReceiver<Heard>);

#[async_trait]
impl HintReceiver for Listener {
    async fn hear(&mut self) -> Option<Heard> {
        self.0.recv().await
    }
}
