//! Compiling a provider for a platform, so that the same sources give the same program.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use fs_err as fs;

use crate::error::{Error, ErrorKind};
use crate::strategy::{find, linker_variable, mingw, strategy};
use crate::{Missing, Package, Platform, Program, Strategy};

/// The variable with the time that linkers write into programs, in seconds of Unix.
const TIME: &str = "SOURCE_DATE_EPOCH";

/// The first of January 1980, as in archives.
const FIXED_TIME: &str = "315532800";

/// Compiles one package.
///
/// Programs do not contain the paths of this machine, so that builds in two folders are equal.
#[derive(Debug)]
pub struct Builder<'a> {
    package: &'a Package,
    profile: String,
    is_quiet: bool,
}

impl<'a> Builder<'a> {
    /// Creates a builder that uses the profile `release`.
    #[must_use]
    pub fn new(package: &'a Package) -> Self {
        Self {
            package,
            profile: "release".to_owned(),
            is_quiet: false,
        }
    }

    /// Uses another profile.
    #[must_use]
    pub fn profile(mut self, profile: &str) -> Self {
        profile.clone_into(&mut self.profile);
        self
    }

    /// Hides what cargo prints except errors.
    #[must_use]
    pub fn quiet(mut self, is_quiet: bool) -> Self {
        self.is_quiet = is_quiet;
        self
    }

    /// Decides how a platform is built.
    ///
    /// # Errors
    ///
    /// Fails with all missing tools if this machine cannot build the platform.
    pub fn strategy(platform: Platform) -> Result<Strategy, Missing> {
        strategy(platform)
    }

    /// Compiles the package for a platform into a target folder.
    ///
    /// # Errors
    ///
    /// Fails if the platform cannot be built, or if the compiler fails. Its output goes to the terminal.
    pub fn build(&self, platform: Platform, target_folder: &Path) -> Result<Program, Error> {
        self.build_in(&self.package.workspace, platform, target_folder)
    }

    /// Compiles the package a second time, in another folder if its sources can be copied, and compares the programs.
    ///
    /// # Errors
    ///
    /// Fails if the programs differ. The error names the first difference.
    pub fn verify(&self, program: &Program) -> Result<(), Error> {
        let copy = tempfile::tempdir()?;
        let sources = if self.package.is_self_contained() {
            let source_copy = copy.path().join("sources");
            copy_sources(
                &self.package.workspace,
                self.package.target_folder(),
                &source_copy,
            )?;
            source_copy
        } else {
            self.package.workspace.clone()
        };
        let second = self.build_in(&sources, program.platform, &copy.path().join("target"))?;
        let (one, other) = (fs::read(&program.path)?, fs::read(&second.path)?);
        match first_difference(&one, &other) {
            None => Ok(()),
            Some(difference) => Err(ErrorKind::NotReproducible {
                platform: program.platform.to_string(),
                difference,
            }
            .into()),
        }
    }

    /// Compiles the package for this machine alone, as `cargo build` does, and returns the path of the program.
    ///
    /// # Errors
    ///
    /// Fails if the compiler fails. Its output goes to the terminal.
    pub fn build_native(&self) -> Result<PathBuf, Error> {
        run(self.native_command())?;
        Ok(self.native_program())
    }

    /// Returns the command that compiles the package for this machine alone, for a caller that may end it.
    ///
    /// # Examples
    ///
    /// ```no_run
    /// use std::path::Path;
    /// use terrane_release::{Builder, Package};
    ///
    /// let package = Package::read_unlocked(Path::new("."), None)?;
    /// let builder = Builder::new(&package).profile("dev");
    /// let status = builder.native_command().status()?;
    /// println!("{status}: {}", builder.native_program().display());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn native_command(&self) -> Command {
        let mut cargo = self.cargo("build", &self.package.workspace);
        cargo.arg("--target-dir").arg(self.package.target_folder());
        cargo
    }

    /// Returns the path of the program that [`native_command`](Self::native_command) compiles.
    #[must_use]
    pub fn native_program(&self) -> PathBuf {
        let program = format!("{}{}", self.package.program, env::consts::EXE_SUFFIX);
        let folder = self.package.target_folder().join(self.profile_folder());
        folder.join(program)
    }

    /// Returns a command of cargo that compiles the program.
    fn cargo(&self, subcommand: &str, workspace: &Path) -> Command {
        let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo
            .current_dir(workspace)
            .args([subcommand, "--package", &self.package.name])
            .args(["--bin", &self.package.program])
            .args(["--profile", &self.profile])
            // Build scripts and macros of dependencies must not read the key that signs releases.
            .env_remove("GPG_PRIVATE_KEY")
            .env_remove("PASSPHRASE");
        if self.package.is_locked {
            cargo.arg("--locked");
        }
        if self.is_quiet {
            cargo.arg("--quiet");
        }
        cargo
    }

    /// Returns the folder of the profile below a target folder.
    fn profile_folder(&self) -> &str {
        match self.profile.as_str() {
            "dev" => "debug",
            profile => profile,
        }
    }

    fn build_in(
        &self,
        workspace: &Path,
        platform: Platform,
        target_folder: &Path,
    ) -> Result<Program, Error> {
        let strategy =
            Self::strategy(platform).map_err(|missing| ErrorKind::Package(missing.to_string()))?;
        run(self.command(strategy, workspace, platform, target_folder))?;
        let program = format!("{}{}", self.package.program, platform.extension());
        let path = target_folder
            .join(platform.target)
            .join(self.profile_folder())
            .join(program);
        Ok(Program::new(platform, path))
    }

    /// Returns the command that compiles the program for a platform.
    fn command(
        &self,
        strategy: Strategy,
        workspace: &Path,
        platform: Platform,
        target_folder: &Path,
    ) -> Command {
        let subcommand = match strategy {
            Strategy::Cargo => "build",
            Strategy::Zigbuild => "zigbuild",
        };
        let mut cargo = self.cargo(subcommand, workspace);
        cargo
            .args(["--target", platform.target])
            .arg("--target-dir")
            .arg(target_folder)
            .env("CARGO_INCREMENTAL", "0")
            .env_remove("CARGO_TARGET_DIR");
        let mut remap = remap_flags(workspace);
        // Linkers write the time of the build into programs for Windows otherwise. Zig's linker has no option for it, and reads a variable.
        match (platform.os, strategy) {
            ("windows", Strategy::Cargo) => {
                remap.push("-Clink-arg=-Wl,--no-insert-timestamp".to_owned());
            }
            ("windows", Strategy::Zigbuild) => {
                let time = env::var_os(TIME);
                cargo.env(TIME, time.unwrap_or_else(|| FIXED_TIME.into()));
            }
            _ => {}
        }
        match env::var_os("RUSTFLAGS") {
            // The variable replaces the flags of the configuration, so the new flags join it.
            Some(mut flags) => {
                flags.push(" ");
                flags.push(remap.join(" "));
                cargo.env("RUSTFLAGS", flags)
            }
            None => cargo
                .arg("--config")
                .arg(format!("build.rustflags={remap:?}")),
        };
        if let (Strategy::Cargo, "windows", Some(linker)) = (strategy, platform.os, mingw(platform))
            && find(linker).is_some()
        {
            let variable = linker_variable(platform);
            if env::var_os(&variable).is_none() {
                cargo.env(variable, linker);
            }
        }
        cargo
    }
}

/// Returns the flags that replace the paths of this machine within programs.
fn remap_flags(workspace: &Path) -> Vec<String> {
    let home = env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| env::home_dir().map(|home| home.join(".cargo")));
    let home_flag = home.map(|home| format!("--remap-path-prefix={}=/cargo", home.display()));
    let own = format!("--remap-path-prefix={}=/src", workspace.display());
    home_flag.into_iter().chain([own]).collect()
}

/// Runs a program whose output goes to the terminal.
pub(crate) fn run(mut command: Command) -> Result<(), Error> {
    let program = command.get_program().to_string_lossy().into_owned();
    let status = command
        .status()
        .map_err(|error| std::io::Error::new(error.kind(), format!("{program}: {error}")))?;
    if status.success() {
        return Ok(());
    }
    Err(ErrorKind::Program {
        program,
        status: status.code(),
    }
    .into())
}

/// Describes the first difference of two programs.
fn first_difference(one: &[u8], other: &[u8]) -> Option<String> {
    if one.len() != other.len() {
        return Some(format!(
            "one has {} bytes, the other {}",
            one.len(),
            other.len()
        ));
    }
    let index = one.iter().zip(other).position(|(a, b)| a != b)?;
    let count = one.iter().zip(other).filter(|(a, b)| a != b).count();
    Some(format!("{count} bytes, the first at offset {index}"))
}

fn copy_sources(from: &Path, target_folder: &Path, to: &Path) -> Result<(), Error> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let path = entry.path();
        if path == target_folder
            || entry.file_name() == ".git"
            || path.join("CACHEDIR.TAG").exists()
        {
            continue;
        }
        let target = to.join(entry.file_name());
        // A link to a file is copied as the file. A link to a folder may lead around in a circle.
        if entry.file_type()?.is_dir() {
            copy_sources(&path, target_folder, &target)?;
        } else if path.is_file() {
            fs::copy(&path, &target)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_names_its_place() {
        assert_eq!(first_difference(b"abc", b"abc"), None);
        assert_eq!(
            first_difference(b"abc", b"axy").unwrap(),
            "2 bytes, the first at offset 1"
        );
        assert!(first_difference(b"abc", b"ab").unwrap().contains("3 bytes"));
    }

    /// The package of a small provider in a folder.
    fn package(folder: &Path) -> Package {
        let manifest = "[package]\nname = \"terraform-provider-tiny\"\nversion = \"1.2.3\"\nedition = \"2024\"\n";
        fs::write(folder.join("Cargo.toml"), manifest).unwrap();
        fs::create_dir(folder.join("src")).unwrap();
        fs::write(folder.join("src/main.rs"), "fn main() {}\n").unwrap();
        Package::read_unlocked(folder, None).unwrap()
    }

    #[test]
    fn programs_have_no_paths_and_no_time_of_this_machine() {
        let folder = tempfile::tempdir().unwrap();
        let package = package(folder.path());
        let builder = Builder::new(&package).profile("dev");
        let linker = "-Clink-arg=-Wl,--no-insert-timestamp";
        let time = env::var(TIME).unwrap_or_else(|_| FIXED_TIME.to_owned());
        for (os, strategy, subcommand, has_linker_option, expected_time) in [
            ("linux", Strategy::Cargo, "build", false, None),
            ("linux", Strategy::Zigbuild, "zigbuild", false, None),
            ("windows", Strategy::Cargo, "build", true, None),
            ("windows", Strategy::Zigbuild, "zigbuild", false, Some(time)),
        ] {
            let platform = Platform::find(os, "amd64").unwrap();
            let command = builder.command(strategy, folder.path(), platform, Path::new("out"));
            let arguments: Vec<_> = command.get_args().map(|it| it.to_string_lossy()).collect();
            assert_eq!(arguments[0], subcommand);
            let variable = |name: &str| {
                let mut variables = command.get_envs();
                let found = variables.find(|(own, _)| *own == name)?;
                Some(found.1?.to_string_lossy().into_owned())
            };
            // The flags are in the variable if the environment has it.
            let flags = variable("RUSTFLAGS").unwrap_or_else(|| arguments.join(" "));
            for prefix in [
                format!("{}=/src", folder.path().display()),
                "=/cargo".to_owned(),
            ] {
                assert!(flags.contains(&prefix), "{prefix}: {flags}");
            }
            assert_eq!(flags.contains(linker), has_linker_option, "{flags}");
            assert_eq!(variable(TIME), expected_time, "{os}, {strategy:?}");
        }
    }

    #[test]
    fn profiles_have_the_folders_of_cargo() {
        let folder = tempfile::tempdir().unwrap();
        let package = package(folder.path());
        for (profile, expected) in [("dev", "debug"), ("release", "release"), ("dist", "dist")] {
            let builder = Builder::new(&package).profile(profile);
            assert_eq!(builder.profile_folder(), expected);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_copy_of_sources_contains_the_files_that_links_lead_to() {
        let folder = tempfile::tempdir().unwrap();
        let (from, to) = (folder.path().join("from"), folder.path().join("to"));
        fs::create_dir(&from).unwrap();
        fs::write(folder.path().join("README.md"), "Zoo").unwrap();
        std::os::unix::fs::symlink("../README.md", from.join("README.md")).unwrap();
        std::os::unix::fs::symlink(".", from.join("circle")).unwrap();
        copy_sources(&from, &from.join("target"), &to).unwrap();
        assert_eq!(fs::read_to_string(to.join("README.md")).unwrap(), "Zoo");
        assert!(!to.join("circle").exists());
    }

    #[test]
    fn a_copy_of_sources_has_no_results_and_no_history() {
        let folder = tempfile::tempdir().unwrap();
        let (from, to) = (folder.path().join("from"), folder.path().join("to"));
        for path in [
            "src/target/main.rs",
            ".gitignore",
            "target/debug/zoo",
            ".git/HEAD",
            "cache/CACHEDIR.TAG",
        ] {
            let path = from.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        copy_sources(&from, &from.join("target"), &to).unwrap();
        assert!(to.join("src/target/main.rs").exists());
        let names = fs::read_dir(&to).unwrap();
        let mut names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, [".gitignore", "src"]);
    }

    #[test]
    fn a_program_that_fails_is_named_with_its_exit_code() {
        let cargo = || Command::new(env::var_os("CARGO").unwrap());
        let mut version = cargo();
        version.arg("--version");
        run(version).unwrap();
        let mut unknown = cargo();
        unknown.arg("--no-such-option");
        match run(unknown).unwrap_err() {
            Error(ErrorKind::Program { program, status }) => {
                assert!(program.contains("cargo"), "{program}");
                assert_eq!(status, Some(1));
            }
            error => panic!("{error}"),
        }
        let error = run(Command::new("no-such-program")).unwrap_err();
        assert!(
            error.to_string().starts_with("no-such-program: "),
            "{error}"
        );
    }
}
