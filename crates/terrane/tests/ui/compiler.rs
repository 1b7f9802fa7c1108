//! The compiler, as cargo starts it for a crate that depends on `terrane`.
//!
//! It gets the libraries that cargo has compiled for this test. Another cargo would check all of them again.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;
use std::{env, fs};

/// The extension of libraries.
const LIBRARY: &str = "rlib";

/// The libraries that a crate can use.
pub(crate) struct Compiler {
    folder: PathBuf,
    /// The name in the source, and the file.
    libraries: Vec<(&'static str, PathBuf)>,
}

impl Compiler {
    /// A compiler for crates that depend on `terrane` and on these dependencies of it.
    pub(crate) fn new(dependencies: &[&'static str]) -> Self {
        let test = env::current_exe().expect("the test is a file");
        let folder = test.parent().expect("it is in a folder").to_owned();
        // Cargo compiles the library again when its source has changed, and then the test. So the newest one that is older is the test's own.
        let terrane = libraries(&folder, "terrane")
            .into_iter()
            .filter(|library| modified(library) <= modified(&test))
            .max_by_key(|library| modified(library))
            .expect("the library of the test");
        let contents = fs::read(&terrane).expect("the library can be read");
        let mut libraries: Vec<_> = dependencies
            .iter()
            .map(|name| (*name, dependency(&folder, name, &contents)))
            .collect();
        libraries.push(("terrane", terrane));
        Self { folder, libraries }
    }

    /// Returns a command that compiles in the folder of the workspace, as cargo does.
    pub(crate) fn command(&self) -> Command {
        let mut compiler = Command::new(rustc());
        compiler.arg("-L").arg(joined("dependency=", &self.folder));
        for (name, library) in &self.libraries {
            let name = format!("{name}=");
            compiler.arg("--extern").arg(joined(&name, library));
        }
        compiler.current_dir(workspace());
        compiler
    }
}

/// The folder of the workspace.
pub(crate) fn workspace() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let workspace = package.ancestors().nth(2);
    workspace.expect("a package of the folder `crates`")
}

/// The compiler's program.
pub(crate) fn rustc() -> OsString {
    env::var_os("RUSTC").unwrap_or_else(|| "rustc".into())
}

fn joined(name: &str, path: &Path) -> OsString {
    let mut joined = OsString::from(name);
    joined.push(path);
    joined
}

fn modified(file: &Path) -> SystemTime {
    let modified = fs::metadata(file).and_then(|file| file.modified());
    modified.expect("files have times")
}

/// The libraries of a name, each compiled with other features, settings or versions.
fn libraries(folder: &Path, name: &str) -> Vec<PathBuf> {
    let files = folder.read_dir().expect("the folder can be read");
    let files = files.map(|file| file.expect("the folder can be read").path());
    let is_library = |file: &PathBuf| {
        let hash = hash(file, name);
        hash.is_some_and(|hash| hash.bytes().all(|byte| byte.is_ascii_hexdigit()))
    };
    files.filter(is_library).collect()
}

/// The part of a library's file name by which libraries of one name differ.
fn hash<'a>(file: &'a Path, name: &str) -> Option<&'a str> {
    let is_library = file.extension().is_some_and(|it| it == LIBRARY);
    let stem = file.file_stem().filter(|_| is_library)?.to_str()?;
    stem.strip_prefix("lib")?
        .strip_prefix(name)?
        .strip_prefix('-')
}

/// The library that another one uses: the metadata of the other one contains the hash of its file name.
fn dependency(folder: &Path, name: &str, user: &[u8]) -> PathBuf {
    let mut libraries = libraries(folder, name).into_iter();
    let is_used = |library: &PathBuf| {
        let hash = hash(library, name).expect("it is a library of this name");
        let hash = format!("-{hash}").into_bytes();
        user.windows(hash.len()).any(|part| part == hash)
    };
    let used = libraries.find(is_used);
    used.unwrap_or_else(|| panic!("`terrane` depends on {name}"))
}
