//! Tests for providers: in this process, and under real hosts.
//!
//! A [`client::Client`] calls a provider in this process, as a host does: configure, plan, apply, read, import and every other call, with the
//! rules of hosts checked. A test takes milliseconds and needs nothing installed. [`imports_plan_clean`] and [`Imports`] check imports with it.
//!
//! # Configurations
//!
//! A test is one body that runs on every host. A [`Matrix`] names the provider under test, creates a [`Workspace`] for each host, and runs the body: first on the
//! [embedded host](Host::embedded), which plans and applies in this process and needs nothing installed, and then on each Terraform and OpenTofu of
//! [`Host::installed`]. The output lists where the test ran.
//!
//! ```no_run
//! use terrane_test::{Action, Feature, InstalledProvider, Matrix, Protocol};
//!
//! let zoo = InstalledProvider::binary("example/zoo", "target/debug/terraform-provider-zoo");
//! Matrix::new(zoo)
//!     .protocols([Protocol::Newest, Protocol::Only(5)])
//!     .needs(Feature::WriteOnly)
//!     .run(|host| {
//!         host.config(r#"resource "zoo_pet" "rex" { name = "Rex" }"#)?;
//!         assert_eq!(host.plan()?.action("zoo_pet.rex")?, Action::Create);
//!         host.apply()?;
//!         host.plan()?.assert_empty();
//!         assert_eq!(host.state()?["zoo_pet.rex"].attributes["legs"], 4);
//!         Ok(())
//!     });
//! ```
//!
//! On the embedded host, a command takes milliseconds. It has `plan`, `apply`, `destroy`, `import`, `state mv`, `state rm`, `output` and `providers schema`; a test of
//! another command, of signals or of logs needs [`Feature::CommandLine`].
//!
//! Nothing here contacts the network: the provider's binary is mapped by a development override, so no `init` is
//! needed, and the hosts' own look-ups are off. Hosts are started as processes of a Unix system.

pub mod cargo;
pub mod client;
mod description;
mod embedded;
pub mod go;
mod hosts;
mod imports;
mod matrix;
mod outcome;
mod process;
mod provider;
mod signal;
mod workspace;

pub use description::schema_is_printed_as_by_hosts;
pub use hosts::{Feature, Host, Product};
pub use imports::{Imports, imports_are_refused, imports_plan_clean};
pub use matrix::{Matrix, TestResult};
pub use outcome::{
    Action, Diagnostic, Failure, Instance, Outcome, Plan, Reason, ResourceChange, Severity, State,
    messages,
};
pub use provider::{Debugged, InstalledProvider, Protocol};
pub use workspace::{Running, Workspace};
