//! Bytes and seeds as hexadecimal digits.

/// Bytes as lower-case hexadecimal digits.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A seed as 64 hexadecimal digits.
pub(super) mod seed_as_hex {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use super::hex;
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
        from_hex(&digits).ok_or_else(|| D::Error::custom("a seed is 64 hexadecimal digits"))
    }

    fn from_hex(digits: &str) -> Option<Seed> {
        let digits = digits.as_bytes();
        let mut seed = Seed([0; 32]);
        if digits.len() != 2 * seed.0.len() {
            return None;
        }
        for (byte, pair) in seed.0.iter_mut().zip(digits.chunks_exact(2)) {
            let high = char::from(pair[0]).to_digit(16)?;
            let low = char::from(pair[1]).to_digit(16)?;
            *byte = u8::try_from(high << 4 | low).ok()?;
        }
        Some(seed)
    }
}
