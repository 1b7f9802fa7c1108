//! Random schemas: each package that is written compiles without warnings, and serves the schemas of its source.
//!
//! `TERRANE_SCHEMAS` is the number of schemas, and `TERRANE_SEED` the seed of the first one: the next one has the next seed.

mod schema;

use std::path::Path;
use std::{env, fs, str};

use self::schema::{Made, Maker};
use crate::generate::packages::Packages;
use crate::generate::terrane;

/// The number of schemas in a run without `TERRANE_SCHEMAS`.
const SCHEMAS: u64 = 10;

/// The seed of a run without `TERRANE_SEED`.
const SEED: u64 = 1;

/// The number of packages that one program serves, which limits the size of the program.
const TOGETHER: u64 = 25;

fn number(variable: &str, default: u64) -> u64 {
    match env::var(variable) {
        Ok(text) => text
            .parse()
            .unwrap_or_else(|error| panic!("{variable}={text}: {error}")),
        Err(_) => default,
    }
}

/// Generates the package for a seed. Returns whether it was written: a source with parts that no package can serve is refused by name.
fn add(packages: &mut Packages, seed: u64) -> bool {
    let Made {
        address,
        document,
        is_spoiled,
    } = Maker::new(seed).make();
    let name = format!("of-{seed}");
    let source = packages.root.join(format!("{name}.json"));
    fs::write(&source, format!("{document:#}")).unwrap();
    let folder = packages.root.join(&name);
    let [from, out] = [&source, &folder].map(|path: &std::path::PathBuf| path.to_str().unwrap());
    let arguments = [
        "generate",
        "--from",
        from,
        "--out",
        out,
        "--address",
        &address,
    ];
    let output = terrane(&arguments);
    let messages = str::from_utf8(&output.stderr).unwrap();
    match output.status.code() {
        Some(0) => {
            assert_eq!(messages, "", "{}", repeat(seed, &source));
            packages.add_generated(&name, &source);
            true
        }
        Some(2) if is_spoiled && messages.starts_with("error: no package can serve") => false,
        _ => panic!("{messages}{}", repeat(seed, &source)),
    }
}

/// Names a schema and the way to repeat its test.
fn repeat(seed: u64, source: &Path) -> String {
    let source = source.display();
    format!("the schema is {source}; TERRANE_SEED={seed} TERRANE_SCHEMAS=1 repeats its test")
}

#[test]
fn packages_of_random_schemas_compile_without_warnings_and_serve_equal_schemas() {
    let (schemas, first) = (
        number("TERRANE_SCHEMAS", SCHEMAS),
        number("TERRANE_SEED", SEED),
    );
    let (mut seed, end) = (first, first + schemas);
    let (mut written, mut refused) = (0, 0);
    while seed < end {
        let mut packages = Packages::new("random");
        for seed in seed..end.min(seed + TOGETHER) {
            if add(&mut packages, seed) {
                written += 1
            } else {
                refused += 1
            }
        }
        if let Some((name, differences)) = packages.differences().into_iter().next() {
            let seed = name.trim_start_matches("of-").parse().unwrap();
            let source = packages.root.join(format!("{name}.json"));
            panic!("{}\n{differences}", repeat(seed, &source));
        }
        seed += TOGETHER;
    }
    println!(
        "{schemas} schemas from seed {first}: {written} packages are equal, {refused} are refused"
    );
    assert!(written > 0, "most schemas have packages");
}
