//! Generated packages that are built together, and that one program serves.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::str;

use terrane_test::cargo;

use crate::generate;

/// The environment variable with the name of the provider that the program serves.
const NAME: &str = "TERRANE_TEST_GENERATED";

pub(crate) fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The profile for development of this workspace, with which its dependencies have been built.
fn profile() -> String {
    let manifest = fs::read_to_string(workspace().join("Cargo.toml")).unwrap();
    let from = manifest.find("[profile.dev]").unwrap();
    let to = manifest.find("[profile.release]").unwrap();
    manifest[from..to].to_owned()
}

/// Packages of one workspace, so that their dependencies are built once.
pub(crate) struct Packages {
    /// The name of the workspace, which its packages contain.
    name: String,
    pub(crate) root: PathBuf,
    /// The names and sources of the packages.
    all: Vec<(String, PathBuf)>,
}

impl Packages {
    pub(crate) fn new(name: &str) -> Self {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("generated-{name}"));
        if root.exists() {
            fs::remove_dir_all(&root).unwrap();
        }
        fs::create_dir_all(root.join("all/src")).unwrap();
        Self {
            name: name.to_owned(),
            root,
            all: Vec::new(),
        }
    }

    /// Generates a package.
    #[track_caller]
    pub(crate) fn add(&mut self, name: &str, source: &Path, address: &str) {
        let warnings = generate(source, &self.root.join(name), &["--address", address]);
        assert_eq!(warnings, Vec::<String>::new());
        self.add_generated(name, source);
    }

    /// Adds a package that was generated in its folder below the root.
    pub(crate) fn add_generated(&mut self, name: &str, source: &Path) {
        let folder = self.root.join(name);
        let read = |path: &str| fs::read_to_string(folder.join(path)).unwrap();
        // The names of packages and libraries are those of providers, which this workspace has as well.
        let manifest = read("Cargo.toml");
        let library = manifest.split_once("[lib]\nname = \"").unwrap().1;
        let library = library.split_once('"').unwrap().0;
        let package = manifest.split('"').nth(1).unwrap();
        let (own, own_library) = (self.package(name), self.package(name).replace('-', "_"));
        let manifest = manifest
            .replace("[workspace]\n", "")
            .replacen(&format!("\"{package}\""), &format!("{own:?}"), 1)
            .replacen(&format!("\"{library}\""), &format!("{own_library:?}"), 1);
        // One program starts all providers, because linking takes longer than compiling.
        let main = read("src/main.rs")
            .replace("fn main()", "pub fn main()")
            .replace(library, &own_library);
        fs::write(folder.join("Cargo.toml"), manifest).unwrap();
        let module = self.root.join(format!("all/src/{}.rs", module(name)));
        fs::write(module, main).unwrap();
        self.all.push((name.to_owned(), source.to_owned()));
    }

    fn package(&self, name: &str) -> String {
        format!("generated-{}-{name}", self.name)
    }

    /// Builds all packages without warnings, and returns those that serve other schemas than their sources, with the differences.
    pub(crate) fn differences(&self) -> Vec<(String, String)> {
        let program = self.build();
        let different = self.all.iter().filter_map(|(name, source)| {
            let difference = Command::new(env!("CARGO_BIN_EXE_cargo-terrane"))
                .args(["terrane", "schema", "diff"])
                .args([source, &program])
                .env(NAME, name)
                .output()
                .unwrap();
            let found = str::from_utf8(&difference.stdout).unwrap();
            let errors = str::from_utf8(&difference.stderr).unwrap();
            let is_equal = found.starts_with("changes: 0 major, 0 minor, 0 patch\n")
                && difference.status.success();
            (!is_equal).then(|| (name.clone(), format!("{found}{errors}")))
        });
        different.collect()
    }

    /// Builds the program, and returns its path.
    fn build(&self) -> PathBuf {
        let (mut dependencies, mut modules, mut arms) =
            (String::new(), String::new(), String::new());
        for (name, _) in &self.all {
            let (package, module) = (self.package(name), module(name));
            dependencies += &format!("{package} = {{ path = \"../{name}\" }}\n");
            modules += &format!("mod {module};\n");
            arms += &format!("        Ok({name:?}) => {module}::main(),\n");
        }
        let write = |path: &str, text: String| fs::write(self.root.join(path), text).unwrap();
        // Nobody debugs these packages or builds them again.
        let profiles = self.all.iter().map(|(name, _)| {
            let package = self.package(name);
            format!("[profile.dev.package.{package}]\ndebug = false\nincremental = false\n")
        });
        let profiles: String = profiles.collect();
        let head = "[workspace]\nresolver = \"3\"\nmembers = [\"all\"]";
        write("Cargo.toml", format!("{head}\n\n{}{profiles}", profile()));
        let program = self.package("all");
        write(
            "all/Cargo.toml",
            format!(
                "[package]\nname = {program:?}\nedition = \"2024\"\n\n[dependencies]\nterrane = {{ path = {:?} }}\n{dependencies}",
                workspace().join("crates/terrane").canonicalize().unwrap()
            ),
        );
        write(
            "all/src/main.rs",
            format!(
                "{modules}\nfn main() -> std::process::ExitCode {{\n    match std::env::var({NAME:?}).as_deref() {{\n{arms}        other => panic!(\"{{other:?}}\"),\n    }}\n}}\n"
            ),
        );
        fs::copy(workspace().join("Cargo.lock"), self.root.join("Cargo.lock")).unwrap();
        // The target folder of this test: `TARGET/tmp` is next to `TARGET/debug`.
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
        let built = cargo::command()
            .args(["build", "--offline", "--package", &program])
            .current_dir(&self.root)
            .env("CARGO_TARGET_DIR", target)
            .output()
            .unwrap();
        let messages = String::from_utf8_lossy(&built.stderr);
        // Cargo itself warns of packages with a profile that the program does not need.
        let warns = messages.contains(&format!("warning: `generated-{}-", self.name));
        assert!(built.status.success() && !warns, "{messages}");
        target.join("debug").join(program)
    }
}

/// The module of a provider in the program.
fn module(name: &str) -> String {
    format!("of_{}", name.replace('-', "_"))
}
