//! The provider that uses everything once, in a kitchen sink: one file for each kind of thing.

mod dish;
mod dishes;
mod drawer;
mod provider;
mod rinse;
mod tap;

use std::process::ExitCode;

#[tokio::main]
async fn main() -> ExitCode {
    terrane::serve::<provider::Sink>().await
}
