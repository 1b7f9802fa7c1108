//! The parser and the evaluator of configurations next to HashiCorp's.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use terrane_bench::workload::Error;

use crate::options::Options;
use crate::peer::Peer;
use crate::results::{Quantity, Results};

/// The name of this measurement in the option `--only`.
pub(crate) const LANGUAGE: &str = "language";

/// The subjects.
pub(crate) const PARSE: &str = "language: parse of 10000 resources";
pub(crate) const EVALUATE: &str = "language: evaluation of 100000 expressions";

const RESOURCES: usize = 10_000;
const EXPRESSIONS: usize = 100_000;

/// What the arguments of resources contain. A file has each of them equally often.
const FORMS: &[&str] = &[
    // Constants.
    r#"true"#,
    r#"8080"#,
    r#""t3.micro""#,
    r#"["eu-1", "eu-2", "eu-3"]"#,
    // References.
    r#"var.name"#,
    r#"var.network.cidr"#,
    r#"var.names[2]"#,
    r#"var.tags["tag1"]"#,
    r#"var.network.subnets[1].id"#,
    r#"var.names[var.count]"#,
    // Templates.
    r#""${var.name}-${var.count}""#,
    r#""arn:aws:s3:::${var.name}/${var.tags["tag3"]}/*""#,
    r#""%{ if var.count > 1 }many%{ else }one%{ endif }""#,
    r#""%{ for n in var.names }${n},%{ endfor }""#,
    // Arithmetic and logic.
    r#"var.count + 1 * 2 - 3"#,
    r#"(var.count + 1) * 1024 / 2"#,
    r#"-var.count * 2"#,
    r#"var.count % 2 == 0"#,
    r#"var.count > 2 && var.network.public"#,
    r#"var.name == "web" || var.name == "api""#,
    r#"!var.network.public"#,
    r#"var.tags.tag5 != var.tags.tag6"#,
    // Conditionals.
    r#"var.network.public ? var.name : "none""#,
    r#"var.count > 2 ? var.count : 0"#,
    r#"(var.count + 1) % 2 == 0 ? "even" : "odd""#,
    // For expressions and splats.
    r#"[for n in var.names : "${n}.example.com"]"#,
    r#"{for k, v in var.tags : k => "${v}!" if k != "tag3"}"#,
    r#"{for s in var.network.subnets : s.id => s.zone}"#,
    r#"[for i, s in var.network.subnets : s.size + i if s.zone != "eu-2"]"#,
    r#"var.network.subnets[*].id"#,
    r#"var.names[*]"#,
    // Objects and tuples.
    r#"{ Name = var.name, Cidr = var.network.cidr, Count = var.count }"#,
    r#"[var.name, var.count, true, null]"#,
    r#"{ ingress = [{ port = 80, cidrs = [var.network.cidr] }, { port = 443, cidrs = [] }] }"#,
    // Functions.
    r#"upper(var.name)"#,
    r#"join(",", var.names)"#,
    r#"merge(var.tags, { Name = "${lower(var.name)}-${length(var.names)}" })"#,
    r#"format("%s-%03d", var.name, var.count)"#,
    r#"jsonencode({ Action = ["s3:GetObject"], Resource = "arn:${var.name}" })"#,
    r#"concat(var.names, [var.name], [max(1, var.count)])"#,
];

/// Measures both programs in turn.
pub(crate) fn measure(options: &Options, results: &mut Results) -> Result<(), Error> {
    let programs = [
        (Peer::Terrane, &options.language),
        (Peer::GoQuiet, &options.language_go),
    ];
    let folder = tempfile::tempdir()?;
    for (subject, task, text) in [
        (PARSE, "parse", resources()?),
        (EVALUATE, "evaluate", expressions()?),
    ] {
        if !options.wants(subject) {
            continue;
        }
        let file = folder.path().join(format!("{task}.tf"));
        fs::write(&file, text)?;
        for _ in 0..options.rounds() {
            for (peer, program) in &programs {
                let Some(program) = program else { continue };
                let (milliseconds, peak) = run(program, task, &file)?;
                results.add(subject, Quantity::Wall, *peer, milliseconds);
                results.add(subject, Quantity::Peak, *peer, peak);
            }
        }
    }
    Ok(())
}

/// Returns the milliseconds and the KiB of memory that a program reports.
fn run(program: &Path, task: &str, file: &Path) -> Result<(f64, f64), Error> {
    let output = Command::new(program).arg(task).arg(file).output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let mut numbers = text.split_whitespace().map(str::parse::<f64>);
    match (numbers.next(), numbers.next()) {
        (Some(Ok(seconds)), Some(Ok(peak))) => Ok((seconds * 1000.0, peak)),
        _ => {
            let error = String::from_utf8_lossy(&output.stderr);
            Err(format!("{} {task} failed: {error}", program.display()).into())
        }
    }
}

/// Returns a file of resources as configurations have them.
fn resources() -> Result<String, Error> {
    let mut text = String::new();
    for number in 0..RESOURCES {
        let (extra, subnet) = (number % 7, number % 3);
        write!(
            text,
            r#"resource "example_server" "web_{number}" {{
  image = "image-{number}"
  size  = var.size
  count = length(var.names) > 2 ? var.count + {extra} : 0

  # The tags of this server.
  tags = {{
    Name  = "${{var.name}}-{number}"
    Owner = local.owner
    Roles = join(",", [for role in var.roles : upper(role) if role != ""])
  }}

  network_interface {{
    index     = 0
    subnet_id = example_subnet.main[{subnet}].id
  }}

  lifecycle {{
    create_before_destroy = true
  }}
}}

"#
        )?;
    }
    Ok(text)
}

/// Returns a file of arguments.
fn expressions() -> Result<String, Error> {
    let mut text = String::new();
    for (number, form) in FORMS.iter().cycle().take(EXPRESSIONS).enumerate() {
        writeln!(text, "a{number} = {form}")?;
    }
    Ok(text)
}
