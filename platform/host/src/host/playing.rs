//! Steps of a player: played, or only tried.

use gueridon_game::Language;
use serde_json::Value;

use super::Host;
use crate::refusal::{Answer, Code};
use crate::table::{Foreseen, Play};
use gueridon_journal::{PlayerId, TableId};

/// A play that is in the journal for good.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Played {
    /// The entry that it is.
    pub seq: u64,
}

impl Host {
    /// Plays a list of steps as one entry, all or nothing.
    ///
    /// `since` is the entry at which the seat last played, or what it is asked last changed, as a
    /// [`Look`](super::Look) says.
    /// `key` is the sender's name for this play: sent again it is the same play, and answers with
    /// the entry that it has become.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`, `NOT_STARTED`, `NOT_SEATED`, `TABLE_STOPPED`, `BAD_KEY`, `TOO_LONG`,
    /// `KEY_REUSED`, `TABLE_OVER`, `STALE`, `NOT_YOUR_TURN`, `NO_STEPS`, `BAD_MOVE`,
    /// `ILLEGAL_MOVE`; a [`Fault`](crate::refusal::Fault) says nothing about whether it was played: send it again.
    pub async fn play(
        &self,
        table: TableId,
        player: PlayerId,
        since: u64,
        key: String,
        steps: Vec<Value>,
    ) -> Answer<Played> {
        let received_ms = self.now_ms();
        check_key(&key)?;
        check_steps(&steps)?;
        let (table, seat) = self.context.seat_at(table, player).await?;
        let seq = table.play(Play { seat, since, key, steps, received_ms }).await?;
        Ok(Played { seq })
    }

    /// What would come of some steps, as far as the player can know; nothing is written.
    ///
    /// # Errors
    /// As for [`Host::play`], without keys and `since`.
    pub async fn preview(
        &self,
        table: TableId,
        player: PlayerId,
        steps: Vec<Value>,
        language: Language,
    ) -> Answer<Foreseen> {
        check_steps(&steps)?;
        let (table, seat) = self.context.seat_at(table, player).await?;
        table.preview(seat, steps, language).await
    }
}

/// A key is short, and something a person could read in a log.
pub(super) fn check_key(key: &str) -> Answer<()> {
    const MOST: usize = 64;
    let fits = (1..=MOST).contains(&key.chars().count()) && !key.chars().any(char::is_control);
    if fits { Ok(()) } else { Err(Code::BadKey.refused(&[("most", MOST.to_string())]).into()) }
}

/// No move of any game comes near these bounds.
fn check_steps(steps: &[Value]) -> Answer<()> {
    const MOST: usize = 500;
    const BYTES: usize = 64 * 1024;
    let fits = steps.len() <= MOST
        && serde_json::to_vec(steps).is_ok_and(|written| written.len() <= BYTES);
    if fits {
        return Ok(());
    }
    let args = [("most", MOST.to_string()), ("bytes", BYTES.to_string())];
    Err(Code::TooLong.refused(&args).into())
}
