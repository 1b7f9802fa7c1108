//! The functions that `#[function]` generates.

use std::collections::BTreeMap;
use std::num::ParseIntError;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use terrane::function::Function;
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

fn call<F: Function<Provider = ()>>(arguments: impl IntoIterator<Item = Value>) -> Result<Value> {
    let mut call = pin!(F::call(arguments.into_iter().collect(), &()));
    match call.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(result) => result,
        Poll::Pending => panic!("the functions of this test never wait"),
    }
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
        at(call::<count_legs>([Value::unknown(), Value::Null])),
        Some(0)
    );
    let failed = call::<parse>(["x".into()]).unwrap_err();
    assert_eq!(
        (failed.argument_index(), failed.to_string().as_str()),
        (None, "invalid digit found in string")
    );
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
