//! `cargo terrane schema diff`.

use std::path::Path;
use std::process::{Command, ExitCode};

use semver::Version;
use terrane_composition::ProviderProcess;
use terrane_release::Package;

use crate::cli::{Allow, Diff, DiffFormat};
use crate::command::schema::{GOLDEN, package, program};
use crate::error::Error;
use crate::gate::{self, Changes, Permission, Report, StateResult};
use crate::print::line;
use crate::source::{self, Described, Program, git};

pub(crate) async fn run(arguments: Diff) -> Result<ExitCode, Error> {
    let later = later(&arguments).await?;
    let (old, old_program) = earlier(&arguments, &later).await?;
    let changes = Changes::between(&old, &later.described);
    let states = match &later.program {
        Some(program) => Some(states(&arguments, &old, &later, program).await?),
        None => None,
    };
    let imports = match (&old_program, &later.program) {
        (Some(old_program), Some(program)) => {
            let (old, new) = (
                (&old, &*old_program.path),
                (&later.described, &*program.path),
            );
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
    match arguments.format {
        DiffFormat::Text => line(&report.text()),
        DiffFormat::Json => line(&format!("{:#}", report.json())),
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

/// Returns the later version: the second argument, or the package.
async fn later(arguments: &Diff) -> Result<Later, Error> {
    if let Some(new) = &arguments.new {
        let (described, program) = source::describe(new).await?;
        let package = if Path::new(new).join("Cargo.toml").is_file() {
            Some(Package::read_unlocked(Path::new(new), None)?)
        } else {
            None
        };
        return Ok(Later {
            described,
            program,
            package,
        });
    }
    let package = package(&arguments.package)?;
    let program = program(&package, &arguments.package)?;
    Ok(Later {
        described: program.describe().await?,
        program: Some(program),
        package: Some(package),
    })
}

/// Returns the earlier version: the first argument, or the recorded schemas of the package. If it is a program, that is returned, too.
async fn earlier(arguments: &Diff, later: &Later) -> Result<(Described, Option<Program>), Error> {
    let Some(old) = &arguments.old else {
        let folder = later.package.as_ref().map(|it| it.folder.clone());
        let path = folder.unwrap_or_default().join(GOLDEN);
        return if path.is_file() {
            Ok((
                Described::read(&fs_err::read_to_string(&path)?, &path)?,
                None,
            ))
        } else {
            Err(Error::Unrecorded(path))
        };
    };
    match &later.package {
        Some(package) if !Path::new(old).exists() && git::is_commit(&package.folder, old) => {
            Ok((at_commit(package, old).await?, None))
        }
        _ => source::describe(old).await,
    }
}

/// Returns the package at a commit: the schemas that are recorded there, or those of a build.
async fn at_commit(package: &Package, reference: &str) -> Result<Described, Error> {
    if let Some(text) = git::file_at(&package.folder, reference, GOLDEN) {
        return Described::read(&text, Path::new(&format!("{reference}:{GOLDEN}")));
    }
    let checkout = git::Checkout::new(package, reference)?;
    let earlier = Package::read_unlocked(&checkout.folder, Some(&package.name))?;
    let mut described = source::built(&earlier)?.describe().await?;
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
    let own = later.package.as_ref();
    let own = own.map(|package| package.folder.join("tests/states"));
    let mut states = match arguments.states.as_ref().or(own.as_ref()) {
        Some(folder) => gate::recorded(folder)?,
        None => Vec::new(),
    };
    states.extend(gate::sampled(old, &later.described, &states));
    let path = fs_err::canonicalize(&program.path)?;
    let process = ProviderProcess::launch(Command::new(&path))
        .await
        .map_err(|error| Error::Start(path.clone(), error))?;
    let results = gate::upgrade(&*process.provider(), &later.described, states).await;
    process
        .kill()
        .await
        .map_err(|error| Error::Start(path, error))?;
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
