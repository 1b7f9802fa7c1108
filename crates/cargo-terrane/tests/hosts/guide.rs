//! The guide "one resource at a time", as written, with a Go program that terraform-plugin-mux combines of two providers.

#![cfg(target_os = "linux")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use terrane_composition::Pin;
use terrane_protocol::schema::TypeKind;
use terrane_test::{Action, InstalledProvider, Matrix, Protocol, go};

const GUIDE: &str =
    include_str!("../../../terrane-composition/src/guide/one_resource_at_a_time.md");

/// Returns the code of the first example after a heading.
fn example(heading: &str) -> &'static str {
    let section = GUIDE.split_once(heading).expect("a heading of the guide").1;
    let code = section.split_once("```no_run\n").expect("an example").1;
    code.split_once("```").expect("its end").0
}

/// Returns a command of the guide that starts with these words.
fn command(start: &str) -> Vec<String> {
    let commands = GUIDE.split(['`', '\n']);
    let mut commands = commands.filter(|text| text.starts_with(start));
    let found = commands.next().expect("a command of the guide");
    found.split(' ').map(str::to_owned).collect()
}

/// Text without whitespace, which formatters change.
fn compact(code: &str) -> String {
    code.chars()
        .filter(|letter| !letter.is_whitespace())
        .collect()
}

/// A folder with the Go program, which is named as in the guide.
struct Zoo {
    folder: tempfile::TempDir,
}

impl Zoo {
    fn new() -> Option<Self> {
        let module = concat!(env!("CARGO_MANIFEST_DIR"), "/../../go/awkward");
        let program = go::program(module, "terrane/go/awkward/muxed6")?;
        let folder = tempfile::tempdir().unwrap();
        fs::copy(program, folder.path().join("zoo-go")).unwrap();
        let rust = folder.path().join("target/debug");
        fs::create_dir_all(&rust).unwrap();
        std::os::unix::fs::symlink(rust_program(), rust.join("terraform-provider-zoo")).unwrap();
        Some(Self { folder })
    }

    fn go(&self) -> PathBuf {
        self.folder.path().join("zoo-go")
    }

    /// Runs a command of the guide, without its `cargo`.
    fn run(&self, command: &[String]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_cargo-terrane"))
            .args(command.iter().skip(1))
            .current_dir(self.folder.path())
            .env("AWKWARD_PREFIX", "zoo")
            .env("ZOO_GO", self.go())
            .output()
            .unwrap()
    }

    #[track_caller]
    fn succeeds(&self, command: &[String]) -> String {
        let output = self.run(command);
        let [out, errors] = [&output.stdout, &output.stderr].map(|it| String::from_utf8_lossy(it));
        assert!(output.status.success(), "{command:?}: {out}{errors}");
        out.into_owned()
    }
}

/// The Rust program of the guide, which cargo builds along with the tests.
fn rust_program() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let target = test.parent().and_then(Path::parent).unwrap();
    target.join("examples/guide")
}

/// Step 1: the program of the guide, with the settings and the path of the user.
#[test]
fn the_rust_program_is_the_code_of_the_guide() {
    let steps = [
        (
            "#[derive(Default)]\nstruct Zoo;",
            "mod settings; struct Zoo;",
        ),
        (
            "fn register",
            "async fn configure(_: settings::Config, _: &mut ConfigureContext) -> Result<Self> { Ok(Zoo) } fn register",
        ),
        (
            "\"/opt/zoo/zoo-go\"",
            "std::env::var(\"ZOO_GO\").unwrap_or_default()",
        ),
    ];
    let code = steps.iter().fold(
        example("# The two programs").to_owned(),
        |code, (old, new)| {
            assert!(code.contains(old), "{old}");
            code.replacen(old, new, 1)
        },
    );
    let program = include_str!("../../examples/guide/main.rs");
    let is_own = |line: &&str| line.starts_with("//!") || line.starts_with("#[expect");
    let program: Vec<&str> = program.lines().filter(|line| !is_own(line)).collect();
    assert_eq!(compact(&program.join("\n")), compact(&code));
    assert!(GUIDE.contains("`mod settings;` in `src/main.rs`"));
    assert!(GUIDE.contains(
        "`async fn configure(_: settings::Config, _: &mut ConfigureContext) -> Result<Self> { Ok(Zoo) }`"
    ));
}

/// Step 1: the generated settings.
#[test]
fn the_settings_are_generated_from_the_go_program() {
    let Some(zoo) = Zoo::new() else { return };
    let generate = command("cargo terrane generate --from ./zoo-go");
    zoo.succeeds(&generate);
    let generated = zoo.folder.path().join("generated/src/models/provider.rs");
    let generated = fs::read_to_string(generated).unwrap();
    assert_eq!(generated, include_str!("../../examples/guide/settings.rs"));
    let pet = zoo.folder.path().join("generated/src/models/resources");
    assert!(pet.join("server.rs").exists() && pet.join("volume.rs").exists());
}

/// Step 1: no schema and no import has changed.
#[test]
fn the_programs_are_compared_without_a_change() {
    let Some(zoo) = Zoo::new() else { return };
    let report = zoo.succeeds(&command("cargo terrane schema diff ./zoo-go"));
    assert!(
        report.contains("changes: 0 major, 0 minor, 0 patch"),
        "{report}"
    );
    assert!(report.contains("imports: 2 kept, 0 lost"), "{report}");
    assert!(!report.contains("not upgraded"), "{report}");
}

/// Step 2: the pin of the Go program.
#[test]
fn the_pin_has_the_items_of_both_providers_of_the_go_program() {
    let Some(zoo) = Zoo::new() else { return };
    for platform in ["linux_amd64", "linux_arm64"] {
        let folder = zoo.folder.path().join("dist").join(platform);
        fs::create_dir_all(&folder).unwrap();
        fs::copy(zoo.go(), folder.join("zoo-go")).unwrap();
    }
    fs::create_dir(zoo.folder.path().join("src")).unwrap();
    zoo.succeeds(&command("cargo terrane pin dist/linux_amd64/zoo-go"));
    let pin = fs::read_to_string(zoo.folder.path().join("src/zoo-go.pin")).unwrap();
    let pin: Pin = pin.parse().unwrap();
    let schemas = pin.announced().schemas;
    let resources = schemas.types(TypeKind::Resource);
    let names: Vec<&str> = resources.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        ["zoo_blob", "zoo_cluster", "zoo_server", "zoo_volume"]
    );
}

/// Objects of the Go program live under a real host that starts the Rust program.
#[test]
fn the_rust_program_serves_the_go_program_to_real_hosts() {
    let Some(zoo) = Zoo::new() else { return };
    let matrix =
        Matrix::new(InstalledProvider::binary("example/zoo", rust_program())).protocols([]);
    matrix
        .protocols_of_oldest_and_newest([Protocol::Newest])
        .run(|host| {
            let folder = host.path().join("objects");
            fs::create_dir(&folder)?;
            host.env("AWKWARD_PREFIX", "zoo");
            host.env("ZOO_GO", zoo.go());
            host.config(&format!(
                r#"
                provider "zoo" {{
                  folder = {folder:?}
                }}
                resource "zoo_server" "a" {{
                  name = "a"
                }}
                resource "zoo_volume" "b" {{
                  name = "b"
                }}
                "#
            ))?;
            let plan = host.plan()?;
            for address in ["zoo_server.a", "zoo_volume.b"] {
                assert_eq!(plan.action(address)?, Action::Create, "{address}");
            }
            host.apply_plan(&plan)?;
            host.plan()?.assert_empty();
            assert_eq!(fs::read_dir(&folder)?.count(), 2);
            host.destroy()?;
            assert_eq!(fs::read_dir(&folder)?.count(), 0);
            Ok(())
        });
}
