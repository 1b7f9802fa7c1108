//! The configuration language: native syntax, JSON syntax and templates.

use terrane_hcl::{Diagnostics, Source, syntax};

use super::setup::texts;

const FILES: [&str; 12] = [
    "a = 1\nb = \"x ${a.b[0]} y\"\n",
    "resource \"pet\" \"rex\" {\n  legs = 4 # four\n  dynamic \"t\" {\n    for_each = [1]\n    content {}\n  }\n}\n",
    "a = <<-EOT\n    x ${~ 1 ~}\n  %{ if true }y%{ else }z%{ endif }\n  EOT\n",
    "a = [for k, v in m : \"${k}=${v}\" if v != null]\n",
    "a = { for i, v in [\"x\"] : v => i... }\n",
    "a = true ? max([1, 2]...) : -b[*].c.*.d\nc { d = !e }\n",
    "a = {\n  \"b\" : 1, (c) = 2,\n  5 = \"\\u00e9\\n$${x}\"\n}\n",
    "variable \"x\" {\n  type = \"list\"\n  default = \"${var.y}\"\n}\n",
    "a = 1; b = 'x'\nc = `d` & e | ~f\n",
    "a = \"${\"${\"%{ for x in y }${x}%{ endfor }\"}\"}\"\n",
    "/* a */ b = core::f(1, /* c */ 2) // d\r\n",
    "a = <<E\n\u{e9}\r\n$\n%%{\nE\n",
];

const JSON: [&str; 5] = [
    r#"{"resource": {"pet": {"rex": [{"legs": 4}, {"//": "none"}]}}}"#,
    r#"[{"a": "x ${1 + 1} \u00e9\ud83d\ude00"}, {"b": null, "b": -1.5e3}]"#,
    r#"{"a": [true, false, {"c": "%{ if x }"}],}"#,
    r#"{"a" = 1}"#,
    r#"{"a": "\q"}"#,
];

const TEMPLATES: [&str; 6] = [
    "x ${a} y",
    "${a}",
    "%{ for k, v in m ~}\n${k} = ${v}\n%{ endfor }",
    "%{ if a }%{ if b }c%{ else }d%{ endif }%{ endif }$",
    "%{ if a }%{ endfor }%{ else }",
    "$${x} %%{y} $ % \r",
];

pub(super) fn seeds() -> Vec<Vec<u8>> {
    texts(&FILES)
}

pub(super) fn json_seeds() -> Vec<Vec<u8>> {
    texts(&JSON)
}

pub(super) fn template_seeds() -> Vec<Vec<u8>> {
    texts(&TEMPLATES)
}

/// Parses a file, and formats it if it has no errors.
pub(super) fn run(input: &[u8]) -> String {
    let source = Source::detached("x", input.to_vec());
    let parsed = syntax::parse_file(&source);
    check(&source, &parsed.diagnostics);
    if let Ok(formatted) = syntax::format(&source) {
        let again = Source::detached("x", formatted);
        check(&again, &syntax::parse_file(&again).diagnostics);
    }
    outcome(&parsed.diagnostics)
}

pub(super) fn json(input: &[u8]) -> String {
    let source = Source::detached("x", input.to_vec());
    let parsed = syntax::parse_json_file(&source);
    check(&source, &parsed.diagnostics);
    let schema = syntax::BodySchema::default()
        .attribute("a", true)
        .block("resource", ["type", "name"]);
    let (_, diagnostics) = parsed.value.body.content(&schema);
    check(&source, &diagnostics);
    outcome(&parsed.diagnostics) + &outcome(&diagnostics)
}

pub(super) fn template(input: &[u8]) -> String {
    let source = Source::detached("x", input.to_vec());
    let parsed = syntax::parse_template(&source);
    check(&source, &parsed.diagnostics);
    outcome(&parsed.diagnostics)
}

/// Shows each place, as a diagnostic does.
fn check(source: &Source, diagnostics: &Diagnostics) {
    for diagnostic in diagnostics.iter() {
        let subject = diagnostic.subject.unwrap();
        assert!(subject.start <= subject.end, "{diagnostic:?}");
        let _ = source.locate(subject);
        if let Some(context) = diagnostic.context {
            let _ = source.locate(context);
        }
    }
}

fn outcome(diagnostics: &Diagnostics) -> String {
    diagnostics
        .iter()
        .take(4)
        .map(|diagnostic| diagnostic.summary.as_ref())
        .collect()
}
