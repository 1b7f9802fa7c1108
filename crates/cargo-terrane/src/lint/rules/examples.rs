//! Rules about examples.

use std::path::{Path, PathBuf};

use serde_json::Value;
use terrane_hcl::{Source, Span, syntax};
use terrane_protocol::schema::{Schema, TypeKind};

use crate::lint::examples::{
    function_files, import_files, item_files, item_folder, provider_files,
};
use crate::lint::finding::Finding;
use crate::lint::subject::{Item, Subject};
use crate::output::shown;

/// TF701.
pub(super) fn provider(subject: &Subject) -> Vec<Finding> {
    let missing = |examples: &PathBuf| provider_files(examples).is_empty();
    match subject.examples.as_ref().filter(|it| missing(it)) {
        Some(examples) => vec![Finding {
            file: Some(
                shown(&examples.join("provider/provider.tf"))
                    .display()
                    .to_string(),
            ),
            ..subject
                .settings()
                .finding("there is no example `provider/provider.tf`")
        }],
        None => Vec::new(),
    }
}

/// TF702.
pub(super) fn items(subject: &Subject) -> Vec<Finding> {
    let Some(examples) = &subject.examples else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for item in subject.types() {
        let Some(kind) = item.kind else { continue };
        if item_files(examples, kind, item.name).is_empty() {
            let folder = item_folder(examples, kind, item.name);
            let shown = folder.strip_prefix(examples).unwrap_or(&folder);
            found.push(item.finding(format!(
                "there is no example in the folder `{}`",
                shown.display()
            )));
        }
    }
    for name in subject.described.schemas.schemas.functions.keys() {
        if function_files(examples, name).is_empty() {
            found.push(Finding::new(
                format!("function {name}"),
                "",
                format!("there is no example in the folder `functions/{name}`"),
            ));
        }
    }
    found
}

/// TF703.
pub(super) fn imports(subject: &Subject) -> Vec<Finding> {
    let Some(examples) = &subject.examples else {
        return Vec::new();
    };
    let resources = subject.of_kind(TypeKind::Resource).into_iter();
    resources
        .filter(|item| subject.described.schemas.identities.contains_key(item.name))
        .filter(|item| !describes_ids(item.facts))
        .filter(|item| {
            import_files(&item_folder(examples, TypeKind::Resource, item.name)).is_empty()
        })
        .map(|item| item.finding("there is no example of an import"))
        .collect()
}

/// Whether the code of a resource describes the form of its ids. `cargo terrane docs` then writes the example.
fn describes_ids(resource: &Value) -> bool {
    let ids = resource["import"]["ids"].as_array();
    ids.is_some_and(|ids| !ids.is_empty())
}

/// Returns all examples with the item that each is about.
fn all(subject: &Subject) -> Vec<(Option<Item<'_>>, PathBuf)> {
    let Some(examples) = &subject.examples else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for item in subject.types() {
        let Some(kind) = item.kind else { continue };
        let files = item_files(examples, kind, item.name).into_iter();
        found.extend(files.map(|file| (Some(item), file)));
        let imports = import_files(&item_folder(examples, kind, item.name)).into_iter();
        let configurations = imports.filter(|file| file.extension().is_some_and(|it| it == "tf"));
        found.extend(configurations.map(|file| (None, file)));
    }
    let settings = provider_files(examples).into_iter();
    found.extend(settings.map(|file| (Some(subject.settings()), file)));
    for name in subject.described.schemas.schemas.functions.keys() {
        let files = function_files(examples, name).into_iter();
        found.extend(files.map(|file| (None, file)));
    }
    found
}

/// Returns a finding about a file.
fn about(examples: &Path, file: &Path, line: Option<usize>, message: String) -> Finding {
    let name = file.strip_prefix(examples).unwrap_or(file);
    Finding {
        file: Some(shown(file).display().to_string()),
        line,
        ..Finding::new(format!("example {}", name.display()), "", message)
    }
}

/// Returns the number of the line in which a span begins.
fn line(source: &Source, span: Span) -> usize {
    source.range(span).0.line
}

/// TF704.
pub(super) fn contents(subject: &Subject) -> Vec<Finding> {
    let mut found = Vec::new();
    for (item, file) in all(subject) {
        let examples = subject.examples.as_deref().unwrap_or(Path::new(""));
        let mut report = |line: Option<usize>, message: String| {
            found.push(about(examples, &file, line, message));
        };
        let text = match fs_err::read_to_string(&file) {
            Ok(text) => text,
            Err(error) => {
                report(None, format!("the file cannot be read: {error}"));
                continue;
            }
        };
        let source = Source::detached(file.display().to_string(), text);
        let parsed = match syntax::parse_file(&source).into_result() {
            Ok(parsed) => parsed,
            Err(errors) => {
                let first = errors.iter().find_map(|it| it.subject);
                let line = first.map(|span| line(&source, span));
                let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
                let message = format!("the file cannot be parsed: {}", errors.join("; "));
                report(line, message);
                continue;
            }
        };
        if let (Some(item), Some(body)) = (item, parsed.body.native()) {
            check_blocks(item, body, |span, message| {
                report(span.map(|span| line(&source, span)), message);
            });
        }
    }
    found
}

/// Returns whether `required_providers` gives a provider this local name, which may differ from the type in its address.
fn is_local_name(body: &syntax::ast::NativeBody, name: &str) -> bool {
    let nested = |body: &syntax::ast::NativeBody, kind: &str| -> Vec<syntax::ast::NativeBody> {
        let blocks = body.blocks.iter().filter(|block| &*block.kind.name == kind);
        let bodies = blocks.filter_map(|block| block.body.native().cloned());
        bodies.collect()
    };
    nested(body, "terraform")
        .iter()
        .flat_map(|terraform| nested(terraform, "required_providers"))
        .any(|required| required.attributes.iter().any(|it| &*it.name.name == name))
}

/// Checks that the file has a block of the item, and that the schema has its arguments.
fn check_blocks(
    item: Item<'_>,
    body: &syntax::ast::NativeBody,
    mut report: impl FnMut(Option<Span>, String),
) {
    let keyword = match item.kind {
        Some(TypeKind::Resource) => "resource",
        Some(TypeKind::DataSource) => "data",
        Some(TypeKind::Ephemeral) => "ephemeral",
        Some(TypeKind::List) => "list",
        Some(TypeKind::Action) => "action",
        // These blocks are nested in a `terraform` block.
        Some(TypeKind::StateStore) => return,
        None => "provider",
    };
    let blocks = body.blocks.iter().filter(|block| {
        *block.kind.name == *keyword
            && block.labels.first().is_some_and(|it| {
                *it.name == *item.name || item.kind.is_none() && is_local_name(body, &it.name)
            })
    });
    let mut is_found = false;
    for block in blocks {
        is_found = true;
        let Some(own) = block.body.native() else {
            continue;
        };
        match item.kind {
            Some(TypeKind::Action | TypeKind::List) => {
                for config in own.blocks.iter().filter(|it| &*it.kind.name == "config") {
                    if let Some(config) = config.body.native() {
                        check_arguments(item.name, item.schema, config, &mut report);
                    }
                }
            }
            _ => check_arguments(item.name, item.schema, own, &mut report),
        }
    }
    if !is_found {
        let message = format!("the file has no block `{keyword} \"{}\"`", item.name);
        report(None, message);
    }
}

/// Arguments and blocks that Terraform itself reads.
const META: [&str; 9] = [
    "alias",
    "connection",
    "count",
    "depends_on",
    "dynamic",
    "for_each",
    "lifecycle",
    "provider",
    "provisioner",
];

fn check_arguments(
    name: &str,
    schema: &Schema,
    body: &syntax::ast::NativeBody,
    report: &mut impl FnMut(Option<Span>, String),
) {
    for attribute in &body.attributes {
        let argument = &*attribute.name.name;
        let mut report = |message: String| report(Some(attribute.name.span), message);
        match schema.attribute(argument) {
            Some(attribute) if attribute.required || attribute.optional => {}
            Some(_) => report(format!("only the provider sets `{argument}` of {name}")),
            // Blocks with the form of attributes exist in older providers.
            None if META.contains(&argument) || schema.block.nested(argument).is_some() => {}
            None => report(format!("{name} has no argument `{argument}`")),
        }
    }
    for nested in &body.blocks {
        let block = &*nested.kind.name;
        if schema.block.nested(block).is_none() && !META.contains(&block) {
            let message = format!("{name} has no block `{block}`");
            report(Some(nested.kind.span), message);
        }
    }
}

/// TF705.
pub(super) fn formats(subject: &Subject) -> Vec<Finding> {
    let examples = subject.examples.as_deref().unwrap_or(Path::new(""));
    let files = all(subject).into_iter();
    files
        .filter(|(_, file)| {
            // TF704 reports files that cannot be read or parsed.
            let Ok(text) = fs_err::read_to_string(file) else {
                return false;
            };
            let source = Source::detached(file.display().to_string(), text.clone());
            syntax::format(&source).is_ok_and(|formatted| formatted != text)
        })
        .map(|(_, file)| {
            about(
                examples,
                &file,
                None,
                "the file is not formatted as `terraform fmt` does".to_owned(),
            )
        })
        .collect()
}
