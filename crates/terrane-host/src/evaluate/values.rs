//! The values of all objects of a run, as expressions see them.

use std::collections::BTreeMap;

use terrane_hcl::value::Value;
use terrane_value::Text;

use crate::address::{self, AbsoluteResource, InstanceKey, ModuleInstance, ResourceInstance};

/// The instances of a module call or a resource.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Expansion {
    /// One instance without a key.
    Single,
    /// As many instances as `count` says.
    Count(u64),
    /// An instance for each key of `for_each`.
    ForEach(BTreeMap<Text, Value>),
}

impl Expansion {
    /// Returns the keys of all instances.
    pub(crate) fn keys(&self) -> Vec<Option<InstanceKey>> {
        match self {
            Self::Single => vec![None],
            Self::Count(count) => (0..*count)
                .map(|it| Some(InstanceKey::Number(it)))
                .collect(),
            Self::ForEach(values) => {
                let keys = values.keys().cloned();
                keys.map(|key| Some(InstanceKey::String(key))).collect()
            }
        }
    }

    /// Returns the variables `count` and `each` of an instance.
    pub(crate) fn repetition(&self, key: Option<&InstanceKey>) -> Vec<(Text, Value)> {
        match (self, key) {
            (Self::Count(_), Some(InstanceKey::Number(index))) => {
                let index = usize::try_from(*index).unwrap_or(usize::MAX);
                let count = Value::object([("index", Value::from(index))]);
                vec![("count".into(), count)]
            }
            (Self::ForEach(values), Some(InstanceKey::String(key))) => {
                let value = values.get(key).cloned().unwrap_or_else(Value::dynamic);
                let each = Value::object([("key", Value::from(key.clone())), ("value", value)]);
                vec![("each".into(), each)]
            }
            _ => Vec::new(),
        }
    }

    /// Combines the values of the instances: one value, a tuple or an object.
    pub(crate) fn combine(&self, mut value: impl FnMut(Option<InstanceKey>) -> Value) -> Value {
        match self {
            Self::Single => value(None),
            Self::Count(_) => Value::tuple(self.keys().into_iter().map(value).collect()),
            Self::ForEach(values) => Value::object(values.keys().map(|key| {
                let value = value(Some(InstanceKey::String(key.clone())));
                (key.clone(), value)
            })),
        }
    }
}

/// The values of all objects.
#[derive(Debug, Default)]
pub(crate) struct Values {
    /// The instances of each module.
    pub(crate) modules: BTreeMap<address::Module, Vec<ModuleInstance>>,
    /// The instances of each call, by the calling instance and the name.
    pub(crate) calls: BTreeMap<(ModuleInstance, Text), Expansion>,
    pub(crate) variables: BTreeMap<(ModuleInstance, Text), Value>,
    pub(crate) locals: BTreeMap<(ModuleInstance, Text), Value>,
    pub(crate) outputs: BTreeMap<(ModuleInstance, Text), Value>,
    pub(crate) resources: BTreeMap<AbsoluteResource, Expansion>,
    pub(crate) instances: BTreeMap<ResourceInstance, Value>,
}

impl Values {
    /// Returns the instances of a module.
    pub(crate) fn instances_of(&self, module: &address::Module) -> Vec<ModuleInstance> {
        if module.0.is_empty() {
            return vec![ModuleInstance::default()];
        }
        self.modules.get(module).cloned().unwrap_or_default()
    }

    /// Returns the value of a resource with all of its instances.
    pub(crate) fn resource(&self, address: &AbsoluteResource) -> Value {
        let Some(expansion) = self.resources.get(address) else {
            return Value::dynamic();
        };
        expansion.combine(|key| {
            let instance = address.clone().instance(key);
            let value = self.instances.get(&instance).cloned();
            value.unwrap_or_else(Value::dynamic)
        })
    }

    /// Returns the value of a module call: an object of outputs for each instance.
    pub(crate) fn module(&self, caller: &ModuleInstance, name: &Text, outputs: &[Text]) -> Value {
        let Some(expansion) = self.calls.get(&(caller.clone(), name.clone())) else {
            return Value::dynamic();
        };
        expansion.combine(|key| {
            let module = caller.child(name.clone(), key);
            Value::object(outputs.iter().map(|output| {
                let value = self.outputs.get(&(module.clone(), output.clone()));
                (
                    output.clone(),
                    value.cloned().unwrap_or_else(Value::dynamic),
                )
            }))
        })
    }

    /// Returns `count` and `each` of a module's instance, for the arguments of its call.
    pub(crate) fn call_repetition(&self, module: &ModuleInstance) -> Vec<(Text, Value)> {
        let Some((step, caller)) = module.0.split_last() else {
            return Vec::new();
        };
        let caller = ModuleInstance(caller.to_vec());
        match self.calls.get(&(caller, step.name.clone())) {
            Some(expansion) => expansion.repetition(step.key.as_ref()),
            None => Vec::new(),
        }
    }
}
