//! The reader of schemas in JSON.

use std::collections::BTreeMap;

use serde::Deserialize;
use terrane_protocol::GetProviderSchemaResponse;
use terrane_protocol::schema::json::ProviderSchemas;
use terrane_protocol::schema::{
    Attribute, AttributeKind, Block, BlockNesting, Description, DescriptionKind, Function,
    IdentityAttribute, IdentitySchema, NestedBlock, NestedObject, Nesting, Parameter, Schema,
};
use terrane_value::Type;

/// The error of a text that has another form than hosts write.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct ReadError(#[from] serde_json::Error);

/// Reads the schemas of all providers in the output of `terraform providers schema -json`, by the address of the provider.
///
/// Some facts of a schema are missing in this format. Before Terraform 1.14, these are the messages of deprecations. Descriptions of functions are read as
/// Markdown. Parameters are read as if they accepted no unknown values.
///
/// ```
/// use terrane_schema::{ReadError, read};
///
/// let text = r#"{"format_version": "1.0", "provider_schemas": {"registry.terraform.io/example/zoo": {
///     "resource_schemas": {"zoo_pet": {"version": 2, "block": {"attributes": {"legs": {"type": "number", "required": true}}}}}
/// }}}"#;
/// let providers = read(text)?;
/// let zoo = &providers["registry.terraform.io/example/zoo"].schemas;
/// assert!(zoo.resource_schemas["zoo_pet"].attribute("legs").is_some_and(|legs| legs.required));
/// # Ok::<(), ReadError>(())
/// ```
///
/// # Errors
///
/// Fails if the text is not JSON, or has another form. The error has the line and column.
pub fn read(text: &str) -> Result<BTreeMap<String, ProviderSchemas>, ReadError> {
    let file: File = serde_json::from_str(text)?;
    let providers = file.provider_schemas.into_iter();
    Ok(providers
        .map(|(address, provider)| (address, provider.into()))
        .collect())
}

/// Reads the signature of a function.
pub(crate) fn function(value: &serde_json::Value) -> Option<Function> {
    JsonFunction::deserialize(value).ok().map(Into::into)
}

#[derive(Deserialize)]
struct File {
    provider_schemas: BTreeMap<String, JsonProvider>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct JsonProvider {
    provider: JsonSchema,
    provider_meta: Option<JsonSchema>,
    resource_schemas: BTreeMap<String, JsonSchema>,
    data_source_schemas: BTreeMap<String, JsonSchema>,
    ephemeral_resource_schemas: BTreeMap<String, JsonSchema>,
    list_resource_schemas: BTreeMap<String, JsonSchema>,
    action_schemas: BTreeMap<String, JsonSchema>,
    state_store_schemas: BTreeMap<String, JsonSchema>,
    functions: BTreeMap<String, JsonFunction>,
    resource_identity_schemas: BTreeMap<String, JsonIdentity>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct JsonSchema {
    version: i64,
    block: JsonBlock,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct JsonBlock {
    attributes: BTreeMap<String, JsonAttribute>,
    block_types: BTreeMap<String, JsonNestedBlock>,
    #[serde(flatten)]
    documentation: Documentation,
    computed: bool,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Documentation {
    description: String,
    description_kind: JsonDescriptionKind,
    deprecated: bool,
    deprecation_message: Option<String>,
}

#[derive(Deserialize, Default, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum JsonDescriptionKind {
    #[default]
    Plain,
    Markdown,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct JsonAttribute {
    #[serde(rename = "type")]
    ty: Option<JsonType>,
    nested_type: Option<JsonNested>,
    required: bool,
    optional: bool,
    computed: bool,
    sensitive: bool,
    write_only: bool,
    #[serde(flatten)]
    documentation: Documentation,
}

#[derive(Deserialize)]
struct JsonNested {
    #[serde(default)]
    attributes: BTreeMap<String, JsonAttribute>,
    nesting_mode: Mode,
}

#[derive(Deserialize)]
struct JsonNestedBlock {
    nesting_mode: Mode,
    #[serde(default)]
    block: JsonBlock,
    #[serde(default)]
    min_items: u64,
    #[serde(default)]
    max_items: u64,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum Mode {
    Single,
    Group,
    List,
    Set,
    Map,
}

#[derive(Deserialize)]
#[serde(try_from = "serde_json::Value")]
struct JsonType(Type);

#[derive(Deserialize)]
struct JsonFunction {
    #[serde(default)]
    description: String,
    #[serde(default)]
    summary: String,
    #[serde(default)]
    deprecation_message: Option<String>,
    return_type: JsonType,
    #[serde(default)]
    parameters: Vec<JsonParameter>,
    #[serde(default)]
    variadic_parameter: Option<JsonParameter>,
}

#[derive(Deserialize)]
struct JsonParameter {
    name: String,
    #[serde(default)]
    description: String,
    #[serde(default)]
    is_nullable: bool,
    #[serde(rename = "type")]
    ty: JsonType,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct JsonIdentity {
    version: i64,
    attributes: BTreeMap<String, JsonIdentityAttribute>,
}

#[derive(Deserialize)]
struct JsonIdentityAttribute {
    #[serde(rename = "type")]
    ty: JsonType,
    #[serde(default)]
    description: String,
    #[serde(default)]
    required_for_import: bool,
    #[serde(default)]
    optional_for_import: bool,
}

impl TryFrom<serde_json::Value> for JsonType {
    type Error = String;

    fn try_from(value: serde_json::Value) -> Result<Self, String> {
        let json = value.to_string();
        match Type::from_json(json.as_bytes()) {
            Ok(ty) => Ok(Self(ty)),
            Err(error) => Err(format!("{json} is not a type: {error}")),
        }
    }
}

impl From<JsonProvider> for ProviderSchemas {
    fn from(json: JsonProvider) -> Self {
        Self {
            schemas: GetProviderSchemaResponse {
                provider: json.provider.into(),
                provider_meta: json.provider_meta.map(Into::into),
                resource_schemas: all(json.resource_schemas),
                data_source_schemas: all(json.data_source_schemas),
                ephemeral_resource_schemas: all(json.ephemeral_resource_schemas),
                list_resource_schemas: all(json.list_resource_schemas),
                action_schemas: all(json.action_schemas),
                state_store_schemas: all(json.state_store_schemas),
                functions: all(json.functions),
                ..GetProviderSchemaResponse::default()
            },
            identities: all(json.resource_identity_schemas),
        }
    }
}

fn all<J: Into<T>, T>(items: BTreeMap<String, J>) -> BTreeMap<String, T> {
    items
        .into_iter()
        .map(|(name, item)| (name, item.into()))
        .collect()
}

impl From<JsonSchema> for Schema {
    fn from(json: JsonSchema) -> Self {
        Self {
            version: json.version,
            block: json.block.into(),
        }
    }
}

impl From<JsonBlock> for Block {
    fn from(json: JsonBlock) -> Self {
        let (description, deprecation) = json.documentation.split();
        Self {
            attributes: attributes_from_json(json.attributes),
            blocks: json.block_types.into_iter().map(nested_block).collect(),
            description,
            deprecation,
            computed: json.computed,
        }
    }
}

impl Documentation {
    fn split(self) -> (Description, Option<String>) {
        let description = Description {
            text: self.description,
            kind: match self.description_kind {
                JsonDescriptionKind::Plain => DescriptionKind::Plain,
                JsonDescriptionKind::Markdown => DescriptionKind::Markdown,
            },
        };
        let deprecation = if self.deprecated {
            Some(self.deprecation_message.unwrap_or_default())
        } else {
            self.deprecation_message
        };
        (description, deprecation)
    }
}

fn attributes_from_json(json: BTreeMap<String, JsonAttribute>) -> Vec<Attribute> {
    json.into_iter().map(attribute_from_json).collect()
}

fn attribute_from_json((name, json): (String, JsonAttribute)) -> Attribute {
    let (description, deprecation) = json.documentation.split();
    let kind = match (json.nested_type, json.ty) {
        (Some(nested), _) => AttributeKind::Nested(NestedObject {
            nesting: match nested.nesting_mode {
                Mode::Single | Mode::Group => Nesting::Single,
                Mode::List => Nesting::List,
                Mode::Set => Nesting::Set,
                Mode::Map => Nesting::Map,
            },
            attributes: attributes_from_json(nested.attributes),
        }),
        (None, Some(JsonType(ty))) => AttributeKind::Type(ty),
        (None, None) => AttributeKind::default(),
    };
    Attribute {
        name: name.into(),
        kind,
        required: json.required,
        optional: json.optional,
        computed: json.computed,
        sensitive: json.sensitive,
        write_only: json.write_only,
        description,
        deprecation,
    }
}

fn nested_block((name, json): (String, JsonNestedBlock)) -> NestedBlock {
    NestedBlock {
        name: name.into(),
        nesting: match json.nesting_mode {
            Mode::Single => BlockNesting::Single,
            Mode::Group => BlockNesting::Group,
            Mode::List => BlockNesting::List,
            Mode::Set => BlockNesting::Set,
            Mode::Map => BlockNesting::Map,
        },
        block: json.block.into(),
        min_items: json.min_items,
        max_items: json.max_items,
    }
}

impl From<JsonFunction> for Function {
    fn from(json: JsonFunction) -> Self {
        let JsonType(returns) = json.return_type;
        Self {
            parameters: json.parameters.into_iter().map(Into::into).collect(),
            variadic: json.variadic_parameter.map(Into::into),
            returns,
            summary: json.summary,
            description: description_from_json(json.description),
            deprecation: json.deprecation_message.filter(|it| !it.is_empty()),
        }
    }
}

impl From<JsonParameter> for Parameter {
    fn from(json: JsonParameter) -> Self {
        let JsonType(ty) = json.ty;
        Self {
            name: json.name.into(),
            ty,
            allow_null: json.is_nullable,
            allow_unknown: false,
            description: description_from_json(json.description),
        }
    }
}

fn description_from_json(text: String) -> Description {
    if text.is_empty() {
        Description::default()
    } else {
        Description::markdown(text)
    }
}

impl From<JsonIdentity> for IdentitySchema {
    fn from(json: JsonIdentity) -> Self {
        let attributes = json.attributes.into_iter();
        Self {
            version: json.version,
            attributes: attributes
                .map(|(name, part)| {
                    let JsonType(ty) = part.ty;
                    IdentityAttribute {
                        name: name.into(),
                        ty,
                        required_for_import: part.required_for_import,
                        optional_for_import: part.optional_for_import,
                        description: part.description,
                    }
                })
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use terrane_protocol::schema::json;

    use super::*;
    use crate::Differences as _;

    fn attribute(name: &str, ty: Type) -> Attribute {
        Attribute {
            optional: true,
            ..Attribute::new(name, ty)
        }
    }

    fn every_form() -> ProviderSchemas {
        let nested = |nesting| {
            let secret = Attribute {
                required: true,
                write_only: true,
                sensitive: true,
                deprecation: Some("use `other`".to_owned()),
                ..Attribute::new("secret", Type::list(Type::Dynamic))
            };
            Attribute {
                computed: true,
                description: Description::markdown("A *nested* one."),
                ..Attribute::nested("nested", nesting, [secret])
            }
        };
        let blocks = [
            BlockNesting::Single,
            BlockNesting::Group,
            BlockNesting::List,
            BlockNesting::Set,
            BlockNesting::Map,
        ];
        let blocks = blocks
            .into_iter()
            .enumerate()
            .map(|(at, nesting)| NestedBlock {
                name: format!("block{at}").into(),
                nesting,
                block: Block {
                    attributes: vec![attribute("ports", Type::object([("a", Type::Bool)]))],
                    deprecation: Some("use `nested`".to_owned()),
                    computed: at == 2,
                    ..Block::default()
                },
                min_items: at as u64,
                max_items: at as u64 * 2,
            });
        let schema = |nesting, version| Schema {
            version,
            block: Block {
                attributes: vec![nested(nesting), attribute("plain", Type::set(Type::String))],
                blocks: blocks.clone().collect(),
                description: Description::plain("An item."),
                ..Block::default()
            },
        };
        let one = |nesting, version| [("zoo_pet".to_owned(), schema(nesting, version))].into();
        let parameter = Parameter {
            name: "text".into(),
            ty: Type::String,
            allow_null: true,
            allow_unknown: false,
            description: Description::markdown("A text."),
        };
        let function = Function {
            parameters: vec![parameter.clone()],
            variadic: Some(parameter),
            returns: Type::map(Type::Number),
            summary: "Count".to_owned(),
            description: Description::markdown("Counts words."),
            deprecation: Some("use `length`".to_owned()),
        };
        let part = IdentityAttribute {
            name: "id".into(),
            ty: Type::String,
            required_for_import: true,
            optional_for_import: false,
            description: "The id.".to_owned(),
        };
        ProviderSchemas {
            schemas: GetProviderSchemaResponse {
                provider: schema(Nesting::Single, 0),
                provider_meta: Some(schema(Nesting::Single, 0)),
                resource_schemas: one(Nesting::List, 3),
                data_source_schemas: one(Nesting::Set, 0),
                ephemeral_resource_schemas: one(Nesting::Map, 0),
                list_resource_schemas: one(Nesting::List, 0),
                action_schemas: one(Nesting::Single, 0),
                state_store_schemas: one(Nesting::Single, 0),
                functions: [("count".to_owned(), function)].into(),
                ..GetProviderSchemaResponse::default()
            },
            identities: [(
                "zoo_pet".to_owned(),
                IdentitySchema {
                    version: 1,
                    attributes: vec![part],
                },
            )]
            .into(),
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let expected = every_form();
        let entry = json::whole_provider(&expected);
        let text = json::document([("example.com/acme/zoo", entry)]).to_string();
        let read = read(&text).unwrap();
        let zoo = &read["example.com/acme/zoo"];
        let differences = expected.differences(zoo);
        let texts: Vec<String> = differences.iter().map(ToString::to_string).collect();
        assert_eq!(texts, Vec::<String>::new());
        assert_eq!(zoo.identities, expected.identities);
    }

    #[test]
    fn an_error_has_its_place() {
        let error = read("{\n\"provider_schemas\": 1}").unwrap_err().to_string();
        assert!(error.contains("line 2"), "{error}");
        let type_error = r#"{"provider_schemas": {"a": {"resource_schemas": {"b": {"block": {"attributes": {"c": {"type": "text"}}}}}}}}"#;
        let error = read(type_error).unwrap_err().to_string();
        assert!(error.contains("\"text\" is not a type"), "{error}");
    }
}
