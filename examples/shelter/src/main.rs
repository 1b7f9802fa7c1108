//! The `shelter` provider.

use std::process::ExitCode;

fn main() -> ExitCode {
    terrane::serve::<shelter::Shelter>()
}
