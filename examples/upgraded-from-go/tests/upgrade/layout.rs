//! A release of the provider: both programs, in a mirror from which hosts install them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use sha2::{Digest as _, Sha256};
use tempfile::TempDir;
use terrane_composition::{Pin, ProviderProcess};
use terrane_release::layout::{Form, filesystem};
use terrane_release::{Distribution, Manifest, Platform, Program};
use terrane_schema::Differences as _;
use terrane_test::go;

/// The version of the Go provider.
pub(crate) const GO_VERSION: &str = "0.14.2";
/// The version of the provider with both programs.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The name of the Go program in the release. Hosts take no program of such a name as the provider.
pub(crate) const GO_PROGRAM: &str = "time-go";

/// A mirror with the Go provider, and with the provider that has a resource in Rust.
pub(crate) struct Layout {
    folder: TempDir,
    programs: &'static Programs,
}

struct Programs {
    go: PathBuf,
    rust: PathBuf,
    pin: String,
}

impl Layout {
    /// Makes the release. `None` if Go is missing.
    pub(crate) fn build() -> Option<Self> {
        static BUILT: OnceLock<Option<Programs>> = OnceLock::new();
        let programs = BUILT.get_or_init(programs).as_ref()?;
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        let layout = Self { folder, programs };
        let provider = layout.mirror().join("registry.terraform.io/hashicorp/time");
        let version = |version: &str| provider.join(version).join(Pin::platform());
        let go = format!("terraform-provider-time_v{GO_VERSION}_x5");
        place(&programs.go, &version(GO_VERSION).join(go));
        layout.place_both(&version(VERSION));
        Some(layout)
    }

    /// Puts the release with both programs into a second mirror, as an archive, and returns the settings by which hosts find that mirror.
    pub(crate) fn pack(&self) -> PathBuf {
        let folder = self.folder.path().join("release");
        self.place_both(&folder);
        let platform = Platform::current().unwrap();
        let program = Program {
            included: vec![folder.join(GO_PROGRAM)],
            ..Program::new(platform, &self.programs.rust)
        };
        let distribution = Distribution::create(
            &folder.join("dist"),
            "time",
            VERSION.parse().unwrap(),
            Manifest::new(["5.0"]),
            &[program],
            &[folder.join("time-go.pin")],
        );
        let address = "registry.terraform.io/hashicorp/time".parse().unwrap();
        let mirror = self.folder.path().join("packed");
        filesystem(&mirror, &address, &distribution.unwrap(), Form::Packed).unwrap();
        self.settings("packed.tfrc", &mirror)
    }

    /// Writes the settings by which hosts find a mirror.
    fn settings(&self, name: &str, mirror: &Path) -> PathBuf {
        let settings = format!(
            "disable_checkpoint = true\nprovider_installation {{\n  filesystem_mirror {{\n    path = {mirror:?}\n  }}\n}}\n"
        );
        let path = self.folder.path().join(name);
        fs::write(&path, settings).unwrap();
        path
    }

    /// Returns the program in Rust, as it was built.
    pub(crate) fn rust(&self) -> &Path {
        &self.programs.rust
    }

    /// Returns the settings by which hosts find the mirror.
    pub(crate) fn host_settings(&self) -> PathBuf {
        self.settings("host.tfrc", &self.mirror())
    }

    /// Puts both programs into a folder, and returns the one in Rust.
    pub(crate) fn place_both(&self, folder: &Path) -> PathBuf {
        let rust = folder.join(format!("terraform-provider-time_v{VERSION}"));
        place(&self.programs.rust, &rust);
        place(&self.programs.go, &folder.join(GO_PROGRAM));
        fs::write(folder.join("time-go.pin"), &self.programs.pin).unwrap();
        rust
    }

    fn mirror(&self) -> PathBuf {
        self.folder.path().join("mirror")
    }
}

/// Builds the Go program, and records its pin.
fn programs() -> Option<Programs> {
    let module = concat!(env!("CARGO_MANIFEST_DIR"), "/../../go/time");
    let go = go::program(module, "github.com/hashicorp/terraform-provider-time")?;
    let test = std::env::current_exe().unwrap();
    let target = test.parent().and_then(Path::parent).unwrap();
    let recorded: Pin = include_str!("../../time-go.pin").parse().unwrap();
    let pin = pin(&go);
    let (recorded, served) = (recorded.announced().schemas, pin.announced().schemas);
    assert_eq!(recorded.differences(&served), [], "the pin is outdated");
    Some(Programs {
        go,
        rust: target.join("examples/pinned"),
        pin: pin.to_string(),
    })
}

/// Does what `cargo terrane pin` does.
fn pin(go: &Path) -> Pin {
    let record = async {
        let process = ProviderProcess::launch(Command::new(go)).await.unwrap();
        let pin = Pin::record(GO_PROGRAM, GO_PROGRAM, &*process.provider()).await;
        process.kill().await.unwrap();
        pin.unwrap()
    };
    // The test may run on a runtime, whose threads must not block.
    let record = || {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build();
        runtime.unwrap().block_on(record)
    };
    let pin = std::thread::scope(|scope| scope.spawn(record).join());
    let checksum = Sha256::digest(fs::read(go).unwrap());
    pin.unwrap().checksum(Pin::platform(), checksum.into())
}

/// Puts a program into a place.
fn place(program: &Path, place: &Path) {
    fs::create_dir_all(place.parent().unwrap()).unwrap();
    fs::hard_link(program, place).unwrap();
}
