//! Rules about descriptions.

use terrane_protocol::schema::Description;

use crate::lint::finding::Finding;
use crate::lint::names::words;
use crate::lint::subject::{Member, Subject};

/// TF201.
pub(super) fn items(subject: &Subject) -> Vec<Finding> {
    let mut found = Vec::new();
    for item in subject.items() {
        let block = &item.schema.block;
        // A provider without settings has nothing to describe here.
        let is_empty = block.attributes.is_empty() && block.blocks.is_empty();
        if item.kind.is_none() && is_empty {
            continue;
        }
        if block.description.text.trim().is_empty() {
            found.push(item.finding("there is no description"));
        }
    }
    for (name, function) in &subject.described.schemas.schemas.functions {
        if function.summary.trim().is_empty() && function.description.text.trim().is_empty() {
            found.push(Finding::new(
                format!("function {name}"),
                "",
                "there is no description",
            ));
        }
    }
    found
}

/// TF202.
pub(super) fn members(subject: &Subject) -> Vec<Finding> {
    let mut found = Vec::new();
    for member in subject.members() {
        if member.node.description().text.trim().is_empty() && !is_implicit_id(&member) {
            found.push(member.finding("there is no description"));
        }
    }
    for (name, function) in &subject.described.schemas.schemas.functions {
        for parameter in function.parameters.iter().chain(&function.variadic) {
            if parameter.description.text.trim().is_empty() {
                found.push(Finding::new(
                    format!("function {name}"),
                    parameter.name.to_string(),
                    "there is no description",
                ));
            }
        }
    }
    found
}

/// Whether it is the `id` that the plugin SDK of Go adds to each type, and that its authors cannot describe.
fn is_implicit_id(member: &Member<'_>) -> bool {
    let is_computed = member.attribute().is_some_and(|it| it.computed);
    is_computed && member.depth == 0 && member.name() == "id"
}

/// A description with what it describes.
struct Described<'a> {
    name: &'a str,
    description: &'a Description,
    place: Finding,
}

/// Returns all descriptions that are not empty.
fn all(subject: &Subject) -> Vec<Described<'_>> {
    let mut found = Vec::new();
    for item in subject.items() {
        found.push(Described {
            name: item.name,
            description: &item.schema.block.description,
            place: item.finding(""),
        });
    }
    for member in subject.members() {
        found.push(Described {
            name: member.name(),
            description: member.node.description(),
            place: member.finding(""),
        });
    }
    for (name, function) in &subject.described.schemas.schemas.functions {
        let place = |path: &str| Finding::new(format!("function {name}"), path, "");
        found.push(Described {
            name,
            description: &function.description,
            place: place(""),
        });
        for parameter in function.parameters.iter().chain(&function.variadic) {
            found.push(Described {
                name: &parameter.name,
                description: &parameter.description,
                place: place(&parameter.name),
            });
        }
    }
    found.retain(|it| !it.description.text.trim().is_empty());
    found
}

/// Returns the places whose description violates a rule. `message` returns the message then.
fn violations(
    subject: &Subject,
    message: impl Fn(&Described<'_>) -> Option<String>,
) -> Vec<Finding> {
    let described = all(subject).into_iter();
    described
        .filter_map(|it| {
            let message = message(&it)?;
            Some(Finding {
                message,
                ..it.place
            })
        })
        .collect()
}

/// TF203.
pub(super) fn restated_names(subject: &Subject) -> Vec<Finding> {
    violations(subject, |it| {
        let lower_case = it.description.text.to_lowercase();
        let stated: Vec<&str> = lower_case
            .split(|letter: char| !letter.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .filter(|word| !["a", "an", "the"].contains(word))
            .collect();
        (stated == words(it.name)).then(|| "the description only repeats the name".to_owned())
    })
}

/// TF204.
pub(super) fn sentences(subject: &Subject) -> Vec<Finding> {
    violations(subject, |it| {
        let text = it.description.text.trim();
        let begins_small = text.starts_with(char::is_lowercase);
        let ends = text.ends_with(['.', '!', '?', ':', ')', '`', '|', '>']);
        match (begins_small, ends) {
            (true, _) => Some("the description begins with a small letter".to_owned()),
            (false, false) => Some("the description does not end with a full stop".to_owned()),
            (false, true) => None,
        }
    })
}

const PLACEHOLDERS: [&str; 4] = ["TODO", "FIXME", "TBD", "XXX"];

/// TF205.
pub(super) fn placeholders(subject: &Subject) -> Vec<Finding> {
    violations(subject, |it| {
        let text = &it.description.text;
        let mut words = text.split(|letter: char| !letter.is_alphanumeric());
        let placeholder = if text.to_lowercase().contains("lorem ipsum") {
            Some("lorem ipsum")
        } else {
            words.find(|word| PLACEHOLDERS.contains(word))
        };
        Some(format!(
            "the description contains the placeholder `{}`",
            placeholder?
        ))
    })
}

/// TF206.
pub(super) fn deprecations(subject: &Subject) -> Vec<Finding> {
    let is_silent = |message: Option<&str>| message.is_some_and(|it| it.trim().is_empty());
    const MESSAGE: &str = "the deprecation has no message";
    let mut found = Vec::new();
    for item in subject.types() {
        if is_silent(item.schema.block.deprecation.as_deref()) {
            found.push(item.finding(MESSAGE));
        }
    }
    for member in subject.members() {
        if is_silent(member.node.deprecation()) {
            found.push(member.finding(MESSAGE));
        }
    }
    found
}
