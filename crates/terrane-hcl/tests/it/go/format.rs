//! `format` and `formatlist`.

use serde_json::{Value as Json, json};

use super::random::Random;
use super::{compare_expressions, count};

#[test]
fn generated_formats_have_the_results_of_go() {
    let expressions = (0..count()).map(expression);
    let requests: Vec<Json> = expressions
        .map(|text| json!({"Kind": "expression", "Text": text}))
        .collect();
    compare_expressions("format", &requests);
}

fn expression(seed: u64) -> String {
    let mut random = Random::new(seed);
    let (mut format, mut arguments) = (String::new(), Vec::new());
    for _ in 0..=random.below(3) {
        format += random.pick(&["", "", "a", " é ", "%%", "-"]);
        let (directive, argument) = directive(&mut random);
        format += &directive;
        arguments.push(argument);
    }
    if random.one_in(10) {
        format = random.mutated(
            &format,
            &[
                "%", "d", "5", ".", "-", "0", "[", "]", "+", "*", "#", " ", "v", "é", "[2]",
            ],
        );
    }
    if random.one_in(12) {
        arguments.pop();
    }
    let function = if random.one_in(8) {
        "formatlist"
    } else {
        "format"
    };
    let format = format.replace("${", "$").replace("%{", "%");
    let all = std::iter::once(format!("\"{format}\"")).chain(arguments);
    format!("{function}({})", all.collect::<Vec<_>>().join(", "))
}

fn directive(random: &mut Random) -> (String, String) {
    let verb = random.pick(&[
        "d", "d", "s", "s", "v", "v", "f", "f", "g", "e", "x", "X", "o", "b", "q", "t", "G", "E",
        "z", "c",
    ]);
    let flags = random.several(3, &["-", "0", "+", " ", "#"]);
    let width = random.pick(&["", "", "1", "5", "8", "20", "01", "300"]);
    let precision = random.pick(&["", "", "", ".", ".0", ".1", ".3", ".10", ".01", ".40"]);
    let index = random.pick(&["", "", "", "", "", "", "[1]", "[2]", "[0]", "[9]", "[01]"]);
    let argument = match verb {
        "d" | "x" | "X" | "o" | "b" if !random.one_in(8) => random.pick(INTEGERS),
        "f" | "g" | "e" | "G" | "E" if !random.one_in(8) => random.pick(NUMBERS),
        "t" if !random.one_in(4) => random.pick(&["true", "false", "\"true\"", "\"1\""]),
        "s" | "q" if !random.one_in(4) => random.pick(STRINGS),
        _ => random.pick(&[INTEGERS, NUMBERS, STRINGS, OTHERS].concat()),
    };
    (
        format!("%{flags}{width}{precision}{index}{verb}"),
        argument.to_owned(),
    )
}

const INTEGERS: &[&str] = &[
    "0",
    "1",
    "-1",
    "42",
    "-42",
    "255",
    "1e30",
    "-1e20",
    "\"7\"",
    "123456789012345678901234567890",
    "-0",
    "1.0",
];

const NUMBERS: &[&str] = &[
    "0",
    "0.0",
    "-0",
    "1",
    "-1",
    "1.5",
    "-2.25",
    "0.1",
    "1e100",
    "1e-100",
    "123456.789",
    "1e21",
    "1e20",
    "0.00001",
    "0.0001",
    "100000",
    "1000000",
    "2.5",
    "3.5",
    "1/3",
    "-1/3",
    "1e30",
    "12345678",
    "1/0",
    "-1/0",
    "0.05",
    "0.25",
    "99.95",
    "9.5",
    "\"1e3\"",
    "0.1234567890123456789012345678901234567890",
    "5e-324",
    "1e15/7",
];

const STRINGS: &[&str] = &[
    "\"\"",
    "\"a\"",
    "\"héllo\"",
    "\"e\u{301}x\"",
    "\"\u{1f468}\u{200d}\u{1f467}z\"",
    "\"a\\nb\"",
    "\"<&>\"",
    "\"\\\"q\\\"\"",
    "12",
    "true",
    "1.50",
    "\"中文\"",
    "\"\\u2028\"",
    "\"\\u007f\"",
];

const OTHERS: &[&str] = &[
    "null",
    "[]",
    "[1, \"a\"]",
    "{a = 1}",
    "{a = null}",
    "[null]",
    "[true, false]",
    "[\"x\", \"y\"]",
    "[1, 2]",
    "\"x\"",
    "false",
    "{}",
];
