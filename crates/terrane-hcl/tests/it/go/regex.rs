//! `regex`, `regexall`, and `replace` with a pattern.

use std::path::Path;

use serde_json::{Value as Json, json};
use terrane_hcl::value::Value;
use terrane_hcl::{Builtins, NoEnvironment};

use super::random::Random;
use super::{compare, count, shown};

#[test]
fn generated_patterns_match_as_in_go() {
    let cases = (0..count()).map(|seed| {
        let mut random = Random::new(seed);
        let pattern = pattern(&mut random);
        let text = random.several(12, TEXTS);
        request(&pattern, &text, random.pick(REPLACEMENTS))
    });
    compare_all(cases.collect());
}

/// The files `re2-*.txt` list texts, and then patterns with their results.
#[test]
fn patterns_of_re2_match_as_in_go() {
    let Ok(folder) = std::env::var("TERRANE_RE2_TESTS") else {
        return;
    };
    let mut files = 0;
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a file").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with("re2-") && name.ends_with(".txt") {
            files += 1;
            compare_file(&path);
        }
    }
    assert!(files > 0, "there are no files re2-*.txt");
}

/// How many cases are compared at a time.
const CHUNK: usize = 100_000;

fn compare_file(path: &Path) {
    let file = std::fs::read_to_string(path).expect("a file");
    let (mut texts, mut requests) = (Vec::new(), Vec::new());
    let mut are_texts = false;
    for line in file.lines() {
        match line {
            "strings" => {
                are_texts = true;
                texts.clear();
            }
            "regexps" => are_texts = false,
            quoted if quoted.starts_with('"') => {
                let quoted = quoted
                    .replace("\\x", "\\u00")
                    .replace("\\a", "\\u0007")
                    .replace("\\v", "\\u000b");
                let Ok(text) = serde_json::from_str::<String>(&quoted) else {
                    continue;
                };
                if are_texts {
                    texts.push(text)
                } else {
                    requests.extend(texts.iter().map(|it| request(&text, it, "<$0>")))
                }
            }
            _ => {}
        }
        if requests.len() > CHUNK {
            compare_all(std::mem::take(&mut requests));
        }
    }
    compare_all(requests);
}

fn request(pattern: &str, text: &str, replacement: &str) -> Json {
    json!({"Kind": "regex", "Pattern": pattern, "Text": text, "Replacement": replacement})
}

fn compare_all(requests: Vec<Json>) {
    let functions = Builtins::newest(&NoEnvironment);
    let ours = |request: &Json| {
        let field = |name: &str| request[name].as_str().unwrap_or_default();
        let (pattern, text) = (Value::from(field("Pattern")), Value::from(field("Text")));
        let matching = [pattern, text.clone()];
        let delimited = Value::from(format!("/{}/", field("Pattern")));
        let replacing = [text, delimited, field("Replacement").into()];
        vec![
            shown(functions.call("regex", &matching)),
            shown(functions.call("regexall", &matching)),
            shown(functions.call("replace", &replacing)),
        ]
    };
    compare("regex", &requests, ours, |_, _, _| None);
}

const TEXTS: &[&str] = &[
    "a",
    "b",
    "ab",
    "aa",
    "c",
    "A",
    "B",
    "k",
    "K",
    "\u{212a}",
    "ſ",
    "s",
    "0",
    "12",
    "-",
    "_",
    ".",
    " ",
    "\n",
    "\r\n",
    "é",
    "É",
    "Σ",
    "ς",
    "中",
    "\u{1f600}",
    "\t",
    "]",
    "[",
    "^",
    "\\",
    "x",
    "foo",
    "bar",
    "ǅ",
    "\u{0}",
    "/",
    "@",
    "٣",
    "Ω",
    "\u{2126}",
    "i",
    "İ",
    "ı",
    "\u{85}",
    "\u{feff}",
];

const REPLACEMENTS: &[&str] = &[
    "x", "$0", "${1}", "$1x", "<$1>", "$$", "$", "${n}", "$n", "\\1", "${", "$10", "$00",
    "${1}${2}", "", "$é", "$1$2", "$1²",
];

/// Returns a pattern: most are valid.
fn pattern(random: &mut Random) -> String {
    let mut pattern = String::new();
    if random.one_in(6) {
        pattern += random.pick(&[
            "(?i)", "(?s)", "(?m)", "(?U)", "(?im)", "(?i-s)", "(?ii)", "(?i-i)", "(?-)", "(?)",
            "(?x)", "(?-i)",
        ]);
    }
    let depth = random.below(4);
    pattern += &alternatives(random, depth);
    if random.one_in(4) {
        pattern = random.mutated(&pattern, PARTS);
    }
    pattern
}

const PARTS: &[&str] = &[
    "(",
    ")",
    "(?:",
    "(?P<n>",
    "(?<m>",
    "[",
    "]",
    "[^",
    "-",
    "{",
    "}",
    "{2}",
    "{,2}",
    "{0}",
    "*",
    "+",
    "?",
    "|",
    "\\",
    "\\d",
    "\\Q",
    "\\E",
    "^",
    "$",
    "\\b",
    "\\p{L}",
    "\\pL",
    "[[:alpha:]]",
    "[:alpha:]",
    "\\x",
    "\\x41",
    "\\x{",
    "a",
    "(?i)",
    "(?-s)",
    ".",
    "&&",
    "--",
    "~~",
    ",",
    "\\C",
    "\\1",
    "\\z",
    "\\Z",
    "#",
    " ",
    "(?'n'a)",
    "(?=a)",
    "(?!a)",
    "(?>a)",
    "\\01",
];

fn alternatives(random: &mut Random, depth: usize) -> String {
    let count = 1 + random.below(4) / 2;
    let parts: Vec<String> = (0..count).map(|_| sequence(random, depth)).collect();
    parts.join("|")
}

fn sequence(random: &mut Random, depth: usize) -> String {
    let count = random.below(4);
    (0..count).map(|_| repeated(random, depth)).collect()
}

fn repeated(random: &mut Random, depth: usize) -> String {
    let mut text = atom(random, depth);
    if random.one_in(3) {
        text += random.pick(&[
            "*", "+", "?", "*?", "+?", "??", "{2}", "{1,3}", "{0,}", "{2,}?", "{0}", "{3,2}",
            "{1001}", "{,2}", "{1,3}?", "{01}", "**", "{2}{3}", "*{2}", "{999}",
        ]);
    }
    text
}

fn atom(random: &mut Random, depth: usize) -> String {
    let choice = match depth {
        0 => random.below(7),
        _ => random.below(10),
    };
    match choice {
        0 | 1 => random
            .pick(&[
                "a", "b", "k", "S", "0", "-", "_", "é", "Σ", "中", "]", "}", "{", "foo", "@", "/",
                " ", "&", "ǆ", "ß", "ſ",
            ])
            .to_owned(),
        2 => random
            .pick(&[
                "\\d",
                "\\D",
                "\\w",
                "\\W",
                "\\s",
                "\\S",
                "\\pL",
                "\\PL",
                "\\p{Lu}",
                "\\P{Lu}",
                "\\p{Greek}",
                "\\p{^Greek}",
                "\\pN",
                "\\p{Any}",
                "\\p{Letter}",
                "\\p{Alphabetic}",
                "\\p{sc=Greek}",
                "\\p{greek}",
                "\\p{L_u}",
                "\\p{Cn}",
                "\\p{C}",
                "\\p{Cs}",
                "\\p{LC}",
                "\\p{ASCII}",
                "\\p{Assigned}",
                "\\p{Emoji}",
                "\\p{Grek}",
                "\\p{Zyyy}",
                "\\p{Common}",
                "\\p{Han}",
                "\\p{Punct}",
                "\\p{M}",
                "\\p{Old_Italic}",
                "\\p{Latin}",
                "\\p{}",
                "\\p{Garay}",
                "\\p{Script=Han}",
                "\\p{Inherited}",
                "\\p{Kawi}",
                "\\p{SignWriting}",
                "\\p{gc=L}",
                "\\p{Unknown}",
                "\\p{Lt}",
                "\\P{Any}",
                "\\p",
            ])
            .to_owned(),
        3 => random
            .pick(&[
                ".",
                "^",
                "$",
                "\\b",
                "\\B",
                "\\A",
                "\\z",
                "\\n",
                "\\t",
                "\\x41",
                "\\x{e9}",
                "\\x{1F600}",
                "\\x{110000}",
                "\\x{D800}",
                "\\101",
                "\\0",
                "\\07",
                "\\8",
                "\\.",
                "\\-",
                "\\_",
                "\\é",
                "\\a",
                "\\v",
                "\\Qa.b\\E",
                "\\Q",
                "\\e",
                "\\<",
                "\\/",
                "\\x{}",
                "\\x4",
                "\\&",
                "\\#",
                "\\~",
            ])
            .to_owned(),
        4..=6 => class(random),
        7 => format!("({})", alternatives(random, depth - 1)),
        8 => {
            let open = random.pick(&[
                "(?:", "(?i:", "(?-i:", "(?s:", "(?m:", "(?U:", "(?ms-i:", "(?i)(", "((?i)",
                "(?:(?s)",
            ]);
            format!("{open}{})", alternatives(random, depth - 1))
        }
        _ => {
            let open = random.pick(&[
                "(?P<n>", "(?<m>", "(?P<n1>", "(?P<1>", "(?P<n>", "(?P<é>", "(?P<>", "(?P<n-m>",
            ]);
            format!("{open}{})", alternatives(random, depth - 1))
        }
    }
}

fn class(random: &mut Random) -> String {
    let mut text = String::from("[");
    if random.one_in(3) {
        text.push('^');
    }
    let count = 1 + random.below(5);
    for _ in 0..count {
        text += random.pick(&[
            "a",
            "b",
            "z",
            "a-z",
            "A-Z",
            "0-9",
            "-",
            "-",
            "_",
            ".",
            "\\d",
            "\\w",
            "\\S",
            "\\pL",
            "\\P{Lu}",
            "[:alpha:]",
            "[:^digit:]",
            "[:word:]",
            "[:x:]",
            "[",
            "]",
            "^",
            "&&",
            "--",
            "~~",
            "é-ü",
            "\\]",
            "\\-",
            "\\x41",
            "\\n",
            "k",
            "K",
            "ſ",
            "Σ",
            "z-a",
            "\\Q",
            "\\b",
            " ",
            "+--",
            "\\x{10FFFF}",
            "!-~",
            "[:",
            ":]",
            "\\p{Greek}",
            "a-\\d",
            "\\d-z",
            "\\x{D7FF}-\\x{E000}",
            "\\x{D800}-\\x{DFFF}",
            "#",
            "|",
            "(",
            ")",
            "*",
            "$",
            "\\\\",
            "/",
            ",-.",
        ]);
    }
    text.push(']');
    text
}
