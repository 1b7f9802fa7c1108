//! Nested blocks: from the blocks of one type to a value.

use std::collections::BTreeMap;

use terrane_value::{Text, Type};

use super::{Decoder, Item, NestedBlock, Nesting, messages};
use crate::source::Span;
use crate::syntax::BodySchema;
use crate::value::{Value, unify_lossy};

impl Decoder<'_> {
    pub(super) fn nested(
        &mut self,
        block: &NestedBlock,
        items: &[&Item],
        missing_item: Span,
    ) -> Value {
        match block.nesting {
            Nesting::Single | Nesting::Group => self.single(block, items, missing_item),
            Nesting::List | Nesting::Set => self.sequence(block, items, missing_item),
            Nesting::Map => self.map(block, items),
        }
    }

    fn block(&mut self, block: &NestedBlock, item: &Item) -> Value {
        let hidden = BodySchema::default();
        self.body(&item.body, &block.schema, &hidden, &item.position)
    }

    fn single(&mut self, block: &NestedBlock, items: &[&Item], missing_item: Span) -> Value {
        if let Some(second) = items.get(1) {
            let message = messages::duplicate_block(&block.name);
            self.diagnostics.push(message.at(second.header));
        }
        match items.first() {
            Some(item) => self.block(block, item),
            None => {
                if block.min_items == 1 {
                    let message = messages::missing_block(&block.name);
                    self.diagnostics.push(message.at(missing_item));
                }
                block.empty_value()
            }
        }
    }

    fn sequence(&mut self, block: &NestedBlock, items: &[&Item], missing_item: Span) -> Value {
        let mut values = Vec::with_capacity(items.len());
        for item in items {
            let value = self.block(block, item);
            if item.position.is_unknown {
                return Value::unknown(block.ty());
            }
            values.push(value.with_marks(&item.position.marks));
        }
        if values.len() < block.min_items {
            let message = messages::insufficient_blocks(&block.name, block.min_items);
            self.diagnostics.push(message.at(missing_item));
        } else if let Some(max) = block.max_items
            && let Some(extra) = items.get(max)
        {
            let message = messages::too_many_blocks(&block.name, max);
            self.diagnostics.push(message.at(extra.body.missing_item()));
        }
        if values.is_empty() {
            return block.empty_value();
        }
        let is_dynamic = block.ty() == Type::Dynamic;
        match block.nesting {
            Nesting::Set => match unified(values) {
                Some(values) => Value::set(values),
                None => {
                    let message = messages::inconsistent_types(&block.name);
                    let first = items
                        .first()
                        .map_or(missing_item, |item| item.body.missing_item());
                    self.diagnostics.push(message.at(first));
                    Value::dynamic()
                }
            },
            _ if is_dynamic => Value::tuple(values),
            _ => Value::list(values),
        }
    }

    fn map(&mut self, block: &NestedBlock, items: &[&Item]) -> Value {
        let mut values: BTreeMap<Text, Value> = BTreeMap::new();
        for item in items {
            if item.position.is_unknown {
                return Value::unknown(block.ty());
            }
            let value = self.block(block, item).with_marks(&item.position.marks);
            let Some(key) = item.labels.first() else {
                continue;
            };
            if values.contains_key(key) {
                let message = messages::duplicate_key(&block.name, key);
                self.diagnostics.push(message.at(item.header));
            } else {
                values.insert(key.clone(), value);
            }
        }
        if values.is_empty() {
            block.empty_value()
        } else if block.ty() == Type::Dynamic {
            Value::object(values)
        } else {
            Value::map(values)
        }
    }
}

/// Converts values to one type, if there is one.
fn unified(values: Vec<Value>) -> Option<Vec<Value>> {
    let ty = unify_lossy(values.iter().map(Value::ty))?;
    values.iter().map(|value| value.convert(&ty).ok()).collect()
}
