//! Every message of the macros: what is wrong, and the right form.

mod nested;
pub(crate) mod relation;

use std::fmt::Display;

pub(crate) use self::nested::*;
use crate::place::Place;

pub(crate) const UNION: &str = "a union has no schema: write a struct";
pub(crate) const UNNAMED_FIELDS: &str =
    "a model has named fields: write `struct Pet { name: String }`";
pub(crate) const TUPLE_MODEL: &str = "a model has named fields: write `struct Pet { name: String }`; for a type of your own over another one, write `#[derive(Attr)]`";
pub(crate) const ENUM_MODEL: &str = "a model is a struct with named fields: for an enum, which is a choice of strings, write `#[derive(Attr)]`";
pub(crate) const UNIT_ATTR: &str =
    "an attribute type has a field: write `struct Port(u16)` or `struct Address { host: String }`";
pub(crate) const TRANSPARENT_FIELDS: &str =
    "a type over another one has one field: write `struct Port(u16)`";
pub(crate) const AS_STRING: &str = "write `as = String`, which parses with `FromStr` and formats with `Display`; for another conversion, write `with = module`";
pub(crate) const AS_AND_WITH: &str = "both options define the conversion";
pub(crate) const GENERICS: &str = "a model cannot be generic, because it has one schema: write concrete types, or move the shared fields into a separate model";
pub(crate) const EMPTY_TF: &str = "write the options in parentheses: `#[tf(..)]`";
pub(crate) const EXPECTED_COMMA: &str = "expected `,`";
pub(crate) const ITEMS: &str = "write the allowed number of blocks as a range of whole numbers: `items(1..=3)`, `items(1..)` or `items(..=3)`";

pub(crate) const SERDE_RENAME: &str = "an option of serde does not name the attribute, and the type derives neither `Serialize` nor `Deserialize`: write `#[tf(name = \"..\")]`";
pub(crate) const SERDE_WITHOUT_DERIVE: &str = "an option of serde has no effect, because the type derives neither `Serialize` nor `Deserialize`: remove it";

pub(crate) const IDENTITY: &str = "write `identity`, or its options: `optional` if an import may omit it, `mutable`, `only` if it is not an attribute, `name = \"..\"` and `description = \"..\"`";
pub(crate) const KEY: &str =
    "write `key`, or its options: `optional` if an older state may not have it, and `mutable`";
pub(crate) const VERSION: &str =
    "write the version of the schema as a whole number of at least 1: `version = 2`";
pub(crate) const PREVIOUS: &str =
    "write the model of the previous version: `version = 2, previous = PetV1`";
pub(crate) const HISTORY: &str =
    "write the function that returns the older versions: `version = 2, history = past`";
pub(crate) const IDENTITY_VERSION: &str =
    "write the version of the identity as a whole number of at least 1: `identity_version = 1`";
pub(crate) const IDENTITY_HISTORY: &str = "write the function that returns the older versions of the identity: `identity_version = 1, identity_history = past`";
pub(crate) const IDENTITY_HISTORY_WITHOUT_VERSION: &str = "an identity with older versions needs a version: write `identity_version = 1, identity_history = past`";
pub(crate) const IDENTITY_VERSION_WITHOUT_IDENTITY: &str =
    "no field of the model is marked `identity`: mark one, or remove the version of the identity";
pub(crate) const IDENTITY_ONLY_IS_FILLED: &str = "a part of the identity without an attribute cannot be configured, so the provider must fill it";
pub(crate) const HISTORY_AND_PREVIOUS: &str =
    "both declare older versions: `history` all of them, `previous` the last one";
pub(crate) const PREVIOUS_WITHOUT_VERSION: &str =
    "a schema with an older version needs a version: write `version = 2, previous = PetV1`";

pub(crate) const ENV: &str = "write `env = \"..\"`, or `env = [\"..\", \"..\"]` for several variables in the order of their precedence";
pub(crate) const KEEP_AND_CHANGES_WITH: &str = "`keep` means that the value never changes";
pub(crate) const REPLACED_BY_UPDATES: &str = "each update makes a computed value unknown, so each update would replace the object: add `keep`, `changes_with(..)` or `plan = ..`, or remove `replace`";
pub(crate) const COUNTS_ALONE: &str = "only the framework sets a counter";
pub(crate) const DEFAULT_AND_OPTIONAL: &str =
    "a field with a default is already optional, so remove `optional`";
pub(crate) const IDENTITY_AND_KEY: &str = "a part of the identity is already a part of the key";

pub(crate) const EMPTY_RANGE: &str = "the range is empty: write the smaller number first";

pub(crate) const ENUM_WITH_FIELDS: &str = "an enum is a choice of strings, so its variants have no fields: use a struct with an `Option` per variant";
pub(crate) const SETTING_OF_ENUM: &str =
    "an enum has no settings: put them on its variants, or on the fields of its type";
pub(crate) const ENUM_WITHOUT_VARIANTS: &str = "a choice needs at least one variant";

pub(crate) const ADDRESS_OF_PROVIDER: &str = "the argument is the address of the provider, as in `#[provider(\"registry.terraform.io/acme/zoo\")]`";

pub(crate) const NOT_A_FUNCTION: &str =
    "only a Rust function becomes a function of the configuration language";
pub(crate) const FUNCTION_SELF: &str =
    "a function of the configuration language has no `self`: make it a free function";
pub(crate) const FUNCTION_GENERICS: &str =
    "a function of the configuration language cannot be generic: write concrete types";
pub(crate) const FUNCTION_PATTERN: &str =
    "a parameter needs a name, which the documentation shows: write `name: Type`";
pub(crate) const FUNCTION_IMPL_TRAIT: &str =
    "write a concrete type: it defines the signature in the configuration language";
pub(crate) const FUNCTION_REFERENCE: &str = "a parameter owns its value: write `String` for `&str`, `Vec<T>` for `&[T]`; the configured provider comes first, with `#[function(provider = ..)]`";
pub(crate) const PROVIDER: &str =
    "write the provider that must be configured: `#[function(provider = Zoo)]`";
pub(crate) const PROVIDER_FIRST: &str =
    "the first parameter is the configured provider: write `provider: &Zoo`";
pub(crate) const FUNCTION_WITHOUT_RESULT: &str =
    "a function of the configuration language returns a value: write `-> T` or `-> Result<T>`";
pub(crate) const FUNCTION_UNSAFE: &str =
    "a function of the configuration language cannot be `unsafe` or `extern`";
pub(crate) const VARIADIC_NOT_LAST: &str =
    "only the last parameter can be variadic: move it to the end";
pub(crate) const VARIADIC_NOT_COLLECTION: &str =
    "a variadic parameter is a collection: write `Vec<T>` or `Set<T>`";
pub(crate) const VARIADIC_ARGUMENTS: &str = "write `#[variadic]` without arguments";

pub(crate) const WRONG_ORDER: &str = "wrappers nest in a fixed order";
pub(crate) const DUPLICATE_WRAPPER: &str = "the wrapper is duplicated";
pub(crate) const WRITE_ONLY_IS_OPTIONAL: &str = "a `WriteOnly` is already optional";
pub(crate) const WRITE_ONLY_IS_CONFIGURED: &str =
    "a write-only value comes only from the configuration";
pub(crate) const WRITE_ONLY_IS_NO_KEY: &str =
    "a key is stored in the state, and a write-only value is not";
pub(crate) const VALUE_IS_OPTIONAL: &str = "a `Value` can already be null";
pub(crate) const COMPUTED_IS_UNKNOWN: &str =
    "a `Computed` can already be unknown, and a `Computed<Option<..>>` can be null";
pub(crate) const DYNAMIC_ELEMENT: &str =
    "hosts refuse `Dynamic` inside a collection, but it can hold a collection";
pub(crate) const KEY_IS_NEVER_NULL: &str = "a key is never null";
pub(crate) const DEFAULT_IS_PLAIN: &str = "a field with a default is never null and never unknown";
pub(crate) const OWNED: &str = "an attribute owns its value";
pub(crate) const NO_ARRAY: &str = "a list has no fixed length";
pub(crate) const DYNAMIC_IN_RESULT: &str = "hosts fail if the elements of a returned collection differ in type: make the whole result `Dynamic`";
pub(crate) const NO_CHAR: &str = "hosts have no type for a single character";
pub(crate) const FIXED_SIZE: &str = "a number has the same range on every machine";
pub(crate) const EXACT: &str = "numbers are exact";
pub(crate) const SORTED: &str = "a map is sorted by its keys, which are strings";
pub(crate) const OWN_SET: &str =
    "a set uses the equality of the configuration language, not Rust's `Eq`";

pub(crate) const TYPE_NAME_IS_FULL: &str = "a full name of a type has no prefix of the provider";

/// Formats a list of alternatives.
fn one_of<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    words
        .into_iter()
        .map(|word| format!("`{word}`"))
        .collect::<Vec<_>>()
        .join(", ")
}

fn place(place: Place) -> &'static str {
    match place {
        Place::Struct => "a model",
        Place::Object => "an object",
        Place::Tuple => "a type over another one",
        Place::Parameter => "a parameter",
        Place::Field => "a field",
        Place::Enum | Place::Variant => "a variant",
        Place::Function => "a function",
        Place::Provider => "a provider",
    }
}

pub(crate) fn expected_option(at: Place) -> String {
    match at {
        Place::Enum => SETTING_OF_ENUM.to_owned(),
        at => format!("expected one of {}", one_of(at.options())),
    }
}

/// Options of other toolkits that are types in Terrane, each with an example.
const OF_TYPES: [(&str, &str); 2] = [
    ("sensitive", "token: Sensitive<String>"),
    ("write_only", "password: WriteOnly<String>"),
];

/// Relations of other toolkits, each with what to write.
const OF_VALIDATE: [(&[&str], &str); 3] = [
    (&["conflicts"], "write `at_most_one_of(..)`"),
    (
        &["sum_of", "at_least_sum_of", "at_most_sum_of", "product_of"],
        "compare the numbers in `validate`, with `terrane::validate::sum` or `product`",
    ),
    (
        &["when", "equals", "set", "all_of", "any_of", "not"],
        "write conditions in `validate`",
    ),
];

pub(crate) fn unknown_option(word: &str, at: Place, meant: Option<&str>) -> String {
    let place = place(at);
    let mut elsewhere = OF_VALIDATE.iter().filter(|_| at == Place::Struct);
    if let Some((_, what)) = elsewhere.find(|(words, _)| words.contains(&word)) {
        return format!("unknown option `{word}` for {place}: {what}");
    }
    if let Some((_, ty)) = OF_TYPES.iter().find(|(of_type, _)| *of_type == word) {
        return format!(
            "unknown option `{word}` for {place}: the type of a field declares it, as in `{ty}`"
        );
    }
    if at == Place::Object && Place::Struct.options().contains(&word) {
        return not_on_object(word);
    }
    match meant {
        Some(meant) => format!("unknown option `{word}` for {place}: did you mean `{meant}`?"),
        None if at == Place::Enum => SETTING_OF_ENUM.to_owned(),
        None if Place::Field.options().contains(&word) => {
            format!("`{word}` is for a field, not for {place}")
        }
        None => format!(
            "unknown option `{word}` for {place}: {}",
            expected_option(at)
        ),
    }
}

pub(crate) fn duplicate_option(word: &str) -> String {
    format!("`{word}` is given twice: remove one")
}

pub(crate) fn form(word: impl Display, rest: &str) -> String {
    format!("write `{word}{rest}`")
}

pub(crate) fn takes_no_argument(word: impl Display) -> String {
    format!("`{word}` has no argument: expected `,` or the end")
}

pub(crate) fn empty(word: impl Display) -> String {
    format!("`{word}` must not be empty")
}

pub(crate) fn release(version: &str) -> String {
    format!("`{version}` is not a version of the provider: write `since = \"1.2\"`")
}

pub(crate) fn bad_name(name: &str) -> String {
    format!(
        "`{name}` is not a valid name in a configuration: use lower-case letters, digits and underscores, as in `#[tf(name = \"..\")]`"
    )
}

pub(crate) fn bad_type_name(name: &str) -> String {
    format!(
        "`{name}` is not a valid name of a type: use lower-case letters, digits and underscores, as in `#[tf(type_name = \"cloud_disk\")]`"
    )
}

pub(crate) fn taken(what: &str, name: &str) -> String {
    format!(
        "another {what} is called `{name}` already: give one of them another name with `#[tf(name = \"..\")]`"
    )
}

pub(crate) fn taken_in_identity(name: &str) -> String {
    format!(
        "another part of the identity is called `{name}` already: give one of them another name with `identity(name = \"..\")`"
    )
}

pub(crate) fn contains_itself(model: &str) -> String {
    format!(
        "`{model}` cannot contain itself: a schema must be finite; use `Dynamic`, or JSON in a `String`, for recursive data"
    )
}

pub(crate) fn wrong_type(why: &str, right: &str, ty: &str) -> String {
    format!("{why}: write `{right}` instead of `{ty}`")
}

pub(crate) fn needs_block(word: &str) -> String {
    format!("`{word}` is for nested blocks: write `#[tf(block, {word})]`")
}

pub(crate) fn exclusive_options(word: &str, other: &str, why: &str) -> String {
    format!("`{word}` and `{other}` cannot be combined: {why}")
}

pub(crate) fn not_computed(word: &str, ty: &str) -> String {
    format!("`{word}` is for computed fields: write `Computed<{ty}>`, or remove `{word}`")
}

pub(crate) fn default_not_plain(ty: &str) -> String {
    format!(
        "a field with a `default` is never null and never unknown: write the plain type instead of `{ty}`"
    )
}

pub(crate) fn env_not_configurable(ty: &str) -> String {
    format!(
        "the configuration can also set a setting with `env`: write `T` or `Option<T>` instead of `{ty}`"
    )
}

pub(crate) fn hidden_computed(ty: &str) -> String {
    format!(
        "`{ty}` is computed, but its name does not show it: write `Computed<..>`, or add `#[tf(computed)]`"
    )
}

pub(crate) fn not_in_settings(word: &str, model: &str) -> String {
    format!(
        "`{word}` is for objects, but a field with `env` makes `{model}` the settings of a provider: remove one of them"
    )
}

pub(crate) fn env_of_object(word: &str) -> String {
    format!(
        "`{word}` is for the settings of a provider, not for a resource or data source: remove it"
    )
}

pub(crate) fn no_effect_on_plans(word: &str) -> String {
    format!(
        "`{word}` is for resources: data sources and ephemeral resources have no prior state, so remove it"
    )
}

pub(crate) fn resource_and_state_only(model: &str) -> String {
    format!(
        "`{model}` is a `Resource` and a `StateOnly`: implement `StateOnly` if its objects exist in the state alone, and `Resource` otherwise"
    )
}

pub(crate) fn reserved(name: &str) -> String {
    format!(
        "hosts reserve `{name}` in every resource, data source and ephemeral resource: give the attribute another name with `#[tf(name = \"..\")]`"
    )
}

pub(crate) fn reserved_setting(name: &str) -> String {
    format!(
        "hosts reserve `{name}` in every provider's configuration: give the setting another name with `#[tf(name = \"..\")]`"
    )
}

pub(crate) fn no_field(name: &str, model: &str, meant: Option<&str>) -> String {
    match meant {
        Some(meant) => format!("`{model}` has no field `{name}`: did you mean `{meant}`?"),
        None => format!("`{model}` has no field `{name}`: write one of its fields"),
    }
}

pub(crate) fn changes_with_itself(name: &str) -> String {
    format!("`{name}` changes with itself: remove one of the fields in the cycle")
}

pub(crate) fn not_an_operation(word: &str, operations: [&str; 7]) -> String {
    format!(
        "`{word}` is not an operation with a timeout: expected one of {}",
        one_of(operations)
    )
}

pub(crate) fn not_a_duration(text: &str) -> String {
    format!("`{text}` is not a duration: write numbers with units, as in `90s`, `10m` or `1h30m`")
}

pub(crate) const FILLED_WITHOUT_COMPUTED: &str = "`filled` declares that `create` fills computed fields, but no field is `Computed<..>`: remove it";

pub(crate) fn filled_with_nested_computed(name: &str) -> String {
    format!(
        "`{name}` holds models with computed fields, which `filled` cannot reach: remove `filled`, or make them fields of this model"
    )
}

pub(crate) fn duplicate_field(name: &str) -> String {
    format!("`{name}` is listed twice: remove one")
}

pub(crate) fn always_set(name: &str, word: &str) -> String {
    format!(
        "`{name}` is always set, so `{word}` has no effect on it: write `Option<..>`, or remove it here"
    )
}

pub(crate) fn never_set(name: &str, word: &str) -> String {
    format!(
        "no configuration sets `{name}`, so `{word}` has no effect on it: add `#[tf(optional)]`, or remove it here"
    )
}

pub(crate) fn write_only_twin(name: &str) -> String {
    format!("`{name}` is write-only itself: write the attribute first, and its twin after it")
}

pub(crate) fn no_write_only_twin(name: &str) -> String {
    format!("`{name}` is stored in the state: make the twin a `WriteOnly<..>`")
}

pub(crate) fn required_by_type(ty: &str) -> String {
    format!(
        "`required` is for `WriteOnly<..>`: `{ty}` already declares whether the configuration must set it"
    )
}

pub(crate) fn change_unseen(word: &str) -> String {
    format!(
        "no state has a write-only value, so its changes are not visible: put `{word}` on a version attribute next to it"
    )
}

pub(crate) fn not_write_only(name: &str, ty: &str) -> String {
    format!("`counts(..)` is for a `WriteOnly<..>`: the state shows whether `{name}: {ty}` changes")
}

pub(crate) fn never_empty_or_null(ty: &str) -> String {
    format!(
        "`empty_is_null` is for an optional collection: write `Option<Vec<..>>`, `Option<Set<..>>` or `Option<BTreeMap<..>>` instead of `{ty}`"
    )
}

pub(crate) fn write_only_in_set(ty: &str) -> String {
    format!(
        "hosts refuse write-only values in a set, and `{ty}` holds one: make it a list or a map"
    )
}

pub(crate) fn write_only_computed(ty: &str) -> String {
    format!(
        "a write-only value comes from the configuration, but the provider fills `{ty}`, which holds one: make it an `Option`"
    )
}

pub(crate) fn computed_in_write_only(ty: &str) -> String {
    format!(
        "all of a write-only value comes from the configuration, but the provider fills a part of `{ty}`: remove that part"
    )
}

pub(crate) fn sets_in_write_only(ty: &str) -> String {
    format!(
        "hosts refuse write-only values in a set, and `{ty}` holds a set of models: make it a list or a map"
    )
}

pub(crate) fn dynamic_in_collection(ty: &str) -> String {
    format!(
        "hosts refuse `Dynamic` inside a collection, and `{ty}` holds one: make it a single model, or all of it `Dynamic`"
    )
}

pub(crate) fn partial_attribute(ty: &str) -> String {
    format!(
        "`{ty}` is for parameters and results of functions: an attribute is known or unknown as a whole, and `validate` and `plan` get a draft"
    )
}

pub(crate) fn version_not_higher(version: &str, previous: &str) -> String {
    format!("version {version} is not higher than the version of `{previous}`: increase it")
}
