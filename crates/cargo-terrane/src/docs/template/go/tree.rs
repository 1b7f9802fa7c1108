//! A template as a tree.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::function::Function;
use super::literal::Number;

/// A template, with the templates that it defines.
#[derive(Debug)]
pub(super) struct Template<'a> {
    pub(super) nodes: Vec<Node<'a>>,
    pub(super) definitions: BTreeMap<String, Vec<Node<'a>>>,
}

#[derive(Debug)]
pub(super) enum Node<'a> {
    /// Text, with the line where it starts.
    Text(&'a str, usize),
    /// An action that prints a value, or declares or assigns a variable.
    Action(Pipeline<'a>),
    If(Choice<'a>),
    With(Choice<'a>),
    Range(Loop<'a>),
    Template(Invocation<'a>),
    Break,
    Continue,
}

/// The branches of `if` or `with`, and of `else if` or `else with`.
#[derive(Debug)]
pub(super) struct Choice<'a> {
    pub(super) branches: Vec<(Pipeline<'a>, Vec<Node<'a>>)>,
    pub(super) otherwise: Vec<Node<'a>>,
}

#[derive(Debug)]
pub(super) struct Loop<'a> {
    pub(super) pipeline: Pipeline<'a>,
    pub(super) body: Vec<Node<'a>>,
    pub(super) otherwise: Vec<Node<'a>>,
}

/// The use of a defined template.
#[derive(Debug)]
pub(super) struct Invocation<'a> {
    pub(super) line: usize,
    pub(super) name: String,
    pub(super) argument: Option<Pipeline<'a>>,
}

#[derive(Debug)]
pub(super) struct Pipeline<'a> {
    pub(super) line: usize,
    /// The names of the variables that get the value.
    pub(super) variables: Vec<&'a str>,
    /// Whether the variables exist already.
    pub(super) assigns: bool,
    pub(super) commands: Vec<Command<'a>>,
}

/// A part of a pipeline: an operand, or a function with arguments.
#[derive(Debug)]
pub(super) struct Command<'a> {
    pub(super) line: usize,
    pub(super) first: Operand<'a>,
    pub(super) arguments: Vec<Operand<'a>>,
}

#[derive(Debug)]
pub(super) enum Operand<'a> {
    Dot,
    Nil,
    Bool(bool),
    Number(Number),
    Text(Rc<str>),
    Function(&'static Function),
    /// `.A.B`.
    Field(Vec<&'a str>),
    /// `$name.A.B`.
    Variable(&'a str, Vec<&'a str>),
    /// `(..).A.B`.
    Chain(Box<Operand<'a>>, Vec<&'a str>),
    Pipeline(Box<Pipeline<'a>>),
}

impl Operand<'_> {
    /// Whether the operand is a field of a value.
    pub(super) fn has_fields(&self) -> bool {
        match self {
            Self::Field(_) | Self::Chain(..) => true,
            Self::Variable(_, names) => !names.is_empty(),
            Self::Dot
            | Self::Nil
            | Self::Bool(_)
            | Self::Number(_)
            | Self::Text(_)
            | Self::Function(_)
            | Self::Pipeline(_) => false,
        }
    }
}
