//! Which attributes of a configuration are set, and to what.

use std::collections::{BTreeMap, BTreeSet};

use terrane_protocol::Diagnostic;
use terrane_protocol::schema::{
    Attribute, AttributeKind, Block, BlockNesting, NestedBlock, Nesting,
};
use terrane_value::{Object, Type, Typed, Value};

use super::lookup::{Node, find, innermost, join, mentioned};
use super::texts::{TEXTS, hint, quoted, secret, variation, varied};
use crate::place;
use crate::subject::object_type;

/// The numbers for attributes, in the order in which they are tried.
const NUMBERS: [i64; 12] = [1, 2, 10, 0, 100, 1024, 2048, 4096, 3600, 8080, 86_400, -1];

/// Words of messages about attributes that exclude each other.
const CONFLICTS: [&str; 11] = [
    "attributes specified when one",
    "conflict",
    "cannot be specified when",
    "cannot be used with",
    "cannot be set",
    "only one of",
    "at most one",
    "not both",
    "together with",
    "mutually exclusive",
    "exactly one",
];

/// The choices for a configuration. Paths have the names of attributes and blocks, joined by dots.
#[derive(Debug, Clone)]
pub(crate) struct Recipe {
    seed: u64,
    included: BTreeSet<String>,
    excluded: BTreeSet<String>,
    /// The number of the value that is tried.
    choices: BTreeMap<String, usize>,
    /// Texts that messages of the provider suggest.
    texts: BTreeMap<String, Vec<String>>,
}

impl Recipe {
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            seed,
            included: BTreeSet::new(),
            excluded: BTreeSet::new(),
            choices: BTreeMap::new(),
            texts: BTreeMap::new(),
        }
    }

    /// Sets an optional attribute or block.
    pub(super) fn include(&mut self, path: &str) {
        self.included.insert(path.to_owned());
    }

    /// Whether an optional attribute or block is set.
    pub(super) fn includes(&self, path: &str) -> bool {
        self.included.contains(path)
    }

    /// Returns the optional attributes and blocks that are not set, with those around them first. The seed decides on their order, and so on which of
    /// several that exclude each other is set.
    pub(super) fn optional(&self, block: &Block) -> Vec<String> {
        let mut found = Vec::new();
        self.optional_in_block(block, "", &mut found);
        if self.seed != 0 {
            found.sort_by_key(|path| (path.matches('.').count(), variation(self.seed, path)));
        }
        found
    }

    fn optional_in_block(&self, block: &Block, prefix: &str, found: &mut Vec<String>) {
        self.optional_attributes(&block.attributes, prefix, found);
        for nested in &block.blocks {
            let path = join(prefix, &nested.name);
            if nested.min_items == 0 && !self.includes(&path) {
                found.push(path.clone());
            }
            self.optional_in_block(&nested.block, &path, found);
        }
    }

    fn optional_attributes(&self, all: &[Attribute], prefix: &str, found: &mut Vec<String>) {
        for attribute in all {
            let path = join(prefix, &attribute.name);
            if attribute.optional && !self.includes(&path) {
                found.push(path.clone());
            }
            if let AttributeKind::Nested(nested) = &attribute.kind
                && (attribute.optional || attribute.required)
            {
                self.optional_attributes(&nested.attributes, &path, found);
            }
        }
    }

    /// Builds the configuration.
    pub(crate) fn build(&self, block: &Block) -> Object {
        self.block(block, "")
    }

    /// Returns a known value of a type.
    pub(crate) fn sample(&self, ty: &Type) -> Value {
        self.value(ty, "", false)
    }

    fn block(&self, block: &Block, prefix: &str) -> Object {
        let mut object = Object::new(&object_type(block));
        for attribute in &block.attributes {
            object.set(&attribute.name, self.attribute(attribute, prefix));
        }
        for nested in &block.blocks {
            object.set(&nested.name, self.nested_block(nested, prefix));
        }
        object
    }

    fn nested_block(&self, nested: &NestedBlock, prefix: &str) -> Value {
        let path = join(prefix, &nested.name);
        let is_set = nested.min_items > 0 || self.includes(&path);
        let one = || Value::from(self.block(&nested.block, &path));
        let count = usize::try_from(nested.min_items).unwrap_or(1).clamp(1, 5);
        // Collections of objects with values of any type have their own type.
        let has_own_type = nested.ty() == Type::Dynamic;
        match nested.nesting {
            BlockNesting::Group => one(),
            BlockNesting::Single if is_set => one(),
            _ if has_own_type => {
                let (ty, value) = match nested.nesting {
                    BlockNesting::Map => {
                        (Type::object::<&str>([]), Value::object::<&str, Value>([]))
                    }
                    _ => (Type::tuple([]), Value::tuple::<Value>([])),
                };
                Typed { ty, value }.into()
            }
            nesting if !is_set => nesting.absent(),
            BlockNesting::List => Value::list((0..count).map(|_| one())),
            BlockNesting::Set => Value::set([one()]),
            _ => Value::mapping([("example", one())]),
        }
    }

    fn attribute(&self, attribute: &Attribute, prefix: &str) -> Value {
        let path = join(prefix, &attribute.name);
        let is_set = attribute.required || attribute.optional && self.includes(&path);
        if !is_set {
            return Value::Null;
        }
        match &attribute.kind {
            AttributeKind::Type(ty) => self.value(ty, &path, is_secret(attribute)),
            AttributeKind::Nested(nested) => {
                let block = Block {
                    attributes: nested.attributes.clone(),
                    ..Block::default()
                };
                let object = Value::from(self.block(&block, &path));
                match nested.nesting {
                    Nesting::Single => object,
                    Nesting::List => Value::list([object]),
                    Nesting::Set => Value::set([object]),
                    Nesting::Map => Value::mapping([("example", object)]),
                }
            }
        }
    }

    fn value(&self, ty: &Type, path: &str, is_secret: bool) -> Value {
        let choice = self.choices.get(path).copied().unwrap_or_default();
        // The choice, counted from one that depends on the seed.
        let varied = |count: usize| {
            let variation = usize::try_from(variation(self.seed, path) >> 32).unwrap_or_default();
            (variation % count + choice) % count
        };
        match ty {
            Type::String => self.text(path, is_secret, choice).into(),
            Type::Number => NUMBERS[varied(NUMBERS.len())].into(),
            Type::Bool => (varied(2) == 0).into(),
            Type::List(element) => Value::list([self.value(element, path, is_secret)]),
            Type::Set(element) => Value::set([self.value(element, path, is_secret)]),
            Type::Map(element) => {
                Value::mapping([("example", self.value(element, path, is_secret))])
            }
            Type::Object(object) => {
                let members = object.iter();
                Value::object(members.map(|(name, ty)| {
                    let value = self.value(ty, &join(path, name), is_secret);
                    (name.clone(), value)
                }))
            }
            Type::Tuple(elements) => {
                Value::tuple(elements.iter().map(|ty| self.value(ty, path, is_secret)))
            }
            Type::Dynamic => {
                let value = self.text(path, is_secret, choice).into();
                let ty = Type::String;
                Typed { ty, value }.into()
            }
        }
    }

    /// Returns the text of an attribute: what messages suggest, what the name suggests, then all others.
    fn text(&self, path: &str, is_secret: bool, choice: usize) -> String {
        let suggested = self.texts.get(path).into_iter().flatten().cloned();
        let name = path.rsplit('.').next().unwrap_or(path);
        let secret = is_secret.then(|| secret(self.seed, path));
        let all = secret
            .into_iter()
            .chain(suggested)
            .chain(hint(name).map(str::to_owned))
            .chain(varied(self.seed, path))
            .chain(TEXTS.iter().map(|it| (*it).to_owned()));
        all.clone()
            .nth(choice)
            .unwrap_or_else(|| TEXTS[0].to_owned())
    }

    /// The number of values that an attribute has to choose from.
    fn count(&self, node: &Node<'_>, path: &str) -> usize {
        let ty = match node {
            Node::Attribute(attribute) => match &attribute.kind {
                AttributeKind::Type(ty) => ty,
                AttributeKind::Nested(_) => return 0,
            },
            Node::Member(_, ty) => ty,
            Node::Block(_) => return 0,
        };
        let suggested = self.texts.get(path).map_or(0, Vec::len);
        match innermost(ty) {
            Type::Number => NUMBERS.len(),
            Type::Bool => 2,
            Type::String | Type::Dynamic => suggested + TEXTS.len() + 3,
            _ => 1,
        }
    }

    /// Changes the configuration because of an error. Returns whether it did.
    pub(super) fn react(&mut self, block: &Block, error: &Diagnostic) -> bool {
        let message = format!("{} {}", error.summary, error.detail);
        let lower = message.to_lowercase();
        let mut targets: Vec<String> = Vec::new();
        if let Some(path) = &error.path {
            let mut names = place::names(path);
            while !names.is_empty() && find(block, &names.join(".")).is_none() {
                names.pop();
            }
            if !names.is_empty() {
                targets.push(names.join("."));
            }
        }
        let mentioned = mentioned(block, &message);
        if CONFLICTS.iter().any(|it| lower.contains(it)) {
            let mut all = targets.clone();
            all.extend(mentioned.iter().cloned());
            let last = all.iter().rfind(|it| self.includes(it)).cloned();
            if let Some(last) = last {
                self.exclude(&last);
                return true;
            }
        }
        if targets.is_empty() {
            targets.clone_from(&mentioned);
        }
        let mut is_changed = false;
        for target in targets {
            is_changed |= self.change(block, &target, &message);
            if is_changed {
                break;
            }
        }
        if !is_changed {
            // An attribute that the message mentions may have to be set.
            let missing = mentioned
                .iter()
                .find(|it| !self.includes(it) && !self.excluded.contains(*it));
            if let Some(path) = missing.cloned() {
                return self.change(block, &path, &message);
            }
        }
        is_changed
    }

    fn exclude(&mut self, path: &str) {
        self.included.remove(path);
        self.excluded.insert(path.to_owned());
    }

    /// Sets an attribute, or tries its next value.
    fn change(&mut self, block: &Block, path: &str, message: &str) -> bool {
        let Some(node) = find(block, path) else {
            return false;
        };
        let (is_required, is_optional) = match node {
            Node::Attribute(it) => (it.required, it.optional),
            Node::Block(it) => (it.min_items > 0, true),
            Node::Member(..) => (true, false),
        };
        if !is_required && !self.includes(path) {
            if !is_optional || self.excluded.contains(path) {
                return false;
            }
            self.include(path);
            return true;
        }
        if !self.texts.contains_key(path) {
            let mut texts = quoted(message);
            if let Node::Attribute(attribute) | Node::Member(attribute, _) = node {
                texts.extend(quoted(&attribute.description.text));
            }
            // Names of attributes are no values.
            texts.retain(|text| find(block, text).is_none());
            let has_texts = !texts.is_empty();
            self.texts.insert(path.to_owned(), texts);
            if has_texts {
                let is_secret =
                    matches!(node, Node::Attribute(it) | Node::Member(it, _) if is_secret(it));
                self.choices.insert(path.to_owned(), usize::from(is_secret));
                return true;
            }
        }
        let count = self.count(&node, path);
        let choice = self.choices.entry(path.to_owned()).or_default();
        *choice += 1;
        if *choice < count {
            return true;
        }
        if is_required {
            return false;
        }
        self.exclude(path);
        true
    }
}

const fn is_secret(attribute: &Attribute) -> bool {
    attribute.sensitive || attribute.write_only
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block() -> Block {
        let attribute = |name: &str, ty, required: bool| Attribute {
            required,
            optional: !required,
            ..Attribute::new(name, ty)
        };
        Block {
            attributes: vec![
                attribute("algorithm", Type::String, true),
                attribute("bits", Type::Number, false),
                attribute("curve", Type::String, false),
                Attribute {
                    sensitive: true,
                    ..attribute("password", Type::String, true)
                },
            ],
            ..Block::default()
        }
    }

    #[test]
    fn a_minimal_configuration_has_what_is_required_and_a_secret_in_sensitive_attributes() {
        let config = Recipe::new(0).build(&block());
        assert_eq!(config.get("algorithm"), Some(&"example".into()));
        assert_eq!(config.get("bits"), Some(&Value::Null));
        assert_eq!(config.get("password"), Some(&secret(0, "password").into()));
    }

    #[test]
    fn seeds_vary_values_and_order_and_the_same_seed_repeats_them() {
        let made = |seed: u64| {
            let mut recipe = Recipe::new(seed);
            let order = recipe.optional(&block());
            recipe.include("bits");
            recipe.include("curve");
            (recipe.build(&block()), order)
        };
        let all: Vec<_> = (0..20).map(made).collect();
        assert_eq!(all, (0..20).map(made).collect::<Vec<_>>());
        for name in ["algorithm", "bits", "curve"] {
            let values = all.iter().map(|(config, _)| config.get(name));
            let values: BTreeSet<String> = values.map(|it| format!("{it:?}")).collect();
            assert!(values.len() > 5, "{name}: {values:?}");
        }
        let orders: BTreeSet<_> = all.iter().map(|(_, order)| order).collect();
        assert_eq!(orders.len(), 2, "{orders:?}");
    }

    #[test]
    fn an_error_about_a_value_leads_to_the_values_that_it_lists() {
        let mut recipe = Recipe::new(0);
        let error = Diagnostic::error("Invalid value", "must be one of [\"RSA\" \"ECDSA\"]")
            .at(terrane_value::Path::root().attribute("algorithm"));
        for expected in ["RSA", "ECDSA"] {
            assert!(recipe.react(&block(), &error));
            let config = recipe.build(&block());
            assert_eq!(config.get("algorithm"), Some(&expected.into()));
        }
    }

    #[test]
    fn an_error_about_a_member_of_an_object_type_changes_this_member() {
        let smoke = Type::object([("heat", Type::String)]);
        let ham = Type::object([("name", Type::String), ("smoke", smoke)]);
        let block = Block {
            attributes: vec![Attribute {
                required: true,
                ..Attribute::new("hams", Type::list(ham))
            }],
            ..Block::default()
        };
        let root = terrane_value::Path::root().attribute("hams").index(0);
        let path = root.clone().attribute("smoke").attribute("heat");
        let mut recipe = Recipe::new(0);
        let error = Diagnostic::error("Invalid value", "expected one of `mild`, `hot`");
        assert!(recipe.react(&block, &error.at(path.clone())));
        let config = Value::from(recipe.build(&block));
        assert_eq!(config.at(&path), Some(&"mild".into()));
        let name = root.attribute("name");
        assert_eq!(config.at(&name), Some(&"example".into()));
    }

    #[test]
    fn an_attribute_that_conflicts_is_removed_and_not_set_again() {
        let mut recipe = Recipe::new(0);
        recipe.include("bits");
        recipe.include("curve");
        let error = Diagnostic::error("Conflict", "`bits` conflicts with `curve`");
        assert!(recipe.react(&block(), &error));
        assert!(!recipe.includes("curve"));
        let config = recipe.build(&block());
        assert_eq!(config.get("curve"), Some(&Value::Null));
        assert_eq!(config.get("bits"), Some(&1.into()));
    }

    #[test]
    fn an_attribute_that_is_missing_is_set() {
        let mut recipe = Recipe::new(0);
        let error = Diagnostic::error("Missing", "bits must be set");
        assert!(recipe.react(&block(), &error));
        assert!(recipe.includes("bits"));
    }
}
