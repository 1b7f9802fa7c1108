//! The parts of a provider's schemas that hosts do not print, as JSON.

use serde_json::{Map, Value, json};
use terrane_protocol::schema::TypeKind;
use terrane_protocol::schema::json::{function, section};

use super::definition::Definition;
use crate::dynamic::DynResource;
use crate::identity::{Identity, hidden_key, id_member};
use crate::schema::Block;

impl Definition {
    /// Returns the annotations of all items. They have the structure of the provider's entry in the output of `terraform providers schema -json`.
    pub(crate) fn annotations(&self) -> Value {
        let mut found = Map::new();
        found.insert("provider".to_owned(), of_block(&self.config));
        let mut add = |kind: TypeKind, types: Map<String, Value>| {
            if !types.is_empty() {
                found.insert(section(kind).to_owned(), Value::Object(types));
            }
        };
        let resources = self.resources.iter().map(|(name, resource)| {
            let block = resource.uncached_block();
            let mut annotations = of_block(&block);
            let import = of_import(&***resource, &block);
            if !import.is_empty() {
                annotations["import"] = import.into();
            }
            let upgrades: Vec<i64> = resource.history().versions().collect();
            if !upgrades.is_empty() {
                annotations["upgrades_from"] = json!(upgrades);
            }
            let moves = resource.moves();
            let moves = moves.sources();
            let moves: Vec<Value> = moves
                .map(|(type_name, provider)| json!({ "type": type_name, "provider": provider }))
                .collect();
            if !moves.is_empty() {
                annotations["moves_from"] = json!(moves);
            }
            (name.clone(), annotations)
        });
        add(TypeKind::Resource, resources.collect());
        let sources = self.data_sources.iter();
        let sources = sources.map(|(name, it)| (name.clone(), of_block(it.block())));
        add(TypeKind::DataSource, sources.collect());
        let ephemerals = self.ephemerals.iter();
        let ephemerals = ephemerals.map(|(name, it)| (name.clone(), of_block(it.block())));
        add(TypeKind::Ephemeral, ephemerals.collect());
        let lists = self.lists.iter();
        let lists = lists.map(|(name, it)| (name.clone(), of_block(it.block())));
        add(TypeKind::List, lists.collect());
        let actions = self.actions.iter();
        let actions = actions.map(|(name, it)| (name.clone(), of_block(it.block())));
        add(TypeKind::Action, actions.collect());
        let stores = self.state_stores.iter();
        let stores = stores.map(|(name, it)| (name.clone(), of_block(it.block())));
        add(TypeKind::StateStore, stores.collect());
        let functions = self.functions.iter().filter(|(_, it)| it.needs_provider());
        let functions: Map<String, Value> = functions
            .map(|(name, it)| (name.clone(), function(it.signature())))
            .collect();
        if !functions.is_empty() {
            found.insert("configured_functions".to_owned(), Value::Object(functions));
        }
        for (name, function) in self.functions.iter() {
            if let Some(version) = function.since() {
                let section = match function.needs_provider() {
                    true => "configured_functions",
                    false => "functions",
                };
                let functions = found.entry(section).or_insert_with(|| json!({}));
                functions[name]["since"] = version.into();
            }
        }
        Value::Object(found)
    }
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

fn of_block(block: &Block) -> Value {
    json!({ "block": block.annotations() })
}
