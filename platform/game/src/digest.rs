//! Hashes by which two nodes see that they have the same game.
//!
//! A game is serialised with serde, so it needs no code for this, in a binary form, which takes a
//! tenth of the time of JSON. The hash is XXH3, which is the same in every process and on every
//! machine. It finds mistakes, not attacks: it is possible to make two games with one hash.

use serde::Serialize;
use twox_hash::XxHash3_64;

/// Makes digests, one after the other, in the same memory.
#[derive(Debug, Default)]
pub(crate) struct Digests {
    written: Vec<u8>,
}

impl Digests {
    /// The digest of a thing: 16 hexadecimal digits.
    pub(crate) fn of(&mut self, value: &impl Serialize) -> String {
        self.written.clear();
        let room = std::mem::take(&mut self.written);
        self.written = postcard::to_extend(value, room).unwrap_or_else(|_| {
            // The binary form needs lengths in advance; what has none is hashed as JSON.
            serde_json::to_vec(value).expect("a game is JSON: no map in it has odd keys")
        });
        format!("{:016x}", XxHash3_64::oneshot(&self.written))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Serializer;

    /// A list whose length is known only once it has been written.
    struct Endless(u8);

    impl Serialize for Endless {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_seq((0..).take_while(|&one: &u8| one < self.0))
        }
    }

    #[test]
    fn a_digest_is_the_same_on_every_machine_and_differs_where_the_things_do() {
        let mut digests = Digests::default();
        // The XXH3 of the bytes 1 and 2, computed with the reference implementation.
        assert_eq!(digests.of(&(1_u8, 2_u8)), "08130b77ddef5807");
        assert_ne!(digests.of(&(1_u8, 3_u8)), digests.of(&(1_u8, 2_u8)));
        assert_eq!(digests.of(&(1_u8, 2_u8)), digests.of(&(1_u8, 2_u8)));
    }

    #[test]
    fn a_list_of_unknown_length_has_a_digest_too() {
        let mut digests = Digests::default();
        assert_eq!(digests.of(&Endless(3)), digests.of(&Endless(3)));
        assert_ne!(digests.of(&Endless(3)), digests.of(&Endless(4)));
    }
}
