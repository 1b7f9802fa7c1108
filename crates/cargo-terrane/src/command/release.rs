//! `cargo terrane release`.

use std::env;
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use fs_err as fs;
use serde_json::json;
use terrane_release::layout::{self, Form};
use terrane_release::{
    Address, LockSource, Package, Provenance, PublicKey, Signer, lock_hashes, notes,
    opentofu_submission, sbom, terraform_submission,
};

use crate::cli;
use crate::command::package::{Packed, Plan, files};
use crate::command::provider::Provider;
use crate::error::Error;
use crate::output::{Output, shown};
use crate::source;

pub(crate) async fn run(arguments: cli::Release, output: &Output) -> Result<ExitCode, Error> {
    let contents = &arguments.contents;
    let provider = Provider::read(contents, output)?;
    let mut plan = Plan::new(&provider, contents)?;
    // The key and the notes are read first, so that a wrong passphrase or a missing section costs no builds.
    let signer = signer(&arguments);
    if let Err(error) = &signer {
        plan.problems.push(with_causes(error));
    }
    let changelog = provider.changelog();
    let notes = changelog.map(|path| notes(&path, &provider.version));
    if let Some(Err(missing)) = &notes {
        plan.problems.push(missing.to_string());
    }
    if contents.address.is_none() && arguments.needs_address() && !plan.has_own_program() {
        plan.problems.push(
            "the address of the provider is unknown, because no program runs on this machine; name it by `--address HOST/NAMESPACE/TYPE`"
                .to_owned(),
        );
    }
    let mut document = plan.document(&provider, contents);
    if contents.dry_run {
        let announced = plan.announce(&provider, contents, output);
        if let Ok(signer) = &signer {
            announce(&arguments, signer.public_key(), output);
        }
        announced?;
        output.document(document);
        return Ok(ExitCode::SUCCESS);
    }
    plan.check()?;
    let signer = signer?;
    let packed = plan.pack(&provider, contents, output).await?;
    let distribution = &packed.distribution;
    let address = match (&contents.address, &packed.own) {
        (Some(address), _) => Some(address.clone()),
        (None, Some(program)) if arguments.needs_address() => {
            Some(source::address(program, output).await?)
        }
        (None, _) => None,
    };
    let step = output.step("signing");
    signer.sign(distribution)?;
    drop(step);
    let key = signer.public_key();
    output.note(&format!("  signed by key {}", key.key_id()));
    let release = Release {
        arguments: &arguments,
        provider: &provider,
        packed: &packed,
        address,
        key,
        output,
    };
    let step = output.step("describing the release");
    release.describe()?;
    drop(step);
    if let Some(notes) = notes.transpose()? {
        release.attach("notes.md", notes.as_bytes())?;
    }
    if let Some(oci) = &arguments.oci {
        layout::oci(oci, distribution)?;
        release.extended("an OCI layout", oci);
    }
    let step = output.step("extending registries and mirrors");
    release.layouts()?;
    drop(step);
    document["files"] = files(distribution);
    document["address"] = json!(release.address.as_ref().map(ToString::to_string));
    document["key"] = json!(key.key_id().to_string());
    output.document(document);
    Ok(ExitCode::SUCCESS)
}

/// Returns an error with its causes on one line.
fn with_causes(error: &Error) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        text.push_str(&format!(": {error}"));
        cause = error.source();
    }
    text
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
    text.map_err(|_| Error::VariableNotUtf8(name))
}

/// A release whose archives are packed and signed.
struct Release<'a> {
    arguments: &'a cli::Release,
    provider: &'a Provider,
    packed: &'a Packed,
    /// The address, if something needs it.
    address: Option<Address>,
    key: &'a PublicKey,
    output: &'a Output,
}

impl Release<'_> {
    /// Writes the files next to the archives: bill of materials, provenance, hashes and submissions.
    fn describe(&self) -> Result<(), Error> {
        let distribution = &self.packed.distribution;
        match &self.provider.package {
            Some(package) if self.packed.is_built_here => self.origin(package)?,
            _ => self.output.note(
                "  no bill of materials and no provenance: programs were built elsewhere, by what only their builds can describe",
            ),
        }
        let mut hashes = String::new();
        for archive in distribution.archives() {
            for hash in lock_hashes(distribution, LockSource::Registry, archive.platform)? {
                hashes.push_str(&format!("{} {hash}\n", archive.platform));
            }
        }
        self.attach("lock-hashes.txt", hashes.as_bytes())?;
        if let (Some(address), Some(repository)) = (&self.address, &self.arguments.repository) {
            let terraform = terraform_submission(address, repository, distribution, self.key);
            self.attach("terraform-registry.md", terraform.as_bytes())?;
            let opentofu = opentofu_submission(address, repository, self.key);
            self.attach("opentofu-registry.md", opentofu.as_bytes())?;
        }
        Ok(())
    }

    /// Writes where the programs come from.
    fn origin(&self, package: &Package) -> Result<(), Error> {
        self.attach("sbom.cdx.json", &sbom(package)?)?;
        let distribution = &self.packed.distribution;
        let provenance = Provenance::new(package, distribution, &self.arguments.builder);
        self.attach("provenance.intoto.json", &provenance.to_json()?)?;
        if let Some(reason) = provenance.missing_commit() {
            self.output
                .note(&format!("  the provenance names no commit: {reason}"));
        }
        Ok(())
    }

    /// Writes a file next to the archives.
    fn attach(&self, ending: &str, contents: &[u8]) -> Result<(), Error> {
        let path = self.packed.distribution.attach(ending, contents)?;
        self.output
            .note(&format!("  wrote {}", shown(&path).display()));
        Ok(())
    }

    /// Adds the release to registries and mirrors.
    fn layouts(&self) -> Result<(), Error> {
        let Some(address) = &self.address else {
            return Ok(());
        };
        let distribution = &self.packed.distribution;
        if let Some(root) = &self.arguments.registry {
            layout::registry(root, address, distribution, self.key)?;
            self.extended("a registry of static files", root);
        }
        if let Some(mirror) = &self.arguments.network_mirror {
            layout::network(mirror, address, distribution)?;
            self.extended("a network mirror", mirror);
        }
        if let Some(mirror) = &self.arguments.filesystem_mirror {
            let form = if self.arguments.unpacked {
                Form::Unpacked
            } else {
                Form::Packed
            };
            layout::filesystem(mirror, address, distribution, form)?;
            self.extended("a filesystem mirror", mirror);
        }
        Ok(())
    }

    /// Shows where the release was added.
    fn extended(&self, layout: &str, folder: &Path) {
        self.output
            .note(&format!("  extended {layout} in `{}`", folder.display()));
    }
}

/// Shows what a release would do after the builds.
fn announce(arguments: &cli::Release, key: &PublicKey, output: &Output) {
    output.result(&format!(
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
            output.result(&format!(
                "  {name} would be extended in `{}`",
                folder.display()
            ));
        }
    }
}
