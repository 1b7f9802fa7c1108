//! The `zoo` provider for protocol 5, where a pet's diet is a block.

use std::process::ExitCode;

#[tokio::main]
async fn main() -> ExitCode {
    terrane::serve::<zoo::blocks::Zoo>().await
}
