//! Addresses of modules, resources, instances and provider configurations.
//!
//! An address of the configuration has no instance keys: `module.net.aws_vpc.main`. An address of an instance has them where `count` or
//! `for_each` is set: `module.net[0].aws_vpc.main["eu"]`. Both are parsed and printed as Terraform does.

mod parse;
mod provider;

use std::fmt;

use terrane_value::Text;

pub use parse::AddressError;
pub use provider::{Provider, ProviderConfig};

/// The key of one instance of a module or resource.
///
/// Numbers sort before strings, as in states.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum InstanceKey {
    /// An index that `count` makes.
    Number(u64),
    /// A key of `for_each`.
    String(Text),
}

impl fmt::Display for InstanceKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "[{number}]"),
            Self::String(text) => {
                f.write_str("[\"")?;
                escape(text, f)?;
                f.write_str("\"]")
            }
        }
    }
}

/// Writes the content of a quoted string, in which templates are escaped.
fn escape(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        match character {
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '$' | '%' if rest.peek() == Some(&'{') => write!(f, "{character}{character}")?,
            character => write!(f, "{character}")?,
        }
    }
    Ok(())
}

/// A step into a module call: its name, and the key of the instance.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ModuleStep {
    /// The name of the `module` block.
    pub name: Text,
    /// The key, if the call has `count` or `for_each`.
    pub key: Option<InstanceKey>,
}

/// The address of a module in the configuration: the names of the calls that lead to it. The root module has none.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Module(pub Vec<Text>);

impl Module {
    /// Returns the address of a module that this one calls.
    #[must_use]
    pub fn child(&self, name: impl Into<Text>) -> Self {
        let mut names = self.0.clone();
        names.push(name.into());
        Self(names)
    }

    /// Returns the address of the calling module and the name of the call, or nothing for the root module.
    pub fn split_last(&self) -> Option<(Self, &Text)> {
        let (name, parents) = self.0.split_last()?;
        Some((Self(parents.to_vec()), name))
    }
}

impl fmt::Display for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, name) in self.0.iter().enumerate() {
            let dot = if index == 0 { "" } else { "." };
            write!(f, "{dot}module.{name}")?;
        }
        Ok(())
    }
}

/// The address of an instance of a module. The root module has no steps.
///
/// ```
/// use terrane_host::address::ModuleInstance;
///
/// let module: ModuleInstance = "module.net[0].module.zone[\"a\"]".parse()?;
/// assert_eq!(module.module().to_string(), "module.net.module.zone");
/// assert_eq!(module.to_string(), "module.net[0].module.zone[\"a\"]");
/// # Ok::<(), terrane_host::address::AddressError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ModuleInstance(pub Vec<ModuleStep>);

impl ModuleInstance {
    /// Returns the address without instance keys.
    pub fn module(&self) -> Module {
        Module(self.0.iter().map(|step| step.name.clone()).collect())
    }

    /// Returns the address of an instance of a module that this one calls.
    #[must_use]
    pub fn child(&self, name: impl Into<Text>, key: Option<InstanceKey>) -> Self {
        let mut steps = self.0.clone();
        let name = name.into();
        steps.push(ModuleStep { name, key });
        Self(steps)
    }

    /// Returns whether this is another instance of the same module. Objects of two such instances do not depend on each other.
    pub(crate) fn is_sibling(&self, other: &Self) -> bool {
        self != other && self.module() == other.module()
    }
}

impl fmt::Display for ModuleInstance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, step) in self.0.iter().enumerate() {
            let dot = if index == 0 { "" } else { "." };
            write!(f, "{dot}module.{}", step.name)?;
            if let Some(key) = &step.key {
                write!(f, "{key}")?;
            }
        }
        Ok(())
    }
}

/// The kinds of resources. Data sources sort first, as in states, which have no ephemeral resources and no actions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ResourceMode {
    /// A data source: a `data` block.
    Data,
    /// A managed resource: a `resource` block.
    Managed,
    /// An ephemeral resource, which exists during one run only: an `ephemeral` block.
    Ephemeral,
    /// An action, which changes of resources trigger: an `action` block.
    Action,
}

impl ResourceMode {
    /// Returns the name of the mode: `data` or `managed` in states, `ephemeral` and `action`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Data => "data",
            Self::Managed => "managed",
            Self::Ephemeral => "ephemeral",
            Self::Action => "action",
        }
    }
}

/// A resource within its module: `aws_vpc.main` or `data.aws_ami.linux`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Resource {
    /// Whether the resource is managed, a data source, ephemeral, or an action.
    pub mode: ResourceMode,
    /// The type.
    pub type_name: Text,
    /// The name of the block.
    pub name: Text,
}

impl Resource {
    /// Creates the address of a managed resource.
    ///
    /// ```
    /// use terrane_host::address::Resource;
    ///
    /// assert_eq!(Resource::managed("aws_vpc", "main").to_string(), "aws_vpc.main");
    /// ```
    pub fn managed(type_name: impl Into<Text>, name: impl Into<Text>) -> Self {
        Self {
            mode: ResourceMode::Managed,
            type_name: type_name.into(),
            name: name.into(),
        }
    }

    /// Creates the address of a data source.
    pub fn data(type_name: impl Into<Text>, name: impl Into<Text>) -> Self {
        let mode = ResourceMode::Data;
        let resource = Self::managed(type_name, name);
        Self { mode, ..resource }
    }

    /// Creates the address of an ephemeral resource.
    pub fn ephemeral(type_name: impl Into<Text>, name: impl Into<Text>) -> Self {
        let mode = ResourceMode::Ephemeral;
        let resource = Self::managed(type_name, name);
        Self { mode, ..resource }
    }

    /// Creates the address of an action.
    pub fn action(type_name: impl Into<Text>, name: impl Into<Text>) -> Self {
        let mode = ResourceMode::Action;
        let resource = Self::managed(type_name, name);
        Self { mode, ..resource }
    }

    /// Returns the local name of the provider that the type implies: the part before the first underscore.
    pub fn implied_provider(&self) -> &str {
        let type_name = self.type_name.as_str();
        type_name
            .split_once('_')
            .map_or(type_name, |(name, _)| name)
    }
}

impl fmt::Display for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.mode != ResourceMode::Managed {
            write!(f, "{}.", self.mode.name())?;
        }
        write!(f, "{}.{}", self.type_name, self.name)
    }
}

/// A resource of the configuration, with its module.
///
/// ```
/// use terrane_host::address::ConfigResource;
///
/// let resource: ConfigResource = "module.net.data.aws_ami.linux".parse()?;
/// assert_eq!(resource.to_string(), "module.net.data.aws_ami.linux");
/// assert_eq!(resource.resource.implied_provider(), "aws");
/// # Ok::<(), terrane_host::address::AddressError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ConfigResource {
    /// The module.
    pub module: Module,
    /// The resource in it.
    pub resource: Resource,
}

impl fmt::Display for ConfigResource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        prefixed(&self.module, self.module.0.is_empty(), &self.resource, f)
    }
}

/// A resource in an instance of a module, with all of its own instances.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AbsoluteResource {
    /// The instance of the module.
    pub module: ModuleInstance,
    /// The resource in it.
    pub resource: Resource,
}

impl AbsoluteResource {
    /// Returns the address in the configuration, without instance keys.
    pub fn config(&self) -> ConfigResource {
        ConfigResource {
            module: self.module.module(),
            resource: self.resource.clone(),
        }
    }

    /// Returns the address of an instance.
    pub fn instance(self, key: Option<InstanceKey>) -> ResourceInstance {
        ResourceInstance {
            resource: self,
            key,
        }
    }
}

impl fmt::Display for AbsoluteResource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        prefixed(&self.module, self.module.0.is_empty(), &self.resource, f)
    }
}

/// An instance of a resource.
///
/// ```
/// use terrane_host::address::ResourceInstance;
///
/// let instance: ResourceInstance = "module.net[0].aws_subnet.a[\"x.y\"]".parse()?;
/// assert_eq!(instance.to_string(), "module.net[0].aws_subnet.a[\"x.y\"]");
/// assert_eq!(instance.resource.config().to_string(), "module.net.aws_subnet.a");
///
/// let error = "module.net".parse::<ResourceInstance>().unwrap_err();
/// assert_eq!(error.to_string(), "\"module.net\" is no address of a resource instance: the type and the name of a resource are missing");
/// # Ok::<(), terrane_host::address::AddressError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ResourceInstance {
    /// The resource.
    pub resource: AbsoluteResource,
    /// The key, if the resource has `count` or `for_each`.
    pub key: Option<InstanceKey>,
}

impl fmt::Display for ResourceInstance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.resource)?;
        match &self.key {
            Some(key) => write!(f, "{key}"),
            None => Ok(()),
        }
    }
}

/// The address in a `moved` or `removed` block, or the target of a plan: a module or a resource, or an instance of either.
///
/// ```
/// use terrane_host::address::Target;
///
/// assert!(matches!("module.net[0]".parse()?, Target::Module(_)));
/// assert!(matches!("module.net.aws_vpc.main".parse()?, Target::Resource(_)));
/// # Ok::<(), terrane_host::address::AddressError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// A module, or an instance of one.
    Module(ModuleInstance),
    /// A resource, or an instance of one.
    Resource(ResourceInstance),
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Module(module) => write!(f, "{module}"),
            Self::Resource(resource) => write!(f, "{resource}"),
        }
    }
}

/// Writes an address inside of a module.
fn prefixed(
    module: &dyn fmt::Display,
    is_root: bool,
    inner: &dyn fmt::Display,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    if is_root {
        write!(f, "{inner}")
    } else {
        write!(f, "{module}.{inner}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_that_terraform_prints_are_parsed_and_printed_unchanged() {
        // `terraform state list` of Terraform 1.11 prints these.
        for address in [
            "data.terraform_remote_state.r",
            "ephemeral.random_password.p[0]",
            "terraform_data.c[1]",
            "terraform_data.f[\"a\"]",
            "module.m[\"%%{a}\"].terraform_data.d",
            "module.m[\"q\\\"$${1}\"].terraform_data.d",
            "module.m[\"x y\"].module.inner[1].terraform_data.e",
        ] {
            let parsed: ResourceInstance = address.parse().unwrap();
            assert_eq!(parsed.to_string(), address);
        }
        let module: ModuleInstance = "module.m[\"q\\\"$${1}\"]".parse().unwrap();
        assert_eq!(module.0[0].key, Some(InstanceKey::String("q\"${1}".into())));
        assert_eq!("".parse(), Ok(ModuleInstance::default()));
    }

    #[test]
    fn texts_that_are_no_addresses_are_refused_with_a_reason() {
        for (address, reason) in [
            ("a", "the name of the resource \"a\" is missing"),
            ("a.b.c", "\"c\" follows the name of the resource"),
            ("a.b[0][1]", "a second key follows the key of the instance"),
            (
                "a.b[1.5]",
                "an instance key is a whole number from zero, or a string",
            ),
            ("a.b[x]", "it is no sequence of names and keys"),
            ("a[0].b", "a key follows the type of a resource"),
            ("module.a.b", "the name of the resource \"b\" is missing"),
            ("data.a", "the name of the resource \"a\" is missing"),
        ] {
            let error = address.parse::<ResourceInstance>().unwrap_err();
            let expected = format!("\"{address}\" is no address of a resource instance: {reason}");
            assert_eq!(error.to_string(), expected);
        }
        assert!("a.b[0]".parse::<ConfigResource>().is_err());
        assert!("module.a[0].b.c".parse::<ConfigResource>().is_err());
        assert!("module.a.b.c".parse::<ModuleInstance>().is_err());
    }
}
