//! `cargo terrane install`.

use std::process::ExitCode;

use fs_err as fs;
use terrane_release::{Installation, Package, Platform, Program, implied_mirror};

use crate::cli;
use crate::error::Error;
use crate::print::line;

pub(crate) fn run(arguments: &cli::Install) -> Result<ExitCode, Error> {
    let source = &arguments.source;
    let provider = Package::read_unlocked(&source.folder, source.package.as_deref())?;
    let platform = Platform::current().ok_or(Error::NoPlatform)?;
    let mirror = match &arguments.mirror {
        Some(mirror) => mirror.clone(),
        None => implied_mirror().ok_or(Error::NoMirror)?,
    };
    let installation = Installation::new(&mirror, &arguments.address, &provider.version, platform);
    if arguments.undo {
        let text = if installation.remove()? {
            "removed"
        } else {
            "there was no build in"
        };
        line(&format!("{text} {}", installation.folder().display()));
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(path) = arguments.cli_config.as_ref().filter(|path| path.exists()) {
        return Err(Error::ConfigurationExists(path.clone()));
    }
    let program = Program::new(platform, build(arguments, &provider)?);
    let path = installation.install(&arguments.address, &provider.version, &program)?;
    line(&format!("installed {}", path.display()));
    match &arguments.cli_config {
        Some(file) => {
            let folder = fs::canonicalize(&mirror)?;
            let text = format!(
                "provider_installation {{\n  filesystem_mirror {{\n    path    = {:?}\n    include = [\"{address}\"]\n  }}\n  direct {{\n    exclude = [\"{address}\"]\n  }}\n}}\n",
                folder.display().to_string(),
                address = arguments.address,
            );
            fs::write(file, text)?;
            line(&format!(
                "set TF_CLI_CONFIG_FILE={} for the host",
                file.display()
            ));
        }
        None if arguments.mirror.is_none() => line(&format!(
            "warning: hosts of this user do not ask the registry for this provider while the build is installed; `cargo terrane install --address {} --undo` removes it",
            arguments.address
        )),
        None => {}
    }
    Ok(ExitCode::SUCCESS)
}

/// Builds the program for this machine as cargo does by default: an installation for this machine alone needs no other C library.
fn build(arguments: &cli::Install, provider: &Package) -> Result<std::path::PathBuf, Error> {
    Ok(terrane_release::Builder::new(provider)
        .profile(&arguments.source.profile)
        .build_native()?)
}
