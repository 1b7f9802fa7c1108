//! Parses or evaluates a file, and prints the seconds that this took and the peak memory of the process in KiB.
//!
//! `terrane-language parse FILE` or `terrane-language evaluate FILE`. The twin in Go is `go/language`.

use std::error::Error;
use std::hint::black_box;
use std::io::Write as _;
use std::time::Instant;

use terrane_hcl::syntax::ast::File;
use terrane_hcl::value::Value;
use terrane_hcl::{Builtins, NoEnvironment, Scope, Source, evaluate, syntax};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let elapsed = match arguments.as_slice() {
        ["parse", path] => {
            let text = std::fs::read(path)?;
            let start = Instant::now();
            let file = parse(text)?;
            let elapsed = start.elapsed();
            black_box(file);
            elapsed
        }
        ["evaluate", path] => {
            let file = parse(std::fs::read(path)?)?;
            let functions = Builtins::newest(&NoEnvironment);
            let scope = scope().with_functions(&functions);
            let start = Instant::now();
            evaluate_all(&file, &scope)?;
            start.elapsed()
        }
        _ => return Err("expected `parse FILE` or `evaluate FILE`".into()),
    };
    let peak = peak_memory()?;
    writeln!(std::io::stdout(), "{} {peak}", elapsed.as_secs_f64())?;
    Ok(())
}

fn parse(text: Vec<u8>) -> Result<File, Box<dyn Error>> {
    let source = Source::detached("bench.tf", text);
    let parsed = syntax::parse_file(&source);
    match parsed.diagnostics.first() {
        None => Ok(parsed.value),
        Some(error) => Err(error.to_string().into()),
    }
}

/// Evaluates each argument of a file.
fn evaluate_all(file: &File, scope: &Scope<'_>) -> Result<(), Box<dyn Error>> {
    let Some(body) = file.body.native() else {
        return Err("expected native syntax".into());
    };
    for attribute in &body.attributes {
        let (value, diagnostics) = evaluate(&attribute.expression, scope);
        if let Some(error) = diagnostics.first() {
            return Err(format!("{}: {error}", attribute.name.name).into());
        }
        black_box(value);
    }
    Ok(())
}

/// The values to which the expressions refer.
fn scope() -> Scope<'static> {
    let names = (0..10).map(|number| Value::from(format!("name-{number}")));
    let tags = (0..10).map(|number| {
        let value = Value::from(format!("value-{number}"));
        (format!("tag{number}"), value)
    });
    let subnets = (0..4_i64).map(|number| {
        Value::object([
            ("id", Value::from(format!("subnet-{number}"))),
            ("zone", Value::from(format!("eu-{number}"))),
            ("size", Value::from(256_i64 << number)),
        ])
    });
    let variables = Value::object([
        ("name", Value::from("web")),
        ("count", Value::from(3_i64)),
        ("names", Value::list(names.collect())),
        ("tags", Value::map(tags)),
        (
            "network",
            Value::object([
                ("cidr", Value::from("10.0.0.0/16")),
                ("public", true.into()),
                ("subnets", Value::list(subnets.collect())),
            ]),
        ),
    ]);
    Scope::new().with_variable("var", variables)
}

/// Returns the greatest resident memory of this process in KiB.
fn peak_memory() -> Result<u64, Box<dyn Error>> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().next());
    Ok(number
        .ok_or("the system does not report peak memory")?
        .parse()?)
}
