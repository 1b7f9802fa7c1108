//! Configurations that the user has written: of the provider, and of types.

use std::path::{Path, PathBuf};

use terrane_hcl::decode::decode;
use terrane_hcl::syntax::ast::{Block as Written, Body};
use terrane_hcl::syntax::{BodySchema, parse_file};
use terrane_hcl::{Builtins, Diagnostic, NoEnvironment, Scope, Source, Span};
use terrane_host::body_schema;
use terrane_protocol::schema::{Block, META_ARGUMENTS, PROVIDER_META_ARGUMENTS, TypeKind};
use terrane_value::{Data, Object, Value};

use crate::generate::Target;
use crate::subject::{Subject, provider_name};

/// The error of files with configurations.
#[derive(Debug, thiserror::Error)]
pub enum ConfigurationError {
    /// A file cannot be read. The error names it.
    #[error(transparent)]
    Read(#[from] std::io::Error),
    /// Blocks cannot be used. Each text has the file, the line and the problem.
    #[error("the configuration cannot be used:\n{}", .0.join("\n"))]
    Blocks(Vec<String>),
}

/// A block of a file.
#[derive(Debug)]
struct WrittenBlock {
    source: Source,
    block: Written,
    /// Whether the file is an example, whose blocks may need others.
    is_example: bool,
}

/// The blocks of all files.
#[derive(Debug, Default)]
pub(crate) struct Configurations {
    /// The name of the provider, if the name of its program contains it.
    provider: Option<String>,
    blocks: Vec<WrittenBlock>,
    problems: Vec<String>,
    skipped: usize,
}

/// A configuration of the provider or of a type.
#[derive(Debug, Clone)]
pub(crate) struct Configuration {
    pub(crate) object: Object,
    /// The file and the line.
    pub(crate) at: String,
    pub(crate) is_example: bool,
    /// The kind and the name of the type. `None` is the provider.
    of: Option<(TypeKind, String)>,
}

impl Configuration {
    /// Whether this is a configuration of a target.
    pub(crate) fn is_of(&self, target: Target<'_>) -> bool {
        match (target, &self.of) {
            (Target::Provider(_), None) => true,
            (Target::Type(subject), Some((kind, name))) => {
                subject.kind == *kind && subject.name == *name
            }
            _ => false,
        }
    }
}

/// The configurations that can be used.
#[derive(Debug, Default)]
pub(crate) struct Evaluated {
    pub(crate) all: Vec<Configuration>,
    /// The number of blocks of examples that cannot be used.
    pub(crate) skipped: usize,
}

impl Configurations {
    /// Reads files of the user, and examples. Both may be folders, which are searched for files `*.tf` at any depth.
    pub(crate) fn read(
        program: &Path,
        own: &[PathBuf],
        examples: &[PathBuf],
    ) -> Result<Self, ConfigurationError> {
        let mut all = Self {
            provider: provider_name(program),
            ..Self::default()
        };
        for path in own {
            all.add(path, false)?;
        }
        for path in examples {
            all.add(path, true)?;
        }
        Ok(all)
    }

    fn add(&mut self, path: &Path, is_example: bool) -> Result<(), ConfigurationError> {
        if path.is_dir() {
            let mut entries: Vec<PathBuf> = Vec::new();
            for entry in fs_err::read_dir(path)? {
                entries.push(entry?.path());
            }
            entries.sort();
            for entry in entries {
                if entry.is_dir() || entry.extension().is_some_and(|it| it == "tf") {
                    self.add(&entry, is_example)?;
                }
            }
            return Ok(());
        }
        let text = fs_err::read(path)?;
        let source = Source::detached(path.display().to_string(), text);
        let file = match parse_file(&source).into_result() {
            Ok(file) => file,
            Err(_) if is_example => {
                self.skipped += 1;
                return Ok(());
            }
            Err(errors) => {
                let errors = errors.iter().filter(|it| it.is_error());
                self.problems
                    .extend(errors.map(|it| shown(&source, it, None)));
                return Ok(());
            }
        };
        if let Some(body) = file.body.native() {
            self.blocks
                .extend(body.blocks.iter().map(|block| WrittenBlock {
                    source: source.clone(),
                    block: block.clone(),
                    is_example,
                }));
        }
        Ok(())
    }

    /// Evaluates the blocks with the schemas of the provider.
    ///
    /// # Errors
    ///
    /// Lists all problems of the files that are no examples.
    pub(crate) fn evaluate(
        self,
        provider: &Block,
        subjects: &[Subject],
    ) -> Result<Evaluated, ConfigurationError> {
        let mut problems = self.problems;
        let mut evaluated = Evaluated {
            skipped: self.skipped,
            all: Vec::new(),
        };
        for written in self.blocks {
            let name = self.provider.as_deref();
            match written.evaluate(name, provider, subjects) {
                Ok(Some(configuration)) => evaluated.all.push(configuration),
                Ok(None) => {}
                Err(_) if written.is_example => evaluated.skipped += 1,
                Err(found) => problems.extend(found),
            }
        }
        if problems.is_empty() {
            return Ok(evaluated);
        }
        Err(ConfigurationError::Blocks(problems))
    }
}

impl WrittenBlock {
    fn at(&self) -> String {
        located(&self.source, self.block.header)
    }

    /// Returns the configuration, or `None` for a block that only hosts read.
    fn evaluate(
        &self,
        provider_name: Option<&str>,
        provider: &Block,
        subjects: &[Subject],
    ) -> Result<Option<Configuration>, Vec<String>> {
        let keyword_found = self.block.kind.name.as_str();
        let label = self.block.labels.first().map(|it| it.name.as_str());
        let label = label.unwrap_or_default();
        let wrong = |problem: String| Err(vec![format!("{}: {problem}", self.at())]);
        if keyword_found == "terraform" {
            return Ok(None);
        }
        let (target, of) = if keyword_found == "provider" {
            if let Some(name) = provider_name.filter(|it| *it != label) {
                return wrong(format!(
                    "the block configures the provider `{label}`, and the provider is `{name}`"
                ));
            }
            (Target::Provider(provider), None)
        } else {
            let kind = TypeKind::ALL
                .into_iter()
                .find(|it| keyword(*it) == keyword_found);
            let Some(kind) = kind else {
                // Examples have such blocks for their readers.
                if self.is_example {
                    return Ok(None);
                }
                return wrong(format!(
                    "a block `{keyword_found}` has no effect here; expected `provider`, `resource`, `data`, `ephemeral`, `list`, `action` or `state_store`"
                ));
            };
            let mut of_kind = subjects.iter().filter(|it| it.kind == kind);
            let Some(subject) = of_kind.find(|it| it.name == label) else {
                return wrong(format!("the provider has no {} `{label}`", kind.name()));
            };
            (Target::Type(subject), Some((kind, label.to_owned())))
        };
        let object = evaluate(target, &self.block).map_err(|problems| {
            let problems = problems.iter();
            let shown = problems.map(|it| shown(&self.source, it, Some(self.block.header)));
            shown.collect::<Vec<_>>()
        })?;
        Ok(Some(Configuration {
            object,
            at: self.at(),
            is_example: self.is_example,
            of,
        }))
    }
}

/// Returns the file and the line of a place.
fn located(source: &Source, span: Span) -> String {
    format!("{}:{}", source.name(), source.position(span.start).line)
}

/// Shows a problem with its file and line. `around` is the place of a problem without one.
fn shown(source: &Source, problem: &Diagnostic, around: Option<Span>) -> String {
    let place = match problem.subject.or(around) {
        Some(span) => located(source, span),
        None => source.name().to_owned(),
    };
    let Diagnostic {
        summary, detail, ..
    } = problem;
    if detail.is_empty() {
        format!("{place}: {summary}")
    } else {
        format!("{place}: {summary}: {detail}")
    }
}

/// Returns the keyword of the blocks of a kind.
const fn keyword(kind: TypeKind) -> &'static str {
    match kind {
        TypeKind::Resource => "resource",
        TypeKind::DataSource => "data",
        TypeKind::Ephemeral => "ephemeral",
        TypeKind::List => "list",
        TypeKind::Action => "action",
        TypeKind::StateStore => "state_store",
    }
}

/// Returns the arguments and blocks that hosts read themselves, without those of the schema.
fn hidden(target: Target<'_>) -> BodySchema {
    let block = target.block();
    let names: &[&str] = match target {
        Target::Provider(_) => &PROVIDER_META_ARGUMENTS,
        Target::Type(_) => &META_ARGUMENTS,
    };
    let is_own = |name: &str| {
        block.attribute(name).is_some() || block.blocks.iter().any(|it| it.name == *name)
    };
    let names = names.iter().filter(|it| !is_own(it));
    names.fold(BodySchema::default(), |schema, name| match *name {
        "provisioner" => schema.block(*name, ["type"]),
        "lifecycle" | "connection" | "locals" => schema.block(*name, []),
        name => schema.attribute(name, false),
    })
}

fn evaluate(target: Target<'_>, written: &Written) -> Result<Object, Vec<Diagnostic>> {
    let functions = Builtins::newest(&NoEnvironment);
    let scope = Scope::new().with_functions(&functions);
    let block: &Block = target.block();
    let schema = body_schema(block);
    let wrong = |problem: String| vec![Diagnostic::error(problem, "").at(written.header)];
    let body = match target {
        // The body of a list resource has its configuration in a block.
        Target::Type(subject) if matches!(subject.kind, TypeKind::List | TypeKind::Action) => {
            inner(&written.body).ok_or_else(|| wrong("the block `config` is missing".to_owned()))?
        }
        Target::Type(_) | Target::Provider(_) => &written.body,
    };
    let (value, diagnostics) = decode(body, &schema, &hidden(target), &scope);
    let errors = diagnostics.into_iter().filter(Diagnostic::is_error);
    let errors: Vec<Diagnostic> = errors.collect();
    if !errors.is_empty() {
        return Err(errors);
    }
    let value = value.to_exchange_as(&block.ty());
    match value.map_err(|error| wrong(error.to_string()))? {
        Value::Known(Data::Object(object)) => Ok(object),
        _ => Err(wrong("it is no object".to_owned())),
    }
}

/// Returns the block `config` of a body.
fn inner(body: &Body) -> Option<&Body> {
    let mut blocks = body.native()?.blocks.iter();
    let config = blocks.find(|it| it.kind.name == *"config")?;
    Some(&config.body)
}
