//! Layouts of files from which hosts install providers.
//!
//! | function | hosts read it by |
//! |---|---|
//! | [`filesystem`] | `filesystem_mirror` in their configuration, or an implied mirror such as `terraform.d/plugins` |
//! | [`network`] | `network_mirror` with the address of a web server |
//! | [`registry`] | the address of the provider itself, `HOST/NAMESPACE/TYPE`: a registry of your own |
//! | [`oci`] | `oci_mirror` of OpenTofu, once a tool such as `oras` has copied the layout into a registry of containers |
//!
//! All are plain files, and each call adds a version to the existing files. A file of an earlier version never changes, except for the lists of versions.

mod filesystem;
pub(crate) mod installation;
mod network;
mod oci;
mod registry;

pub use filesystem::{Form, filesystem};
pub use network::network;
pub use oci::oci;
pub use registry::registry;
