//! The syntax tree, which native and JSON syntax share.
//!
//! The forms of expressions are private: [`evaluate`](crate::evaluate()) computes their values, [`Visitor`](super::Visitor) finds their parts, and
//! functions such as [`traversal`](super::traversal) read those that stand for something else than a value.
//!
//! No node is deeper than 400 nodes, so a recursive function over a tree needs no limit of its own. Chains of operators, attributes and indices are
//! lists rather than nested nodes.

use terrane_value::Text;

use super::origin::{Escape, Origin};
use crate::source::Span;
use crate::value::Number;

/// The greatest depth of a syntax tree. The parser reports deeper nesting as an error.
pub(crate) const MAX_DEPTH: usize = 400;

/// A file.
#[derive(Debug, Clone)]
pub struct File {
    /// The arguments and blocks.
    pub body: Body,
    /// The comments in the order of the text, with those inside of expressions.
    pub(crate) comments: Vec<Comment>,
}

/// A comment.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Comment {
    /// The comment's text with its marker, without the line break.
    pub(crate) span: Span,
}

/// The content of a file or of a block.
#[derive(Debug, Clone)]
pub struct Body {
    pub(crate) form: BodyForm,
}

/// The form of a body.
#[derive(Debug, Clone)]
pub(crate) enum BodyForm {
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
pub(crate) struct JsonBody {
    /// An object, or an array of objects that count as one. Any other value is reported when the content is read.
    pub(crate) value: Expression,
}

/// A body and the content that overrides parts of it. No argument and no type of blocks is in both.
#[derive(Debug, Clone)]
pub(crate) struct MergedBody {
    /// What is left of the first body.
    pub(crate) base: Body,
    /// The content that replaces parts of it.
    pub(crate) over: Body,
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
    pub(crate) kind: ExpressionKind,
    /// The whole expression.
    pub span: Span,
}

/// The form of an expression.
#[derive(Debug, Clone)]
pub(crate) enum ExpressionKind {
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
pub(crate) struct JsonString {
    /// The text, escapes resolved.
    pub(crate) text: Text,
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
pub(crate) struct Access {
    /// The expression before the steps.
    pub(crate) source: Expression,
    /// The steps from left to right.
    pub(crate) steps: Vec<AccessStep>,
}

/// A step after an expression.
#[derive(Debug, Clone)]
pub(crate) enum AccessStep {
    /// A static step.
    Static(TraversalStep),
    /// `[key]` with any key.
    Index(Box<Index>),
    /// `[*]` or `.*`, with the steps that apply to each element.
    Splat(Box<Splat>),
}

/// `[key]`.
#[derive(Debug, Clone)]
pub(crate) struct Index {
    /// The key.
    pub(crate) key: Expression,
    /// The key with its brackets.
    pub(crate) span: Span,
}

/// `[*]` or `.*`, with the steps that apply to each element.
#[derive(Debug, Clone)]
pub(crate) struct Splat {
    /// The steps that apply to each element.
    pub(crate) each: Vec<AccessStep>,
    /// The marker: `[*]` or `.*`.
    pub(crate) marker: Span,
    /// The marker and the steps.
    pub(crate) span: Span,
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
pub(crate) struct Conditional {
    /// The condition.
    pub(crate) condition: Expression,
    /// The result if the condition holds.
    pub(crate) then: Expression,
    /// The result otherwise.
    pub(crate) otherwise: Expression,
}

/// `!operand` or `-operand`.
#[derive(Debug, Clone)]
pub(crate) struct Unary {
    /// The operator.
    pub(crate) operator: UnaryOperator,
    /// The operator's place.
    pub(crate) operator_span: Span,
    /// The operand.
    pub(crate) operand: Expression,
}

/// An operator before its operand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum UnaryOperator {
    /// `!`.
    Not,
    /// `-`.
    Negate,
}

/// Operands with operators of one precedence between them, which apply from left to right.
///
/// The span of an operation on the operands up to the n-th one reaches from the first operand to the n-th one.
#[derive(Debug, Clone)]
pub(crate) struct Binary {
    /// The first operand.
    pub(crate) first: Expression,
    /// The operators with the operands after them. There is at least one.
    pub(crate) rest: Vec<Operation>,
}

/// An operator and the operand after it.
#[derive(Debug, Clone)]
pub(crate) struct Operation {
    /// The operator.
    pub(crate) operator: BinaryOperator,
    /// The operand after the operator.
    pub(crate) operand: Expression,
}

/// An operator between two operands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum BinaryOperator {
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
pub(crate) struct Object {
    /// The items in the order of the text.
    pub(crate) items: Vec<ObjectItem>,
    /// Whether this is an object of a JSON file, in which a key must not occur twice.
    pub(crate) is_json: bool,
}

/// An item of an object.
#[derive(Debug, Clone)]
pub struct ObjectItem {
    /// The key.
    pub(crate) key: ObjectKey,
    /// The value.
    pub(crate) value: Expression,
}

/// The key of an object's item.
#[derive(Debug, Clone)]
pub(crate) struct ObjectKey {
    /// The expression of the key. A name alone is a traversal without steps, and stands for itself: see [`ObjectKey::literal`].
    pub(crate) expression: Expression,
}

/// `[for key, value in collection : result if condition]`, or the form with braces.
#[derive(Debug, Clone)]
pub(crate) struct For {
    /// The variable for the key, if there is one.
    pub(crate) key: Option<Identifier>,
    /// The variable for the value.
    pub(crate) value: Identifier,
    /// The collection.
    pub(crate) collection: Expression,
    /// The key of the result: only for an object.
    pub(crate) result_key: Option<Expression>,
    /// The value of the result.
    pub(crate) result: Expression,
    /// The condition after `if`.
    pub(crate) condition: Option<Expression>,
    /// Whether the values of one key are grouped: `...`.
    pub(crate) is_grouped: bool,
    /// Whether the result is an object rather than a tuple.
    pub(crate) is_object: bool,
}

/// A template: text with interpolations and directives.
#[derive(Debug, Clone)]
pub(crate) struct Template {
    /// The parts. Escapes are resolved, strip markers and the indentation of heredocs are applied. Literals may be empty.
    pub(crate) parts: Vec<TemplatePart>,
    /// Whether the template is exactly one interpolation, and so has the value of that expression, with its type.
    pub(crate) is_wrapped: bool,
}

/// A part of a template.
#[derive(Debug, Clone)]
pub(crate) enum TemplatePart {
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
pub(crate) struct TemplateIf {
    /// The condition.
    pub(crate) condition: Expression,
    /// The parts if the condition holds.
    pub(crate) then: Vec<TemplatePart>,
    /// The parts otherwise. Empty if there is no `else`.
    pub(crate) otherwise: Vec<TemplatePart>,
    /// From the first directive to the last one.
    pub(crate) span: Span,
}

/// `%{for key, value in collection}..%{endfor}`.
#[derive(Debug, Clone)]
pub(crate) struct TemplateFor {
    /// The variable for the key, if there is one.
    pub(crate) key: Option<Identifier>,
    /// The variable for the value.
    pub(crate) value: Identifier,
    /// The collection.
    pub(crate) collection: Expression,
    /// The parts for each element.
    pub(crate) body: Vec<TemplatePart>,
    /// The first directive.
    pub(crate) start: Span,
    /// From the first directive to the last one.
    pub(crate) span: Span,
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

impl Body {
    /// Returns the arguments and blocks of a body in native syntax. In other bodies only a schema can distinguish them: see [`content`](Self::content).
    pub fn native(&self) -> Option<&NativeBody> {
        match &self.form {
            BodyForm::Native(body) => Some(body),
            BodyForm::Json(_) | BodyForm::Merged(_) => None,
        }
    }

    pub(crate) fn json(value: Expression) -> Self {
        let form = BodyForm::Json(JsonBody { value });
        Self { form }
    }

    pub(crate) fn merged(base: Self, over: Self) -> Self {
        let form = BodyForm::Merged(Box::new(MergedBody { base, over }));
        Self { form }
    }
}

impl From<NativeBody> for Body {
    fn from(body: NativeBody) -> Self {
        let form = BodyForm::Native(body);
        Self { form }
    }
}

impl Expression {
    /// Returns the call if the expression is one.
    pub fn call(&self) -> Option<&Call> {
        match &self.kind {
            ExpressionKind::Call(call) => Some(call),
            _ => None,
        }
    }
}

impl ObjectItem {
    /// Returns the key if it is constant: a name alone, or a string without template sequences. The key in a JSON file is returned verbatim, also with
    /// template sequences.
    pub fn name(&self) -> Option<&str> {
        match &self.key.expression.kind {
            ExpressionKind::String(text) => Some(text),
            ExpressionKind::JsonString(string) => Some(&string.text),
            _ => self.key.literal().map(|name| name.name.as_str()),
        }
    }
}

impl ObjectKey {
    /// Returns the name if the key is a name alone, which stands for itself rather than for a variable.
    pub(crate) fn literal(&self) -> Option<&Identifier> {
        match &self.expression.kind {
            ExpressionKind::Traversal(traversal) if traversal.steps.is_empty() => {
                Some(&traversal.root)
            }
            _ => None,
        }
    }
}

impl AccessStep {
    /// Returns the place of the step, with its dot or brackets.
    pub(crate) fn span(&self) -> Span {
        match self {
            Self::Static(step) => step.span,
            Self::Index(index) => index.span,
            Self::Splat(splat) => splat.span,
        }
    }
}
