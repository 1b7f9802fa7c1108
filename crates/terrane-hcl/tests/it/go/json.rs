//! Errors of files in JSON syntax.

use serde_json::{Value as Json, json};
use terrane_hcl::{Source, syntax};

use super::program::Answer;
use super::random::Random;
use super::{compare, count};

#[test]
fn generated_files_in_json_syntax_have_the_errors_of_go() {
    let requests: Vec<Json> = (0..count())
        .map(|seed| json!({"Kind": "json", "Text": file(seed)}))
        .collect();
    let ours = |request: &Json| {
        let text = request["Text"].as_str().unwrap_or_default().to_owned();
        let source = Source::detached("x", text);
        let parsed = syntax::parse_json_file(&source);
        let errors = parsed.diagnostics.iter().map(|error| {
            let place = error.subject.expect("a place");
            let (start, end) = source.range(place);
            Some(format!("{} at {start}-{end}", error.summary))
        });
        errors.collect()
    };
    let class_of = |request: &Json, answer: &Answer, found: &[Option<String>]| {
        let is_ascii = request["Text"].as_str().is_some_and(str::is_ascii);
        let without_columns = |errors: &[Option<String>]| -> Vec<String> {
            let errors = errors.iter().flatten();
            let lines = errors.map(|error| {
                if error.starts_with("Invalid JSON string") {
                    error.split(',').next().unwrap_or_default().to_owned()
                } else {
                    error.clone()
                }
            });
            lines.collect()
        };
        let is_same = without_columns(&answer.results) == without_columns(found);
        (is_same && !is_ascii).then_some("columns of errors in JSON strings")
    };
    compare("json", &requests, ours, class_of);
}

const PARTS: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\\",
    "\t",
    "\n",
    " ",
    "a",
    "1",
    "-",
    ".",
    "e",
    "true",
    "nul",
    "\"a\"",
    "\\u00e9",
    "\\x",
    "é",
    "=",
    "\r\n",
    "'",
    "{\"a\": 1}",
    "0",
    "\u{1}",
    "\\u12",
    "\\ud83d",
    "null",
    "//",
    "e\u{301}",
    "+",
];

fn file(seed: u64) -> String {
    let mut random = Random::new(seed);
    let depth = 1 + random.below(3);
    let text = object(&mut random, depth);
    if random.one_in(10) {
        text
    } else {
        random.mutated(&text, PARTS)
    }
}

fn blank(random: &mut Random) -> &str {
    random.pick(&["", "", " ", "\n", "\t", "\n  ", "\t\t", "\r\n"])
}

fn object(random: &mut Random, depth: usize) -> String {
    let mut text = String::from("{");
    for index in 0..random.below(4) {
        if index > 0 {
            text.push(',');
        }
        text += blank(random);
        text += random.pick(&["\"a\"", "\"b\\n\"", "\"é\"", "\"\"", "\"e\u{301}\""]);
        text += blank(random);
        text.push(':');
        text += blank(random);
        text += &value(random, depth);
        text += blank(random);
    }
    text.push('}');
    text
}

fn value(random: &mut Random, depth: usize) -> String {
    match random.below(if depth == 0 { 5 } else { 8 }) {
        0 => random
            .pick(&["1", "-1.5", "1e3", "0", "01", "1.", ".5", "+1", "1e"])
            .to_owned(),
        1 => random
            .pick(&["true", "false", "null", "True", "nil"])
            .to_owned(),
        2..=4 => random
            .pick(&[
                "\"x\"",
                "\"\\\"q\\\"\"",
                "\"\\u00e9\"",
                "\"${a}\"",
                "\"\t\"",
                "\"\\\\\"",
                "\"é\"",
                "\"\\/\"",
                "\"a\\tb\"",
            ])
            .to_owned(),
        5 | 6 => object(random, depth - 1),
        _ => {
            let count = random.below(3);
            let items: Vec<String> = (0..count).map(|_| value(random, depth - 1)).collect();
            format!("[{}]", items.join(","))
        }
    }
}
