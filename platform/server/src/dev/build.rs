//! A build that is shown: opened in a process of its own, from its bytes as they were then.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use gueridon_modules::module::About;
use gueridon_modules::{Module, OpenError};

use crate::check::CheckError;
use crate::check::subject::{Subject, one_line, refused_sdl};

/// A build that could be opened.
#[derive(Debug)]
pub(super) struct Build {
    /// Where it was found.
    pub(super) file: PathBuf,
    pub(super) module: Arc<Module>,
    /// Why a server would not take it, if it would not.
    pub(super) warning: Option<String>,
}

/// Why a build cannot be shown.
pub(super) enum Unopened {
    /// It crashed, hung or failed: its author may mend it.
    Failed(String),
    /// It is no module.
    NoModule(String),
}

impl Build {
    /// Opens a file. A call may take `time`.
    pub(super) fn open(file: &Path, time: Duration) -> Result<Self, Unopened> {
        let subject = Subject::read(file, time).map_err(|error| match error {
            CheckError::Unreadable { why, .. } => Unopened::NoModule(why),
            other => Unopened::NoModule(other.to_string()),
        })?;
        let module = subject.module(1).map_err(|error| {
            let why = one_line(&error.to_string());
            match error {
                OpenError::WorkerLost(_) | OpenError::NoAbout(_) | OpenError::NoWorker(_) => {
                    Unopened::Failed(format!("{}: {why}", super::shown_path(file)))
                }
                _ => Unopened::NoModule(why),
            }
        })?;
        let warning = refused_sdl(module.about())
            .map(|why| format!("a server would not take this build: {why}"));
        Ok(Self { file: file.to_owned(), module, warning })
    }

    pub(super) fn about(&self) -> &About {
        self.module.about()
    }

    /// With how many seats a table begins if nobody says: with two, or as near as the game allows.
    pub(super) fn usual_seats(&self) -> u8 {
        let about = self.about();
        about.most_seats.min(about.fewest_seats.max(2))
    }
}

impl Unopened {
    /// Why, in a line.
    pub(super) fn why(self) -> String {
        match self {
            Self::Failed(why) | Self::NoModule(why) => why,
        }
    }
}
