//! Schema features that protocol 5 cannot describe.

use terrane_value::Path;

use super::{AttributeKind, Block, SchemaPart, TypeKind};
use crate::GetProviderSchemaResponse;

impl GetProviderSchemaResponse {
    /// Describes every place in the schemas that prevents the provider from being served over protocol 5: the item, the path and the feature.
    ///
    /// State stores do not prevent it. Hosts of protocol 5 get the schemas without them.
    ///
    /// ```
    /// use terrane_protocol::GetProviderSchemaResponse;
    /// use terrane_protocol::schema::{Attribute, Nesting, Schema};
    ///
    /// let mut pet = Schema::default();
    /// pet.block.attributes.push(Attribute::nested("diet", Nesting::Single, []));
    /// let mut schemas = GetProviderSchemaResponse::default();
    /// schemas.resource_schemas.insert("zoo_pet".to_owned(), pet);
    ///
    /// let needs = schemas.protocol_6_needs();
    /// assert_eq!(needs[0], "resource zoo_pet, diet: a nested attribute");
    /// ```
    pub fn protocol_6_needs(&self) -> Vec<String> {
        let mut needs = Vec::new();
        self.each(&mut |part| part.needs(&mut needs));
        needs
    }
}

impl SchemaPart<'_> {
    /// Describes the places that prevent the provider from being served over protocol 5.
    pub fn needs(self, needs: &mut Vec<String>) {
        let (owner, schema) = match self {
            Self::Provider(schema) => ("provider configuration".to_owned(), schema),
            Self::ProviderMeta(schema) => ("provider_meta".to_owned(), schema),
            Self::Type(TypeKind::StateStore, ..) => return,
            Self::Type(kind, name, schema) => (format!("{} {name}", kind.name()), schema),
            Self::Function(..) | Self::ServerCapabilities(_) | Self::Diagnostics(_) => return,
        };
        if schema.block.computed {
            needs.push(format!("{owner}: {COMPUTED}"));
        }
        find_nested(&schema.block, &Path::root(), &mut |path, feature| {
            needs.push(format!("{owner}, {path}: {feature}"));
        });
    }
}

const NESTED: &str = "a nested attribute";
const COMPUTED: &str = "a computed block";

/// Finds the features of protocol 6 in the attributes and nested blocks of a block.
fn find_nested(block: &Block, here: &Path, found: &mut impl FnMut(Path, &str)) {
    for attribute in &block.attributes {
        if let AttributeKind::Nested(_) = attribute.kind {
            found(here.clone().attribute(&attribute.name), NESTED);
        }
    }
    for nested in &block.blocks {
        let path = here.clone().attribute(&nested.name);
        if nested.block.computed {
            found(path.clone(), COMPUTED);
        }
        find_nested(&nested.block, &path, found);
    }
}

#[cfg(test)]
mod tests {
    use terrane_value::Type;

    use super::super::{Attribute, BlockNesting, NestedBlock, Nesting, Schema};
    use super::*;

    #[test]
    fn every_place_is_named() {
        let schema = Schema {
            version: 0,
            block: Block {
                attributes: vec![
                    Attribute::new("plain", Type::String),
                    Attribute::nested(
                        "diet",
                        Nesting::Single,
                        [Attribute::nested("deep", Nesting::Set, [])],
                    ),
                ],
                blocks: vec![NestedBlock {
                    name: "fence".into(),
                    nesting: BlockNesting::List,
                    block: Block {
                        attributes: vec![Attribute::nested("post", Nesting::Map, [])],
                        computed: true,
                        ..Block::default()
                    },
                    min_items: 0,
                    max_items: 0,
                }],
                ..Block::default()
            },
        };
        let one = |name: &str| [(name.to_owned(), schema.clone())].into();
        let response = GetProviderSchemaResponse {
            provider: schema.clone(),
            provider_meta: Some(schema.clone()),
            resource_schemas: one("r"),
            data_source_schemas: one("d"),
            ephemeral_resource_schemas: one("e"),
            list_resource_schemas: one("l"),
            state_store_schemas: one("s"),
            action_schemas: one("a"),
            ..GetProviderSchemaResponse::default()
        };
        let mut expected = Vec::new();
        for owner in [
            "provider configuration",
            "provider_meta",
            "resource r",
            "data source d",
            "ephemeral resource e",
            "list resource l",
            "action a",
        ] {
            expected.push(format!("{owner}, diet: a nested attribute"));
            expected.push(format!("{owner}, fence: a computed block"));
            expected.push(format!("{owner}, fence.post: a nested attribute"));
        }
        assert_eq!(response.protocol_6_needs(), expected);
    }

    #[test]
    fn plain_schemas_need_nothing() {
        let mut response = GetProviderSchemaResponse::default();
        response
            .provider
            .block
            .attributes
            .push(Attribute::new("plain", Type::Dynamic));
        response
            .state_store_schemas
            .insert("s".to_owned(), Schema::default());
        assert_eq!(response.protocol_6_needs(), [""; 0]);
    }
}
