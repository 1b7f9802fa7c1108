//! Functions whose results come later.

use terrane_hcl::value::{Mark, Value};
use terrane_hcl::{
    CallError, DeferredCall, DeferredFunction, DeferredFunctions, Parameter, Scope, Signature,
    Source, evaluate, syntax,
};
use terrane_value::Type;

fn functions() -> DeferredFunctions<'static> {
    let parameter = |ty| Parameter {
        name: "number".into(),
        ty,
    };
    let signature = Signature {
        parameters: vec![parameter(Type::Number)],
        variadic: Some(parameter(Type::Dynamic)),
    };
    let mut function = DeferredFunction::new(signature, Type::Number);
    function.nullable = vec![1];
    DeferredFunctions::new().with_function("provider::math::next", function)
}

/// Evaluates an expression until no call is open. Returns the value, or the first error, with the calls of each evaluation.
fn run(expression: &str) -> (Result<Value, String>, Vec<Vec<DeferredCall>>) {
    let functions = functions();
    let scope = Scope::new()
        .with_variable("secret", Value::from(1_i64).with_mark(Mark::Sensitive))
        .with_variable("unknown", Value::unknown(Type::Number))
        .with_functions(&functions);
    let source = Source::detached("x", expression.to_owned());
    let expression = syntax::parse_expression(&source)
        .into_result()
        .expect("an expression");
    let mut rounds = Vec::new();
    loop {
        let (value, diagnostics) = evaluate(&expression, &scope);
        let calls = functions.take_calls();
        if calls.is_empty() {
            let result = match diagnostics.first() {
                None => Ok(value),
                Some(error) => Err(error.summary.to_string()),
            };
            return (result, rounds);
        }
        for call in &calls {
            let number = call.arguments[0]
                .as_number()
                .and_then(|number| number.to_i64());
            let result = match number {
                Some(number) if number < 10 => Ok(Value::from(number + 1)),
                _ => Err(CallError::new("the number is too great")),
            };
            functions.resolve(call.clone(), result);
        }
        rounds.push(calls);
    }
}

#[test]
fn independent_calls_are_noted_together_and_equal_ones_once() {
    let (value, rounds) =
        run("[provider::math::next(1), provider::math::next(2), provider::math::next(\"1\")]");
    let numbers = [2_i64, 3, 2].map(Value::from).to_vec();
    assert_eq!(value, Ok(Value::tuple(numbers)));
    assert_eq!(rounds.iter().map(Vec::len).collect::<Vec<_>>(), [2]);
}

#[test]
fn nested_calls_take_one_evaluation_each() {
    let (value, rounds) = run("provider::math::next(provider::math::next(1) + 1)");
    assert_eq!(value, Ok(4_i64.into()));
    assert_eq!(rounds.len(), 2);
}

#[test]
fn errors_of_a_result_are_errors_of_the_call() {
    let (value, _) = run("provider::math::next(10)");
    assert_eq!(value, Err("Error in function call".to_owned()));
}

#[test]
fn marks_unknown_values_and_null_never_reach_the_function() {
    let (value, rounds) = run("provider::math::next(secret)");
    assert_eq!(value, Ok(Value::from(2_i64).with_mark(Mark::Sensitive)));
    assert_eq!(rounds[0][0].arguments, [Value::from(1_i64)]);
    let (value, rounds) = run("provider::math::next(unknown)");
    assert_eq!(value, Ok(Value::unknown(Type::Number)));
    assert!(rounds.is_empty());
    let (value, rounds) = run("provider::math::next(1, [unknown])");
    assert_eq!(value, Ok(Value::unknown(Type::Number)));
    assert!(rounds.is_empty());
    assert_eq!(run("provider::math::next(1, null)").0, Ok(2_i64.into()));
    let (value, _) = run("provider::math::next(null)");
    assert_eq!(value, Err("Invalid function argument".to_owned()));
}

#[test]
fn results_of_another_type_than_promised_are_errors() {
    let functions = functions();
    let scope = Scope::new().with_functions(&functions);
    let source = Source::detached("x", "provider::math::next(1)");
    let expression = syntax::parse_expression(&source)
        .into_result()
        .expect("an expression");
    let (value, _) = evaluate(&expression, &scope);
    assert!(value.is_unknown());
    for call in functions.take_calls() {
        functions.resolve(call, Ok("two".into()));
    }
    let (_, diagnostics) = evaluate(&expression, &scope);
    assert_eq!(diagnostics[0].summary, "Error in function call");
    assert!(
        diagnostics[0].detail.contains("string instead of number"),
        "{diagnostics:?}"
    );
}

#[test]
fn many_calls_take_linear_time() {
    let functions = functions();
    let numbers = (0..20_000_i64).map(Value::from).collect();
    let scope = Scope::new()
        .with_variable("numbers", Value::list(numbers))
        .with_functions(&functions);
    let source = Source::detached(
        "x",
        "[for n in numbers : provider::math::next(0, \"${n}\")]",
    );
    let expression = syntax::parse_expression(&source)
        .into_result()
        .expect("an expression");
    evaluate(&expression, &scope);
    let calls = functions.take_calls();
    assert_eq!(calls.len(), 20_000);
    for call in calls {
        functions.resolve(call, Ok(1_i64.into()));
    }
    let (value, diagnostics) = evaluate(&expression, &scope);
    assert!(diagnostics.is_empty() && value.is_wholly_known());
    assert!(functions.take_calls().is_empty());
}
