//! The Go program that answers.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use serde_json::Value as Json;

/// The results of Go: values in the notation of `%#v`, and nothing for errors.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) results: Vec<Option<String>>,
    /// The last error.
    pub(crate) error: String,
}

/// Sends requests to the program. Returns nothing if there is no Go, which is an error in CI.
pub(crate) fn ask(requests: &[Json]) -> Option<Vec<Answer>> {
    static PROGRAM: OnceLock<Option<PathBuf>> = OnceLock::new();
    let program = PROGRAM.get_or_init(build).as_ref()?;
    let mut process = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program");
    let mut input = process.stdin.take().expect("an input");
    let lines: Vec<String> = requests.iter().map(|it| format!("{it}\n")).collect();
    let writer = std::thread::spawn(move || input.write_all(lines.concat().as_bytes()));
    let output = process.wait_with_output().expect("an output");
    writer.join().expect("a thread").expect("all requests");
    let answers: Vec<Answer> = String::from_utf8(output.stdout)
        .expect("UTF-8")
        .lines()
        .map(answer)
        .collect();
    assert_eq!(answers.len(), requests.len());
    Some(answers)
}

fn answer(line: &str) -> Answer {
    let answer: Json = serde_json::from_str(line).expect("JSON");
    let results = answer["results"].as_array().into_iter().flatten();
    Answer {
        results: results.map(|it| it.as_str().map(str::to_owned)).collect(),
        error: answer["error"].as_str().unwrap_or_default().to_owned(),
    }
}

/// Builds the program without downloads.
#[expect(clippy::print_stdout, reason = "a skipped test reports why")]
fn build() -> Option<PathBuf> {
    let module = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../go/language");
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("compare");
    let output = Command::new("go")
        .args(["build", "-mod=readonly", "-o"])
        .arg(&program)
        .arg("./compare")
        .current_dir(module)
        .env("GOPROXY", "off")
        .env("GOTOOLCHAIN", "local")
        .output();
    let error = match output {
        Ok(output) if output.status.success() => return Some(program),
        Ok(output) => String::from_utf8_lossy(&output.stderr).into_owned(),
        Err(error) => error.to_string(),
    };
    let is_ci = std::env::var("CI").as_deref() == Ok("true");
    assert!(!is_ci, "CI requires Go and its modules: {error}");
    println!("skipped: {error}");
    None
}
