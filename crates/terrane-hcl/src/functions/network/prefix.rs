//! Addresses and prefixes.

use std::fmt;
use std::net::{Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use dashu_int::IBig;

/// An address of IPv4 or IPv6 as a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Address {
    pub(super) bits: u128,
    pub(super) is_v6: bool,
}

/// A prefix, with the first of its addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Prefix {
    pub(super) address: Address,
    /// How many bits all addresses of the prefix share.
    pub(super) length: u32,
}

impl Address {
    pub(super) fn width(self) -> u32 {
        if self.is_v6 { 128 } else { 32 }
    }

    pub(super) fn with_bits(self, bits: u128) -> Self {
        Self { bits, ..self }
    }

    /// Returns whether this is an IPv4 address in the notation of IPv6.
    pub(super) fn is_mapped(self) -> bool {
        self.is_v6 && Ipv6Addr::from_bits(self.bits).to_ipv4_mapped().is_some()
    }

    /// Returns the address with the bits of a number that is shifted to the left, unless the result has too many bits.
    ///
    /// A negative number has infinitely many ones on the left. Of a negative result, the magnitude counts.
    pub(super) fn with_number(self, number: &IBig, shift: u64) -> Option<Self> {
        if number.is_zero() {
            return Some(self);
        }
        // A longer distance moves all bits out of the address.
        let distance = usize::try_from(shift).ok().filter(|shift| *shift <= 256)?;
        let (_, magnitude) = (IBig::from(self.bits) | (number << distance)).into_parts();
        let bits = u128::try_from(magnitude).ok()?;
        let fits = self.is_v6 || bits <= u128::from(u32::MAX);
        fits.then_some(self.with_bits(bits))
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_v6 {
            let bits = u32::try_from(self.bits).unwrap_or(u32::MAX);
            return Ipv4Addr::from_bits(bits).fmt(f);
        }
        let address = Ipv6Addr::from_bits(self.bits);
        match address.to_ipv4_mapped() {
            Some(address) => address.fmt(f),
            None => address.fmt(f),
        }
    }
}

impl FromStr for Address {
    type Err = String;

    /// Reads an address. The numbers of IPv4 are decimal even if they start with zeros.
    fn from_str(text: &str) -> Result<Self, String> {
        let invalid = || format!("\"{text}\" is not an address of IPv4 or IPv6");
        if text.contains(':') {
            let (start, end) = text.rsplit_once(':').unwrap_or(("", text));
            let address = if end.contains('.') {
                format!("{start}:{}", without_zeros(end))
            } else {
                text.to_owned()
            };
            let parsed: Ipv6Addr = address.parse().map_err(|_| invalid())?;
            return Ok(Self {
                bits: parsed.to_bits(),
                is_v6: true,
            });
        }
        let address: Ipv4Addr = without_zeros(text).parse().map_err(|_| invalid())?;
        Ok(Self {
            bits: address.to_bits().into(),
            is_v6: false,
        })
    }
}

/// Removes the zeros before the numbers of an IPv4 address.
fn without_zeros(text: &str) -> String {
    let numbers = text.split('.').map(|number| {
        let digits = number.trim_start_matches('0');
        match (digits.is_empty(), number.is_empty()) {
            (true, false) => "0",
            _ => digits,
        }
    });
    numbers.collect::<Vec<_>>().join(".")
}

impl Prefix {
    /// Returns the bits in which the addresses of the prefix differ.
    pub(super) fn host_mask(self) -> u128 {
        let bits = self.address.width() - self.length;
        match bits {
            128 => u128::MAX,
            bits => (1 << bits) - 1,
        }
    }

    /// Returns the bits that all addresses of the prefix share.
    pub(super) fn network_mask(self) -> u128 {
        let all = if self.address.is_v6 {
            u128::MAX
        } else {
            u128::from(u32::MAX)
        };
        all & !self.host_mask()
    }

    pub(super) fn last(self) -> u128 {
        self.address.bits | self.host_mask()
    }

    pub(super) fn contains(self, address: Address) -> bool {
        let is_same_kind = address.is_v6 == self.address.is_v6;
        is_same_kind && address.bits & self.network_mask() == self.address.bits
    }

    /// Returns the first subnet with more bits, unless there are not enough bits.
    pub(super) fn extended(self, bits: u32) -> Option<Self> {
        let length = self.length.checked_add(bits)?;
        (length <= self.address.width()).then_some(Self { length, ..self })
    }

    /// Returns the first prefix of the same length that does not start before an address.
    pub(super) fn aligned(self, start: u128) -> Option<Self> {
        let mask = self.host_mask();
        let bits = start.checked_add(mask)? & !mask;
        Some(Self {
            address: self.address.with_bits(bits),
            ..self
        })
    }
}

impl fmt::Display for Prefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let length = if self.address.is_mapped() {
            self.length.saturating_sub(96)
        } else {
            self.length
        };
        write!(f, "{}/{length}", self.address)
    }
}

impl FromStr for Prefix {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let invalid = || format!("\"{text}\" is not a prefix such as 10.0.0.0/8");
        let (address, length) = text.split_once('/').ok_or_else(invalid)?;
        let parsed: Address = address.parse()?;
        let is_number = !length.is_empty() && length.bytes().all(|it| it.is_ascii_digit());
        let number = length.parse().ok().filter(|_| is_number);
        let prefix_length = number.filter(|number| *number <= parsed.width());
        let prefix = Self {
            address: parsed,
            length: prefix_length.ok_or_else(invalid)?,
        };
        let bits = parsed.bits & prefix.network_mask();
        Ok(Self {
            address: parsed.with_bits(bits),
            ..prefix
        })
    }
}
