//! Generated files in native syntax.

/// Generates files with odd layouts. The number is the state of the random numbers.
pub(crate) struct Generator(pub(crate) u64);

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

    pub(crate) fn file(&mut self) -> String {
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
        self.line_end(text);
    }

    /// Ends the line of an argument or block, with or without comments.
    fn line_end(&mut self, text: &mut String) {
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
        self.line_end(text);
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
