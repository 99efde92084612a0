//! How much of a thing each holder may have open at a time, on all nodes: connections, sockets,
//! subscriptions.
//!
//! Requests are limited by their cost (see `budget`); these are limited by their number, because
//! what is open takes memory and is told of every change, whether or not it asks for anything.

use std::net::IpAddr;
use std::sync::Arc;

use gueridon_graphql::fault::{Code, Fault};
use gueridon_host::clock::Clock;
use gueridon_host::people::Origin;
use gueridon_host::tallies::{Levels, Share, Tallies};
use gueridon_journal::PlayerId;

/// The most sockets and event streams of an account. A person has one for each open page, and a
/// program one for all that it does.
pub const SOCKETS: u32 = 100;
/// The most subscriptions of an account, over all its sockets and event streams; callers without a
/// token share as many for each address, if addresses are limited. A page has two or three, and a table in play costs its
/// subscribers' views after every play: 500 are more than a hundred pages need, and a quarter of
/// what the sockets of one account could hold.
pub const SUBSCRIPTIONS: u32 = 500;
/// The most connections, or sockets and event streams, of an address by default: a school is behind
/// one address, with a page of six connections for each of 150 pupils.
pub const PER_ADDRESS: u32 = 1_000;
/// After how many seconds a refused client may try again.
pub const RETRY_S: u32 = 10;

/// What a socket or an event stream takes of the quotas of its address and its account.
#[derive(Debug)]
pub struct SocketShare {
    _address: Option<Arc<Share<Origin>>>,
    _account: Option<Share<PlayerId>>,
}

/// What a subscription takes: of the quota of its caller's account, or of that of the callers
/// without a token at one address.
#[derive(Debug)]
pub enum SubscriptionShare {
    /// Of an account.
    Account(Share<PlayerId>),
    /// Of an address.
    Address(Share<Origin>),
}

/// The quotas of a server.
#[derive(Debug, Clone)]
pub struct Quotas {
    /// Connections of each address; only where clients connect without a proxy.
    connections: Option<Levels<Origin>>,
    sockets_of_address: Levels<Origin>,
    sockets_of_account: Levels<PlayerId>,
    subscriptions_of_account: Levels<PlayerId>,
    subscriptions_of_address: Levels<Origin>,
}

impl Quotas {
    /// The quotas with this number for each address; addresses have no limit for 0. Behind a trusted
    /// proxy every connection has its address, so that only sockets and event streams are counted.
    #[must_use]
    pub fn new(per_address: u32, trusts_proxy: bool, clock: &Clock) -> Self {
        let for_address = if per_address == 0 { 0 } else { SUBSCRIPTIONS };
        Self {
            connections: (!trusts_proxy).then(|| Levels::limited(per_address, clock.clone())),
            sockets_of_address: Levels::limited(per_address, clock.clone()),
            sockets_of_account: Levels::limited(SOCKETS, clock.clone()),
            subscriptions_of_account: Levels::limited(SUBSCRIPTIONS, clock.clone()),
            subscriptions_of_address: Levels::limited(for_address, clock.clone()),
        }
    }

    /// Tells the other nodes of what is open here from now on, and keeps to the quotas over all.
    pub fn join(&self, tallies: &Tallies) {
        if let Some(connections) = &self.connections {
            tallies.join("connections", Arc::new(connections.clone()));
        }
        tallies.join("sockets of addresses", Arc::new(self.sockets_of_address.clone()));
        tallies.join("sockets of accounts", Arc::new(self.sockets_of_account.clone()));
        tallies.join("subscriptions of accounts", Arc::new(self.subscriptions_of_account.clone()));
        tallies.join("subscriptions of addresses", Arc::new(self.subscriptions_of_address.clone()));
    }

    /// How many subscriptions are open on this node, of all callers.
    #[must_use]
    pub fn open_subscriptions(&self) -> u32 {
        self.subscriptions_of_account.all_here() + self.subscriptions_of_address.all_here()
    }

    /// A connection of this address, which takes nothing where connections are not counted.
    ///
    /// # Errors
    /// If the address has too many.
    pub fn connection(&self, from: IpAddr) -> Result<Option<Share<Origin>>, TooMany> {
        let quota = self.connections.as_ref();
        quota.map(|quota| quota.take(Origin::from(from)).ok_or(TooMany("connections"))).transpose()
    }

    /// A socket of this address, before its account is known; takes nothing if the address is
    /// unknown.
    ///
    /// # Errors
    /// If the address has too many.
    pub fn socket(&self, from: Option<Origin>) -> Result<Option<Arc<Share<Origin>>>, TooMany> {
        let take = |from| self.sockets_of_address.take(from).ok_or(TooMany("sockets"));
        Ok(from.map(take).transpose()?.map(Arc::new))
    }

    /// A socket of this player, if one is known, which has a share of its address already.
    ///
    /// # Errors
    /// If the account has too many.
    pub fn socket_of(
        &self,
        player: Option<PlayerId>,
        address: Option<Arc<Share<Origin>>>,
    ) -> Result<SocketShare, TooMany> {
        let take = |player| self.sockets_of_account.take(player).ok_or(TooMany("sockets"));
        let account = player.map(take).transpose()?;
        Ok(SocketShare { _address: address, _account: account })
    }

    /// A subscription of this player, or of whoever has no token at this address; takes nothing if
    /// neither is known.
    ///
    /// # Errors
    /// If they have too many.
    pub fn subscription(
        &self,
        player: Option<PlayerId>,
        from: Option<Origin>,
    ) -> Result<Option<SubscriptionShare>, TooMany> {
        const TOO_MANY: TooMany = TooMany("subscriptions");
        if let Some(player) = player {
            let share = self.subscriptions_of_account.take(player).ok_or(TOO_MANY)?;
            return Ok(Some(SubscriptionShare::Account(share)));
        }
        let Some(from) = from else { return Ok(None) };
        let share = self.subscriptions_of_address.take(from).ok_or(TOO_MANY)?;
        Ok(Some(SubscriptionShare::Address(share)))
    }
}

/// A holder has too many of a thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("too many {0} are open: close some, or try again in {RETRY_S} seconds")]
pub struct TooMany(&'static str);

impl From<TooMany> for Fault {
    fn from(too_many: TooMany) -> Self {
        Self::new(Code::TOO_MANY_ATTEMPTS, too_many.to_string()).retry_after(RETRY_S)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quotas(per_address: u32, trusts_proxy: bool) -> Quotas {
        Quotas::new(per_address, trusts_proxy, &Clock::standing(0))
    }

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn addresses_of_one_network_share_their_connections() {
        let quotas = quotas(2, false);
        let near = ["2001:db8::1", "2001:db8::2"].map(|text| quotas.connection(address(text)));
        assert!(near.iter().all(Result::is_ok));
        assert!(quotas.connection(address("2001:db8::3")).is_err());
        assert!(quotas.connection(address("2001:db8:0:1::1")).is_ok());
    }

    #[test]
    fn the_connections_of_a_trusted_proxy_are_not_counted_and_the_sockets_behind_it_are() {
        let quotas = quotas(1, true);
        let connections: Vec<_> =
            (0..10).map(|_| quotas.connection(address("127.0.0.1"))).collect();
        assert!(connections.iter().all(Result::is_ok));
        let from = |text| Some(Origin::from(address(text)));
        let one = quotas.socket(from("192.0.2.1")).unwrap();
        assert_eq!(quotas.socket(from("192.0.2.1")).err(), Some(TooMany("sockets")));
        assert!(quotas.socket(from("192.0.2.2")).is_ok());
        drop(one);
        assert!(quotas.socket(from("192.0.2.1")).is_ok());
    }

    #[test]
    fn without_a_limit_an_address_may_have_any_number() {
        let quotas = quotas(0, false);
        let open: Vec<_> = (0..10_000).map(|_| quotas.connection(address("192.0.2.1"))).collect();
        assert!(open.iter().all(Result::is_ok));
        let from = Some(Origin::from(address("192.0.2.1")));
        let open: Vec<_> =
            (0..2 * SUBSCRIPTIONS).map(|_| quotas.subscription(None, from)).collect();
        assert!(open.iter().all(Result::is_ok));
        assert_eq!(quotas.open_subscriptions(), 2 * SUBSCRIPTIONS);
    }

    #[test]
    fn callers_without_a_token_share_the_subscriptions_of_their_address() {
        let quotas = quotas(1, true);
        let open_one = |text| quotas.subscription(None, Some(Origin::from(address(text))));
        let open: Vec<_> = (0..SUBSCRIPTIONS).map(|_| open_one("192.0.2.1")).collect();
        assert!(open.iter().all(Result::is_ok));
        assert!(open_one("192.0.2.1").is_err());
        assert!(open_one("192.0.2.2").is_ok());
    }
}
