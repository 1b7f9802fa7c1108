//! The provider with the pin that lies next to the program. Tests use it, because each version of Go makes other programs.

use std::env;
use std::error::Error;
use std::fs;
use std::process::ExitCode;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let pin = env::current_exe()?.with_file_name("time-go.pin");
    Ok(upgraded::serve(&fs::read_to_string(pin)?)?)
}
