//! The function `reverse_name`.

use std::net::IpAddr;

use terrane::prelude::*;

/// Returns the name of the PTR record of an address.
///
/// It ends with a dot, as names of `powerdns_record` do.
#[function]
pub fn reverse_name(
    /// An IPv4 or IPv6 address.
    address: String,
) -> Result<String> {
    let parsed: std::result::Result<IpAddr, _> = address.parse();
    match parsed {
        Ok(IpAddr::V4(address)) => {
            let [a, b, c, d] = address.octets();
            Ok(format!("{d}.{c}.{b}.{a}.in-addr.arpa."))
        }
        Ok(IpAddr::V6(address)) => {
            let bytes = address.octets().into_iter().rev();
            let digits = bytes.map(|it| format!("{:x}.{:x}.", it & 15, it >> 4));
            Ok(format!("{}ip6.arpa.", digits.collect::<String>()))
        }
        Err(_) => Err(Error::argument(0, "must be an IPv4 or IPv6 address")),
    }
}
