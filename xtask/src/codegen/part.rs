//! Finds messages of a package that are subsets of messages of another one, so that the other package's types can represent them.

use std::collections::{BTreeMap, BTreeSet};

use prost_types::{DescriptorProto, EnumDescriptorProto, FieldDescriptorProto, FileDescriptorSet};

/// The package that contains most messages of another one.
pub(super) struct Whole {
    pub(super) name: &'static str,
    /// Where its types are.
    pub(super) path: &'static str,
    /// Messages with another name: the name in the part, and the name in the whole.
    pub(super) renamed: &'static [(&'static str, &'static str)],
}

impl Whole {
    /// Finds the messages of which the whole has every field. Returns the types that represent them, in the form that prost needs.
    pub(super) fn types(
        &self,
        part: &FileDescriptorSet,
        part_name: &str,
        whole: &FileDescriptorSet,
    ) -> Vec<(String, String)> {
        let part = Names::of(part, part_name, self.renamed);
        let whole = Names::of(whole, self.name, &[]);
        let mut shared: BTreeSet<_> = part.messages.keys().cloned().collect();
        // A message that contains an unshared message cannot be shared either.
        loop {
            let before = shared.len();
            let fits = |name: &String| part.fits(&whole, name, &shared);
            shared = shared.iter().filter(|name| fits(name)).cloned().collect();
            if shared.len() == before {
                break;
            }
        }
        let alone = |name: &str| {
            let inside = |other: &&String| {
                let rest = other.strip_prefix(name);
                rest.is_some_and(|rest| rest.starts_with('.'))
            };
            part.messages
                .keys()
                .filter(inside)
                .any(|it| !shared.contains(it))
        };
        let named = shared.iter().filter(|name| !alone(name));
        named
            .map(|name| {
                let proto = format!(".{part_name}.{}", part.original(name));
                (proto, format!("{}::{}", self.path, rust_path(name)))
            })
            .collect()
    }
}

/// The messages and enumerations of a package, by the whole's names.
struct Names<'a> {
    package: String,
    renamed: &'static [(&'static str, &'static str)],
    messages: BTreeMap<String, &'a DescriptorProto>,
    enums: BTreeMap<String, &'a EnumDescriptorProto>,
}

impl<'a> Names<'a> {
    fn of(
        descriptors: &'a FileDescriptorSet,
        package: &str,
        renamed: &'static [(&'static str, &'static str)],
    ) -> Self {
        let mut names = Self {
            package: format!(".{package}."),
            renamed,
            messages: BTreeMap::new(),
            enums: BTreeMap::new(),
        };
        let files = descriptors.file.iter();
        for file in files.filter(|file| file.package() == package) {
            for message in &file.message_type {
                names.add(names.renamed(message.name()), message);
            }
            for declared in &file.enum_type {
                names.enums.insert(declared.name().to_owned(), declared);
            }
        }
        names
    }

    fn add(&mut self, name: String, message: &'a DescriptorProto) {
        for nested in &message.nested_type {
            self.add(format!("{name}.{}", nested.name()), nested);
        }
        for declared in &message.enum_type {
            let name = format!("{name}.{}", declared.name());
            self.enums.insert(name, declared);
        }
        self.messages.insert(name, message);
    }

    fn renamed(&self, name: &str) -> String {
        replaced(name, self.renamed.iter().copied())
    }

    fn original(&self, name: &str) -> String {
        replaced(
            name,
            self.renamed.iter().map(|&(ours, theirs)| (theirs, ours)),
        )
    }

    /// Whether the whole has every field of a message, if it has the messages in `shared`.
    fn fits(&self, whole: &Self, name: &str, shared: &BTreeSet<String>) -> bool {
        let (Some(ours), Some(theirs)) = (self.messages.get(name), whole.messages.get(name)) else {
            return false;
        };
        ours.field.iter().all(|field| {
            let type_name = self.type_name(field);
            let known = self.enums.get(&type_name).map(|it| &it.value)
                == whole.enums.get(&type_name).map(|it| &it.value)
                && (!self.messages.contains_key(&type_name) || shared.contains(&type_name));
            let same = |other: &&FieldDescriptorProto| {
                (other.number(), other.name()) == (field.number(), field.name())
                    && (other.r#type(), other.label()) == (field.r#type(), field.label())
                    && whole.type_name(other) == type_name
                    && other.proto3_optional() == field.proto3_optional()
                    && oneof(theirs, other) == oneof(ours, field)
            };
            known && theirs.field.iter().any(|other| same(&other))
        })
    }

    /// The type of a field, if it is a message or an enumeration.
    fn type_name(&self, field: &FieldDescriptorProto) -> String {
        let name = field.type_name();
        self.renamed(name.strip_prefix(&self.package).unwrap_or(name))
    }
}

fn oneof<'a>(message: &'a DescriptorProto, field: &FieldDescriptorProto) -> Option<&'a str> {
    let at = usize::try_from(field.oneof_index?).ok()?;
    Some(message.oneof_decl.get(at)?.name())
}

/// Changes the name of the outermost message.
fn replaced<'a>(name: &str, mut names: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let (outer, rest) = name.split_at(name.find('.').unwrap_or(name.len()));
    let outer = names
        .find(|(from, _)| *from == outer)
        .map_or(outer, |(_, to)| to);
    format!("{outer}{rest}")
}

/// The Rust path of a message in prost's output: an enclosing message is a module.
fn rust_path(name: &str) -> String {
    let Some((around, name)) = name.rsplit_once('.') else {
        return name.to_owned();
    };
    let mut path = String::new();
    for letter in around.chars() {
        match letter {
            '.' => path.push_str("::"),
            _ if letter.is_ascii_uppercase() => {
                if !path.is_empty() && !path.ends_with(':') {
                    path.push('_');
                }
                path.push(letter.to_ascii_lowercase());
            }
            _ => path.push(letter),
        }
    }
    format!("{path}::{name}")
}
