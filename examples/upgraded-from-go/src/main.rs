//! The program that hosts start.

use std::process::ExitCode;

use terrane_composition::PinError;

fn main() -> Result<ExitCode, PinError> {
    // `cargo terrane pin time-go --name time-go --also linux_arm64=time-go-arm64 --out time-go.pin` has written the file.
    upgraded::serve(include_str!("../time-go.pin"))
}
