//! The built-in functions, as expressions call them.

use std::collections::HashMap;
use std::fmt;

use terrane_value::{Text, Type};

use crate::call::{CallError, Caller, Function, Functions, Parameter, Signature};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::environment::{Environment, ResultLimits};
use crate::evaluate::{TemplateCaller, evaluate_within};
use crate::functions::{self, Context, Product, Template, Templates, Version};
use crate::scope::Scope;
use crate::source::Source;
use crate::syntax::{is_identifier, parse_file, parse_template, references};
use crate::value::Value;

/// The functions that templates cannot call, because they evaluate templates themselves.
const TEMPLATE_FUNCTIONS: &[&str] = &["templatefile", TEMPLATE_STRING];

const TEMPLATE_STRING: &str = "templatestring";

/// The functions that templates of `templatestring` cannot call.
const FILE_FUNCTIONS: &[&str] = &[
    "file",
    "filebase64",
    "filebase64sha256",
    "filebase64sha512",
    "fileexists",
    "filemd5",
    "fileset",
    "filesha1",
    "filesha256",
    "filesha512",
];

/// The functions of the provider that is built into hosts.
const PROVIDER_FUNCTIONS: &[&str] = &["decode_tfvars", "encode_expr", "encode_tfvars"];

/// The built-in functions, with the environment in which they read files and the clock.
///
/// Names have no namespace here: `core::upper` is `upper`.
///
/// ```
/// use terrane_hcl::{Builtins, Functions, NoEnvironment, Scope, Source, evaluate, syntax};
///
/// let functions = Builtins::newest(&NoEnvironment);
/// let scope = Scope::new().with_functions(&functions);
/// let source = Source::detached("x", "try(upper(null), join(\"-\", [\"a\", \"b\"]))");
/// let (value, _) = evaluate(&syntax::parse_expression(&source).into_result()?, &scope);
/// assert_eq!(value, "a-b".into());
///
/// let old = Builtins::terraform((1, 6, 0), &NoEnvironment);
/// assert!(old.find("upper").is_some());
/// assert!(old.find("templatestring").is_none(), "Terraform 1.9 brought this function");
/// assert!(old.find("cidrcontains").is_none(), "only OpenTofu has this function");
/// # Ok::<(), terrane_hcl::Diagnostics>(())
/// ```
pub struct Builtins<'a> {
    functions: HashMap<Text, Builtin<'a>, foldhash::fast::RandomState>,
    environment: &'a dyn Environment,
}

struct Builtin<'a> {
    function: &'static functions::Function,
    signature: Signature,
    environment: &'a dyn Environment,
    /// Whether the function is that of OpenTofu.
    is_opentofu: bool,
}

impl<'a> Builtins<'a> {
    /// Creates the functions of all products in their newest versions.
    pub fn newest(environment: &'a dyn Environment) -> Self {
        Self::of(None, environment)
    }

    /// Creates the functions of a version of Terraform: major, minor and patch number.
    pub fn terraform(version: (u16, u16, u16), environment: &'a dyn Environment) -> Self {
        Self::of(Some((Product::Terraform, version)), environment)
    }

    /// Creates the functions of a version of OpenTofu: major, minor and patch number.
    pub fn opentofu(version: (u16, u16, u16), environment: &'a dyn Environment) -> Self {
        Self::of(Some((Product::OpenTofu, version)), environment)
    }

    fn of(host: Option<(Product, Version)>, environment: &'a dyn Environment) -> Self {
        let is_opentofu = host.is_some_and(|(product, _)| product == Product::OpenTofu);
        let functions = functions::functions_of(host).map(|function| {
            let name = Text::from_static(function.name());
            (name, Builtin::new(function, environment, is_opentofu))
        });
        Self {
            functions: functions.collect(),
            environment,
        }
    }

    /// Calls a function with values, as an expression with these arguments does.
    ///
    /// ```
    /// use terrane_hcl::{Builtins, NoEnvironment};
    ///
    /// let functions = Builtins::newest(&NoEnvironment);
    /// assert_eq!(functions.call("upper", &["rex".into()])?, "REX".into());
    /// # Ok::<(), terrane_hcl::CallError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the function does not exist, or if the number, the types or the values of the arguments are wrong.
    pub fn call(&self, name: &str, arguments: &[Value]) -> Result<Value, CallError> {
        let plain_name = name.strip_prefix("core::").unwrap_or(name);
        let Some(builtin) = self.functions.get(plain_name) else {
            return Err(CallError::new(format!(
                "there is no function named \"{plain_name}\""
            )));
        };
        let scope = Scope::new().with_functions(self);
        let budget = scope.budget();
        let caller = TemplateCaller::new(&scope, &budget);
        let evaluation = builtin.evaluation(&caller);
        builtin
            .function
            .call(arguments, &builtin.context(&evaluation))
    }

    /// Adds the functions of the provider that is built into hosts, as `provider::terraform::encode_expr`. Modules choose the local name.
    #[must_use]
    pub fn with_provider(mut self, local_name: &str) -> Self {
        let functions = PROVIDER_FUNCTIONS.iter().copied();
        for function in functions.filter_map(functions::provider_function) {
            let name = format!("provider::{local_name}::{}", function.name());
            let builtin = Builtin::new(function, self.environment, false);
            self.functions.insert(name.into(), builtin);
        }
        self
    }
}

impl<'a> Builtin<'a> {
    fn new(
        function: &'static functions::Function,
        environment: &'a dyn Environment,
        is_opentofu: bool,
    ) -> Self {
        let parameter = |parameter: &functions::Parameter| Parameter {
            name: Text::from_static(parameter.name()),
            ty: parameter.ty(),
        };
        let signature = Signature {
            parameters: function.parameters().iter().map(parameter).collect(),
            variadic: function.variadic().map(parameter),
        };
        Self {
            function,
            signature,
            environment,
            is_opentofu,
        }
    }

    fn evaluation<'e>(&self, caller: &'e dyn Caller) -> Evaluation<'e> {
        Evaluation {
            caller,
            limits: self.environment.limits(),
        }
    }

    fn context<'e>(&'e self, evaluation: &'e Evaluation<'e>) -> Context<'e> {
        Context {
            environment: self.environment,
            templates: evaluation,
        }
    }
}

impl Functions for Builtins<'_> {
    fn find(&self, name: &str) -> Option<&dyn Function> {
        let plain_name = name.strip_prefix("core::").unwrap_or(name);
        let function = self.functions.get(plain_name)?;
        Some(function)
    }

    fn names(&self) -> Vec<Text> {
        let mut names: Vec<Text> = self.functions.keys().cloned().collect();
        names.sort();
        names
    }

    fn limits(&self) -> ResultLimits {
        self.environment.limits()
    }
}

impl Function for Builtin<'_> {
    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn description(&self) -> &str {
        self.function.description()
    }

    fn needs_reference(&self, argument: usize) -> bool {
        argument == 0 && self.function.name() == TEMPLATE_STRING && !self.is_opentofu
    }

    fn call(&self, arguments: &[Value], caller: &dyn Caller) -> Result<Value, CallError> {
        let evaluation = self.evaluation(caller);
        // The evaluator has converted the arguments.
        self.function
            .call_converted(arguments.to_vec(), &self.context(&evaluation))
    }
}

/// The evaluator, as functions call it.
struct Evaluation<'a> {
    caller: &'a dyn Caller,
    limits: ResultLimits,
}

impl Templates for Evaluation<'_> {
    fn render(&self, template: &Template<'_>, variables: &Value) -> Result<Value, CallError> {
        // A template without sequences is one part.
        if template.text.contains("${") || template.text.contains("%{") {
            self.spend_text(template.text)?;
        }
        let source = Source::detached(template.name, template.text.to_owned());
        let parsed = parse_template(&source);
        let is_string = template.function == TEMPLATE_STRING;
        check(&parsed.diagnostics, &source).map_err(|error| {
            if is_string {
                CallError::argument(0, format!("invalid template: {error}"))
            } else {
                CallError::new(error)
            }
        })?;
        check_variables(variables)?;
        for reference in references(&parsed.value) {
            if variables.get(&reference.root.name).is_none() {
                let place = source.locate(reference.root.span);
                let name = &reference.root.name;
                let message =
                    format!("vars map does not contain key \"{name}\", referenced at {place}");
                return Err(CallError::argument(1, message));
            }
        }
        let excluded: Vec<&str> = if is_string {
            [TEMPLATE_FUNCTIONS, FILE_FUNCTIONS].concat()
        } else {
            TEMPLATE_FUNCTIONS.to_vec()
        };
        let (value, diagnostics) = self.caller.evaluate(&parsed.value, variables, &excluded);
        check(&diagnostics, &source).map_err(CallError::new)?;
        if value.is_null() {
            return Err(CallError::new("the result of the template is null"));
        }
        Ok(value)
    }

    fn spend(&self, steps: u64) -> Result<(), CallError> {
        self.caller.spend(steps)
    }

    fn constants(&self, source: &str) -> Result<Value, String> {
        self.spend_text(source).map_err(|error| error.to_string())?;
        let decoded_source = Source::detached("<decode_tfvars argument>", source.to_owned());
        let parsed = parse_file(&decoded_source);
        check(&parsed.diagnostics, &decoded_source)?;
        let (attributes, diagnostics) = parsed.value.body.just_attributes();
        check(&diagnostics, &decoded_source)?;
        let scope = Scope::new();
        let budget = scope.budget();
        let mut values = Vec::with_capacity(attributes.len());
        for attribute in attributes {
            let before = budget.steps();
            let (value, diagnostics) = evaluate_within(&attribute.expression, &scope, &budget);
            check(&diagnostics, &decoded_source)?;
            let spent = self.caller.spend(budget.steps() - before);
            spent.map_err(|error| error.to_string())?;
            values.push((attribute.name.name, value));
        }
        Ok(Value::object(values))
    }
}

impl Evaluation<'_> {
    /// Counts the steps of parsing a text, which must not be too long.
    fn spend_text(&self, text: &str) -> Result<(), CallError> {
        let max = self.limits.parsed_text();
        if text.len() > max {
            let length = text.len();
            return Err(CallError::new(format!(
                "the text has {length} bytes, more than the {max} that can be parsed"
            )));
        }
        let length = u64::try_from(text.len()).unwrap_or(u64::MAX);
        self.caller.spend(length.saturating_mul(10))
    }
}

/// Checks that the variables of a template are the entries of a map or object, and that the template can refer to all of them.
fn check_variables(variables: &Value) -> Result<(), CallError> {
    if !matches!(variables.ty(), Type::Map(_) | Type::Object(_)) {
        return Err(CallError::argument(1, "invalid vars value: must be a map"));
    }
    let mut names = variables.keys().unwrap_or_default().iter();
    let Some(wrong) = names.find(|name| !is_identifier(name.as_str())) else {
        return Ok(());
    };
    let message = format!(
        "invalid template variable name \"{wrong}\": must start with a letter, followed by zero or more letters, digits, and underscores"
    );
    Err(CallError::argument(1, message))
}

/// Returns the first error in words.
fn check(diagnostics: &Diagnostics, source: &Source) -> Result<(), String> {
    let Some(error) = diagnostics.iter().find(|error| error.is_error()) else {
        return Ok(());
    };
    let Diagnostic {
        summary,
        detail,
        subject,
        ..
    } = error;
    Err(match subject {
        Some(place) => format!("{}: {summary}; {detail}", source.locate(*place)),
        None => format!("{summary}; {detail}"),
    })
}

impl fmt::Debug for Builtins<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Builtins")
            .field("functions", &self.names())
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Builtin<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.function, f)
    }
}
