//! `cargo terrane docs`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use terrane_release::Package;

use crate::cli::Docs;
use crate::docs::{self, Difference, Folders, Host, Pages, Provider, Verdict};
use crate::error::Error;
use crate::print::line;
use crate::source::{self, Described, Program};

pub(crate) async fn run(arguments: Docs) -> Result<ExitCode, Error> {
    let (folder, described, program) = describe(&arguments).await?;
    let provider = provider(&arguments, &described);
    let folders = Folders {
        docs: folder.join(&arguments.docs_dir),
        examples: folder.join(&arguments.examples_dir),
        templates: folder.join(&arguments.templates_dir),
        provider: folder,
    };
    let pages = docs::pages(&folders, &provider, !arguments.ignore_deprecated)?;
    for warning in &pages.warnings {
        line(&format!("warning: {warning}"));
    }
    for error in &pages.errors {
        line(&format!("error: {error}"));
    }
    let mut succeeded = pages.errors.is_empty();
    let shown = arguments.docs_dir.display();
    if arguments.check {
        let differences = docs::compare(&folders, &pages.files)?;
        for difference in &differences {
            line(&format!("{shown}/{difference}"));
        }
        if !differences.is_empty() {
            line("Run `cargo terrane docs` to write the pages.");
            succeeded = false;
        }
    } else {
        for difference in docs::write(&folders, &pages.files)? {
            let (verb, path) = match &difference {
                Difference::Missing(path) | Difference::Changed { path, .. } => ("wrote", path),
                Difference::Stale(path) => ("removed", path),
            };
            line(&format!("{verb} {shown}/{path}"));
        }
    }
    if let Some(site) = &arguments.preview {
        preview(&folders, &provider, pages, site)?;
    }
    if !arguments.no_validate {
        succeeded &= validate(&arguments, &folders, &provider, program.as_ref())?;
    }
    Ok(ExitCode::from(u8::from(!succeeded)))
}

/// Describes the provider, and returns the folder of its documentation.
async fn describe(arguments: &Docs) -> Result<(PathBuf, Described, Option<Program>), Error> {
    if let Some(from) = &arguments.from {
        let (described, program) = source::describe(from).await?;
        return Ok((arguments.folder.clone(), described, program));
    }
    let package = Package::read_unlocked(&arguments.folder, arguments.package.as_deref())?;
    let program = source::built(&package)?;
    let described = program.describe().await?;
    Ok((package.folder, described, Some(program)))
}

fn provider(arguments: &Docs, described: &Described) -> Provider {
    let address = arguments.address.as_ref().unwrap_or(&described.address);
    let last = address.rsplit('/').next().unwrap_or(address);
    // The name of the program and of its repository, which registries show in titles.
    let default = || {
        if last.starts_with("terraform-provider-") {
            last.to_owned()
        } else {
            format!("terraform-provider-{last}")
        }
    };
    let name = arguments.provider_name.clone().unwrap_or_else(default);
    let rendered_name = arguments.rendered_provider_name.clone();
    Provider {
        address: address.clone(),
        rendered_name: rendered_name.unwrap_or_else(|| name.clone()),
        name,
        entry: described.entry().clone(),
    }
}

/// Writes the preview of the pages, and of the guides that the author has written among them.
fn preview(folders: &Folders, provider: &Provider, pages: Pages, site: &Path) -> Result<(), Error> {
    let mut all = docs::files(&folders.docs)?;
    all.retain(|path, _| path.starts_with("guides/"));
    all.extend(pages.files);
    docs::write_site(site, provider, &all)?;
    line(&format!("wrote {}", site.join("index.html").display()));
    Ok(())
}

/// Validates the examples. Returns whether none is invalid.
fn validate(
    arguments: &Docs,
    folders: &Folders,
    provider: &Provider,
    program: Option<&Program>,
) -> Result<bool, Error> {
    if !folders.examples.is_dir() {
        return Ok(true);
    }
    let Some(program) = program else {
        line("The examples are not validated, because there is no program of the provider.");
        return Ok(true);
    };
    let Some(host) = Host::find(arguments.host.as_deref())? else {
        line(
            "The examples are not validated, because there is no `terraform` or `tofu` on the PATH.",
        );
        return Ok(true);
    };
    let program = fs_err::canonicalize(&program.path)?;
    let mut is_valid = true;
    let mut count = 0;
    for (path, verdict) in docs::validate(folders, &host, &provider.address, &program)? {
        match verdict {
            Verdict::Valid => count += 1,
            Verdict::Skipped(reason) => line(&format!("{path}: not validated: {reason}")),
            Verdict::Invalid(problems) => {
                is_valid = false;
                for problem in problems {
                    line(&problem);
                }
            }
        }
    }
    line(&format!("{count} examples are valid ({})", host.name()));
    Ok(is_valid)
}
