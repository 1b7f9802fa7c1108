//! Evaluates the `.tf` and `.tf.json` files of a folder, and prints the outputs.
//!
//! `cargo run -p terrane-hcl --example evaluate -- FOLDER`
//!
//! Variables have their defaults. Local values and outputs may refer to variables and to local values, and call functions that read no files.

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use terrane_hcl::syntax::ast::{Attribute, Block, Expression, TraversalStepKind};
use terrane_hcl::syntax::{BodySchema, references};
use terrane_hcl::value::{Mark, Value};
use terrane_hcl::{
    Builtins, ConfigFile, Diagnostic, Diagnostics, NoEnvironment, Scope, Source, Sources, Span,
    evaluate, opentofu_file, opentofu_syntax, syntax, type_constraint,
};
use terrane_value::{Text, Type, json};

fn main() -> ExitCode {
    let folder = std::env::args_os()
        .nth(1)
        .map_or_else(|| ".".into(), PathBuf::from);
    let (text, code) = match outputs(&folder) {
        Ok(text) => (text, ExitCode::SUCCESS),
        Err(text) => (text, ExitCode::FAILURE),
    };
    match io::stdout().write_all(text.as_bytes()) {
        Ok(()) => code,
        Err(_) => ExitCode::FAILURE,
    }
}

/// Returns `name = value` for each output, or the errors with the lines of the source.
pub(crate) fn outputs(folder: &Path) -> Result<String, String> {
    let mut sources = Sources::new();
    let mut module = Module::default();
    let files = files(folder).map_err(|error| format!("{}: {error}\n", folder.display()))?;
    for (name, text) in files {
        module.diagnostics.extend(opentofu_file(&name));
        if let Some(file) = ConfigFile::of(&name) {
            module.read(sources.add(name, text), file.is_json);
        }
    }
    let outputs = module.evaluate();
    if module.diagnostics.has_errors() {
        let errors = module
            .diagnostics
            .iter()
            .map(|error| error.render(&sources));
        return Err(errors.collect());
    }
    Ok(outputs
        .iter()
        .map(|(name, value)| format!("{name} = {}\n", shown(value)))
        .collect())
}

/// Returns the names and texts of the files in the order of their names.
fn files(folder: &Path) -> io::Result<BTreeMap<String, Vec<u8>>> {
    let mut files = BTreeMap::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if ConfigFile::of(&name).is_some() {
            files.insert(name, std::fs::read(&path)?);
        }
    }
    Ok(files)
}

#[derive(Default)]
struct Module {
    variables: BTreeMap<Text, Value>,
    locals: BTreeMap<Text, Attribute>,
    outputs: Vec<(Text, Attribute)>,
    diagnostics: Diagnostics,
}

impl Module {
    fn read(&mut self, source: Source, is_json: bool) {
        let parsed = if is_json {
            syntax::parse_json_file(&source)
        } else {
            syntax::parse_file(&source)
        };
        self.diagnostics.extend(parsed.diagnostics);
        self.diagnostics.extend(opentofu_syntax(&parsed.value.body));
        let schema = BodySchema::default()
            .block("variable", ["name"])
            .block("locals", [])
            .block("output", ["name"]);
        let (content, _) = parsed.value.body.partial_content(&schema);
        for block in &content.blocks {
            match block.kind.name.as_str() {
                "variable" => self.variable(block),
                "output" => self.output(block),
                _ => {
                    let (locals, diagnostics) = block.body.just_attributes();
                    self.diagnostics.extend(diagnostics);
                    self.locals.extend(
                        locals
                            .into_iter()
                            .map(|local| (local.name.name.clone(), local)),
                    );
                }
            }
        }
    }

    fn variable(&mut self, block: &Block) {
        let schema = BodySchema::default()
            .attribute("type", false)
            .attribute("default", false)
            .attribute("sensitive", false);
        let (content, diagnostics) = block.body.partial_content(&schema);
        self.diagnostics.extend(diagnostics);
        let mut constant = |name: &str| {
            let attribute = content.attribute(name)?;
            let (value, diagnostics) = evaluate(&attribute.expression, &Scope::new());
            self.diagnostics.extend(diagnostics);
            Some((value, attribute.expression.span))
        };
        let is_sensitive = constant("sensitive").and_then(|(value, _)| value.as_bool());
        let Some((default, place)) = constant("default") else {
            let message = format!("The variable \"{}\" has no default.", block.labels[0].name);
            self.fail("No value for required variable", message, block.header);
            return;
        };
        let value = match content.attribute("type") {
            None => Ok(default),
            Some(ty) => {
                let (constraint, diagnostics) = type_constraint(&ty.expression);
                self.diagnostics.extend(diagnostics);
                constraint.apply(default)
            }
        };
        match value {
            Ok(mut value) => {
                if is_sensitive == Some(true) {
                    value = value.with_mark(Mark::Sensitive);
                }
                self.variables.insert(block.labels[0].name.clone(), value);
            }
            Err(error) => {
                let message = format!("The default does not fit the type: {error}.");
                self.fail("Invalid default value for variable", message, place);
            }
        }
    }

    fn output(&mut self, block: &Block) {
        let schema = BodySchema::default().attribute("value", true);
        let (content, diagnostics) = block.body.partial_content(&schema);
        self.diagnostics.extend(diagnostics);
        let name = block.labels[0].name.clone();
        let value = content.attributes.into_iter().next();
        self.outputs.extend(value.map(|value| (name, value)));
    }

    /// Evaluates local values in an order in which each one refers only to those before it, and then the outputs.
    fn evaluate(&mut self) -> BTreeMap<Text, Value> {
        let functions = Builtins::newest(&NoEnvironment);
        let mut values: BTreeMap<Text, Value> = BTreeMap::new();
        let mut open = std::mem::take(&mut self.locals);
        loop {
            let is_ready = |local: &Attribute| {
                let needed = locals_of(&local.expression);
                needed.iter().all(|name| !open.contains_key(name))
            };
            let Some(name) = open
                .iter()
                .find(|(_, local)| is_ready(local))
                .map(|(name, _)| name.clone())
            else {
                break;
            };
            if let Some(local) = open.remove(&name) {
                let value = self.value(&local.expression, &values, &functions);
                values.insert(name, value);
            }
        }
        for local in open.values() {
            let message = "Local values refer to each other in a circle.";
            self.fail("Cycle", message.to_owned(), local.name.span);
        }
        let outputs = std::mem::take(&mut self.outputs).into_iter();
        outputs
            .map(|(name, output)| (name, self.value(&output.expression, &values, &functions)))
            .collect()
    }

    fn value(
        &mut self,
        expression: &Expression,
        locals: &BTreeMap<Text, Value>,
        functions: &Builtins<'_>,
    ) -> Value {
        let scope = Scope::new()
            .with_variable("var", Value::object(self.variables.clone()))
            .with_variable("local", Value::object(locals.clone()))
            .with_functions(functions);
        let (value, diagnostics) = evaluate(expression, &scope);
        self.diagnostics.extend(diagnostics);
        value
    }

    fn fail(&mut self, summary: &'static str, detail: String, place: Span) {
        self.diagnostics
            .push(Diagnostic::error(summary, detail).at(place));
    }
}

/// Returns the names of the local values to which an expression refers.
fn locals_of(expression: &Expression) -> Vec<Text> {
    let references = references(expression).into_iter();
    references
        .filter(|reference| reference.root.name == *"local")
        .filter_map(|reference| match &reference.steps.first()?.kind {
            TraversalStepKind::Attribute(name) => Some(name.clone()),
            TraversalStepKind::StringIndex(_) | TraversalStepKind::NumberIndex(_) => None,
        })
        .collect()
}

/// Writes a value as JSON, unless it is a secret.
fn shown(value: &Value) -> String {
    let (plain, marks) = value.clone().unmark_deep();
    if marks.contains(&Mark::Sensitive) {
        return "(sensitive value)".to_owned();
    }
    let typed = plain.to_exchange();
    let encoded = typed.and_then(|typed| json::encode(&typed.value, &typed.ty));
    match encoded {
        Ok(bytes) if *plain.ty() != Type::Dynamic => String::from_utf8_lossy(&bytes).into_owned(),
        Ok(_) | Err(_) => "null".to_owned(),
    }
}
