//! A drop-in replacement for HashiCorp's `random` provider: values that are drawn once and stored in the state.

mod bytes;
mod draw;
mod encoding;
mod id;
#[cfg(test)]
mod imported;
mod integer;
mod keepers;
mod lagged_fibonacci;
mod password;
mod past;
mod pet;
mod provider;
mod recipe;
mod shuffle;
mod string;
mod text;
mod uuid;

fn main() -> std::process::ExitCode {
    terrane::serve::<provider::Random>()
}
