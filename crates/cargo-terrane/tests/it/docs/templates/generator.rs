//! Templates by chance, most of which Go accepts.

use crate::choice::Random;

const FIELDS: [&str; 12] = [
    ".Name",
    ".Type",
    ".Description",
    ".HasExample",
    ".HasExamples",
    ".ExampleFile",
    ".ExampleFiles",
    ".HasImport",
    ".ImportFile",
    ".ProviderName",
    ".",
    "$.Name",
];

const TEXTS: [&str; 14] = [
    r#""""#,
    r#""a""#,
    r#""a,b,,c""#,
    r#""one two\nthree""#,
    r#""é\t\u00e9\x41\101""#,
    r#""<a href='x'>&\"\\""#,
    "`raw \"text\"`",
    "`two\nlines`",
    r#""\U0001F600\u200b""#,
    r#""ABC def""#,
    r#""  space ""#,
    r#"",""#,
    r#""ǆ ß İ Σ""#,
    r#""%d""#,
];

const NUMBERS: [&str; 30] = [
    "0",
    "1",
    "2",
    "3",
    "-1",
    "+4",
    "10",
    "0x1F",
    "0b101",
    "0o17",
    "017",
    "1_000",
    "1e3",
    "1.5",
    "-2.25",
    "1e6",
    "1e21",
    "1e-7",
    ".5",
    "3.",
    "0x1p4",
    "0x1.8p-3",
    "-0.0",
    "'a'",
    "'é'",
    r"'\n'",
    "'\\''",
    "9223372036854775807",
    "-0xE",
    "123456789.0",
];

const FLAGS: [&str; 16] = [
    "", "", "", "", "-", "+", "#", " ", "0", "-0", "+#", "# ", "+ ", "0+", "#0", "+-",
];

const WIDTHS: [&str; 12] = [
    "", "", "", "", "5", "12", "1", "*", "[1]", "[2]", "[1]*", "[9]",
];

const PRECISIONS: [&str; 10] = ["", "", "", "", ".2", ".0", ".", ".8", ".*", ".[2]*"];

const VERBS: &str = "vvvdsqxXtTfFgGeEbocOUw%zé";

/// Makes templates.
pub(super) struct Generator {
    random: Random,
    /// The names of variables that may be used.
    variables: Vec<String>,
    /// The names of templates that are defined.
    defined: Vec<String>,
    /// The number of blocks so far.
    blocks: usize,
    loops: usize,
}

impl Generator {
    pub(super) fn new(random: Random) -> Self {
        Self {
            random,
            variables: Vec::new(),
            defined: Vec::new(),
            blocks: 0,
            loops: 0,
        }
    }

    /// Returns a template. One in eight is broken at a place.
    pub(super) fn template(&mut self) -> String {
        let mut source = String::new();
        for _ in 0..self.random.below(3) {
            if self.random.one_in(3) {
                let name = format!("t{}", self.defined.len());
                let body = self.within_template();
                source += &self.action(&format!("define \"{name}\""));
                source += &body;
                source += &self.action("end");
                self.defined.push(name);
            }
        }
        source += &self.nodes(3);
        if self.random.one_in(8) {
            self.broken(&source)
        } else {
            source
        }
    }

    fn within_template(&mut self) -> String {
        let variables = std::mem::take(&mut self.variables);
        let loops = std::mem::take(&mut self.loops);
        let body = self.nodes(2);
        self.variables = variables;
        self.loops = loops;
        body
    }

    fn broken(&mut self, source: &str) -> String {
        const PARTS: [&str; 22] = [
            "", "{{", "}}", " ", "(", ")", "|", "$x", ".", ".Foo", "\"", "`", "'", "-", "1", "nil",
            "{{end}}", "{{else}}", ":=", "=", ",", "\n",
        ];
        let characters: Vec<char> = source.chars().collect();
        let at = self.random.below(characters.len() + 1);
        let end = (at + self.random.below(4)).min(characters.len());
        let (before, after) = (&characters[..at], &characters[end..]);
        let part = self.random.pick(&PARTS);
        let mut broken: String = before.iter().collect();
        broken += part;
        broken.extend(after);
        broken
    }

    /// Encloses an action, sometimes with trim markers.
    fn action(&mut self, inner: &str) -> String {
        let open = self.random.pick(&["{{", "{{ ", "{{- ", "{{-\n", "{{\t"]);
        let close = self.random.pick(&["}}", " }}", " -}}", "\n}}"]);
        format!("{open}{inner}{close}")
    }

    fn nodes(&mut self, depth: usize) -> String {
        (0..=self.random.below(3))
            .map(|_| self.node(depth))
            .collect()
    }

    fn node(&mut self, depth: usize) -> String {
        match self.random.below(if depth == 0 { 8 } else { 17 }) {
            0 | 1 => {
                const WORDS: [&str; 8] = ["a", " b ", "\n", " \n c", "{ x", "} %", "é", "{% # %}"];
                self.random.pick(&WORDS).to_owned()
            }
            2 => {
                let comment =
                    self.random
                        .pick(&["{{/* a */}}", "{{- /* \"b */ -}}", "{{/* }} */}}"]);
                comment.to_owned()
            }
            3 => self.declaration(),
            4 if !self.variables.is_empty() => {
                let name = self.variable();
                let value = self.pipeline(2);
                self.action(&format!("{name} = {value}"))
            }
            8 | 9 => self.choice("if", depth),
            10 => self.choice("with", depth),
            11..=13 => self.repetition(depth),
            14 if !self.defined.is_empty() => {
                let name = self.random.below(self.defined.len());
                let value = if self.random.one_in(4) {
                    String::new()
                } else {
                    self.pipeline(1)
                };
                self.action(&format!("template \"t{name}\" {value}"))
            }
            15 => {
                // A template that used itself could run without an end in Go.
                let name = format!("b{}", self.blocks);
                self.blocks += 1;
                let value = self.pipeline(1);
                let open = self.action(&format!("block \"{name}\" {value}"));
                let body = self.within_template();
                open + &body + &self.action("end")
            }
            16 if self.loops > 0 => {
                let word = self.random.pick(&["break", "continue"]);
                let condition = self.pipeline(1);
                let inner = self.action(word);
                format!("{{{{if {condition}}}}}{inner}{{{{end}}}}")
            }
            _ => {
                let value = self.pipeline(2);
                self.action(&value)
            }
        }
    }

    fn declaration(&mut self) -> String {
        let name = format!("$v{}", self.random.below(4));
        let value = self.pipeline(2);
        self.variables.push(name.clone());
        self.action(&format!("{name} := {value}"))
    }

    fn variable(&mut self) -> String {
        let at = self.random.below(self.variables.len());
        self.variables[at].clone()
    }

    fn choice(&mut self, keyword: &str, depth: usize) -> String {
        let declared = self.variables.len();
        let value = self.pipeline(2);
        let head = if self.random.one_in(4) {
            self.variables.push("$c".to_owned());
            format!("{keyword} $c := {value}")
        } else {
            format!("{keyword} {value}")
        };
        let mut text = self.action(&head);
        text += &self.nodes(depth - 1);
        while self.random.one_in(4) {
            let value = self.pipeline(1);
            text += &self.action(&format!("else {keyword} {value}"));
            text += &self.nodes(depth - 1);
        }
        if self.random.one_in(2) {
            text += &self.action("else");
            text += &self.nodes(depth - 1);
        }
        self.variables.truncate(declared);
        text + &self.action("end")
    }

    fn repetition(&mut self, depth: usize) -> String {
        let declared = self.variables.len();
        let value = match self.random.below(6) {
            0 => self
                .random
                .pick(&["2", "0", "3", "-1", "nil", "(index \"\\x02\" 0)"])
                .to_owned(),
            1 => ".ExampleFiles".to_owned(),
            2..=4 => self.list(),
            _ if self.random.one_in(6) => self.pipeline(1),
            _ => "4".to_owned(),
        };
        let head = match self.random.below(6) {
            0 => {
                self.variables.push("$e".to_owned());
                format!("range $e := {value}")
            }
            1 | 2 => {
                self.variables.extend(["$i".to_owned(), "$e".to_owned()]);
                format!("range $i, $e := {value}")
            }
            3 if !self.variables.is_empty() => {
                let (one, two) = (self.variable(), self.variable());
                if self.random.one_in(2) {
                    format!("range {one}, {two} = {value}")
                } else {
                    format!("range {one} = {value}")
                }
            }
            _ => format!("range {value}"),
        };
        let mut text = self.action(&head);
        self.loops += 1;
        text += &self.nodes(depth - 1);
        self.loops -= 1;
        if self.random.one_in(3) {
            text += &self.action("else");
            text += &self.nodes(depth - 1);
        }
        self.variables.truncate(declared);
        text + &self.action("end")
    }

    /// Returns a pipeline.
    fn pipeline(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.one_in(3) {
            return self.operand(0);
        }
        let mut text = self.command(depth);
        while self.random.one_in(3) {
            const PIPED: [&str; 16] = [
                "print",
                "println",
                "printf \"%v|\"",
                "printf \"%5s\"",
                "print | len",
                "not",
                "html",
                "js",
                "urlquery",
                "print | eq `1`",
                "and 1",
                "or 0",
                "print | title",
                "print | lower",
                "print | upper | trimspace",
                "print | prefixlines \"> \"",
            ];
            text += self.random.pick(&[" | ", "|", " |\n"]);
            text += self.random.pick(&PIPED);
        }
        text
    }

    fn command(&mut self, depth: usize) -> String {
        let inner = depth - 1;
        match self.random.below(24) {
            0 => format!("len {}", self.text(inner)),
            1 => format!("len {}", self.list()),
            2 | 3 => {
                let name = self
                    .random
                    .pick(&["and", "or", "print", "println", "html", "js", "urlquery"]);
                let count = self.random.below(4);
                self.call(name, count, inner)
            }
            4 => format!("not {}", self.operand(inner)),
            5 | 6 => {
                let name = self.random.pick(&["eq", "ne", "lt", "le", "gt", "ge"]);
                match self.random.below(4) {
                    0 => format!("{name} {} {}", self.text(inner), self.text(inner)),
                    1 => format!("{name} {} {}", self.number(), self.number()),
                    2 => format!("{name} (len {}) {}", self.text(0), self.number()),
                    _ if self.random.one_in(6) => self.call(name, 2, inner),
                    _ => format!("{name} (len {}) (len {})", self.text(0), self.list()),
                }
            }
            7 => {
                let value = self.random.pick(&["nil", "1", "(print 1)", "true"]);
                format!("eq {value} {value} {}", self.operand(inner))
            }
            8 => {
                let (text, place) = (self.text(inner), self.random.below(4));
                format!("index {text} {place}")
            }
            9 => {
                let (list, place) = (self.list(), self.random.below(3));
                let more = self.random.pick(&["", "", " 0", " 1"]);
                format!("index {list} {place}{more}")
            }
            10 | 11 => {
                let value = if self.random.one_in(2) {
                    self.random.pick(&["\"abcdef\"", ".Name", "`x`"]).to_owned()
                } else {
                    self.list()
                };
                let places = self.random.pick(&[
                    "", "0", "1", "0 1", "1 2", "0 2", "0 1 2", "2 1", "0 0", "0 9",
                ]);
                format!("slice {value} {places}")
            }
            12 => format!("split {} {}", self.text(inner), self.text(0)),
            13..=17 => self.printf(inner),
            18 | 19 => {
                let name = self.random.pick(&["title", "lower", "upper", "trimspace"]);
                format!("{name} {}", self.text(inner))
            }
            20 => format!("prefixlines {} {}", self.text(0), self.text(inner)),
            21 => {
                let file = self
                    .random
                    .pick(&["some/file.sh", "some/other.sh", "some/file.sh"]);
                format!("codefile {} \"{file}\"", self.text(0))
            }
            22 => self.list(),
            _ => self.operand(inner),
        }
    }

    fn call(&mut self, name: &str, count: usize, depth: usize) -> String {
        let mut text = name.to_owned();
        for _ in 0..count {
            text += self.random.pick(&[" ", " ", "  ", "\n"]);
            text += &self.operand(depth);
        }
        text
    }

    fn printf(&mut self, depth: usize) -> String {
        let verbs: Vec<char> = VERBS.chars().collect();
        let mut format = String::new();
        let count = self.random.below(4);
        for _ in 0..count {
            let parts = [
                self.random.pick(&["", "a ", "|", "é"]),
                "%",
                self.random.pick(&FLAGS),
                self.random.pick(&WIDTHS),
                self.random.pick(&PRECISIONS),
            ];
            format += &parts.concat();
            format.push(self.random.pick(&verbs));
        }
        if self.random.one_in(20) {
            format += self.random.pick(&["%", "%5", "%.", "%[1", "%[x]d", "%[]d"]);
        }
        let extra = self.random.below(3).max(1) - 1;
        self.call(&format!("printf \"{format}\""), count + extra, depth)
    }

    /// Returns an operand that is a list of texts.
    fn list(&mut self) -> String {
        match self.random.below(4) {
            0 => ".ExampleFiles".to_owned(),
            1 => format!("(split {} \",\")", self.text(0)),
            2 => "(split \"a,b,c\" \",\")".to_owned(),
            _ => "(slice (split \"a b c d\" \" \") 1 3)".to_owned(),
        }
    }

    /// Returns an operand that is a text.
    fn text(&mut self, depth: usize) -> String {
        match self.random.below(5) {
            0 | 1 => self.random.pick(&TEXTS).to_owned(),
            2 => self
                .random
                .pick(&[".Name", ".Type", ".Description", "$.Type"])
                .to_owned(),
            3 if depth > 0 => format!("(print {})", self.pipeline(depth - 1)),
            _ => "\"b\"".to_owned(),
        }
    }

    fn number(&mut self) -> String {
        self.random.pick(&NUMBERS).to_owned()
    }

    fn operand(&mut self, depth: usize) -> String {
        match self.random.below(17) {
            0..=2 => self.random.pick(&FIELDS).to_owned(),
            3..=5 => self.number(),
            6..=8 => self.random.pick(&TEXTS).to_owned(),
            9 | 10 if !self.variables.is_empty() => self.variable(),
            11 if depth > 0 => "nil".to_owned(),
            12 => self.random.pick(&["true", "false"]).to_owned(),
            13 | 14 if depth > 0 => format!("({})", self.pipeline(depth)),
            15 => self.list(),
            16 if self.random.one_in(12) => self
                .random
                .pick(&[
                    ".Foo",
                    ".Name.Foo",
                    "$x",
                    "frob",
                    "18446744073709551615",
                    "1i",
                ])
                .to_owned(),
            _ => "1".to_owned(),
        }
    }
}
