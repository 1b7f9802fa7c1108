//! Calls of functions that a caller defines.

use terrane_hcl::value::{Mark, Value};
use terrane_hcl::{
    CallError, Caller, Function, Functions, Parameter, Scope, Signature, Source, evaluate, syntax,
};
use terrane_value::{Text, Type};

/// A function that returns its first argument, or fails if it is negative.
#[derive(Debug)]
struct First {
    signature: Signature,
}

impl Function for First {
    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn call(&self, arguments: &[Value], caller: &dyn Caller) -> Result<Value, CallError> {
        match &arguments[0] {
            value if value.as_number().is_some_and(|number| number.is_negative()) => {
                Err(CallError::argument(0, "it is negative"))
            }
            value if value.as_number().is_some_and(|number| number.is_zero()) => {
                Err(CallError::new("zero"))
            }
            value if value.as_str().is_some() => {
                let source = Source::detached("t", "${a}-${first(1)}");
                let template = syntax::parse_template(&source).value;
                let (value, diagnostics) = caller.evaluate(&template, &arguments[1], &["second"]);
                match diagnostics.first() {
                    Some(error) => Err(CallError::new(error.summary.clone())),
                    None => Ok(value),
                }
            }
            value => Ok(value.clone()),
        }
    }
}

#[derive(Debug)]
struct Own(Vec<(&'static str, First)>);

impl Own {
    fn new() -> Self {
        let parameter = |name: &'static str, ty| Parameter {
            name: Text::from_static(name),
            ty,
        };
        let with = |parameters, variadic| First {
            signature: Signature {
                parameters,
                variadic,
            },
        };
        let any = || Some(parameter("values", Type::Dynamic));
        Self(vec![
            (
                "first",
                with(vec![parameter("number", Type::Number)], any()),
            ),
            (
                "own::first",
                with(vec![parameter("number", Type::Number)], None),
            ),
            ("render", with(vec![parameter("text", Type::String)], any())),
            ("try", with(Vec::new(), any())),
            (
                "can",
                with(vec![parameter("expression", Type::Dynamic)], None),
            ),
            (
                "convert",
                with(
                    vec![
                        parameter("value", Type::Dynamic),
                        parameter("type", Type::Dynamic),
                    ],
                    None,
                ),
            ),
        ])
    }
}

impl Functions for Own {
    fn find(&self, name: &str) -> Option<&dyn Function> {
        let found = self.0.iter().find(|(own, _)| *own == name);
        found.map(|(_, function)| function as &dyn Function)
    }

    fn names(&self) -> Vec<Text> {
        self.0.iter().map(|(name, _)| (*name).into()).collect()
    }
}

fn outcome(expression: &str) -> Result<Value, String> {
    let functions = Own::new();
    let secret = Value::from(3_i64).with_mark(Mark::Sensitive);
    let scope = Scope::new()
        .with_variables([("secret", secret), ("unknown", Value::dynamic())])
        .with_functions(&functions);
    let source = Source::detached("x", expression.to_owned());
    let parsed = syntax::parse_expression(&source).into_result();
    let (value, diagnostics) = evaluate(&parsed.expect("an expression"), &scope);
    match diagnostics.first() {
        Some(error) => {
            let place = source.locate(error.subject.expect("a place"));
            Err(format!("{place}: {}", error.summary))
        }
        None => Ok(value),
    }
}

#[test]
fn arguments_are_converted_counted_and_expanded() {
    assert_eq!(outcome("first(\"2\", [])"), Ok(2_i64.into()));
    assert_eq!(outcome("first([4, 5]...)"), Ok(4_i64.into()));
    assert_eq!(outcome("own::first(1)"), Ok(1_i64.into()));
    let marked = Value::from(3_i64).with_mark(Mark::Sensitive);
    assert_eq!(outcome("first(secret)"), Ok(marked));
    assert_eq!(outcome("first(unknown...)"), Ok(Value::dynamic()));
    for (expression, error) in [
        ("first()", "x:1,7-8: Not enough function arguments"),
        (
            "own::first(1, \"ab\")",
            "x:1,16-18: Too many function arguments",
        ),
        ("first(\"ab\")", "x:1,8-10: Invalid function argument"),
        ("first(-1)", "x:1,7-8: Invalid function argument"),
        ("first((-1))", "x:1,8-9: Invalid function argument"),
        ("first([-1, 2]...)", "x:1,7-14: Invalid function argument"),
        ("first(0)", "x:1,1-7: Error in function call"),
        (
            "first(null...)",
            "x:1,7-11: Invalid expanding argument value",
        ),
        ("first(1...)", "x:1,7-8: Invalid expanding argument value"),
        ("frst(1)", "x:1,1-5: Call to unknown function"),
        ("none::first(1)", "x:1,1-12: Call to unknown function"),
        ("first(x)", "x:1,7-8: Unknown variable"),
    ] {
        assert_eq!(outcome(expression), Err(error.to_owned()), "{expression}");
    }
}

#[test]
fn the_first_argument_without_errors_counts() {
    assert_eq!(outcome("try(x, first(0), 7)"), Ok(7_i64.into()));
    assert_eq!(outcome("try(unknown, 7)"), Ok(Value::dynamic()));
    assert_eq!(outcome("can(first(0))"), Ok(false.into()));
    assert_eq!(outcome("can(first(1))"), Ok(true.into()));
    assert_eq!(outcome("can(unknown)"), Ok(Value::unknown(Type::Bool)));
    let error = "x:1,1-5: Error in function call".to_owned();
    assert_eq!(outcome("try(x, first(0))"), Err(error));
}

#[test]
fn types_are_arguments_of_convert() {
    assert_eq!(outcome("convert(\"1\", number)"), Ok(1_i64.into()));
    let list = Value::list(vec!["1".into(), "a".into()]);
    assert_eq!(outcome("convert([1, \"a\"], list(any))"), Ok(list));
    for (expression, error) in [
        (
            "convert(\"a\", number)",
            "x:1,10-11: Invalid function argument",
        ),
        (
            "convert(1, nothing)",
            "x:1,12-19: Invalid type specification",
        ),
        (
            "convert({}, object({a = optional(number, \"b\")}))",
            "x:1,42-45: Invalid default value for optional attribute",
        ),
    ] {
        assert_eq!(outcome(expression), Err(error.to_owned()), "{expression}");
    }
}

/// The results are those of Terraform 1.15.
#[test]
fn convert_fills_optional_attributes_with_their_defaults() {
    for (expression, equal) in [
        ("convert({}, object({a = optional(number, 1)}))", "{a = 1}"),
        (
            "convert({a = null}, object({a = optional(number, 1)}))",
            "{a = 1}",
        ),
        (
            "convert([{}], list(object({a = optional(object({c = optional(number, 3)}), {})})))",
            "convert([{a = {c = 3}}], list(object({a = object({c = number})})))",
        ),
        (
            "convert([{a = 1}, {}], list(object({a = optional(any, \"x\")})))",
            "convert([{a = \"1\"}, {a = \"x\"}], list(object({a = string})))",
        ),
        (
            "convert({}, object({a = optional(list(any), [1, \"a\"])}))",
            "convert({a = [\"1\", \"a\"]}, object({a = list(string)}))",
        ),
        (
            "convert(null, object({a = optional(number, 1)}))",
            "convert(null, object({a = number}))",
        ),
        (
            "convert({a = {b = null}}, object({a = optional(object({b = optional(string, \"z\")}), {b = \"q\"})}))",
            "{a = {b = \"z\"}}",
        ),
    ] {
        assert_eq!(outcome(expression), outcome(equal), "{expression}");
        assert!(outcome(expression).is_ok(), "{expression}");
    }
    let marked = outcome("convert({a = secret}, object({a = number}))").expect("a value");
    assert!(marked.marks().contains(&Mark::Sensitive));
}

#[test]
fn functions_evaluate_templates_without_some_functions() {
    assert_eq!(outcome("render(\"\", {a = 1})"), Ok("1-1".into()));
    let error = "x:1,1-8: Error in function call".to_owned();
    assert_eq!(outcome("render(\"\", {b = 1})"), Err(error));
}
