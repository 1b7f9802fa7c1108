//! The functions of IP networks.

use serde_json::{Value as Json, json};

use super::random::Random;
use super::{compare_expressions, count};

#[test]
fn generated_networks_have_the_addresses_of_go() {
    let calls = (0..count()).map(call);
    let requests: Vec<Json> = calls
        .map(|text| json!({"Kind": "expression", "Text": text}))
        .collect();
    compare_expressions("networks", &requests);
}

const V4: &[&str] = &[
    "10.0.0.0",
    "192.168.1.5",
    "0.0.0.0",
    "255.255.255.255",
    "172.16.31.7",
    "10.255.0.1",
    "1.2.3",
    "256.0.0.1",
];

const V6: &[&str] = &[
    "::",
    "::1",
    "fd00::",
    "2001:db8:1234:5678:9abc:def0:1234:5678",
    "::ffff:10.0.0.0",
    "::ffff:192.168.1.5",
    "::ffff:0.0.0.0",
    "::10.0.0.1",
    "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "64:ff9b::1.2.3.4",
    "::ffff:ffff:1",
    "::ffff:255.255.255.255",
    "::fffe:10.0.0.0",
    "fe80::1%eth0",
];

const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "5",
    "16",
    "255",
    "256",
    "-1",
    "-2",
    "-257",
    "4294967295",
    "4294967296",
    "18446744073709551615",
    "18446744073709551616",
    "1.5",
    "-4294967296",
    "340282366920938463463374607431768211455",
    "65536",
    "7",
];

fn call(seed: u64) -> String {
    let mut random = Random::new(seed);
    let prefix = if random.one_in(3) {
        format!("{}/{}", random.pick(V4), random.below(34))
    } else {
        format!("{}/{}", random.pick(V6), random.below(130))
    };
    let bits = |random: &mut Random| match random.below(8) {
        0 => random.pick(NUMBERS).to_owned(),
        1 => random.below(128).to_string(),
        _ => random.below(17).to_string(),
    };
    match random.below(4) {
        0 => format!("cidrhost(\"{prefix}\", {})", random.pick(NUMBERS)),
        1 => format!("cidrnetmask(\"{prefix}\")"),
        2 => format!(
            "cidrsubnet(\"{prefix}\", {}, {})",
            bits(&mut random),
            random.pick(NUMBERS)
        ),
        _ => {
            let all: Vec<String> = (0..random.below(4))
                .map(|_| format!(", {}", bits(&mut random)))
                .collect();
            format!("cidrsubnets(\"{prefix}\"{})", all.concat())
        }
    }
}
