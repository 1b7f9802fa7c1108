//! Pipelines of Go templates, as expressions of minijinja.

use super::error::GoError;
use super::token::Token;

/// The functions of Go templates that have the same name here.
const FUNCTIONS: [&str; 17] = [
    "codefile",
    "html",
    "index",
    "len",
    "lower",
    "plainmarkdown",
    "prefixlines",
    "print",
    "printf",
    "println",
    "slice",
    "split",
    "tffile",
    "title",
    "trimspace",
    "upper",
    "urlquery",
];

/// The greatest depth of parentheses, so that the stack does not overflow. It is more than minijinja accepts.
const MAX_DEPTH: usize = 200;

/// The names that an expression may use: the value of the dot, of `$`, and the variables.
#[derive(Debug, Clone)]
pub(super) struct Scope {
    pub(super) dot: String,
    pub(super) root: String,
    /// The names of variables, and the attributes of the namespace that contain them. Later ones hide earlier ones.
    pub(super) variables: Vec<(String, String)>,
}

impl Scope {
    pub(super) fn variable(&self, name: &str) -> Option<&str> {
        let mut variables = self.variables.iter().rev();
        variables
            .find(|(own, _)| own == name)
            .map(|(_, attribute)| attribute.as_str())
    }
}

/// Translates a pipeline.
pub(super) fn pipeline(tokens: &[Token], scope: &Scope, line: usize) -> Result<String, GoError> {
    let mut reader = Reader {
        tokens,
        scope,
        line,
        depth: 0,
    };
    let expression = reader.pipeline()?;
    match reader.tokens.first() {
        None => Ok(expression),
        Some(_) => Err(GoError::new(line, "the pipeline has a `)` without `(`")),
    }
}

/// Returns a text as a literal of minijinja.
pub(super) fn literal(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

struct Reader<'a> {
    tokens: &'a [Token],
    scope: &'a Scope,
    line: usize,
    /// The number of parentheses around the next token.
    depth: usize,
}

impl Reader<'_> {
    fn error(&self, message: impl Into<String>) -> GoError {
        GoError::new(self.line, message)
    }

    fn pipeline(&mut self) -> Result<String, GoError> {
        let mut value = self.command(None)?;
        while self.tokens.first() == Some(&Token::Pipe) {
            self.tokens = &self.tokens[1..];
            value = self.command(Some(value))?;
        }
        Ok(value)
    }

    /// Translates a command. The result of the command before it is its last argument.
    fn command(&mut self, piped: Option<String>) -> Result<String, GoError> {
        let function = match self.tokens.first() {
            Some(Token::Name(name)) if !matches!(name.as_str(), "true" | "false" | "nil") => {
                Some(name.clone())
            }
            _ => None,
        };
        if function.is_some() {
            self.tokens = &self.tokens[1..];
        }
        let mut arguments = Vec::new();
        while let Some(operand) = self.operand()? {
            arguments.push(operand);
        }
        match function {
            Some(name) => {
                arguments.extend(piped);
                self.call(&name, &arguments)
            }
            None if arguments.len() == 1 && piped.is_none() => Ok(arguments.remove(0)),
            None if arguments.is_empty() => Err(self.error("a value is missing")),
            None => Err(self.error("only functions have arguments")),
        }
    }

    fn call(&self, name: &str, arguments: &[String]) -> Result<String, GoError> {
        let binary = |operator: &str| match arguments {
            [left, right] => Ok(format!("({left} {operator} {right})")),
            _ => Err(self.error(format!("`{name}` needs 2 arguments"))),
        };
        match name {
            "and" | "or" if !arguments.is_empty() => {
                Ok(format!("({})", arguments.join(&format!(" {name} "))))
            }
            "not" => match arguments {
                [argument] => Ok(format!("(not {argument})")),
                _ => Err(self.error("`not` needs 1 argument")),
            },
            "eq" => match arguments.split_first() {
                Some((first, others)) if !others.is_empty() => {
                    let tests: Vec<String> = others
                        .iter()
                        .map(|other| format!("{first} == {other}"))
                        .collect();
                    Ok(format!("({})", tests.join(" or ")))
                }
                _ => Err(self.error("`eq` needs 2 arguments")),
            },
            "ne" => binary("!="),
            "lt" => binary("<"),
            "le" => binary("<="),
            "gt" => binary(">"),
            "ge" => binary(">="),
            name if FUNCTIONS.contains(&name) => Ok(format!("{name}({})", arguments.join(", "))),
            name => Err(self.error(format!("there is no function `{name}`"))),
        }
    }

    /// Translates an operand with its fields, if one follows.
    fn operand(&mut self) -> Result<Option<String>, GoError> {
        let Some((token, rest)) = self.tokens.split_first() else {
            return Ok(None);
        };
        let mut value = match token {
            Token::Pipe | Token::Close => return Ok(None),
            Token::Field { names, .. } => chain(&self.scope.dot, names),
            Token::Variable(name) if name.is_empty() => self.scope.root.clone(),
            Token::Variable(name) => match self.scope.variable(name) {
                Some(attribute) => format!("variables.{attribute}"),
                None => return Err(self.error(format!("there is no variable `${name}`"))),
            },
            Token::Text(text) => literal(text),
            Token::Number(number) => number.clone(),
            Token::Name(name) => match name.as_str() {
                "true" | "false" => name.clone(),
                "nil" => "none".to_owned(),
                // A function without arguments, as an argument.
                name => self.call(name, &[])?,
            },
            Token::Open => {
                if self.depth == MAX_DEPTH {
                    return Err(self.error("the parentheses are nested too deeply"));
                }
                self.tokens = rest;
                self.depth += 1;
                let inner = self.pipeline()?;
                self.depth -= 1;
                if self.tokens.first() != Some(&Token::Close) {
                    return Err(self.error("a `)` is missing"));
                }
                format!("({inner})")
            }
            Token::Declare | Token::Assign | Token::Comma => {
                return Err(self.error("a value is expected"));
            }
        };
        self.tokens = &self.tokens[1..];
        if let Some(Token::Field {
            names,
            joined: true,
        }) = self.tokens.first()
        {
            value = chain(&value, names);
            self.tokens = &self.tokens[1..];
        }
        Ok(Some(value))
    }
}

fn chain(value: &str, names: &[String]) -> String {
    let names = names.iter().map(|name| format!(".{name}"));
    [value.to_owned()].into_iter().chain(names).collect()
}
