//! The parts of a provider's schemas that hosts do not print, as JSON.

use serde_json::{Map, Value, json};
use terrane_protocol::schema::TypeKind;
use terrane_protocol::schema::json::{function, section};

use super::checked::RegisteredType;
use super::definition::Definition;
use super::items::Items;
use crate::dynamic::DynResource;
use crate::identity::{Identity, hidden_key, id_member};
use crate::schema::{Block, without_blanks};

impl Definition {
    /// Returns the annotations of all items. They have the structure of the provider's entry in the output of `terraform providers schema -json`.
    pub(crate) fn annotations(&self) -> Value {
        let resources = self.resources.iter();
        let resources: Value = resources
            .map(|(name, it)| (name.clone(), of_resource(it)))
            .collect();
        let (mut functions, mut configured) = (Map::new(), Map::new());
        for (name, it) in self.functions.iter() {
            // Hosts print a function that needs no provider.
            let (all, mut found) = if it.needs_provider() {
                (&mut configured, function(it.signature()))
            } else {
                (&mut functions, json!({}))
            };
            if let Some(version) = it.since() {
                found["since"] = version.into();
            }
            all.insert(name.clone(), found);
        }
        without_blanks(json!({
            "provider": of_block(&self.config),
            (section(TypeKind::Resource)): resources,
            (section(TypeKind::DataSource)): of_blocks(&self.data_sources, |it| it.block()),
            (section(TypeKind::Ephemeral)): of_blocks(&self.ephemerals, |it| it.block()),
            (section(TypeKind::List)): of_blocks(&self.lists, |it| it.block()),
            (section(TypeKind::Action)): of_blocks(&self.actions, |it| it.block()),
            (section(TypeKind::StateStore)): of_blocks(&self.state_stores, |it| it.block()),
            "functions": without_blanks(functions.into()),
            "configured_functions": configured,
        }))
    }
}

fn of_resource(resource: &RegisteredType) -> Value {
    let block = resource.uncached_block();
    let moves = resource.moves();
    let moves = moves.sources();
    let moves =
        moves.map(|(type_name, provider)| json!({ "type": type_name, "provider": provider }));
    let mut found = without_blanks(json!({
        "import": of_import(&**resource, &block),
        "upgrades_from": resource.history().versions().collect::<Vec<_>>(),
        "moves_from": moves.collect::<Vec<_>>(),
    }));
    found["block"] = block.annotations();
    found
}

/// Describes how an object of a resource can be imported.
fn of_import(resource: &dyn DynResource, block: &Block) -> Value {
    let importable = Identity::of(block).is_some() && hidden_key(block).is_empty();
    let forms = resource.import_ids();
    let member = id_member(block).filter(|_| importable && forms.is_empty());
    without_blanks(json!({
        "identity": importable,
        "ids": forms,
        "id_attribute": member.map(|(_, member)| member.name().as_str()),
    }))
}

/// Returns the annotations of each block of a kind, by the name of its type.
fn of_blocks<T: ?Sized>(items: &Items<T>, block: fn(&T) -> &Block) -> Value {
    let items = items.iter();
    items
        .map(|(name, it)| (name.clone(), of_block(block(it))))
        .collect()
}

fn of_block(block: &Block) -> Value {
    json!({ "block": block.annotations() })
}
