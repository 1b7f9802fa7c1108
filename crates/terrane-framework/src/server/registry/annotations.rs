//! The parts of a provider's schemas that hosts do not print, as JSON.

use serde_json::{Map, Value, json};
use terrane_protocol::schema::TypeKind;
use terrane_protocol::schema::json::{function, section};

use super::checked::RegisteredType;
use super::definition::Definition;
use super::items::Items;
use crate::dynamic::DynResource;
use crate::identity::{Identity, hidden_key, id_member};
use crate::schema::Block;

impl Definition {
    /// Returns the annotations of all items. They have the structure of the provider's entry in the output of `terraform providers schema -json`.
    pub(crate) fn annotations(&self) -> Value {
        let mut found = Map::new();
        found.insert("provider".to_owned(), of_block(&self.config));
        let mut resources = Map::new();
        for (name, resource) in self.resources.iter() {
            resources.insert(name.clone(), of_resource(resource));
        }
        let mut add = |kind: TypeKind, types: Map<String, Value>| {
            if !types.is_empty() {
                found.insert(section(kind).to_owned(), Value::Object(types));
            }
        };
        add(TypeKind::Resource, resources);
        add(
            TypeKind::DataSource,
            of_blocks(&self.data_sources, |it| it.block()),
        );
        add(
            TypeKind::Ephemeral,
            of_blocks(&self.ephemerals, |it| it.block()),
        );
        add(TypeKind::List, of_blocks(&self.lists, |it| it.block()));
        add(TypeKind::Action, of_blocks(&self.actions, |it| it.block()));
        add(
            TypeKind::StateStore,
            of_blocks(&self.state_stores, |it| it.block()),
        );
        let mut functions = Map::new();
        for (name, it) in self.functions.iter().filter(|(_, it)| it.needs_provider()) {
            functions.insert(name.clone(), function(it.signature()));
        }
        if !functions.is_empty() {
            found.insert("configured_functions".to_owned(), Value::Object(functions));
        }
        for (name, function) in self.functions.iter() {
            if let Some(version) = function.since() {
                let section = if function.needs_provider() {
                    "configured_functions"
                } else {
                    "functions"
                };
                let functions = found.entry(section).or_insert_with(|| json!({}));
                functions[name]["since"] = version.into();
            }
        }
        Value::Object(found)
    }
}

/// Returns the annotations of a resource: those of its block, and the objects that it can take over.
fn of_resource(resource: &RegisteredType) -> Value {
    let block = resource.uncached_block();
    let mut annotations = of_block(&block);
    let import = of_import(&**resource, &block);
    if !import.is_empty() {
        annotations["import"] = import.into();
    }
    let upgrades: Vec<i64> = resource.history().versions().collect();
    if !upgrades.is_empty() {
        annotations["upgrades_from"] = json!(upgrades);
    }
    let moves: Vec<Value> = resource
        .moves()
        .sources()
        .map(|(type_name, provider)| json!({ "type": type_name, "provider": provider }))
        .collect();
    if !moves.is_empty() {
        annotations["moves_from"] = json!(moves);
    }
    annotations
}

/// Describes how an object of a resource can be imported.
fn of_import(resource: &dyn DynResource, block: &Block) -> Map<String, Value> {
    let mut found = Map::new();
    let importable = Identity::of(block).is_some() && hidden_key(block).is_empty();
    if importable {
        found.insert("identity".to_owned(), true.into());
    }
    let forms = resource.import_ids();
    if !forms.is_empty() {
        found.insert("ids".to_owned(), forms.into());
    } else if let Some((_, member)) = id_member(block).filter(|_| importable) {
        found.insert("id_attribute".to_owned(), member.name().as_str().into());
    }
    found
}

/// Returns the annotations of each block of a kind, by the name of its type.
fn of_blocks<T: ?Sized>(items: &Items<T>, block: fn(&T) -> &Block) -> Map<String, Value> {
    let mut found = Map::new();
    for (name, item) in items.iter() {
        found.insert(name.clone(), of_block(block(item)));
    }
    found
}

fn of_block(block: &Block) -> Value {
    json!({ "block": block.annotations() })
}
