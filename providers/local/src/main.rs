//! A drop-in for the well-known `local` provider: files on this machine.

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

fn main() -> std::process::ExitCode {
    terrane::serve::<provider::Local>()
}
