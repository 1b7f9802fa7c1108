//! The comparison of what hosts do not print: defaults, validators, relations and rules of planning.

mod facts;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use terrane_protocol::schema::json::section;
use terrane_protocol::schema::{Function, TypeKind};
use terrane_value::Path;

use self::facts::SETS;
use crate::change::{SchemaChange, SchemaDifference};
use crate::class::{DOCUMENTED, Verdict, flag, major, minor};
use crate::compare::ItemDifferences;
use crate::difference::compare_items;
use crate::read;

/// Compares what hosts do not print in the [entries](terrane_protocol::schema::json::provider) of two versions of a provider: defaults, validators, relations, replacement and so
/// on. Both entries need these members: they come from `schema --format terrane-json` of a provider's program.
///
/// [`Differences`](crate::Differences) compares what hosts print.
///
/// ```
/// use serde_json::json;
/// use terrane_schema::{ChangeClass, annotation_differences};
///
/// let zoo = |default| {
///     let legs = json!({ "type": "number", "optional": true, "computed": true, "default": default });
///     json!({ "resource_schemas": { "zoo_pet": { "block": { "attributes": { "legs": legs } } } } })
/// };
/// let found = annotation_differences(&zoo(2), &zoo(4));
/// assert_eq!(found[0].to_string(), "resource zoo_pet, legs: default was 2, is 4");
/// assert_eq!(found[0].class, ChangeClass::Major);
/// ```
#[must_use]
pub fn annotation_differences(before: &Value, after: &Value) -> Vec<SchemaDifference> {
    let mut comparison = Comparison {
        owner: "provider configuration".to_owned(),
        found: Vec::new(),
    };
    let settings = |entry: &Value| entry["provider"]["block"].clone();
    comparison.block(&Path::root(), &settings(before), &settings(after));
    for kind in TypeKind::ALL {
        let types = |entry: &Value| entry[section(kind)].clone();
        for (name, before, after) in pairs(&types(before), &types(after)) {
            comparison.owner = format!("{} {name}", kind.name());
            comparison.block(&Path::root(), &before["block"], &after["block"]);
            comparison.histories(before, after);
        }
    }
    for section in ["functions", "configured_functions"] {
        for (name, before, after) in pairs(&before[section], &after[section]) {
            comparison.owner = format!("function {name}");
            comparison.since(&Path::root(), before, after);
        }
    }
    compare_items(
        "function",
        &configured_functions(before),
        &configured_functions(after),
        |name| format!("function {name}"),
        Function::differences,
        &mut comparison.found,
    );
    comparison.found
}

fn configured_functions(entry: &Value) -> BTreeMap<String, Function> {
    let functions = entry["configured_functions"]
        .as_object()
        .into_iter()
        .flatten();
    functions
        .filter_map(|(name, it)| Some((name.clone(), read::function(it)?)))
        .collect()
}

/// Returns the members that both objects have.
fn pairs<'a>(before: &'a Value, after: &'a Value) -> Vec<(&'a str, &'a Value, &'a Value)> {
    let members = before.as_object().into_iter().flatten();
    members
        .filter_map(|(name, before)| Some((name.as_str(), before, after.get(name)?)))
        .collect()
}

struct Comparison {
    owner: String,
    found: Vec<SchemaDifference>,
}

impl Comparison {
    fn add(&mut self, path: &Path, change: SchemaChange, (class, reason): Verdict) {
        self.found.push(SchemaDifference {
            owner: self.owner.clone(),
            path: path.clone(),
            change,
            class,
            reason,
        });
    }

    /// Reports a property that differs.
    fn property(
        &mut self,
        path: &Path,
        property: &'static str,
        before: &Value,
        after: &Value,
        verdict: impl FnOnce() -> Verdict,
    ) {
        if before != after {
            let change = SchemaChange::Changed {
                property,
                before: facts::shown(before),
                after: facts::shown(after),
            };
            self.add(path, change, verdict());
        }
    }

    fn block(&mut self, here: &Path, before: &Value, after: &Value) {
        for (name, before, after) in pairs(&before["attributes"], &after["attributes"]) {
            let path = here.clone().attribute(name);
            self.member(&path, before, after);
            self.block(&path, &before["nested_type"], &after["nested_type"]);
        }
        for (name, before, after) in pairs(&before["block_types"], &after["block_types"]) {
            let path = here.clone().attribute(name);
            self.member(&path, before, after);
            self.block(&path, &before["block"], &after["block"]);
        }
        self.since(here, before, after);
        self.relations(here, before, after);
    }

    /// Compares the version of the provider that has introduced an item or a member.
    fn since(&mut self, path: &Path, before: &Value, after: &Value) {
        let (was, is) = (&before["since"], &after["since"]);
        self.property(path, "since", was, is, || DOCUMENTED);
    }

    fn member(&mut self, path: &Path, before: &Value, after: &Value) {
        self.since(path, before, after);
        let of = |key: &str| (&before[key], &after[key]);
        let (was, is) = of("default");
        self.property(path, "default", was, is, || {
            major("configurations without a value get another one, and existing objects change")
        });
        for fact in facts::FLAGS {
            let (was, is) = (before[fact.key] == true, after[fact.key] == true);
            self.property(path, fact.name, &was.into(), &is.into(), || {
                flag(is, fact.on, fact.off)
            });
        }
        for (key, name) in facts::NEUTRAL {
            let (was, is) = of(key);
            self.property(path, name, was, is, || {
                minor("plans know values at another time, or compare them in another way")
            });
        }
        let (was, is) = of("replaces");
        self.property(path, "replacement", was, is, || facts::replacement(was, is));
        let (was, is) = of("validators");
        self.property(path, "validators", was, is, || facts::validators(was, is));
        // Types such as `u8` limit values without a validator.
        let (old, new) = of("constraints");
        if was.is_null() && is.is_null() {
            self.property(path, "allowed values", old, new, || {
                facts::constraints(old, new)
            });
        }
        for set in SETS {
            let (was, is) = of(set.key);
            self.property(path, set.name, was, is, || {
                flag(facts::lost(was, is), set.lost, set.other)
            });
        }
    }

    /// Compares the relations of a block by their texts.
    fn relations(&mut self, here: &Path, before: &Value, after: &Value) {
        let all = |block: &Value| -> BTreeMap<String, Value> {
            let relations = block["relations"].as_array().into_iter().flatten();
            relations
                .map(|it| (facts::relation(it), it.clone()))
                .collect()
        };
        let (was, is) = (all(before), all(after));
        let texts: BTreeSet<&String> = was.keys().chain(is.keys()).collect();
        for text in texts {
            let (change, verdict) = match (was.get(text), is.get(text)) {
                (None, Some(relation)) => ("is", facts::new_relation(relation, before)),
                (Some(_), None) => ("was", minor("configurations that violate it are accepted")),
                (_, _) => continue,
            };
            let (none, text) = ("none".to_owned(), text.clone());
            let (before, after) = match change {
                "is" => (none, text),
                _ => (text, none),
            };
            let property = "relation";
            let change = SchemaChange::Changed {
                property,
                before,
                after,
            };
            self.add(here, change, verdict);
        }
    }

    /// Compares from which versions and types a resource takes objects, and how objects are imported.
    fn histories(&mut self, before: &Value, after: &Value) {
        let root = Path::root();
        let (was, is) = (&before["upgrades_from"], &after["upgrades_from"]);
        if facts::lost(was, is) {
            self.property(&root, "upgrades from versions", was, is, || {
                major("stored objects of the missing versions are refused")
            });
        }
        let (was, is) = (&before["moves_from"], &after["moves_from"]);
        self.property(&root, "moves from types", was, is, || {
            flag(
                facts::lost(was, is),
                major("`moved` blocks from the missing types are refused"),
                minor("`moved` blocks may name more types"),
            )
        });
        let (was, is) = (&before["import"], &after["import"]);
        self.property(&root, "import", was, is, || {
            let ids = (&was["ids"], &is["ids"]);
            flag(
                facts::lost(was, is) || facts::lost(ids.0, ids.1),
                major("imports of the missing form are refused"),
                minor("objects can be imported in another form, too"),
            )
        });
    }
}
