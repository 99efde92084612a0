//! The outcome of a comparison: how much was equal, or where the first difference is.

use std::fmt;

/// A way in which something is sent and answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Channel {
    /// Questions.
    Look,
    /// Documents that are not run, or not as asked.
    Error,
    /// Steps that are not accepted.
    Refusal,
    /// Steps that are only imagined.
    Preview,
    /// Steps that are.
    Play,
    /// What a subscriber is sent.
    Listen,
}

/// A leak: something that was different on the two servers.
#[derive(Debug)]
pub(crate) struct Difference {
    pub(crate) channel: Channel,
    place: String,
    what: String,
}

impl Difference {
    /// Both answers to `sent`, around the first byte that differs.
    pub(crate) fn between(
        channel: Channel,
        place: String,
        sent: &str,
        real: &str,
        twin: &str,
    ) -> Box<Self> {
        let at = real.bytes().zip(twin.bytes()).take_while(|(one, other)| one == other).count();
        let around = |text: &str| {
            let bytes = text.as_bytes();
            let (from, to) = (at.saturating_sub(120), (at + 80).min(bytes.len()));
            String::from_utf8_lossy(&bytes[from..to]).into_owned()
        };
        let sent = sent.rsplit_once(r#""variables""#).map_or(sent, |(_, variables)| variables);
        let (real, twin) = (around(real), around(twin));
        let what = format!("sent: {sent}\nat byte {at}:\n real: …{real}…\n twin: …{twin}…");
        Box::new(Self { channel, place, what })
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:?} differs:\n{}", self.place, self.channel, self.what)
    }
}

/// The outcome of sending the same to both.
pub(crate) type Same<T = ()> = Result<T, Box<Difference>>;

/// How a comparison ended, if nothing leaked.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Compared {
    /// How many answers and frames were equal.
    pub(crate) answers: usize,
    /// How many steps were taken after which the viewer still could not tell.
    pub(crate) steps: usize,
    /// How many of them were not the same on both.
    pub(crate) unlike: usize,
    /// How many previews were marked uncertain.
    pub(crate) uncertain: usize,
}

impl std::ops::AddAssign for Compared {
    fn add_assign(&mut self, other: Self) {
        self.answers += other.answers;
        self.steps += other.steps;
        self.unlike += other.unlike;
        self.uncertain += other.uncertain;
    }
}
