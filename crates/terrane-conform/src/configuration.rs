//! Configurations that the user has written: of the provider, and of types.

use std::path::{Path, PathBuf};

use terrane_hcl::decode::decode;
use terrane_hcl::syntax::ast::{Block as Written, Body};
use terrane_hcl::syntax::{BodySchema, parse_file};
use terrane_hcl::{Builtins, NoEnvironment, Scope, Severity, Source};
use terrane_host::body_schema;
use terrane_protocol::schema::{Block, META_ARGUMENTS, PROVIDER_META_ARGUMENTS, TypeKind};
use terrane_value::{Data, Object, Value};

use crate::generate::Target;

/// The error of a file with configurations.
#[derive(Debug, thiserror::Error)]
pub enum ConfigurationError {
    /// The file cannot be read. The error names it.
    #[error(transparent)]
    Read(#[from] std::io::Error),
    /// The file is no configuration.
    #[error("`{}` is no configuration: {_1}", .0.display())]
    Syntax(PathBuf, String),
}

/// The blocks of all files.
#[derive(Debug, Default)]
pub(crate) struct Configurations {
    /// The name of the provider, if the name of its program contains it.
    provider: Option<String>,
    blocks: Vec<(PathBuf, Written)>,
}

impl Configurations {
    /// Reads files, and the files `*.tf` of folders at any depth.
    pub(crate) fn read(program: &Path, paths: &[PathBuf]) -> Result<Self, ConfigurationError> {
        let mut all = Self {
            provider: provider_name(program),
            blocks: Vec::new(),
        };
        for path in paths {
            all.add(path)?;
        }
        Ok(all)
    }

    fn add(&mut self, path: &Path) -> Result<(), ConfigurationError> {
        if path.is_dir() {
            let mut entries: Vec<PathBuf> = Vec::new();
            for entry in fs_err::read_dir(path)? {
                entries.push(entry?.path());
            }
            entries.sort();
            for entry in entries {
                if entry.is_dir() || entry.extension().is_some_and(|it| it == "tf") {
                    self.add(&entry)?;
                }
            }
            return Ok(());
        }
        let text = fs_err::read(path)?;
        let source = Source::detached(path.display().to_string(), text);
        let file = parse_file(&source).into_result().map_err(|errors| {
            let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
            ConfigurationError::Syntax(path.to_owned(), errors.join("; "))
        })?;
        if let Body::Native(body) = file.body {
            let blocks = body.blocks.into_iter();
            self.blocks.extend(blocks.map(|it| (path.to_owned(), it)));
        }
        Ok(())
    }

    /// Returns the configurations for a target, or why one cannot be used.
    pub(crate) fn of(&self, target: Target<'_>) -> Vec<Result<Object, String>> {
        let (kind, name) = match target {
            Target::Provider(_) => ("provider", self.provider.as_deref()),
            Target::Type(subject) => (keyword(subject.kind), Some(&*subject.name)),
        };
        let blocks = self.blocks.iter().filter(|(_, it)| {
            let label = it.labels.first().map(|it| it.name.as_str());
            it.kind.name == *kind && (name.is_none() || name == label)
        });
        blocks
            .map(|(path, written)| {
                evaluate(target, written).map_err(|problem| {
                    format!(
                        "the configuration in `{}` cannot be used alone: {problem}",
                        path.display()
                    )
                })
            })
            .collect()
    }
}

/// Returns the name in that of a program, such as `zoo` for `terraform-provider-zoo_v1.2.0`.
fn provider_name(program: &Path) -> Option<String> {
    let name = program.file_name()?.to_str()?;
    let name = name.strip_prefix("terraform-provider-")?;
    name.split(['_', '.']).next().map(str::to_owned)
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

fn evaluate(target: Target<'_>, written: &Written) -> Result<Object, String> {
    let functions = Builtins::newest(&NoEnvironment);
    let scope = Scope::new().with_functions(&functions);
    let block: &Block = target.block();
    let schema = body_schema(block);
    let body = match target {
        // The body of a list resource has its configuration in a block.
        Target::Type(subject) if matches!(subject.kind, TypeKind::List | TypeKind::Action) => {
            inner(&written.body).ok_or("the block `config` is missing")?
        }
        Target::Type(_) | Target::Provider(_) => &written.body,
    };
    let (value, diagnostics) = decode(body, &schema, &hidden(target), &scope);
    let mut errors = diagnostics.iter();
    if let Some(error) = errors.find(|it| it.severity == Severity::Error) {
        return Err(error.to_string());
    }
    let value = value.to_exchange_as(&block.ty());
    match value.map_err(|error| error.to_string())? {
        Value::Known(Data::Object(object)) => Ok(object),
        _ => Err("it is no object".to_owned()),
    }
}

/// Returns the block `config` of a body.
fn inner(body: &Body) -> Option<&Body> {
    match body {
        Body::Native(body) => {
            let config = body.blocks.iter().find(|it| it.kind.name == *"config")?;
            Some(&config.body)
        }
        Body::Json(_) | Body::Merged(_) => None,
    }
}
