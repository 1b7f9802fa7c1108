//! The `powerdns` provider.

use std::process::ExitCode;

fn main() -> ExitCode {
    terrane::serve::<powerdns::Powerdns>()
}
