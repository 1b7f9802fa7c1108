//! Bodies by a schema with types: arguments, nested blocks, `dynamic` blocks, and attributes that are written as blocks.

mod blocks;
mod dynamic;
mod messages;
mod schema;

use std::sync::Arc;

use terrane_value::{Text, Type};

pub use schema::{Attribute, NestedBlock, Nesting, Schema};

use crate::budget::Budget;
use crate::diagnostic::Diagnostics;
use crate::evaluate::{evaluate_within, exceeded};
use crate::scope::Scope;
use crate::source::Span;
use crate::syntax::ast::{self, Body, BodyForm, Expression};
use crate::syntax::{BodySchema, Content};
use crate::value::{Marks, Value, without_optional};

/// Evaluates a body by a schema.
///
/// The value is an object with one attribute for each argument and each type of nested blocks. Arguments that are not set are null. A
/// `dynamic` block counts as the blocks that it describes; if their number is unknown, so are the blocks.
///
/// `hidden` has the names that the caller reads from the same body itself, such as the meta-arguments of a resource.
///
/// ```
/// use terrane_hcl::decode::{Nesting, Schema, decode};
/// use terrane_hcl::{Scope, Source, syntax, value::Value};
/// use terrane_value::Type;
///
/// let rule = Schema::new().required("port", Type::Number);
/// let schema = Schema::new().optional("name", Type::String).block("rule", Nesting::List, rule);
/// let text = r#"
/// dynamic "rule" {
///   for_each = ports
///   content { port = rule.value }
/// }
/// "#;
/// let file = syntax::parse_file(&Source::detached("main.tf", text)).into_result()?;
/// let ports = Value::tuple(vec![Value::from(80_i64), "443".into()]);
/// let scope = Scope::new().with_variable("ports", ports);
/// let (value, diagnostics) = decode(&file.body, &schema, &Default::default(), &scope);
/// assert!(diagnostics.is_empty());
/// assert!(value.get("name").is_some_and(Value::is_null));
/// let rules = value.get("rule").and_then(Value::elements).unwrap();
/// assert_eq!(rules[1].get("port"), Some(&443_i64.into()));
/// # Ok::<(), terrane_hcl::Diagnostics>(())
/// ```
pub fn decode(
    body: &Body,
    schema: &Schema,
    hidden: &BodySchema,
    scope: &Scope<'_>,
) -> (Value, Diagnostics) {
    let budget = scope.budget();
    let mut decoder = Decoder {
        scope,
        budget: &budget,
        is_reported: false,
        diagnostics: Diagnostics::new(),
    };
    let value = decoder.body(body, schema, hidden, &Position::default());
    decoder.report_limit(body.missing_item());
    (value, decoder.diagnostics)
}

/// The steps and bytes of decoding an attribute or block, without its value.
const ITEM: (u64, u64) = (100, 256);

/// The type of `dynamic` blocks.
const DYNAMIC: &str = "dynamic";

struct Decoder<'a> {
    scope: &'a Scope<'a>,
    /// What all expressions and `dynamic` blocks take together.
    budget: &'a Budget,
    /// Whether an error says that nothing is left.
    is_reported: bool,
    diagnostics: Diagnostics,
}

/// Where a body stands among `dynamic` blocks.
#[derive(Clone, Default)]
struct Position {
    /// The iterators of all `dynamic` blocks around the body.
    iterators: Arc<[(Text, Value)]>,
    /// The marks of the collection from which the body comes directly.
    marks: Marks,
    /// Whether the number of bodies is unknown, so that this one stands for any number of them.
    is_unknown: bool,
}

/// A block of the body, or one of the blocks that a `dynamic` block describes.
struct Item {
    labels: Vec<Text>,
    body: Arc<Body>,
    header: Span,
    position: Position,
}

impl Decoder<'_> {
    fn body(
        &mut self,
        body: &Body,
        schema: &Schema,
        hidden: &BodySchema,
        position: &Position,
    ) -> Value {
        let items = schema.attributes.len() + schema.blocks.len();
        self.take(items);
        let shape = Shape::of(body, schema, hidden);
        let (content, diagnostics) = body.content(&shape.schema);
        self.diagnostics.extend(diagnostics);
        let mut decoded: Vec<(Text, Value)> = Vec::new();
        for attribute in &schema.attributes {
            if !shape.as_blocks.contains(&attribute.name) {
                let attribute_item = content
                    .attribute(&attribute.name)
                    .filter(|_| !shape.hides_attribute(&attribute.name));
                let value = match attribute_item {
                    Some(attribute_item) => self.attribute(attribute_item, attribute, position),
                    None => Value::null(without_optional(&attribute.ty)),
                };
                decoded.push((attribute.name.clone(), value));
            }
        }
        let named_items = self.items(content, &shape, position);
        for name in &shape.as_blocks {
            if let Some((attribute, element)) = schema.attribute_as_blocks(name) {
                let same_name = named_items
                    .iter()
                    .filter(|(own, _)| own == name)
                    .map(|(_, item)| item);
                let value = self.attribute_as_blocks(attribute, element, same_name);
                decoded.push((name.clone(), value));
            }
        }
        for block in &schema.blocks {
            let blocks: Vec<&Item> = named_items
                .iter()
                .filter(|(own, _)| *own == block.name)
                .map(|(_, item)| item)
                .collect();
            let value = self.nested(block, &blocks, body.missing_item());
            decoded.push((block.name.clone(), value));
        }
        Value::object(decoded)
    }

    fn attribute(
        &mut self,
        given: &ast::Attribute,
        attribute: &Attribute,
        position: &Position,
    ) -> Value {
        let value = if position.is_unknown {
            Value::dynamic()
        } else {
            self.evaluate(&given.expression, &position.iterators)
        };
        let marked = value.with_marks(&position.marks);
        let within_budget = if self.budget.spend(marked.effort()) {
            marked
        } else {
            Value::dynamic()
        };
        within_budget
            .convert(&attribute.ty)
            .unwrap_or_else(|error| {
                let place = given.expression.span;
                let message = messages::wrong_type(&attribute.name, &error);
                self.diagnostics
                    .push(message.at(place).within(given.name.span.to(place)));
                Value::unknown(without_optional(&attribute.ty))
            })
    }

    fn attribute_as_blocks<'i>(
        &mut self,
        attribute: &Attribute,
        element: &Type,
        items: impl Iterator<Item = &'i Item>,
    ) -> Value {
        let schema = Schema::of_element(element);
        let values: Vec<Value> = items
            .map(|item| self.body(&item.body, &schema, &BodySchema::default(), &item.position))
            .collect();
        let ty = without_optional(&attribute.ty);
        if values.is_empty() {
            return Value::null(ty);
        }
        let converted = Value::tuple(values).convert(&attribute.ty);
        // The blocks have been decoded by the type of the elements.
        converted.unwrap_or_else(|_| Value::unknown(ty))
    }

    /// Returns the blocks with their types, those of `dynamic` blocks among them.
    fn items(&mut self, content: Content, shape: &Shape, position: &Position) -> Vec<(Text, Item)> {
        let mut items = Vec::new();
        for block in content.blocks {
            if shape.expands_dynamic && block.kind.name == *DYNAMIC {
                self.dynamic(&block, shape, position, &mut items);
            } else if !shape.hides_block(&block.kind.name) {
                let item = Item {
                    labels: block.labels.into_iter().map(|label| label.name).collect(),
                    body: Arc::new(block.body),
                    header: block.header,
                    position: Position {
                        iterators: Arc::clone(&position.iterators),
                        // Only arguments of the body itself come from the collection, but unknown bodies are unknown as a whole.
                        marks: if position.is_unknown {
                            position.marks.clone()
                        } else {
                            Marks::new()
                        },
                        is_unknown: position.is_unknown,
                    },
                };
                items.push((block.kind.name, item));
            }
        }
        items
    }

    fn evaluate(&mut self, expression: &Expression, iterators: &[(Text, Value)]) -> Value {
        if !self.budget.is_left() {
            return Value::dynamic();
        }
        let (value, diagnostics) = if iterators.is_empty() {
            evaluate_within(expression, self.scope, self.budget)
        } else {
            let scope = self.scope.child().with_variables(iterators.iter().cloned());
            evaluate_within(expression, &scope, self.budget)
        };
        self.is_reported |= !self.budget.is_left();
        self.diagnostics.extend(diagnostics);
        value
    }

    /// Counts items. Returns whether more may follow.
    fn take(&self, items: usize) -> bool {
        let count = u64::try_from(items).unwrap_or(u64::MAX);
        self.budget.spend(count.saturating_mul(ITEM.0))
            && self.budget.allocate(count.saturating_mul(ITEM.1))
    }

    /// Reports the limit that was exceeded, unless an expression did.
    fn report_limit(&mut self, place: Span) {
        if let Some(limit) = self.budget.exceeded().filter(|_| !self.is_reported) {
            self.is_reported = true;
            self.diagnostics.push(exceeded(limit).at(place));
        }
    }
}

/// The names in a body, and how each of them is written there.
struct Shape {
    /// All names.
    schema: BodySchema,
    /// The attributes that are written as blocks.
    as_blocks: Vec<Text>,
    /// The names that the caller reads itself.
    hidden: BodySchema,
    /// Whether `dynamic` is no block of the schema's own.
    expands_dynamic: bool,
}

impl Shape {
    fn of(body: &Body, schema: &Schema, hidden: &BodySchema) -> Self {
        let mut shape = Self {
            schema: BodySchema::default(),
            as_blocks: Vec::new(),
            hidden: hidden.clone(),
            expands_dynamic: true,
        };
        let may_be_legacy = schema.may_be_legacy();
        for attribute in &schema.attributes {
            let name = &attribute.name;
            let is_block = may_be_legacy
                && schema.attribute_as_blocks(name).is_some()
                && !has_attribute(body, name);
            shape.schema = if is_block {
                shape.as_blocks.push(name.clone());
                shape.schema.block(name.clone(), [])
            } else {
                shape.schema.attribute(name.clone(), attribute.is_required)
            };
        }
        for block in &schema.blocks {
            let labels = match block.nesting {
                Nesting::Map => &["key"][..],
                _ => &[],
            };
            shape.expands_dynamic &= block.name != *DYNAMIC;
            shape.schema = shape
                .schema
                .block(block.name.clone(), labels.iter().copied());
        }
        for attribute in &hidden.attributes {
            let name = attribute.name.clone();
            shape.schema = shape.schema.attribute(name, false);
        }
        shape.schema.blocks.extend(hidden.blocks.iter().cloned());
        if shape.expands_dynamic {
            shape.schema = shape.schema.block(DYNAMIC, ["type"]);
        }
        shape
    }

    fn hides_attribute(&self, name: &str) -> bool {
        let hidden = &self.hidden.attributes;
        hidden.iter().any(|attribute| attribute.name == *name)
    }

    fn hides_block(&self, kind: &str) -> bool {
        let hidden = &self.hidden.blocks;
        hidden.iter().any(|block| block.kind == *kind)
    }

    /// Returns the labels of blocks of a type that is not hidden.
    fn labels_of(&self, kind: &str) -> Option<&[Text]> {
        let mut blocks = self.schema.blocks.iter();
        let block = blocks.find(|block| block.kind == *kind && *kind != *DYNAMIC)?;
        Some(&block.labels)
    }
}

/// Returns whether an argument is set. A property of a JSON body counts as an argument, because it can be one.
fn has_attribute(body: &Body, name: &Text) -> bool {
    match &body.form {
        BodyForm::Native(body) => body.attributes.iter().any(|it| it.name.name == *name),
        BodyForm::Json(_) => {
            let schema = BodySchema::default().attribute(name.clone(), false);
            body.partial_content(&schema).0.attribute(name).is_some()
        }
        BodyForm::Merged(body) => {
            has_attribute(&body.base, name) || has_attribute(&body.over, name)
        }
    }
}
