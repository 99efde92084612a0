//! Two who play in turn, whatever they play.

use std::time::Duration;

/// Two who play in turn.
pub(crate) trait Pair: Send + 'static {
    /// Makes one step, and waits until it was answered and both have received it; returns how long
    /// after it was sent the other player had.
    fn step(&mut self) -> impl Future<Output = Duration> + Send;

    /// Begins a new game if this one is over.
    fn go_on(&mut self) -> impl Future<Output = ()> + Send;
}
