//! The comparison of schemas, property by property.

use std::collections::BTreeMap;
use std::fmt;

use terrane_protocol::schema::{
    Attribute, AttributeKind, Block, BlockNesting, Description, Function, IdentitySchema,
    NestedBlock, Nesting, Parameter, Schema,
};
use terrane_value::{Path, Type};

use crate::change::{SchemaChange, SchemaDifference};
use crate::class::{self, DOCUMENTED, Verdict, flag, major, minor};

/// The schema of one item, or the signature of a function, which can be compared with a later one of the same item.
pub trait ItemDifferences {
    /// Compares with a later version of the same item. `owner` names the item in the result, such as `resource zoo_pet`.
    fn differences(&self, owner: &str, later: &Self) -> Vec<SchemaDifference>;
}

impl ItemDifferences for Schema {
    fn differences(&self, owner: &str, later: &Self) -> Vec<SchemaDifference> {
        let mut comparison = Comparison::new(owner);
        let root = Path::root();
        comparison.property(&root, "version", self.version, later.version, || {
            class::version(later.version < self.version)
        });
        comparison.block(&root, &self.block, &later.block);
        comparison.found
    }
}

impl ItemDifferences for IdentitySchema {
    fn differences(&self, owner: &str, later: &Self) -> Vec<SchemaDifference> {
        let mut comparison = Comparison::new(owner);
        let root = Path::root();
        comparison.property(&root, "version", self.version, later.version, || {
            class::version(later.version < self.version)
        });
        let pairs = paired(&self.attributes, &later.attributes, |it| &it.name);
        for (name, pair) in pairs {
            let path = root.clone().attribute(name);
            let both = comparison.matched(&path, "attribute", pair, |it| {
                flag(
                    it.required_for_import,
                    major("imports by an identity without it are refused"),
                    minor("imports by identity may contain it"),
                )
            });
            let Some((before, after)) = both else {
                continue;
            };
            comparison.ty(&path, &before.ty, &after.ty);
            comparison.property(
                &path,
                "required for import",
                before.required_for_import,
                after.required_for_import,
                || {
                    flag(
                        after.required_for_import,
                        major("imports by an identity without it are refused"),
                        minor("imports by identity may leave it out"),
                    )
                },
            );
            comparison.property(
                &path,
                "optional for import",
                before.optional_for_import,
                after.optional_for_import,
                || {
                    flag(
                        after.optional_for_import || after.required_for_import,
                        minor("imports by identity may contain it"),
                        major("imports by an identity with it are refused"),
                    )
                },
            );
            comparison.text(
                &path,
                "description",
                &before.description,
                &after.description,
            );
        }
        comparison.found
    }
}

impl ItemDifferences for Function {
    fn differences(&self, owner: &str, later: &Self) -> Vec<SchemaDifference> {
        let mut comparison = Comparison::new(owner);
        let root = Path::root();
        let longest = self.parameters.len().max(later.parameters.len());
        for at in 0..longest {
            let pair = (self.parameters.get(at), later.parameters.get(at));
            let added = major("each call needs an argument for it");
            comparison.parameter(&root.clone().index(at), pair, added);
        }
        let variadic = root.clone().attribute("variadic");
        let pair = (self.variadic.as_ref(), later.variadic.as_ref());
        comparison.parameter(&variadic, pair, minor("calls may have more arguments"));
        let result = root.clone().attribute("return");
        comparison.output_type(&result, &self.returns, &later.returns);
        comparison.text(&root, "summary", &self.summary, &later.summary);
        comparison.compare_description(&root, &self.description, &later.description);
        comparison.deprecation(
            &root,
            self.deprecation.as_deref(),
            later.deprecation.as_deref(),
        );
        comparison.found
    }
}

/// Pairs the elements of two lists by name, in the order of their names.
fn paired<'a, T, N: Ord + ?Sized + 'a>(
    before: &'a [T],
    after: &'a [T],
    name: impl Fn(&'a T) -> &'a N,
) -> BTreeMap<&'a N, (Option<&'a T>, Option<&'a T>)> {
    let mut pairs: BTreeMap<&N, (Option<&T>, Option<&T>)> = BTreeMap::new();
    for element in before {
        pairs.entry(name(element)).or_default().0 = Some(element);
    }
    for element in after {
        pairs.entry(name(element)).or_default().1 = Some(element);
    }
    pairs
}

/// Collects the differences of one item.
struct Comparison<'a> {
    owner: &'a str,
    found: Vec<SchemaDifference>,
}

impl<'a> Comparison<'a> {
    const fn new(owner: &'a str) -> Self {
        Self {
            owner,
            found: Vec::new(),
        }
    }

    fn add(&mut self, path: &Path, change: SchemaChange, (class, reason): Verdict) {
        self.found.push(SchemaDifference {
            owner: self.owner.to_owned(),
            path: path.clone(),
            change,
            class,
            reason,
        });
    }

    /// Reports a property that differs. `verdict` is called only then.
    fn property<T: PartialEq + fmt::Display>(
        &mut self,
        path: &Path,
        property: &'static str,
        before: T,
        after: T,
        verdict: impl FnOnce() -> Verdict,
    ) {
        if before != after {
            let change = SchemaChange::Changed {
                property,
                before: before.to_string(),
                after: after.to_string(),
            };
            self.add(path, change, verdict());
        }
    }

    /// Reports a text that differs.
    fn text(&mut self, path: &Path, property: &'static str, before: &str, after: &str) {
        let quoted = |text: &str| format!("{text:?}");
        self.property(path, property, quoted(before), quoted(after), || DOCUMENTED);
    }

    fn compare_description(&mut self, path: &Path, before: &Description, after: &Description) {
        self.text(path, "description", &before.text, &after.text);
        if before.text.is_empty() && after.text.is_empty() {
            return;
        }
        let format_name =
            |description: &Description| format!("{:?}", description.kind).to_lowercase();
        self.property(
            path,
            "description format",
            format_name(before),
            format_name(after),
            || DOCUMENTED,
        );
    }

    fn deprecation(&mut self, path: &Path, before: Option<&str>, after: Option<&str>) {
        let quoted_or_none =
            |it: Option<&str>| it.map_or_else(|| "none".to_owned(), |it| format!("{it:?}"));
        self.property(
            path,
            "deprecation",
            quoted_or_none(before),
            quoted_or_none(after),
            || class::deprecation(before.is_some(), after.is_some()),
        );
    }

    fn ty(&mut self, path: &Path, before: &Type, after: &Type) {
        self.property(path, "type", before, after, || OTHER_TYPE);
    }

    /// Compares the types of a value that only the provider sets. Objects in it may get more attributes.
    fn output_type(&mut self, path: &Path, before: &Type, after: &Type) {
        self.property(path, "type", before, after, || {
            output_type_verdict(before, after)
        });
    }

    /// Returns both elements of a pair. If only one schema has the element, this is reported, and the result is `None`.
    fn matched<'b, T>(
        &mut self,
        path: &Path,
        element: &'static str,
        pair: (Option<&'b T>, Option<&'b T>),
        added: impl FnOnce(&T) -> Verdict,
    ) -> Option<(&'b T, &'b T)> {
        match pair {
            (Some(before), Some(after)) => return Some((before, after)),
            (Some(_), None) => self.add(path, SchemaChange::Removed(element), REMOVED),
            (None, Some(after)) => self.add(path, SchemaChange::Added(element), added(after)),
            (None, None) => {}
        }
        None
    }

    /// Compares a parameter. `added` is the verdict about a new one.
    fn parameter(
        &mut self,
        path: &Path,
        pair: (Option<&Parameter>, Option<&Parameter>),
        added: Verdict,
    ) {
        let Some((before, after)) = self.matched(path, "parameter", pair, |_| added) else {
            return;
        };
        self.text(path, "name", before.name.as_str(), after.name.as_str());
        self.ty(path, &before.ty, &after.ty);
        self.property(
            path,
            "accepts null",
            before.allow_null,
            after.allow_null,
            || {
                flag(
                    after.allow_null,
                    minor("calls may pass null"),
                    major("calls that pass null are refused"),
                )
            },
        );
        self.property(
            path,
            "accepts unknown",
            before.allow_unknown,
            after.allow_unknown,
            || minor("plans know the result at another time"),
        );
        self.compare_description(path, &before.description, &after.description);
    }

    fn block(&mut self, here: &Path, before: &Block, after: &Block) {
        self.attributes(here, &before.attributes, &after.attributes);
        for (name, pair) in paired(&before.blocks, &after.blocks, |it| &it.name) {
            let path = here.clone().attribute(name);
            let both = self.matched(&path, "block", pair, class::added_block);
            if let Some((before, after)) = both {
                self.nested_block(&path, before, after);
            }
        }
        self.compare_description(here, &before.description, &after.description);
        self.deprecation(
            here,
            before.deprecation.as_deref(),
            after.deprecation.as_deref(),
        );
        self.property(here, "computed", before.computed, after.computed, || {
            flag(
                after.computed,
                minor("the provider may set it where the configuration has none"),
                major("the provider sets no value, and plans remove the one in the state"),
            )
        });
    }

    fn nested_block(&mut self, path: &Path, before: &NestedBlock, after: &NestedBlock) {
        let nesting_name = |nesting: BlockNesting| format!("{nesting:?}").to_lowercase();
        self.property(
            path,
            "nesting",
            nesting_name(before.nesting),
            nesting_name(after.nesting),
            || OTHER_TYPE,
        );
        self.property(
            path,
            "minimum of items",
            before.min_items,
            after.min_items,
            || class::min_items(before.min_items, after.min_items),
        );
        self.property(
            path,
            "maximum of items",
            before.max_items,
            after.max_items,
            || class::max_items(before.max_items, after.max_items),
        );
        self.block(path, &before.block, &after.block);
    }

    fn attributes(&mut self, here: &Path, before: &[Attribute], after: &[Attribute]) {
        for (name, pair) in paired(before, after, |it| &it.name) {
            let path = here.clone().attribute(name);
            let both = self.matched(&path, "attribute", pair, class::added_attribute);
            if let Some((before, after)) = both {
                self.attribute(&path, before, after);
            }
        }
    }

    fn attribute(&mut self, path: &Path, before: &Attribute, after: &Attribute) {
        match (&before.kind, &after.kind) {
            (AttributeKind::Nested(before), AttributeKind::Nested(after)) => {
                self.property(
                    path,
                    "nesting",
                    nesting_name(before.nesting),
                    nesting_name(after.nesting),
                    || OTHER_TYPE,
                );
                self.attributes(path, &before.attributes, &after.attributes);
            }
            (AttributeKind::Type(was), AttributeKind::Type(is))
                if is_output(before) && is_output(after) =>
            {
                self.output_type(path, was, is);
            }
            (before, after) => {
                self.property(path, "type", kind_name(before), kind_name(after), || {
                    OTHER_TYPE
                });
            }
        }
        self.property(
            path,
            "presence",
            presence_name(before),
            presence_name(after),
            || class::presence(before, after),
        );
        self.property(path, "sensitive", before.sensitive, after.sensitive, || {
            flag(
                after.sensitive,
                major("outputs that contain it are refused until they are marked as sensitive"),
                minor("plans and outputs show its value"),
            )
        });
        self.property(
            path,
            "write-only",
            before.write_only,
            after.write_only,
            || {
                flag(
                    after.write_only,
                    major("states and expressions have no value of it"),
                    major("configurations with an ephemeral value are refused"),
                )
            },
        );
        self.compare_description(path, &before.description, &after.description);
        self.deprecation(
            path,
            before.deprecation.as_deref(),
            after.deprecation.as_deref(),
        );
    }
}

const OTHER_TYPE: Verdict =
    major("configurations, expressions and stored states have values of the other type");
const REMOVED: Verdict = major("configurations and expressions that use it are refused");

/// Whether only the provider sets the attribute.
const fn is_output(attribute: &Attribute) -> bool {
    attribute.computed && !attribute.optional && !attribute.required
}

/// The verdict about another type of a value that only the provider sets.
fn output_type_verdict(before: &Type, after: &Type) -> Verdict {
    if type_extends(before, after) {
        minor("objects in the value have more attributes")
    } else {
        OTHER_TYPE
    }
}

/// Whether types differ only in attributes that objects of the later one have in addition.
fn type_extends(before: &Type, after: &Type) -> bool {
    match (before, after) {
        (Type::List(before), Type::List(after))
        | (Type::Set(before), Type::Set(after))
        | (Type::Map(before), Type::Map(after)) => type_extends(before, after),
        (Type::Object(before), Type::Object(after)) => before.iter().all(|(name, before)| {
            after
                .attribute(name)
                .is_some_and(|after| type_extends(before, after))
        }),
        (before, after) => before == after,
    }
}

fn nesting_name(nesting: Nesting) -> String {
    format!("{nesting:?}").to_lowercase()
}

fn kind_name(kind: &AttributeKind) -> String {
    match kind {
        AttributeKind::Type(ty) => ty.to_string(),
        AttributeKind::Nested(object) => {
            format!("a nested attribute ({})", nesting_name(object.nesting))
        }
    }
}

fn presence_name(attribute: &Attribute) -> &'static str {
    match (attribute.required, attribute.optional, attribute.computed) {
        (true, ..) => "required",
        (_, true, true) => "optional and computed",
        (_, true, false) => "optional",
        (_, false, true) => "computed",
        (false, false, false) => "none",
    }
}
