//! Reading of single blocks and constant arguments.

use terrane_hcl::syntax::ast::{Attribute, Block, Body, Expression, Traversal};
use terrane_hcl::syntax::{self, BodySchema, Content};
use terrane_hcl::value::Value;
use terrane_hcl::{Diagnostic, Diagnostics, Scope, Span, evaluate};
use terrane_value::{Text, Type};

use super::messages;
use super::{Condition, Meta, ProviderReference};

/// Reads blocks and collects errors.
#[derive(Default)]
pub(super) struct Reader {
    pub(super) diagnostics: Diagnostics,
}

impl Reader {
    pub(super) fn report(&mut self, diagnostic: Diagnostic, place: Span) {
        self.diagnostics.push(diagnostic.at(place));
    }

    /// Reads a body that has only what the schema has.
    pub(super) fn content(&mut self, body: &Body, schema: &BodySchema) -> Content {
        let (content, diagnostics) = body.content(schema);
        self.diagnostics.extend(diagnostics);
        content
    }

    /// Reads the arguments and blocks of hosts in a body whose other content a provider or a module defines.
    pub(super) fn partial_content(&mut self, body: &Body, schema: &BodySchema) -> Content {
        let (content, diagnostics) = body.partial_content(schema);
        self.diagnostics.extend(diagnostics);
        content
    }

    /// Reads the name of a block, which must be an identifier.
    pub(super) fn name(&mut self, block: &Block, label: usize) -> Option<Text> {
        let label = block.labels.get(label)?;
        if !syntax::is_identifier(&label.name) {
            self.report(messages::name(&label.name), label.span);
            return None;
        }
        Some(label.name.clone())
    }

    /// Evaluates an expression without references.
    pub(super) fn constant(&mut self, expression: &Expression) -> Option<Value> {
        let (value, diagnostics) = evaluate(expression, &Scope::new());
        let is_valid = !diagnostics.has_errors();
        self.diagnostics.extend(diagnostics);
        is_valid.then_some(value)
    }

    /// Reads a flag. Null means that it is not set.
    pub(super) fn flag(&mut self, content: &Content, name: &str) -> Option<bool> {
        let attribute = content.attribute(name)?;
        let value = self.constant(&attribute.expression)?;
        let flag = value.convert(&Type::Bool).ok();
        if flag.as_ref().is_some_and(Value::is_null) {
            return None;
        }
        let flag = flag.and_then(|flag| flag.as_bool());
        if flag.is_none() {
            self.report(messages::flag(name), attribute.expression.span);
        }
        flag
    }

    /// Reads a text.
    pub(super) fn text(&mut self, content: &Content, name: &str) -> Option<Text> {
        let attribute = content.attribute(name)?;
        let value = self.constant(&attribute.expression)?;
        let text = value.as_text().cloned();
        if text.is_none() {
            self.report(messages::text(name), attribute.expression.span);
        }
        text
    }

    /// Reads a list of references.
    pub(super) fn references(&mut self, attribute: Option<&Attribute>) -> Vec<Traversal> {
        let Some(attribute) = attribute else {
            return Vec::new();
        };
        let mut references = Vec::new();
        match syntax::list(&attribute.expression) {
            Ok(elements) => {
                for element in elements {
                    match syntax::traversal(element) {
                        Ok(reference) => references.push(reference),
                        Err(errors) => self.diagnostics.extend(errors),
                    }
                }
            }
            Err(errors) => self.diagnostics.extend(errors),
        }
        references
    }

    /// Reads `count`, `for_each` and `depends_on`.
    pub(super) fn meta(&mut self, content: &Content) -> Meta {
        let expression = |name| {
            content
                .attribute(name)
                .map(|it: &Attribute| it.expression.clone())
        };
        let meta = Meta {
            count: expression("count"),
            for_each: expression("for_each"),
            depends_on: self.references(content.attribute("depends_on")),
        };
        if let (Some(_), Some(for_each)) = (&meta.count, content.attribute("for_each")) {
            self.report(messages::count_and_for_each(), for_each.name.span);
        }
        meta
    }

    /// Reads `condition` and `error_message`.
    pub(super) fn condition(&mut self, block: &Block) -> Option<Condition> {
        let schema = BodySchema::default()
            .attribute("condition", true)
            .attribute("error_message", true);
        let content = self.content(&block.body, &schema);
        let expression = |name| {
            content
                .attribute(name)
                .map(|it: &Attribute| it.expression.clone())
        };
        Some(Condition {
            condition: expression("condition")?,
            error_message: expression("error_message")?,
            span: block.header,
        })
    }

    /// Reads all conditions of a kind.
    pub(super) fn conditions(&mut self, content: &Content, kind: &str) -> Vec<Condition> {
        let blocks = content.blocks_of(kind);
        blocks.filter_map(|block| self.condition(block)).collect()
    }

    /// Reads the reference to a configuration of a provider.
    pub(super) fn provider_reference(
        &mut self,
        expression: &Expression,
    ) -> Option<ProviderReference> {
        use terrane_hcl::syntax::ast::TraversalStepKind::Attribute;

        let traversal = syntax::traversal(expression).ok();
        let reference = traversal.and_then(|traversal| {
            let alias = match traversal.steps.as_slice() {
                [] => None,
                [step] => match &step.kind {
                    Attribute(alias) => Some(alias.clone()),
                    _ => return None,
                },
                _ => return None,
            };
            Some(ProviderReference {
                name: traversal.root.name,
                alias,
                span: expression.span,
            })
        });
        if reference.is_none() {
            self.report(messages::provider_reference(), expression.span);
        }
        reference
    }

    /// Returns the only block of a kind, if there is one.
    pub(super) fn single<'a>(&mut self, content: &'a Content, kind: &'a str) -> Option<&'a Block> {
        let mut blocks = content.blocks_of(kind);
        let first = blocks.next();
        if let Some(second) = blocks.next() {
            self.report(messages::several(kind), second.header);
        }
        first
    }
}
