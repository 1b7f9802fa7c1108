//! `jsondecode` and `csvdecode`.

use serde_json::{Value as Json, json};

use super::random::Random;
use super::{compare_expressions, count, quoted};

#[test]
fn generated_json_has_the_values_of_go() {
    compare_documents("jsondecode", json_text);
}

#[test]
fn generated_csv_has_the_values_of_go() {
    compare_documents("csvdecode", csv_text);
}

fn compare_documents(function: &str, text: fn(&mut Random) -> String) {
    let texts = (0..count()).map(|seed| text(&mut Random::new(seed)));
    let calls = texts.map(|text| format!("{function}({})", quoted(&text)));
    let requests: Vec<Json> = calls
        .map(|text| json!({"Kind": "expression", "Text": text}))
        .collect();
    compare_expressions(function, &requests);
}

const JSON_PARTS: &[&str] = &[
    "{", "}", "[", "]", ",", ":", "\"", "\\", " ", "\n", "\t", "1", "-", ".", "e5", "true", "null",
    "\"a\"", "\\u00e9", "\\ud83d", "x", "0", "{}", "[]", " ]", " }", "1 2", "\u{feff}", "nul", "+",
    "\u{a0}",
];

fn json_text(random: &mut Random) -> String {
    let text = json_value(random, 3);
    match random.below(3) {
        0 => text,
        1 => random.mutated(&text, JSON_PARTS),
        _ => {
            let end = random.several(2, JSON_PARTS);
            format!("{}{text}{end}", random.pick(&["", " ", "\n"]))
        }
    }
}

fn json_value(random: &mut Random, depth: usize) -> String {
    match random.below(if depth == 0 { 4 } else { 8 }) {
        0 => random
            .pick(&[
                "0",
                "1",
                "-1",
                "1.5",
                "1e3",
                "1E-2",
                "-0",
                "0.1",
                "12345678901234567890",
                "1e400",
                "01",
                "1.",
                "-",
            ])
            .to_owned(),
        1 => random.pick(&["true", "false", "null", "True"]).to_owned(),
        2 | 3 => random
            .pick(&[
                "\"\"",
                "\"a\"",
                "\"\\u00e9\"",
                "\"\\ud83d\\ude00\"",
                "\"\\ud83d\"",
                "\"\\\"\"",
                "\"\\/\"",
                "\"a\\nb\"",
                "\"é\"",
                "\"\\x\"",
                "\"e\u{301}\"",
                "\"\\u0000\"",
                "\"\t\"",
            ])
            .to_owned(),
        4 | 5 => {
            let items: Vec<String> = (0..random.below(4))
                .map(|_| json_value(random, depth - 1))
                .collect();
            format!("[{}]", items.join(random.pick(&[",", ", ", " , ", ",\n"])))
        }
        _ => {
            let pairs: Vec<String> = (0..random.below(4))
                .map(|_| {
                    let key = random
                        .pick(&["\"a\"", "\"b\"", "\"\"", "\"\\u0061\"", "\"é\"", "a"])
                        .to_owned();
                    format!(
                        "{key}{}{}",
                        random.pick(&[":", ": ", " : "]),
                        json_value(random, depth - 1)
                    )
                })
                .collect();
            format!("{{{}}}", pairs.join(","))
        }
    }
}

fn csv_text(random: &mut Random) -> String {
    let columns = 1 + random.below(3);
    let mut text = String::new();
    for row in 0..1 + random.below(4) {
        let fields: Vec<&str> = (0..columns)
            .map(|column| match row {
                0 if !random.one_in(10) => ["a", "b", "c"][column],
                _ => random.pick(&[
                    "",
                    "a",
                    "1",
                    " x ",
                    "\"q\"",
                    "\"a,b\"",
                    "\"a\nb\"",
                    "\"a\"\"b\"",
                    "\"\"",
                    "é",
                    "a\"b",
                    "\"a\"b",
                    "\r",
                    "a\r",
                    "\ra",
                    "\"a\rb\"",
                    "\"a\r\nb\"",
                    "\"",
                    "#",
                    " \"q\"",
                    "\"a\n\"",
                    "\"\n\n\"",
                    "\u{feff}a",
                    "\r\r",
                ]),
            })
            .collect();
        text += &fields.join(",");
        text += random.pick(&["\n", "\n", "\r\n", "\n\n", "", "\r", "\r\r\n", "\n\r\n"]);
    }
    if random.one_in(4) {
        random.mutated(
            &text,
            &["\"", ",", "\n", "\r", "\r\n", "a", " ", "\"\"", ""],
        )
    } else {
        text
    }
}
