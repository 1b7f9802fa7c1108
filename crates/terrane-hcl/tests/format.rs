//! The formatter against `terraform fmt`, on the vectors, the files of this repository and generated files.

use std::path::{Path, PathBuf};
use std::process::Command;

use terrane_hcl::{Source, syntax};

/// The number of generated files.
const GENERATED: u64 = 2000;

#[test]
fn format_equals_terraform_fmt() {
    if !has_terraform() {
        assert_ne!(
            std::env::var("CI").as_deref(),
            Ok("true"),
            "terraform is missing"
        );
        println!("skipped: there is no terraform on the PATH");
        return;
    }
    let mut texts = vectors();
    texts.extend(repository());
    texts.extend((0..GENERATED).map(|seed| Generator(seed + 1).file()));
    let folder = tempfile::tempdir().expect("a folder");
    let texts: Vec<String> = texts.into_iter().filter(|text| is_valid(text)).collect();
    assert!(texts.len() > 2500, "{} files are valid", texts.len());
    let path = |number: usize| folder.path().join(format!("{number}.tf"));
    for (number, text) in texts.iter().enumerate() {
        std::fs::write(path(number), text).expect("a file");
    }
    let output = Command::new("terraform")
        .arg("fmt")
        .arg(folder.path())
        .output()
        .expect("terraform");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    for (number, text) in texts.iter().enumerate() {
        let expected = std::fs::read_to_string(path(number)).expect("a file");
        let formatted = syntax::format(&Source::detached("x", text.clone())).expect("no errors");
        assert_eq!(formatted, expected, "of {text:?}");
    }
}

#[test]
fn invalid_files_are_not_formatted() {
    let errors = syntax::format(&Source::detached("x", "a = \n")).expect_err("an error");
    assert_eq!(errors[0].summary, "Invalid expression");
}

fn has_terraform() -> bool {
    Command::new("terraform")
        .arg("version")
        .output()
        .is_ok_and(|output| output.status.success())
}

fn is_valid(text: &str) -> bool {
    let parsed = syntax::parse_file(&Source::detached("x", text.to_owned()));
    parsed.diagnostics.is_empty()
}

fn vectors() -> Vec<String> {
    let vectors: Vec<serde_json::Value> =
        serde_json::from_str(include_str!("vectors/parse.json")).expect("JSON");
    let files = vectors
        .iter()
        .filter_map(|vector| vector["input"].as_str().map(str::to_owned));
    let lines = include_str!("vectors/expressions.txt").lines();
    let expressions = lines
        .filter_map(|line| Some(line.split_once("   ")?.0).filter(|text| !text.starts_with('#')));
    files
        .chain(expressions.map(|expression| format!("a={expression}\n")))
        .collect()
}

/// Returns the `.tf` files of the repository.
fn repository() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    collect(&root, &mut files);
    assert!(files.len() > 5, "{files:?}");
    files
        .iter()
        .map(|file| std::fs::read_to_string(file).expect("a text"))
        .collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default()
            .to_owned();
        if path.is_dir() && name != "target" && !name.starts_with('.') {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "tf") {
            files.push(path);
        }
    }
}

/// Generates files with odd layouts. The number is the state of the random numbers.
struct Generator(u64);

impl Generator {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % bound
    }

    fn pick(&mut self, choices: &[&'static str]) -> &'static str {
        choices[self.below(choices.len())]
    }

    fn blank(&mut self) -> &'static str {
        self.pick(&["", " ", " ", "  ", "    ", "\t"])
    }

    fn separator(&mut self) -> &'static str {
        self.pick(&[" ", "  ", "\t", "   "])
    }

    fn file(&mut self) -> String {
        let mut text = String::new();
        self.body(3, &mut text);
        text
    }

    fn body(&mut self, depth: usize, text: &mut String) {
        for number in 0..1 + self.below(6) {
            *text += self.blank();
            match self.below(10) {
                0 => {
                    *text +=
                        self.pick(&["# comment\n", "// comment\n", "/* a\n b */\n", "\n", "\n\n"])
                }
                1 | 2 if depth > 0 => self.block(depth, text),
                _ => self.attribute(number, text),
            }
        }
    }

    fn block(&mut self, depth: usize, text: &mut String) {
        *text += self.pick(&["variable", "resource", "lifecycle", "x-y"]);
        for _ in 0..self.below(3) {
            *text += self.separator();
            *text += self.pick(&[
                "\"a\"",
                "b_c",
                "\"\"",
                "\"é \\\"q\\\" \\\\\"",
                "/* c */ \"d\"",
            ]);
        }
        *text += self.separator();
        if self.below(4) == 0 {
            *text += self.pick(&["{}", "{ }", "{a=1}", "{  a = [1,2] }", "{ type=list }"]);
        } else {
            *text += self.pick(&["{\n", "{ # comment\n", "{\n\n"]);
            self.body(depth - 1, text);
            *text += self.blank();
            *text += "}";
        }
        *text += self.pick(&["\n", " # end\n", "\n\n", " /* end */\n"]);
    }

    fn attribute(&mut self, number: usize, text: &mut String) {
        let name = self.pick(&["a", "name", "long_name_of_it", "é", "type", "变量"]);
        *text += &if name == "type" {
            name.to_owned()
        } else {
            format!("{name}{number}")
        };
        *text += self.blank();
        *text += "=";
        *text += self.blank();
        if name == "type" {
            *text += self.pick(&[
                "list",
                "\"map\"",
                "\"string\"",
                "set",
                "list(string)",
                "\"set\"",
                "any",
            ]);
            // A name may occur only once, so a second one gets a number.
            let types = text
                .rsplit(['{', '}'])
                .next()
                .map_or(0, |body| body.matches("type").count());
            if types > 1 {
                let at = text.rfind("type").unwrap_or(0);
                text.insert_str(at + 4, &format!("_{number}_{types}"));
            }
        } else {
            self.value(text);
            return;
        }
        *text += self.pick(&[
            "\n",
            "\n",
            " # c\n",
            "// d\n",
            "   /* e */\n",
            "\n\n",
            " /* f */ # g\n",
        ]);
    }

    fn value(&mut self, text: &mut String) {
        if self.below(8) == 0 {
            *text += self.pick(&[
                "<<EOT\n  a ${ b }\n\n c\n  EOT\n",
                "<<-E\n\t%{ if a ~}\n  b\n\t%{endif}\n   E\n",
                "f( <<EOT\n a\nEOT\n )\n",
                "[ <<EOT\n a\nEOT\n , 1]\n",
                "{ a=<<EOT\n a\nEOT\n b =1 }\n",
            ]);
            return;
        }
        self.expression(3, text);
        *text += self.pick(&[
            "\n",
            "\n",
            " # c\n",
            "// d\n",
            "   /* e */\n",
            "\n\n",
            " /* f */ # g\n",
        ]);
    }

    fn expression(&mut self, depth: usize, text: &mut String) {
        if depth == 0 || self.below(3) == 0 {
            *text += self.pick(&[
                "1",
                "-1.5e3",
                "true",
                "null",
                "\"text\"",
                "\"\"",
                "var.a",
                "a[0].b",
                "a.0",
                "x[*].y",
                "x.*.y",
                "\"${var.a}\"",
                "\"${ f(\"${b}\") }\"",
                "\"a ${ b } c\"",
                "\"${a}${b}\"",
                "\"%{ if a }x%{else}y%{ endif }\"",
                "\"${\n  a\n}\"",
                "\"${ a ?\n b : c }\"",
                "\"${~ a ~}\"",
                "a . b",
                "\"${{a=1}}\"",
                "core::f(1)",
                "- 1",
                "! true",
                "\"${ \"b\" }\"",
            ]);
            return;
        }
        match self.below(9) {
            0 => self.list("[", "]", depth, text),
            1 => self.object(depth, text),
            2 => {
                let name = self.pick(&["f(", "max (", "p::q("]);
                self.list(name, ")", depth, text);
            }
            3 => {
                self.expression(depth - 1, text);
                *text += self.separator();
                *text += self.pick(&["+", "-", "*", "/", "%", "==", "!=", "<", ">=", "&&", "||"]);
                *text += self.separator();
                self.expression(depth - 1, text);
            }
            4 => {
                *text += "(";
                *text += self.blank();
                self.expression(depth - 1, text);
                *text += self.pick(&["", " ", "\n", " # c\n"]);
                *text += ")";
            }
            5 => {
                self.expression(depth - 1, text);
                *text += self.pick(&["?", " ? ", " ?"]);
                self.expression(depth - 1, text);
                *text += self.pick(&[":", " : ", ": "]);
                self.expression(depth - 1, text);
            }
            6 => {
                *text += self.pick(&[
                    "[for x in [1]:",
                    "[ for  k ,v in a : ",
                    "[for x in\n[1] :\n",
                ]);
                self.expression(depth - 1, text);
                *text += self.pick(&["]", " if x]", "\nif x ]"]);
            }
            7 => {
                *text += self.pick(&[
                    "{for x in [1]:x=>",
                    "{ for  k ,v in a : k => ",
                    "{\nfor x in a :\n x => ",
                ]);
                self.expression(depth - 1, text);
                *text += self.pick(&["}", " ...}", "\nif x }"]);
            }
            _ => {
                *text += self.pick(&["!", "-", "- ", "! "]);
                self.expression(0, text);
            }
        }
    }

    fn list(&mut self, open: &str, close: &str, depth: usize, text: &mut String) {
        *text += open;
        let count = self.below(4);
        for number in 0..count {
            *text += self.pick(&["", " ", "\n", "\n  ", " # c\n"]);
            self.expression(depth - 1, text);
            *text += self.blank();
            if number + 1 < count || self.below(3) == 0 {
                *text += ",";
            }
        }
        *text += self.pick(&["", " ", "\n", "\n   "]);
        *text += close;
    }

    fn object(&mut self, depth: usize, text: &mut String) {
        *text += "{";
        *text += self.pick(&["", " ", "\n", " # c\n"]);
        for _ in 0..self.below(4) {
            *text += self.blank();
            *text += self.pick(&["a", "long_key", "\"q\"", "(b)", "5", "\"t${x}\""]);
            *text += &format!("{}{}{}", self.blank(), self.pick(&["=", ":"]), self.blank());
            self.expression(depth - 1, text);
            *text += self.pick(&["\n", ",", " , ", ",\n", " # c\n"]);
        }
        *text += self.blank();
        *text += "}";
    }
}
