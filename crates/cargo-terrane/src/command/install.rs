//! `cargo terrane install`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use fs_err as fs;
use serde_json::json;
use terrane_release::{Address, Builder, Installation, Package, Platform, Program, implied_mirror};

use crate::cli;
use crate::error::Error;
use crate::output::Output;
use crate::source;

pub(crate) async fn run(arguments: cli::Install, output: &Output) -> Result<ExitCode, Error> {
    let from = &arguments.source;
    let package = source::package(&from.folder, from.package.as_deref(), output)?;
    let platform = Platform::current().ok_or(Error::NoPlatform)?;
    let mirror = match &arguments.mirror {
        Some(mirror) => mirror.clone(),
        None => implied_mirror().ok_or(Error::NoMirror)?,
    };
    if let Some(file) = &arguments.cli_config {
        // A file that cannot be updated costs no build.
        providers(file, &mirror)?;
    }
    let (address, program) = match (&arguments.address, arguments.undo) {
        (Some(address), true) => (address.clone(), None),
        (address, _) => {
            let program = build(&arguments, &package, output)?;
            let address = match address {
                Some(address) => address.clone(),
                None => source::address(&program, output).await?,
            };
            (address, Some(program))
        }
    };
    let installation = Installation::new(&mirror, &address, &package.version, platform);
    let mut document = json!({
        "provider": address.to_string(),
        "version": package.version.to_string(),
        "folder": installation.folder(),
    });
    match program {
        Some(program) if !arguments.undo => {
            let program = Program::new(platform, program);
            let path = installation.install(&address, &package.version, &program)?;
            output.note(&format!("installed {}", path.display()));
            document["installed"] = json!(path);
            if let Some(file) = &arguments.cli_config {
                configure(file, &mirror, &address)?;
                output.note(&format!(
                    "set TF_CLI_CONFIG_FILE={} for the host",
                    file.display()
                ));
                document["environment"] = json!({ "TF_CLI_CONFIG_FILE": file });
            } else if arguments.mirror.is_none() {
                output.note(&format!(
                    "note: hosts of this user do not ask the registry for this provider while the build is installed; `cargo terrane install --address {address} --undo` removes it"
                ));
            }
        }
        _ => {
            let is_removed = installation.remove()?;
            let text = if is_removed {
                "removed"
            } else {
                "there was no build in"
            };
            output.note(&format!("{text} {}", installation.folder().display()));
            document["removed"] = json!(is_removed);
        }
    }
    output.document(document);
    Ok(ExitCode::SUCCESS)
}

/// Builds the program for this machine as cargo does by default: an installation for this machine alone needs no other C library.
fn build(arguments: &cli::Install, package: &Package, output: &Output) -> Result<PathBuf, Error> {
    let _step = output.step_of_program(format!("building {}", package.program));
    let builder = Builder::new(package).profile(&arguments.source.profile);
    Ok(builder.quiet(output.is_quiet()).build_native()?)
}

/// Writes the configuration of a host, or adds the provider to one that this function wrote.
fn configure(file: &Path, mirror: &Path, address: &Address) -> Result<(), Error> {
    let mut providers = providers(file, mirror)?;
    let address = address.to_string();
    if !providers.contains(&address) {
        providers.push(address);
        providers.sort();
    }
    let mirror = fs::canonicalize(mirror)?;
    Ok(fs::write(file, configuration(&mirror, &providers))?)
}

/// Returns the providers in the configuration that an earlier run wrote for the same mirror. A file of somebody else is never replaced.
fn providers(file: &Path, mirror: &Path) -> Result<Vec<String>, Error> {
    if !file.exists() {
        return Ok(Vec::new());
    }
    let text = fs::read_to_string(file)?;
    let list = text
        .lines()
        .find_map(|line| line.trim().strip_prefix("include = "))
        .and_then(|list| serde_json::from_str::<Vec<String>>(list).ok());
    let known = fs::canonicalize(mirror).ok().zip(list);
    match known {
        Some((mirror, providers)) if configuration(&mirror, &providers) == text => Ok(providers),
        _ => Err(Error::ConfigurationExists(file.to_owned())),
    }
}

/// Returns a configuration that installs these providers from a mirror, and all others from their registries.
fn configuration(mirror: &Path, providers: &[String]) -> String {
    let quoted: Vec<String> = providers.iter().map(|it| format!("{it:?}")).collect();
    let list = quoted.join(", ");
    format!(
        "provider_installation {{\n  filesystem_mirror {{\n    path    = {:?}\n    include = [{list}]\n  }}\n  direct {{\n    exclude = [{list}]\n  }}\n}}\n",
        mirror.display().to_string(),
    )
}
