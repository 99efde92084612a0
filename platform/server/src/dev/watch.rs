//! The table while its page is open: one thread builds when something was saved, and requests act on it.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::build::Build;
use super::recipe::{Recipe, Unbuilt};
use super::request::{Act, NotDone};
use super::say;
use super::session::{Session, Status};
use super::sources::Fingerprint;

/// How often the sources are looked at. A build begins once two looks in a row find the same.
const LOOK: Duration = Duration::from_millis(250);

/// The table, and what is shown of it.
pub(super) struct Dev {
    session: Mutex<Session>,
    /// The newest state, with its number.
    shown: watch::Sender<(u64, Arc<str>)>,
    build_now: AtomicBool,
    pub(super) stop: CancellationToken,
}

impl Dev {
    pub(super) fn new(mut session: Session, stop: CancellationToken) -> Self {
        let json = session.shown().into();
        let (shown, _) = watch::channel((session.number, json));
        Self { session: Mutex::new(session), shown, build_now: AtomicBool::new(false), stop }
    }

    /// What is shown, now and after every change.
    pub(super) fn shown(&self) -> watch::Receiver<(u64, Arc<str>)> {
        self.shown.subscribe()
    }

    /// Does what the author asks for, for as long as its calls take.
    pub(super) fn act(&self, act: Act) -> Result<Arc<str>, NotDone> {
        if matches!(act, Act::Build) {
            self.build_now.store(true, Ordering::Relaxed);
        }
        let mut session = self.session();
        let done = session.act(act);
        // Also if it was not done: some of it may have been.
        let shown = self.publish(&mut session);
        done.map(|()| shown)
    }

    fn session(&self) -> MutexGuard<'_, Session> {
        // A table is whole after every line of what changes it.
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn publish(&self, session: &mut Session) -> Arc<str> {
        let json: Arc<str> = session.shown().into();
        self.shown.send_replace((session.number, Arc::clone(&json)));
        json
    }

    /// Builds whenever something was saved, in a thread of its own, until it is stopped.
    pub(super) fn watch(self: Arc<Self>, recipe: Recipe, built: Fingerprint, time: Duration) {
        thread::spawn(move || {
            let (mut built, mut last) = (built.clone(), built);
            while !self.stop.is_cancelled() {
                thread::sleep(LOOK);
                let now = recipe.fingerprint();
                let is_asked = self.build_now.swap(false, Ordering::Relaxed);
                let is_still = now == last;
                last.clone_from(&now);
                if is_asked || (is_still && now != built) {
                    built = now;
                    self.build(&recipe, time);
                }
            }
        });
    }

    fn build(&self, recipe: &Recipe, time: Duration) {
        {
            let mut session = self.session();
            session.build_is(Status::Building);
            self.publish(&mut session);
        }
        let built = recipe.build().map_err(|unbuilt| match unbuilt {
            Unbuilt::Failed(why) => why,
            Unbuilt::Missing(file, why) => format!("{}: {why}", super::shown_path(&file)),
        });
        let opened = built.and_then(|file| Build::open(&file, time).map_err(super::Unopened::why));
        let mut session = self.session();
        match opened {
            Ok(build) => {
                session.renew(build);
                say(&mut io::stderr(), "built, and shown");
            }
            Err(why) => {
                say(&mut io::stderr(), &format!("not built: {}", why.lines().last().unwrap_or("")));
                session.build_is(Status::Failed(why));
            }
        }
        self.publish(&mut session);
    }
}
