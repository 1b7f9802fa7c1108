//! The `sink` provider.

use std::process::ExitCode;

#[tokio::main]
async fn main() -> ExitCode {
    sink::serve().await
}
