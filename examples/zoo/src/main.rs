//! The `zoo` provider.

use std::process::ExitCode;

fn main() -> ExitCode {
    terrane::serve::<zoo::Zoo>()
}
