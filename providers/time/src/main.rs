//! A drop-in replacement for HashiCorp's `time` provider: points in time that are stored in the state, and pauses.

mod duration_parse;
mod fixed;
mod import;
#[cfg(test)]
mod imported;
mod moment;
mod offset;
mod parts;
mod provider;
mod rotating;
mod sleep;
mod timestamp;

fn main() -> std::process::ExitCode {
    terrane::serve::<provider::Time>()
}
