//! The messages and methods of a package, read from its descriptors.

use std::collections::{BTreeMap, BTreeSet};

use prost::Message;
use prost_types::{DescriptorProto, EnumDescriptorProto, FieldDescriptorProto, FileDescriptorSet};

/// A package, with names that are relative to it.
#[derive(Clone, Default)]
pub(super) struct Described {
    pub(super) messages: BTreeMap<String, Vec<Field>>,
    pub(super) enums: BTreeMap<String, Vec<(i32, String)>>,
    /// The messages of each RPC, by its path.
    pub(super) methods: BTreeMap<String, (String, String)>,
    /// The messages that are entries of maps.
    entries: BTreeSet<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Field {
    pub(super) number: i32,
    pub(super) name: String,
    pub(super) kind: i32,
    pub(super) label: i32,
    pub(super) type_name: String,
    pub(super) optional: bool,
    pub(super) oneof: Option<String>,
}

impl Described {
    pub(super) fn new(descriptors: &[u8]) -> Self {
        let mut described = Self::default();
        let files = FileDescriptorSet::decode(descriptors).unwrap().file;
        let own = |file: &&prost_types::FileDescriptorProto| file.package().starts_with("tfplugin");
        for file in files.iter().filter(own) {
            for message in &file.message_type {
                described.message(message.name().to_owned(), message);
            }
            assert!(file.enum_type.iter().all(|it| it.name() == "StringKind"));
            for service in &file.service {
                for method in &service.method {
                    let (service, name) = (service.name(), method.name());
                    described.methods.insert(
                        format!("/{}.{service}/{name}", file.package()),
                        (
                            relative(method.input_type()),
                            relative(method.output_type()),
                        ),
                    );
                }
            }
        }
        described
    }

    /// Returns the message that contains a map, if `name` is the entry of a map. Otherwise returns the message itself.
    pub(super) fn holder<'a>(&self, name: &'a str) -> &'a str {
        match name.rsplit_once('.') {
            Some((holder, _)) if self.entries.contains(name) => holder,
            _ => name,
        }
    }

    fn message(&mut self, name: String, message: &DescriptorProto) {
        for nested in &message.nested_type {
            self.message(format!("{name}.{}", nested.name()), nested);
        }
        for declared in &message.enum_type {
            let values = declared
                .value
                .iter()
                .map(|it| (it.number(), it.name().to_owned()));
            let name = format!("{name}.{}", EnumDescriptorProto::name(declared));
            self.enums.insert(name, values.collect());
        }
        if message.options.as_ref().is_some_and(|it| it.map_entry()) {
            self.entries.insert(name.clone());
        }
        let fields = message.field.iter().map(|it| Field::new(it, message));
        self.messages.insert(name, fields.collect());
    }
}

impl Field {
    fn new(field: &FieldDescriptorProto, message: &DescriptorProto) -> Self {
        let oneof = field.oneof_index.map(|at| usize::try_from(at).unwrap());
        Self {
            number: field.number(),
            name: field.name().to_owned(),
            kind: field.r#type.unwrap(),
            label: field.label.unwrap(),
            type_name: relative(field.type_name()),
            optional: field.proto3_optional(),
            oneof: oneof.map(|at| message.oneof_decl[at].name().to_owned()),
        }
    }
}

/// Removes the package from a name, unless it is another package.
fn relative(name: &str) -> String {
    let parts = name
        .strip_prefix(".tfplugin")
        .and_then(|it| it.split_once('.'));
    parts.map_or(name, |(_, name)| name).to_owned()
}
