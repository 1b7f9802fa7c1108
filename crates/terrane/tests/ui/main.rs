//! What an author may write, and what the compiler says to the rest.
//!
//! Every rule has two files: one in `fail`, which breaks it, and one of the same name in `pass`, which differs by one word. What the
//! compiler says stands next to the first; `TRYBUILD=overwrite cargo test -p terrane --test ui` writes it anew.

mod alone;
#[expect(
    dead_code,
    unreachable_pub,
    reason = "here it is no crate of its own, see `alone`"
)]
mod author;
mod messages;
mod pass;
mod twins;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

/// The tool chain whose words are compared: others choose different ones.
const TOOL_CHAIN: &str = "rustc 1.95.0 ";

const BREAKS_A_RULE: &str = "invalid_code_does_not_compile_and_the_error_names_the_rule";

/// Where the files are, if not where they belong.
const FOLDER: &str = "TERRANE_UI_FOLDER";

#[test]
fn invalid_code_does_not_compile_and_the_error_names_the_rule() {
    let folder = env::var(FOLDER);
    if folder.is_err() && !is_tool_chain() {
        return only_that_it_fails();
    }
    let folder = folder.as_deref().unwrap_or("tests/ui/fail");
    trybuild::TestCases::new().compile_fail(format!("{folder}/*/*.rs"));
}

fn is_tool_chain() -> bool {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc).arg("--version").output();
    let version = version.expect("the compiler runs").stdout;
    String::from_utf8_lossy(&version).starts_with(TOOL_CHAIN)
}

/// Runs the same test on copies without the expected words.
fn only_that_it_fails() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fail");
    copy_sources(Path::new("tests/ui/fail"), &folder).expect("the files can be copied");
    let same_test = Command::new(env::current_exe().expect("the test is a file"))
        .args(["--exact", BREAKS_A_RULE, "--nocapture"])
        .env(FOLDER, &folder)
        .env("TRYBUILD", "overwrite")
        .status();
    assert!(same_test.expect("the test runs").success());
}

fn copy_sources(from: &Path, to: &Path) -> io::Result<()> {
    if to.exists() {
        fs::remove_dir_all(to)?;
    }
    for topic in from.read_dir()? {
        let topic = topic?.path();
        let copies = to.join(topic.file_name().unwrap_or_default());
        fs::create_dir_all(&copies)?;
        for file in topic.read_dir()? {
            let file: PathBuf = file?.path();
            if file.extension().is_some_and(|extension| extension == "rs") {
                fs::copy(&file, copies.join(file.file_name().unwrap_or_default()))?;
            }
        }
    }
    Ok(())
}
