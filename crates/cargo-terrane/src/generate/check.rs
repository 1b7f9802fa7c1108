//! The parts of a source that no package can serve: hosts refuse them, or models have no form for them.

use std::collections::BTreeSet;

use terrane_protocol::schema::{
    Attribute, AttributeKind, BlockNesting, Function, IdentityAttribute, IdentitySchema,
    NestedBlock, Nesting, Schema,
};
use terrane_value::Type;

use super::contents::Contents;
use super::item::{Item, Signature};
use super::kind::Kind;
use super::names::is_valid;

/// The names of types, attributes and blocks.
const NAME: &str = "a name that is not only lower-case letters, digits and `_`";

/// A collection whose elements can have several types.
const DYNAMIC: &str = "a collection of values of any type, which hosts refuse";

/// Finds the parts of an item that no package can serve. Each has its path, and the reason.
pub(super) fn problems(item: &Item<'_>) -> Vec<String> {
    let mut found = Found::default();
    if item.type_name.is_some_and(|name| !is_valid(name)) {
        found.add(NAME);
    }
    match item.signature {
        Signature::Schema(schema) => of_schema(item, schema, &mut found),
        Signature::Function(function) => of_function(function, &mut found),
    }
    found.problems
}

/// Collects problems with their paths.
#[derive(Debug, Default)]
struct Found {
    path: Vec<String>,
    problems: Vec<String>,
}

impl Found {
    fn add(&mut self, problem: &str) {
        self.problems.push(if self.path.is_empty() {
            problem.to_owned()
        } else {
            format!("{}: {problem}", self.path.join("."))
        });
    }

    fn check(&mut self, is_problem: bool, problem: &str) {
        if is_problem {
            self.add(problem);
        }
    }

    /// Finds problems of a part.
    fn at(&mut self, name: &str, find: impl FnOnce(&mut Self)) {
        self.path.push(name.to_owned());
        find(self);
        self.path.pop();
    }
}

fn of_schema(item: &Item<'_>, schema: &Schema, found: &mut Found) {
    let (kind, block) = (item.kind, &schema.block);
    match schema.version {
        0 => {}
        1.. => found.check(
            !kind.has_version(),
            "a version, which this kind does not have",
        ),
        _ => found.add("a negative version"),
    }
    found.check(block.computed, "the whole is computed");
    let contents = Contents::of_item(kind, block);
    for name in contents.names() {
        if kind.reserved().contains(&name) {
            found.at(name, |found| found.add("hosts reserve this name"));
        }
    }
    if let (Kind::List, listed) = (kind, &item.listed) {
        let has_identity = listed.as_ref().map(|it| it.has_identity);
        found.check(
            has_identity.is_none(),
            "there is no resource of this name to list",
        );
        found.check(
            has_identity == Some(false),
            "the resource of this name has no identity, by which its objects are listed",
        );
    }
    if let Some(identity) = item.identity {
        of_identity(identity, found);
    }
    of_members(contents, Around::of(kind), found);
}

fn of_identity(identity: &IdentitySchema, found: &mut Found) {
    let parts = &identity.attributes;
    found.check(parts.is_empty(), "an identity without attributes");
    found.check(identity.version < 0, "an identity with a negative version");
    let names: BTreeSet<&str> = parts.iter().map(|part| &*part.name).collect();
    found.check(
        names.len() < parts.len(),
        "an identity with two attributes of one name",
    );
    for part in parts {
        found.at(&format!("identity {}", part.name), |found| {
            of_part(part, found)
        });
    }
}

fn of_part(part: &IdentityAttribute, found: &mut Found) {
    found.check(!is_valid(&part.name), NAME);
    let is_plain = match &part.ty {
        Type::List(element) => element.is_primitive(),
        ty => ty.is_primitive(),
    };
    found.check(!is_plain, "a type that hosts do not allow in an identity");
    found.check(
        part.required_for_import == part.optional_for_import,
        "it must be either required or optional in an import",
    );
}

/// The place of a block.
#[derive(Debug, Clone, Copy)]
struct Around {
    kind: Kind,
    set: bool,
    write_only: bool,
    computed: bool,
    /// Whether the provider fills the block itself.
    computed_block: bool,
}

impl Around {
    fn of(kind: Kind) -> Self {
        Self {
            kind,
            set: false,
            write_only: false,
            computed: false,
            computed_block: false,
        }
    }
}

fn of_members(contents: Contents<'_>, around: Around, found: &mut Found) {
    let mut used = BTreeSet::new();
    for name in contents.names() {
        if !used.insert(name) {
            found.at(name, |found| {
                found.add("two attributes or blocks have this name")
            });
        }
    }
    let (attributes, blocks, _) = contents.members();
    for attribute in attributes {
        found.at(&attribute.name, |found| {
            of_attribute(attribute, around, found)
        });
    }
    for nested in blocks {
        found.at(&nested.name, |found| of_nested_block(nested, around, found));
    }
}

fn of_attribute(attribute: &Attribute, around: Around, found: &mut Found) {
    let Attribute {
        required,
        optional,
        computed,
        write_only,
        ..
    } = *attribute;
    let kind = around.kind;
    found.check(!is_valid(&attribute.name), NAME);
    found.check(
        !required && !optional && !computed,
        "it is neither required, optional nor computed",
    );
    found.check(
        required && (optional || computed),
        "it is required, and optional or computed as well",
    );
    found.check(
        computed && !kind.can_be_computed(),
        "it is computed, and only resources, data sources and ephemeral resources return values",
    );
    found.check(
        around.computed_block && !computed,
        "it is in a computed block, and is not computed itself",
    );
    let is_write_only = write_only || around.write_only;
    found.check(
        write_only && !kind.can_be_write_only(),
        "it is write-only, and only resources and actions have write-only values",
    );
    found.check(
        write_only && around.set,
        "it is write-only in a set, which hosts refuse",
    );
    found.check(
        around.write_only && !write_only,
        "it is in a write-only value, and is not write-only itself, which hosts refuse",
    );
    found.check(
        (computed && is_write_only) || (write_only && around.computed),
        "it is computed and write-only",
    );
    match &attribute.kind {
        AttributeKind::Type(ty) => {
            found.check(has_dynamic_elements(ty), DYNAMIC);
            of_type(ty, kind, found);
        }
        AttributeKind::Nested(object) => {
            let is_set = object.nesting == Nesting::Set;
            found.check(
                kind == Kind::List && is_set,
                "it is a set, which list resources cannot have",
            );
            found.check(
                is_set && is_write_only,
                "a set of objects in a write-only value, which hosts refuse",
            );
            let contents = Contents::Nested(&object.attributes);
            found.check(
                object.nesting != Nesting::Single && has_dynamic(contents),
                DYNAMIC,
            );
            let inner = Around {
                set: around.set || is_set,
                write_only: is_write_only,
                computed: around.computed || computed,
                computed_block: false,
                kind,
            };
            of_members(contents, inner, found);
        }
    }
}

fn of_nested_block(nested: &NestedBlock, around: Around, found: &mut Found) {
    let NestedBlock {
        nesting,
        min_items,
        max_items,
        ref block,
        ..
    } = *nested;
    found.check(!is_valid(&nested.name), NAME);
    let are_counts_valid = match nesting {
        BlockNesting::Single => min_items == max_items && min_items <= 1,
        BlockNesting::Group | BlockNesting::Map => (min_items, max_items) == (0, 0),
        BlockNesting::List | BlockNesting::Set => max_items == 0 || min_items <= max_items,
    };
    found.check(
        !are_counts_valid,
        "numbers of blocks that hosts refuse for this nesting",
    );
    found.check(
        around.kind == Kind::List && nesting == BlockNesting::Set,
        "it is a set, which list resources cannot have",
    );
    let contents = Contents::of_block(block);
    found.check(nesting.is_collection() && has_dynamic(contents), DYNAMIC);
    if block.computed {
        found.check(
            around.kind != Kind::Resource,
            "it is a computed block, which only resources can have",
        );
        found.check(
            nesting == BlockNesting::Group || min_items > 0,
            "it is a computed block that always exists",
        );
    }
    found.check(
        around.computed_block && !block.computed,
        "it is in a computed block, and is not computed itself",
    );
    let inner = Around {
        set: around.set || nesting == BlockNesting::Set,
        computed: around.computed || block.computed,
        computed_block: block.computed,
        ..around
    };
    of_members(contents, inner, found);
}

fn of_function(function: &Function, found: &mut Found) {
    for parameter in function.parameters.iter().chain(&function.variadic) {
        found.at(&parameter.name, |found| {
            found.check(parameter.name.is_empty(), "a parameter without a name");
            of_type(&parameter.ty, Kind::Function, found);
        });
    }
    found.at("result", |found| {
        found.check(has_dynamic_elements(&function.returns), DYNAMIC);
        of_type(&function.returns, Kind::Function, found);
    });
}

fn of_type(ty: &Type, kind: Kind, found: &mut Found) {
    match ty {
        Type::String | Type::Number | Type::Bool | Type::Dynamic => {}
        Type::Set(_) if kind == Kind::List => {
            found.add("it has a set, which list resources cannot have");
        }
        Type::List(element) | Type::Set(element) | Type::Map(element) => {
            of_type(element, kind, found);
        }
        Type::Tuple(parts) => {
            let are_plain = parts
                .iter()
                .all(|it| it.is_primitive() || *it == Type::Dynamic);
            found.check(
                !are_plain,
                "a tuple with a part that is not a string, number or bool",
            );
            found.check(
                !(1..=6).contains(&parts.len()),
                "a tuple without parts, or with more than six",
            );
        }
        Type::Object(object) => {
            for (name, ty) in object.iter() {
                found.at(name.as_str(), |found| {
                    found.check(
                        name.as_str().is_empty(),
                        "a part of an object without a name",
                    );
                    of_type(ty, kind, found);
                });
            }
        }
    }
}

/// Whether a value at any depth may have any type.
fn has_dynamic(contents: Contents<'_>) -> bool {
    let (attributes, blocks, _) = contents.members();
    let in_attribute = |attribute: &Attribute| match &attribute.kind {
        AttributeKind::Type(ty) => ty.has_dynamic(),
        AttributeKind::Nested(object) => has_dynamic(Contents::Nested(&object.attributes)),
    };
    let in_block = |nested: &NestedBlock| has_dynamic(Contents::of_block(&nested.block));
    attributes.iter().any(in_attribute) || blocks.iter().any(in_block)
}

/// Whether a collection at any depth has elements of any type.
fn has_dynamic_elements(ty: &Type) -> bool {
    match ty {
        Type::List(element) | Type::Set(element) | Type::Map(element) => element.has_dynamic(),
        Type::Tuple(parts) => parts.iter().any(has_dynamic_elements),
        Type::Object(object) => object.iter().any(|(_, ty)| has_dynamic_elements(ty)),
        _ => false,
    }
}
