//! Go providers as members: crashes in each RPC, faults at the start, other schemas, floods, and the death of this side.

#![expect(clippy::unwrap_used, reason = "a test may panic")]
#![cfg(target_os = "linux")]

mod calls;
mod crash;
mod death;
mod start;

use std::path::PathBuf;

use terrane_protocol::{ForeignProvider, Response};
use terrane_test::go;

/// A Go provider that fails on demand: `sdkv2` or `framework`.
fn binary(name: &str) -> Option<PathBuf> {
    let module = concat!(env!("CARGO_MANIFEST_DIR"), "/../../go/awkward");
    go::program(module, &format!("terrane/go/awkward/{name}"))
}

fn awkward(name: &str, fault: &str) -> Option<ForeignProvider> {
    Some(ForeignProvider::new("zoo-go", binary(name)?).env("AWKWARD_FAULT", fault))
}

/// The texts of an answer's errors.
fn errors(answer: &mut Response) -> String {
    if let Response::CallFunction(answer) = answer {
        return format!("{:?}", answer.result);
    }
    let diagnostics = answer.diagnostics_mut().unwrap();
    let texts = diagnostics
        .iter()
        .map(|it| format!("{}\n{}\n", it.summary, it.detail));
    texts.collect()
}
