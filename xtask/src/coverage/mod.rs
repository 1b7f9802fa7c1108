//! `cargo xtask coverage`: whether the book of rules and the tests agree.
//!
//! Every entry of `docs/rules` names the tests that show it, or the reason why it has none. This task finds entries without either, named tests that
//! do not exist, and tests with the number of a rule whose entry does not name them. With `--log FILE`, the output of `cargo test --workspace`, a
//! named test must also have run and passed. `--list` prints the names of all tests in the format of the book.

mod book;
mod check;
mod counts;
mod log;
mod number;
mod sources;
mod workspace;

use std::path::Path;
use std::{env, fs};

use crate::Result;
use book::Book;
use check::Evidence;
use log::Log;
use workspace::Workspace;

const BOOK: &str = "docs/rules";

pub(crate) fn run(arguments: &[String]) -> Result {
    // The path comes from cargo at run time, because two checkouts may share a build.
    let xtask =
        env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    let root = Path::new(&xtask).join("..");
    let workspace = Workspace::read(&root)?;
    let evidence = match arguments {
        [flag] if flag == "--list" => {
            for test in sources::tests(&workspace)? {
                println!("{test}");
            }
            return Ok(());
        }
        [] => Evidence::Sources(sources::tests(&workspace)?),
        [flag, file] if flag == "--log" => {
            let text = fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
            Evidence::Log(Log::parse(&text, &workspace))
        }
        _ => return Err("it takes `--log FILE`, `--list` or nothing".into()),
    };
    let book = Book::read(&root.join(BOOK))?;
    let problems = check::problems(&book, &evidence, |case| workspace.case(case));
    println!("{}", counts::table(&book));
    if problems.is_empty() {
        return Ok(());
    }
    for problem in &problems {
        println!("{problem}");
    }
    let count = problems.len();
    Err(format!("the book of rules and the tests differ in {count} places").into())
}
