//! Releases of Terraform and OpenTofu providers: archives, checksums, signatures, and the layouts that hosts install from.
//!
//! A [`Distribution`] is the folder with the files of one version of a provider, under the names that registries demand. [`Builder`] compiles the
//! programs, [`Distribution::create`] packs them, and [`Signer`] signs the checksums. The [`layout`] module turns a distribution into what hosts
//! install from: filesystem mirrors, a network mirror, an OCI layout, or a registry of static files. The crate works for the program of any provider,
//! also of one in another language.
//!
//! A released file is never replaced: a host that has recorded its checksum would refuse the new one.
//!
//! ```
//! use terrane_release::{Distribution, Manifest, Platform, Program};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! # let program = folder.path().join("program");
//! # std::fs::write(&program, "#!/bin/sh\n")?;
//! let programs = [Program::new(Platform::find("linux", "amd64").ok_or("no platform")?, program)];
//! let release = Distribution::create(&folder.path().join("dist"), "zoo", "1.2.3".parse()?, Manifest::new(["6.0"]), &programs, &[])?;
//! let names: Vec<&str> = release.checksums().iter().map(|entry| entry.file.as_str()).collect();
//! assert_eq!(names, ["terraform-provider-zoo_1.2.3_linux_amd64.zip", "terraform-provider-zoo_1.2.3_manifest.json"]);
//! # Ok(())
//! # }
//! ```

mod address;
mod archive;
mod build;
mod changelog;
mod checksums;
mod distribution;
mod error;
mod file;
pub mod layout;
mod lock;
mod manifest;
mod package;
mod platform;
mod provenance;
mod sbom;
mod sign;
mod sources;
mod strategy;
mod submission;

pub use address::Address;
pub use archive::package_hash;
pub use build::Builder;
pub use changelog::notes;
pub use checksums::Checksum;
pub use distribution::{Archive, Distribution, Program};
pub use error::Error;
pub use layout::installation::{Installation, implied_mirror};
pub use lock::{LockSource, lock_hashes};
pub use manifest::Manifest;
pub use package::{Package, licences};
pub use platform::Platform;
pub use provenance::Provenance;
pub use sbom::sbom;
pub use sign::{PublicKey, Signer};
pub use strategy::{Missing, Strategy};
pub use submission::{opentofu_submission, terraform_submission};
