//! Values that no answer can contain, under a real host: whether the object exists and is in the state afterwards.
//!
//! This test writes `docs/unencodable.md`, and compares it; `UPDATE_UNENCODABLE=1 cargo test -p terrane-test --test hosts unencodable` writes it.

use std::env;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::thread;

use terrane_test::{
    Feature, Host, InstalledProvider, Matrix, Product, Protocol, TestResult, Workspace,
};

use super::example;

const STEPS: [&str; 5] = ["create", "create, recorded", "settle", "read", "update"];

/// The values, each with its name in the table and the text of its error.
const FAULTS: [(&str, &str, &str); 8] = [
    (
        "note panics",
        "conversion panics",
        "`note` of unencodable_object cannot be encoded: the provider's code panicked: no such word (crates/",
    ),
    (
        "note blocks",
        "conversion never returns",
        "did not finish within its timeout of 1s",
    ),
    ("key panics", "conversion of the key panics", "no such word"),
    (
        "key blocks",
        "conversion of the key never returns",
        "did not finish within its timeout of 1s",
    ),
    (
        "NaN",
        "NaN",
        "`most` of unencodable_object cannot be encoded: expected a number, found NaN",
    ),
    (
        "infinite",
        "infinity",
        "`most` of unencodable_object cannot be encoded: expected a finite number",
    ),
    (
        "infinite element",
        "infinity in a list",
        "`ratios[1]` of unencodable_object cannot be encoded: expected a finite number",
    ),
    (
        "too large",
        "3,000,000 bools",
        "`flags` of unencodable_object is too large for an answer",
    ),
];

/// The number of hosts that run at the same time.
const AT_ONCE: usize = 8;

fn provider() -> InstalledProvider {
    InstalledProvider::binary("example/unencodable", example("unencodable"))
}

/// Makes the folder of the objects.
fn world(host: &mut Workspace) -> std::io::Result<std::path::PathBuf> {
    let world = host.path().join("world");
    fs::create_dir(&world)?;
    host.env("UNENCODABLE_WORLD", &world);
    Ok(world)
}

fn config(size: u8, fault: Option<(&str, &str)>) -> String {
    let fault = fault.map_or_else(String::new, |(step, fault)| {
        let operation = if matches!(step, "read" | "update") {
            step
        } else {
            "create"
        };
        let timeouts = if fault.ends_with(" blocks") {
            format!("timeouts {{\n{operation} = \"1s\"\n}}\n")
        } else {
            String::new()
        };
        format!("step = \"{step}\"\nfault = \"{fault}\"\n{timeouts}")
    });
    format!("resource \"unencodable_object\" \"it\" {{\nsize = {size}\n{fault}}}\n")
}

/// Runs a step with a value, and returns what exists afterwards.
fn run(
    host: &Host,
    step: &str,
    fault: &str,
    text: &str,
) -> Result<String, Box<dyn std::error::Error + Send + Sync>> {
    let mut workspace = Workspace::new(host, Protocol::Newest, &[provider()])?;
    let file = world(&mut workspace)?.join("it");
    let exists_before = matches!(step, "read" | "update");
    if exists_before {
        // The step of an update is in its plan, that of a read in the state.
        workspace.config(&config(1, (step == "read").then_some((step, fault))))?;
        workspace.apply()?;
    }
    workspace.config(&config(2, Some((step, fault))))?;
    let failure = workspace.apply().expect_err("the value cannot be encoded");
    failure.assert_mentions(text);
    let state = workspace.state()?;
    let stored = state.get("unencodable_object.it");
    let exists = file.exists();
    let cell = match (exists, stored) {
        (true, Some(stored)) => {
            assert_eq!(stored.attributes["id"], "it", "{step}: {fault}");
            if stored.tainted {
                "kept, tainted"
            } else {
                "kept"
            }
        }
        (true, None) if failure.error("but it may exist").is_some() => "may exist",
        (true, None) => "lost",
        (false, _) => "nothing exists",
    };
    if cell.starts_with("kept") {
        workspace.run(["destroy", "-no-color", "-auto-approve", "-refresh=false"])?;
        assert!(
            !file.exists(),
            "{step}: {fault}: the deletion finds the object"
        );
    }
    Ok(cell.to_owned())
}

const HEAD: &str = "# What exists after a value could not be encoded

Each row has a value that no answer can contain, and each column the step of the author code that returned the value. Each cell is one run of Terraform.
A cell says whether the object exists, and whether the state has it, after the host has exited. \"Kept\" means both: the state has the key and all other
values, and the next destroy deletes the object. Hosts mark a new object whose creation failed as \"tainted\". The error names the path of the value and the cause.

*May exist* means that the key itself cannot be encoded, so no answer can contain the object. The error says so, with the known values of the object.

Where a conversion never returns, the configuration sets a timeout of 1 s for the operation.

The test `crates/terrane-test/tests/hosts/unencodable.rs` writes this table, and CI compares it. The operations of the second table are not part of the
host's life cycle of an object, or change nothing. Their tests are in the file of the last column.

";

const OTHERS: &str = "
| operation | what happens | test |
|---|---|---|
| plan, validation of a configured infinity such as `1 / 0` | an error with the path; nothing exists | `crates/terrane-test/tests/hosts/unencodable.rs` |
| import | an error with the path; nothing is imported | `crates/terrane/tests/it/encoding` |
| upgrade of a state | an error with the path; the stored state stays | `crates/terrane/tests/it/encoding` |
| list | an error with the path and the name of the object; the list ends | `crates/terrane/tests/it/encoding` |
| data source | an error with the path; no other result is affected | `crates/terrane-test/tests/hosts/unencodable.rs` |
| ephemeral resource | an error with the path; hosts do not close what has failed to open | `crates/terrane/tests/it/encoding` |
| function | an error with the place in the result | `crates/terrane-test/tests/hosts/unencodable.rs` |
| private state of more than 32 MiB | an error with the name of the value; the object is kept without it | `crates/terrane-framework/src/context/private.rs` |
";

#[test]
fn a13_no_object_is_lost_because_a_value_cannot_be_encoded() {
    let Some(host) = Host::installed()
        .iter()
        .filter(|host| host.product() == Product::Terraform)
        .max_by_key(|host| host.version().clone())
    else {
        return;
    };
    let cases = FAULTS
        .iter()
        .flat_map(|fault| STEPS.map(|step| (*fault, step)));
    let cells = Mutex::new(vec![String::new(); FAULTS.len() * STEPS.len()]);
    let cases = Mutex::new(cases.enumerate());
    thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                loop {
                    let next = cases.lock().expect("no case panics here").next();
                    let Some((at, ((fault, _, text), step))) = next else {
                        break;
                    };
                    let cell = run(host, step, fault, text)
                        .unwrap_or_else(|error| format!("no result: {error}"));
                    cells.lock().expect("no case panics here")[at] = cell;
                }
            });
        }
    });
    let cells = cells.into_inner().expect("no case panics here");
    let mut table = format!(
        "{HEAD}| the value | {} |\n|---|{}\n",
        STEPS.join(" | "),
        "---|".repeat(STEPS.len())
    );
    for ((_, name, _), cells) in FAULTS.iter().zip(cells.chunks(STEPS.len())) {
        table.push_str(&format!("| {name} | {} |\n", cells.join(" | ")));
    }
    table.push_str(OTHERS);
    for cell in &cells {
        assert!(
            ["kept", "kept, tainted", "may exist"].contains(&&**cell),
            "{table}"
        );
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/unencodable.md");
    if env::var_os("UPDATE_UNENCODABLE").is_some() {
        fs::write(&path, &table).expect("the table is written");
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(
        written, table,
        "run with UPDATE_UNENCODABLE=1 and read the difference"
    );
}

#[test]
fn an_infinite_number_in_the_configuration_is_refused_by_its_path() {
    Matrix::new(provider()).run(|host| {
        world(host)?;
        host.config("resource \"unencodable_object\" \"it\" {\nsize = 1\nlimit = 1 / 0\n}\n")?;
        let failure = host.plan().expect_err("the limit is infinite");
        failure.assert_mentions("`limit`: expected a finite number");
        Ok(())
    });
}

#[test]
fn each_data_source_whose_value_cannot_be_encoded_has_an_error_with_the_path() {
    Matrix::new(provider()).run(|host| {
        world(host)?;
        let names = ["NaN", "infinite", "panics", "too large", "none"];
        let data = names.map(|fault| {
            let name = fault.replace(' ', "_");
            format!("data \"unencodable_data\" \"{name}\" {{\nfault = \"{fault}\"\n}}\n")
        });
        host.config(&data.concat())?;
        let failure = host.apply().expect_err("four cannot be encoded");
        for text in [
            "`most` of unencodable_data cannot be encoded: expected a number, found NaN",
            "`most` of unencodable_data cannot be encoded: expected a finite number",
            "`note` of unencodable_data cannot be encoded: the provider's code panicked",
            "`flags` of unencodable_data is too large for an answer",
        ] {
            failure.assert_mentions(text);
        }
        assert_eq!(failure.errors().count(), 4, "{failure}");
        Ok(())
    });
}

#[test]
fn a_function_result_that_is_no_finite_number_is_an_error_with_the_cause() {
    Matrix::new(provider())
        .needs(Feature::Functions)
        .run(function);
}

fn function(host: &mut Workspace) -> TestResult {
    world(host)?;
    let config =
        |one: u8| format!("output \"it\" {{\nvalue = provider::unencodable::ratio({one}, 0)\n}}\n");
    for (one, cause) in [
        (0, "expected a number, found NaN"),
        (1, "expected a finite number"),
    ] {
        host.config(&config(one))?;
        let failure = host.apply().expect_err("the result cannot be encoded");
        failure.assert_mentions(cause);
        assert!(host.state()?.is_empty());
    }
    Ok(())
}
