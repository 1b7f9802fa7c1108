//! The reference of a schema in Markdown: groups of attributes and blocks, and a section for each nested object.
//!
//! Headings, order and texts are those of `tfplugindocs`. Sentences with annotations follow the descriptions.

mod facts;
mod function;
mod group;
mod identity;
mod types;

use serde_json::{Map, Value};

pub(crate) use function::{arguments, signature, variadic_argument};
pub(crate) use identity::{ImportForms, identity, import_forms};

use self::group::{Group, has_write_only, number};
use super::markdown::Item;

const WRITE_ONLY_PAGE: &str =
    "https://developer.hashicorp.com/terraform/language/resources/ephemeral#write-only-arguments";

/// Returns the section with the schema of a block.
pub(crate) fn schema(block: &Value) -> String {
    let mut writer = Writer {
        text: "## Schema\n\n".to_owned(),
    };
    writer.block(&[], block, &Value::Null);
    writer.text
}

struct Writer {
    text: String,
}

/// A nested object, which gets a section of its own.
struct Nested<'a> {
    path: Vec<&'a str>,
    anchor: String,
    contents: Contents<'a>,
}

enum Contents<'a> {
    /// A block, and the default timeouts that it has members for.
    Block(&'a Value, &'a Value),
    /// The attributes of a nested attribute, their default timeouts, and the group of the outermost attribute.
    Attributes(&'a Value, &'a Value, Group),
    /// The attributes of an object type, and the group of the outermost attribute.
    Object(&'a Map<String, Value>, Group),
}

fn members(object: &Value) -> impl Iterator<Item = (&String, &Value)> {
    object.as_object().into_iter().flatten()
}

impl Writer {
    fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Writes the contents of a block. The outermost block has no path.
    fn block(&mut self, path: &[&str], block: &Value, timeouts: &Value) {
        let attributes = members(&block["attributes"]).map(|(name, it)| {
            let group = if is_plain_id(path, name, it) {
                Group::ReadOnly
            } else {
                Group::of_attribute(it)
            };
            (group, name.as_str(), it, false)
        });
        let blocks = members(&block["block_types"])
            .map(|(name, it)| (Group::of_block(it), name.as_str(), it, true));
        let mut all: Vec<_> = attributes.chain(blocks).collect();
        all.sort_by_key(|(_, name, _, _)| *name);
        let mut nested = Vec::new();
        for group in Group::ALL {
            let own: Vec<_> = all.iter().filter(|it| it.0 == group).collect();
            if own.is_empty() {
                continue;
            }
            self.heading(group, path.is_empty());
            let is_write_only = |it: &&&(Group, &str, &Value, bool)| {
                if it.3 {
                    has_write_only(&it.2["block"])
                } else {
                    it.2["write_only"] == true
                }
            };
            if own.iter().any(|it| is_write_only(&it)) {
                self.push(&format!(
                    "> **NOTE**: [Write-only arguments]({WRITE_ONLY_PAGE}) are supported in Terraform 1.11 and later.\n\n"
                ));
            }
            for (_, name, member, is_block) in own {
                let block_path: Vec<&str> = path.iter().chain([name]).copied().collect();
                if *is_block {
                    nested.push(self.nested_block(block_path, member, group))
                } else {
                    nested.extend(self.attribute(block_path, member, group, timeouts))
                }
            }
            self.push("\n");
        }
        self.relations(block, path.is_empty());
        self.sections(nested);
    }

    fn heading(&mut self, group: Group, is_outermost: bool) {
        let name = group.name();
        if is_outermost {
            self.push(&format!("### {name}\n\n"))
        } else {
            self.push(&format!("{name}:\n\n"))
        }
    }

    fn relations(&mut self, block: &Value, is_outermost: bool) {
        let relations = block["relations"].as_array().into_iter().flatten();
        let sentences: Vec<String> = relations.filter_map(facts::relation).collect();
        if sentences.is_empty() {
            return;
        }
        self.push(if is_outermost {
            "### Constraints\n\n"
        } else {
            "Constraints:\n\n"
        });
        for relation in sentences {
            self.push(&Item::new("- ", &relation).finish());
        }
        self.push("\n");
    }

    fn sections(&mut self, nested: Vec<Nested<'_>>) {
        for Nested {
            path,
            anchor,
            contents,
        } in nested
        {
            self.push(&format!(
                "<a id=\"{anchor}\"></a>\n### Nested Schema for `{}`\n\n",
                path.join(".")
            ));
            match contents {
                Contents::Block(block, timeouts) => self.block(&path, block, timeouts),
                Contents::Attributes(nested, timeouts, group) => {
                    self.nested_attributes(&path, nested, timeouts, group);
                }
                Contents::Object(attributes, group) => {
                    self.object_attributes(&path, attributes, group);
                }
            }
            self.push("\n");
        }
    }

    fn attribute<'a>(
        &mut self,
        path: Vec<&'a str>,
        attribute: &'a Value,
        group: Group,
        timeouts: &Value,
    ) -> Option<Nested<'a>> {
        let name = path.last().copied().unwrap_or_default();
        let nested = &attribute["nested_type"];
        let mut traits = match nested["nesting_mode"].as_str() {
            None => vec![types::title(&attribute["type"])],
            Some(mode) => vec![["Attributes", nesting_text(mode)].concat()],
        };
        if nested.is_object()
            && nested["nesting_mode"] != "single"
            && number(nested, "min_items") > 0
        {
            traits.push(format!("Min: {}", number(nested, "min_items")));
        }
        if number(nested, "max_items") > 0 {
            traits.push(format!("Max: {}", number(nested, "max_items")));
        }
        for (flag, title) in [("sensitive", "Sensitive"), ("deprecated", "Deprecated")] {
            if attribute[flag] == true {
                traits.push(title.to_owned());
            }
        }
        if attribute["write_only"] == true {
            traits.push(format!("[Write-only]({WRITE_ONLY_PAGE})"));
        }
        let description = if is_plain_id(&path[..path.len() - 1], name, attribute) {
            "The ID of this resource."
        } else {
            attribute["description"].as_str().unwrap_or_default()
        };
        let mut sentences = facts::sentences(attribute, attribute, group);
        sentences.extend(facts::timeout(timeouts, name));
        let contents = match (
            nested.is_object(),
            types::object_attributes(&attribute["type"]),
        ) {
            (true, _) => Some(Contents::Attributes(nested, &attribute["timeouts"], group)),
            (false, Some(attributes)) => Some(Contents::Object(attributes, group)),
            (false, None) => None,
        };
        let nested = contents.map(|contents| Nested {
            anchor: format!("nestedatt--{}", path.join("--")),
            path: path.clone(),
            contents,
        });
        self.item(name, &traits, description, &sentences, nested.as_ref());
        nested
    }

    fn nested_block<'a>(
        &mut self,
        path: Vec<&'a str>,
        nested: &'a Value,
        group: Group,
    ) -> Nested<'a> {
        let name = path.last().copied().unwrap_or_default();
        let mode = nested["nesting_mode"].as_str().unwrap_or_default();
        let mut traits = vec![["Block", nesting_text(mode)].concat()];
        if matches!(mode, "single" | "group") {
            traits.push(match group {
                Group::ReadOnly => "Read-only".to_owned(),
                group => group.name().to_owned(),
            });
        } else if number(nested, "min_items") > 0 {
            traits.push(format!("Min: {}", number(nested, "min_items")));
        }
        if number(nested, "max_items") > 0 {
            traits.push(format!("Max: {}", number(nested, "max_items")));
        }
        let block = &nested["block"];
        if block["deprecated"] == true {
            traits.push("Deprecated".to_owned());
        }
        let sentences = facts::sentences(block, nested, group);
        let section = Nested {
            anchor: format!("nestedblock--{}", path.join("--")),
            contents: Contents::Block(block, &nested["timeouts"]),
            path: path.clone(),
        };
        let description = block["description"].as_str().unwrap_or_default();
        self.item(name, &traits, description, &sentences, Some(&section));
        section
    }

    /// Writes a member as an item of a list.
    fn item(
        &mut self,
        name: &str,
        traits: &[String],
        description: &str,
        sentences: &[String],
        nested: Option<&Nested<'_>>,
    ) {
        let mut item = Item::new("- ", &format!("`{name}` ({})", traits.join(", ")));
        item.add(description);
        for sentence in sentences {
            item.add(sentence);
        }
        if let Some(nested) = nested {
            item.add(&format!(
                "(see [below for nested schema](#{}))",
                nested.anchor
            ));
        }
        self.push(&item.finish());
    }

    fn nested_attributes(&mut self, path: &[&str], nested: &Value, timeouts: &Value, outer: Group) {
        let attributes: Vec<_> = members(&nested["attributes"])
            .map(|(name, it)| (Group::of_attribute(it), name.as_str(), it))
            .collect();
        let mut sections = Vec::new();
        for group in Group::ALL {
            let own: Vec<_> = attributes.iter().filter(|it| it.0 == group).collect();
            if own.is_empty() {
                continue;
            }
            self.heading(group, false);
            for (_, name, attribute) in own {
                let attribute_path: Vec<&str> = path.iter().chain([name]).copied().collect();
                // The attributes of a read-only object are read-only.
                let group = match outer {
                    Group::ReadOnly => outer,
                    _ => group,
                };
                sections.extend(
                    self.attribute(attribute_path, attribute, group, timeouts)
                        .map(|it| with_group(it, outer)),
                );
            }
            self.push("\n");
        }
        self.relations(nested, false);
        self.sections(sections);
    }

    fn object_attributes(&mut self, path: &[&str], attributes: &Map<String, Value>, group: Group) {
        self.heading(group, false);
        let mut nested = Vec::new();
        for (name, ty) in attributes {
            let attribute_path: Vec<&str> = path.iter().copied().chain([name.as_str()]).collect();
            let section = types::object_attributes(ty).map(|attributes| Nested {
                anchor: format!("nestedobjatt--{}", attribute_path.join("--")),
                path: attribute_path,
                contents: Contents::Object(attributes, group),
            });
            self.item(name, &[types::title(ty)], "", &[], section.as_ref());
            nested.extend(section);
        }
        self.push("\n");
        self.sections(nested);
    }
}

/// Returns the section with the group of the outermost attribute, which names the attributes of object types.
fn with_group<'a>(mut nested: Nested<'a>, outer: Group) -> Nested<'a> {
    match &mut nested.contents {
        Contents::Attributes(_, _, group) | Contents::Object(_, group) => *group = outer,
        Contents::Block(_, _) => {}
    }
    nested
}

/// Whether an attribute is an `id` without a description, which pages show as read-only.
fn is_plain_id(parents: &[&str], name: &str, attribute: &Value) -> bool {
    parents.is_empty()
        && name.eq_ignore_ascii_case("id")
        && attribute["description"]
            .as_str()
            .unwrap_or_default()
            .is_empty()
}

fn nesting_text(mode: &str) -> &'static str {
    match mode {
        "list" => " List",
        "set" => " Set",
        "map" => " Map",
        _ => "",
    }
}
