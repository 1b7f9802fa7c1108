//! All schemas of a provider, emitted one by one to an encoder.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use bytes::Bytes;

use super::{Function, Schema};
use crate::{Diagnostics, GetProviderSchemaResponse, ServerCapabilities, Version};

/// Everything that a provider has: the answer to `GetProviderSchema`.
///
/// Hosts receive the schemas as bytes, and large providers have tens of thousands of attributes. So a provider emits its schemas one by one while
/// they are encoded, and keeps none of them in memory. They are encoded once. Dereferencing assembles a [`GetProviderSchemaResponse`].
///
/// ```
/// use terrane_protocol::schema::{Schema, SchemaPart, Schemas, TypeKind};
///
/// let schemas = Schemas::new(|emit| {
///     for name in ["zoo_cage", "zoo_pet"] {
///         emit(SchemaPart::Type(TypeKind::Resource, name, &Schema::default()));
///     }
/// });
/// assert_eq!(schemas.resource_schemas.len(), 2);
/// ```
#[derive(Clone)]
pub struct Schemas(Arc<Inner>);

struct Inner {
    /// Absent if the response was given as a whole.
    source: Option<Box<Source>>,
    response: OnceLock<GetProviderSchemaResponse>,
    protocol_5: OnceLock<Bytes>,
    protocol_6: OnceLock<Bytes>,
}

/// The initial capacity for encoded schemas. Allocators map a buffer of this size directly from the system. Such a buffer grows without a copy, and
/// its unused pages take no memory. A smaller buffer would be copied as it grows.
const INITIAL_CAPACITY: usize = 1 << 20;

type Source = dyn Fn(&mut dyn FnMut(SchemaPart<'_>)) + Send + Sync;

/// One item of the answer to `GetProviderSchema`.
#[derive(Debug, Clone, Copy)]
pub enum SchemaPart<'a> {
    /// The provider's own configuration.
    Provider(&'a Schema),
    /// The `provider_meta` block of modules.
    ProviderMeta(&'a Schema),
    /// A type, by its name.
    Type(TypeKind, &'a str, &'a Schema),
    /// A function, by its name.
    Function(&'a str, &'a Function),
    /// The optional features that the provider supports.
    ServerCapabilities(ServerCapabilities),
    /// Errors and warnings.
    Diagnostics(&'a Diagnostics),
}

/// The kinds of types that have a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TypeKind {
    /// Managed resources.
    Resource,
    /// Data sources.
    DataSource,
    /// Ephemeral resources.
    Ephemeral,
    /// List resources.
    List,
    /// Actions.
    Action,
    /// State stores. Protocol 6 only.
    StateStore,
}

impl TypeKind {
    /// All kinds.
    pub const ALL: [Self; 6] = [
        Self::Resource,
        Self::DataSource,
        Self::Ephemeral,
        Self::List,
        Self::Action,
        Self::StateStore,
    ];

    /// Returns the name of one item of this kind, in texts for users.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Resource => "resource",
            Self::DataSource => "data source",
            Self::Ephemeral => "ephemeral resource",
            Self::List => "list resource",
            Self::Action => "action",
            Self::StateStore => "state store",
        }
    }
}

impl Schemas {
    /// Creates the answer from a function that emits all parts. Every call of it must emit the same parts.
    pub fn new(source: impl Fn(&mut dyn FnMut(SchemaPart<'_>)) + Send + Sync + 'static) -> Self {
        Self::from_parts(Some(Box::new(source)), OnceLock::new())
    }

    fn from_parts(
        source: Option<Box<Source>>,
        response: OnceLock<GetProviderSchemaResponse>,
    ) -> Self {
        Self(Arc::new(Inner {
            source,
            response,
            protocol_5: OnceLock::new(),
            protocol_6: OnceLock::new(),
        }))
    }

    /// Visits the parts.
    pub fn each(&self, visit: &mut dyn FnMut(SchemaPart<'_>)) {
        if let Some(source) = &self.0.source {
            source(visit);
        } else if let Some(response) = self.0.response.get() {
            response.each(visit);
        }
    }

    /// Returns the encoding for a protocol version, which is made once, on first use.
    pub(crate) fn encoded(&self, version: Version, encode: impl FnOnce(&mut Vec<u8>)) -> Bytes {
        self.encoding(version)
            .get_or_init(|| {
                let mut bytes = Vec::with_capacity(INITIAL_CAPACITY);
                encode(&mut bytes);
                bytes.into()
            })
            .clone()
    }

    /// Whether the encoding for a protocol version has been made.
    pub(crate) fn is_encoded(&self, version: Version) -> bool {
        self.encoding(version).get().is_some()
    }

    fn encoding(&self, version: Version) -> &OnceLock<Bytes> {
        match version {
            Version::V5 => &self.0.protocol_5,
            Version::V6 => &self.0.protocol_6,
        }
    }

    fn response(&self) -> &GetProviderSchemaResponse {
        self.0.response.get_or_init(|| {
            let mut response = GetProviderSchemaResponse::default();
            if let Some(source) = &self.0.source {
                source(&mut |part| response.add(part));
            }
            response
        })
    }
}

impl From<GetProviderSchemaResponse> for Schemas {
    fn from(response: GetProviderSchemaResponse) -> Self {
        Self::from_parts(None, response.into())
    }
}

/// No schemas.
impl Default for Schemas {
    fn default() -> Self {
        GetProviderSchemaResponse::default().into()
    }
}

impl Deref for Schemas {
    type Target = GetProviderSchemaResponse;

    fn deref(&self) -> &Self::Target {
        self.response()
    }
}

impl fmt::Debug for Schemas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Schemas").field(self.response()).finish()
    }
}

impl GetProviderSchemaResponse {
    /// Visits the parts.
    pub(super) fn each(&self, visit: &mut dyn FnMut(SchemaPart<'_>)) {
        visit(SchemaPart::Provider(&self.provider));
        if let Some(meta) = &self.provider_meta {
            visit(SchemaPart::ProviderMeta(meta));
        }
        for kind in TypeKind::ALL {
            for (name, schema) in self.types(kind) {
                visit(SchemaPart::Type(kind, name, schema));
            }
        }
        for (name, function) in &self.functions {
            visit(SchemaPart::Function(name, function));
        }
        visit(SchemaPart::ServerCapabilities(self.server_capabilities));
        visit(SchemaPart::Diagnostics(&self.diagnostics));
    }

    fn add(&mut self, part: SchemaPart<'_>) {
        match part {
            SchemaPart::Provider(schema) => self.provider = schema.clone(),
            SchemaPart::ProviderMeta(schema) => self.provider_meta = Some(schema.clone()),
            SchemaPart::Type(kind, name, schema) => {
                self.types_mut(kind).insert(name.to_owned(), schema.clone());
            }
            SchemaPart::Function(name, function) => {
                self.functions.insert(name.to_owned(), function.clone());
            }
            SchemaPart::ServerCapabilities(capabilities) => self.server_capabilities = capabilities,
            SchemaPart::Diagnostics(diagnostics) => self.diagnostics.extend(diagnostics.clone()),
        }
    }

    /// Returns the schemas of all types of a kind.
    pub fn types(&self, kind: TypeKind) -> &BTreeMap<String, Schema> {
        match kind {
            TypeKind::Resource => &self.resource_schemas,
            TypeKind::DataSource => &self.data_source_schemas,
            TypeKind::Ephemeral => &self.ephemeral_resource_schemas,
            TypeKind::List => &self.list_resource_schemas,
            TypeKind::Action => &self.action_schemas,
            TypeKind::StateStore => &self.state_store_schemas,
        }
    }

    /// Returns the schemas of all types of a kind, to change them.
    pub fn types_mut(&mut self, kind: TypeKind) -> &mut BTreeMap<String, Schema> {
        match kind {
            TypeKind::Resource => &mut self.resource_schemas,
            TypeKind::DataSource => &mut self.data_source_schemas,
            TypeKind::Ephemeral => &mut self.ephemeral_resource_schemas,
            TypeKind::List => &mut self.list_resource_schemas,
            TypeKind::Action => &mut self.action_schemas,
            TypeKind::StateStore => &mut self.state_store_schemas,
        }
    }
}
