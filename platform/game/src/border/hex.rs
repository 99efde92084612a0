//! Bytes and seeds as hexadecimal digits.

/// Bytes as lower-case hexadecimal digits.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes that are written as these hexadecimal digits, in either case; none if there are not two
/// digits for each byte, or other characters.
#[must_use]
pub fn from_hex<const BYTES: usize>(digits: &str) -> Option<[u8; BYTES]> {
    let digits = digits.as_bytes();
    let mut bytes = [0; BYTES];
    if digits.len() != 2 * BYTES {
        return None;
    }
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        let high = char::from(pair[0]).to_digit(16)?;
        let low = char::from(pair[1]).to_digit(16)?;
        *byte = u8::try_from(high << 4 | low).ok()?;
    }
    Some(bytes)
}

/// A seed as 64 hexadecimal digits.
pub(super) mod seed_as_hex {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use super::{from_hex, hex};
    use crate::Seed;

    pub(in crate::border) fn serialize<S: Serializer>(
        seed: &Seed,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&hex(&seed.0))
    }

    pub(in crate::border) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Seed, D::Error> {
        let digits = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        from_hex(&digits)
            .map(Seed)
            .ok_or_else(|| D::Error::custom("a seed is 64 hexadecimal digits"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_read_from_their_digits_and_from_nothing_else() {
        assert_eq!(from_hex(&hex(&[0, 0x0a, 0xff])), Some([0, 0x0a, 0xff]));
        assert_eq!(from_hex("0AfF"), Some([0x0a, 0xff]));
        for wrong in ["", "0", "000", "00000", "+1+1", "0g00", "é0"] {
            assert_eq!(from_hex::<2>(wrong), None, "{wrong}");
        }
    }
}
