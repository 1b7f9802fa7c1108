//! The functions that `#[function]` generates.

use std::collections::BTreeMap;
use std::num::ParseIntError;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use terrane::Function;
use terrane::prelude::*;
use terrane_protocol::schema::Description;
use terrane_value::Type;

/// Turns a pet's name into a URL slug.
///
/// Words are joined with dashes.
#[function]
fn slug(
    /// The pet's name.
    name: String,
    #[variadic] more: Vec<String>,
) -> Result<String> {
    if name.is_empty() {
        return Err(Error::argument(0, "must not be empty"));
    }
    Ok(std::iter::once(name)
        .chain(more)
        .collect::<Vec<_>>()
        .join("-")
        .to_lowercase())
}

#[function(name = "legs", deprecated = "use `count`")]
async fn count_legs(mut pets: i64, each: Option<i64>) -> Option<i64> {
    pets *= each?;
    std::future::ready(Some(pets)).await
}

#[function]
fn parse(text: String) -> std::result::Result<i64, ParseIntError> {
    text.parse()
}

#[function]
fn r#move(value: Value<bool>) -> Value<bool> {
    value
}

#[function]
fn answer() -> u8 {
    42
}

/// Counts.
#[function]
fn distinct(#[variadic] all: Set<Option<String>>) -> i64 {
    all.iter().flatten().count() as i64
}

/// Swaps.
#[function]
fn swap(pair: (String, i64)) -> (i64, String) {
    (pair.1, pair.0)
}

/// Counts.
#[function]
fn count(all: Vec<Dynamic>, by_name: Option<BTreeMap<String, Dynamic>>) -> i64 {
    (all.len() + by_name.map_or(0, |all| all.len())) as i64
}

/// Joins texts.
#[function(summary = "")]
fn arguments(
    /// The first text.
    #[tf(name = "inputValue")]
    argument: String,
    #[tf(name = "any name")]
    #[variadic]
    provider: Vec<String>,
) -> String {
    argument + &provider.concat()
}

fn call<F: Function<Provider = ()>>(arguments: impl IntoIterator<Item = Value>) -> Result<Value> {
    let mut call = pin!(F::call(arguments.into_iter().collect(), &()));
    match call.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(result) => result,
        Poll::Pending => panic!("the functions of this test never wait"),
    }
}

#[test]
fn parameters_have_any_names_and_a_summary_may_be_empty() {
    let signature = <arguments as Function>::signature();
    assert_eq!(signature.summary, "");
    assert_eq!(signature.description, Description::markdown("Joins texts."));
    assert_eq!(&*signature.parameters[0].name, "inputValue");
    let variadic = signature.variadic.map(|it| it.name);
    assert_eq!(variadic.as_deref(), Some("any name"));
    assert_eq!(
        call::<arguments>(["a".into(), "b".into(), "c".into()]).unwrap(),
        Value::from("abc")
    );
}

#[test]
fn the_function_stays_callable() {
    assert_eq!(
        slug("Old".to_owned(), vec!["Tom".to_owned()]).unwrap(),
        "old-tom"
    );
    assert_eq!(answer(), 42);
}

#[test]
fn the_name_is_that_of_the_function_or_of_the_attribute() {
    assert_eq!(slug::NAME, "slug");
    assert_eq!(count_legs::NAME, "legs");
    assert_eq!(r#move::NAME, "move");
}

#[test]
fn the_signature_has_types_and_documentation() {
    let signature = slug::signature();
    assert_eq!(signature.summary, "Turns a pet's name into a URL slug.");
    assert_eq!(
        signature.description.text,
        "Turns a pet's name into a URL slug.\n\nWords are joined with dashes."
    );
    assert_eq!(signature.returns, Type::String);
    assert_eq!(signature.deprecation, None);
    let [name] = signature.parameters.as_slice() else {
        panic!("{:?}", signature.parameters)
    };
    assert_eq!(
        (
            name.name.as_str(),
            &name.ty,
            name.allow_null,
            name.allow_unknown
        ),
        ("name", &Type::String, false, false)
    );
    assert_eq!(name.description.text, "The pet's name.");
    let more = signature.variadic.unwrap();
    assert_eq!((more.name.as_str(), &more.ty), ("more", &Type::String));
    assert_eq!(more.description.text, "");
}

#[test]
fn parameters_take_null_and_unknown_where_their_type_does() {
    let signature = count_legs::signature();
    assert_eq!(signature.deprecation.as_deref(), Some("use `count`"));
    assert_eq!(signature.summary, "");
    let taken: Vec<_> = signature
        .parameters
        .iter()
        .map(|it| (it.name.as_str(), it.allow_null, it.allow_unknown))
        .collect();
    assert_eq!(taken, [("pets", false, false), ("each", true, false)]);
    let any = r#move::signature();
    assert!(any.parameters[0].allow_null && any.parameters[0].allow_unknown);
    assert_eq!(any.parameters[0].name, "value");
    let element = distinct::signature().variadic.unwrap();
    assert_eq!((element.ty, element.allow_null), (Type::String, true));
}

#[test]
fn arguments_go_by_position_and_the_rest_is_collected() {
    assert_eq!(
        call::<slug>(["A".into(), "B".into(), "C".into()]).unwrap(),
        "a-b-c".into()
    );
    assert_eq!(call::<slug>(["A".into()]).unwrap(), "a".into());
    assert_eq!(call::<count_legs>([3.into(), 4.into()]).unwrap(), 12.into());
    assert_eq!(
        call::<count_legs>([3.into(), Value::Null]).unwrap(),
        Value::Null
    );
    assert_eq!(call::<answer>([]).unwrap(), 42.into());
    assert_eq!(
        call::<r#move>([Value::unknown()]).unwrap(),
        Value::unknown()
    );
    assert_eq!(
        call::<distinct>(["a".into(), Value::Null]).unwrap(),
        1.into()
    );
}

#[test]
fn tuples_are_taken_and_returned() {
    let signature = swap::signature();
    let pair = Type::tuple([Type::String, Type::Number]);
    assert_eq!(signature.parameters[0].ty, pair);
    assert_eq!(signature.returns, Type::tuple([Type::Number, Type::String]));
    let argument = Value::tuple([Value::from("a"), 1.into()]);
    let swapped = Value::tuple([Value::from(1), "a".into()]);
    assert_eq!(call::<swap>([argument]).unwrap(), swapped);
}

#[test]
fn f7_parameters_may_be_collections_of_any_one_type() {
    let signature = count::signature();
    assert_eq!(signature.parameters[0].ty, Type::list(Type::Dynamic));
    assert_eq!(signature.parameters[1].ty, Type::map(Type::Dynamic));
    let one: Value = terrane_value::Typed {
        ty: Type::Number,
        value: 1.into(),
    }
    .into();
    let all = Value::list([one.clone(), one]);
    assert_eq!(call::<count>([all, Value::Null]).unwrap(), 2.into());
}

#[test]
fn errors_name_the_argument() {
    let at = |result: Result<Value>| result.unwrap_err().argument_index();
    assert_eq!(at(call::<slug>(["".into()])), Some(0));
    assert_eq!(at(call::<slug>([])), Some(0));
    assert_eq!(
        at(call::<slug>(["a".into(), "b".into(), 1.into()])),
        Some(2)
    );
    assert_eq!(at(call::<count_legs>([1.into(), true.into()])), Some(1));
    assert_eq!(
        at(call::<count_legs>([Value::unknown(), true.into()])),
        Some(1)
    );
    let failed = call::<parse>(["x".into()]).unwrap_err();
    assert_eq!(
        (failed.argument_index(), failed.to_string().as_str()),
        (None, "invalid digit found in string")
    );
}

/// An object that is one value.
#[derive(Attr, Debug, Clone)]
struct Leash {
    /// Its colour.
    colour: Option<String>,
    /// Its length.
    length: i64,
}

/// An animal, of which the name may be unknown.
#[derive(Model, Debug)]
struct Animal {
    /// Its name.
    name: Value<String>,
    /// Its legs.
    legs: i64,
}

/// Declares functions with one parameter, which no argument of the test may reach.
macro_rules! never_called {
    ($($name:ident: $ty:ty;)*) => {$(
        #[function]
        fn $name(argument: $ty) -> bool {
            panic!("called with {argument:?}")
        }
    )*};
}

never_called! {
    known_list: Value<Vec<String>>;
    known_set: Value<Set<i64>>;
    known_map: Value<BTreeMap<String, String>>;
    known_lists: Option<Vec<Vec<String>>>;
    known_tuple: Value<(String, i64)>;
    known_dynamic: Value<Dynamic>;
    known_dynamics: Value<Vec<Dynamic>>;
    known_object: Value<Leash>;
    known_objects: Value<BTreeMap<String, Leash>>;
    known_model: Value<Animal>;
    known_text: String;
    partial_list: Partial<Vec<String>>;
    partial_or_null: Option<Partial<Vec<String>>>;
}

fn map<const COUNT: usize>(entries: [(&str, Value); COUNT]) -> Value {
    let entries = entries.map(|(key, value)| (key.to_owned(), value));
    Value::Known(terrane_value::Data::Map(entries.into_iter().collect()))
}

fn dynamic(ty: Type, value: Value) -> Value {
    terrane_value::Typed { ty, value }.into()
}

/// A leash of which the given attribute is unknown.
fn leash(unknown: &str) -> Value {
    let part = |name, value: Value| {
        if name == unknown {
            (name, Value::unknown())
        } else {
            (name, value)
        }
    };
    Value::object([part("colour", "red".into()), part("length", 2.into())])
}

#[test]
fn f4_an_unknown_part_that_a_type_cannot_represent_makes_the_result_unknown_without_a_call() {
    let part = || Value::list([Value::from("a"), Value::unknown()]);
    let objects = Type::object([("a", Type::String)]);
    let object = Value::object([("a", Value::unknown())]);
    let animal = Value::object([("name", Value::from("Rex")), ("legs", Value::unknown())]);
    for result in [
        call::<known_list>([part()]),
        call::<known_set>([Value::set([Value::from(1), Value::unknown()])]),
        call::<known_map>([map([("a", Value::unknown())])]),
        call::<known_lists>([Value::list([part()])]),
        call::<known_tuple>([Value::tuple([Value::from("a"), Value::unknown()])]),
        call::<known_dynamic>([dynamic(objects.clone(), object.clone())]),
        call::<known_dynamics>([Value::list([dynamic(objects, object)])]),
        call::<known_object>([leash("length")]),
        call::<known_objects>([map([("a", leash("colour"))])]),
        call::<known_model>([animal]),
        call::<known_text>([Value::unknown()]),
        call::<partial_list>([Value::unknown()]),
        call::<partial_or_null>([Value::unknown()]),
    ] {
        assert_eq!(result.unwrap(), Value::unknown());
    }
}

#[function]
fn known_texts(texts: Partial<Vec<String>>) -> Partial<Vec<String>> {
    texts
}

#[function]
fn known_numbers(numbers: Value<Partial<Set<i64>>>) -> i64 {
    match numbers {
        Value::Known(numbers) => numbers.0.iter().filter_map(Value::known).sum(),
        Value::Null => -1,
        Value::Unknown(_) => -2,
    }
}

#[function]
fn known_names(names: Option<Partial<BTreeMap<String, String>>>) -> Option<i64> {
    let names = names?.0;
    Some(names.values().filter(|name| name.is_known()).count() as i64)
}

#[function]
fn known_pair(pair: Partial<(String, i64)>) -> Value<i64> {
    pair.0.1
}

#[function]
fn known_colour(leash: Partial<Leash>) -> Value<String> {
    leash.0.colour
}

#[function]
fn known_legs(animal: Value<Animal>) -> Option<i64> {
    animal.known().map(|animal| animal.legs)
}

#[function]
fn is_known(value: Value<Partial<Dynamic>>) -> bool {
    value
        .known()
        .is_some_and(|value| value.0.value().is_wholly_known())
}

#[function]
fn known_lengths(#[variadic] all: Vec<Partial<Vec<String>>>) -> i64 {
    all.iter().map(|one| one.0.len() as i64).sum()
}

#[test]
fn f4_a_partial_parameter_gets_the_known_parts() {
    let part = || Value::list([Value::from("a"), Value::unknown(), Value::Null]);
    assert_eq!(call::<known_texts>([part()]).unwrap(), part());
    let numbers = Value::set([Value::from(1), Value::from(2), Value::unknown()]);
    assert_eq!(call::<known_numbers>([numbers]).unwrap(), 3.into());
    assert_eq!(call::<known_numbers>([Value::Null]).unwrap(), (-1).into());
    assert_eq!(
        call::<known_numbers>([Value::unknown()]).unwrap(),
        (-2).into()
    );
    let names = map([("a", Value::from("x")), ("b", Value::unknown())]);
    assert_eq!(call::<known_names>([names]).unwrap(), 1.into());
    assert_eq!(call::<known_names>([Value::Null]).unwrap(), Value::Null);
    let pair = Value::tuple([Value::unknown(), 7.into()]);
    assert_eq!(call::<known_pair>([pair]).unwrap(), 7.into());
    assert_eq!(
        call::<known_colour>([leash("length")]).unwrap(),
        "red".into()
    );
    assert_eq!(
        call::<known_colour>([leash("colour")]).unwrap(),
        Value::unknown()
    );
    let animal = Value::object([("name", Value::unknown()), ("legs", 4.into())]);
    assert_eq!(call::<known_legs>([animal]).unwrap(), 4.into());
    let list = dynamic(Type::list(Type::String), part());
    assert_eq!(call::<is_known>([list]).unwrap(), false.into());
    assert_eq!(call::<known_lengths>([part(), part()]).unwrap(), 6.into());
    assert_eq!(
        call::<known_lengths>([part(), Value::unknown()]).unwrap(),
        Value::unknown()
    );
}

#[test]
fn f4_hosts_call_a_function_with_unknown_parts_where_its_parameter_is_partial() {
    fn accepts<F: Function>() -> (bool, bool) {
        let signature = F::signature();
        let first = signature
            .parameters
            .first()
            .or(signature.variadic.as_ref())
            .unwrap();
        (first.allow_null, first.allow_unknown)
    }
    assert_eq!(accepts::<known_texts>(), (false, true));
    assert_eq!(accepts::<known_numbers>(), (true, true));
    assert_eq!(accepts::<known_names>(), (true, true));
    assert_eq!(accepts::<known_lengths>(), (false, true));
    assert_eq!(accepts::<known_list>(), (true, true));
    assert_eq!(accepts::<known_lists>(), (true, false));
    let ty = |signature: terrane::dynamic::Signature| signature.parameters[0].ty.clone();
    assert_eq!(ty(known_texts::signature()), Type::list(Type::String));
    assert_eq!(known_texts::signature().returns, Type::list(Type::String));
    assert_eq!(ty(is_known::signature()), Type::Dynamic);
}

#[test]
fn f2_a_wrong_known_part_is_an_error_although_another_part_is_unknown() {
    let part = Value::list([Value::unknown(), Value::from(1)]);
    let error = call::<known_texts>([part]).unwrap_err();
    assert_eq!(error.argument_index(), Some(0));
    let wrong = call::<count_legs>([Value::unknown(), "x".into()]).unwrap_err();
    assert_eq!(wrong.argument_index(), Some(1));
}

/// Measures a `lake`.
#[function(plain, summary = "Measure")]
fn measure(
    /// Its `name`.
    #[tf(plain)]
    name: String,
) -> i64 {
    i64::try_from(name.len()).unwrap_or(0)
}

#[test]
fn a_function_may_have_a_summary_of_its_own_and_plain_descriptions() {
    let signature = measure::signature();
    assert_eq!(signature.summary, "Measure");
    assert_eq!(
        signature.description,
        Description::plain("Measures a `lake`.")
    );
    assert_eq!(
        signature.parameters[0].description,
        Description::plain("Its `name`.")
    );
    assert_eq!(measure("Ness".to_owned()), 4);
}
