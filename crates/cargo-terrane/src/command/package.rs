//! `cargo terrane package`.

use std::path::PathBuf;
use std::process::ExitCode;

use serde_json::{Value, json};
use terrane_release::{Builder, Distribution, Manifest, Missing, Platform, Program, Strategy};

use crate::cli;
use crate::command::manifest;
use crate::command::provider::Provider;
use crate::error::Error;
use crate::output::{Output, shown};

pub(crate) async fn run(arguments: cli::Package, output: &Output) -> Result<ExitCode, Error> {
    let contents = &arguments.contents;
    let provider = Provider::read(contents, output)?;
    let plan = Plan::new(&provider, contents)?;
    let mut document = plan.document(&provider, contents);
    if contents.dry_run {
        plan.announce(&provider, contents, output)?;
    } else {
        let packed = plan.pack(&provider, contents, output).await?;
        document["files"] = files(&packed.distribution);
    }
    output.document(document);
    Ok(ExitCode::SUCCESS)
}

/// What is packed, and how each program is made.
#[derive(Debug)]
pub(crate) struct Plan {
    platforms: Vec<Planned>,
    /// Why the provider cannot be packed. Empty if nothing is missing.
    pub(crate) problems: Vec<String>,
}

/// The program of a platform.
#[derive(Debug)]
struct Planned {
    platform: Platform,
    origin: Origin,
    /// The programs next to it.
    members: Vec<PathBuf>,
}

/// Where the program of a platform comes from.
#[derive(Debug)]
enum Origin {
    Build(Strategy),
    /// It was built elsewhere.
    File(PathBuf),
    /// It cannot be built, and nobody named the platform.
    Missing(Missing),
}

/// The archives of a provider.
#[derive(Debug)]
pub(crate) struct Packed {
    pub(crate) distribution: Distribution,
    /// The program for this machine.
    pub(crate) own: Option<PathBuf>,
    /// Whether this run has built all programs.
    pub(crate) is_built_here: bool,
}

impl Plan {
    /// Decides how each platform is packed, and finds everything that is missing.
    pub(crate) fn new(provider: &Provider, contents: &cli::Contents) -> Result<Self, Error> {
        let mut problems = Vec::new();
        if let Some(address) = &contents.address
            && address.type_name != provider.type_name
        {
            let program = provider.program();
            problems.push(format!(
                "the address `{address}` names another provider than the program `{program}`"
            ));
        }
        let mut platforms = Vec::new();
        for platform in Platform::ALL {
            let Some(origin) = origin(*platform, provider, contents, &mut problems) else {
                continue;
            };
            let members = match origin {
                Origin::Missing(_) => Vec::new(),
                _ => members(*platform, contents, &mut problems),
            };
            platforms.push(Planned {
                platform: *platform,
                origin,
                members,
            });
        }
        let plan = Self {
            platforms,
            problems,
        };
        plan.with_common_problems(provider, contents)
    }

    /// Adds the problems that no single platform has.
    fn with_common_problems(
        mut self,
        provider: &Provider,
        contents: &cli::Contents,
    ) -> Result<Self, Error> {
        if self.packed().next().is_none() && self.problems.is_empty() {
            self.problems.push(Error::NoPlatform.to_string());
        }
        if contents.protocols.is_empty()
            && !self.has_own_program()
            && provider.registry_manifest()?.is_none()
        {
            self.problems.push(Error::UnknownProtocols.to_string());
        }
        Ok(self)
    }

    fn packed(&self) -> impl Iterator<Item = &Planned> {
        let all = self.platforms.iter();
        all.filter(|it| !matches!(it.origin, Origin::Missing(_)))
    }

    /// Whether a program runs on this machine.
    pub(crate) fn has_own_program(&self) -> bool {
        let own = Platform::current();
        self.packed().any(|it| Some(it.platform) == own)
    }

    /// Fails if something is missing.
    pub(crate) fn check(&self) -> Result<(), Error> {
        if self.problems.is_empty() {
            Ok(())
        } else {
            Err(Error::Incomplete(self.problems.clone()))
        }
    }

    /// Shows what would be built and written, and fails if the run would.
    pub(crate) fn announce(
        &self,
        provider: &Provider,
        contents: &cli::Contents,
        output: &Output,
    ) -> Result<(), Error> {
        output.result(&format!("{} {}", provider.program(), provider.version));
        for planned in &self.platforms {
            let platform = planned.platform;
            output.result(&match &planned.origin {
                Origin::Build(strategy) => {
                    format!("  {platform}: would be built {}", by(*strategy))
                }
                Origin::File(path) => format!("  {platform}: would be `{}`", path.display()),
                Origin::Missing(missing) => format!("  {platform}: not built: {missing}"),
            });
            for path in &planned.members {
                output.result(&format!("  {platform}: would include `{}`", path.display()));
            }
        }
        output.result(&format!(
            "  archives would be written to `{}`",
            shown(&provider.dist(contents)).display()
        ));
        self.check()
    }

    /// Builds and packs the programs.
    pub(crate) async fn pack(
        self,
        provider: &Provider,
        contents: &cli::Contents,
        output: &Output,
    ) -> Result<Packed, Error> {
        output.note(&format!("{} {}", provider.program(), provider.version));
        self.check()?;
        let mut programs = Vec::new();
        let mut is_built_here = true;
        for planned in self.platforms {
            let platform = planned.platform;
            let mut program = match planned.origin {
                Origin::Missing(missing) => {
                    output.note(&format!("  {platform}: not built: {missing}"));
                    continue;
                }
                Origin::File(path) => {
                    is_built_here = false;
                    output.note(&format!("  {platform}: `{}`", path.display()));
                    Program::new(platform, path)
                }
                Origin::Build(strategy) => build(provider, contents, platform, strategy, output)?,
            };
            program.included = planned.members;
            programs.push(program);
        }
        let manifest = manifest(provider, contents, &programs, output).await?;
        let step = output.step("packing the archives");
        let distribution = Distribution::create(
            &provider.dist(contents),
            &provider.type_name,
            provider.version.clone(),
            manifest,
            &programs,
            &provider.licences()?,
        )?;
        drop(step);
        for entry in distribution.checksums() {
            output.note(&format!("  {}  {}", entry.sha256, entry.file));
        }
        Ok(Packed {
            distribution,
            own: own(&programs).map(|program| program.path.clone()),
            is_built_here,
        })
    }

    /// Describes the plan for programs.
    pub(crate) fn document(&self, provider: &Provider, contents: &cli::Contents) -> Value {
        let platforms = self.platforms.iter().map(|planned| {
            let (origin, detail) = match &planned.origin {
                Origin::Build(strategy) => ("built", json!(by(*strategy))),
                Origin::File(path) => ("included", json!(path)),
                Origin::Missing(missing) => ("missing", json!(missing.to_string())),
            };
            json!({
                "platform": planned.platform.to_string(),
                "program": origin,
                "detail": detail,
                "members": planned.members,
            })
        });
        json!({
            "provider": provider.type_name,
            "version": provider.version.to_string(),
            "dry_run": contents.dry_run,
            "dist": provider.dist(contents),
            "platforms": platforms.collect::<Vec<_>>(),
        })
    }
}

/// Returns the files of a release with their checksums, for programs.
pub(crate) fn files(distribution: &Distribution) -> Value {
    let checksums = distribution.checksums().iter();
    let entries = checksums.map(|it| json!({ "file": it.file, "sha256": it.sha256 }));
    Value::Array(entries.collect())
}

/// Decides where the program of a platform comes from. `None` if the platform is not packed.
fn origin(
    platform: Platform,
    provider: &Provider,
    contents: &cli::Contents,
    problems: &mut Vec<String>,
) -> Option<Origin> {
    let all = contents.include.iter();
    let of_platform = all.filter(|it| it.0 == platform);
    let included: Vec<&PathBuf> = of_platform.map(|(_, path)| path).collect();
    if let Some(path) = included.first() {
        if included.len() > 1 {
            problems.push(format!("{platform}: `--include` names several programs"));
        }
        if !path.is_file() {
            problems.push(format!("{platform}: there is no file `{}`", path.display()));
        }
        return Some(Origin::File((*path).clone()));
    }
    let is_wanted = contents.platforms.contains(&platform);
    if !is_wanted && !contents.platforms.is_empty() {
        return None;
    }
    match (&provider.package, is_wanted) {
        (Some(_), _) => match Builder::strategy(platform) {
            Ok(strategy) => Some(Origin::Build(strategy)),
            Err(missing) => {
                if is_wanted {
                    problems.push(format!(
                        "{platform}: {missing}; or add a program that was built elsewhere by `--include {platform}=FILE`"
                    ));
                }
                Some(Origin::Missing(missing))
            }
        },
        (None, true) => {
            problems.push(format!(
                "{platform}: there is no program; add `--include {platform}=FILE`"
            ));
            None
        }
        (None, false) => None,
    }
}

/// Returns the programs that the archive of a platform has next to the provider.
fn members(
    platform: Platform,
    contents: &cli::Contents,
    problems: &mut Vec<String>,
) -> Vec<PathBuf> {
    let all = contents.member.iter();
    let of_platform = all.filter(|it| it.platform.is_none_or(|only| only == platform));
    let own: Vec<PathBuf> = of_platform.map(|it| it.path.clone()).collect();
    // A provider without its members does not start, so no platform is forgotten.
    if own.is_empty() && !contents.member.is_empty() {
        problems.push(format!(
            "{platform}: no member is named; add `--member {platform}=FILE`, or choose the platforms by `--platform`"
        ));
    }
    for path in own.iter().filter(|path| !path.is_file()) {
        problems.push(format!(
            "{platform}: there is no member `{}`",
            path.display()
        ));
    }
    own
}

/// Builds the program of a platform, twice unless the arguments say otherwise.
fn build(
    provider: &Provider,
    contents: &cli::Contents,
    platform: Platform,
    strategy: Strategy,
    output: &Output,
) -> Result<Program, Error> {
    let Some(package) = &provider.package else {
        return Err(Error::NoPlatform);
    };
    let builder = Builder::new(package)
        .profile(&contents.source.profile)
        .quiet(output.is_quiet());
    let folder = package.target_folder().join("terrane-release");
    let step = output.step_of_program(format!("building {platform}"));
    let program = builder.build(platform, &folder)?;
    drop(step);
    output.note(&format!("  {platform}: built {}", by(strategy)));
    if !contents.no_verify {
        let step = output.step_of_program(format!("building {platform} again"));
        builder.verify(&program)?;
        drop(step);
        output.note(&format!("  {platform}: a second build is equal"));
    }
    Ok(program)
}

/// Returns the manifest with the protocols that the arguments name, or that the program for this machine serves.
async fn manifest(
    provider: &Provider,
    contents: &cli::Contents,
    programs: &[Program],
    output: &Output,
) -> Result<Manifest, Error> {
    if !contents.protocols.is_empty() {
        return Ok(Manifest::new(contents.protocols.iter().cloned()));
    }
    let existing = provider.registry_manifest()?;
    match (own(programs), existing) {
        (Some(program), existing) => {
            let program = fs_err::canonicalize(&program.path)?;
            let _step = output.step("starting the provider with each protocol");
            manifest::of(&program, existing.as_deref()).await
        }
        (None, Some(text)) => serde_json::from_str(&text).map_err(|error| Error::Io(error.into())),
        (None, None) => Err(Error::UnknownProtocols),
    }
}

/// Returns the program for this machine.
fn own(programs: &[Program]) -> Option<&Program> {
    let current = Platform::current();
    programs.iter().find(|it| Some(it.platform) == current)
}

fn by(strategy: Strategy) -> &'static str {
    match strategy {
        Strategy::Cargo => "by cargo",
        Strategy::Zigbuild => "by cargo-zigbuild",
    }
}
