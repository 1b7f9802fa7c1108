//! Parses the tokens of a template, as `text/template/parse` of Go does.

use std::collections::BTreeMap;

use super::error::GoError;
use super::function::function;
use super::lexer::tokens;
use super::literal::{character, number, text};
use super::token::{Kind, Token};
use super::tree::{Choice, Command, Invocation, Loop, Node, Operand, Pipeline, Template};

/// How deeply blocks and parentheses may be nested, so that the stack does not overflow.
const MAX_DEPTH: usize = 100;

/// Parses a template.
pub(super) fn parse(source: &str) -> Result<Template<'_>, GoError> {
    let mut parser = Parser {
        tokens: &tokens(source)?,
        definitions: BTreeMap::new(),
        variables: vec![""],
        loops: 0,
        depth: 0,
    };
    let mut nodes = Vec::new();
    loop {
        if parser.passes_definition()? {
            continue;
        }
        match parser.node()? {
            Some(Parsed::Node(node)) => nodes.push(node),
            Some(Parsed::Else(line)) => {
                return Err(GoError::new(
                    line,
                    "`else` belongs to no `if`, `range` or `with`",
                ));
            }
            Some(Parsed::End(line)) => {
                return Err(GoError::new(line, "`end` belongs to no block"));
            }
            None => break,
        }
    }
    Ok(Template {
        nodes,
        definitions: parser.definitions,
    })
}

/// A part of a list of nodes, or what ends the list. Ends have the line where they are.
enum Parsed<'a> {
    Node(Node<'a>),
    Else(usize),
    End(usize),
}

/// What ends a list of nodes within a block.
enum Next {
    Else,
    End,
}

struct Parser<'a, 't> {
    /// The tokens that follow. The last one is the end, and remains.
    tokens: &'t [Token<'a>],
    definitions: BTreeMap<String, Vec<Node<'a>>>,
    /// The names of the variables that are declared or assigned so far.
    variables: Vec<&'a str>,
    /// The number of loops around the next token.
    loops: usize,
    /// The number of blocks and parentheses around the next token.
    depth: usize,
}

impl<'a> Parser<'a, '_> {
    fn peek(&self) -> Token<'a> {
        self.tokens.first().copied().unwrap_or(Token {
            kind: Kind::End,
            line: 1,
        })
    }

    fn next(&mut self) -> Token<'a> {
        let token = self.peek();
        if self.tokens.len() > 1 {
            self.tokens = &self.tokens[1..];
        }
        token
    }

    fn skip_space(&mut self) {
        while self.peek().kind == Kind::Space {
            self.next();
        }
    }

    /// Returns the next token that is no space, without passing it.
    fn peek_word(&mut self) -> Token<'a> {
        self.skip_space();
        self.peek()
    }

    /// Passes the next token that is no space.
    fn next_word(&mut self) -> Token<'a> {
        self.skip_space();
        self.next()
    }

    fn expect_close(&mut self, context: &str) -> Result<(), GoError> {
        match self.next_word() {
            Token {
                kind: Kind::Close, ..
            } => Ok(()),
            token => Err(unexpected_token(token, context)),
        }
    }

    /// Runs a parser of nested parts.
    fn nested<T>(
        &mut self,
        line: usize,
        parse: impl FnOnce(&mut Self) -> Result<T, GoError>,
    ) -> Result<T, GoError> {
        if self.depth == MAX_DEPTH {
            let message = "blocks or parentheses are nested too deeply";
            return Err(GoError::new(line, message));
        }
        self.depth += 1;
        let parsed = parse(self);
        self.depth -= 1;
        parsed
    }

    /// Passes `{{ define .. }}` up to its end, if it follows.
    fn passes_definition(&mut self) -> Result<bool, GoError> {
        let start = self.tokens;
        let open = self.next();
        let word = self.next_word();
        if (open.kind, word.kind) != (Kind::Open, Kind::Name("define")) {
            self.tokens = start;
            return Ok(false);
        }
        let name = self.template_name("define")?;
        self.expect_close("define")?;
        self.definition(name, "define", open.line)?;
        Ok(true)
    }

    /// Parses a template within the template, up to its end.
    fn definition(&mut self, name: String, keyword: &str, line: usize) -> Result<(), GoError> {
        let variables = std::mem::replace(&mut self.variables, vec![""]);
        let loops = std::mem::take(&mut self.loops);
        let (nodes, next, at) = self.nested(line, |parser| parser.nodes(keyword, line))?;
        self.variables = variables;
        self.loops = loops;
        if matches!(next, Next::Else) {
            return Err(GoError::new(at, format!("`else` cannot be in `{keyword}`")));
        }
        let existing = self.definitions.get(&name);
        if existing.is_none_or(|existing| is_empty(existing)) {
            self.definitions.insert(name, nodes);
        } else if !is_empty(&nodes) {
            let message = format!("the template \"{name}\" is defined twice");
            return Err(GoError::new(line, message));
        }
        Ok(())
    }

    /// Parses nodes up to `end` or `else`, whose line is returned. After `else`, the next token is what follows it.
    fn nodes(
        &mut self,
        keyword: &str,
        line: usize,
    ) -> Result<(Vec<Node<'a>>, Next, usize), GoError> {
        let mut nodes = Vec::new();
        loop {
            match self.node()? {
                Some(Parsed::Node(node)) => nodes.push(node),
                Some(Parsed::Else(line)) => return Ok((nodes, Next::Else, line)),
                Some(Parsed::End(line)) => return Ok((nodes, Next::End, line)),
                None => {
                    let message = format!("`{keyword}` has no `end`");
                    return Err(GoError::new(line, message));
                }
            }
        }
    }

    /// Parses text or an action. Returns nothing at the end of the template.
    fn node(&mut self) -> Result<Option<Parsed<'a>>, GoError> {
        let token = self.next_word();
        match token.kind {
            Kind::End => Ok(None),
            Kind::Text(text) => Ok(Some(Parsed::Node(Node::Text(text, token.line)))),
            Kind::Open => self.action(token.line).map(Some),
            _ => Err(unexpected_token(token, "the text")),
        }
    }

    fn action(&mut self, line: usize) -> Result<Parsed<'a>, GoError> {
        let Kind::Name(keyword) = self.peek_word().kind else {
            return Ok(Parsed::Node(Node::Action(
                self.action_pipeline("an action")?,
            )));
        };
        let start = self.tokens;
        self.next();
        Ok(Parsed::Node(match keyword {
            "if" => Node::If(self.choice("if", line)?),
            "with" => Node::With(self.choice("with", line)?),
            "range" => Node::Range(self.repetition(line)?),
            "template" => {
                let name = self.template_name("template")?;
                let argument = match self.peek_word().kind {
                    Kind::Close => {
                        self.next();
                        None
                    }
                    _ => Some(self.action_pipeline("template")?),
                };
                Node::Template(Invocation {
                    line,
                    name,
                    argument,
                })
            }
            "block" => {
                let name = self.template_name("block")?;
                let argument = Some(self.action_pipeline("block")?);
                self.definition(name.clone(), "block", line)?;
                Node::Template(Invocation {
                    line,
                    name,
                    argument,
                })
            }
            "define" => {
                return Err(GoError::new(line, "`define` cannot be in another block"));
            }
            "break" | "continue" => {
                self.expect_close(keyword)?;
                if self.loops == 0 {
                    let message = format!("`{keyword}` is outside of `range`");
                    return Err(GoError::new(line, message));
                }
                match keyword {
                    "break" => Node::Break,
                    _ => Node::Continue,
                }
            }
            "else" => {
                // `if` and `with` are parsed with the block.
                if !matches!(self.peek_word().kind, Kind::Name("if" | "with")) {
                    self.expect_close("else")?;
                }
                return Ok(Parsed::Else(line));
            }
            "end" => {
                self.expect_close("end")?;
                return Ok(Parsed::End(line));
            }
            _ => {
                self.tokens = start;
                Node::Action(self.action_pipeline("an action")?)
            }
        }))
    }

    /// Reads the name of a template.
    fn template_name(&mut self, context: &str) -> Result<String, GoError> {
        let token = self.next_word();
        match token.kind {
            Kind::Quoted(quoted) => {
                text(quoted).map_err(|message| GoError::new(token.line, message))
            }
            _ => Err(unexpected_token(token, context)),
        }
    }

    /// Parses `if` or `with` behind its keyword.
    fn choice(&mut self, keyword: &str, line: usize) -> Result<Choice<'a>, GoError> {
        let declared = self.variables.len();
        let mut choice = Choice {
            branches: Vec::new(),
            otherwise: Vec::new(),
        };
        loop {
            let pipeline = self.action_pipeline(keyword)?;
            let (nodes, next, at) = self.nested(line, |parser| parser.nodes(keyword, line))?;
            choice.branches.push((pipeline, nodes));
            match next {
                Next::End => break,
                Next::Else if self.peek().kind == Kind::Name(keyword) => {
                    self.next();
                }
                Next::Else => {
                    choice.otherwise = self.otherwise(keyword, line, at)?;
                    break;
                }
            }
        }
        self.variables.truncate(declared);
        Ok(choice)
    }

    /// Parses `range` behind its keyword.
    fn repetition(&mut self, line: usize) -> Result<Loop<'a>, GoError> {
        let declared = self.variables.len();
        let pipeline = self.action_pipeline("range")?;
        self.loops += 1;
        let (body, next, at) = self.nested(line, |parser| parser.nodes("range", line))?;
        self.loops -= 1;
        let otherwise = match next {
            Next::Else => self.otherwise("range", line, at)?,
            Next::End => Vec::new(),
        };
        self.variables.truncate(declared);
        Ok(Loop {
            pipeline,
            body,
            otherwise,
        })
    }

    /// Parses the nodes behind `else`, which is in the line `at`.
    fn otherwise(
        &mut self,
        keyword: &str,
        line: usize,
        at: usize,
    ) -> Result<Vec<Node<'a>>, GoError> {
        if let Kind::Name(other) = self.peek().kind {
            let message = format!("`else {other}` cannot be in `{keyword}`");
            return Err(GoError::new(at, message));
        }
        let (nodes, next, at) = self.nested(line, |parser| parser.nodes(keyword, line))?;
        match next {
            Next::End => Ok(nodes),
            Next::Else => Err(GoError::new(at, format!("`{keyword}` has two `else`"))),
        }
    }

    /// Parses a pipeline up to the end of the action.
    fn action_pipeline(&mut self, context: &str) -> Result<Pipeline<'a>, GoError> {
        self.pipeline(context, Kind::Close)
    }

    fn pipeline(&mut self, context: &str, end: Kind<'a>) -> Result<Pipeline<'a>, GoError> {
        let mut pipeline = Pipeline {
            line: self.peek_word().line,
            variables: Vec::new(),
            assigns: false,
            commands: Vec::new(),
        };
        self.declarations(&mut pipeline, context)?;
        loop {
            let token = self.peek_word();
            if token.kind == end {
                self.next();
                break;
            }
            let command = self.command(context)?;
            let is_value = matches!(
                command.first,
                Operand::Bool(_)
                    | Operand::Dot
                    | Operand::Nil
                    | Operand::Number(_)
                    | Operand::Text(_)
            );
            if is_value && !pipeline.commands.is_empty() {
                let message = "only functions can follow `|`";
                return Err(GoError::new(token.line, message));
            }
            pipeline.commands.push(command);
        }
        if pipeline.commands.is_empty() {
            Err(GoError::new(
                pipeline.line,
                format!("{context} needs a value"),
            ))
        } else {
            Ok(pipeline)
        }
    }

    /// Parses the variables that a pipeline declares or assigns.
    fn declarations(&mut self, pipeline: &mut Pipeline<'a>, context: &str) -> Result<(), GoError> {
        while let Kind::Variable(name) = self.peek_word().kind {
            let start = self.tokens;
            let line = self.next().line;
            let operator = self.peek_word().kind;
            if !matches!(operator, Kind::Declare | Kind::Assign | Kind::Comma) {
                // The variable is an operand.
                self.tokens = start;
                return Ok(());
            }
            self.next();
            pipeline.variables.push(name);
            self.variables.push(name);
            if operator != Kind::Comma {
                pipeline.assigns = operator == Kind::Assign;
                return Ok(());
            }
            if context != "range" || pipeline.variables.len() == 2 {
                let message = format!("{context} declares too many variables");
                return Err(GoError::new(line, message));
            }
            let next = self.peek_word().kind;
            if !matches!(
                next,
                Kind::Variable(_) | Kind::Close | Kind::CloseParenthesis
            ) {
                let message = "`range` can only declare variables before `:=`";
                return Err(GoError::new(line, message));
            }
        }
        Ok(())
    }

    /// Parses operands up to the next part of the pipeline, or to its end.
    fn command(&mut self, context: &str) -> Result<Command<'a>, GoError> {
        let line = self.peek().line;
        let mut operands = Vec::new();
        loop {
            self.skip_space();
            operands.extend(self.operand()?);
            let token = self.peek();
            match token.kind {
                Kind::Space => {}
                Kind::Close | Kind::CloseParenthesis => break,
                Kind::Pipe if !operands.is_empty() => {
                    self.next();
                    break;
                }
                _ => return Err(unexpected_token(token, context)),
            }
        }
        let mut rest = operands.into_iter();
        match rest.next() {
            Some(first) => Ok(Command {
                line,
                first,
                arguments: rest.collect(),
            }),
            None => Err(unexpected_token(self.peek(), context)),
        }
    }

    /// Parses an operand with its fields, if one follows.
    fn operand(&mut self) -> Result<Option<Operand<'a>>, GoError> {
        let line = self.peek().line;
        let Some(operand) = self.term()? else {
            return Ok(None);
        };
        let mut names = Vec::new();
        while let Kind::Field(name) = self.peek().kind {
            names.push(name);
            self.next();
        }
        if names.is_empty() {
            return Ok(Some(operand));
        }
        Ok(Some(match operand {
            Operand::Field(mut fields) => {
                fields.extend(names);
                Operand::Field(fields)
            }
            Operand::Variable(name, _) => Operand::Variable(name, names),
            Operand::Function(_) | Operand::Pipeline(_) | Operand::Chain(..) => {
                Operand::Chain(Box::new(operand), names)
            }
            Operand::Dot
            | Operand::Nil
            | Operand::Bool(_)
            | Operand::Number(_)
            | Operand::Text(_) => {
                let message = format!("`.{}` follows a value without fields", names[0]);
                return Err(GoError::new(line, message));
            }
        }))
    }

    fn term(&mut self) -> Result<Option<Operand<'a>>, GoError> {
        let Token { kind, line } = self.peek();
        let failed = |message: String| GoError::new(line, message);
        let operand = match kind {
            Kind::Name(name) => match function(name) {
                Some(function) => Operand::Function(function),
                None => return Err(failed(format!("there is no function `{name}`"))),
            },
            Kind::Dot => Operand::Dot,
            Kind::Nil => Operand::Nil,
            Kind::Bool(flag) => Operand::Bool(flag),
            Kind::Field(name) => Operand::Field(vec![name]),
            Kind::Variable(name) => {
                if !self.variables.contains(&name) {
                    return Err(failed(format!("there is no variable `${name}`")));
                }
                Operand::Variable(name, Vec::new())
            }
            Kind::Number(text) => Operand::Number(number(text).map_err(failed)?),
            Kind::Character(text) => Operand::Number(character(text).map_err(failed)?),
            Kind::Quoted(quoted) => Operand::Text(text(quoted).map_err(failed)?.into()),
            Kind::OpenParenthesis => {
                self.next();
                let inner = self.nested(line, |parser| {
                    parser.pipeline("a parenthesis", Kind::CloseParenthesis)
                })?;
                return Ok(Some(Operand::Pipeline(Box::new(inner))));
            }
            _ => return Ok(None),
        };
        self.next();
        Ok(Some(operand))
    }
}

fn unexpected_token(token: Token<'_>, context: &str) -> GoError {
    let message = format!("{} is not expected in {context}", token.kind.describe());
    GoError::new(token.line, message)
}

/// Whether nodes are only white space. Such a definition gives way to another one.
fn is_empty(nodes: &[Node<'_>]) -> bool {
    nodes
        .iter()
        .all(|node| matches!(node, Node::Text(text, _) if text.trim().is_empty()))
}
