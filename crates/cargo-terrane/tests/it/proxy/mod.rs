//! `cargo terrane proxy` in front of Go providers.

#![cfg(target_os = "linux")]

mod faults;
mod pass;

use std::path::PathBuf;
use std::process::Command;

use terrane_composition::ProviderProcess;
use terrane_test::go;

/// A Go provider that fails on demand: `sdkv2` or `framework`.
fn awkward(name: &str) -> Option<PathBuf> {
    let module = concat!(env!("CARGO_MANIFEST_DIR"), "/../../go/awkward");
    go::program(module, &format!("terrane/go/awkward/{name}"))
}

/// The proxy in front of a binary.
fn proxy(binary: &PathBuf, protocol: Option<u32>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-terrane"));
    command.args(["terrane", "proxy"]).arg(binary);
    if let Some(protocol) = protocol {
        command.args(["--protocol", &protocol.to_string()]);
    }
    command
}

async fn launch(command: Command) -> ProviderProcess {
    ProviderProcess::launch(command).await.unwrap()
}
