//! `cargo terrane docs`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde_json::{Value, json};

use crate::cli::Docs;
use crate::docs::{self, Difference, Folders, Host, Pages, Provider, Verdict};
use crate::error::Error;
use crate::output::Output;
use crate::source::{self, Described, Program};

pub(crate) async fn run(arguments: Docs, output: &Output) -> Result<ExitCode, Error> {
    let (folder, described, program) = describe(&arguments, output).await?;
    let provider = provider(&arguments, &described);
    let folders = Folders {
        docs: folder.join(&arguments.docs_dir),
        examples: folder.join(&arguments.examples_dir),
        templates: folder.join(&arguments.templates_dir),
        provider: folder,
    };
    let step = output.step("making the pages");
    let pages = docs::pages(&folders, &provider, !arguments.ignore_deprecated)?;
    drop(step);
    for warning in &pages.warnings {
        output.result(&format!("warning: {warning}"));
    }
    for error in &pages.errors {
        output.result(&format!("error: {error}"));
    }
    let mut succeeded = pages.errors.is_empty();
    let shown = arguments.docs_dir.display();
    let mut document = json!({
        "provider": provider.address,
        "folder": folders.docs,
        "written": [],
        "removed": [],
        "different": [],
        "errors": pages.errors,
        "warnings": pages.warnings,
    });
    if arguments.check {
        let differences = docs::compare(&folders, &pages.files)?;
        for difference in &differences {
            output.result(&format!("{shown}/{difference}"));
        }
        if !differences.is_empty() {
            output.note("Run `cargo terrane docs` to write the pages.");
            succeeded = false;
        }
        document["different"] = differences.iter().map(path).collect();
    } else {
        let written = docs::write(&folders, &pages.files)?;
        for difference in &written {
            let verb = if is_removed(difference) {
                "removed"
            } else {
                "wrote"
            };
            output.note(&format!("{verb} {shown}/{}", path(difference)));
        }
        let (removed, written): (Vec<&Difference>, Vec<&Difference>) =
            written.iter().partition(|it| is_removed(it));
        document["removed"] = removed.into_iter().map(path).collect();
        document["written"] = written.into_iter().map(path).collect();
    }
    if let Some(site) = &arguments.preview {
        preview(&folders, &provider, pages, site, output)?;
        document["preview"] = json!(site.join("index.html"));
    }
    if !arguments.no_validate {
        let examples = validate(&arguments, &folders, &provider, program.as_ref(), output)?;
        succeeded &= examples.is_valid;
        document["examples"] = examples.document;
    }
    document["passes"] = json!(succeeded);
    output.document(document);
    Ok(ExitCode::from(u8::from(!succeeded)))
}

fn path(difference: &Difference) -> &str {
    match difference {
        Difference::Missing(path) | Difference::Stale(path) | Difference::Changed { path, .. } => {
            path
        }
    }
}

fn is_removed(difference: &Difference) -> bool {
    matches!(difference, Difference::Stale(_))
}

/// Describes the provider, and returns the folder of its documentation.
async fn describe(
    arguments: &Docs,
    output: &Output,
) -> Result<(PathBuf, Described, Option<Program>), Error> {
    if let Some(from) = &arguments.from {
        let (described, program) = source::describe(from, output).await?;
        return Ok((arguments.folder.clone(), described, program));
    }
    let package = source::package(&arguments.folder, arguments.package.as_deref(), output)?;
    let program = source::built(&package, output)?;
    let described = program.describe(output).await?;
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
fn preview(
    folders: &Folders,
    provider: &Provider,
    pages: Pages,
    site: &Path,
    output: &Output,
) -> Result<(), Error> {
    let mut all = docs::files(&folders.docs)?;
    all.retain(|path, _| path.starts_with("guides/"));
    all.extend(pages.files);
    docs::write_site(site, provider, &all)?;
    output.note(&format!("wrote {}", site.join("index.html").display()));
    Ok(())
}

/// The verdicts about all examples.
struct Examples {
    is_valid: bool,
    /// The verdict of each example, for programs. Null if the examples were not validated.
    document: Value,
}

/// Validates the examples.
fn validate(
    arguments: &Docs,
    folders: &Folders,
    provider: &Provider,
    program: Option<&Program>,
    output: &Output,
) -> Result<Examples, Error> {
    let mut examples = Examples {
        is_valid: true,
        document: Value::Null,
    };
    if !folders.examples.is_dir() {
        return Ok(examples);
    }
    let Some(program) = program else {
        output.note("The examples are not validated, because there is no program of the provider.");
        return Ok(examples);
    };
    let Some(host) = Host::find(arguments.host.as_deref())? else {
        output.note(
            "The examples are not validated, because there is no `terraform` or `tofu` on the PATH.",
        );
        return Ok(examples);
    };
    let program = fs_err::canonicalize(&program.path)?;
    let step = output.step(format!("validating the examples by {}", host.name()));
    let verdicts = docs::validate(folders, &host, &provider.address, &program)?;
    drop(step);
    let mut count = 0;
    let mut documents = Vec::new();
    for (path, verdict) in verdicts {
        documents.push(match verdict {
            Verdict::Valid => {
                count += 1;
                json!({ "file": path, "verdict": "valid" })
            }
            Verdict::Skipped(reason) => {
                output.note(&format!("{path}: not validated: {reason}"));
                json!({ "file": path, "verdict": "skipped", "reason": reason })
            }
            Verdict::Invalid(problems) => {
                examples.is_valid = false;
                for problem in &problems {
                    output.result(problem);
                }
                json!({ "file": path, "verdict": "invalid", "problems": problems })
            }
        });
    }
    output.note(&format!("{count} examples are valid ({})", host.name()));
    examples.document = Value::Array(documents);
    Ok(examples)
}
