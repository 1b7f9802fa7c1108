//! The evaluator against `terraform console`, on generated expressions.
//!
//! A console process evaluates many expressions. `TERRANE_CONSOLE` is the number of expressions in the long form.

use crate::support::console as notation;

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use terrane_hcl::value::Value;
use terrane_hcl::{Builtins, NoEnvironment, Scope, Source, evaluate, syntax};

/// The number of expressions.
const COUNT: u64 = 300;

/// The number of expressions of one console process.
const BATCH: usize = 2000;

/// The greatest number of differences that a failure shows.
const SHOWN: usize = 25;

/// Local values, which give expressions lists, sets and maps.
const LOCALS: &[(&str, &str)] = &[
    ("list", "tolist([\"b\", \"a\", \"\"])"),
    ("numbers", "tolist([3, 1.5, -2])"),
    ("set", "toset([\"y\", \"x\"])"),
    ("map", "tomap({ k = \"v\", j = \"w\" })"),
    (
        "objects",
        "tolist([{ a = \"x\", n = 1 }, { a = \"y\", n = 2 }])",
    ),
    (
        "empty",
        "tolist(toset([\"a\"]) == toset([]) ? [\"a\"] : [])",
    ),
    ("null", "tolist([\"a\", null])[1]"),
];

/// The expressions whose results differ, with the reason.
const EXCEPTIONS: &[(&str, &str)] = &[];

#[test]
fn expressions_have_the_values_of_the_oldest_and_the_newest_console() {
    let hosts = hosts();
    if hosts.is_empty() {
        let is_ci = std::env::var("CI").as_deref() == Ok("true");
        assert!(!is_ci, "terraform is missing");
        println!("skipped: there is no terraform on the PATH");
        return;
    }
    let count = std::env::var("TERRANE_CONSOLE").ok();
    let count = count.and_then(|count| count.parse().ok()).unwrap_or(COUNT);
    let expressions: Vec<String> = (0..count).map(|seed| Generator::new(seed).top()).collect();
    let found = results(&expressions);
    for host in hosts {
        let batches = expressions.chunks(BATCH);
        let expected: Vec<String> = batches
            .flat_map(|expressions| console(&host, expressions))
            .collect();
        let mut wrong = Vec::new();
        for ((expression, found), expected) in expressions.iter().zip(&found).zip(&expected) {
            let is_exception = EXCEPTIONS.iter().any(|(it, _)| it == expression);
            if found != expected && !is_exception {
                wrong.push(format!(
                    "{expression}\n  expected {expected}\n  found    {found}"
                ));
            }
        }
        println!("{}: {count} expressions", host.display());
        let errors = expected
            .iter()
            .filter(|result| result.contains("\"E\""))
            .count();
        assert!(
            errors * 2 < expressions.len(),
            "{errors} expressions are errors"
        );
        let (name, number) = (host.display(), wrong.len());
        wrong.truncate(SHOWN);
        assert!(
            wrong.is_empty(),
            "{name}: {number} of {count} differ:\n{}",
            wrong.join("\n")
        );
    }
}

/// Returns the `terraform` on the PATH, and the newest installed one.
fn hosts() -> Vec<PathBuf> {
    let mut hosts = Vec::new();
    let path = PathBuf::from("terraform");
    if Command::new(&path).arg("version").output().is_ok() {
        hosts.push(path);
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/hosts");
    let newest = (9..=99)
        .rev()
        .map(|minor| folder.join(format!("terraform-1.{minor}/terraform")));
    hosts.extend(newest.into_iter().find(|path| path.exists()));
    hosts
}

/// Returns what a console prints for each expression. A console that reads from a pipe prints only one result, so this one is a tuple of all.
fn console(host: &Path, expressions: &[String]) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let mut text = String::from("locals {\n");
    for (name, value) in LOCALS {
        _ = writeln!(text, "  {name} = {value}");
    }
    text += "  results = [\n";
    for expression in expressions {
        _ = writeln!(text, "    {expression}, \"{MARKER}\",");
    }
    text += "  ]\n}\n";
    std::fs::write(folder.path().join("main.tf"), text).expect("a file");
    let mut process = Command::new(host)
        .arg("console")
        .current_dir(folder.path())
        .env("CHECKPOINT_DISABLE", "1")
        .env_remove("TF_CLI_CONFIG_FILE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a console");
    let input = process.stdin.take();
    let written = input.expect("an input").write_all(b"local.results\n");
    let output = process.wait_with_output().expect("an output");
    let printed = String::from_utf8_lossy(&output.stdout);
    let marker = format!(",\n  \"{MARKER}\",\n");
    let results: Vec<String> = printed
        .trim_start_matches("[\n")
        .split(&marker)
        .map(|result| result.trim_start_matches("  ").to_owned())
        .take(expressions.len())
        .collect();
    assert_eq!(
        results.len(),
        expressions.len(),
        "{written:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    results
}

/// Separates results.
const MARKER: &str = "@next@";

/// Returns what this crate evaluates, in the form of the console.
fn results(expressions: &[String]) -> Vec<String> {
    let functions = Builtins::newest(&NoEnvironment);
    let constants = Scope::new().with_functions(&functions);
    let locals = LOCALS
        .iter()
        .map(|(name, text)| (*name, value(text, &constants)));
    let scope = constants
        .child()
        .with_variable("local", Value::object(locals));
    let values = expressions
        .iter()
        .map(|expression| value(expression, &scope));
    values.map(|value| notation::shown(&value)).collect()
}

fn value(text: &str, scope: &Scope<'_>) -> Value {
    let parsed = syntax::parse_expression(&Source::detached("x", text.to_owned()));
    let expression = parsed.into_result();
    let (value, diagnostics) = evaluate(&expression.expect(text), scope);
    assert!(!diagnostics.has_errors(), "{text}: {diagnostics:?}");
    value
}

/// Makes expressions by chance. Equal seeds make equal expressions.
struct Generator {
    state: u64,
    /// The variables of the `for` expressions around the place.
    variables: usize,
}

impl Generator {
    fn new(seed: u64) -> Self {
        let state = (seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Self {
            state,
            variables: 0,
        }
    }

    fn below(&mut self, count: u64) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % count
    }

    fn pick<'t>(&mut self, choices: &[&'t str]) -> &'t str {
        let count = choices.len() as u64;
        let index = self.below(count);
        choices[usize::try_from(index).expect("an index")]
    }

    fn chance(&mut self, one_in: u64) -> bool {
        self.below(one_in) == 0
    }

    /// An expression whose errors are values, because the console ends at the first error.
    fn top(&mut self) -> String {
        let expression = self.any(4);
        format!("try({expression}, \"E\")")
    }

    fn any(&mut self, depth: u32) -> String {
        match self.below(6) {
            0 => self.string(depth),
            1 => self.number(depth),
            2 => self.bool(depth),
            3 => self.sequence(depth),
            4 => self.mapping(depth),
            _ => self.mixed(depth),
        }
    }

    fn mixed(&mut self, depth: u32) -> String {
        if depth == 0 {
            return self
                .pick(&["null", "local.null", "\"1\"", "true", "0"])
                .to_owned();
        }
        let next = depth - 1;
        match self.below(9) {
            0 => format!("({})", self.any(next)),
            1 => {
                let (condition, a, b) = (self.bool(next), self.any(next), self.any(next));
                format!("{condition} ? {a} : {b}")
            }
            2 => {
                let (sequence, number) = (self.sequence(next), self.number(0));
                format!("({sequence})[{number}]")
            }
            3 => format!("({})[{}]", self.mapping(next), self.string(0)),
            4 => format!(
                "({}){}",
                self.mapping(next),
                self.pick(&[".a", ".k", ".b", "[\"a\"]"])
            ),
            5 => format!("({})[*]", self.any(next)),
            6 => format!(
                "({}){}",
                self.any(next),
                self.pick(&["[*].a", ".*.a", "[*][0]", ".0", "[\"0\"]"])
            ),
            7 => self.variable().unwrap_or_else(|| "null".to_owned()),
            _ => {
                let function = self.pick(&[
                    "tostring(%)",
                    "tonumber(%)",
                    "tobool(%)",
                    "tolist(%)",
                    "toset(%)",
                    "tomap(%)",
                    "jsondecode(jsonencode(%))",
                    "one(%)",
                    "coalesce(%, \"c\")",
                    "element(%, 1)",
                    "lookup(%, \"a\", 1)",
                    "flatten(%)",
                    "sensitive(nonsensitive(sensitive(%))) == 1",
                ]);
                function.replace('%', &self.any(next))
            }
        }
    }

    fn variable(&mut self) -> Option<String> {
        let count = u64::try_from(self.variables).ok()?;
        if count == 0 {
            return None;
        }
        let number = self.below(count);
        Some(format!("{}{number}", self.pick(&["k", "v"])))
    }

    fn string(&mut self, depth: u32) -> String {
        if depth == 0 || self.chance(4) {
            return self
                .pick(&[
                    "\"\"",
                    "\"a\"",
                    "\"k\"",
                    "\"héllo\"",
                    "\"1\"",
                    "\"true\"",
                    "\"a b,c\"",
                    "\"0.5\"",
                    "\"A-b_C\"",
                    "\"$${x}\"",
                    "\"\\\"q\\\\\"",
                    "\"z\\ty\"",
                    "\"😀\"",
                ])
                .to_owned();
        }
        let next = depth - 1;
        match self.below(8) {
            0 => format!("\"x-${{{}}}\"", self.any(next)),
            1 => format!("\"${{{}}}${{{}}}\"", self.string(next), self.number(next)),
            2 => format!("\"%{{ if {} }}a%{{ else }}b%{{ endif }}\"", self.bool(next)),
            3 => {
                let sequence = self.sequence(next);
                let index = self.variables;
                format!(
                    "\"%{{ for k{index}, v{index} in {sequence} }}${{v{index}}};%{{ endfor }}\""
                )
            }
            4 => format!("jsonencode({})", self.any(next)),
            5 => {
                let function = self.pick(&[
                    "upper(%)",
                    "lower(%)",
                    "title(%)",
                    "trimspace(%)",
                    "strrev(%)",
                    "chomp(%)",
                    "replace(%, \"a\", \"bb\")",
                    "replace(%, \"/[a-c]/\", \"<$0>\")",
                    "substr(%, 0, 2)",
                    "substr(%, -2, -1)",
                    "md5(%)",
                    "sha256(%)",
                    "base64encode(%)",
                    "trim(%, \"a\")",
                    "trimprefix(%, \"a\")",
                    "trimsuffix(%, \"a\")",
                    "indent(2, %)",
                    "urlencode(%)",
                    "format(\"%s-%5s|%-4s|%q\", %, %, %, %)",
                    "format(\"%v\", %)",
                    "base64sha1(%)",
                    "try(regex(\"[a-z]+\", %), \"none\")",
                ]);
                let text = self.string(next);
                // The verbs of format are no places for arguments.
                let function = function
                    .replace("%s-%5s|%-4s|%q", "@")
                    .replace("\"%v\"", "#");
                let call = function.replace('%', &text);
                call.replace('@', "%s-%5s|%-4s|%q").replace('#', "\"%v\"")
            }
            6 => format!("join({}, {})", self.string(0), self.sequence(next)),
            _ => format!(
                "format(\"%d %.2f %g %05d %x\", 1, {}, {}, 42, 255)",
                self.number(next),
                self.number(next)
            ),
        }
    }

    fn number(&mut self, depth: u32) -> String {
        if depth == 0 || self.chance(4) {
            return self
                .pick(&[
                    "0",
                    "1",
                    "2",
                    "3",
                    "10",
                    "0.1",
                    "0.2",
                    "1.5",
                    "-1",
                    "-2.25",
                    "1e3",
                    "1e30",
                    "1e-7",
                    "123456789012345678901234567890",
                    "0.1234567890123456789",
                    "255",
                ])
                .to_owned();
        }
        let next = depth - 1;
        match self.below(5) {
            0 | 1 => {
                let operator = self.pick(&["+", "-", "*", "/", "%"]);
                format!("({} {operator} {})", self.number(next), self.number(next))
            }
            2 => format!("-({})", self.number(next)),
            3 => format!("length({})", self.any(next)),
            _ => {
                let function = self.pick(&[
                    "abs(%)",
                    "ceil(%)",
                    "floor(%)",
                    "signum(%)",
                    "max(%, 1, 2)",
                    "min(%, 1, 2)",
                    "parseint(\"ff\", 16) + %",
                    "sum([%, 1.5])",
                    "tonumber(tostring(%))",
                ]);
                function.replace('%', &self.number(next))
            }
        }
    }

    fn bool(&mut self, depth: u32) -> String {
        if depth == 0 || self.chance(4) {
            return self.pick(&["true", "false"]).to_owned();
        }
        let next = depth - 1;
        match self.below(6) {
            0 => format!("!({})", self.bool(next)),
            1 => {
                // Releases differ in whether an error on one side counts.
                let operator = self.pick(&["&&", "||"]);
                format!("({} {operator} {})", self.bool(0), self.bool(0))
            }
            2 => {
                let operator = self.pick(&["<", "<=", ">", ">="]);
                format!("({} {operator} {})", self.number(next), self.number(next))
            }
            3 => {
                let operator = self.pick(&["==", "!="]);
                format!("({} {operator} {})", self.any(next), self.any(next))
            }
            4 => format!("can({})", self.any(next)),
            // Releases differ in whether the second argument may be null.
            _ => format!("contains({}, {})", self.sequence(next), self.string(next)),
        }
    }

    fn sequence(&mut self, depth: u32) -> String {
        if depth == 0 || self.chance(5) {
            return self
                .pick(&[
                    "[]",
                    "local.list",
                    "local.set",
                    "local.numbers",
                    "local.objects",
                    "local.empty",
                    "[1, \"a\"]",
                    "[true]",
                    "[\"b\", \"a\", \"b\"]",
                    "[3, 1, 2]",
                    "[[1], [2, 3]]",
                    "[null]",
                    "[{a = 1}, {a = 2}]",
                ])
                .to_owned();
        }
        let next = depth - 1;
        match self.below(7) {
            0 => format!("[{}, {}]", self.any(next), self.any(next)),
            1 | 2 => {
                let collection = if self.chance(3) {
                    self.mapping(next)
                } else {
                    self.sequence(next)
                };
                let index = self.variables;
                self.variables += 1;
                let result = if self.chance(3) {
                    format!("v{index}")
                } else {
                    self.any(next)
                };
                let condition = if self.chance(3) {
                    format!(" if {}", self.bool(next))
                } else {
                    String::new()
                };
                self.variables -= 1;
                format!("[for k{index}, v{index} in {collection} : {result}{condition}]")
            }
            3 => {
                let function = self.pick(&[
                    "tolist(%)",
                    "toset(%)",
                    "reverse(%)",
                    "sort(%)",
                    "distinct(%)",
                    "compact(%)",
                    "flatten(%)",
                    "concat(%, [1])",
                    "slice(%, 0, 1)",
                    "chunklist(%, 2)",
                    "setunion(%, [\"n\"])",
                    "setintersection(%, [\"a\"])",
                    "setproduct(%, [1, 2])",
                    "coalescelist(%, [\"d\"])",
                    "formatlist(\"%s!\", %)",
                    "matchkeys(%, %, [\"a\"])",
                    "setsubtract(%, [\"a\"])",
                ]);
                let sequence = self.sequence(next);
                let function = function.replace("%s!", "@");
                function.replace('%', &sequence).replace('@', "%s!")
            }
            4 => format!("keys({})", self.mapping(next)),
            5 => format!("values({})", self.mapping(next)),
            _ => format!("split(\",\", {})", self.string(next)),
        }
    }

    fn mapping(&mut self, depth: u32) -> String {
        if depth == 0 || self.chance(5) {
            return self
                .pick(&[
                    "{}",
                    "local.map",
                    "{a = 1}",
                    "{a = \"x\", b = [1]}",
                    "{k = null, a = true}",
                    "{a = {b = {c = 1}}}",
                    "local.objects[0]",
                    "{(1 + 1) = \"two\"}",
                    "{\"a b\" = 1}",
                ])
                .to_owned();
        }
        let next = depth - 1;
        match self.below(5) {
            0 => format!("{{a = {}, b = {}}}", self.any(next), self.any(next)),
            1 => format!("{{({}) = {}}}", self.string(0), self.any(next)),
            2 => {
                let collection = self.sequence(next);
                let index = self.variables;
                self.variables += 1;
                let result = self.any(next);
                self.variables -= 1;
                let group = self.pick(&["", "..."]);
                let key = self.pick(&["k", "v"]);
                format!(
                    "{{for k{index}, v{index} in {collection} : \"${{{key}{index}}}\" => {result}{group}}}"
                )
            }
            3 => {
                let function = self.pick(&[
                    "tomap(%)",
                    "merge(%, {z = 1})",
                    "zipmap([\"p\", \"q\"], [1, %])",
                    "{r = %}",
                    "transpose({t = keys(%)})",
                ]);
                function.replace('%', &self.mapping(next))
            }
            _ => format!("merge({}, {})", self.mapping(next), self.mapping(next)),
        }
    }
}
