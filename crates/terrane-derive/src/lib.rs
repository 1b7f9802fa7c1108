//! The derive and attribute macros of terrane.
//!
//! Every macro works in three steps: it parses its input to options with source spans, checks
//! them against each other, and expands. Checks that depend on a type are left to the compiler: the expansion uses the traits of
//! `terrane::attr`, so that aliases work, and asserts at compile time what no trait can express. Errors of one item are collected
//! and reported together. Every message is in `messages/`.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "the syntax of Rust has many forms, of which few concern the macros"
)]

mod arguments;
mod choice;
mod crate_path;
mod docs;
mod errors;
mod function;
mod messages;
mod model;
mod name;
mod options;
mod place;
mod planning;
mod provider;
mod relation;
mod serde;
mod transparent;
mod validators;

use proc_macro::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Fields, parse_macro_input};

use crate::errors::Errors;
use crate::place::Place;

/// Derives `terrane::Model` for a struct with named fields: its schema, and the conversion from and to values.
///
/// For a struct `Pet` it generates `PetDraft`, in which every field may be null or unknown. If fields are computed,
/// it generates `PetComputed`, and `with_computed` of `Pet` and `PetDraft`. If fields are marked `key` or `identity`, it generates `PetKey`. It also
/// generates the paths for `terrane::path!`. Doc comments become descriptions.
///
/// # On the struct
///
/// | `#[tf(..)]` | meaning |
/// |---|---|
/// | `name = "pet"`, `type_name = "google_project"` | the name without the provider's prefix, by default the struct's name in snake case; or the full name of a type of another prefix |
/// | `deprecated = "use .."`, `since = "1.2"`, `plain` | deprecated, with or without a message; the version of the provider that added it, for the documentation; doc comments are plain text instead of Markdown |
/// | `version = 2`, with `previous = PetV1` or `history = function` | the version of the schema; the previous model, which `impl From<PetV1> for Pet` converts, or all older versions, from `fn() -> History<Pet>` |
/// | `identity_version = 1`, with `identity_history = function` | the same for the identity, from `fn() -> History<PetKey>` |
/// | `exactly_one_of(content, source)`, `at_least_one_of(..)`, `at_most_one_of(..)` | relations: so many of the fields are set |
/// | `all_or_none(..)`, `requires(owner, group)` | relations: all are set or none; if the first is set, all others are set |
/// | `warn(at_most_one_of(..))`, `prefer_write_only(password, password_wo)` | a violation of the relation in it is a warning; a warning suggests the second field to users who set the first, if the host supports write-only attributes |
/// | `filled` | `create` fills all computed fields: it returns `Filled<Pet>`, which only `plan.filled(PetComputed { .. })` makes |
/// | `crate = toolkit::terrane` | the path of this crate, for authors whose own crate re-exports it |
///
/// Relations between fields are checked for each object of the model, at every place. A violated relation is one error that names all
/// its fields. It is reported as soon as no value of the unknown fields can satisfy it.
///
/// A field of a relation may be a path into nested models, as in `requires(disk.size, zone)`: put the relation on the model that contains all of its
/// fields. Fields that share a list, set or map are compared within the same element. A field that is alone in a collection is set if it
/// is set in any element. `terrane::schema::Relation` has all the rules.
///
/// Conditions on values, sums and products are code in the `validate` hook of the item: `terrane::validate::sum` adds the numbers of a draft.
///
/// # On a field
///
/// | `#[tf(..)]` | on | meaning |
/// |---|---|---|
/// | `name = "type"` | all | the attribute's name; without it the field's |
/// | `deprecated`, `since`, `plain`, `markdown` | all | as on the struct; `markdown` is for a field of a struct with `plain` |
/// | `validate(len(1..=64), ..)` | all | validators of known values, from `terrane::validate` or own ones |
/// | `default = 4`, `default = sizes()` | `T` | the value if the configuration does not set it: an expression |
/// | `env = "ZOO_URL"`, `env = ["ZOO_URL", "ZOO_API"]` | `T`, `Option<T>` of a provider's settings | the environment variables to use if the configuration does not set it, of which the first that is set counts. With `default`, the default is used if none is set. A variable whose value cannot be used is an error |
/// | `optional`, `computed`, `required` | `Computed<..>`, an alias of it, `WriteOnly<..>` | the configuration may set it, too; the alias is computed, which the macro cannot see; the configuration must set it |
/// | **plans** | | |
/// | `keep`, `changes_with(name, diet.kcal)` | `Computed<..>` | an update keeps the value, or keeps it unless one of these fields changes |
/// | `replace`, `replace(if_configured)`, `replace(if = function)` | all | a change replaces the object instead of updating it; so does a new element with a value, but not the removal of an element. A computed field needs `keep`, `changes_with(..)`, `plan = ..` or `optional`, too |
/// | `unknown(prefix = "pet-")`, `unknown(len(1..))`, `unknown(range(0..))` | `Computed<..>` | refinements of the unknown value |
/// | `plan = function` | all | a plan hook, which may change the planned value, read other fields and warn: `terrane::plan::Modify` |
/// | `align = name` | `Vec<M>`, `Set<M>` | the field of `M` by which prior and planned elements are paired; of elements with the same value, equal ones first, then the others in order |
/// | `counts(password)` | `Computed<i64>` | counts the changes of a `WriteOnly<..>` field of the same model, so that they cause an update |
/// | `empty_is_null` | `Option` of a collection | empty equals null: if the API returns the other one, there is no change |
/// | `timeouts(create = "10m", update)`, `timeout_description = ".."` | `Timeouts` | the operations that can have a timeout, and their defaults: also `read`, `open`, `list`, `invoke`; the description of each, if the schema of another provider has one, empty for none, and plain text with `plain` |
/// | **keys** | | |
/// | `key`, `key(optional)`, `key(mutable)` | `T`, `Computed<T>` | a part of `PetKey`, by which an object is read and deleted; an update keeps a computed part. It may be missing in an older state, and is an `Option` in `PetKey`; it may change while the object stays the same |
/// | `identity`, `identity(optional, mutable)` | `T`, `Computed<T>` | a part of the key and of the identity, by which objects can be imported; `optional` in an import |
/// | `identity(name = "account_id", description = "..")` | `T`, `Computed<T>` | the same, with another name and description in the identity than the attribute's |
/// | `identity(only)` | `Computed<T>` | a part of the identity without an attribute: an `Option` in `PetKey` |
/// | **other types** | | |
/// | `as = String` | a type with `FromStr` and `Display` | a string in that format |
/// | `with = module` | any type | converted by `decode(Attr) -> Result<T, impl Display>` and `encode(&T) -> Attr` of the module, which has a `type Attr` |
/// | `flatten`, with `computed`, `key` | a model | its fields are attributes of this model; its computed fields are in `PetComputed`, its key is in `PetKey` |
/// | `block`, with `items(1..=3)`, `group` | a model, or a collection of them | a nested block instead of a nested attribute; the allowed number of blocks of a list or set; a block that always exists |
/// | `block` | `Computed<..>` of these, in a resource | a nested block that the provider fills if none is configured; all its fields are `Computed`, too |
///
/// # Identities
///
/// An object has one key during its lifetime. So an update keeps a computed part of the key without `keep`. A `read`, `settle` or `update` that returns
/// another key or identity is refused, unless each changed part is `mutable`. Add `replace` or `mutable` to each part that the configuration sets:
/// without one of them, a plan that changes it is refused.
///
/// A field with `identity(only)` has no attribute: it is in no configuration and no state. The provider fills it like any `Computed<..>` field, and the
/// key returns it. It comes from the identity that the host sends, or, with hosts that store none, from the private state. An object that
/// was stored before the field existed does not have it, hence the `Option` in `PetKey`.
///
/// `identity_version` is independent of `version`. An identity of an older version is upgraded by `identity_history`. Without an entry for its version
/// the next plan or read derives the identity from the state.
///
/// # Nested attributes and protocol 5
///
/// A model as a field's type is a nested attribute, which only protocol 6 supports: hosts with protocol 5 refuse a provider with nested attributes. A provider
/// for both uses blocks, also for `Timeouts`. A nested attribute contains no blocks.
///
/// # Equality of floats
///
/// Two numbers are equal for an `f64` attribute if the float nearest to both is the same. Then the digits that are configured, planned or stored
/// stay, such as all of those of `1 / 3`, and there is no change. Every other float is another value, however near: an API that returns
/// `0.30000000000000004` for a configured `0.3` shows a change. Where such values mean the same, round what `read` returns, or use a type of your own with
/// `#[tf(equal)]`. Two such numbers in a set are two elements for hosts, and equal in the model: an element that the provider returns stands
/// for both. `Number` keeps and compares all digits. A configured number beyond the range of a float is refused. A NaN or an
/// infinity that the provider returns is an error with its path; an object that exists is kept without it.
///
/// # Flattened models
///
/// Several models may share a part of their attributes, with their relations. The field's name exists in Rust alone: hosts see
/// one object, and `path!` of `common.year` is `year`. In `PetDraft` the field is the flattened model's draft, in `PetComputed` its
/// computed fields, in `PetKey` its key. Options of the flattened struct as a whole, such as its name, version and description, are
/// ignored. Two attributes with one name do not compile.
#[proc_macro_derive(Model, attributes(tf, serde))]
pub fn derive_model(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    let mut errors = Errors::default();
    let code = match &input.data {
        Data::Struct(data) if matches!(data.fields, Fields::Unnamed(_)) => {
            errors.over(&data.fields, messages::TUPLE_MODEL);
            quote!()
        }
        Data::Struct(data) => model::derive(&input, data, Place::Struct, &mut errors),
        Data::Enum(data) => {
            errors.push(data.enum_token.span, messages::ENUM_MODEL);
            quote!()
        }
        Data::Union(data) => {
            errors.push(data.union_token.span, messages::UNION);
            quote!()
        }
    };
    let serde = serde::assertion(&input, Place::Struct);
    errors.attach_to(quote!(#code #serde)).into()
}

/// Derives `terrane::Attr` for a type of your own: the type of an attribute's value.
///
/// | on | the value is |
/// |---|---|
/// | a struct with one unnamed field: `struct Port(u16);` | the value of the field, with validators and an equality of its own |
/// | an enum without fields | a string, one of the names of the variants |
/// | a struct with named fields | an object without a schema of its own |
///
/// A struct with `#[derive(Model)]` is the type of an attribute, too: a nested attribute, whose parts are attributes themselves.
///
/// `#[tf(crate = toolkit::terrane)]` is the path of this crate, for authors whose own crate re-exports it.
///
/// # A type over another one
///
/// | `#[tf(..)]` | meaning |
/// |---|---|
/// | `equal` | the type has an equality of its own: `terrane::Equal` |
/// | `validate(range(1..), ..)` | validators of known values, wherever the type is used |
///
/// # An enum
///
/// `#[tf(name = "..")]` on a variant is the string. Without it, the string is the variant's name in snake case.
///
/// # An object
///
/// `Vec<Certificate>` is a plain attribute of type `list(object)`, and `BTreeMap<String, Vec<Certificate>>` of type `map(list(object))`. Both protocols support
/// it, at any depth. The attributes of an object are set together, so options, `Computed` and `Sensitive` belong to the field that holds the object. Its
/// fields are `T` or `Option<T>`, with `name`, `as` or `with`. A `name` may be any text, such as `name = "Content-Type"`. An `Option` may be null, but hosts
/// have no optional attributes in such a type: configurations must write `valid = null`.
#[proc_macro_derive(Attr, attributes(tf, serde))]
pub fn derive_attr(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    let mut errors = Errors::default();
    let (code, place) = match &input.data {
        Data::Struct(data) if matches!(data.fields, Fields::Unnamed(_)) => {
            (transparent::derive(&input, data, &mut errors), Place::Tuple)
        }
        Data::Struct(data) => {
            let code = model::derive(&input, data, Place::Object, &mut errors);
            (code, Place::Object)
        }
        Data::Enum(data) => (choice::derive(&input, data, &mut errors), Place::Enum),
        Data::Union(data) => {
            errors.push(data.union_token.span, messages::UNION);
            (quote!(), Place::Struct)
        }
    };
    let serde = serde::assertion(&input, place);
    errors.attach_to(quote!(#code #serde)).into()
}

/// Turns a Rust function into a function of a provider. The Rust function stays callable.
///
/// A type of the same name implements `terrane::Function`, for `Registry::function`. The doc comment's first line is the
/// summary, and the whole comment the description. Doc comments of parameters are their descriptions. A parameter is `T`, `Option<T>` (null allowed) or
/// `Value<T>` (null and unknown allowed). The last one may be `#[variadic]`, a collection of all further arguments. The function
/// returns `T` or `Result<T>` and may be `async`. `#[tf(validate(len(1..)))]` on a parameter checks its arguments, and `#[tf(name = "inputValue")]` is its name
/// in the documentation and in messages, which may be any text.
///
/// `#[function(summary = "..")]` sets another summary, or none, and `#[function(plain)]` makes the description plain text, `#[tf(plain)]` that of a parameter.
/// `#[function(name = "..")]` gives it another name, `#[function(deprecated = "..")]` deprecates it, and `#[function(since = "1.2")]`
/// documents the version of the provider that added it. `#[function(provider = Zoo)]` gives it the
/// configured provider as its first parameter, `&Zoo`; only OpenTofu calls such functions. `#[function(crate = toolkit::terrane)]` is the path of this
/// crate, for authors whose own crate re-exports it.
#[proc_macro_attribute]
pub fn function(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let code = function::expand(arguments.into(), item.into(), &mut errors);
    errors.attach_to(code).into()
}

/// Completes an `impl Provider` with everything but its own parts.
///
/// The argument is the address of the provider. An item that the implementation has stays as it is. Otherwise:
///
/// | item | is |
/// |---|---|
/// | `VERSION` | the version of the package |
/// | `Config` | the type of the settings that `configure` gets, or `()` |
/// | `configure` | `Self::default()`, for a provider without settings |
///
/// `#[provider("..", crate = toolkit::terrane)]` is the path of this crate, for authors whose own crate re-exports it.
#[proc_macro_attribute]
pub fn provider(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let code = provider::expand(arguments.into(), item.into(), &mut errors);
    errors.attach_to(code).into()
}
