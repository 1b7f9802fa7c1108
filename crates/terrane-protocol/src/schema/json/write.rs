//! Writes schemas as JSON.

use serde_json::{Map, Value, json};
use terrane_value::Type;

use super::{DescribeError, ProviderSchemas};
use crate::Provider;
use crate::schema::{
    Attribute, AttributeKind, Block, BlockNesting, Description, DescriptionKind, Function,
    IdentitySchema, NestedBlock, Nesting, Parameter, Schema, TypeKind,
};

/// The version of the document's format.
const FORMAT_VERSION: &str = "1.0";

/// Returns the key under which the entry of a provider has the schemas of a kind.
pub const fn section(kind: TypeKind) -> &'static str {
    match kind {
        TypeKind::Resource => "resource_schemas",
        TypeKind::DataSource => "data_source_schemas",
        TypeKind::Ephemeral => "ephemeral_resource_schemas",
        TypeKind::List => "list_resource_schemas",
        TypeKind::Action => "action_schemas",
        TypeKind::StateStore => "state_store_schemas",
    }
}

/// Asks a provider for its schemas, and returns its entry in the document; see [`provider`].
///
/// # Errors
///
/// Fails if a call fails, or if the provider reports errors in its schemas.
///
/// # Examples
///
/// ```
/// use terrane_protocol::schema::json;
/// use terrane_protocol::{Provider, Request, ResponseFuture};
///
/// struct Empty;
///
/// impl Provider for Empty {
///     fn call(&self, request: Request) -> ResponseFuture<'_> {
///         Box::pin(async move { Ok(request.unchanged()) })
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), json::DescribeError> {
/// let entry = json::of_provider(&Empty).await?;
/// let document = json::document([("registry.terraform.io/example/empty", entry)]);
/// assert_eq!(document["format_version"], "1.0");
/// # Ok(())
/// # }
/// ```
pub async fn of_provider(described: &dyn Provider) -> Result<Value, DescribeError> {
    Ok(provider(&ProviderSchemas::of(described).await?))
}

/// Returns the document with the entries of providers, each with its address.
///
/// A configuration may use several providers, and hosts print the schemas of all in one document.
///
/// ```
/// use serde_json::json;
/// use terrane_protocol::schema::json::{ProviderSchemas, document, provider};
///
/// let entry = provider(&ProviderSchemas::default());
/// let two = document([("example.com/acme/cage", entry.clone()), ("example.com/acme/zoo", entry)]);
/// assert_eq!(two["provider_schemas"].as_object().map(|it| it.len()), Some(2));
/// let none = document::<&str>([]);
/// assert_eq!(none["provider_schemas"], json!({}));
/// ```
pub fn document<A: Into<String>>(providers: impl IntoIterator<Item = (A, Value)>) -> Value {
    let entries: Map<_, _> = providers
        .into_iter()
        .map(|(address, it)| (address.into(), it))
        .collect();
    json!({ "format_version": FORMAT_VERSION, "provider_schemas": entries })
}

/// Returns the entry of a provider in the document: its settings, its types by kind and name, its functions and its identities.
pub fn provider(described: &ProviderSchemas) -> Value {
    entry(described, Detail::Hosts)
}

/// Returns the entry of a provider in the document, with what hosts do not print: the `provider_meta` block of modules, and which blocks are computed.
///
/// ```
/// use terrane_protocol::GetProviderSchemaResponse;
/// use terrane_protocol::schema::{Attribute, Block, Schema, json};
/// use terrane_value::Type;
///
/// let module = Attribute { optional: true, ..Attribute::new("module", Type::String) };
/// let block = Block { attributes: vec![module], ..Block::default() };
/// let mut described = json::ProviderSchemas::default();
/// described.schemas.provider_meta = Some(Schema { version: 0, block });
/// let entry = json::whole_provider(&described);
/// assert_eq!(entry["provider_meta"]["block"]["attributes"]["module"]["optional"], true);
/// assert!(json::provider(&described)["provider_meta"].is_null());
/// ```
pub fn whole_provider(described: &ProviderSchemas) -> Value {
    entry(described, Detail::Whole)
}

/// How much of a schema an entry contains.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detail {
    /// Exactly what hosts print.
    Hosts,
    /// Also what hosts do not print.
    Whole,
}

fn entry(described: &ProviderSchemas, detail: Detail) -> Value {
    let ProviderSchemas {
        schemas,
        identities,
    } = described;
    let mut entry = Entry::default();
    entry.set("provider", schema(&schemas.provider, detail));
    let meta = schemas.provider_meta.as_ref();
    let meta = meta.filter(|meta| detail == Detail::Whole && !meta.block.is_empty());
    if let Some(meta) = meta {
        entry.set("provider_meta", schema(meta, detail));
    }
    for kind in TypeKind::ALL {
        let write_type = match kind {
            TypeKind::Action => |it: &Schema, detail| json!({ "block": block(&it.block, detail) }),
            _ => schema,
        };
        let types = schemas.types(kind).iter();
        let members = types.map(|(name, it)| (name.clone(), write_type(it, detail)));
        entry.object(section(kind), members);
    }
    let functions = schemas.functions.iter();
    entry.object(
        "functions",
        functions.map(|(name, it)| (name.clone(), function(it))),
    );
    let identities = identities.iter();
    entry.object(
        "resource_identity_schemas",
        identities.map(|(name, it)| (name.clone(), identity(it))),
    );
    entry.into()
}

/// An object that is written, without members that are empty.
#[derive(Default)]
struct Entry(Map<String, Value>);

impl Entry {
    fn set(&mut self, key: &str, value: impl Into<Value>) {
        self.0.insert(key.to_owned(), value.into());
    }

    fn text(&mut self, key: &str, text: &str) {
        if !text.is_empty() {
            self.set(key, text);
        }
    }

    fn flag(&mut self, key: &str, flag: bool) {
        if flag {
            self.set(key, true);
        }
    }

    fn number(&mut self, key: &str, number: u64) {
        if number > 0 {
            self.set(key, number);
        }
    }

    fn object(&mut self, key: &str, members: impl Iterator<Item = (String, Value)>) {
        // Each `collect` would add a sort of its own to the program.
        let mut object = Map::new();
        object.extend(members);
        if !object.is_empty() {
            self.set(key, object);
        }
    }

    fn description(&mut self, description: &Description) {
        self.text("description", &description.text);
        let kind = match description.kind {
            DescriptionKind::Plain => "plain",
            DescriptionKind::Markdown => "markdown",
        };
        self.set("description_kind", kind);
    }

    fn deprecation(&mut self, message: Option<&str>) {
        self.flag("deprecated", message.is_some());
        self.text("deprecation_message", message.unwrap_or_default());
    }
}

impl From<Entry> for Value {
    fn from(entry: Entry) -> Self {
        Self::Object(entry.0)
    }
}

fn schema(schema: &Schema, detail: Detail) -> Value {
    json!({ "version": schema.version, "block": block(&schema.block, detail) })
}

fn block(block: &Block, detail: Detail) -> Value {
    let mut entry = Entry::default();
    entry.object("attributes", attributes(&block.attributes));
    let blocks = block.blocks.iter();
    entry.object(
        "block_types",
        blocks.map(|it| (it.name.to_string(), nested_block(it, detail))),
    );
    entry.description(&block.description);
    entry.deprecation(block.deprecation.as_deref());
    entry.flag("computed", block.computed && detail == Detail::Whole);
    entry.into()
}

fn nested_block(nested: &NestedBlock, detail: Detail) -> Value {
    let mut entry = Entry::default();
    let nesting = match nested.nesting {
        BlockNesting::Single => "single",
        BlockNesting::Group => "group",
        BlockNesting::List => "list",
        BlockNesting::Set => "set",
        BlockNesting::Map => "map",
    };
    entry.set("nesting_mode", nesting);
    entry.set("block", block(&nested.block, detail));
    entry.number("min_items", nested.min_items);
    entry.number("max_items", nested.max_items);
    entry.into()
}

fn attributes(attributes: &[Attribute]) -> impl Iterator<Item = (String, Value)> {
    attributes
        .iter()
        .map(|it| (it.name.to_string(), attribute(it)))
}

fn attribute(attribute: &Attribute) -> Value {
    let mut entry = Entry::default();
    match &attribute.kind {
        AttributeKind::Type(ty) => entry.set("type", json_type(ty)),
        AttributeKind::Nested(object) => {
            let nesting = match object.nesting {
                Nesting::Single => "single",
                Nesting::List => "list",
                Nesting::Set => "set",
                Nesting::Map => "map",
            };
            let mut nested = Entry::default();
            nested.object("attributes", attributes(&object.attributes));
            nested.set("nesting_mode", nesting);
            entry.set("nested_type", nested);
        }
    }
    entry.description(&attribute.description);
    entry.deprecation(attribute.deprecation.as_deref());
    entry.flag("required", attribute.required);
    entry.flag("optional", attribute.optional);
    entry.flag("computed", attribute.computed);
    entry.flag("sensitive", attribute.sensitive);
    entry.flag("write_only", attribute.write_only);
    entry.into()
}

/// Returns the signature of a function.
pub fn function(function: &Function) -> Value {
    let mut entry = Entry::default();
    entry.text("summary", &function.summary);
    entry.text("description", &function.description.text);
    let deprecation = function.deprecation.as_deref().unwrap_or_default();
    entry.text("deprecation_message", deprecation);
    entry.set("return_type", json_type(&function.returns));
    if !function.parameters.is_empty() {
        let parameters: Vec<Value> = function.parameters.iter().map(parameter).collect();
        entry.set("parameters", parameters);
    }
    if let Some(variadic) = &function.variadic {
        entry.set("variadic_parameter", parameter(variadic));
    }
    entry.into()
}

fn parameter(parameter: &Parameter) -> Value {
    let mut entry = Entry::default();
    entry.set("name", parameter.name.as_str());
    entry.text("description", &parameter.description.text);
    entry.flag("is_nullable", parameter.allow_null);
    entry.set("type", json_type(&parameter.ty));
    entry.into()
}

fn identity(identity: &IdentitySchema) -> Value {
    let mut entry = Entry::default();
    entry.set("version", identity.version);
    let attributes = identity.attributes.iter().map(|it| {
        let mut entry = Entry::default();
        entry.set("type", json_type(&it.ty));
        entry.text("description", &it.description);
        entry.flag("required_for_import", it.required_for_import);
        entry.flag("optional_for_import", it.optional_for_import);
        (it.name.to_string(), entry.into())
    });
    entry.object("attributes", attributes);
    entry.into()
}

/// Returns a type in the form of Terraform's JSON documents: `"string"`, `["list","string"]`.
fn json_type(ty: &Type) -> Value {
    // `to_json` writes valid JSON, so the default is never used.
    serde_json::from_slice(&ty.to_json()).unwrap_or_default()
}

/// Adds the members of an object to another one, recursively. Other values are replaced.
pub fn merge(into: &mut Value, more: Value) {
    match (into, more) {
        (Value::Object(into), Value::Object(more)) => {
            for (key, value) in more {
                merge(into.entry(key).or_insert(Value::Null), value);
            }
        }
        (into, more) => *into = more,
    }
}
