//! Templates in Go's language, as templates of minijinja.

use super::error::GoError;
use super::expression::{Scope, literal, pipeline};
use super::token::{Part, Token, Trim, parts};

/// Translates a template. Lines keep their numbers, except after `define`.
pub(crate) fn translate(source: &str) -> Result<String, GoError> {
    let mut translator = Translator {
        text: String::new(),
        definitions: String::new(),
        scopes: vec![Scope {
            dot: "root".to_owned(),
            root: "root".to_owned(),
            variables: Vec::new(),
        }],
        blocks: Vec::new(),
        names: 0,
    };
    let parts = parts(source)?;
    let mut last = 1;
    for part in &parts {
        match part {
            Part::Text(text) => translator.raw(text),
            Part::Comment { text, trim } => {
                let breaks = "\n".repeat(text.matches('\n').count());
                translator.text.push_str(&tag("{#", &breaks, "#}", *trim));
            }
            Part::Action {
                tokens,
                line,
                trim,
                breaks,
            } => {
                last = *line;
                translator.action(tokens, *line, *trim)?;
                // In a comment, so that no line break is printed.
                if *breaks > 0 && !trim.after {
                    let breaks = "\n".repeat(*breaks);
                    translator.text.push_str(&format!("{{#{breaks}#}}"));
                }
            }
        }
    }
    if let Some(block) = translator.blocks.last() {
        return Err(GoError::new(
            last,
            format!("`{}` has no `end`", block.name()),
        ));
    }
    let Translator {
        text,
        definitions,
        names,
        ..
    } = translator;
    let namespace = match names {
        0 => "",
        _ => "{% set variables = namespace() %}",
    };
    Ok([namespace, &definitions, &text].concat())
}

struct Translator {
    text: String,
    /// The macros, which come first.
    definitions: String,
    scopes: Vec<Scope>,
    blocks: Vec<Block>,
    /// How many names the translation has made.
    names: usize,
}

/// A block that has no end yet.
enum Block {
    If,
    Range,
    With,
    /// The text outside of the definition. With a call, if the block is also printed where it is defined.
    Define(String, Option<String>),
}

impl Block {
    const fn name(&self) -> &'static str {
        match self {
            Self::If => "if",
            Self::Range => "range",
            Self::With => "with",
            Self::Define(_, None) => "define",
            Self::Define(_, Some(_)) => "block",
        }
    }
}

fn tag(open: &str, contents: &str, close: &str, trim: Trim) -> String {
    let dash = |is_trimmed: bool| if is_trimmed { "-" } else { "" };
    format!(
        "{open}{} {contents} {}{close}",
        dash(trim.before),
        dash(trim.after)
    )
}

impl Translator {
    /// Adds text, in which minijinja must find no tag.
    fn raw(&mut self, text: &str) {
        let mut rest = text;
        while let Some(position) = rest.find("{%").into_iter().chain(rest.find("{#")).min() {
            self.text.push_str(&rest[..position]);
            let (start, after) = rest[position..].split_at(2);
            self.text.push_str(&format!("{{{{ {} }}}}", literal(start)));
            rest = after;
        }
        // A brace before an action is no part of its tag.
        match rest.strip_suffix('{') {
            Some(before) => {
                self.text.push_str(before);
                self.text.push_str("{{ \"{\" }}");
            }
            None => self.text.push_str(rest),
        }
    }

    fn statement(&mut self, contents: &str, trim: Trim) {
        self.text.push_str(&tag("{%", contents, "%}", trim));
    }

    /// Adds several tags. White space is removed before the first and after the last.
    fn statements(&mut self, all: &[String], trim: Trim) {
        for (index, contents) in all.iter().enumerate() {
            let own = Trim {
                before: trim.before && index == 0,
                after: trim.after && index + 1 == all.len(),
            };
            self.statement(contents, own);
        }
    }

    fn scope(&self) -> Scope {
        match self.scopes.last() {
            Some(scope) => scope.clone(),
            None => Scope {
                dot: "root".to_owned(),
                root: "root".to_owned(),
                variables: Vec::new(),
            },
        }
    }

    fn new_name(&mut self, start: &str) -> String {
        self.names += 1;
        format!("{start}_{}", self.names)
    }

    /// Declares a variable in the innermost scope, and returns its attribute of the namespace.
    fn declare(&mut self, variable: &str) -> String {
        let attribute = self.new_name(variable);
        if let Some(scope) = self.scopes.last_mut() {
            scope
                .variables
                .push((variable.to_owned(), attribute.clone()));
        }
        attribute
    }

    fn action(&mut self, tokens: &[Token], line: usize, trim: Trim) -> Result<(), GoError> {
        let keyword = match tokens.first() {
            Some(Token::Name(name)) => name.as_str(),
            _ => "",
        };
        let rest = tokens.get(1..).unwrap_or_default();
        match keyword {
            "if" => self.start_if(rest, "if", line, trim),
            "else" => self.start_else(rest, line, trim),
            "end" => self.end(line, trim),
            "range" => self.start_range(rest, line, trim),
            "with" => self.start_with(rest, line, trim),
            "define" | "block" => self.start_define(rest, keyword, line, trim),
            "template" => {
                let (name, argument) = self.named(rest, line)?;
                let call = tag("{{", &format!("{name}({argument})"), "}}", trim);
                self.text.push_str(&call);
                Ok(())
            }
            "break" | "continue" => Err(GoError::new(
                line,
                format!("`{keyword}` is not supported in templates of pages"),
            )),
            _ => self.output(tokens, line, trim),
        }
    }

    fn output(&mut self, tokens: &[Token], line: usize, trim: Trim) -> Result<(), GoError> {
        let scope = self.scope();
        match tokens {
            [Token::Variable(name), Token::Declare, value @ ..] => {
                let value = pipeline(value, &scope, line)?;
                let attribute = self.declare(name);
                self.statement(&format!("set variables.{attribute} = {value}"), trim);
            }
            [Token::Variable(name), Token::Assign, value @ ..] => {
                let value = pipeline(value, &scope, line)?;
                let attribute = scope
                    .variable(name)
                    .ok_or_else(|| GoError::new(line, format!("there is no variable `${name}`")))?;
                self.statement(&format!("set variables.{attribute} = {value}"), trim);
            }
            tokens => {
                let value = pipeline(tokens, &scope, line)?;
                self.text.push_str(&tag("{{", &value, "}}", trim));
            }
        }
        Ok(())
    }

    /// Reads the value of `if`, `with` or `range`, whose variable is declared in the block.
    fn value_of_block(
        &mut self,
        tokens: &[Token],
        line: usize,
    ) -> Result<(Option<String>, String), GoError> {
        let scope = self.scope();
        match tokens {
            [Token::Variable(name), Token::Declare, value @ ..] => {
                let value = pipeline(value, &scope, line)?;
                Ok((Some(name.clone()), value))
            }
            tokens => Ok((None, pipeline(tokens, &scope, line)?)),
        }
    }

    fn start_if(
        &mut self,
        tokens: &[Token],
        word: &str,
        line: usize,
        trim: Trim,
    ) -> Result<(), GoError> {
        let scope = self.scope();
        if word == "if" {
            self.scopes.push(scope);
            self.blocks.push(Block::If);
        }
        let (variable, value) = self.value_of_block(tokens, line)?;
        match variable {
            Some(_) if word != "if" => {
                return Err(GoError::new(
                    line,
                    "a variable of `else if` is not supported; declare it before the `if`",
                ));
            }
            Some(variable) => {
                let attribute = self.declare(&variable);
                let all = [
                    format!("set variables.{attribute} = {value}"),
                    format!("if variables.{attribute}"),
                ];
                self.statements(&all, trim);
            }
            None => self.statement(&format!("{word} {value}"), trim),
        }
        Ok(())
    }

    fn start_else(&mut self, tokens: &[Token], line: usize, trim: Trim) -> Result<(), GoError> {
        match (self.blocks.last(), tokens) {
            (Some(Block::If | Block::Range), []) => self.statement("else", trim),
            (Some(Block::With), []) => {
                // The dot has its outer value again.
                let outer = self
                    .scopes
                    .len()
                    .checked_sub(2)
                    .and_then(|it| self.scopes.get(it));
                let dot = outer.map(|scope| scope.dot.clone());
                if let (Some(scope), Some(dot)) = (self.scopes.last_mut(), dot) {
                    scope.dot = dot;
                }
                self.statement("else", trim);
            }
            (Some(Block::If), [Token::Name(name), condition @ ..]) if name == "if" => {
                self.start_if(condition, "elif", line, trim)?;
            }
            _ => {
                return Err(GoError::new(
                    line,
                    "`else` belongs to no `if`, `range` or `with`",
                ));
            }
        }
        Ok(())
    }

    fn start_range(&mut self, tokens: &[Token], line: usize, trim: Trim) -> Result<(), GoError> {
        let (variables, value) = match tokens {
            [
                Token::Variable(key),
                Token::Comma,
                Token::Variable(element),
                Token::Declare,
                value @ ..,
            ] => (vec![key.clone(), element.clone()], value),
            [Token::Variable(element), Token::Declare, value @ ..] => {
                (vec![element.clone()], value)
            }
            value => (Vec::new(), value),
        };
        let value = pipeline(value, &self.scope(), line)?;
        let dot = self.new_name("dot");
        let mut scope = self.scope();
        scope.dot.clone_from(&dot);
        self.scopes.push(scope);
        self.blocks.push(Block::Range);
        let mut all = vec![format!("for {dot} in {value}")];
        let sources: &[&str] = match variables.len() {
            2 => &["loop.index0", &dot],
            _ => &[&dot],
        };
        for (variable, source) in variables.iter().zip(sources) {
            let attribute = self.declare(variable);
            all.push(format!("set variables.{attribute} = {source}"));
        }
        self.statements(&all, trim);
        Ok(())
    }

    fn start_with(&mut self, tokens: &[Token], line: usize, trim: Trim) -> Result<(), GoError> {
        let (variable, value) = self.value_of_block(tokens, line)?;
        let dot = self.new_name("dot");
        let mut scope = self.scope();
        scope.dot.clone_from(&dot);
        self.scopes.push(scope);
        self.blocks.push(Block::With);
        let mut all = vec![format!("with {dot} = {value}")];
        if let Some(variable) = variable {
            let attribute = self.declare(&variable);
            all.push(format!("set variables.{attribute} = {dot}"));
        }
        all.push(format!("if {dot}"));
        self.statements(&all, trim);
        Ok(())
    }

    /// Reads the name of a template and the value that is its dot.
    fn named(&self, tokens: &[Token], line: usize) -> Result<(String, String), GoError> {
        let Some((Token::Text(name), argument)) = tokens.split_first() else {
            return Err(GoError::new(line, "the name of a template is a text"));
        };
        let argument = match argument {
            [] => "none".to_owned(),
            argument => pipeline(argument, &self.scope(), line)?,
        };
        let name: String = name
            .chars()
            .map(|it| match it.is_alphanumeric() {
                true => it.to_string(),
                false => format!("_{:x}_", u32::from(it)),
            })
            .collect();
        Ok((format!("template_{name}"), argument))
    }

    fn start_define(
        &mut self,
        tokens: &[Token],
        keyword: &str,
        line: usize,
        trim: Trim,
    ) -> Result<(), GoError> {
        let (name, argument) = self.named(tokens, line)?;
        let call = match keyword {
            "block" => Some(format!("{name}({argument})")),
            _ => None,
        };
        let dot = self.new_name("dot");
        // The white space before belongs to the text outside.
        self.text.push_str(&tag(
            "{#",
            "",
            "#}",
            Trim {
                after: false,
                ..trim
            },
        ));
        let outside = std::mem::take(&mut self.text);
        self.statement(
            &format!("macro {name}({dot})"),
            Trim {
                before: false,
                ..trim
            },
        );
        self.scopes.push(Scope {
            root: dot.clone(),
            dot,
            variables: Vec::new(),
        });
        self.blocks.push(Block::Define(outside, call));
        Ok(())
    }

    fn end(&mut self, line: usize, trim: Trim) -> Result<(), GoError> {
        let Some(block) = self.blocks.pop() else {
            return Err(GoError::new(line, "`end` belongs to no block"));
        };
        self.scopes.pop();
        match block {
            Block::If => self.statement("endif", trim),
            Block::Range => self.statement("endfor", trim),
            Block::With => {
                self.statements(&["endif".to_owned(), "endwith".to_owned()], trim);
            }
            Block::Define(outside, call) => {
                self.statement(
                    "endmacro",
                    Trim {
                        after: false,
                        ..trim
                    },
                );
                let definition = std::mem::replace(&mut self.text, outside);
                self.definitions.push_str(&definition);
                let after = Trim {
                    before: false,
                    ..trim
                };
                let printed = match call {
                    Some(call) => tag("{{", &call, "}}", after),
                    None => tag("{#", "", "#}", after),
                };
                self.text.push_str(&printed);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::translate;

    #[test]
    fn an_incomplete_template_is_an_error_or_a_template() {
        let template = "a {{- /* b */ -}} {% {{ define \"x\" }}{{ .A.B | f `c` 'd' \"\\u00e9\" }}{{ end }}{{ range $i, $e := (.C).D }}{{ $x := -0x1f }}{{ else if $x }}{{ end }}";
        for (end, _) in template.char_indices() {
            // Neither result is a panic.
            let _ = translate(&template[..end]);
            let _ = translate(&template[end..]);
        }
    }

    #[test]
    fn tags_keep_their_lines_and_text_has_no_tags() {
        let translated = translate("a\n{{ if .B -}}\n{% {#\n{{ end }}\n{{ .C }}").unwrap();
        assert_eq!(
            translated,
            "a\n{% if root.B -%}\n{{ \"{%\" }} {{ \"{#\" }}\n{% endif %}\n{{ root.C }}"
        );
    }
}
