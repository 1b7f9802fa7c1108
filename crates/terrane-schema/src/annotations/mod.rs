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
                before: facts::fact_text(before),
                after: facts::fact_text(after),
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

    /// Reports the value of a key that differs. The verdict gets both values.
    fn compare_key(
        &mut self,
        path: &Path,
        key: &str,
        property: &'static str,
        (before, after): (&Value, &Value),
        verdict: impl FnOnce(&Value, &Value) -> Verdict,
    ) {
        let (old, new) = (&before[key], &after[key]);
        self.property(path, property, old, new, || verdict(old, new));
    }

    /// Compares the version of the provider that has introduced an item or a member.
    fn since(&mut self, path: &Path, before: &Value, after: &Value) {
        self.compare_key(path, "since", "since", (before, after), |_, _| DOCUMENTED);
    }

    fn member(&mut self, path: &Path, before: &Value, after: &Value) {
        self.since(path, before, after);
        let members = (before, after);
        self.compare_key(path, "default", "default", members, |_, _| {
            major("configurations without a value get another one, and existing objects change")
        });
        for fact in facts::FLAGS {
            let (was_set, is_set) = (before[fact.key] == true, after[fact.key] == true);
            self.property(path, fact.name, &was_set.into(), &is_set.into(), || {
                flag(is_set, fact.on, fact.off)
            });
        }
        for (key, name) in facts::NEUTRAL {
            self.compare_key(path, key, name, members, |_, _| {
                minor("plans know values at another time, or compare them in another way")
            });
        }
        self.compare_key(path, "replaces", "replacement", members, facts::replacement);
        self.compare_key(path, "validators", "validators", members, facts::validators);
        // Types such as `u8` limit values without a validator.
        if before["validators"].is_null() && after["validators"].is_null() {
            self.compare_key(
                path,
                "constraints",
                "allowed values",
                members,
                facts::constraints,
            );
        }
        for set in SETS {
            self.compare_key(path, set.key, set.name, members, |old, new| {
                flag(facts::lost(old, new), set.lost, set.other)
            });
        }
    }

    /// Compares the relations of a block by their texts.
    fn relations(&mut self, here: &Path, before: &Value, after: &Value) {
        let by_text = |block: &Value| -> BTreeMap<String, Value> {
            let relations = block["relations"].as_array().into_iter().flatten();
            relations
                .map(|it| (facts::relation(it), it.clone()))
                .collect()
        };
        let (old, new) = (by_text(before), by_text(after));
        let texts: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
        for text in texts {
            let none = "none".to_owned();
            let (texts_of_change, verdict) = match (old.get(text), new.get(text)) {
                (None, Some(relation)) => {
                    let verdict = facts::new_relation(relation, before);
                    ((none, text.clone()), verdict)
                }
                (Some(_), None) => {
                    let verdict = minor("configurations that violate it are accepted");
                    ((text.clone(), none), verdict)
                }
                (_, _) => continue,
            };
            let change = SchemaChange::Changed {
                property: "relation",
                before: texts_of_change.0,
                after: texts_of_change.1,
            };
            self.add(here, change, verdict);
        }
    }

    /// Compares from which versions and types a resource takes objects, and how objects are imported.
    fn histories(&mut self, before: &Value, after: &Value) {
        let root = Path::root();
        let items = (before, after);
        if facts::lost(&before["upgrades_from"], &after["upgrades_from"]) {
            let property = "upgrades from versions";
            self.compare_key(&root, "upgrades_from", property, items, |_, _| {
                major("stored objects of the missing versions are refused")
            });
        }
        self.compare_key(
            &root,
            "moves_from",
            "moves from types",
            items,
            |old, new| {
                flag(
                    facts::lost(old, new),
                    major("`moved` blocks from the missing types are refused"),
                    minor("`moved` blocks may name more types"),
                )
            },
        );
        self.compare_key(&root, "import", "import", items, |old, new| {
            flag(
                facts::lost(old, new) || facts::lost(&old["ids"], &new["ids"]),
                major("imports of the missing form are refused"),
                minor("objects can be imported in another form, too"),
            )
        });
    }
}
