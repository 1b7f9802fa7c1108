//! Schema features that protocol 5 cannot describe.

use std::fmt;

use terrane_value::Path;

use super::{AttributeKind, Block, Schema, SchemaPart, TypeKind};
use crate::GetProviderSchemaResponse;

/// A place in a provider's schemas that only protocol 6 can describe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Protocol6Need {
    /// The item whose schema needs protocol 6, such as `resource zoo_pet`.
    pub owner: String,
    /// The path in that schema. The root path means the schema as a whole.
    pub path: Path,
    /// The feature that needs protocol 6.
    pub feature: Protocol6Feature,
}

/// A schema feature that only protocol 6 can describe.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Protocol6Feature {
    /// A nested attribute, whose value is an object or a collection of objects with their own schema.
    NestedAttribute,
    /// A computed block, which the provider may set.
    ComputedBlock,
    /// A state store. A host of protocol 5 gets the provider without it, so only `Downgrade` of the crate `terrane-composition` reports it.
    StateStore,
}

impl fmt::Display for Protocol6Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.owner)?;
        if !self.path.is_root() {
            write!(f, ", {}", self.path)?;
        }
        f.write_str(match self.feature {
            Protocol6Feature::NestedAttribute => ": a nested attribute",
            Protocol6Feature::ComputedBlock => ": a computed block",
            Protocol6Feature::StateStore => ": a state store",
        })
    }
}

impl GetProviderSchemaResponse {
    /// Finds every place in the schemas that prevents the provider from being served over protocol 5.
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
    /// assert_eq!(needs[0].to_string(), "resource zoo_pet, diet: a nested attribute");
    /// ```
    pub fn protocol_6_needs(&self) -> Vec<Protocol6Need> {
        let mut needs = Vec::new();
        self.each(&mut |part| part.needs(&mut needs));
        needs
    }
}

impl SchemaPart<'_> {
    /// Finds the places that prevent the provider from being served over protocol 5.
    pub fn needs(self, needs: &mut Vec<Protocol6Need>) {
        match self {
            Self::Provider(schema) => schema.needs(|| "provider configuration".to_owned(), needs),
            Self::ProviderMeta(schema) => schema.needs(|| "provider_meta".to_owned(), needs),
            Self::Type(TypeKind::StateStore, ..) => {}
            Self::Type(kind, name, schema) => {
                schema.needs(|| format!("{} {name}", kind.name()), needs);
            }
            Self::Function(..) | Self::ServerCapabilities(_) | Self::Diagnostics(_) => {}
        }
    }
}

impl Schema {
    fn needs(&self, owner: impl Fn() -> String, needs: &mut Vec<Protocol6Need>) {
        let mut found = |path, feature| {
            needs.push(Protocol6Need {
                owner: owner(),
                path,
                feature,
            });
        };
        let root = Path::root();
        if self.block.computed {
            found(root.clone(), Protocol6Feature::ComputedBlock);
        }
        find_nested(&self.block, &root, &mut found);
    }
}

/// Finds the features of protocol 6 in the attributes and nested blocks of a block.
fn find_nested(block: &Block, here: &Path, found: &mut impl FnMut(Path, Protocol6Feature)) {
    for attribute in &block.attributes {
        if let AttributeKind::Nested(_) = attribute.kind {
            let path = here.clone().attribute(&attribute.name);
            found(path, Protocol6Feature::NestedAttribute);
        }
    }
    for nested in &block.blocks {
        let path = here.clone().attribute(&nested.name);
        if nested.block.computed {
            found(path.clone(), Protocol6Feature::ComputedBlock);
        }
        find_nested(&nested.block, &path, found);
    }
}

#[cfg(test)]
mod tests {
    use terrane_value::Type;

    use super::super::{Attribute, BlockNesting, NestedBlock, Nesting};
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
        let needs: Vec<_> = response
            .protocol_6_needs()
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(needs, expected);
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
        assert_eq!(response.protocol_6_needs(), []);
    }
}
