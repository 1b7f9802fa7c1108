//! Runs fuzz targets with any compiler: `cargo run -p terrane-fuzz -- [TARGET..]`.
//!
//! Each target gets inputs for `FUZZ_SECONDS` (5 by default), or as many as `FUZZ_RUNS`. All of them follow from `FUZZ_SEED`, which is chosen and
//! printed if it is not set. An input that fails is written to `fuzz/artifacts`; `--input FILE TARGET` feeds it again.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a driver reports to the terminal"
)]

use std::collections::HashMap;
use std::collections::hash_map::{Entry, RandomState};
use std::fs::{self, File};
use std::hash::BuildHasher;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use terrane_fuzz::{Random, TARGETS, Target, find, mutate, root};

/// How many inputs are mutated further at most.
const LARGEST_CORPUS: usize = 4096;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let outcome = match &*arguments {
        [flag, name] if flag == "--one" => with_target(name, run_one),
        [flag, file, name] if flag == "--input" => {
            with_target(name, |target| replay(target, Path::new(file)))
        }
        names => run_all(names),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn with_target(
    name: &str,
    run: impl FnOnce(&'static Target) -> io::Result<bool>,
) -> io::Result<bool> {
    match find(name) {
        Some(target) => run(target),
        None => {
            let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
            Err(io::Error::other(format!(
                "there is no target {name:?}; there are {}",
                names.join(", ")
            )))
        }
    }
}

/// Reads a number from a variable.
fn number(variable: &str) -> io::Result<Option<u64>> {
    match std::env::var(variable) {
        Ok(text) => text.parse().map(Some).map_err(|_| {
            io::Error::other(format!("expected a number in {variable}, found {text:?}"))
        }),
        Err(_) => Ok(None),
    }
}

/// Runs each target in a process of its own, as many at a time as there are processors: the end of one does not end the others.
fn run_all(names: &[String]) -> io::Result<bool> {
    let seed = match number("FUZZ_SEED")? {
        Some(seed) => seed,
        None => RandomState::new().hash_one("seed"),
    };
    let seconds = number("FUZZ_SECONDS")?.unwrap_or(5);
    match number("FUZZ_RUNS")? {
        Some(runs) => println!("FUZZ_SEED={seed} FUZZ_RUNS={runs}"),
        None => println!("FUZZ_SEED={seed} FUZZ_SECONDS={seconds}"),
    }
    let names: Vec<&str> = match names {
        [] => TARGETS.iter().map(|target| target.name).collect(),
        names => names.iter().map(String::as_str).collect(),
    };
    fs::create_dir_all(artifacts())?;
    let program = std::env::current_exe()?;
    let (left, failed) = (
        Mutex::new(names.into_iter().rev().collect::<Vec<_>>()),
        Mutex::new(Vec::new()),
    );
    let next = || left.lock().ok()?.pop();
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(name) = next() {
                    let mut command = Command::new(&program);
                    command.args(["--one", name]);
                    command.env("FUZZ_SEED", seed.to_string());
                    command.env("FUZZ_SECONDS", seconds.to_string());
                    let status = command.status();
                    if !status.as_ref().is_ok_and(|status| status.success()) {
                        eprintln!("{name}: {status:?}; repeat it with FUZZ_SEED={seed}");
                        if let Ok(mut failed) = failed.lock() {
                            failed.push(name);
                        }
                    }
                }
            });
        }
    });
    let failed = failed.into_inner().unwrap_or_default();
    if !failed.is_empty() {
        eprintln!("failed: {}", failed.join(", "));
    }
    Ok(failed.is_empty())
}

/// Runs one target in this process.
fn run_one(target: &'static Target) -> io::Result<bool> {
    let seed = number("FUZZ_SEED")?.unwrap_or_default();
    let time = Duration::from_secs(number("FUZZ_SECONDS")?.unwrap_or(5));
    let most = number("FUZZ_RUNS")?;
    // Targets must not share a sequence.
    let name = target
        .name
        .bytes()
        .fold(0, |sum: u64, byte| sum.wrapping_mul(31) + u64::from(byte));
    let mut random = Random::new(seed ^ name);
    let mut corpus = target.inputs()?;
    let mut current = Current::new(target)?;
    // Where in the corpus the input of each outcome is.
    let mut outcomes = HashMap::new();
    let seeds = corpus.len();
    for (at, input) in corpus.iter().enumerate() {
        current.write(input)?;
        match target.check(input) {
            Ok(outcome) => outcomes.insert(outcome, at),
            Err(failure) => return report(target, input, &failure),
        };
    }
    let started = Instant::now();
    let mut runs = 0_u64;
    while most.map_or_else(|| started.elapsed() < time, |most| runs < most) {
        let parent: &Vec<u8> = random.pick(&corpus);
        let input = mutate(parent, &corpus, target.format, &mut random);
        current.write(&input)?;
        match target.check(&input) {
            Ok(outcome) => {
                let full = corpus.len() >= LARGEST_CORPUS;
                match outcomes.entry(outcome) {
                    Entry::Vacant(entry) if !full => {
                        entry.insert(corpus.len());
                        corpus.push(input);
                    }
                    // The shortest input is the fastest, and its parts mean the most. Seeds stay.
                    Entry::Occupied(entry) if *entry.get() >= seeds => {
                        let kept = &mut corpus[*entry.get()];
                        if input.len() < kept.len() {
                            *kept = input;
                        }
                    }
                    Entry::Vacant(_) | Entry::Occupied(_) => {}
                }
            }
            Err(failure) => return report(target, &input, &failure),
        }
        runs += 1;
    }
    current.remove()?;
    println!(
        "{}: {runs} inputs in {:.0?}, {} outcomes",
        target.name,
        started.elapsed(),
        outcomes.len()
    );
    Ok(true)
}

fn report(target: &Target, input: &[u8], failure: &str) -> io::Result<bool> {
    let name = format!("{}-{:016x}", target.name, fingerprint(input));
    let path = artifacts().join(name);
    fs::write(&path, input)?;
    eprintln!("{}: {failure}", target.name);
    eprintln!(
        "the input is in {0}; feed it again with: cargo run -p terrane-fuzz -- --input {0} {1}",
        path.display(),
        target.name
    );
    Ok(false)
}

/// Hashes an input: the same one gets the same file (FNV-1a).
fn fingerprint(input: &[u8]) -> u64 {
    input.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

fn replay(target: &Target, file: &Path) -> io::Result<bool> {
    match target.check(&fs::read(file)?) {
        Ok(outcome) => {
            println!("{}: {outcome}", target.name);
            Ok(true)
        }
        Err(failure) => {
            eprintln!("{}: {failure}", target.name);
            Ok(false)
        }
    }
}

fn artifacts() -> PathBuf {
    root().join("artifacts")
}

/// The file of the input that is being run: it stays where an input ends the process, as the overflow of a stack does.
struct Current {
    path: PathBuf,
    file: File,
}

impl Current {
    fn new(target: &Target) -> io::Result<Self> {
        fs::create_dir_all(artifacts())?;
        let path = artifacts().join(format!("current-{}", target.name));
        let file = File::create(&path)?;
        Ok(Self { path, file })
    }

    fn write(&mut self, input: &[u8]) -> io::Result<()> {
        self.file.set_len(0)?;
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(input)
    }

    fn remove(self) -> io::Result<()> {
        fs::remove_file(self.path)
    }
}
