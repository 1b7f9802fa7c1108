//! The `bench` provider.

use std::process::ExitCode;

#[tokio::main]
async fn main() -> ExitCode {
    terrane::serve::<bench_provider::Bench>().await
}
