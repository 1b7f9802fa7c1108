//! The compilers and runners for other platforms.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Result;
use crate::build::{succeed, target};

/// A folder with the programs that other platforms need.
pub(super) struct Tools {
    folder: PathBuf,
}

/// What Windows programs need to run.
pub(super) struct Wine {
    pub(super) runner: PathBuf,
    pub(super) ctrl_c: PathBuf,
    pub(super) prefix: PathBuf,
}

/// Compiles C for one target. Rust's name of the target, which cargo passes, is unknown to zig. Its run-time checks need a library of its own.
const COMPILER: &str = r#"#!/bin/sh
for argument do
  shift
  case $argument in --target=*) ;; *) set -- "$@" "$argument" ;; esac
done
export PYTHONPATH='{zig}' ZIG_GLOBAL_CACHE_DIR='{zig}/cache'
exec python3 -m ziglang cc -target {target} -fno-sanitize=all "$@"
"#;

const ARCHIVER: &str = r#"#!/bin/sh
export PYTHONPATH='{zig}' ZIG_GLOBAL_CACHE_DIR='{zig}/cache'
exec python3 -m ziglang ar "$@"
"#;

/// Runs a Windows program in a console, which wine makes only in a terminal.
const RUNNER: &str = r#"#!/bin/sh
cp '{library}' "$(dirname "$1")"
cp '{library}' "$(dirname "$1")/.."
exec script --quiet --return --command "wine $*" /dev/null
"#;

impl Tools {
    /// Installs the C compiler. `None` if this machine cannot install it.
    pub(super) fn install() -> Result<Option<Self>> {
        let folder = env::current_dir()?.join(target()).join("platforms");
        fs::create_dir_all(&folder)?;
        let tools = Self { folder };
        if tools.zig().join("ziglang").exists() {
            return Ok(Some(tools));
        }
        let mut pip = Command::new("python3");
        pip.args([
            "-m",
            "pip",
            "--disable-pip-version-check",
            "install",
            "--quiet",
        ])
        .args(["--no-deps", "--require-hashes", "--only-binary=:all:"])
        .args(["--requirement", "xtask/src/platforms/requirements.txt"])
        .arg("--target")
        .arg(tools.zig());
        Ok(pip
            .status()
            .is_ok_and(|status| status.success())
            .then_some(tools))
    }

    fn zig(&self) -> PathBuf {
        self.folder.join("zig")
    }

    /// Returns a C compiler for one of zig's targets.
    pub(super) fn compiler(&self, target: &str) -> Result<PathBuf> {
        let script = COMPILER.replace("{target}", target);
        self.script(&format!("cc-{target}"), &script)
    }

    /// Returns an archiver for all targets.
    pub(super) fn archiver(&self) -> Result<PathBuf> {
        self.script("ar", ARCHIVER)
    }

    /// Builds what wine lacks, and returns what runs Windows programs.
    pub(super) fn wine(&self) -> Result<Wine> {
        let library = self.folder.join("bcryptprimitives.dll");
        let ctrl_c = self.folder.join("ctrl_c.exe");
        mingw(&["-shared", "-ladvapi32"], "bcryptprimitives.c", &library)?;
        mingw(&[], "ctrl_c.c", &ctrl_c)?;
        let script = RUNNER.replace("{library}", &library.display().to_string());
        Ok(Wine {
            runner: self.script("run-windows", &script)?,
            ctrl_c,
            prefix: self.folder.join("wine"),
        })
    }

    fn script(&self, name: &str, text: &str) -> Result<PathBuf> {
        let path = self.folder.join(name);
        let text = text.replace("{zig}", &self.zig().display().to_string());
        fs::write(&path, text)?;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
        Ok(path)
    }
}

/// Compiles a C file for Windows.
fn mingw(options: &[&str], source: &str, output: &Path) -> Result {
    let mut compiler = Command::new("x86_64-w64-mingw32-gcc");
    compiler.arg(Path::new("xtask/src/platforms").join(source));
    succeed({
        compiler.arg("-o").arg(output).args(options);
        compiler
    })
}

/// Finds a program in the directories of `PATH`.
pub(super) fn find(program: &str) -> Option<PathBuf> {
    let path: OsString = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path)
        .map(|folder| folder.join(program))
        .find(|file| file.is_file())
}
