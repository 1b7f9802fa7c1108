//! The comparison of all schemas of a provider.

use std::collections::{BTreeMap, BTreeSet};

use terrane_protocol::GetProviderSchemaResponse;
use terrane_protocol::schema::json::ProviderSchemas;
use terrane_protocol::schema::{Function, IdentitySchema, Schema, TypeKind};
use terrane_value::Path;

use crate::change::{SchemaChange, SchemaDifference};
use crate::class::{Verdict, major, minor};
use crate::compare::ItemDifferences;

/// All schemas of a provider, which can be compared with those of a later version. Capabilities and diagnostics are not compared.
pub trait Differences {
    /// Compares all schemas and functions with those of a later version.
    fn differences(&self, later: &Self) -> Vec<SchemaDifference>;
}

impl Differences for ProviderSchemas {
    fn differences(&self, later: &Self) -> Vec<SchemaDifference> {
        let mut found = self.schemas.differences(&later.schemas);
        compare_items(
            "identity",
            &self.identities,
            &later.identities,
            |name| format!("identity of resource {name}"),
            IdentitySchema::differences,
            &mut found,
        );
        found
    }
}

impl Differences for GetProviderSchemaResponse {
    fn differences(&self, later: &Self) -> Vec<SchemaDifference> {
        let mut found = Vec::new();
        found.extend(
            self.provider
                .differences("provider configuration", &later.provider),
        );
        // Providers without such a block report an empty one, too.
        let meta = |response: &Self| {
            let configured = response
                .provider_meta
                .as_ref()
                .filter(|meta| !meta.block.is_empty());
            configured
                .map(|meta| ("provider_meta".to_owned(), meta.clone()))
                .into_iter()
                .collect::<BTreeMap<_, _>>()
        };
        compare_items(
            "block",
            &meta(self),
            &meta(later),
            |_| "provider_meta".to_owned(),
            Schema::differences,
            &mut found,
        );
        for kind in TypeKind::ALL {
            compare_items(
                kind.name(),
                self.types(kind),
                later.types(kind),
                |name| format!("{} {name}", kind.name()),
                Schema::differences,
                &mut found,
            );
        }
        compare_items(
            "function",
            &self.functions,
            &later.functions,
            |name| format!("function {name}"),
            Function::differences,
            &mut found,
        );
        found
    }
}

/// Compares the items of a kind by name.
pub(crate) fn compare_items<T>(
    element: &'static str,
    before: &BTreeMap<String, T>,
    after: &BTreeMap<String, T>,
    owner: impl Fn(&str) -> String,
    compare: impl Fn(&T, &str, &T) -> Vec<SchemaDifference>,
    found: &mut Vec<SchemaDifference>,
) {
    let names: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let whole = |owner, change, (class, reason): Verdict| SchemaDifference {
        owner,
        path: Path::root(),
        change,
        class,
        reason,
    };
    for name in names {
        let owner_name = owner(name);
        match (before.get(name), after.get(name)) {
            (Some(before), Some(after)) => found.extend(compare(before, &owner_name, after)),
            (Some(_), None) => found.push(whole(
                owner_name,
                SchemaChange::Removed(element),
                major("configurations that use it are refused"),
            )),
            (None, _) => found.push(whole(
                owner_name,
                SchemaChange::Added(element),
                minor("configurations may use it"),
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use terrane_protocol::schema::{
        Attribute, Block, BlockNesting, Description, NestedBlock, Nesting,
    };
    use terrane_value::Type;

    use crate::class::ChangeClass;

    use super::*;

    fn schema(attributes: impl IntoIterator<Item = Attribute>) -> Schema {
        Schema {
            block: Block {
                attributes: attributes.into_iter().collect(),
                ..Block::default()
            },
            ..Schema::default()
        }
    }

    fn optional(name: &str, ty: Type) -> Attribute {
        Attribute {
            optional: true,
            ..Attribute::new(name, ty)
        }
    }

    /// The differences as text, with a mark for those that break.
    fn difference_texts(found: &[SchemaDifference]) -> Vec<String> {
        let mark = |it: &SchemaDifference| match it.class {
            ChangeClass::Major => format!("! {it}"),
            ChangeClass::Minor | ChangeClass::Patch => it.to_string(),
        };
        found.iter().map(mark).collect()
    }

    #[test]
    fn the_order_of_attributes_is_no_difference() {
        let (a, b) = (optional("a", Type::Bool), optional("b", Type::String));
        let (one, other) = (schema([a.clone(), b.clone()]), schema([b, a]));
        assert_eq!(one.differences("resource r", &other), []);
    }

    #[test]
    fn every_property_of_an_attribute_is_compared() {
        let before = schema([
            optional("changed", Type::String),
            optional("removed", Type::Bool),
            Attribute {
                optional: true,
                ..Attribute::nested("deep", Nesting::List, [optional("leaf", Type::Number)])
            },
        ]);
        let after = schema([
            Attribute {
                computed: true,
                sensitive: true,
                write_only: true,
                description: Description::markdown("New."),
                deprecation: Some("Old.".to_owned()),
                ..optional("changed", Type::Number)
            },
            Attribute {
                required: true,
                ..Attribute::new("needed", Type::Bool)
            },
            Attribute {
                optional: true,
                ..Attribute::nested("deep", Nesting::Set, [optional("leaf", Type::Bool)])
            },
        ]);
        assert_eq!(
            difference_texts(&before.differences("resource r", &after)),
            [
                "! resource r, changed: type was string, is number",
                "resource r, changed: presence was optional, is optional and computed",
                "! resource r, changed: sensitive was false, is true",
                "! resource r, changed: write-only was false, is true",
                "resource r, changed: description was \"\", is \"New.\"",
                "resource r, changed: description format was plain, is markdown",
                "resource r, changed: deprecation was none, is \"Old.\"",
                "! resource r, deep: nesting was list, is set",
                "! resource r, deep.leaf: type was number, is bool",
                "! resource r, needed: attribute added",
                "! resource r, removed: attribute removed",
            ]
        );
    }

    #[test]
    fn blocks_are_compared_at_any_depth() {
        let nested = |name: &str, max_items, block| NestedBlock {
            name: name.into(),
            nesting: BlockNesting::List,
            block,
            min_items: 0,
            max_items,
        };
        let tree = |max_items, leaf: Type, computed| {
            let inner = schema([optional("leaf", leaf)]).block;
            let mut outer = Block {
                computed,
                ..Block::default()
            };
            outer.blocks.push(nested("inner", max_items, inner));
            let mut schema = Schema::default();
            schema.block.blocks.push(nested("outer", 0, outer));
            schema
        };
        let before = tree(3, Type::Bool, false);
        assert_eq!(
            difference_texts(&before.differences("resource r", &tree(1, Type::String, true))),
            [
                "! resource r, outer.inner: maximum of items was 3, is 1",
                "! resource r, outer.inner.leaf: type was bool, is string",
                "resource r, outer: computed was false, is true",
            ]
        );
    }

    #[test]
    fn an_empty_description_has_no_format_and_an_empty_block_of_modules_is_none() {
        let described = |description| {
            let mut schema = schema([optional("a", Type::Bool)]);
            schema.block.description = description;
            schema
        };
        let (plain, markdown) = (Description::plain(""), Description::markdown(""));
        let found = described(plain).differences("resource r", &described(markdown));
        assert_eq!(found, []);
        let without = GetProviderSchemaResponse::default();
        let with = GetProviderSchemaResponse {
            provider_meta: Some(Schema::default()),
            ..without.clone()
        };
        assert_eq!(without.differences(&with), []);
    }

    #[test]
    fn items_of_every_kind_are_compared() {
        let mut before = GetProviderSchemaResponse::default();
        let mut after = before.clone();
        for kind in TypeKind::ALL {
            let name = kind.name().replace(' ', "_");
            before.types_mut(kind).insert(name, Schema::default());
        }
        before.provider_meta = Some(Schema::default());
        after.provider_meta = Some(schema([optional("module", Type::String)]));
        let signature = |returns| Function {
            parameters: Vec::new(),
            variadic: None,
            returns,
            summary: String::new(),
            description: Description::default(),
            deprecation: None,
        };
        before.functions.insert("f".into(), signature(Type::Bool));
        after.functions.insert("f".into(), signature(Type::String));
        assert_eq!(
            difference_texts(&before.differences(&after)),
            [
                "provider_meta: block added",
                "! resource resource: resource removed",
                "! data source data_source: data source removed",
                "! ephemeral resource ephemeral_resource: ephemeral resource removed",
                "! list resource list_resource: list resource removed",
                "! action action: action removed",
                "! state store state_store: state store removed",
                "! function f, return: type was bool, is string",
            ]
        );
        assert_eq!(before.differences(&before), []);
    }
}
