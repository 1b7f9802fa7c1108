//! What the compiler says to code that breaks a rule.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, thread};

use crate::compiler::{Compiler, rustc, workspace};
use crate::{PACKAGE, check};

/// The tool chain whose words are compared: others choose different ones.
const TOOL_CHAIN: &str = "rustc 1.95.0 ";

/// Writes what the compiler says anew.
const UPDATE: &str = "UPDATE_UI";

#[test]
fn invalid_code_does_not_compile_and_the_error_names_the_rule() {
    let is_compared = is_tool_chain();
    // An older or newer compiler is no reason to compare nothing where all is checked.
    assert!(
        is_compared || env::var_os("CI").is_none(),
        "CI compares the messages of {TOOL_CHAIN}"
    );
    let compiler = Compiler::new(&["bytes", "futures_util", "serde_json"]);
    let files = files();
    let next = AtomicUsize::new(0);
    let check_all = || {
        let mut failures = Vec::new();
        while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Err(failure) = compare(&compiler, file, is_compared) {
                failures.push(failure);
            }
        }
        failures
    };
    let failures: Vec<String> = thread::scope(|scope| {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        let threads: Vec<_> = (0..processors).map(|_| scope.spawn(check_all)).collect();
        let results = threads.into_iter().map(|thread| thread.join());
        results
            .flat_map(|failures| failures.expect("no check panics"))
            .collect()
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn is_tool_chain() -> bool {
    let version = Command::new(rustc()).arg("--version").output();
    let version = version.expect("the compiler runs").stdout;
    String::from_utf8_lossy(&version).starts_with(TOOL_CHAIN)
}

/// The files, from the folder of the package.
fn files() -> Vec<PathBuf> {
    let mut files = Vec::new();
    for topic in Path::new("tests/ui/fail").read_dir().expect("it exists") {
        let topic = topic.expect("the folder can be read").path();
        for file in topic.read_dir().expect("a topic is a folder") {
            let file = file.expect("the folder can be read").path();
            if file.extension().is_some_and(|extension| extension == "rs") {
                files.push(file);
            }
        }
    }
    assert!(!files.is_empty(), "there are rules");
    files
}

/// Checks that a file does not compile, and unless the compiler is another one, that it says the same as before.
fn compare(compiler: &Compiler, file: &Path, is_compared: bool) -> Result<(), String> {
    let arguments = ["--edition=2024", "--crate-type=bin", "--allow=dead_code"];
    let checked = check(compiler, file, &arguments);
    let shown = file.display();
    if checked.status.success() {
        return Err(format!("{shown} compiles"));
    }
    if !is_compared {
        return Ok(());
    }
    let messages = normalized(&String::from_utf8_lossy(&checked.stderr));
    let expected = file.with_extension("stderr");
    if env::var_os(UPDATE).is_some() {
        return fs::write(&expected, messages).map_err(|error| format!("{shown}: {error}"));
    }
    match fs::read_to_string(&expected) {
        Ok(expected) if expected == messages => Ok(()),
        Ok(expected) => Err(format!(
            "{shown}: expected\n{expected}\nfound\n{messages}\n{UPDATE}=1 writes it"
        )),
        Err(error) => Err(format!("{shown}: {error}; {UPDATE}=1 writes\n{messages}")),
    }
}

/// Messages without what depends on the machine, on other files or on the number of errors.
fn normalized(messages: &str) -> String {
    let package = format!("{PACKAGE}/");
    let workspace = format!("{}/", workspace().display());
    let mut lines: Vec<String> = Vec::new();
    let mut is_elsewhere = false;
    for line in messages.lines() {
        let is_summary = [
            "error: aborting due to ",
            "For more information about ",
            "Some errors have detailed explanations: ",
        ];
        if is_summary.iter().any(|start| line.starts_with(start)) {
            continue;
        }
        let line = line.replace(&workspace, "").replace(&package, "");
        let text = line.trim_start();
        let is_place = text.starts_with("--> ") || text.starts_with("::: ");
        if is_place {
            is_elsewhere = !text[4..].starts_with("tests/ui/");
        }
        lines.push(if is_elsewhere {
            without_numbers(&line, is_place)
        } else {
            without_count(&line)
        });
        is_elsewhere &= !text.is_empty() && !text.starts_with("= ");
    }
    for message in lines.chunk_by_mut(|_, next| !next.starts_with("error")) {
        unindent(message);
    }
    let text = lines.join("\n");
    format!("{}\n", text.trim_end())
}

/// Removes the room for hidden numbers of lines from a message.
fn unindent(message: &mut [String]) {
    let width = |line: &String| line.len() - line.trim_start().len();
    let place = message.iter().find(|line| line.contains("--> "));
    let used = message.iter().filter_map(|line| {
        let (number, _) = line.split_once(" |")?;
        number.trim_start().parse::<u32>().ok()?;
        Some(number.trim_start().len())
    });
    let (Some(given), Some(used)) = (place.map(width), used.max()) else {
        return;
    };
    let room = " ".repeat(given.saturating_sub(used));
    for line in message {
        if let Some(rest) = line.strip_prefix(&room) {
            *line = rest.to_owned();
        }
    }
}

/// A line of a message that shows another file, without the number of the line.
fn without_numbers(line: &str, is_place: bool) -> String {
    if !is_place {
        let end = line.find(|c: char| c != ' ' && !c.is_ascii_digit());
        let end = end.unwrap_or_default();
        return format!("{}{}", " ".repeat(end), &line[end..]);
    }
    let line = line.trim_end_matches(|c: char| c.is_ascii_digit() || c == ':');
    match line.split_once("/library/") {
        Some((start, path)) => {
            let arrow = start.find(['-', ':']).unwrap_or_default();
            format!("{}$RUST/{path}", &start[..arrow + 4])
        }
        None => line.to_owned(),
    }
}

/// A line without the number of other types that have a trait.
fn without_count(line: &str) -> String {
    let text = line.trim_start();
    let count = text.strip_prefix("and ");
    match count.and_then(|rest| rest.strip_suffix(" others")) {
        Some(count) if count.bytes().all(|byte| byte.is_ascii_digit()) => {
            let indent = &line[..line.len() - text.len()];
            format!("{indent}and $N others")
        }
        _ => line.to_owned(),
    }
}
