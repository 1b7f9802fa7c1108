//! A drop-in replacement for HashiCorp's `local` provider: files and commands of this machine.

mod action;
mod combination;
mod command;
mod data_source;
mod direxists;
mod file;
mod hashes;
#[cfg(test)]
mod imported;
mod mode;
mod os;
mod provider;
mod resource;
mod run;
mod system;

pub use provider::Local;

/// Serves the provider to a host, as the program of this package does.
#[must_use]
pub fn serve() -> std::process::ExitCode {
    terrane::serve::<provider::Local>()
}
