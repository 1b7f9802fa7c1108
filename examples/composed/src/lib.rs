//! A provider made of two members: `notes`, the older one, and `letters`, to which its objects move.
//!
//! Users see one provider. The member `letters` adds default tags to its objects.

mod file;
mod letters;
mod notes;

use std::process::ExitCode;
use std::sync::Arc;

use terrane::Serve;
use terrane::prelude::*;
use terrane_composition::{DefaultTags, Mux, MuxMember, intercept};

use crate::letters::Letters;
use crate::notes::Notes;

/// The address of the provider, which is that of both members.
const ADDRESS: &str = "registry.terraform.io/example/desk";

/// Settings of the `desk` provider, which both members have.
#[derive(Model)]
struct Config {
    /// The folder that is the desk.
    #[tf(env = "DESK_FOLDER")]
    folder: String,
}

/// Serves the provider to the host that started this process.
pub fn serve() -> ExitCode {
    Serve::nonblocking(ADDRESS, env!("CARGO_PKG_VERSION"), |servers| {
        let tags = DefaultTags::new([("desk", "left"), ("managed-by", "terraform")]);
        let letters = intercept(servers.server::<Letters>(), tags);
        Arc::new(Mux::new([
            MuxMember::new("notes", servers.server::<Notes>()),
            MuxMember::new("letters", letters),
        ]))
    })
    .run()
}
