//! All schemas of a provider, told one after the other.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use bytes::Bytes;

use super::{Function, Schema, ToldSchema};
use crate::{Diagnostics, GetProviderSchemaResponse, ServerCapabilities, Version};

/// Everything that a provider has: the answer to `GetProviderSchema`.
///
/// Hosts get it as bytes, and large providers have tens of thousands of attributes. So a provider tells its schemas one after the other
/// while they are encoded, which happens once, and none of them has to stay. Whoever looks inside finds a [`GetProviderSchemaResponse`],
/// which is put together then.
///
/// ```
/// use terrane_protocol::schema::{Schema, SchemaPart, Schemas, TypeKind};
///
/// let schemas = Schemas::new(|tell| {
///     for name in ["zoo_cage", "zoo_pet"] {
///         tell(SchemaPart::Type(TypeKind::Resource, name, (&Schema::default()).into()));
///     }
/// });
/// assert_eq!(schemas.resource_schemas.len(), 2);
/// ```
#[derive(Clone)]
pub struct Schemas(Arc<Kept>);

struct Kept {
    /// Nothing where all of it is there from the beginning.
    tell: Option<Box<Tell>>,
    whole: OnceLock<GetProviderSchemaResponse>,
    protocol_5: OnceLock<Bytes>,
    protocol_6: OnceLock<Bytes>,
}

/// What encoded schemas have room for at first. Allocators take so much from the system itself, which makes it larger without a copy, and
/// what is not used is never there. Less than that might be a piece of what they have already, and move as it grows.
const ROOM: usize = 1 << 20;

type Tell = dyn Fn(&mut dyn FnMut(SchemaPart<'_>)) + Send + Sync;

/// One of the things that a provider has.
#[derive(Debug, Clone, Copy)]
pub enum SchemaPart<'a> {
    /// The provider's own configuration.
    Provider(ToldSchema<'a>),
    /// The `provider_meta` block of modules.
    ProviderMeta(ToldSchema<'a>),
    /// A type, by its name.
    Type(TypeKind, &'a str, ToldSchema<'a>),
    /// A function, by its name.
    Function(&'a str, &'a Function),
    /// What the provider can do.
    ServerCapabilities(ServerCapabilities),
    /// What went wrong.
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

impl Schemas {
    /// Makes the answer of what tells its parts: each time that it is called the same.
    pub fn new(tell: impl Fn(&mut dyn FnMut(SchemaPart<'_>)) + Send + Sync + 'static) -> Self {
        Self::made(Some(Box::new(tell)), OnceLock::new())
    }

    fn made(tell: Option<Box<Tell>>, whole: OnceLock<GetProviderSchemaResponse>) -> Self {
        Self(Arc::new(Kept {
            tell,
            whole,
            protocol_5: OnceLock::new(),
            protocol_6: OnceLock::new(),
        }))
    }

    /// Visits the parts.
    pub fn each(&self, visit: &mut dyn FnMut(SchemaPart<'_>)) {
        if let Some(tell) = &self.0.tell {
            tell(visit);
        } else if let Some(whole) = self.0.whole.get() {
            whole.each(visit);
        }
    }

    /// The form on the wire of one major, which is made when it is first asked for.
    pub(crate) fn encoded(&self, version: Version, encode: impl FnOnce(&mut Vec<u8>)) -> Bytes {
        let kept = match version {
            Version::V5 => &self.0.protocol_5,
            Version::V6 => &self.0.protocol_6,
        };
        kept.get_or_init(|| {
            let mut bytes = Vec::with_capacity(ROOM);
            encode(&mut bytes);
            bytes.into()
        })
        .clone()
    }

    fn whole(&self) -> &GetProviderSchemaResponse {
        self.0.whole.get_or_init(|| {
            let mut whole = GetProviderSchemaResponse::default();
            if let Some(tell) = &self.0.tell {
                tell(&mut |part| whole.add(part));
            }
            whole
        })
    }
}

impl From<GetProviderSchemaResponse> for Schemas {
    fn from(whole: GetProviderSchemaResponse) -> Self {
        Self::made(None, whole.into())
    }
}

impl Deref for Schemas {
    type Target = GetProviderSchemaResponse;

    fn deref(&self) -> &Self::Target {
        self.whole()
    }
}

impl fmt::Debug for Schemas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Schemas").field(self.whole()).finish()
    }
}

impl GetProviderSchemaResponse {
    /// Visits the parts.
    pub(super) fn each(&self, visit: &mut dyn FnMut(SchemaPart<'_>)) {
        visit(SchemaPart::Provider((&self.provider).into()));
        if let Some(meta) = &self.provider_meta {
            visit(SchemaPart::ProviderMeta(meta.into()));
        }
        for (kind, types) in [
            (TypeKind::Resource, &self.resource_schemas),
            (TypeKind::DataSource, &self.data_source_schemas),
            (TypeKind::Ephemeral, &self.ephemeral_resource_schemas),
            (TypeKind::List, &self.list_resource_schemas),
            (TypeKind::Action, &self.action_schemas),
            (TypeKind::StateStore, &self.state_store_schemas),
        ] {
            for (name, schema) in types {
                visit(SchemaPart::Type(kind, name, schema.into()));
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
            SchemaPart::Provider(schema) => self.provider = schema.into(),
            SchemaPart::ProviderMeta(schema) => self.provider_meta = Some(schema.into()),
            SchemaPart::Type(kind, name, schema) => {
                self.types(kind).insert(name.to_owned(), schema.into());
            }
            SchemaPart::Function(name, function) => {
                self.functions.insert(name.to_owned(), function.clone());
            }
            SchemaPart::ServerCapabilities(capabilities) => self.server_capabilities = capabilities,
            SchemaPart::Diagnostics(diagnostics) => self.diagnostics.extend(diagnostics.clone()),
        }
    }

    fn types(&mut self, kind: TypeKind) -> &mut BTreeMap<String, Schema> {
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
