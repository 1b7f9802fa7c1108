//! Addresses and networks.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use crate::text::{equal_by_meaning, text_types};

text_types! {
    /// An IP address of either version.
    Ip(IpAddr), "an IP address, such as 192.0.2.1 or 2001:db8::1", |text| text.parse().ok(), by_meaning;
    /// An IP address of version 4.
    Ipv4(Ipv4Addr), "an IPv4 address, such as 192.0.2.1", |text| text.parse().ok(), by_meaning;
    /// An IP address of version 6.
    Ipv6(Ipv6Addr), "an IPv6 address, such as 2001:db8::1", |text| text.parse().ok(), by_meaning;
    /// A network of IP addresses of either version: an address in it and the length of its prefix.
    Cidr((IpAddr, u8)), "a network in CIDR notation, such as 192.0.2.0/24 or 2001:db8::/32",
        |text| network(text, |address: &IpAddr| if address.is_ipv4() { 32 } else { 128 }), by_meaning;
    /// A network of IP addresses of version 4.
    Ipv4Cidr((Ipv4Addr, u8)), "an IPv4 network in CIDR notation, such as 192.0.2.0/24",
        |text| network(text, |_| 32), by_meaning;
    /// A network of IP addresses of version 6.
    Ipv6Cidr((Ipv6Addr, u8)), "an IPv6 network in CIDR notation, such as 2001:db8::/32",
        |text| network(text, |_| 128), by_meaning;
}

equal_by_meaning!(Ip, Ipv4, Ipv6, Cidr, Ipv4Cidr, Ipv6Cidr);

macro_rules! addresses {
    ($($name:ident => $address:ty;)*) => {$(
        impl $name {
            /// The address.
            #[must_use]
            pub fn address(&self) -> $address {
                self.meaning
            }
        }

        impl From<$address> for $name {
            fn from(address: $address) -> Self {
                Self { text: address.to_string(), meaning: address }
            }
        }
    )*};
}

macro_rules! networks {
    ($($name:ident => $address:ty;)*) => {$(
        impl $name {
            /// The address of the text, which may have bits set after the prefix.
            #[must_use]
            pub fn address(&self) -> $address {
                self.meaning.0
            }

            /// The length of the prefix, in bits.
            #[must_use]
            pub fn prefix(&self) -> u8 {
                self.meaning.1
            }
        }
    )*};
}

addresses! {
    Ip => IpAddr;
    Ipv4 => Ipv4Addr;
    Ipv6 => Ipv6Addr;
}

networks! {
    Cidr => IpAddr;
    Ipv4Cidr => Ipv4Addr;
    Ipv6Cidr => Ipv6Addr;
}

/// Parses an address and the length of its prefix, which is at most `most`.
fn network<A: FromStr>(text: &str, most: impl Fn(&A) -> u8) -> Option<(A, u8)> {
    let (address, prefix) = text.split_once('/')?;
    let address = address.parse().ok()?;
    let plain = prefix.bytes().all(|digit| digit.is_ascii_digit())
        && (prefix == "0" || !prefix.starts_with('0'));
    let prefix = prefix.parse().ok().filter(|_| plain)?;
    (prefix <= most(&address)).then_some((address, prefix))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tests::{same, takes};

    #[test]
    fn addresses_are_of_their_version() {
        takes::<Ip>(
            &["192.0.2.1", "::", "2001:DB8::1", "::ffff:192.0.2.1"],
            &["", "192.0.2", "192.0.2.01", "1.2.3.4 ", "fe80::1%eth0", "a"],
        );
        takes::<Ipv4>(&["0.0.0.0"], &["::1", "256.0.0.1", "1.2.3.4/8"]);
        takes::<Ipv6>(&["::1"], &["1.2.3.4", "12345::", ":::"]);
        assert_eq!(Ipv4::from(Ipv4Addr::LOCALHOST).as_str(), "127.0.0.1");
    }

    #[test]
    fn networks_have_a_prefix_that_fits() {
        takes::<Cidr>(
            &["10.0.0.0/8", "10.1.2.3/0", "2001:db8::/128", "::/0"],
            &[
                "10.0.0.0",
                "10.0.0.0/33",
                "::/129",
                "10.0.0.0/08",
                "10.0.0.0/+8",
                "10.0.0.0/",
                "/8",
                "10.0.0.0/8/8",
                "10.0.0.0/256",
            ],
        );
        takes::<Ipv4Cidr>(&["10.0.0.0/32"], &["::/0", "10.0.0.0/33"]);
        takes::<Ipv6Cidr>(&["::/33"], &["10.0.0.0/8"]);
        let network: Cidr = "10.1.2.3/8".parse().unwrap();
        assert_eq!(
            (network.address().to_string().as_str(), network.prefix()),
            ("10.1.2.3", 8)
        );
    }

    #[test]
    fn forms_of_one_address_mean_the_same() {
        assert!(same::<Ipv6>("2001:DB8:0::1", "2001:db8::1"));
        assert!(same::<Cidr>("2001:db8:0:0::/32", "2001:db8::/32"));
        assert!(!same::<Cidr>("10.0.0.1/8", "10.0.0.0/8"));
        assert!(!same::<Ip>("::ffff:192.0.2.1", "192.0.2.1"));
    }
}
