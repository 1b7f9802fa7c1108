//! Configurations as JSON.

use std::path::Path;

use serde_json::{Map, Value, json};
use terrane_hcl::syntax::{self, ast};
use terrane_hcl::{Scope, Source, evaluate};

/// Returns the blocks of a file that have a type: kind, type and contents in JSON syntax.
pub(crate) fn blocks(file: &Path) -> Vec<(String, String, Value)> {
    let text = std::fs::read_to_string(file).unwrap();
    let source = Source::detached(file.display().to_string(), text);
    let parsed = syntax::parse_file(&source).into_result().unwrap();
    let Some(body) = parsed.body.native() else {
        panic!("{}: expected the native syntax", file.display());
    };
    let blocks = body.blocks.iter().filter(|block| !block.labels.is_empty());
    blocks
        .map(|block| {
            (
                block.kind.name.to_string(),
                block.labels[0].name.to_string(),
                contents(&block.body),
            )
        })
        .collect()
}

/// Returns the contents of a block. An expression that needs other values is a text with `${..}`, as in JSON syntax.
fn contents(body: &ast::Body) -> Value {
    let Some(body) = body.native() else {
        panic!("expected the native syntax");
    };
    let mut found = Map::new();
    for attribute in &body.attributes {
        let (value, problems) = evaluate(&attribute.expression, &Scope::new());
        let value = if problems.has_errors() {
            json!("${reference}")
        } else {
            let typed = value.to_exchange().unwrap();
            let text = terrane_value::json::encode(&typed.value, &typed.ty).unwrap();
            serde_json::from_slice(&text).unwrap()
        };
        found.insert(attribute.name.name.to_string(), value);
    }
    for block in &body.blocks {
        let nested = block.labels.iter().rev().fold(
            contents(&block.body),
            |inner, label| json!({ label.name.to_string(): inner }),
        );
        let list = found
            .entry(block.kind.name.to_string())
            .or_insert_with(|| json!([]));
        list.as_array_mut().unwrap().push(nested);
    }
    Value::Object(found)
}
