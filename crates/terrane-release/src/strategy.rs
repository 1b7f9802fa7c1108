//! How a machine builds a platform, and which tools it lacks.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Platform;

/// How a platform is built.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Strategy {
    /// By cargo, with the compilers and linkers of this machine.
    Cargo,
    /// By `cargo zigbuild`, whose C compiler and linker serve other platforms too.
    Zigbuild,
}

/// Why a platform cannot be built on this machine.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{0}")]
pub struct Missing(String);

/// Decides how this machine builds a platform. Fails with all missing tools.
pub(crate) fn strategy(platform: Platform) -> Result<Strategy, Missing> {
    let library = if has_standard_library(platform.target) {
        None
    } else {
        Some(format!(
            "Rust's standard library for {target} is not installed: `rustup target add {target}`",
            target = platform.target
        ))
    };
    let machine = Machine {
        platform: Platform::current(),
        has_program: &|program| find(program).is_some(),
        has_variable: &|name| env::var_os(name).is_some(),
    };
    match (library, machine.linker(platform)) {
        (None, Ok(strategy)) => Ok(strategy),
        (library, linker) => {
            let missing: Vec<String> = library.into_iter().chain(linker.err()).collect();
            Err(Missing(missing.join("; ")))
        }
    }
}

/// What a machine has for builds.
struct Machine<'m> {
    platform: Option<Platform>,
    /// Whether a program is in a directory of `PATH`.
    has_program: &'m dyn Fn(&str) -> bool,
    /// Whether a variable of the environment is set.
    has_variable: &'m dyn Fn(&str) -> bool,
}

impl Machine<'_> {
    /// Finds a linker for a platform, or says which one is missing.
    fn linker(&self, platform: Platform) -> Result<Strategy, String> {
        let linker = linker_variable(platform);
        let own = self.platform.map(|own| (own.os, own.arch));
        let native = own == Some((platform.os, platform.arch));
        let plain = (self.has_variable)(&linker)
            || match platform.os {
                "darwin" => own.is_some_and(|(os, _)| os == "darwin"),
                "linux" => native && (self.has_program)("musl-gcc"),
                "windows" => native || mingw(platform).is_some_and(self.has_program),
                _ => native,
            };
        if plain {
            return Ok(Strategy::Cargo);
        }
        if platform.os != "freebsd" && (self.has_program)("cargo-zigbuild") {
            return Ok(Strategy::Zigbuild);
        }
        Err(match (platform.os, native) {
            ("linux", true) => {
                "a C compiler is missing: install `musl-gcc`, or `cargo-zigbuild`".to_owned()
            }
            ("freebsd", _) => format!("a linker is missing: set {linker}"),
            _ => format!("a linker is missing: install `cargo-zigbuild`, or set {linker}"),
        })
    }
}

/// Returns the variable with which cargo chooses the linker of a platform.
pub(crate) fn linker_variable(platform: Platform) -> String {
    let target = platform.target.to_uppercase().replace('-', "_");
    format!("CARGO_TARGET_{target}_LINKER")
}

/// Returns the name of mingw's linker for a platform.
pub(crate) fn mingw(platform: Platform) -> Option<&'static str> {
    match (platform.os, platform.arch) {
        ("windows", "amd64") => Some("x86_64-w64-mingw32-gcc"),
        ("windows", "386") => Some("i686-w64-mingw32-gcc"),
        _ => None,
    }
}

/// Finds a program in the directories of `PATH`.
pub(crate) fn find(program: &str) -> Option<PathBuf> {
    let path: OsString = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path)
        .map(|folder| folder.join(format!("{program}{}", env::consts::EXE_SUFFIX)))
        .find(|file| file.is_file())
}

fn has_standard_library(target: &str) -> bool {
    Command::new("rustc")
        .args(["--print", "target-libdir", "--target", target])
        .output()
        .is_ok_and(|output| {
            output.status.success()
                && Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir()
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_platform_that_cannot_be_built_names_the_standard_library_and_the_linker_at_once() {
        let platform = Platform::find("freebsd", "arm").unwrap();
        let missing = strategy(platform).unwrap_err();
        assert_eq!(
            missing.to_string(),
            "Rust's standard library for armv7-unknown-freebsd is not installed: `rustup target add armv7-unknown-freebsd`; \
            a linker is missing: set CARGO_TARGET_ARMV7_UNKNOWN_FREEBSD_LINKER"
        );
    }

    /// The platform of the machine, the platform of the build, the programs and variables of the machine, and the strategy or the start of the reason.
    type Row = (
        &'static str,
        &'static str,
        &'static [&'static str],
        Result<Strategy, &'static str>,
    );

    #[test]
    fn each_platform_has_the_linkers_of_its_system() {
        const CARGO: Result<Strategy, &str> = Ok(Strategy::Cargo);
        const ZIGBUILD: Result<Strategy, &str> = Ok(Strategy::Zigbuild);
        const MINGW: &[&str] = &["x86_64-w64-mingw32-gcc"];
        const MUSL: &[&str] = &["musl-gcc"];
        const ZIG: &[&str] = &["cargo-zigbuild"];
        let table: &[Row] = &[
            ("linux_amd64", "linux_amd64", MUSL, CARGO),
            ("linux_amd64", "linux_amd64", ZIG, ZIGBUILD),
            (
                "linux_amd64",
                "linux_amd64",
                &[],
                Err("a C compiler is missing"),
            ),
            (
                "linux_amd64",
                "linux_arm64",
                MUSL,
                Err("a linker is missing: install `cargo-zigbuild`"),
            ),
            ("linux_amd64", "linux_arm64", ZIG, ZIGBUILD),
            (
                "windows_amd64",
                "linux_amd64",
                MUSL,
                Err("a linker is missing: install `cargo-zigbuild`"),
            ),
            (
                "linux_amd64",
                "linux_arm64",
                &["CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_LINKER"],
                CARGO,
            ),
            ("linux_amd64", "windows_amd64", MINGW, CARGO),
            ("linux_amd64", "windows_amd64", ZIG, ZIGBUILD),
            (
                "linux_amd64",
                "windows_arm64",
                MINGW,
                Err("a linker is missing: install"),
            ),
            ("windows_amd64", "windows_amd64", &[], CARGO),
            (
                "windows_amd64",
                "windows_386",
                &[],
                Err("a linker is missing: install"),
            ),
            ("darwin_arm64", "darwin_arm64", &[], CARGO),
            ("darwin_arm64", "darwin_amd64", &[], CARGO),
            ("linux_amd64", "darwin_amd64", ZIG, ZIGBUILD),
            (
                "linux_amd64",
                "darwin_amd64",
                MUSL,
                Err("a linker is missing: install"),
            ),
            ("freebsd_amd64", "freebsd_amd64", &[], CARGO),
            // Zig has no headers for FreeBSD.
            (
                "linux_amd64",
                "freebsd_amd64",
                ZIG,
                Err("a linker is missing: set CARGO_TARGET_X86_64_UNKNOWN_FREEBSD_LINKER"),
            ),
            (
                "plan9_amd64",
                "darwin_amd64",
                &[],
                Err("a linker is missing: install"),
            ),
        ];
        for (machine, platform, has, expected) in table {
            let has = |name: &str| has.contains(&name);
            let machine_of_table = Machine {
                platform: Platform::named(machine),
                has_program: &has,
                has_variable: &has,
            };
            let found = machine_of_table.linker(Platform::named(platform).unwrap());
            match (found, expected) {
                (Ok(found), Ok(expected)) => assert_eq!(found, *expected, "{machine}, {platform}"),
                (Err(found), Err(expected)) if found.starts_with(expected) => {}
                (found, _) => panic!("{machine}, {platform}: {found:?}, expected {expected:?}"),
            }
        }
    }

    #[test]
    fn linkers_have_the_names_of_cargo_and_mingw() {
        let linux = Platform::find("linux", "amd64").unwrap();
        assert_eq!(
            linker_variable(linux),
            "CARGO_TARGET_X86_64_UNKNOWN_LINUX_MUSL_LINKER"
        );
        let linker = |arch| mingw(Platform::find("windows", arch).unwrap());
        assert_eq!(linker("amd64"), Some("x86_64-w64-mingw32-gcc"));
        assert_eq!(linker("386"), Some("i686-w64-mingw32-gcc"));
        assert_eq!(linker("arm64"), None);
        assert_eq!(mingw(linux), None);
    }

    #[test]
    fn the_compiler_and_its_standard_library_are_found() {
        assert!(find("rustc").is_some_and(|path| path.is_file()));
        assert_eq!(find("no-such-program"), None);
        let version = Command::new("rustc").arg("-vV").output().unwrap();
        let version = String::from_utf8(version.stdout).unwrap();
        let host = version.lines().find_map(|line| line.strip_prefix("host: "));
        assert!(has_standard_library(host.unwrap()));
        assert!(!has_standard_library("no-such-target"));
    }
}
