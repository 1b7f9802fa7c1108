//! Random schemas: names from the edges of Rust and of hosts, every type at every place, all kinds of items.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::choice::Random;

/// Names of attributes, blocks, types and functions.
const NAMES: &[&str] = &[
    "a",
    "b",
    "ab",
    "a_b",
    "a__b",
    "a_",
    "_a",
    "__",
    "_",
    "a1",
    "a_1",
    "id",
    "name",
    "type",
    "gen",
    "self",
    "self_",
    "super",
    "crate",
    "async",
    "await",
    "dyn",
    "try",
    "yield",
    "match",
    "mod",
    "move",
    "true",
    "union",
    "auto",
    "raw",
    "macro",
    "option",
    "some",
    "none",
    "ok",
    "err",
    "result",
    "vec",
    "string",
    "box",
    "send",
    "sync",
    "bool",
    "str",
    "char",
    "u8",
    "usize",
    "f64",
    "std",
    "core",
    "alloc",
    "terrane",
    "bytes",
    "futures_util",
    "shared",
    "config",
    "meta",
    "key",
    "draft",
    "paths",
    "computed",
    "schema",
    "value",
    "number",
    "dynamic",
    "sensitive",
    "set",
    "write_only",
    "timeouts",
    "partial",
    "list",
    "map",
    "tags",
    "b_tree_map",
    "clone",
    "debug",
    "default",
    "from",
    "into",
    "iterator",
    "drop",
    "fn",
    "error",
    "identity_id",
    "identity_a",
    "resource",
    "resources",
    "data_sources",
    "lists",
    "actions",
    "functions",
    "models",
    "items",
    "new",
    "into_path",
    "model",
    "arguments",
    "argument",
    "call",
    "path",
    "known",
    "function",
    "source",
    "field",
    "fields",
    "object",
    "state",
    "register",
    "registry",
    "main",
    "lib",
    "aux",
    "nul",
    "con",
    "stream",
    "context",
    "object_model",
    "prior",
    "create",
    "import",
    "validate",
];

/// Names that only parts of objects and parameters can have.
const FREE_NAMES: &[&str] = &[
    "Accept",
    "accept",
    "Content-Type",
    "inputValue",
    "input_value",
    "3d",
    "größe",
    "a b",
    "-",
    "A",
    "Self",
    "a.b",
    "\"",
    "日本",
];

const TEXTS: &[&str] = &[
    "",
    "",
    "A text.",
    "Another text.",
    "Two\nlines.",
    "Two\n\nparagraphs.",
    " leading",
    "trailing ",
    "trailing\nin lines \n here",
    "a tab\t",
    "\"quoted\" \\ {} #",
    "*/ /* //",
    "/ slash",
    "BTreeMap<String, shared::Pet>",
    "\u{202e}reversed",
    "a\r\nb",
    "\u{2028}",
    "```\nlet a;\n```",
    "nul \0",
    "# Heading\n\n* item\n  * item",
    "ends in backslash \\",
    "'",
];

/// The names that hosts reserve in resources, data sources, ephemeral resources or settings.
const RESERVED: &[&str] = &[
    "alias",
    "connection",
    "count",
    "depends_on",
    "for_each",
    "lifecycle",
    "locals",
    "provider",
    "provisioner",
    "source",
    "version",
];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Provider,
    Meta,
    Resource,
    DataSource,
    Ephemeral,
    List,
    Action,
    StateStore,
}

impl Kind {
    fn can_be_computed(self) -> bool {
        matches!(self, Self::Resource | Self::DataSource | Self::Ephemeral)
    }

    fn can_be_write_only(self) -> bool {
        matches!(self, Self::Resource | Self::Action)
    }
}

/// The place of attributes and blocks.
#[derive(Clone, Copy)]
struct Place {
    kind: Kind,
    depth: usize,
    is_root: bool,
    in_set: bool,
    in_collection: bool,
    in_write_only: bool,
    in_computed: bool,
    /// Whether the provider fills the block itself.
    in_computed_block: bool,
}

impl Place {
    fn of(kind: Kind) -> Self {
        Self {
            kind,
            depth: 0,
            is_root: true,
            in_set: false,
            in_collection: false,
            in_write_only: false,
            in_computed: false,
            in_computed_block: false,
        }
    }
}

/// Makes the schemas of one provider.
pub(super) struct Maker {
    random: Random,
    /// The choice at which a part is made that hosts refuse or that no package can serve, if there is one.
    spoiled_at: Option<usize>,
    /// The number of choices whether to make such a part.
    choices: usize,
    /// Contents that several places have.
    objects: Vec<Value>,
    bodies: Vec<Value>,
}

/// A provider, its schemas in the form of `terraform providers schema -json`, and whether they may be refused.
pub(super) struct Made {
    pub(super) address: String,
    pub(super) document: Value,
    pub(super) is_spoiled: bool,
}

impl Maker {
    pub(super) fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let spoiled_at = random.below(300);
        Self {
            spoiled_at: random.one_in(4).then_some(spoiled_at),
            random,
            choices: 0,
            objects: Vec::new(),
            bodies: Vec::new(),
        }
    }

    pub(super) fn make(mut self) -> Made {
        let (provider, prefix) = self.random.pick(&[
            ("x", "x"),
            ("value", "value"),
            ("my-cloud", "my_cloud"),
            ("3d", "three_d"),
            ("config", "config"),
            ("result", "result"),
            ("terrane", "terrane"),
            ("std", "std"),
            ("a--B", "ab"),
            ("type", "type"),
            ("google-beta", "google"),
        ]);
        let mut entry = Map::new();
        let settings = self.schema(Kind::Provider);
        entry.insert("provider".to_owned(), settings);
        match self.random.below(3) {
            0 => {}
            1 => drop(entry.insert(
                "provider_meta".to_owned(),
                json!({ "version": 0, "block": {} }),
            )),
            _ => {
                let meta = self.schema(Kind::Meta);
                entry.insert("provider_meta".to_owned(), meta);
            }
        }
        for (kind, key, most) in [
            (Kind::Resource, "resource_schemas", 3),
            (Kind::DataSource, "data_source_schemas", 2),
            (Kind::Ephemeral, "ephemeral_resource_schemas", 1),
            (Kind::Action, "action_schemas", 1),
            (Kind::StateStore, "state_store_schemas", 1),
        ] {
            let mut types = Map::new();
            for _ in 0..self.random.below(most + 1) {
                let (name, schema) = (self.type_name(prefix), self.schema(kind));
                types.insert(name, schema);
            }
            entry.insert(key.to_owned(), Value::Object(types));
        }
        let (mut identities, mut lists) = (Map::new(), Map::new());
        let resources = entry["resource_schemas"].as_object().unwrap().clone();
        for (name, resource) in resources {
            if self.random.one_in(2) {
                let identity = self.identity(&resource["block"]["attributes"]);
                identities.insert(name.clone(), identity);
            }
            let has_identity = identities.contains_key(&name) || self.is_spoiled();
            if has_identity && self.random.one_in(2) {
                lists.insert(name, self.schema(Kind::List));
            }
        }
        entry.insert(
            "resource_identity_schemas".to_owned(),
            Value::Object(identities),
        );
        entry.insert("list_resource_schemas".to_owned(), Value::Object(lists));
        let mut functions = Map::new();
        for _ in 0..self.random.below(4) {
            let name = self.name(&[]);
            functions.insert(name.to_owned(), self.function());
        }
        entry.insert("functions".to_owned(), Value::Object(functions));
        let address = format!("registry.terraform.io/example/{provider}");
        let document =
            json!({ "format_version": "1.0", "provider_schemas": { address.clone(): entry } });
        Made {
            address,
            document,
            is_spoiled: self.spoiled_at.is_some_and(|at| at < self.choices),
        }
    }

    /// Whether a part is made that is refused.
    fn is_spoiled(&mut self) -> bool {
        self.choices += 1;
        self.spoiled_at == Some(self.choices - 1)
    }

    /// Returns a name that is not among some others.
    fn name(&mut self, others: &[&str]) -> &'static str {
        loop {
            let name = self.random.pick(NAMES);
            if !others.contains(&name) {
                return name;
            }
        }
    }

    fn type_name(&mut self, prefix: &str) -> String {
        match self.random.below(8) {
            0 => prefix.to_owned(),
            1 => format!("{prefix}_3d"),
            2 => format!("{prefix}_"),
            // A name without the prefix of the others.
            3 => format!("other_{}", self.name(&[])),
            4 => self.name(&["_", "__"]).to_owned(),
            _ if self.is_spoiled() => format!("{prefix}_Upper"),
            _ => format!("{prefix}_{}", self.name(&[])),
        }
    }

    fn schema(&mut self, kind: Kind) -> Value {
        let has_version = matches!(kind, Kind::Resource | Kind::DataSource | Kind::StateStore);
        let version = if has_version || self.is_spoiled() {
            self.random.below(3)
        } else {
            0
        };
        json!({ "version": version, "block": self.block(Place::of(kind)) })
    }

    fn block(&mut self, place: Place) -> Value {
        let mut block = Map::new();
        let most = if place.is_root { 6 } else { 3 };
        let attributes = self.attributes(place, most);
        let mut names: Vec<String> = attributes.keys().cloned().collect();
        block.insert("attributes".to_owned(), Value::Object(attributes));
        if place.depth < 3 {
            let mut blocks = Map::new();
            for _ in 0..self.random.below(4 - place.depth) {
                let taken: Vec<&str> = names.iter().map(String::as_str).collect();
                let name = self.member_name(place, &taken);
                let nested = if name == "timeouts" && self.random.one_in(2) {
                    self.timeouts_block()
                } else {
                    self.nested_block(place)
                };
                names.push(name.to_owned());
                blocks.insert(name.to_owned(), nested);
            }
            block.insert("block_types".to_owned(), Value::Object(blocks));
        }
        self.describe(&mut block);
        Value::Object(block)
    }

    /// Adds a description and a deprecation.
    fn describe(&mut self, part: &mut Map<String, Value>) {
        if self.random.one_in(2) {
            let text = self.random.pick(TEXTS);
            part.insert("description".to_owned(), text.into());
            let kind = self.random.pick(&["plain", "markdown"]);
            part.insert("description_kind".to_owned(), kind.into());
        }
        if self.random.one_in(8) {
            part.insert("deprecated".to_owned(), true.into());
            let message = self.random.pick(TEXTS);
            part.insert("deprecation_message".to_owned(), message.into());
        }
    }

    fn member_name(&mut self, place: Place, taken: &[&str]) -> &'static str {
        if place.is_root && self.is_spoiled() {
            return self.random.pick(RESERVED);
        }
        let reserved = if place.is_root { RESERVED } else { &[] };
        self.name(&[taken, reserved].concat())
    }

    fn attributes(&mut self, place: Place, most: usize) -> Map<String, Value> {
        let mut attributes = Map::new();
        for _ in 0..self.random.below(most + 1) {
            let taken: Vec<&str> = attributes.keys().map(String::as_str).collect();
            let name = self.member_name(place, &taken);
            let is_timeouts = name == "timeouts" && self.random.one_in(2);
            let attribute = if is_timeouts && !place.in_computed_block && !place.in_write_only {
                self.timeouts_attribute()
            } else {
                self.attribute(place)
            };
            attributes.insert(name.to_owned(), attribute);
        }
        attributes
    }

    fn attribute(&mut self, place: Place) -> Value {
        let mut attribute = Map::new();
        let can_be_computed =
            (place.kind.can_be_computed() && !place.in_write_only) || self.is_spoiled();
        let presences: &[&[&str]] = if !can_be_computed {
            &[&["required"], &["optional"]]
        } else if place.in_computed_block {
            &[&["computed"], &["optional", "computed"]]
        } else {
            &[
                &["required"],
                &["optional"],
                &["computed"],
                &["optional", "computed"],
            ]
        };
        let presence = self.random.pick(presences);
        for flag in presence {
            attribute.insert((*flag).to_owned(), true.into());
        }
        let is_computed = presence.contains(&"computed");
        let can_be_write_only =
            (place.kind.can_be_write_only() && !is_computed && !place.in_set && !place.in_computed)
                || self.is_spoiled();
        let must_be_write_only = place.in_write_only && !self.is_spoiled();
        let is_write_only = must_be_write_only || (can_be_write_only && self.random.one_in(4));
        if is_write_only {
            attribute.insert("write_only".to_owned(), true.into());
        }
        if self.random.one_in(5) {
            attribute.insert("sensitive".to_owned(), true.into());
        }
        let inner = Place {
            in_write_only: place.in_write_only || is_write_only,
            in_computed: place.in_computed || is_computed,
            in_computed_block: false,
            is_root: false,
            depth: place.depth + 1,
            ..place
        };
        if place.depth < 3 && self.random.one_in(4) {
            let nested = self.nested_type(inner);
            attribute.insert("nested_type".to_owned(), nested);
        } else {
            let ty = self.attribute_type(place);
            attribute.insert("type".to_owned(), ty);
        }
        self.describe(&mut attribute);
        Value::Object(attribute)
    }

    fn nested_type(&mut self, place: Place) -> Value {
        let has_sets = place.kind != Kind::List && !place.in_write_only || self.is_spoiled();
        let modes: &[&str] = if has_sets {
            &["single", "list", "map", "set"]
        } else {
            &["single", "list", "map"]
        };
        let mode = self.random.pick(modes);
        let place = Place {
            in_set: place.in_set || mode == "set",
            in_collection: place.in_collection || mode != "single",
            ..place
        };
        let attributes = self.body(place, |maker| Value::Object(maker.attributes(place, 3)));
        json!({ "nesting_mode": mode, "attributes": attributes })
    }

    /// Returns the same contents at several places now and then. They fit everywhere, because they have optional texts alone.
    fn body(&mut self, place: Place, make: impl FnOnce(&mut Self) -> Value) -> Value {
        let fits = !place.in_computed_block && !place.in_write_only;
        if fits && !self.bodies.is_empty() && self.random.one_in(4) {
            let at = self.random.below(self.bodies.len());
            return self.bodies[at].clone();
        }
        if fits && self.random.one_in(6) {
            let mut body = Map::new();
            for _ in 0..self.random.below(3) {
                let name = self.name(&["timeouts"]);
                let mut attribute = Map::new();
                attribute.insert("type".to_owned(), "string".into());
                attribute.insert("optional".to_owned(), true.into());
                self.describe(&mut attribute);
                body.insert(name.to_owned(), Value::Object(attribute));
            }
            self.bodies.push(Value::Object(body.clone()));
            return Value::Object(body);
        }
        make(self)
    }

    fn nested_block(&mut self, place: Place) -> Value {
        let is_resource = place.kind == Kind::Resource || self.is_spoiled();
        let is_computed = place.in_computed_block || (is_resource && self.random.one_in(6));
        let has_sets = place.kind != Kind::List || self.is_spoiled();
        let mut modes = vec!["single", "list", "map"];
        if has_sets {
            modes.push("set");
        }
        if !is_computed || self.is_spoiled() {
            modes.push("group");
        }
        let mode = self.random.pick(&modes);
        let place = Place {
            kind: place.kind,
            depth: place.depth + 1,
            is_root: false,
            in_set: place.in_set || mode == "set",
            in_collection: place.in_collection || matches!(mode, "list" | "map" | "set"),
            in_write_only: place.in_write_only,
            in_computed: place.in_computed || is_computed,
            in_computed_block: is_computed,
        };
        let mut block = self.block(place);
        if is_computed {
            block["computed"] = true.into();
        } else if self.random.one_in(4) {
            block["attributes"] = self.body(place, |_| json!({}));
            block["block_types"] = json!({});
        }
        let mut nested = json!({ "nesting_mode": mode, "block": block });
        let (min, max) = match mode {
            "single" if !is_computed => self.random.pick(&[(0, 0), (1, 1)]),
            "list" | "set" if is_computed => self.random.pick(&[(0, 0), (0, 1)]),
            "list" | "set" => self.random.pick(&[(0, 0), (0, 1), (1, 0), (1, 1), (2, 5)]),
            _ => (0, 0),
        };
        let (min, max) = if self.is_spoiled() {
            (3, 2)
        } else {
            (min, max)
        };
        nested["min_items"] = min.into();
        nested["max_items"] = max.into();
        nested
    }

    /// The timeouts of operations, as they are declared or almost.
    fn timeouts(&mut self) -> Value {
        let mut attributes = Map::new();
        let (text, kind) = (
            self.random.pick(TEXTS),
            self.random.pick(&["plain", "markdown"]),
        );
        for operation in [
            "create", "read", "update", "delete", "open", "list", "invoke", "other",
        ] {
            if self.random.one_in(3) && (operation != "other" || self.random.one_in(4)) {
                let mut attribute = json!({
                    "type": "string", "optional": true, "description": text, "description_kind": kind,
                });
                if self.random.one_in(12) {
                    attribute["description"] = "Its own.".into();
                }
                attributes.insert(operation.to_owned(), attribute);
            }
        }
        Value::Object(attributes)
    }

    fn timeouts_block(&mut self) -> Value {
        let mut block = Map::new();
        block.insert("attributes".to_owned(), self.timeouts());
        self.describe(&mut block);
        json!({ "nesting_mode": "single", "block": block })
    }

    fn timeouts_attribute(&mut self) -> Value {
        let nested = json!({ "nesting_mode": "single", "attributes": self.timeouts() });
        let mut attribute = Map::new();
        attribute.insert("nested_type".to_owned(), nested);
        attribute.insert("optional".to_owned(), true.into());
        self.describe(&mut attribute);
        Value::Object(attribute)
    }

    fn attribute_type(&mut self, place: Place) -> Value {
        let can_be_dynamic = !place.in_collection || self.is_spoiled();
        let has_sets = place.kind != Kind::List || self.is_spoiled();
        self.ty(0, can_be_dynamic, has_sets)
    }

    fn ty(&mut self, depth: usize, can_be_dynamic: bool, has_sets: bool) -> Value {
        let of_collection = can_be_dynamic && self.is_spoiled();
        match self.random.below(if depth < 3 { 13 } else { 5 }) {
            0 | 1 => "string".into(),
            2 => "number".into(),
            3 => "bool".into(),
            4 if can_be_dynamic => "dynamic".into(),
            4 => "string".into(),
            5 | 6 => json!(["list", self.ty(depth + 1, of_collection, has_sets)]),
            7 if has_sets => json!(["set", self.ty(depth + 1, of_collection, has_sets)]),
            7..=9 => json!(["map", self.ty(depth + 1, of_collection, has_sets)]),
            10 => {
                let plain = ["string", "number", "bool"];
                let most = if self.is_spoiled() { 9 } else { 6 };
                let count = 1 + self.random.below(most);
                let parts: Vec<&str> = (0..count).map(|_| self.random.pick(&plain)).collect();
                json!(["tuple", parts])
            }
            _ => self.object(depth, can_be_dynamic, has_sets),
        }
    }

    fn object(&mut self, depth: usize, can_be_dynamic: bool, has_sets: bool) -> Value {
        if has_sets && !self.objects.is_empty() && self.random.one_in(3) {
            let at = self.random.below(self.objects.len());
            return self.objects[at].clone();
        }
        let is_shared = self.random.one_in(3);
        let mut parts: BTreeMap<String, Value> = BTreeMap::new();
        for _ in 0..self.random.below(5) {
            let name = if self.random.one_in(2) {
                self.random.pick(FREE_NAMES)
            } else {
                self.name(&[])
            };
            let name = if self.is_spoiled() { "" } else { name };
            let ty = self.ty(depth + 1, can_be_dynamic && !is_shared, has_sets);
            parts.insert(name.to_owned(), ty);
        }
        let object = json!(["object", parts]);
        if is_shared {
            self.objects.push(object.clone());
        }
        object
    }

    fn identity(&mut self, attributes: &Value) -> Value {
        let mut parts = Map::new();
        let plain = |ty: &Value| match ty {
            Value::String(ty) => ty != "dynamic",
            Value::Array(parts) => {
                parts[0] == "list" && parts[1].as_str().is_some_and(|it| it != "dynamic")
            }
            _ => false,
        };
        for (name, attribute) in attributes.as_object().into_iter().flatten() {
            if plain(&attribute["type"]) && self.random.one_in(2) {
                let description = attribute["description"].as_str().unwrap_or_default();
                let part = self.part(attribute["type"].clone(), description);
                parts.insert(name.clone(), part);
            }
        }
        while parts.is_empty() || self.random.one_in(3) {
            let ty = self.random.pick(&["string", "number", "bool"]);
            let ty = if self.random.one_in(4) {
                json!(["list", ty])
            } else {
                json!(ty)
            };
            let ty = if self.is_spoiled() {
                json!(["map", "string"])
            } else {
                ty
            };
            let part = self.part(ty, "");
            let name = self.name(&[]).to_owned();
            parts.entry(name).or_insert(part);
        }
        json!({ "version": self.random.below(3), "attributes": parts })
    }

    fn part(&mut self, ty: Value, description: &str) -> Value {
        let description = if self.random.one_in(2) {
            description
        } else {
            self.random.pick(TEXTS)
        };
        let flag = self
            .random
            .pick(&["required_for_import", "optional_for_import"]);
        let mut part = json!({ "type": ty, "description": description, flag: true });
        if self.is_spoiled() {
            part["required_for_import"] = true.into();
            part["optional_for_import"] = true.into();
        }
        part
    }

    fn function(&mut self) -> Value {
        let mut function = Map::new();
        let parameters: Vec<Value> = (0..self.random.below(4))
            .map(|_| self.parameter())
            .collect();
        if !parameters.is_empty() || self.random.one_in(2) {
            function.insert("parameters".to_owned(), Value::Array(parameters));
        }
        if self.random.one_in(3) {
            let variadic = self.parameter();
            function.insert("variadic_parameter".to_owned(), variadic);
        }
        let returns = self.ty(0, true, true);
        function.insert("return_type".to_owned(), returns);
        for key in ["description", "summary", "deprecation_message"] {
            if self.random.one_in(2) {
                let text = self.random.pick(TEXTS);
                function.insert(key.to_owned(), text.into());
            }
        }
        Value::Object(function)
    }

    fn parameter(&mut self) -> Value {
        let name = if self.random.one_in(3) {
            self.random.pick(FREE_NAMES)
        } else {
            self.name(&[])
        };
        // Elements of a parameter's collection may have any type, which hosts unify.
        let ty = if self.random.one_in(6) {
            json!([self.random.pick(&["list", "set", "map"]), "dynamic"])
        } else {
            self.ty(0, true, true)
        };
        let mut parameter = json!({ "name": name, "type": ty });
        if self.random.one_in(2) {
            parameter["description"] = self.random.pick(TEXTS).into();
        }
        if self.random.one_in(3) {
            parameter["is_nullable"] = true.into();
        }
        parameter
    }
}
