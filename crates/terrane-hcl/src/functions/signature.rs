//! What a function accepts, what it returns, and which versions have it.

use std::fmt;

use terrane_value::Type;

use crate::value::Value;

use super::call::{Call, CallError};

/// The steps of a call, and those for each element of an argument.
const CALL: u64 = 50;
const EACH: u64 = 8;

/// A built-in function.
#[derive(Clone, Copy)]
pub(crate) struct Function {
    pub(super) name: &'static str,
    pub(super) description: &'static str,
    pub(super) parameters: &'static [Parameter],
    pub(super) variadic: Option<Parameter>,
    pub(super) returns: Returns,
    pub(super) is_never_null: bool,
    pub(super) cost: Cost,
    pub(super) body: Body,
    pub(super) availability: Availability,
}

/// The type of a function's results.
#[derive(Clone, Copy)]
pub(super) enum Returns {
    /// Always this type.
    ArgumentType(ArgumentType),
    /// A type that depends on the arguments.
    By(fn(&[Value]) -> Result<Type, CallError>),
}

/// How the work of a function grows with its arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cost {
    /// It does not: the function finds a part, or passes a value on.
    Constant,
    /// With the number of elements, and with the length of texts. The number is that of the steps for each byte.
    Elements(u64),
    /// With the number of nested values, which are read a number of times.
    Nested(u64),
    /// The same, and with the digits of all numbers, which are written as texts.
    Written(u64),
}

/// The implementation of a function.
pub(super) type Body = fn(&Call<'_>) -> Result<Value, CallError>;

/// A parameter of a function.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Parameter {
    pub(super) name: &'static str,
    pub(super) kind: ArgumentType,
    /// Whether the function gets null values.
    pub(super) nulls: bool,
    /// Whether the function gets unknown values.
    pub(super) unknowns: bool,
    /// Whether the function gets values of unknown type.
    pub(super) dynamic: bool,
    /// Whether the function gets marks and cares for them itself.
    pub(super) marks: bool,
}

/// The types that parameters and results have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ArgumentType {
    Any,
    String,
    Number,
    Bool,
    List,
    Strings,
    Numbers,
    Bools,
    Set,
    Map,
    StringSet,
    StringLists,
}

/// The versions that have a function.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Availability {
    /// The first version of Terraform that has the function.
    pub(super) terraform: Option<Version>,
    /// The first version of OpenTofu that has the function.
    pub(super) opentofu: Option<Version>,
}

/// A version of a host: major, minor and patch number.
pub(crate) type Version = (u16, u16, u16);

/// The first version of OpenTofu, which has all functions of Terraform 1.5.
pub(super) const FIRST_OPENTOFU: Version = (1, 6, 0);

impl Function {
    /// Returns the name.
    pub(crate) fn name(&self) -> &'static str {
        self.name
    }

    /// Returns what the function does, in one sentence.
    pub(crate) fn description(&self) -> &'static str {
        self.description
    }

    /// Returns the parameters that each call has.
    pub(crate) fn parameters(&self) -> &'static [Parameter] {
        self.parameters
    }

    /// Returns the parameter for all further arguments, if the function accepts them.
    pub(crate) fn variadic(&self) -> Option<&Parameter> {
        self.variadic.as_ref()
    }

    /// Returns the parameter of an argument.
    pub(crate) fn parameter(&self, argument: usize) -> Option<&Parameter> {
        self.parameters.get(argument).or(self.variadic.as_ref())
    }

    pub(super) const fn new(
        name: &'static str,
        description: &'static str,
        parameters: &'static [Parameter],
        returns: Returns,
        body: Body,
    ) -> Self {
        Self {
            name,
            description,
            parameters,
            variadic: None,
            returns,
            is_never_null: true,
            cost: Cost::Elements(1),
            body,
            availability: Availability {
                terraform: Some((0, 12, 0)),
                opentofu: Some(FIRST_OPENTOFU),
            },
        }
    }

    /// Accepts further arguments.
    pub(super) const fn and_more(mut self, parameter: Parameter) -> Self {
        self.variadic = Some(parameter);
        self
    }

    /// Lets the result be null.
    pub(super) const fn maybe_null(mut self) -> Self {
        self.is_never_null = false;
        self
    }

    /// Sets how the work grows with the arguments.
    pub(super) const fn cost(mut self, cost: Cost) -> Self {
        self.cost = cost;
        self
    }

    /// Sets the first version of Terraform.
    pub(super) const fn since(mut self, terraform: Version) -> Self {
        self.availability.terraform = Some(terraform);
        self
    }

    /// Sets the first version of OpenTofu.
    pub(super) const fn since_opentofu(mut self, opentofu: Version) -> Self {
        self.availability.opentofu = Some(opentofu);
        self
    }

    /// Makes this a function of OpenTofu only.
    pub(super) const fn only_opentofu(mut self, opentofu: Version) -> Self {
        self.availability = Availability {
            terraform: None,
            opentofu: Some(opentofu),
        };
        self
    }

    /// Makes this a function of Terraform only.
    pub(super) const fn only_terraform(mut self, terraform: Version) -> Self {
        self.availability = Availability {
            terraform: Some(terraform),
            opentofu: None,
        };
        self
    }
}

impl Cost {
    /// Returns the steps of a call with some arguments.
    pub(super) fn steps_of_call(self, arguments: &[Value]) -> u64 {
        let each = |value: &Value| match self {
            Self::Constant => 0,
            Self::Elements(per_byte) => match value.elements() {
                Some(elements) => EACH.saturating_mul(count(elements.len())),
                None => value.bytes().saturating_mul(per_byte),
            },
            Self::Nested(times) | Self::Written(times) => value.effort().saturating_mul(times),
        };
        let steps = arguments.iter().map(each);
        steps.fold(CALL, u64::saturating_add)
    }

    /// Returns the steps of writing the numbers in some arguments. It visits all values, so those of [`steps_of_call`](Self::steps_of_call) must be within the limit.
    pub(super) fn steps_of_numbers(self, arguments: &[Value]) -> u64 {
        match self {
            Self::Written(_) => {
                let numbers = arguments.iter().map(Value::numbers_as_text);
                numbers.fold(0, u64::saturating_add)
            }
            Self::Constant | Self::Elements(_) | Self::Nested(_) => 0,
        }
    }
}

fn count(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Function")
            .field("name", &self.name)
            .field("parameters", &self.parameters)
            .field("variadic", &self.variadic)
            .finish_non_exhaustive()
    }
}

impl Parameter {
    /// Returns the name, which diagnostics show.
    pub(crate) fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the type to which arguments are converted.
    pub(crate) fn ty(&self) -> Type {
        self.kind.ty()
    }

    pub(super) const fn new(name: &'static str, kind: ArgumentType) -> Self {
        Self {
            name,
            kind,
            nulls: false,
            unknowns: false,
            dynamic: false,
            marks: false,
        }
    }

    pub(super) const fn nulls(mut self) -> Self {
        self.nulls = true;
        self
    }

    pub(super) const fn unknowns(mut self) -> Self {
        self.unknowns = true;
        self
    }

    pub(super) const fn dynamic(mut self) -> Self {
        self.dynamic = true;
        self
    }

    pub(super) const fn marks(mut self) -> Self {
        self.marks = true;
        self
    }

    /// Accepts every value, also null, unknown and marked ones.
    pub(super) const fn everything(name: &'static str) -> Self {
        any(name).nulls().unknowns().dynamic().marks()
    }
}

/// A parameter of any type.
pub(super) const fn any(name: &'static str) -> Parameter {
    Parameter::new(name, ArgumentType::Any)
}

/// A string parameter.
pub(super) const fn string(name: &'static str) -> Parameter {
    Parameter::new(name, ArgumentType::String)
}

/// A number parameter.
pub(super) const fn number(name: &'static str) -> Parameter {
    Parameter::new(name, ArgumentType::Number)
}

impl ArgumentType {
    pub(super) fn ty(self) -> Type {
        match self {
            Self::Any => Type::Dynamic,
            Self::String => Type::String,
            Self::Number => Type::Number,
            Self::Bool => Type::Bool,
            Self::List => Type::list(Type::Dynamic),
            Self::Strings => Type::list(Type::String),
            Self::Numbers => Type::list(Type::Number),
            Self::Bools => Type::list(Type::Bool),
            Self::Set => Type::set(Type::Dynamic),
            Self::Map => Type::map(Type::Dynamic),
            Self::StringSet => Type::set(Type::String),
            Self::StringLists => Type::map(Type::list(Type::String)),
        }
    }
}
