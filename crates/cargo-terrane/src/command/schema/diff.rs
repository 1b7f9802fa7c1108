//! `cargo terrane schema diff`.

use std::path::Path;
use std::process::ExitCode;

use semver::Version;
use terrane_release::Package;

use crate::cli::{Allow, Diff, DiffFormat};
use crate::command::schema::{GOLDEN, package, program};
use crate::error::Error;
use crate::gate::{self, Changes, Permission, Report, StateResult};
use crate::output::Output;
use crate::program::{end, start};
use crate::source::{self, Described, Program, git};

pub(crate) async fn run(arguments: Diff, output: &Output) -> Result<ExitCode, Error> {
    let package = later_package(&arguments, output)?;
    let earlier = earlier(&arguments, package.as_ref())?;
    let (old, old_program) = describe(earlier, package.as_ref(), output).await?;
    let later = later(&arguments, package, output).await?;
    let changes = Changes::between(&old, &later.described);
    let states = match &later.program {
        Some(program) => {
            let _step = output.step("upgrading old states");
            Some(states(&arguments, &old, &later, program).await?)
        }
        None => None,
    };
    let imports = match (&old_program, &later.program) {
        (Some(old_program), Some(program)) => {
            let (old, new) = (
                (&old, &*old_program.path),
                (&later.described, &*program.path),
            );
            let _step = output.step("comparing imports");
            Some(gate::imports(old, new).await?)
        }
        _ => None,
    };
    let report = Report {
        permission: permission(&arguments, old.version.as_ref(), &later)?,
        changes,
        states,
        imports,
    };
    let by_default = if output.is_json() {
        DiffFormat::Json
    } else {
        DiffFormat::Text
    };
    match arguments.format.unwrap_or(by_default) {
        DiffFormat::Text => output.result(&report.text()),
        DiffFormat::Json => output.verbatim(&format!("{:#}", report.json())),
    }
    Ok(ExitCode::from(u8::from(!report.passes())))
}

/// The later version.
struct Later {
    described: Described,
    /// Its program, which upgrades states.
    program: Option<Program>,
    package: Option<Package>,
}

/// Returns the package of the later version: that of the second argument, or the own one.
fn later_package(arguments: &Diff, output: &Output) -> Result<Option<Package>, Error> {
    match &arguments.new {
        Some(new) if source::package_folder(Path::new(new)).is_some() => {
            Ok(Some(source::package(Path::new(new), None, output)?))
        }
        Some(_) => Ok(None),
        None => Ok(Some(package(&arguments.package, output)?)),
    }
}

/// Returns the later version: the second argument, or the package.
async fn later(
    arguments: &Diff,
    package: Option<Package>,
    output: &Output,
) -> Result<Later, Error> {
    if let Some(new) = &arguments.new {
        let (described, program) = source::describe(new, output).await?;
        return Ok(Later {
            described,
            program,
            package,
        });
    }
    let Some(package) = package else {
        return Err(Error::NoPackage(arguments.package.folder.clone()));
    };
    let program = program(&package, &arguments.package, output)?;
    Ok(Later {
        described: program.describe(output).await?,
        program: Some(program),
        package: Some(package),
    })
}

/// The earlier version, before anything is built.
enum Earlier {
    /// The recorded schemas of the package.
    Recorded(Box<Described>),
    /// A commit of the package's repository.
    Commit(String),
    /// Another source.
    Source(String),
}

/// Finds the earlier version: the first argument, or the recorded schemas of the package. Nothing is built, so a wrong reference costs no time.
fn earlier(arguments: &Diff, package: Option<&Package>) -> Result<Earlier, Error> {
    let Some(old) = &arguments.old else {
        let folder = package.map(|it| it.folder.clone());
        let path = folder.unwrap_or_default().join(GOLDEN);
        return if path.is_file() {
            let text = fs_err::read_to_string(&path)?;
            Ok(Earlier::Recorded(Box::new(Described::read(&text, &path)?)))
        } else {
            Err(Error::Unrecorded(path))
        };
    };
    let Some(package) = package.filter(|_| !Path::new(old).exists()) else {
        return Ok(Earlier::Source(old.clone()));
    };
    let tried = git::references(old);
    let found = tried.iter().find(|it| git::is_commit(&package.folder, it));
    match found {
        Some(reference) => Ok(Earlier::Commit(reference.clone())),
        // A Go module has the form PATH@VERSION.
        None if old.contains('@') => Ok(Earlier::Source(old.clone())),
        None => Err(Error::Reference {
            name: old.clone(),
            folder: package.folder.clone(),
            tried,
        }),
    }
}

/// Describes the earlier version. If it is a program, that is returned, too.
async fn describe(
    earlier: Earlier,
    package: Option<&Package>,
    output: &Output,
) -> Result<(Described, Option<Program>), Error> {
    match (earlier, package) {
        (Earlier::Recorded(described), _) => Ok((*described, None)),
        (Earlier::Commit(reference), Some(package)) => {
            Ok((at_commit(package, &reference, output).await?, None))
        }
        (Earlier::Commit(name) | Earlier::Source(name), _) => source::describe(&name, output).await,
    }
}

/// Returns the package at a commit: the schemas that are recorded there, or those of a build.
async fn at_commit(
    package: &Package,
    reference: &str,
    output: &Output,
) -> Result<Described, Error> {
    if let Some(text) = git::file_at(&package.folder, reference, GOLDEN) {
        return Described::read(&text, Path::new(&format!("{reference}:{GOLDEN}")));
    }
    let step = output.step(format!("checking out {reference}"));
    let checkout = git::Checkout::new(package, reference)?;
    drop(step);
    let earlier = source::package(&checkout.folder, Some(&package.name), output)?;
    let mut described = source::built(&earlier, output)?.describe(output).await?;
    described.version = Some(earlier.version);
    Ok(described)
}

/// Upgrades the recorded states, and one of each other resource.
async fn states(
    arguments: &Diff,
    old: &Described,
    later: &Later,
    program: &Program,
) -> Result<Vec<StateResult>, Error> {
    let package = later.package.as_ref();
    let own = package.map(|package| package.folder.join("tests/states"));
    let mut states = match arguments.states.as_ref().or(own.as_ref()) {
        Some(folder) => gate::recorded(folder)?,
        None => Vec::new(),
    };
    states.extend(gate::sampled(old, &later.described, &states));
    let path = fs_err::canonicalize(&program.path)?;
    let process = start(&path).await?;
    let results = gate::upgrade(&*process.provider(), &later.described, states).await;
    end(&path, process).await?;
    Ok(results)
}

/// Returns what may change.
fn permission(arguments: &Diff, old: Option<&Version>, later: &Later) -> Result<Permission, Error> {
    let by_default = match arguments.new {
        Some(_) => Allow::None,
        None => Allow::Version,
    };
    let package = later.package.as_ref().map(|it| &it.version);
    let new = package.or(later.described.version.as_ref());
    let versions = old.cloned().zip(new.cloned());
    Permission::new(arguments.allow.unwrap_or(by_default), versions).ok_or(Error::NoVersions)
}
