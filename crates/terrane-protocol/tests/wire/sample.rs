//! Messages in which no field has its default value, and the fields that each protocol version keeps.

use std::collections::BTreeMap;
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use terrane_value::{Path, Text, Type};

use crate::schema::*;
use crate::*;

/// A counter that makes every value in a message different, so that tests detect swapped fields.
#[derive(Default)]
pub(super) struct Seed(u64);

impl Seed {
    fn next(&mut self) -> u64 {
        self.0 += 1;
        self.0
    }
}

pub(super) trait Sample: Sized {
    fn sample(seed: &mut Seed) -> Self;

    /// Returns the value that the receiver gets in a protocol version.
    fn through(self, _: Version) -> Self {
        self
    }

    fn new() -> Self {
        Self::sample(&mut Seed::default())
    }
}

macro_rules! leaves {
    ($($ty:ty: $seed:ident => $value:expr;)*) => { $(
        impl Sample for $ty {
            fn sample($seed: &mut Seed) -> Self {
                $value
            }
        }
    )* };
}

leaves! {
    bool: _seed => true;
    u64: seed => seed.next();
    i64: seed => seed.next().try_into().unwrap();
    String: seed => format!("text {}", seed.next());
    Text: seed => format!("name_{}", seed.next()).into();
    Bytes: seed => format!("bytes {}", seed.next()).into();
    Opaque: seed => Opaque(Bytes::sample(seed));
    Type: seed => Type::list(Type::object([(Text::sample(seed), Type::Number)]));
    SystemTime: seed => SystemTime::UNIX_EPOCH + Duration::new(1_800_000_000 + seed.next(), 7);
    Severity: seed => if seed.next().is_multiple_of(2) { Severity::Error } else { Severity::Warning };
    DescriptionKind: _seed => DescriptionKind::Markdown;
    DeferredReason: seed => match seed.next() % 3 {
        0 => DeferredReason::ResourceConfigUnknown,
        1 => DeferredReason::ProviderConfigUnknown,
        _ => DeferredReason::AbsentPrerequisite,
    };
    Path: seed => Path::root().attribute(Text::sample(seed)).index(3).key(Text::sample(seed));
    Diagnostics: seed => Vec::sample(seed).into();
    Attribute: seed => Attribute { kind: AttributeKind::Type(Type::sample(seed)), ..attribute(seed) };
    Block: seed => Block {
        attributes: vec![Attribute::sample(seed)],
        blocks: Vec::new(),
        description: Description::sample(seed),
        deprecation: Option::sample(seed),
        computed: true,
    };
}

impl<T: Sample> Sample for Option<T> {
    fn sample(seed: &mut Seed) -> Self {
        Some(T::sample(seed))
    }
}

impl<T: Sample> Sample for Vec<T> {
    fn sample(seed: &mut Seed) -> Self {
        vec![T::sample(seed), T::sample(seed)]
    }
}

impl<T: Sample> Sample for BTreeMap<String, T> {
    fn sample(seed: &mut Seed) -> Self {
        Vec::sample(seed)
            .into_iter()
            .map(|value| (String::sample(seed), value))
            .collect()
    }

    fn through(self, version: Version) -> Self {
        self.into_iter()
            .map(|(key, value)| (key, value.through(version)))
            .collect()
    }
}

/// Lists every field, so that a new one does not compile before it is tested.
macro_rules! samples {
    ($($ty:ident { $($field:ident),* $(,)? })*) => { $(
        impl Sample for $ty {
            fn sample(seed: &mut Seed) -> Self {
                let _ = &seed;
                $ty { $($field: Sample::sample(seed)),* }
            }
        }
    )* };
    // Messages from which a protocol version drops data: the list of all fields, and the code that drops the data.
    (lossy $($ty:ident { $($field:ident),* } |$this:ident, $version:ident| { $($lose:tt)* })*) => { $(
        impl Sample for $ty {
            fn sample(seed: &mut Seed) -> Self {
                $ty { $($field: Sample::sample(seed)),* }
            }

            fn through(self, $version: Version) -> Self {
                let mut $this = self;
                $($lose)*
                $this
            }
        }
    )* };
}

samples! {
    DynamicValue { msgpack, json }
    RawState { json, flatmap }
    Diagnostic { severity, summary, detail, path }
    ServerCapabilities {
        plan_destroy, get_provider_schema_optional, move_resource_state, generate_resource_config,
    }
    Description { text, kind }
    IdentitySchema { version, attributes }
    IdentityAttribute { name, ty, required_for_import, optional_for_import, description }
    Function { parameters, variadic, returns, summary, description, deprecation }
    Parameter { name, ty, allow_null, allow_unknown, description }

    EmptyRequest { }
    ValidateProviderConfigRequest { config }
    DiagnosticsResponse { diagnostics }
    StopResponse { error }

    UpgradeRequest { type_name, version, raw_state }
    UpgradeResourceStateResponse { upgraded_state, diagnostics }
    GetResourceIdentitySchemasResponse { identity_schemas, diagnostics }
    UpgradeResourceIdentityResponse { upgraded_identity, diagnostics }
    ReadResourceResponse { new_state, diagnostics, private, deferred, new_identity }
    PlanResourceChangeResponse {
        planned_state, requires_replace, planned_private, diagnostics, legacy_type_system, deferred, planned_identity,
    }
    ApplyResourceChangeRequest {
        type_name, prior_state, planned_state, config, planned_private, provider_meta, planned_identity,
    }
    ApplyResourceChangeResponse { new_state, private, diagnostics, legacy_type_system, new_identity }
    ImportedResource { type_name, state, private, identity }
    ImportResourceStateResponse { imported_resources, diagnostics, deferred }
    MoveResourceStateRequest {
        source_provider_address, source_type_name, source_schema_version, source_state, target_type_name,
        source_private, source_identity, source_identity_schema_version,
    }
    MoveResourceStateResponse { target_state, diagnostics, target_private, target_identity }
    GenerateResourceConfigRequest { type_name, state }
    GenerateResourceConfigResponse { config, diagnostics }

    ValidateConfigRequest { type_name, config }
    ReadDataSourceResponse { state, diagnostics, deferred }

    OpenEphemeralResourceResponse { diagnostics, renew_at, result, private, deferred }
    OpenedEphemeralResource { type_name, private }
    RenewEphemeralResourceResponse { diagnostics, renew_at, private }

    ValidateListResourceConfigRequest { type_name, config, include_resource_object, limit }
    ListResourceRequest { type_name, config, include_resource_object, limit }
    ListResourceEvent { identity, display_name, resource_object, diagnostics }

    GetFunctionsResponse { functions, diagnostics }
    CallFunctionRequest { name, arguments }
    CallFunctionResponse { result, error }
    FunctionError { text, argument }

    PlanActionResponse { diagnostics, deferred }

    ConfigureStateStoreRequest { type_name, config, chunk_size }
    ConfigureStateStoreResponse { diagnostics, chunk_size }
    StateId { type_name, state_id }
    StateRange { start, end }
    ReadStateBytesChunk { bytes, total_length, range, diagnostics }
    WriteStateBytesChunk { meta, bytes, total_length, range }
    LockStateRequest { type_name, state_id, operation }
    LockStateResponse { lock_id, diagnostics }
    UnlockStateRequest { type_name, state_id, lock_id }
    GetStatesRequest { type_name }
    GetStatesResponse { state_ids, diagnostics }

    ValidateProvisionerConfigRequest { config }
    ProvisionResourceRequest { config, connection }
    ProvisionResourceEvent { output, diagnostics }
}

samples! { lossy
    ClientCapabilities {
        deferral_allowed, write_only_attributes_allowed, store_planned_private, computed_blocks_allowed
    } |this, version| {
        if version == Version::V5 {
            this.store_planned_private = false;
            this.computed_blocks_allowed = false;
        }
    }
    ConfigRequest { type_name, config, client_capabilities } |this, version| {
        this.client_capabilities = this.client_capabilities.through(version);
    }
    ConfigureProviderRequest { terraform_version, config, client_capabilities } |this, version| {
        this.client_capabilities = this.client_capabilities.through(version);
    }
    ReadResourceRequest {
        type_name, current_state, private, provider_meta, client_capabilities, current_identity
    } |this, version| {
        this.client_capabilities = this.client_capabilities.through(version);
    }
    PlanResourceChangeRequest {
        type_name, prior_state, proposed_new_state, config, prior_private, provider_meta, client_capabilities,
        prior_identity, planned_private
    } |this, version| {
        this.client_capabilities = this.client_capabilities.through(version);
        if version == Version::V5 {
            this.planned_private = Opaque::default();
        }
    }
    ImportResourceStateRequest { type_name, id, client_capabilities, identity } |this, version| {
        this.client_capabilities = this.client_capabilities.through(version);
    }
    ReadDataSourceRequest { type_name, config, provider_meta, client_capabilities } |this, version| {
        this.client_capabilities = this.client_capabilities.through(version);
    }
    ValidateProviderConfigResponse { prepared_config, diagnostics } |this, version| {
        if version == Version::V6 {
            this.prepared_config = DynamicValue::default();
        }
    }
    GetMetadataResponse {
        server_capabilities, diagnostics, data_sources, resources, functions, ephemeral_resources, list_resources,
        state_stores, actions
    } |this, version| {
        if version == Version::V5 {
            this.state_stores.clear();
        }
    }
    GetProviderSchemaResponse {
        provider, resource_schemas, data_source_schemas, functions, ephemeral_resource_schemas,
        list_resource_schemas, state_store_schemas, action_schemas, diagnostics, provider_meta, server_capabilities
    } |this, version| {
        this.provider = this.provider.through(version);
        this.provider_meta = this.provider_meta.map(|schema| schema.through(version));
        this.resource_schemas = this.resource_schemas.through(version);
        this.data_source_schemas = this.data_source_schemas.through(version);
        this.ephemeral_resource_schemas = this.ephemeral_resource_schemas.through(version);
        this.list_resource_schemas = this.list_resource_schemas.through(version);
        this.action_schemas = this.action_schemas.through(version);
        if version == Version::V5 {
            this.state_store_schemas.clear();
        }
    }
    GetProvisionerSchemaResponse { provisioner, diagnostics } |this, version| {
        this.provisioner = this.provisioner.through(version);
    }
}

impl Sample for Schema {
    fn sample(seed: &mut Seed) -> Self {
        let version = i64::sample(seed);
        let mut block = Block::sample(seed);
        for nesting in [Nesting::Single, Nesting::List, Nesting::Set, Nesting::Map] {
            let object = NestedObject {
                nesting,
                attributes: Vec::sample(seed),
            };
            block.attributes.push(Attribute {
                kind: AttributeKind::Nested(object),
                ..attribute(seed)
            });
        }
        for nesting in [
            BlockNesting::Single,
            BlockNesting::Group,
            BlockNesting::List,
            BlockNesting::Set,
            BlockNesting::Map,
        ] {
            block.blocks.push(NestedBlock {
                name: Text::sample(seed),
                nesting,
                block: Block::sample(seed),
                min_items: u64::sample(seed),
                max_items: u64::sample(seed),
            });
        }
        Self { version, block }
    }

    /// Protocol 5 has neither nested attributes nor computed blocks.
    fn through(mut self, version: Version) -> Self {
        if version == Version::V5 {
            let nested = |attribute: &Attribute| matches!(attribute.kind, AttributeKind::Nested(_));
            self.block.attributes.retain(|attribute| !nested(attribute));
            self.block.computed = false;
            for nested in &mut self.block.blocks {
                nested.block.computed = false;
            }
        }
        self
    }
}

/// Makes an attribute without its kind, which the caller sets.
fn attribute(seed: &mut Seed) -> Attribute {
    Attribute {
        name: Text::sample(seed),
        kind: AttributeKind::default(),
        required: true,
        optional: true,
        computed: true,
        sensitive: true,
        write_only: true,
        description: Description::sample(seed),
        deprecation: Option::sample(seed),
    }
}
