//! A drop-in for the well-known `time` provider: points in time that stay, and waiting.

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
