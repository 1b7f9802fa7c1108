//! Compares two providers of one schema: `differ TERRANE GO VERDICTS [--seed N] [--cases N]`.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program of the terminal"
)]

use std::path::PathBuf;
use std::process::ExitCode;

use terrane_proof::differ::{Classes, Pair, Peer, Verdicts};

type Error = Box<dyn std::error::Error>;

/// The options of the command line.
struct Options {
    terrane: PathBuf,
    go: PathBuf,
    verdicts: PathBuf,
    seed: u64,
    cases: u64,
}

impl Options {
    fn parse(arguments: impl Iterator<Item = String>) -> Result<Self, Error> {
        let (mut files, mut seed, mut cases) = (Vec::new(), 1, 600);
        let mut arguments = arguments;
        while let Some(argument) = arguments.next() {
            let mut number = || -> Result<u64, Error> {
                let text = arguments
                    .next()
                    .ok_or(format!("{argument} needs a number"))?;
                Ok(text
                    .parse()
                    .map_err(|error| format!("{argument} {text}: {error}"))?)
            };
            match argument.as_str() {
                "--seed" => seed = number()?,
                "--cases" => cases = number()?,
                _ if argument.starts_with('-') => {
                    return Err(format!("there is no option {argument}").into());
                }
                _ => files.push(PathBuf::from(argument)),
            }
        }
        let [terrane, go, verdicts] = <[_; 3]>::try_from(files)
            .map_err(|_| "expected the two providers and the table of verdicts")?;
        Ok(Self {
            terrane,
            go,
            verdicts,
            seed,
            cases,
        })
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match run().await {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Returns whether each class has a verdict.
async fn run() -> Result<bool, Error> {
    let options = Options::parse(std::env::args().skip(1))?;
    let table = std::fs::read_to_string(&options.verdicts)
        .map_err(|error| format!("{}: {error}", options.verdicts.display()))?;
    let verdicts = Verdicts::parse(&table)?;
    let (terrane, go) = (
        Peer::start(&options.terrane).await?,
        Peer::start(&options.go).await?,
    );
    let pair = Pair::new(&terrane, &go).await?;
    let (mut classes, mut requests) = (Classes::default(), 0);
    for case in 0..options.cases {
        let seed = options.seed.wrapping_mul(1 << 32).wrapping_add(case);
        requests += pair.compare(seed, &mut classes).await?;
    }
    terrane.stop().await?;
    go.stop().await?;
    let mut without = 0;
    for (class, count, example) in classes.iter() {
        match verdicts.right(class) {
            Some(right) => println!("{count:6}  {class}: {right}"),
            None => {
                without += 1;
                println!("{count:6}  {class}: NO VERDICT\n        {example}");
            }
        }
    }
    let (seed, cases) = (options.seed, options.cases);
    println!(
        "seed {seed}: {cases} cases, {requests} requests to each provider, {} classes of difference, {without} without a verdict",
        classes.iter().count()
    );
    Ok(without == 0)
}
