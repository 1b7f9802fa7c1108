//! The `bench` provider.

use std::process::ExitCode;

fn main() -> ExitCode {
    terrane::serve::<bench_provider::Bench>()
}
