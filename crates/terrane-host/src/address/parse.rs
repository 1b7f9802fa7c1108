//! Parsing of addresses.

use std::str::FromStr;

use terrane_hcl::Source;
use terrane_hcl::syntax::ast::{Traversal, TraversalStepKind};
use terrane_hcl::syntax::parse_traversal;
use terrane_value::Text;

use super::{
    AbsoluteResource, ConfigResource, InstanceKey, Module, ModuleInstance, ModuleStep, Resource,
    ResourceInstance, ResourceMode, Target,
};

/// A text that is no address of the expected kind.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{address}\" is no address of a {kind}: {reason}")]
pub struct AddressError {
    address: String,
    kind: &'static str,
    reason: String,
}

/// A step of an address.
enum Step {
    Name(Text),
    Key(InstanceKey),
}

/// The steps that are not yet read.
struct Steps(std::iter::Peekable<std::vec::IntoIter<Step>>);

impl Steps {
    fn of_text(text: &str) -> Result<Self, String> {
        if text.is_empty() {
            return Ok(Self(Vec::new().into_iter().peekable()));
        }
        let source = Source::detached("address", text.to_owned());
        let traversal = parse_traversal(&source);
        let traversal = traversal.map_err(|_| "it is no sequence of names and keys".to_owned())?;
        Self::of_traversal(&traversal)
    }

    fn of_traversal(traversal: &Traversal) -> Result<Self, String> {
        let mut steps = vec![Step::Name(traversal.root.name.clone())];
        for step in &traversal.steps {
            steps.push(match &step.kind {
                TraversalStepKind::Attribute(name) => Step::Name(name.clone()),
                TraversalStepKind::StringIndex(key) => Step::Key(InstanceKey::String(key.clone())),
                TraversalStepKind::NumberIndex(number) => {
                    let number = number
                        .to_i64()
                        .and_then(|number| u64::try_from(number).ok());
                    let message = "an instance key is a whole number from zero, or a string";
                    Step::Key(InstanceKey::Number(number.ok_or(message)?))
                }
            });
        }
        Ok(Self(steps.into_iter().peekable()))
    }

    fn is_empty(&mut self) -> bool {
        self.0.peek().is_none()
    }

    /// Reads a name, if one follows.
    fn name(&mut self) -> Option<Text> {
        match self.0.next_if(|step| matches!(step, Step::Name(_)))? {
            Step::Name(name) => Some(name),
            Step::Key(_) => None,
        }
    }

    /// Reads a key, if one follows.
    fn key(&mut self) -> Option<InstanceKey> {
        match self.0.next_if(|step| matches!(step, Step::Key(_)))? {
            Step::Key(key) => Some(key),
            Step::Name(_) => None,
        }
    }

    /// Reads the modules.
    fn modules(&mut self) -> Result<ModuleInstance, String> {
        let mut steps = Vec::new();
        while let Some(Step::Name(name)) = self.0.peek() {
            if *name != *"module" {
                break;
            }
            self.0.next();
            let name = self.name().ok_or("the name of a module is missing")?;
            let key = self.key();
            steps.push(ModuleStep { name, key });
        }
        Ok(ModuleInstance(steps))
    }

    /// Reads a resource without its instance key.
    fn resource(&mut self) -> Result<Resource, String> {
        let missing = "the type and the name of a resource are missing";
        let mut type_name = self.name().ok_or(missing)?;
        let mut mode = ResourceMode::Managed;
        let others = [
            ResourceMode::Data,
            ResourceMode::Ephemeral,
            ResourceMode::Action,
        ];
        let mut others = others.into_iter();
        if let Some(other) = others.find(|other| type_name == *other.name()) {
            mode = other;
            type_name = self.name().ok_or(missing)?;
        }
        if self.key().is_some() {
            return Err("a key follows the type of a resource".to_owned());
        }
        let name = self.name();
        let name =
            name.ok_or_else(|| format!("the name of the resource \"{type_name}\" is missing"))?;
        Ok(Resource {
            mode,
            type_name,
            name,
        })
    }

    fn instance(&mut self) -> Result<ResourceInstance, String> {
        let module = self.modules()?;
        let resource = self.resource()?;
        let key = self.key();
        Ok(AbsoluteResource { module, resource }.instance(key))
    }

    /// Reads the address of a module or a resource.
    fn target(&mut self) -> Result<Target, String> {
        let module = self.modules()?;
        if self.is_empty() {
            return Ok(Target::Module(module));
        }
        let resource = self.resource()?;
        let key = self.key();
        self.end()?;
        Ok(Target::Resource(
            AbsoluteResource { module, resource }.instance(key),
        ))
    }

    fn end(&mut self) -> Result<(), String> {
        match self.0.next() {
            None => Ok(()),
            Some(Step::Name(name)) => Err(format!("\"{name}\" follows the name of the resource")),
            Some(Step::Key(_)) => Err("a second key follows the key of the instance".to_owned()),
        }
    }
}

/// An error of a part becomes one of the whole address.
fn named<T>(
    address: &str,
    kind: &'static str,
    result: Result<T, String>,
) -> Result<T, AddressError> {
    result.map_err(|reason| AddressError {
        address: address.to_owned(),
        kind,
        reason,
    })
}

impl FromStr for ModuleInstance {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        let module = Steps::of_text(text).and_then(|mut steps| {
            let module = steps.modules()?;
            if steps.is_empty() {
                Ok(module)
            } else {
                Err("more than modules follow".to_owned())
            }
        });
        named(text, "module instance", module)
    }
}

impl FromStr for ResourceInstance {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        let instance = Steps::of_text(text).and_then(|mut steps| {
            let instance = steps.instance()?;
            steps.end().map(|()| instance)
        });
        named(text, "resource instance", instance)
    }
}

impl FromStr for ConfigResource {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        let instance = Steps::of_text(text).and_then(|mut steps| {
            let instance = steps.instance()?;
            steps.end().map(|()| instance)
        });
        let config = instance.and_then(|instance| {
            let modules = &instance.resource.module.0;
            let has_key = modules.iter().any(|step| step.key.is_some()) || instance.key.is_some();
            if has_key {
                Err("an address of the configuration has no instance keys".to_owned())
            } else {
                Ok(instance.resource.config())
            }
        });
        named(text, "resource of the configuration", config)
    }
}

impl Target {
    /// Reads the address that a reference of the configuration stands for.
    ///
    /// # Errors
    ///
    /// Fails with the reason if the reference is no such address.
    pub fn of(traversal: &Traversal) -> Result<Self, String> {
        Steps::of_traversal(traversal)?.target()
    }
}

impl FromStr for Target {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        let target = Steps::of_text(text).and_then(|mut steps| {
            if steps.is_empty() {
                return Err("it is empty".to_owned());
            }
            steps.target()
        });
        named(text, "module or resource", target)
    }
}

impl Module {
    /// Returns the instance of a module without `count` and `for_each`, all the way from the root.
    pub fn single_instance(&self) -> ModuleInstance {
        let steps = self.0.iter().map(|name| ModuleStep {
            name: name.clone(),
            key: None,
        });
        ModuleInstance(steps.collect())
    }
}
