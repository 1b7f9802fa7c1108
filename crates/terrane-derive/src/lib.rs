//! The derive and attribute macros of terrane.
//!
//! Every macro works in three steps: it parses its input to settings that remember where they were written, checks
//! them against each other, and expands. What depends on a type is left to the type system: the expansion asks the traits of
//! `terrane::attr`, so that aliases work, and asserts at compile time what no trait can say. Mistakes of one item are collected
//! and shown together; every message is in `message.rs`.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "the syntax of Rust has many forms, of which few concern the macros"
)]

mod arguments;
mod choice;
mod docs;
mod errors;
mod function;
mod message;
mod model;
mod name;
mod planning;
mod settings;
mod transparent;
mod validators;

use proc_macro::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Fields, parse_macro_input};

use crate::errors::Errors;

/// Makes a schema of a struct with named fields, a type over another one of a struct with one unnamed field, or a one-of string of an enum
/// without fields.
///
/// For a struct `Pet` it implements `terrane::Model` and makes `PetDraft`, where every field may be null or unknown; `PetComputed`
/// with `with_computed` of `Pet` and `PetDraft`, if fields are computed; `PetKey`, if fields are marked `key` or `identity`; and the paths for `terrane::path!`.
/// Doc comments become descriptions.
///
/// # On the struct
///
/// | `#[tf(..)]` | meaning |
/// |---|---|
/// | `name = "pet"` | the name without the provider's prefix; without it the struct's name in snake case |
/// | `deprecated = "use .."` | deprecates it |
/// | `version = 2` | the version of the stored form; without it 0 |
/// | `version = 2, previous = PetV1` | the model of the version before, from which `impl From<PetV1> for Pet` goes on |
/// | `version = 2, history = function` | the versions before, each with its way to this one, from `fn() -> History<Pet>` |
/// | `identity_version = 1` | the version of the identity, which rises when its fields change; without it 0 |
/// | `identity_version = 1, identity_history = function` | the identity's versions before, from `fn() -> History<PetKey>` |
/// | `exactly_one_of(content, source)` | one of the fields is set, and no other |
/// | `at_least_one_of(..)` | one is set, or several |
/// | `at_most_one_of(..)`, `conflicts(..)` | no two are set |
/// | `all_or_none(..)` | all are set, or none |
/// | `requires(owner, group)` | where the first is set, so are the others |
/// | `sum_of(total, a, b)`, `at_least_sum_of(..)`, `at_most_sum_of(..)` | the first whole number is the sum of the others, or more, or less |
/// | `product_of(total, a, b)` | the first whole number is the product of the others |
/// | `filled` | `create` fills all computed fields: it returns `Filled<Pet>`, which only `plan.filled(PetComputed { .. })` makes |
/// | `settle` | the resource has a settle step: `Resource::settle` |
/// | `prefer_write_only(password, password_wo)` | who sets the first is told of its write-only twin, where the host knows such attributes |
///
/// Relations between fields are checked for each object of the model, wherever it stands. A violated relation is one error that names all
/// its fields, reported as soon as no value of the unknown ones can satisfy it.
///
/// # On a struct with one unnamed field
///
/// | `#[tf(..)]` | meaning |
/// |---|---|
/// | `transparent` | a type of your own over the one inside: the same attribute |
/// | `equal` | values may mean the same though they differ: asks `terrane::attr::Equal` |
/// | `validate(range(1..), ..)` | checks of known values, wherever the type is used |
///
/// # On a field
///
/// | `#[tf(..)]` | on | meaning |
/// |---|---|---|
/// | `name = "type"` | all | the attribute's name; without it the field's |
/// | `deprecated = "use .."` | all | deprecates it |
/// | `validate(len(1..=64), ..)` | all | checks of known values, from `terrane::validate` or your own |
/// | `replace`, `replace(if_configured)`, `replace(if = function)` | all | a change replaces the object instead of updating it; so does a new element that has a value there, and the removal of an element does not |
/// | `changes_with(name, diet.kcal)` | `Computed<..>` | an update keeps the value unless one of these fields changes |
/// | `unknown(prefix = "pet-")`, `unknown(len(1..))`, `unknown(range(0..))` | `Computed<..>` | what is known of the value while it is not |
/// | `plan = function` | all | code that sees the planned value and may change it: `terrane::plan::Modify` |
/// | `align = name` | `Vec<M>`, `Set<M>` | the field of `M` by which prior and planned elements belong together; of those with the same value, first the ones that are the same otherwise, then the others in their order |
/// | `counts(password)` | `Computed<i64>` | counts the changes of a `WriteOnly<..>` field of the same model, so that an update sees them |
/// | `empty_is_null` | `Option` of a collection | an empty one and none mean the same: what the API makes of it is no change |
/// | `timeouts(create = "10m", update)` | `Timeouts` | the operations that can have a timeout, and their defaults: also `read`, `open`, `list`, `invoke` |
/// | `default = 4`, `default = sizes()` | `T` | the value where the configuration leaves it out: an expression |
/// | `key` | `T`, `Computed<T>` | a part of `PetKey`, by which an object is read and deleted; an update keeps a computed one |
/// | `key(optional)` | `T`, `Computed<T>` | the same, but an older state may lack it: an `Option` in `PetKey` |
/// | `identity` | `T`, `Computed<T>` | a part of the key, and a part of the identity that hosts know: objects can be imported by it |
/// | `identity(optional)` | `T`, `Computed<T>` | the same, but an import may leave it out: an `Option` in `PetKey` |
/// | `identity(mutable)`, `key(mutable)` | `T`, `Computed<T>` | the same, but it may change while the object stays the same one |
/// | `identity(name = "account_id")` | `T`, `Computed<T>` | the same, under another name in the identity |
/// | `identity(only)` | `Computed<T>` | a part of the identity that is no attribute: an `Option` in `PetKey` |
/// | `keep` | `Computed<..>` | an update keeps the value |
/// | `optional` | `Computed<..>` | the configuration may set it too |
/// | `computed` | an alias of `Computed<..>` | says what the macro cannot see |
/// | `env = "ZOO_URL"` | `T`, `Option<T>` of a provider's settings | the variable to use where the configuration leaves it out |
/// | `required` | `WriteOnly<..>` | the configuration must set it |
/// | `as = String` | a type that is `FromStr` and `Display` | a string of that form |
/// | `with = module` | any type | read with `decode(Attr) -> Result<T, impl Display>` and written with `encode(&T) -> Attr` of the module, which has a `type Attr` |
/// | `flatten` | a model | its fields are attributes of this model, as if they were written here |
/// | `flatten, computed`, `flatten, key` | a model | the same, and its computed fields are in `PetComputed`, its key is in `PetKey` |
/// | `block` | a model, or a collection of them | a nested block instead of a nested attribute |
/// | `block` | `Computed<..>` of these, in a resource | a nested block that the provider fills where none is configured; all its fields are `Computed` too |
/// | `block, group` | a model | a block that is always there |
/// | `block, items(1..=3)` | a list or set of models | how many blocks there may be |
///
/// # Identities
///
/// An object has one key for as long as it lives. So an update keeps a computed part of it without `keep`, and a read or an update that
/// returns another identity is refused, unless each part that differs is `mutable`. `replace` or `mutable` belongs to a part that the
/// configuration sets.
///
/// A field with `identity(only)` is no attribute: no configuration and no state has it. The provider fills it like any `Computed<..>` field, and the
/// key hands it back. It comes from the identity that the host sends, or, with hosts that store none, from the private state. An object that
/// was stored before the field existed lacks it, hence the `Option` in `PetKey`.
///
/// `identity_version` is apart from `version`. An identity of an older version goes through `identity_history`; without an entry for its version
/// the next plan or read makes the identity of the state.
///
/// # Nested attributes and protocol 5
///
/// A model as a field's type is a nested attribute, which only protocol 6 has: hosts that ask for protocol 5 refuse a provider with any. A provider
/// for both uses blocks, for `Timeouts` too. A nested attribute holds nested attributes only, no blocks.
///
/// # Equality of floats
///
/// Two numbers are equal for an `f64` attribute if the float nearest to both is the same. Then the digits that are configured, planned or stored
/// stay, such as all of those of `1 / 3`, and there is no change. Every other float is another value, however near: an API that returns
/// `0.30000000000000004` for a configured `0.3` shows a change. Where such values mean the same, round what `read` returns, or use a type of your own with
/// `#[tf(transparent, equal)]`. `Number` keeps and compares all digits. A configured number beyond the range of a float is refused, and a NaN that the
/// provider returns becomes null.
///
/// # Flattened models
///
/// Several models may share a part of their attributes, and what these demand of each other. The field's name is for Rust alone: hosts see
/// one object, and `path!` of `common.year` is `year`. In `PetDraft` the field is the flattened model's draft, in `PetComputed` its
/// computed fields, in `PetKey` its key. What is said of the flattened struct as a whole, such as its name, version and description, is
/// left to this one. Two attributes of one name do not compile.
///
/// # On an enum's variant
///
/// `#[tf(name = "..")]` is the string; without it the variant's name in snake case.
#[proc_macro_derive(Schema, attributes(tf))]
pub fn derive_schema(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    let mut errors = Errors::default();
    let code = match &input.data {
        Data::Struct(data) if matches!(data.fields, Fields::Unnamed(_)) => {
            transparent::derive(&input, data, &mut errors)
        }
        Data::Struct(data) => model::derive(&input, data, &mut errors),
        Data::Enum(data) => choice::derive(&input, data, &mut errors),
        Data::Union(data) => {
            errors.push(data.union_token.span, message::UNION);
            quote!()
        }
    };
    errors.beside(code).into()
}

/// Makes a provider's function of a Rust function, which stays callable as it is.
///
/// A type of the same name implements `terrane::Function`, for `Registry::function`. The doc comment's first line is the
/// summary, all of it the description; doc comments of parameters are theirs. A parameter is `T`, `Option<T>` (null allowed) or
/// `Value<T>` (null and unknown allowed); the last one may be `#[variadic]`, a collection of all further arguments. The function
/// returns `T` or `Result<T>` and may be `async`. `#[tf(validate(len(1..)))]` on a parameter checks its arguments.
///
/// `#[function(name = "..")]` gives it another name, `#[function(deprecated = "..")]` deprecates it. `#[function(provider = Zoo)]` gives it the
/// configured provider as its first parameter, `&Zoo`; only OpenTofu calls such functions.
#[proc_macro_attribute]
pub fn function(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let code = function::expand(arguments.into(), item.into(), &mut errors);
    errors.beside(code).into()
}
