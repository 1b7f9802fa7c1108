//! Bodies that another body overrides in part.

use std::collections::BTreeSet;

use terrane_value::Text;

use super::ast::{
    Block, Body, BodyForm, Expression, ExpressionKind, NativeBody, Object, ObjectItem,
};

/// The type of the blocks that generate blocks of the type that their label names.
const DYNAMIC: &str = "dynamic";

impl Body {
    /// Returns a body with the content of both, in which each argument of `over` replaces that of the same name, and the blocks of each type in
    /// `over` replace all blocks of that type. `dynamic` blocks count as blocks of the type that they generate. All parts keep their places.
    ///
    /// Terraform merges the content of override files into resources so.
    ///
    /// ```
    /// use terrane_hcl::{Source, syntax};
    ///
    /// let body = |text: &'static str| syntax::parse_file(&Source::detached("x", text)).value.body;
    /// let base = body("a = 1\nb = 1\nc {}\nc {}\ndynamic \"d\" {}\n");
    /// let merged = base.overridden_by(&body("b = 2\nc {}\nd {}\n"));
    /// let schema = syntax::BodySchema::default().attribute("a", true).attribute("b", true);
    /// let (content, diagnostics) = merged.content(&schema.block("c", []).block("d", []));
    /// assert!(diagnostics.is_empty());
    /// assert_eq!((content.attributes.len(), content.blocks.len()), (2, 2));
    /// ```
    #[must_use]
    pub fn overridden_by(&self, over: &Self) -> Self {
        let mut names = Names::default();
        names.collect(over);
        let base = names.remaining(self);
        match (base.native(), over.native()) {
            (Some(base), Some(over)) => Self::from(NativeBody {
                attributes: [base.attributes.as_slice(), &over.attributes].concat(),
                blocks: [base.blocks.as_slice(), &over.blocks].concat(),
                span: base.span,
            }),
            _ => Self::merged(base, over.clone()),
        }
    }
}

/// The names of arguments and types of blocks in a body. In JSON syntax a property can be either.
#[derive(Default)]
struct Names(BTreeSet<Text>);

impl Names {
    fn collect(&mut self, body: &Body) {
        match &body.form {
            BodyForm::Native(body) => {
                let attributes = body.attributes.iter();
                self.0.extend(attributes.map(|it| it.name.name.clone()));
                let kinds = body.blocks.iter().filter_map(kind);
                self.0.extend(kinds.cloned());
            }
            BodyForm::Json(body) => {
                for item in items(&body.value) {
                    match item.name() {
                        Some(DYNAMIC) => {
                            let labels = items(&item.value).into_iter();
                            let label_names = labels.filter_map(|label| label.name());
                            self.0.extend(label_names.map(Text::from));
                        }
                        name => self.0.extend(name.map(Text::from)),
                    }
                }
            }
            BodyForm::Merged(body) => {
                self.collect(&body.base);
                self.collect(&body.over);
            }
        }
    }

    /// Returns a body without the parts that have one of the names.
    fn remaining(&self, body: &Body) -> Body {
        match &body.form {
            BodyForm::Native(body) => {
                let mut remaining_body = body.clone();
                remaining_body
                    .attributes
                    .retain(|it| !self.0.contains(&it.name.name));
                remaining_body
                    .blocks
                    .retain(|block| kind(block).is_none_or(|kind| !self.0.contains(kind)));
                remaining_body.into()
            }
            BodyForm::Json(body) => Body::json(self.remaining_items(&body.value, true)),
            BodyForm::Merged(body) => {
                Body::merged(self.remaining(&body.base), self.remaining(&body.over))
            }
        }
    }

    /// Returns an object, or an array of objects, without the items that have one of the names.
    fn remaining_items(&self, value: &Expression, is_body: bool) -> Expression {
        let kind = match &value.kind {
            ExpressionKind::Object(object) => {
                let mut items = Vec::new();
                for item in &object.items {
                    match item.name() {
                        Some(DYNAMIC) if is_body => items.push(ObjectItem {
                            key: item.key.clone(),
                            value: self.remaining_items(&item.value, false),
                        }),
                        Some(name) if self.0.contains(name) => {}
                        _ => items.push(item.clone()),
                    }
                }
                items.retain(|item| !is_emptied(item));
                ExpressionKind::Object(Box::new(Object {
                    items,
                    is_json: object.is_json,
                }))
            }
            ExpressionKind::Tuple(values) => {
                let values = values.iter();
                let remaining_values = values.map(|value| self.remaining_items(value, is_body));
                ExpressionKind::Tuple(remaining_values.collect())
            }
            other => other.clone(),
        };
        Expression {
            kind,
            span: value.span,
        }
    }
}

/// Returns the type of a block, or for a `dynamic` block the type that it generates.
fn kind(block: &Block) -> Option<&Text> {
    if block.kind.name == *DYNAMIC {
        block.labels.first().map(|label| &label.name)
    } else {
        Some(&block.kind.name)
    }
}

/// Returns whether all labels of a `dynamic` property were removed.
fn is_emptied(item: &ObjectItem) -> bool {
    let ExpressionKind::Object(labels) = &item.value.kind else {
        return false;
    };
    item.name() == Some(DYNAMIC) && labels.items.is_empty()
}

/// Returns the properties of an object, or of all objects of an array.
fn items(value: &Expression) -> Vec<&ObjectItem> {
    match &value.kind {
        ExpressionKind::Object(object) => object.items.iter().collect(),
        ExpressionKind::Tuple(values) => values.iter().flat_map(items).collect(),
        _ => Vec::new(),
    }
}
