//! Generated packages that one program serves.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{str, thread};

use serde_json::Value as Json;
use terrane_test::cargo;

use crate::generate::compiler::Compiler;
use crate::generate::generate;

/// The environment variable with the name of the provider that the program serves.
const NAME: &str = "TERRANE_TEST_GENERATED";

pub(crate) fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Packages that are compiled with the libraries of this test, as cargo compiles them. Cargo itself would compile Terrane again, with fewer features.
pub(crate) struct Packages {
    pub(crate) root: PathBuf,
    all: Vec<Package>,
}

struct Package {
    name: String,
    /// The provider or the schemas from which it was generated.
    source: PathBuf,
    /// The name of the library in its source, and its file.
    library: String,
    path: PathBuf,
    edition: String,
    version: String,
}

impl Packages {
    pub(crate) fn new(name: &str) -> Self {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("generated-{name}"));
        if root.exists() {
            fs::remove_dir_all(&root).unwrap();
        }
        fs::create_dir_all(&root).unwrap();
        Self {
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
        let described = cargo::command()
            .args(["metadata", "--no-deps", "--format-version=1", "--offline"])
            .current_dir(self.root.join(name))
            .output()
            .unwrap();
        let errors = str::from_utf8(&described.stderr).unwrap();
        assert!(described.status.success(), "{errors}");
        let described: Json = serde_json::from_slice(&described.stdout).unwrap();
        let package = &described["packages"][0];
        let dependencies = package["dependencies"].as_array().unwrap();
        for dependency in dependencies.iter().map(|it| it["name"].as_str().unwrap()) {
            let is_known =
                dependency == "terrane" || DEPENDENCIES.contains(&&*dependency.replace('-', "_"));
            assert!(is_known, "{name} depends on {dependency}");
        }
        let mut targets = package["targets"].as_array().unwrap().iter();
        let library = targets.find(|it| it["kind"][0] == "lib").unwrap();
        let text = |json: &Json| json.as_str().unwrap().to_owned();
        self.all.push(Package {
            name: name.to_owned(),
            source: source.to_owned(),
            library: text(&library["name"]),
            path: text(&library["src_path"]).into(),
            edition: text(&library["edition"]),
            version: text(&package["version"]),
        });
    }

    /// Compiles all packages without warnings, and returns those that serve other schemas than their sources, with the differences.
    pub(crate) fn differences(&self) -> Vec<(String, String)> {
        let program = self.build();
        let different = self.all.iter().filter_map(|package| {
            let difference = Command::new(env!("CARGO_BIN_EXE_cargo-terrane"))
                .args(["terrane", "schema", "diff"])
                .args([&package.source, &program])
                .env(NAME, &package.name)
                .output()
                .unwrap();
            let found = str::from_utf8(&difference.stdout).unwrap();
            let errors = str::from_utf8(&difference.stderr).unwrap();
            // The stubs import nothing yet.
            let of_schemas = found
                .lines()
                .find(|line| !line.starts_with("not imported: "));
            let is_equal = of_schemas == Some("changes: 0 major, 0 minor, 0 patch");
            (!is_equal).then(|| (package.name.clone(), format!("{found}{errors}")))
        });
        different.collect()
    }

    /// Builds the program, and returns its path.
    fn build(&self) -> PathBuf {
        let compiler = Compiler::new(&DEPENDENCIES);
        let next = AtomicUsize::new(0);
        thread::scope(|scope| {
            for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
                scope.spawn(|| {
                    while let Some(package) = self.all.get(next.fetch_add(1, Ordering::Relaxed)) {
                        self.compile(&compiler, package);
                    }
                });
            }
        });
        let (mut modules, mut arms) = (String::new(), String::new());
        for package in &self.all {
            let (name, module) = (&package.name, module(&package.name));
            let main = self.root.join(name).join("src/main.rs");
            // One program starts all providers, because linking takes longer than compiling.
            let main = fs::read_to_string(main).unwrap();
            let main = main.replace("fn main()", "pub fn main()");
            let main = main.replace(&package.library, &self.library(package));
            fs::write(self.root.join(format!("{module}.rs")), main).unwrap();
            modules += &format!("mod {module};\n");
            arms += &format!("        Ok({name:?}) => {module}::main(),\n");
        }
        let source = self.root.join("main.rs");
        let main = format!(
            "{modules}\nfn main() -> std::process::ExitCode {{\n    match std::env::var({NAME:?}).as_deref() {{\n{arms}        other => panic!(\"{{other:?}}\"),\n    }}\n}}\n"
        );
        fs::write(&source, main).unwrap();
        let program = self.root.join("program");
        let mut command = compiler.command();
        for package in &self.all {
            let library = self.library(package);
            let file = self.root.join(format!("lib{library}.rlib"));
            let file = file.to_str().unwrap();
            command.arg("--extern").arg(format!("{library}={file}"));
        }
        command.args(["--edition=2024", "--crate-name=generated", "-o"]);
        succeed(command.arg(&program).arg(source));
        program
    }

    /// Compiles the library of a package.
    fn compile(&self, compiler: &Compiler, package: &Package) {
        let mut command = compiler.command();
        command
            .args(["--crate-type=lib", "--crate-name", &self.library(package)])
            .args(["--edition", &package.edition, "--out-dir"])
            .arg(&self.root)
            .arg(&package.path)
            .env("CARGO_PKG_VERSION", &package.version);
        succeed(&mut command);
    }

    /// The name of the library in the program. Others of this workspace can have the name that its package gives it.
    fn library(&self, package: &Package) -> String {
        format!("generated_{}", package.name.replace('-', "_"))
    }
}

/// Runs a compiler, which must have nothing to say.
fn succeed(command: &mut Command) {
    let output = command.output().unwrap();
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && messages.is_empty(), "{messages}");
}

/// What packages depend on besides Terrane.
const DEPENDENCIES: [&str; 2] = ["bytes", "futures_util"];

/// The module of a provider in the program.
fn module(name: &str) -> String {
    format!("of_{}", name.replace('-', "_"))
}
