//! A provider made of two members: `notes`, the older one, and `letters`, to which its objects move.
//!
//! Users see one provider. The member `letters` adds default tags to its objects.

mod file;
mod letters;
mod notes;

use std::process::ExitCode;

use terrane::Serve;
use terrane::composition::{DefaultTags, Member, intercept};
use terrane::prelude::*;

use crate::letters::Letters;
use crate::notes::Notes;

/// The address of the provider, which is that of both members.
const ADDRESS: &str = "registry.terraform.io/example/desk";

/// Settings of the `desk` provider, which both members have.
#[derive(Schema)]
struct Config {
    /// The folder that is the desk.
    #[tf(env = "DESK_FOLDER")]
    folder: String,
}

/// Serves the provider to the host that started this process.
pub fn serve() -> ExitCode {
    Serve::several(ADDRESS, env!("CARGO_PKG_VERSION"), |servers| {
        let tags = DefaultTags::new([("desk", "left"), ("managed-by", "terraform")]);
        [
            servers.member::<Notes>("notes"),
            Member::new("letters", intercept(servers.server::<Letters>(), tags)),
        ]
    })
    .run()
}
