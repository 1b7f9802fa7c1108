//! The values that callers give to the variables of the root module.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use terrane_hcl::value::Value;
use terrane_hcl::{Diagnostic, Scope, Sources, evaluate, syntax};
use terrane_value::{Text, Type};

use crate::config::Variable;
use crate::diagnostics::Report;

/// A value for a variable, or the text of one.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Given {
    /// A value of any type.
    Value(Value),
    /// A text, whose meaning depends on the type of the variable: from the environment or a command line.
    Text(String),
}

/// The values that a caller gives to the variables of the root module. Of several values for a name, the last one counts.
///
/// Terraform's order is [`environment`](Self::environment), [`files`](Self::files), and then the others in the order of the command line.
///
/// ```
/// use terrane_host::evaluate::Variables;
///
/// let variables = Variables::new().with_text("region", "eu-1").with_value("size", 3_i64);
/// # let _ = variables;
/// ```
#[derive(Debug, Clone, Default)]
pub struct Variables {
    given: BTreeMap<Text, (Given, Origin)>,
    /// The texts of files, for diagnostics.
    sources: Sources,
    reports: Vec<Report>,
}

/// Where a value comes from, which decides what happens if no such variable is declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Origin {
    Environment,
    File,
    Caller,
}

impl Variables {
    /// Creates an empty collection.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets a value.
    #[must_use]
    pub fn with_value(mut self, name: impl Into<Text>, value: impl Into<Value>) -> Self {
        let given = Given::Value(value.into());
        self.given.insert(name.into(), (given, Origin::Caller));
        self
    }

    /// Sets the text of a value, as `-var` does: text for a variable of a primitive or no type, otherwise an expression.
    #[must_use]
    pub fn with_text(mut self, name: impl Into<Text>, text: impl Into<String>) -> Self {
        let given = Given::Text(text.into());
        self.given.insert(name.into(), (given, Origin::Caller));
        self
    }

    /// Adds the values of the `TF_VAR_` variables of an environment, such as [`std::env::vars`].
    #[must_use]
    pub fn environment(mut self, variables: impl IntoIterator<Item = (String, String)>) -> Self {
        for (name, text) in variables {
            if let Some(name) = name.strip_prefix("TF_VAR_") {
                let given = (Given::Text(text), Origin::Environment);
                self.given.insert(name.into(), given);
            }
        }
        self
    }

    /// Adds the values of the files that hosts read from the folder of the root module: `terraform.tfvars`, `terraform.tfvars.json`, and those
    /// that end in `.auto.tfvars` or `.auto.tfvars.json`.
    #[must_use]
    pub fn files(mut self, folder: impl AsRef<Path>) -> Self {
        let folder = folder.as_ref();
        let mut names = Vec::new();
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.ends_with(".auto.tfvars") || name.ends_with(".auto.tfvars.json") {
                names.push(name);
            }
        }
        names.sort();
        for name in ["terraform.tfvars.json", "terraform.tfvars"] {
            if folder.join(name).is_file() {
                names.insert(0, name.to_owned());
            }
        }
        for name in names {
            self = self.file(folder.join(name));
        }
        self
    }

    /// Adds the values of a file, as `-var-file` does.
    #[must_use]
    pub fn file(mut self, path: impl AsRef<Path>) -> Self {
        let path = path.as_ref();
        let shown = path.to_string_lossy().into_owned();
        let text = match fs::read(path) {
            Ok(text) => text,
            Err(error) => {
                let detail = format!("Cannot read {shown:?}: {error}.");
                let report = Report::error("Failed to read variables file", detail);
                self.reports.push(report);
                return self;
            }
        };
        let is_json = shown.ends_with(".json");
        let source = self.sources.add(shown.clone(), text);
        let parsed = if is_json {
            syntax::parse_json_file(&source)
        } else {
            syntax::parse_file(&source)
        };
        let (attributes, diagnostics) = parsed.value.body.just_attributes();
        // The places are those of another collection of sources, so the text of the error has the place.
        let placed = |error: Diagnostic| {
            let place = error.subject.map(|place| source.locate(place));
            let place = place.unwrap_or_else(|| shown.clone());
            Report::error(error.summary.clone(), format!("{place}: {}", error.detail))
        };
        let errors = parsed.diagnostics.into_iter().chain(diagnostics);
        self.reports.extend(errors.map(placed));
        for attribute in attributes {
            let (value, diagnostics) = evaluate(&attribute.expression, &Scope::new());
            self.reports.extend(diagnostics.into_iter().map(placed));
            let given = Given::Value(value);
            self.given
                .insert(attribute.name.name.clone(), (given, Origin::File));
        }
        self
    }

    /// Returns the errors of files, and those of values for variables that do not exist.
    pub(crate) fn problems(&self, declared: &BTreeMap<Text, Variable>) -> Vec<Report> {
        let mut reports = self.reports.clone();
        for (name, (_, origin)) in &self.given {
            if declared.contains_key(name) {
                continue;
            }
            let detail = format!(
                "The root module does not declare a variable named \"{name}\", but a value was given for it. Declare it with a `variable` block, \
                 or remove the value."
            );
            match origin {
                Origin::Environment => {}
                Origin::File => {
                    reports.push(Report::warning("Value for undeclared variable", detail));
                }
                Origin::Caller => {
                    reports.push(Report::error("Value for undeclared variable", detail));
                }
            }
        }
        reports
    }

    /// Returns the given values, of which files and the environment may have some without a declaration.
    pub(crate) fn given(&self) -> impl Iterator<Item = (&Text, &Given)> {
        self.given.iter().map(|(name, (given, _))| (name, given))
    }

    /// Keeps the values of the variables that a module declares, and no reports.
    pub(crate) fn declared(self, declared: &BTreeMap<Text, Variable>) -> Self {
        let mut given = self.given;
        given.retain(|name, _| declared.contains_key(name));
        Self {
            given,
            ..Self::default()
        }
    }

    /// Adds the values of other variables.
    pub(crate) fn extend(&mut self, others: Self) {
        self.given.extend(others.given);
    }

    /// Returns the value of a variable before it is converted, if one is given.
    pub(crate) fn value(&self, name: &str, variable: &Variable) -> Option<Result<Value, Report>> {
        match &self.given.get(name)?.0 {
            Given::Value(value) => Some(Ok(value.clone())),
            Given::Text(text) => Some(parse(name, text, &variable.constraint.ty)),
        }
    }
}

/// Reads the text of a value.
fn parse(name: &str, text: &str, ty: &Type) -> Result<Value, Report> {
    if ty.is_primitive() || *ty == Type::Dynamic {
        return Ok(text.into());
    }
    let source = terrane_hcl::Source::detached(format!("<value for var.{name}>"), text.to_owned());
    let parsed = syntax::parse_expression(&source);
    let (value, diagnostics) = evaluate(&parsed.value, &Scope::new());
    let mut errors = parsed.diagnostics.iter().chain(diagnostics.iter());
    match errors.find(|error| error.is_error()) {
        Some(error) => Err(Report::error(
            error.summary.clone(),
            format!("The value for var.{name}: {}", error.detail),
        )),
        None => Ok(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_an_expression_for_a_collection_and_text_otherwise() {
        let list = parse("v", "[1, 2]", &Type::list(Type::Number)).unwrap();
        assert_eq!(list.elements().map(<[Value]>::len), Some(2));
        assert_eq!(parse("v", "[1]", &Type::Dynamic).unwrap(), "[1]".into());
        assert!(parse("v", "[a]", &Type::list(Type::Number)).is_err());
    }
}
