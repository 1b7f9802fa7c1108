//! `cargo terrane package`.

use std::path::PathBuf;
use std::process::ExitCode;

use terrane_release::{
    Builder, Distribution, Manifest, Missing, Package, Platform, Program, Strategy,
};

use crate::cli;
use crate::command::manifest;
use crate::error::Error;
use crate::print::line;

pub(crate) async fn run(arguments: cli::Package) -> Result<ExitCode, Error> {
    let package = read(&arguments.contents.source)?;
    pack(&package, &arguments.contents).await?;
    Ok(ExitCode::SUCCESS)
}

/// Reads the package of the arguments.
pub(crate) fn read(source: &cli::Source) -> Result<Package, Error> {
    Ok(Package::read(&source.folder, source.package.as_deref())?)
}

/// Builds and packs the platforms. `None` for a dry run.
pub(crate) async fn pack(
    package: &Package,
    contents: &cli::Contents,
) -> Result<Option<Distribution>, Error> {
    line(&format!("{} {}", package.program, package.version));
    let builder = Builder::new(package).profile(&contents.source.profile);
    let mut programs = Vec::new();
    for (platform, strategy) in plans(&contents.platforms)? {
        let included = included(&contents.include, platform);
        match strategy {
            Err(missing) => line(&format!("  {platform}: not built: {missing}")),
            Ok(strategy) if contents.dry_run => {
                line(&format!("  {platform}: would be built {}", by(strategy)));
                for path in included? {
                    line(&format!("  {platform}: would include `{}`", path.display()));
                }
            }
            Ok(strategy) => {
                let included = included?;
                line(&format!("  {platform}: built {}", by(strategy)));
                let folder = package.target_folder().join("terrane-release");
                let mut program = builder.build(platform, &folder)?;
                program.included = included;
                if !contents.no_verify {
                    builder.verify(&program)?;
                    line(&format!("  {platform}: a second build is equal"));
                }
                programs.push(program);
            }
        }
    }
    if contents.dry_run {
        line(&format!(
            "  archives would be written to `{}`",
            contents.dist.display()
        ));
        return Ok(None);
    }
    if programs.is_empty() {
        return Err(Error::NoPlatform);
    }
    let manifest = manifest(package, contents, &programs).await?;
    let distribution = Distribution::create(
        &contents.dist,
        package.type_name(),
        package.version.clone(),
        manifest,
        &programs,
        &package.licences()?,
    )?;
    for entry in distribution.checksums() {
        line(&format!("  {}  {}", entry.sha256, entry.file));
    }
    Ok(Some(distribution))
}

/// Returns the programs that the archive of a platform has next to the provider.
fn included(all: &[cli::Include], platform: Platform) -> Result<Vec<PathBuf>, Error> {
    let own = all
        .iter()
        .filter(|include| include.platform.is_none_or(|only| only == platform));
    let own: Vec<PathBuf> = own.map(|include| include.path.clone()).collect();
    // A provider without its members does not start, so no platform is forgotten.
    if own.is_empty() && !all.is_empty() {
        Err(Error::NotIncluded(platform))
    } else {
        Ok(own)
    }
}

type Plan = (Platform, Result<Strategy, Missing>);

/// Decides how each platform is built. A platform that the user names must be possible.
fn plans(wanted: &[Platform]) -> Result<Vec<Plan>, Error> {
    let all = if wanted.is_empty() {
        Platform::ALL
    } else {
        wanted
    };
    all.iter()
        .map(|platform| match Builder::strategy(*platform) {
            Err(missing) if !wanted.is_empty() => Err(Error::Platform(*platform, missing)),
            strategy => Ok((*platform, strategy)),
        })
        .collect()
}

/// Returns the manifest with the protocols that the arguments name, or that the program for this machine serves.
async fn manifest(
    package: &Package,
    contents: &cli::Contents,
    programs: &[Program],
) -> Result<Manifest, Error> {
    if !contents.protocols.is_empty() {
        return Ok(Manifest::new(contents.protocols.iter().cloned()));
    }
    let own = Platform::current();
    match programs
        .iter()
        .find(|program| Some(program.platform) == own)
    {
        Some(program) => {
            let existing = package.registry_manifest()?;
            manifest::of(&program.path, existing.as_deref()).await
        }
        None => Err(Error::UnknownProtocols),
    }
}

fn by(strategy: Strategy) -> &'static str {
    match strategy {
        Strategy::Cargo => "by cargo",
        Strategy::Zigbuild => "by cargo-zigbuild",
    }
}
