//! When to try again, and how long to wait before.

use std::error::Error;
use std::fmt::Display;
use std::time::Duration;

/// How often it is tried again without anything having come.
const TRIES: u32 = 12;

/// Why something failed, as one line for the person who runs this.
#[derive(Debug)]
pub(crate) enum Failed {
    /// There was no answer, or none for now: trying again may help.
    Lost(String),
    /// Trying again helps nobody.
    Wrong(String),
}

/// There was no answer, or none for now.
pub(crate) fn lost(why: impl Display) -> Failed {
    Failed::Lost(why.to_string())
}

/// Trying again helps nobody.
pub(crate) fn wrong(why: impl Display) -> Failed {
    Failed::Wrong(why.to_string())
}

impl<E: Error> From<E> for Failed {
    fn from(error: E) -> Self {
        wrong(error)
    }
}

/// Waits longer each time, and not as long as others do, so that they do not all come at once.
#[derive(Default)]
pub(crate) struct Patience {
    tries: u32,
}

impl Patience {
    /// Something has come.
    pub(crate) fn renew(&mut self) {
        self.tries = 0;
    }

    /// Waits until it is time to try again; gives back what failed, where that helps nobody.
    pub(crate) async fn wait(&mut self, failed: Failed) -> Result<(), Failed> {
        let Failed::Lost(why) = failed else { return Err(failed) };
        if self.tries == TRIES {
            return Err(wrong(format!("given up: {why}")));
        }
        let pause = Duration::from_millis(500 << self.tries).min(Duration::from_secs(30));
        self.tries += 1;
        eprintln!("{why}: trying again");
        tokio::time::sleep(pause.mul_f64(0.5 + fastrand::f64() / 2.0)).await;
        Ok(())
    }
}
