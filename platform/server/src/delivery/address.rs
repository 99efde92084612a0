//! Which IP addresses are public. Requests to the webhooks of players must not reach what only the
//! server can: the machine itself, its private network, or the metadata service of a cloud (SSRF).

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Whether an address is public by IANA's registries of special-purpose addresses, and embeds no
/// private one by way of a transition protocol.
#[must_use]
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(four) => is_public_v4(four),
        IpAddr::V6(six) => match six.to_ipv4_mapped() {
            Some(four) => is_public_v4(four),
            None => is_public_v6(six),
        },
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let is_special = match a {
        // This network, private, loopback, multicast, reserved and broadcast.
        0 | 10 | 127 | 224.. => true,
        // Carrier-grade NAT.
        100 => (64..128).contains(&b),
        // Link-local, with the metadata services of clouds.
        169 => b == 254,
        172 => (16..32).contains(&b),
        // Protocol assignments, documentation, relays of 6to4, private, AS112.
        192 => {
            matches!((b, c), (0, 0 | 2) | (88, 99) | (168, _) | (31, 196) | (52, 193) | (175, 48))
        }
        // Benchmarks and documentation.
        198 => matches!((b, c), (18 | 19, _) | (51, 100)),
        203 => (b, c) == (0, 113),
        _ => false,
    };
    !is_special
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let [a, b, ..] = address.segments();
    // Only 2000::/3 is global unicast: all else is loopback, local, multicast, translated (64:ff9b::)
    // or reserved.
    let is_unicast = a & 0xe000 == 0x2000;
    let is_special = match a {
        // Protocol assignments with Teredo and ORCHID; documentation.
        0x2001 => b < 0x0200 || b == 0x0db8,
        // 6to4 leads to an IPv4 address.
        0x2002 => true,
        // Documentation.
        0x3fff => b < 0x1000,
        _ => false,
    };
    is_unicast && !is_special
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_the_public_internet_are_public() {
        for public in [
            "1.1.1.1",
            "9.255.255.255",
            "11.0.0.0",
            "100.63.255.255",
            "100.128.0.0",
            "126.0.0.1",
            "128.0.0.1",
            "169.253.0.1",
            "172.15.0.1",
            "172.32.0.1",
            "192.0.1.1",
            "192.167.0.1",
            "198.17.0.1",
            "198.20.0.1",
            "203.0.112.1",
            "223.255.255.255",
            "2606:4700::1111",
            "2001:4860:4860::8888",
            "2a00:1450::1",
            "::ffff:8.8.8.8",
        ] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
        for private in [
            "0.0.0.0",
            "0.1.2.3",
            "10.0.0.1",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "127.255.255.255",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "192.168.1.1",
            "192.88.99.1",
            "198.18.0.1",
            "198.19.255.255",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "239.1.2.3",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::127.0.0.1",
            "64:ff9b::7f00:1",
            "64:ff9b:1::1",
            "100::1",
            "2001::1",
            "2001:db8::1",
            "2001:10::1",
            "2002:7f00:1::",
            "3fff::1",
            "fc00::1",
            "fd12::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "5f00::1",
        ] {
            assert!(!is_public(private.parse().unwrap()), "{private}");
        }
    }
}
