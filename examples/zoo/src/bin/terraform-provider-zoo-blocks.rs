//! The `zoo` provider for protocol 5, where a pet's diet is a block.

use std::process::ExitCode;

fn main() -> ExitCode {
    terrane::serve::<zoo::blocks::Zoo>()
}
