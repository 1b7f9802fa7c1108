//! The `zoo` provider.

use std::process::ExitCode;

#[tokio::main]
async fn main() -> ExitCode {
    terrane::serve::<zoo::Zoo>().await
}
