//! The syntax tree, which native and JSON syntax share.
//!
//! No node is deeper than [`MAX_DEPTH`] nodes, so a recursive function over a tree needs no limit of its own. Chains of operators, attributes and
//! indices are lists rather than nested nodes.

use terrane_value::Text;

use super::origin::{Escape, Origin};
use crate::source::Span;
use crate::value::Number;

/// The greatest depth of a syntax tree. The parser reports deeper nesting as an error.
pub const MAX_DEPTH: usize = 400;

/// A file: a body, and the comments in the order of the text.
#[derive(Debug, Clone)]
pub struct File {
    /// The arguments and blocks.
    pub body: Body,
    /// The comments, with those inside of expressions.
    pub comments: Vec<Comment>,
}

/// A comment.
#[derive(Debug, Clone, Copy)]
pub struct Comment {
    /// The comment's text with its marker, without the line break.
    pub span: Span,
}

/// The content of a file or of a block.
#[derive(Debug, Clone)]
pub enum Body {
    /// Native syntax, in which arguments and blocks look different.
    Native(NativeBody),
    /// JSON syntax, in which only a schema can distinguish arguments from blocks.
    Json(JsonBody),
    /// Two bodies, at least one in JSON syntax, whose content counts as that of one. Only [`Body::overridden_by`] makes such a body.
    Merged(Box<MergedBody>),
}

/// A body in native syntax.
#[derive(Debug, Clone, Default)]
pub struct NativeBody {
    /// The arguments in the order of the text. Names are unique.
    pub attributes: Vec<Attribute>,
    /// The blocks in the order of the text.
    pub blocks: Vec<Block>,
    /// The whole body: with the braces for a block.
    pub span: Span,
}

/// A body in JSON syntax.
#[derive(Debug, Clone)]
pub struct JsonBody {
    /// An object, or an array of objects that count as one. Any other value is reported when the content is read.
    pub value: Expression,
}

/// A body and the content that overrides parts of it. No argument and no type of blocks is in both.
#[derive(Debug, Clone)]
pub struct MergedBody {
    /// What is left of the first body.
    pub base: Body,
    /// The content that replaces parts of it.
    pub over: Body,
}

/// An argument: `name = expression`.
#[derive(Debug, Clone)]
pub struct Attribute {
    /// The name.
    pub name: Identifier,
    /// The value.
    pub expression: Expression,
    /// The whole argument.
    pub span: Span,
}

/// A block: `kind "label" { .. }`.
#[derive(Debug, Clone)]
pub struct Block {
    /// The type of the block.
    pub kind: Identifier,
    /// The labels.
    pub labels: Vec<Identifier>,
    /// The content.
    pub body: Body,
    /// The type and the labels, without the brace.
    pub header: Span,
    /// The whole block, with the closing brace.
    pub span: Span,
}

/// A name with its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Identifier {
    /// The name. A quoted label is without its quotes and escapes.
    pub name: Text,
    /// The place.
    pub span: Span,
}

/// An expression.
#[derive(Debug, Clone)]
pub struct Expression {
    /// The form, with the parts.
    pub kind: ExpressionKind,
    /// The whole expression.
    pub span: Span,
}

/// The form of an expression.
#[derive(Debug, Clone)]
pub enum ExpressionKind {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, such as `1.50` or `1e400`. Its text is at the span of the expression.
    Number(Number),
    /// A quoted template or a heredoc without template sequences, escapes resolved.
    String(Text),
    /// A quoted template or a heredoc with template sequences.
    Template(Box<Template>),
    /// A string of a JSON file: a template where there is a scope, else plain text. See [`crate::syntax::json_template`].
    JsonString(JsonString),
    /// A variable's name with the static steps after it.
    Traversal(Box<Traversal>),
    /// Steps after any other expression, or steps that are not static after a variable.
    Access(Box<Access>),
    /// `name(..)`.
    Call(Box<Call>),
    /// `condition ? a : b`.
    Conditional(Box<Conditional>),
    /// `!a` or `-a`.
    Unary(Box<Unary>),
    /// `a + b - c`: operators of one precedence from left to right.
    Binary(Box<Binary>),
    /// `[a, b]`.
    Tuple(Vec<Expression>),
    /// `{a = b}`.
    Object(Box<Object>),
    /// `[for ..]` or `{for ..}`.
    For(Box<For>),
    /// `(a)`.
    Parentheses(Box<Expression>),
    /// What could not be parsed. It evaluates to an unknown value without an error, because the parser has reported it.
    Invalid,
}

/// A string of a JSON file.
#[derive(Debug, Clone)]
pub struct JsonString {
    /// The text, escapes resolved.
    pub text: Text,
    /// The text before it was normalised, if it has escapes or was changed.
    original: Option<Box<Original>>,
}

#[derive(Debug, Clone, PartialEq)]
struct Original {
    text: Box<str>,
    escapes: Vec<Escape>,
}

/// A variable's name with static steps: `a.b[0]["c"]`.
#[derive(Debug, Clone, PartialEq)]
pub struct Traversal {
    /// The variable.
    pub root: Identifier,
    /// The steps.
    pub steps: Vec<TraversalStep>,
}

/// A static step.
#[derive(Debug, Clone, PartialEq)]
pub struct TraversalStep {
    /// The form, with the key.
    pub kind: TraversalStepKind,
    /// The step with its dot or brackets.
    pub span: Span,
}

/// The form of a static step.
#[derive(Debug, Clone, PartialEq)]
pub enum TraversalStepKind {
    /// `.name`.
    Attribute(Text),
    /// `["text"]`.
    StringIndex(Text),
    /// `[0]`, or `.0` in the legacy form.
    NumberIndex(Number),
}

/// Steps after an expression.
#[derive(Debug, Clone)]
pub struct Access {
    /// The expression before the steps.
    pub source: Expression,
    /// The steps from left to right.
    pub steps: Vec<AccessStep>,
}

/// A step after an expression.
#[derive(Debug, Clone)]
pub enum AccessStep {
    /// A static step.
    Static(TraversalStep),
    /// `[key]` with any key.
    Index(Box<Index>),
    /// `[*]` or `.*`, with the steps that apply to each element.
    Splat(Box<Splat>),
}

/// `[key]`.
#[derive(Debug, Clone)]
pub struct Index {
    /// The key.
    pub key: Expression,
    /// The key with its brackets.
    pub span: Span,
}

/// `[*]` or `.*`, with the steps that apply to each element.
#[derive(Debug, Clone)]
pub struct Splat {
    /// The steps that apply to each element.
    pub each: Vec<AccessStep>,
    /// Whether the form is `[*]` rather than `.*`.
    pub is_full: bool,
    /// The marker: `[*]` or `.*`.
    pub marker: Span,
    /// The marker and the steps.
    pub span: Span,
}

/// `name(a, b...)`.
#[derive(Debug, Clone)]
pub struct Call {
    /// The function's name, with namespaces: `provider::aws::arn_parse`.
    pub name: Identifier,
    /// The arguments.
    pub arguments: Vec<Expression>,
    /// Whether the last argument is expanded with `...`.
    pub is_expanded: bool,
    /// The arguments with the parentheses.
    pub parentheses: Span,
}

/// `condition ? then : otherwise`.
#[derive(Debug, Clone)]
pub struct Conditional {
    /// The condition.
    pub condition: Expression,
    /// The result if the condition holds.
    pub then: Expression,
    /// The result otherwise.
    pub otherwise: Expression,
}

/// `!operand` or `-operand`.
#[derive(Debug, Clone)]
pub struct Unary {
    /// The operator.
    pub operator: UnaryOperator,
    /// The operator's place.
    pub(crate) operator_span: Span,
    /// The operand.
    pub operand: Expression,
}

/// An operator before its operand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum UnaryOperator {
    /// `!`.
    Not,
    /// `-`.
    Negate,
}

/// Operands with operators of one precedence between them, which apply from left to right.
///
/// The span of an operation on the operands up to the n-th one reaches from the first operand to the n-th one.
#[derive(Debug, Clone)]
pub struct Binary {
    /// The first operand.
    pub first: Expression,
    /// The operators with the operands after them. There is at least one.
    pub rest: Vec<Operation>,
}

/// An operator and the operand after it.
#[derive(Debug, Clone)]
pub struct Operation {
    /// The operator.
    pub operator: BinaryOperator,
    /// The operand after the operator.
    pub operand: Expression,
}

/// An operator between two operands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum BinaryOperator {
    /// `||`.
    Or,
    /// `&&`.
    And,
    /// `==`.
    Equal,
    /// `!=`.
    NotEqual,
    /// `<`.
    Less,
    /// `<=`.
    LessOrEqual,
    /// `>`.
    Greater,
    /// `>=`.
    GreaterOrEqual,
    /// `+`.
    Add,
    /// `-`.
    Subtract,
    /// `*`.
    Multiply,
    /// `/`.
    Divide,
    /// `%`.
    Remainder,
}

/// `{a = b}`.
#[derive(Debug, Clone)]
pub struct Object {
    /// The items in the order of the text.
    pub items: Vec<ObjectItem>,
    /// Whether this is an object of a JSON file, in which a key must not occur twice.
    pub is_json: bool,
}

/// An item of an object.
#[derive(Debug, Clone)]
pub struct ObjectItem {
    /// The key.
    pub key: ObjectKey,
    /// The value.
    pub value: Expression,
}

/// The key of an object's item.
#[derive(Debug, Clone)]
pub struct ObjectKey {
    /// The expression of the key. A name alone is a traversal without steps, and stands for itself: see [`ObjectKey::literal`].
    pub expression: Expression,
}

/// `[for key, value in collection : result if condition]`, or the form with braces.
#[derive(Debug, Clone)]
pub struct For {
    /// The variable for the key, if there is one.
    pub key: Option<Identifier>,
    /// The variable for the value.
    pub value: Identifier,
    /// The collection.
    pub collection: Expression,
    /// The key of the result: only for an object.
    pub result_key: Option<Expression>,
    /// The value of the result.
    pub result: Expression,
    /// The condition after `if`.
    pub condition: Option<Expression>,
    /// Whether the values of one key are grouped: `...`.
    pub is_grouped: bool,
    /// Whether the result is an object rather than a tuple.
    pub is_object: bool,
}

/// A template: text with interpolations and directives.
#[derive(Debug, Clone)]
pub struct Template {
    /// The parts. Escapes are resolved, strip markers and the indentation of heredocs are applied. Literals may be empty.
    pub parts: Vec<TemplatePart>,
    /// Whether the template is exactly one interpolation, and so has the value of that expression, with its type.
    pub(crate) is_wrapped: bool,
}

/// A part of a template.
#[derive(Debug, Clone)]
pub enum TemplatePart {
    /// Text.
    Literal(Identifier),
    /// `${expression}`. The expression's span is without the markers.
    Interpolation(Expression),
    /// `%{if condition}..%{else}..%{endif}`.
    If(Box<TemplateIf>),
    /// `%{for key, value in collection}..%{endfor}`.
    For(Box<TemplateFor>),
}

/// `%{if condition}..%{else}..%{endif}`.
#[derive(Debug, Clone)]
pub struct TemplateIf {
    /// The condition.
    pub condition: Expression,
    /// The parts if the condition holds.
    pub then: Vec<TemplatePart>,
    /// The parts otherwise. Empty if there is no `else`.
    pub otherwise: Vec<TemplatePart>,
    /// From the first directive to the last one.
    pub span: Span,
}

/// `%{for key, value in collection}..%{endfor}`.
#[derive(Debug, Clone)]
pub struct TemplateFor {
    /// The variable for the key, if there is one.
    pub key: Option<Identifier>,
    /// The variable for the value.
    pub value: Identifier,
    /// The collection.
    pub collection: Expression,
    /// The parts for each element.
    pub body: Vec<TemplatePart>,
    /// The first directive.
    pub start: Span,
    /// From the first directive to the last one.
    pub span: Span,
}

impl JsonString {
    pub(super) fn new(text: String, escapes: Vec<Escape>) -> Self {
        let normal = Text::from(text.as_str());
        let is_plain = escapes.is_empty() && normal.as_str() == text;
        let original = Original {
            text: text.into(),
            escapes,
        };
        Self {
            text: normal,
            original: (!is_plain).then(|| Box::new(original)),
        }
    }

    /// Returns the text whose offsets are those of the origin. The span is that of the string with its quotes.
    pub(super) fn origin(&self, span: Span) -> (&str, Origin<'_>) {
        match &self.original {
            Some(original) => (&original.text, Origin::within(span, &original.escapes)),
            None => (&self.text, Origin::within(span, &[])),
        }
    }
}

impl ObjectKey {
    /// Returns the name if the key is a name alone, which stands for itself rather than for a variable.
    pub fn literal(&self) -> Option<&Identifier> {
        match &self.expression.kind {
            ExpressionKind::Traversal(traversal) if traversal.steps.is_empty() => {
                Some(&traversal.root)
            }
            _ => None,
        }
    }

    /// Returns the name if the key is constant: a name alone, or a string without template sequences, also one of a JSON file.
    pub fn name(&self) -> Option<&str> {
        match &self.expression.kind {
            ExpressionKind::String(text) => Some(text),
            ExpressionKind::JsonString(string) => Some(&string.text),
            _ => self.literal().map(|name| name.name.as_str()),
        }
    }
}

impl AccessStep {
    /// Returns the place of the step, with its dot or brackets.
    pub fn span(&self) -> Span {
        match self {
            Self::Static(step) => step.span,
            Self::Index(index) => index.span,
            Self::Splat(splat) => splat.span,
        }
    }
}
