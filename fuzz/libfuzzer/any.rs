//! Runs one target under libFuzzer: the variable `TARGET` names it.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use terrane_fuzz::{Target, find};

static TARGET: LazyLock<&Target> = LazyLock::new(|| {
    let name = std::env::var("TARGET").unwrap_or_default();
    find(&name).unwrap_or_else(|| panic!("set TARGET to a target's name, found {name:?}"))
});

fuzz_target!(|input: &[u8]| drop((TARGET.run)(input)));
