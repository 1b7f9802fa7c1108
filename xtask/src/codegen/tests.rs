//! Compares the definition files with the facts about the protocol, fact by fact.

use std::collections::BTreeSet;

use prost_types::field_descriptor_proto::{Label, Type};
use prost_types::{DescriptorProto, EnumDescriptorProto, FieldDescriptorProto};

use super::PACKAGES;

#[test]
fn definitions_are_terraforms() {
    let facts = [
        ("tfplugin5", include_str!("../../facts/tfplugin5.txt"), 413),
        ("tfplugin6", include_str!("../../facts/tfplugin6.txt"), 480),
    ];
    for (name, text, least) in facts {
        let expected = parse(text);
        let described = describe(name);
        let missing: Vec<_> = expected.difference(&described).collect();
        let surplus: Vec<_> = described.difference(&expected).collect();
        assert!(
            missing.is_empty() && surplus.is_empty(),
            "{name}\nmissing: {missing:#?}\nsurplus: {surplus:#?}"
        );
        assert!(
            expected.len() >= least,
            "{name}: {} facts only",
            expected.len()
        );
    }
}

/// Parses one fact from each line. Members get the name of their owner.
fn parse(text: &str) -> BTreeSet<String> {
    let mut owner = "";
    let mut facts = BTreeSet::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        match line.strip_prefix("  ") {
            Some(member) => facts.insert(format!("{owner}: {member}")),
            None => {
                owner = line.split(" reserved").next().unwrap();
                facts.insert(line.to_owned())
            }
        };
    }
    facts
}

/// The facts of our own definition file.
fn describe(name: &str) -> BTreeSet<String> {
    let package = PACKAGES
        .iter()
        .find(|package| package.name == name)
        .unwrap();
    let descriptors = package.descriptors().unwrap();
    let file = descriptors
        .file
        .iter()
        .find(|file| file.package() == name)
        .unwrap();
    let mut facts = BTreeSet::new();
    for service in &file.service {
        for method in &service.method {
            let kind = match (method.client_streaming(), method.server_streaming()) {
                (false, false) => "unary",
                (false, true) => "server-stream",
                (true, false) => "client-stream",
                (true, true) => "bidi",
            };
            facts.insert(format!(
                "rpc {}.{} {} {} {kind}",
                service.name(),
                method.name(),
                relative(method.input_type()),
                relative(method.output_type()),
            ));
        }
    }
    for message in &file.message_type {
        describe_message(message, "", &mut facts);
    }
    for declared in &file.enum_type {
        describe_enum(declared, "", &mut facts);
    }
    facts
}

fn describe_message(message: &DescriptorProto, scope: &str, facts: &mut BTreeSet<String>) {
    if message
        .options
        .as_ref()
        .is_some_and(|options| options.map_entry())
    {
        return;
    }
    let name = format!("{scope}{}", message.name());
    let reserved: String = message
        .reserved_range
        .iter()
        .map(|range| format!(" reserved {}", range.start()))
        .collect();
    facts.insert(format!("message {name}{reserved}"));
    for field in &message.field {
        let ty = describe_type(field, message);
        let label = describe_label(field, message, &ty);
        let (number, field) = (field.number(), field.name());
        facts.insert(format!("message {name}: {number} {field} {ty}{label}"));
    }
    let scope = format!("{name}.");
    for nested in &message.nested_type {
        describe_message(nested, &scope, facts);
    }
    for nested in &message.enum_type {
        describe_enum(nested, &scope, facts);
    }
}

fn describe_type(field: &FieldDescriptorProto, message: &DescriptorProto) -> String {
    let kind = field.r#type();
    if kind == Type::Enum {
        return relative(field.type_name());
    }
    if kind != Type::Message {
        let name = kind.as_str_name();
        return name.trim_start_matches("TYPE_").to_lowercase();
    }
    let name = relative(field.type_name());
    let entry = message.nested_type.iter().find(|nested| {
        nested
            .options
            .as_ref()
            .is_some_and(|options| options.map_entry())
            && name.ends_with(&format!(".{}", nested.name()))
    });
    match entry {
        Some(entry) => {
            let [key, value] = [0, 1].map(|at| describe_type(&entry.field[at], entry));
            format!("map<{key},{value}>")
        }
        None => name,
    }
}

fn describe_label(field: &FieldDescriptorProto, message: &DescriptorProto, ty: &str) -> String {
    if field.proto3_optional() {
        " opt".to_owned()
    } else if let Some(at) = field.oneof_index {
        let at = usize::try_from(at).unwrap();
        format!(" oneof:{}", message.oneof_decl[at].name())
    } else if field
        .options
        .as_ref()
        .is_some_and(|options| options.deprecated())
    {
        " depr".to_owned()
    } else if field.label() == Label::Repeated && !ty.starts_with("map<") {
        " rep".to_owned()
    } else {
        String::new()
    }
}

fn describe_enum(declared: &EnumDescriptorProto, scope: &str, facts: &mut BTreeSet<String>) {
    let name = format!("{scope}{}", declared.name());
    facts.insert(format!("enum {name}"));
    for value in &declared.value {
        facts.insert(format!("enum {name}: {} {}", value.number(), value.name()));
    }
}

/// A type's name without its package.
fn relative(name: &str) -> String {
    let name = name.trim_start_matches('.');
    name.strip_prefix("tfplugin5.")
        .or_else(|| name.strip_prefix("tfplugin6."))
        .unwrap_or(name)
        .to_owned()
}
