//! What is limited, how often it may be tried, and whose attempts are counted together.
//!
//! A new limit is a field of [`Limits`], a variant of [`Attempt`] and its line in
//! [`Attempt::limit`].

use std::net::{IpAddr, Ipv6Addr};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::tallies::Limit;
use gueridon_journal::PlayerId;

/// How many guests an address may make per hour by default: more than a school has pupils who begin
/// at once, and too few to fill a server with.
pub const GUESTS_PER_HOUR: u32 = 200;

/// The limit of each kind of attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// New guests from one origin.
    pub guests: Limit,
    /// Passwords and secrets from one origin; right ones are not counted.
    pub passwords: Limit,
    /// Password hashes for one origin, right or wrong: each costs the server memory and time.
    pub hashes: Limit,
    /// Passwords for one account from one origin; a right one resets it.
    pub account: Limit,
    /// Passwords for one name from all origins together, except those where its owner has been
    /// signed in lately: so strangers who guess passwords do not lock the owner out.
    pub name: Limit,
    /// Name changes of one player: each reloads the tables they play at.
    pub renames: Limit,
    /// Other changes by one player.
    pub changes: Limit,
    /// Messages of one player.
    pub messages: Limit,
    /// Reports by one player.
    pub reports: Limit,
    /// Letters requested from one origin.
    pub letters: Limit,
    /// Letters that one player requests to unconfirmed addresses.
    pub letters_of: Limit,
    /// Letters to one unconfirmed address, and password resets for one name or address.
    pub letters_to: Limit,
    /// Tests of one player's webhooks.
    pub pings: Limit,
    /// Actions of one player at tables besides playing.
    pub seat_actions: Limit,
    /// Hints to one player: each searches for seconds.
    pub hints: Limit,
    /// Analyses for one player: each takes the processor for up to two minutes.
    pub analyses: Limit,
    /// New tables of one player.
    pub tables: Limit,
    /// Invitations and challenges by one player: each disturbs somebody.
    pub invitations: Limit,
    /// Offers of one program: each is tried with every game and its options.
    pub offers: Limit,
}

impl Default for Limits {
    fn default() -> Self {
        let limit = |at_once, ms| Limit { at_once, every: Duration::from_millis(ms) };
        Self {
            guests: Limit::per_hour(GUESTS_PER_HOUR),
            passwords: limit(30, 10_000),
            hashes: limit(60, 2_000),
            account: limit(10, 30_000),
            name: limit(100, 5_000),
            renames: limit(5, 600_000),
            changes: limit(30, 2_000),
            messages: limit(10, 2_000),
            reports: limit(5, 60_000),
            letters: limit(20, 60_000),
            letters_of: limit(5, 600_000),
            letters_to: limit(3, 3_600_000),
            pings: limit(5, 30_000),
            seat_actions: limit(60, 2_000),
            hints: limit(20, 5_000),
            analyses: limit(10, 300_000),
            tables: limit(100, 5_000),
            invitations: limit(50, 10_000),
            offers: limit(20, 5_000),
        }
    }
}

/// Where a request comes from: an IPv4 address, or the /64 network of an IPv6 one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "IpAddr")]
pub struct Origin(IpAddr);

impl From<IpAddr> for Origin {
    fn from(address: IpAddr) -> Self {
        // Who has one IPv6 address usually has a whole /64 of them.
        const NETWORK: u128 = !0 << 64;
        match address.to_canonical() {
            IpAddr::V6(address) => Self(Ipv6Addr::from_bits(address.to_bits() & NETWORK).into()),
            four => Self(four),
        }
    }
}

/// The key of a name or address: part of a hash, so that counters are small.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct NameHash([u8; 16]);

impl NameHash {
    /// The hash of a key.
    pub(crate) fn new(key: &str) -> Self {
        let mut short = [0; 16];
        short.copy_from_slice(&Sha256::digest(key.as_bytes())[..16]);
        Self(short)
    }
}

/// What is counted. Nodes tell each other of it by these names.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Attempt {
    Guest(Origin),
    Password(Origin),
    Hash(Origin),
    /// A password for a name from an origin, also if nobody has that name.
    Name(NameHash, Option<Origin>),
    NameAnywhere(NameHash),
    Account(PlayerId),
    Rename(PlayerId),
    Change(PlayerId),
    Message(PlayerId),
    Report(PlayerId),
    Letter(Origin),
    LetterOf(PlayerId),
    LetterTo(NameHash),
    Forgotten(NameHash),
    Ping(PlayerId),
    SeatAction(PlayerId),
    Hint(PlayerId),
    Analysis(PlayerId),
    Table(PlayerId),
    Invitation(PlayerId),
    Ready(PlayerId),
}

impl Attempt {
    /// The limit that applies.
    pub(super) const fn limit(&self, limits: &Limits) -> Limit {
        match self {
            Self::Guest(_) => limits.guests,
            Self::Password(_) => limits.passwords,
            Self::Hash(_) => limits.hashes,
            Self::Name(..) | Self::Account(_) => limits.account,
            Self::NameAnywhere(_) => limits.name,
            Self::Rename(_) => limits.renames,
            Self::Change(_) => limits.changes,
            Self::Message(_) => limits.messages,
            Self::Report(_) => limits.reports,
            Self::Letter(_) => limits.letters,
            Self::LetterOf(_) => limits.letters_of,
            Self::LetterTo(_) | Self::Forgotten(_) => limits.letters_to,
            Self::Ping(_) => limits.pings,
            Self::SeatAction(_) => limits.seat_actions,
            Self::Hint(_) => limits.hints,
            Self::Analysis(_) => limits.analyses,
            Self::Table(_) => limits.tables,
            Self::Invitation(_) => limits.invitations,
            Self::Ready(_) => limits.offers,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(address: &str) -> Origin {
        Origin::from(address.parse::<IpAddr>().unwrap())
    }

    #[test]
    fn addresses_of_one_network_are_one_origin() {
        assert_eq!(from("2001:db8::1"), from("2001:db8::ffff:2"));
        assert_ne!(from("2001:db8::1"), from("2001:db8:0:1::1"));
        assert_eq!(from("::ffff:192.0.2.1"), from("192.0.2.1"));
    }
}
