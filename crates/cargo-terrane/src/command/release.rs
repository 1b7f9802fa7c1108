//! `cargo terrane release`.

use std::env;
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use fs_err as fs;
use terrane_release::layout::{self, Form};
use terrane_release::{
    Address, Distribution, LockSource, Package, Provenance, PublicKey, Signer, lock_hashes, notes,
    opentofu_submission, sbom, terraform_submission,
};

use crate::cli;
use crate::command::package;
use crate::error::Error;
use crate::print::line;

pub(crate) async fn run(arguments: cli::Release) -> Result<ExitCode, Error> {
    let provider = package::read(&arguments.contents.source)?;
    if let Some(address) = &arguments.address
        && address.type_name != provider.type_name()
    {
        return Err(Error::OtherProvider(address.clone(), provider.program));
    }
    // The key and the notes are read first, so that a wrong passphrase or a missing section costs no builds.
    let signer = signer(&arguments)?;
    let changelog = provider.changelog();
    let notes = changelog.map(|path| notes(&path, &provider.version));
    // A dry run reports missing notes after everything else.
    let notes = if arguments.contents.dry_run {
        notes
    } else {
        notes.transpose()?.map(Ok)
    };
    let Some(distribution) = package::pack(&provider, &arguments.contents).await? else {
        announce(&arguments, signer.public_key());
        if let Some(Err(missing)) = notes {
            line(&format!("  the release would stop: {missing}"));
        }
        return Ok(ExitCode::SUCCESS);
    };
    signer.sign(&distribution)?;
    line(&format!("  signed by key {}", signer.public_key().key_id()));
    describe(&arguments, &provider, &distribution, signer.public_key())?;
    if let Some(Ok(notes)) = notes {
        attach(&distribution, "notes.md", notes.as_bytes())?;
    }
    if let Some(oci) = &arguments.oci {
        layout::oci(oci, &distribution)?;
        extended("an OCI layout", oci);
    }
    if let Some(address) = &arguments.address {
        layouts(&arguments, address, &distribution, signer.public_key())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the signer of the arguments, or of the environment.
fn signer(arguments: &cli::Release) -> Result<Signer, Error> {
    if let Some(user) = &arguments.gpg_user {
        return Ok(Signer::agent(user)?);
    }
    let armor = match &arguments.key_file {
        Some(file) => fs::read_to_string(file)?,
        None => variable("GPG_PRIVATE_KEY")?.ok_or(Error::NoKey)?,
    };
    let passphrase = variable("PASSPHRASE")?.unwrap_or_default();
    Ok(Signer::from_armor(&armor, &passphrase)?)
}

/// Reads an environment variable. Its value is secret, so an error shows nothing of it.
fn variable(name: &'static str) -> Result<Option<String>, Error> {
    let text = env::var_os(name).map(OsString::into_string).transpose();
    text.map_err(|_| Error::NotTextVariable(name))
}

/// Writes the files next to the archives: bill of materials, provenance, hashes and submissions.
fn describe(
    arguments: &cli::Release,
    provider: &Package,
    distribution: &Distribution,
    key: &PublicKey,
) -> Result<(), Error> {
    attach(distribution, "sbom.cdx.json", &sbom(provider)?)?;
    let provenance = Provenance::new(provider, distribution, &arguments.builder);
    attach(
        distribution,
        "provenance.intoto.json",
        &provenance.to_json()?,
    )?;
    if let Some(reason) = provenance.missing_commit() {
        line(&format!("  the provenance names no commit: {reason}"));
    }
    let mut hashes = String::new();
    for archive in distribution.archives() {
        for hash in lock_hashes(distribution, LockSource::Registry, archive.platform)? {
            hashes.push_str(&format!("{} {hash}\n", archive.platform));
        }
    }
    attach(distribution, "lock-hashes.txt", hashes.as_bytes())?;
    if let (Some(address), Some(repository)) = (&arguments.address, &arguments.repository) {
        let terraform = terraform_submission(address, repository, distribution, key);
        attach(distribution, "terraform-registry.md", terraform.as_bytes())?;
        let opentofu = opentofu_submission(address, repository, key);
        attach(distribution, "opentofu-registry.md", opentofu.as_bytes())?;
    }
    Ok(())
}

/// Writes a file next to the archives.
fn attach(distribution: &Distribution, ending: &str, contents: &[u8]) -> Result<(), Error> {
    let path = distribution.attach(ending, contents)?;
    line(&format!("  wrote {}", path.display()));
    Ok(())
}

fn layouts(
    arguments: &cli::Release,
    address: &Address,
    distribution: &Distribution,
    key: &PublicKey,
) -> Result<(), Error> {
    if let Some(root) = &arguments.registry {
        layout::registry(root, address, distribution, key)?;
        extended("a registry of static files", root);
    }
    if let Some(mirror) = &arguments.network_mirror {
        layout::network(mirror, address, distribution)?;
        extended("a network mirror", mirror);
    }
    if let Some(mirror) = &arguments.filesystem_mirror {
        let form = if arguments.unpacked {
            Form::Unpacked
        } else {
            Form::Packed
        };
        layout::filesystem(mirror, address, distribution, form)?;
        extended("a filesystem mirror", mirror);
    }
    Ok(())
}

/// Shows where the release was added.
fn extended(layout: &str, folder: &Path) {
    line(&format!("  extended {layout} in `{}`", folder.display()));
}

/// Shows what a release would do after the builds.
fn announce(arguments: &cli::Release, key: &PublicKey) {
    line(&format!(
        "  checksums would be signed by key {}",
        key.key_id()
    ));
    let layouts = [
        ("a registry of static files", &arguments.registry),
        ("a network mirror", &arguments.network_mirror),
        ("a filesystem mirror", &arguments.filesystem_mirror),
        ("an OCI layout", &arguments.oci),
    ];
    for (name, folder) in layouts {
        if let Some(folder) = folder {
            line(&format!(
                "  {name} would be extended in `{}`",
                folder.display()
            ));
        }
    }
}
