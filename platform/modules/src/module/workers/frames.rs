//! What a host and its worker send each other over two pipes: a head of fixed length, and bytes.
//!
//! Both ends are the same program, so there is no version.

use std::io::{self, Read};

/// What the host asks of a worker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ask {
    /// To open the build with these bytes; the first thing it is asked.
    Load,
    /// To deal or restore a game, and keep it under the number of the table.
    Open,
    /// To call the operation of this number: of a table, or for [`NO_TABLE`] of the build.
    Call(u32),
    /// To close a table. There is no answer.
    Close,
}

/// In place of the number of a table: the build itself.
pub(super) const NO_TABLE: u64 = 0;

/// The head of what the host sends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct AskHead {
    pub(super) ask: Ask,
    pub(super) table: u64,
    /// How many bytes follow.
    pub(super) len: u32,
}

/// The head of what a worker answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct AnswerHead {
    pub(super) status: i32,
    /// Whether a table was opened.
    pub(super) is_open: bool,
    /// How many bytes follow.
    pub(super) len: u32,
}

/// Calls have the numbers of their operations, which are small.
const LOAD: u32 = u32::MAX;
const OPEN: u32 = u32::MAX - 1;
const CLOSE: u32 = u32::MAX - 2;

impl AskHead {
    pub(super) const LEN: usize = 16;

    /// The head and the bytes after it, to be written at once.
    pub(super) fn with(ask: Ask, table: u64, bytes: &[u8]) -> Option<Vec<u8>> {
        let number = match ask {
            Ask::Load => LOAD,
            Ask::Open => OPEN,
            Ask::Close => CLOSE,
            Ask::Call(op) => op,
        };
        let len = u32::try_from(bytes.len()).ok()?;
        let mut frame = Vec::with_capacity(Self::LEN + bytes.len());
        frame.extend_from_slice(&number.to_le_bytes());
        frame.extend_from_slice(&len.to_le_bytes());
        frame.extend_from_slice(&table.to_le_bytes());
        frame.extend_from_slice(bytes);
        Some(frame)
    }

    /// Reads the next head; none at the end of what the host sends.
    pub(super) fn read(from: &mut impl Read) -> io::Result<Option<Self>> {
        let mut head = [0; Self::LEN];
        match from.read_exact(&mut head) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
            other => other?,
        }
        let [number, len, low, high] = words(head);
        let ask = match number {
            LOAD => Ask::Load,
            OPEN => Ask::Open,
            CLOSE => Ask::Close,
            op => Ask::Call(op),
        };
        Ok(Some(Self { ask, table: u64::from(low) | u64::from(high) << 32, len }))
    }
}

impl AnswerHead {
    pub(super) const LEN: usize = 12;

    /// The head and the bytes after it, to be written at once.
    pub(super) fn with(status: i32, is_open: bool, bytes: &[u8]) -> Option<Vec<u8>> {
        let len = u32::try_from(bytes.len()).ok()?;
        let mut frame = Vec::with_capacity(Self::LEN + bytes.len());
        frame.extend_from_slice(&status.to_le_bytes());
        frame.extend_from_slice(&u32::from(is_open).to_le_bytes());
        frame.extend_from_slice(&len.to_le_bytes());
        frame.extend_from_slice(bytes);
        Some(frame)
    }

    /// The head in these bytes.
    pub(super) fn of(head: [u8; Self::LEN]) -> Self {
        let [status, is_open, len] = words(head);
        Self { status: status.cast_signed(), is_open: is_open != 0, len }
    }
}

/// The numbers in a head.
fn words<const BYTES: usize, const WORDS: usize>(head: [u8; BYTES]) -> [u32; WORDS] {
    let mut words = [0; WORDS];
    for (word, bytes) in words.iter_mut().zip(head.as_chunks::<4>().0) {
        *word = u32::from_le_bytes(*bytes);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sent_is_what_is_read() {
        for ask in [Ask::Load, Ask::Open, Ask::Call(23), Ask::Close] {
            let table = 7 << 40 | 9;
            let frame = AskHead::with(ask, table, b"abc").unwrap();
            let mut from = frame.as_slice();
            let head = AskHead::read(&mut from).unwrap();
            assert_eq!(head, Some(AskHead { ask, table, len: 3 }));
            assert_eq!(from, b"abc");
        }
        assert_eq!(AskHead::read(&mut io::empty()).unwrap(), None);
        let frame = AnswerHead::with(-4, true, b"ab").unwrap();
        let head = AnswerHead::of(*frame.first_chunk().unwrap());
        assert_eq!(head, AnswerHead { status: -4, is_open: true, len: 2 });
    }
}
