//! Addresses and prefixes of IP networks.

mod prefix;

use dashu_int::{IBig, UBig};
use terrane_value::Type;

use super::call::{Call, CallError, whole};
use super::messages;
use super::signature::{ArgumentType, Function, Parameter, Returns, number, string};
use crate::value::Value;

use prefix::{Address, Prefix};

const TEXT: Returns = Returns::ArgumentType(ArgumentType::String);
const PREFIX: Parameter = string("prefix");

pub(super) static FUNCTIONS: &[&[Function]] = &[&[
    Function::new(
        "cidrcontains",
        "Returns whether a prefix contains an address or another prefix.",
        &[
            string("containing_prefix"),
            string("contained_ip_or_prefix"),
        ],
        Returns::ArgumentType(ArgumentType::Bool),
        contains,
    )
    .only_opentofu((1, 7, 0))
    .maybe_null(),
    Function::new(
        "cidrhost",
        "Returns the address of a host in a prefix. Negative numbers count from the end.",
        &[PREFIX, number("hostnum")],
        TEXT,
        host,
    ),
    Function::new(
        "cidrnetmask",
        "Returns the network mask of an IPv4 prefix.",
        &[PREFIX],
        TEXT,
        netmask,
    ),
    Function::new(
        "cidrsubnet",
        "Returns a subnet of a prefix by its number.",
        &[PREFIX, number("newbits"), number("netnum")],
        TEXT,
        subnet,
    ),
    Function::new(
        "cidrsubnets",
        "Returns consecutive subnets of a prefix.",
        &[PREFIX],
        Returns::ArgumentType(ArgumentType::Strings),
        subnets,
    )
    .and_more(number("newbits"))
    .since((0, 12, 10)),
]];

/// The greatest number of bits by which `cidrsubnets` extends a prefix.
const MAX_BITS: i64 = 32;

fn read(call: &Call<'_>) -> Result<Prefix, CallError> {
    let prefix = call.text(0).parse();
    prefix.map_err(|reason: String| CallError::new(format!("invalid CIDR expression: {reason}")))
}

/// The most digits of a number that is added to an address. Addresses have far fewer.
const MAX_DIGITS: u64 = 1000;

/// Returns a whole number of any size.
fn integer(call: &Call<'_>, index: usize) -> Result<IBig, CallError> {
    let number = call.number(index);
    if !number.is_integer() {
        return Err(CallError::new("value must be a whole number"));
    }
    let is_small = number.text_len() <= MAX_DIGITS;
    let parsed = is_small.then(|| number.to_string().parse().ok()).flatten();
    parsed.ok_or_else(|| CallError::new(OUT_OF_RANGE))
}

const OUT_OF_RANGE: &str = "the number does not fit into an address";

/// Returns the low 64 bits of a number without its sign. Hosts compare only these with the greatest number.
fn low_bits(number: &IBig) -> u64 {
    let (_, magnitude) = number.clone().into_parts();
    u64::try_from(magnitude & UBig::from(u64::MAX)).unwrap_or(u64::MAX)
}

fn host(call: &Call<'_>) -> Result<Value, CallError> {
    let number = integer(call, 1)?;
    let prefix = read(call)?;
    let max = IBig::from(prefix.host_mask());
    // The host -1 is the last one.
    let (compared, host) = if number < IBig::ZERO {
        let from_end = -&number - IBig::ONE;
        (from_end.clone(), &max - from_end)
    } else {
        (IBig::from(low_bits(&number).cast_signed()), number.clone())
    };
    if compared > max {
        let length = prefix.length;
        return Err(CallError::new(format!(
            "prefix of {length} does not accommodate a host numbered {number}"
        )));
    }
    // Hosts add the number to the wrong place in an IPv4 address that is written as an IPv6 address.
    let shift = if prefix.address.is_mapped() { 96 } else { 0 };
    let address = prefix
        .address
        .with_number(&host, shift)
        .ok_or_else(|| CallError::new(OUT_OF_RANGE))?;
    Ok(address.to_string().into())
}

fn netmask(call: &Call<'_>) -> Result<Value, CallError> {
    let prefix = read(call)?;
    if prefix.address.is_v6 && !prefix.address.is_mapped() {
        let prefix_text = call.text(0);
        return Err(CallError::new(format!(
            "IPv6 addresses cannot have a netmask: {prefix_text}"
        )));
    }
    let mask = prefix.address.with_bits(prefix.network_mask());
    Ok(mask.to_string().into())
}

fn subnet(call: &Call<'_>) -> Result<Value, CallError> {
    let bits = call.whole(1)?;
    let number = integer(call, 2)?;
    let prefix = read(call)?;
    let width = i64::from(prefix.address.width());
    let length = i64::from(prefix.length).saturating_add(bits);
    if length > width {
        let prefix_length = prefix.length;
        return Err(CallError::new(format!(
            "insufficient address space to extend prefix of {prefix_length} by {bits}"
        )));
    }
    // Hosts accept negative numbers, with strange results.
    let max = match bits {
        0..64 => (1_u64 << bits) - 1,
        _ => u64::MAX,
    };
    if low_bits(&number) > max {
        return Err(CallError::new(format!(
            "prefix extension of {bits} does not accommodate a subnet numbered {number}"
        )));
    }
    let shift = u64::try_from(width - length).unwrap_or(0);
    let address = prefix
        .address
        .with_number(&number, shift)
        .ok_or_else(|| CallError::new(OUT_OF_RANGE))?;
    let Ok(length) = u32::try_from(length) else {
        return Ok("<nil>".into());
    };
    let subnet = Prefix { address, length };
    Ok(subnet.to_string().into())
}

fn subnets(call: &Call<'_>) -> Result<Value, CallError> {
    let prefix: Prefix = call.text(0).parse().map_err(|reason: String| {
        CallError::argument(0, format!("invalid CIDR expression: {reason}"))
    })?;
    let mut next = Some(prefix.address.bits);
    let mut subnets = Vec::with_capacity(call.rest(1).len());
    for (index, bits) in call.rest(1).iter().enumerate() {
        let wrong = |message: String| CallError::argument(index + 1, message);
        let bits = whole(bits).ok_or_else(|| wrong(messages::WHOLE_NUMBER.to_owned()))?;
        if bits < 1 {
            return Err(wrong("must extend prefix by at least one bit".to_owned()));
        }
        if bits > MAX_BITS {
            return Err(wrong(format!(
                "may not extend prefix by more than {MAX_BITS} bits"
            )));
        }
        let extended = u32::try_from(bits)
            .ok()
            .and_then(|bits| prefix.extended(bits));
        let Some(extended) = extended else {
            let protocol = if prefix.address.is_v6 { "IPv6" } else { "IPv4" };
            let length = i64::from(prefix.length) + bits;
            return Err(wrong(format!(
                "would extend prefix to {length} bits, which is too long for an {protocol} address"
            )));
        };
        let start = next.and_then(|next| extended.aligned(next));
        // Hosts take the address of zeros for an overflow, so they find no subnets of a prefix that starts with it. Nor do they find one that starts with
        // an IPv4 address in the notation of IPv6, which they take for an address of IPv4.
        let found = start
            .filter(|it| it.address.bits > 0 && prefix.contains(it.address))
            .filter(|it| !it.address.is_mapped());
        let Some(subnet) = found else {
            let length = extended.length;
            return Err(wrong(format!(
                "not enough remaining address space for a subnet with a prefix of {length} bits"
            )));
        };
        next = subnet.last().checked_add(1);
        subnets.push(Value::from(subnet.to_string()));
    }
    Ok(Value::list_of(Type::String, subnets))
}

fn contains(call: &Call<'_>) -> Result<Value, CallError> {
    let outer = read(call)?;
    let text = call.text(1);
    let (start, end) = match text.parse::<Address>() {
        Ok(address) => (address, address),
        Err(_) => {
            let inner: Prefix = text.parse().map_err(|_: String| {
                CallError::new(format!("invalid IP address or prefix: {text}"))
            })?;
            (inner.address, inner.address.with_bits(inner.last()))
        }
    };
    if start.is_v6 != outer.address.is_v6 {
        let first = call.text(0);
        return Err(CallError::new(format!(
            "address family mismatch: {first} vs. {text}"
        )));
    }
    Ok((outer.contains(start) && outer.contains(end)).into())
}
