//! The model of a state: resources, their instances and objects, outputs, and results of checks.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::value::RawValue;
use terrane_value::{Path, Text, Type, Value, json};

use super::indent;
use crate::address::{AbsoluteResource, InstanceKey, ProviderConfig, ResourceInstance};

/// A part of a state in JSON, which is kept verbatim.
#[derive(Debug, Clone)]
pub struct Json(pub(super) Box<RawValue>);

impl Json {
    /// Wraps a JSON text.
    ///
    /// # Errors
    ///
    /// Fails if the text is not JSON.
    ///
    /// ```
    /// use terrane_host::state::Json;
    ///
    /// assert_eq!(Json::parse("[1, 2]")?.as_str(), "[1, 2]");
    /// assert!(Json::parse("[1").is_err());
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn parse(text: impl Into<String>) -> Result<Self, serde_json::Error> {
        RawValue::from_string(text.into()).map(Self)
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        self.0.get()
    }
}

/// Two texts are equal if a state file shows them equal: spaces between tokens do not count.
impl PartialEq for Json {
    fn eq(&self, other: &Self) -> bool {
        indent::indent(self.as_str()) == indent::indent(other.as_str())
    }
}

impl Eq for Json {}

/// A state.
///
/// ```
/// use terrane_host::state::State;
///
/// let text = r#"{"version": 4, "serial": 7, "lineage": "5a6c", "outputs": {}, "resources": []}"#;
/// let state = State::parse(text.as_bytes())?.unwrap();
/// assert_eq!(state.serial, 7);
/// assert!(state.resources.is_empty());
///
/// let error = State::parse(br#"{"version": 5}"#).unwrap_err();
/// assert!(error.to_string().contains("version 5"));
/// # Ok::<(), terrane_host::state::StateError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct State {
    /// The version of the host that wrote the state.
    pub terraform_version: String,
    /// The number of the state. It rises with each written change.
    pub serial: u64,
    /// The random name that a state keeps from its first version on.
    pub lineage: String,
    /// The outputs of the root module.
    pub outputs: BTreeMap<Text, Output>,
    /// The resources.
    pub resources: BTreeMap<ResourceKey, Resource>,
    /// The results of checks and conditions. Absent if no configuration has been checked.
    pub check_results: Option<Vec<CheckResult>>,
}

/// The place of a resource in a state. States sort resources by it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ResourceKey {
    /// The text of the module's address, by which states sort.
    module: String,
    resource: crate::address::Resource,
}

impl ResourceKey {
    fn of(address: &AbsoluteResource) -> Self {
        Self {
            module: address.module.to_string(),
            resource: address.resource.clone(),
        }
    }
}

/// The value of an output of the root module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Output {
    /// The value.
    pub value: Json,
    /// The type of the value.
    pub ty: Json,
    /// Whether hosts hide the value.
    pub sensitive: bool,
}

impl Output {
    /// Decodes the value. One that cannot be decoded counts as null, and is replaced.
    pub(crate) fn decoded(&self) -> Value {
        let ty = Type::from_json(self.ty.as_str().as_bytes());
        let value = ty.and_then(|ty| json::decode(self.value.as_str().as_bytes(), &ty));
        value.unwrap_or_default()
    }
}

/// A resource with its instances.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resource {
    /// The address.
    pub address: AbsoluteResource,
    /// The configuration of the provider that made the instances.
    pub provider: ProviderConfig,
    /// How the instances repeat, in states that old hosts wrote: `list` or `map`.
    pub each: Option<String>,
    /// The instances. Instances without objects are left out.
    pub instances: BTreeMap<Option<InstanceKey>, Instance>,
}

/// The objects of an instance.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Instance {
    /// The current object.
    pub current: Option<Object>,
    /// The objects that a replacement has not yet destroyed, by their keys of eight hexadecimal digits.
    pub deposed: BTreeMap<String, Object>,
}

impl Instance {
    fn is_empty(&self) -> bool {
        self.current.is_none() && self.deposed.is_empty()
    }
}

/// An object of a resource.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Object {
    /// The attributes.
    pub attributes: Attributes,
    /// The version of the schema that the attributes fit.
    pub schema_version: u64,
    /// Whether the object must be replaced, because its creation failed.
    pub tainted: bool,
    /// The paths of sensitive values. Absent in files of old hosts.
    pub sensitive_attributes: Option<Vec<Path>>,
    /// The identity.
    pub identity: Option<Json>,
    /// The version of the identity's schema. Terraform 1.12 and later write it for every object, others for none.
    pub identity_schema_version: Option<u64>,
    /// The provider's own data.
    pub private: Vec<u8>,
    /// The addresses of the resources on which the object depends, in their order.
    pub dependencies: Vec<String>,
    /// Whether a replacement creates the new object before it destroys this one.
    pub create_before_destroy: bool,
}

/// The attributes of an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Attributes {
    /// An object in JSON.
    Json(Json),
    /// Flat strings, as Terraform 0.11 and older wrote them.
    Flat(BTreeMap<String, String>),
}

/// The result of a check or of the conditions of an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckResult {
    /// The kind of the object: `resource`, `output`, `check` or `var`.
    pub kind: String,
    /// The address in the configuration.
    pub address: String,
    /// The status of all instances together.
    pub status: CheckStatus,
    /// The instances. Absent if they are not known.
    pub objects: Option<Vec<CheckObject>>,
}

/// The result of a check for one instance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckObject {
    /// The address of the instance.
    pub address: String,
    /// The status.
    pub status: CheckStatus,
    /// The messages of the conditions that failed.
    pub failure_messages: Vec<String>,
}

/// The status of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CheckStatus {
    /// All conditions hold.
    Pass,
    /// A condition does not hold.
    Fail,
    /// A condition could not be evaluated.
    Error,
    /// A condition will be known later.
    Unknown,
}

impl CheckStatus {
    pub(super) const ALL: [Self; 4] = [Self::Pass, Self::Fail, Self::Error, Self::Unknown];

    /// Returns the name of the status in states.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::Error => "error",
            Self::Unknown => "unknown",
        }
    }
}

impl fmt::Display for CheckStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl State {
    /// Finds a resource.
    pub fn resource(&self, address: &AbsoluteResource) -> Option<&Resource> {
        self.resources.get(&ResourceKey::of(address))
    }

    /// Finds an instance of a resource.
    pub fn instance(&self, address: &ResourceInstance) -> Option<&Instance> {
        self.resource(&address.resource)?
            .instances
            .get(&address.key)
    }

    /// Sets or removes the current object of an instance. Instances and resources without objects are removed.
    pub fn set_current(
        &mut self,
        address: &ResourceInstance,
        provider: &ProviderConfig,
        object: Option<Object>,
    ) {
        self.edit_instance(address, provider, |instance| instance.current = object);
    }

    /// Sets or removes a deposed object of an instance. Instances and resources without objects are removed.
    pub fn set_deposed(
        &mut self,
        address: &ResourceInstance,
        provider: &ProviderConfig,
        key: &str,
        object: Option<Object>,
    ) {
        self.edit_instance(address, provider, |instance| match object {
            Some(object) => {
                instance.deposed.insert(key.to_owned(), object);
            }
            None => {
                instance.deposed.remove(key);
            }
        });
    }

    /// Edits an instance, which is added or removed as needed.
    fn edit_instance(
        &mut self,
        address: &ResourceInstance,
        provider: &ProviderConfig,
        edit: impl FnOnce(&mut Instance),
    ) {
        let key = ResourceKey::of(&address.resource);
        let resource = self
            .resources
            .entry(key.clone())
            .or_insert_with(|| Resource {
                address: address.resource.clone(),
                provider: provider.clone(),
                each: None,
                instances: BTreeMap::new(),
            });
        resource.provider = provider.clone();
        let instance = resource.instances.entry(address.key.clone()).or_default();
        edit(instance);
        if instance.is_empty() {
            resource.instances.remove(&address.key);
        }
        if resource.instances.is_empty() {
            self.resources.remove(&key);
        }
    }

    /// Adds a resource, unless one with the address exists.
    pub(super) fn insert(&mut self, resource: Resource) -> bool {
        let key = ResourceKey::of(&resource.address);
        self.resources.insert(key, resource).is_none()
    }

    /// Returns whether two states differ in more than their serial and the host that wrote them.
    pub fn differs(&self, other: &Self) -> bool {
        self.outputs != other.outputs
            || self.resources != other.resources
            || self.check_results != other.check_results
            || self.lineage != other.lineage
    }
}
