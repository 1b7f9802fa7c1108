//! `yamldecode` and `yamlencode`.

use std::path::Path;

use serde_json::{Value as Json, json};
use terrane_hcl::value::Value;
use terrane_hcl::{Builtins, NoEnvironment};

use super::program::Answer;
use super::random::Random;
use super::{compare, count, shown};

#[test]
fn generated_documents_have_the_values_of_go() {
    let documents = (0..count()).map(document);
    compare_all(documents.map(|text| json!({"Kind": "yaml", "Text": text})));
}

#[test]
fn documents_of_the_test_suite_have_the_values_of_go() {
    let Ok(folder) = std::env::var("TERRANE_YAML_SUITE") else {
        return;
    };
    let mut texts = Vec::new();
    collect(Path::new(&folder), &mut texts);
    assert!(texts.len() > 100, "{} documents", texts.len());
    compare_all(
        texts
            .into_iter()
            .map(|text| json!({"Kind": "yaml", "Text": text})),
    );
}

fn collect(folder: &Path, texts: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a file").path();
        if path.is_dir() {
            collect(&path, texts);
        } else if path.file_name().is_some_and(|name| name == "in.yaml") {
            texts.extend(std::fs::read_to_string(&path));
        }
    }
}

fn compare_all(requests: impl Iterator<Item = Json>) {
    let requests: Vec<Json> = requests.collect();
    let functions = Builtins::newest(&NoEnvironment);
    let ours = |request: &Json| {
        let text = Value::from(request["Text"].as_str().unwrap_or_default());
        let decoded = functions.call("yamldecode", &[text]);
        let encoded = decoded
            .clone()
            .ok()
            .map(|value| shown(functions.call("yamlencode", &[value])));
        std::iter::once(shown(decoded)).chain(encoded).collect()
    };
    let class_of = |request: &Json, _: &Answer, _: &[Option<String>]| {
        let text = request["Text"].as_str().unwrap_or_default();
        text.starts_with("\u{feff}\u{feff}")
            .then_some("a document with two byte order marks")
    };
    compare("yaml", &requests, ours, class_of);
}

/// Texts of scalars, of which many have a meaning.
const SCALARS: &[&str] = &[
    "a",
    "b",
    "key",
    "x y",
    "true",
    "no",
    "Yes",
    "on",
    "null",
    "~",
    "Null",
    "1",
    "-1",
    "+12",
    "0x1F",
    "0o17",
    "010",
    "1.5",
    ".5",
    "1.",
    "1e3",
    "-1.5E-7",
    "1_000",
    ".inf",
    "-.INF",
    ".nan",
    "2001-01-01",
    "2001-1-1 1:2:3",
    "2001-12-14t21:59:43.10-05:00",
    "2001-12-14  1:02:03,5",
    "2001-02-30",
    "12:30",
    "<<",
    "=",
    "é",
    "\u{1f600}",
    "a#b",
    "a: b",
    "a:b",
    "- a",
    "-a",
    "?a",
    "? a",
    ":a",
    "&a",
    "*a",
    "!a",
    "%a",
    "@a",
    "`a",
    "a, b",
    "[a",
    "a]",
    "{a",
    "a}",
    "\"q\"",
    "'q'",
    "a\\b",
    "|",
    ">",
    "",
    "N",
    "0b11",
    "+0x1",
    "0x",
    "1__2",
    "9999999999999999999999",
    "18446744073709551615",
    "--- a",
    "...",
    "\u{85}",
    "\u{2028}",
    "\u{a0}",
    "\u{feff}",
    "e\u{301}",
];

/// Parts that have a meaning somewhere.
const PARTS: &[&str] = &[
    " ", "  ", "\n", "\n\n", "\t", "\r\n", "\r", ":", ": ", "-", "- ", "? ", "?", ",", ", ", "[",
    "]", "{", "}", "#", " #", "&a ", "*a", "!!str ", "!!int ", "!", "!a ", "|", ">", "|-", "'",
    "\"", "\\", "\\n", "\\x41", "\\u00e9", "%", "---", "---\n", "...", "\n...\n", "<<", "\u{85}",
    "\u{2028}", "\u{feff}", "a", "0", "~", "@", "`", "\u{7f}", "\u{1}", "  \n", " \t", "\n ",
    "\n  ",
];

/// Returns a document: most are valid.
fn document(seed: u64) -> String {
    let mut generator = Generator {
        random: Random::new(seed),
        anchors: Vec::new(),
    };
    if generator.random.one_in(8) {
        return generator.random.several(12, PARTS);
    }
    let mut text = generator.start();
    let depth = generator.random.below(4);
    text += &generator.block(depth, 0);
    text += generator.random.pick(&[
        "\n", "", "\n", "\n\n", "\n...\n", " \n", "\n# end", "\n---\n", "\n...",
    ]);
    if generator.random.one_in(3) {
        text = generator.random.mutated(&text, PARTS);
    }
    if generator.random.one_in(20) {
        text = text.replace(
            '\n',
            generator.random.pick(&["\r\n", "\r", "\u{85}", "\n\n"]),
        );
    }
    text
}

struct Generator {
    random: Random,
    anchors: Vec<String>,
}

impl Generator {
    fn start(&mut self) -> String {
        if !self.random.one_in(4) {
            return String::new();
        }
        self.random
            .pick(&[
                "---\n",
                "--- ",
                "# comment\n",
                "\n",
                "%YAML 1.1\n---\n",
                "%YAML 1.2\n---\n",
                "\u{feff}",
                "  \n",
                "%TAG ! tag:yaml.org,2002:\n---\n",
                "%TAG !e! tag:yaml.org,2002:\n--- ",
                "%FOO\n---\n",
                "\t\n",
                "---\n# c\n",
                "%YAML 1.1 # c\n---\n",
                "---\n---\n",
                "...\n",
            ])
            .to_owned()
    }

    /// An anchor, a tag, both or none.
    fn properties(&mut self) -> String {
        let mut properties = String::new();
        if self.random.one_in(12) {
            let tag = self.random.pick(&[
                "!!str",
                "!!int",
                "!!float",
                "!!bool",
                "!!null",
                "!!timestamp",
                "!!binary",
                "!!map",
                "!!seq",
                "!",
                "!!merge",
                "!foo",
                "!<tag:yaml.org,2002:str>",
                "!<!!str>",
                "!e!str",
                "!!%73tr",
                "!str",
                "!!set",
                "!<tag:yaml.org,2002:int>",
            ]);
            properties += tag;
            properties.push(' ');
        }
        if self.random.one_in(12) {
            let name = self.random.pick(&["a", "b", "a-1", "_"]).to_owned();
            let anchor = format!("&{name} ");
            self.anchors.push(name);
            if self.random.one_in(2) {
                properties = anchor + &properties
            } else {
                properties += &anchor
            }
        }
        properties
    }

    fn alias(&mut self) -> Option<String> {
        if self.anchors.is_empty() || !self.random.one_in(6) {
            return None;
        }
        let index = self.random.below(self.anchors.len());
        Some(format!("*{}", self.anchors[index]))
    }

    /// A node in block style, whose first line stands after an indicator. Further lines are indented.
    fn block(&mut self, depth: usize, indent: usize) -> String {
        if let Some(alias) = self.alias() {
            return alias;
        }
        let properties = self.properties();
        if depth == 0 {
            let scalar = self.scalar(indent, false);
            return properties + &scalar;
        }
        match self.random.below(8) {
            0..=2 => properties + &self.mapping(depth - 1, indent),
            3 | 4 => properties + &self.sequence(depth - 1, indent),
            5 => properties + &self.flow(depth - 1, indent),
            6 => properties + &self.block_scalar(indent),
            _ => properties + &self.scalar(indent, false),
        }
    }

    fn line(&mut self, indent: usize) -> String {
        let more = self
            .random
            .pick(&["", "", "", "", "", "\n", " # c", "\n# c", "\n   ", " "]);
        format!("{more}\n{}", " ".repeat(indent))
    }

    fn sequence(&mut self, depth: usize, indent: usize) -> String {
        let indent = indent + self.random.below(3);
        let mut text = self.line(indent);
        if self.random.one_in(3) {
            text.clear();
        }
        for index in 0..=self.random.below(3) {
            if index > 0 {
                text += &self.line(indent);
            }
            text += self.random.pick(&["- ", "- ", "- ", "-  ", "-\t", "-"]);
            text += &self.block(depth, indent + 2);
        }
        text
    }

    fn mapping(&mut self, depth: usize, indent: usize) -> String {
        let indent = indent + self.random.below(3);
        let mut text = self.line(indent);
        if self.random.one_in(3) {
            text.clear();
        }
        for index in 0..=self.random.below(3) {
            if index > 0 {
                text += &self.line(indent);
            }
            if self.random.one_in(10) {
                text += "? ";
                text += &self.block(0, indent + 2);
                text += &self.line(indent);
                text += ": ";
            } else {
                let key = if self.random.one_in(8) {
                    self.random
                        .pick(&[
                            "<<",
                            "\"<<\"",
                            "a ",
                            "'k'",
                            "\"k\\n\"",
                            "!!merge x",
                            "&a k",
                            "[k]",
                        ])
                        .to_owned()
                } else {
                    self.scalar(indent, true)
                };
                text += &key;
                text += self
                    .random
                    .pick(&[": ", ": ", ": ", ":  ", ":\t", ":", " : "]);
            }
            let more = self.random.below(3);
            text += &self.block(depth, indent + more);
        }
        text
    }

    fn flow(&mut self, depth: usize, indent: usize) -> String {
        if let Some(alias) = self.alias() {
            return alias;
        }
        let properties = self.properties();
        let is_mapping = self.random.one_in(2);
        if depth == 0 && self.random.one_in(2) {
            return properties + &self.scalar(indent, true);
        }
        let mut text = properties;
        text += if is_mapping { "{" } else { "[" };
        let space = |generator: &mut Self| {
            let break_indent = generator.random.below(indent + 2);
            match generator.random.below(8) {
                0 => format!("\n{}", " ".repeat(break_indent)),
                1 => " # c\n".to_owned(),
                2..=4 => " ".to_owned(),
                5 => "\t".to_owned(),
                _ => String::new(),
            }
        };
        for index in 0..self.random.below(4) {
            if index > 0 {
                text += ",";
            }
            text += &space(self);
            let next = depth.saturating_sub(1);
            if is_mapping || self.random.one_in(6) {
                text += self.random.pick(&["", "", "", "", "? "]);
                text += &if self.random.one_in(8) {
                    self.random.pick(&["<<", "\"a\"", "", "a"]).to_owned()
                } else {
                    self.scalar(indent, true)
                };
                text += self.random.pick(&[": ", ": ", ":", "", " :\n "]);
            }
            text += &self.flow(next, indent);
            text += &space(self);
        }
        text += self.random.pick(&["", "", "", "", ","]);
        text += if is_mapping { "}" } else { "]" };
        text
    }

    fn scalar(&mut self, indent: usize, is_key: bool) -> String {
        let text = self.random.pick(SCALARS);
        let broken = |generator: &mut Self, text: &str| -> String {
            if is_key || !generator.random.one_in(4) {
                return text.to_owned();
            }
            let more = generator.random.below(3);
            let indent = " ".repeat((indent + more).saturating_sub(1));
            let lines = generator
                .random
                .pick(&["\n", "\n\n", " \n", "\t\n \n", "\n\t"]);
            format!("{text}{lines}{indent}{}", generator.random.pick(SCALARS))
        };
        match self.random.below(6) {
            0 => {
                let text = broken(self, &text.replace('\'', "''"));
                format!("'{text}'")
            }
            1 => {
                let escapes = self.random.several(
                    2,
                    &[
                        "\\n",
                        "\\t",
                        "\\x41",
                        "\\u00e9",
                        "\\U0001F600",
                        "\\ ",
                        "\\/",
                        "\\e",
                        "\\N",
                        "\\\n  ",
                        "\\\t",
                        "\\_",
                        "\\0",
                    ],
                );
                let text = text.replace('\\', "\\\\").replace('"', "\\\"");
                let text = broken(self, &text);
                format!("\"{text}{escapes}\"")
            }
            _ => broken(self, text),
        }
    }

    fn block_scalar(&mut self, indent: usize) -> String {
        let mut text = self.random.pick(&["|", "|", ">", ">"]).to_owned();
        text += self
            .random
            .pick(&["", "", "", "-", "+", "2", "1-", "+1", "-0", " # c", "\t"]);
        let more = self.random.below(3);
        for _ in 0..self.random.below(5) {
            let own = match self.random.below(6) {
                0 => 0,
                1 => 1,
                _ => 0,
            };
            let line = match self.random.below(6) {
                0 => String::new(),
                1 => " ".repeat(self.random.below(indent + 4)),
                2 => format!("{}\tx", " ".repeat(indent + more + own)),
                _ => format!(
                    "{}{}",
                    " ".repeat(indent + more + own),
                    self.random.pick(SCALARS)
                ),
            };
            text += "\n";
            text += &line;
        }
        text
    }
}
