//! The hash of a build in an entry: 64 hexadecimal digits.

use gueridon_game::border::{from_hex, hex};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

pub(super) fn serialize<S: Serializer>(
    sha256: &[u8; 32],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&hex(sha256))
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<[u8; 32], D::Error> {
    let digits = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
    from_hex(&digits).ok_or_else(|| D::Error::custom("a build is named by 64 hexadecimal digits"))
}
