//! Short expressions that ask for much work or memory: an error, with little memory. `try` and conditionals do not hide it.
//!
//! `TERRANE_LIMITS=full` is the long form, with the default limits and the time of each expression.

use std::time::Instant;

use terrane_hcl::decode::{Nesting, Schema, decode};
use terrane_hcl::value::Value;
use terrane_hcl::{
    Builtins, Diagnostics, Environment, ResultLimits, Scope, Source, evaluate, syntax,
};
use terrane_value::Type;

/// The most memory that an evaluation may take, in MiB, and the limit of it, which is an estimate.
const MOST_MEMORY: u64 = 256;
const MEMORY: u64 = 110;

const TOO_LARGE: &str = "Evaluation too large";

/// An environment with random numbers and limits.
#[derive(Debug)]
struct Limited(ResultLimits);

impl Limited {
    /// Small limits, which are exceeded soon. The long form has the default limits.
    fn new() -> Self {
        let limits = ResultLimits::default();
        Self(match std::env::var("TERRANE_LIMITS").as_deref() {
            Ok("full") => limits,
            _ => ResultLimits {
                text: limits.text / 20,
                elements: limits.elements / 20,
                steps: limits.steps / 50,
                memory: limits.memory / 20,
                ..limits
            },
        })
    }
}

impl Environment for Limited {
    fn random(&self) -> Option<[u8; 16]> {
        Some([7; 16])
    }

    fn limits(&self) -> ResultLimits {
        self.0
    }
}

/// Evaluates an expression, and checks the memory that it takes at one time.
fn evaluate_in_little_memory(
    text: &str,
    variables: impl IntoIterator<Item = (&'static str, Value)>,
) -> (Value, Diagnostics) {
    let limited = Limited::new();
    let builtins = Builtins::newest(&limited).with_provider("terraform");
    let scope = Scope::new()
        .with_variables(variables)
        .with_functions(&builtins);
    let parsed = syntax::parse_expression(&Source::detached("x", text.to_owned())).into_result();
    let expression = parsed.expect(text);
    let mut result = None;
    let started = Instant::now();
    let memory = allocation_counter::measure(|| result = Some(evaluate(&expression, &scope)));
    let duration = started.elapsed();
    #[expect(clippy::print_stdout, reason = "the long form is a measurement")]
    if std::env::var_os("TERRANE_LIMITS").is_some() {
        println!(
            "{:8.3} s {:5} MiB  {text}",
            duration.as_secs_f64(),
            memory.bytes_max >> 20
        );
    }
    let limit = u64::try_from(limited.0.memory).expect("a number of bytes");
    assert!(
        memory.bytes_max <= limit * MOST_MEMORY / MEMORY,
        "{text}: {} bytes",
        memory.bytes_max
    );
    result.expect("a result")
}

/// Checks that an expression is an error, and returns the last summary.
fn error_with(text: &str, variables: impl IntoIterator<Item = (&'static str, Value)>) -> String {
    let (value, diagnostics) = evaluate_in_little_memory(text, variables);
    if std::env::var_os("TERRANE_LIMITS").is_some() {
        // Some expressions are within the default limits, so the long form checks only the memory.
        return TOO_LARGE.to_owned();
    }
    let errors = || diagnostics.iter().filter(|error| error.is_error());
    assert!(value.is_unknown(), "{text}");
    assert!(errors().count() <= 1001, "{text}");
    errors().next_back().expect(text).summary.to_string()
}

/// Returns a short expression of a value with 2^40 elements, which shares all of its parts.
fn doubled() -> Value {
    (0..40).fold(Value::from("a"), |value, _| {
        Value::tuple(vec![value.clone(), value])
    })
}

/// Much work: nested iterations over a list `n`.
const NESTED: &str = "[for a in n : [for b in n : [for c in n : a]]]";

fn numbers() -> [(&'static str, Value); 1] {
    [("n", Value::tuple((0..300_i64).map(Value::from).collect()))]
}

#[test]
fn nested_iterations_are_limited() {
    for text in [
        NESTED,
        "[for a in n : 1 if [for b in n : b if [for c in n : c] == 1] == 1]",
        "{for a in n : a => {for b in n : b => {for c in n : c => a}}}",
        "{for a in n : 1 => [for b in n : [for c in n : a]]...}",
        "\"%{for a in n}%{for b in n}%{for c in n}text%{endfor}%{endfor}%{endfor}\"",
        "[for a in n : \"%{for b in n}%{for c in n}%{if c == a}text%{endif}%{endfor}%{endfor}\"]",
        "[for a in n : n[*] == [for b in n : n[*]]]",
        "[for a in n : [for b in n : [a, b, n, {c = b}, \"${a}\", -b, a + b, a > b ? a : b]]]",
        "[for a in n : templatestring(t, {n = n})]",
    ] {
        let template = (
            "t",
            Value::from("%{for a in n}%{for b in n}${a}%{endfor}%{endfor}"),
        );
        let variables = numbers().into_iter().chain([template]);
        assert_eq!(error_with(text, variables), TOO_LARGE, "{text}");
    }
}

#[test]
fn texts_and_numbers_of_many_digits_are_limited() {
    for text in [
        "[for a in n : [for b in n : \"${1e19999 + a + b}\"]]",
        "[for a in n : [for b in n : tostring(1e19999 + a)]]",
        "[for a in n : [for b in n : format(\"%d\", 1e9999)]]",
        "[for a in n : [for b in n : 1e-9999 + b == 1e-9999 + a]]",
        "[for a in n : [for b in n : jsonencode(1e9999)]]",
        "[for a in n : [for b in n : tonumber(\"1e-${a}${b}1\") == 1]]",
        "[for a in n : [for b in n : join(\"x\", [for c in n : \"0123456789\"])]]",
    ] {
        assert_eq!(error_with(text, numbers()), TOO_LARGE, "{text}");
    }
    for text in [
        "tostring(1e999999)",
        "\"${1e999999}\"",
        "format(\"%f\", 1e-999999)",
        "jsonencode(1e999999)",
        "jsondecode(\"1e999999\") == 1",
        "\"1e999999\" + 1 == 1",
    ] {
        evaluate_in_little_memory(text, []);
    }
}

#[test]
fn each_number_that_a_function_writes_is_counted() {
    for text in [
        "format(many, 1e9999)",
        "format(many, [1e9999])",
        "formatlist(\"%s %s\", n, 1e9999)",
        "formatlist(\"%d\", [for a in n : 1e9999])",
        "jsonencode([for a in n : 1e9999])",
        "yamlencode({a = [for a in n : 1e9999]})",
        "provider::terraform::encode_expr([for a in n : 1e9999])",
        "provider::terraform::encode_tfvars({a = [for a in n : 1e9999]})",
        "[for a in n : coalesce(1e9999, \"a\")]",
        "{for a in n : \"${1e9999}${a}\" => a}",
    ] {
        let many = ("many", Value::from("%[1]v".repeat(300)));
        let variables = numbers().into_iter().chain([many]);
        assert_eq!(error_with(text, variables), TOO_LARGE, "{text}");
    }
}

#[test]
fn objects_are_limited_by_the_memory_of_their_names_and_types() {
    for text in [
        "[for a in n : [for b in n : {(\"k${a}\") = b}]]",
        "[for a in n : [for b in n : tolist([for c in n : {(\"k${c}\") = c}])]]",
        "[for a in n : [for b in n : {for c in n : \"k${c}\" => c}]]",
        "[for a in n : [for b in n : true ? n : []]]",
    ] {
        assert_eq!(error_with(text, numbers()), TOO_LARGE, "{text}");
    }
}

#[test]
fn functions_are_limited_by_their_work() {
    for text in [
        "bcrypt(\"a\", 31)",
        "[for a in range(1000) : bcrypt(\"a\", 10)]",
        "regex(\"((a{100}){100}){100}\", \"a\")",
        "[for a in range(1000) : regex(\"(?:a?){900}b\", \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa${a}\")]",
        "[for a in range(1000) : sort(range(1000))]",
        "[for a in range(1000) : setproduct(range(100), range(100))]",
        "[for a in range(1000) : matchkeys(range(1000), range(1000), [-1])]",
        "[for a in range(1000) : sha512(join(\"\", range(1000)))]",
        "[for a in range(1000) : flatten([range(1000), range(1000)])]",
        "[for a in range(1000) : distinct(range(1000))]",
        "[for a in range(1000) : jsonencode(range(1000))]",
        "[for a in range(1000) : yamldecode(yamlencode(range(1000)))]",
    ] {
        error_with(text, []);
    }
}

#[test]
fn calls_that_take_long_for_short_arguments_are_limited_soon() {
    for call in [
        "base64gzip(\"a\")",
        "pow(1.1, 300)",
        "format(\"%s\", 1e20)",
        "formatlist(\"%s\", [1e20])",
        "jsonencode({a = [1e20]})",
        "yamlencode([1e20])",
        "provider::terraform::encode_expr([1e20])",
        "provider::terraform::encode_tfvars({a = 1e20})",
        "\"a${1e20}\"",
        "tostring(1e20)",
    ] {
        let text = format!("[for a in range(1000) : {call}]");
        // A shorter call in the same loop is within the limit.
        assert_eq!(
            errors_within(1_000_000, "[for a in range(1000) : abs(1)]"),
            0
        );
        assert_eq!(errors_within(1_000_000, &text), 1, "{text}");
    }
}

/// Evaluates an expression in a number of steps, and returns the number of errors.
fn errors_within(steps: u64, text: &str) -> usize {
    let limited = Limited(ResultLimits {
        steps,
        ..ResultLimits::default()
    });
    let builtins = Builtins::newest(&limited).with_provider("terraform");
    let scope = Scope::new().with_functions(&builtins);
    let parsed = syntax::parse_expression(&Source::detached("x", text.to_owned())).into_result();
    let (_, diagnostics) = evaluate(&parsed.expect(text), &scope);
    diagnostics.len()
}

#[test]
fn values_that_share_their_parts_are_limited_by_all_of_them() {
    for text in [
        "x == y",
        "jsonencode(x)",
        "yamlencode(x)",
        "flatten(x)",
        "sha1(jsonencode(x))",
        "[for a in x : a == y[0]]",
        "convert(x, list(any))",
        "toset(x)",
    ] {
        let variables = [("x", doubled()), ("y", doubled())];
        error_with(text, variables);
    }
}

/// A text of as many parts as one can have that a function splits into its parts.
fn long(part: &str) -> Value {
    let limits = Limited::new().0;
    let most = (limits.text / part.len()).min(limits.elements);
    part.repeat(most - 2).into()
}

/// A text as long as one can be.
fn longest(part: &str) -> Value {
    part.repeat(Limited::new().0.text / part.len() - 1).into()
}

#[test]
fn one_call_with_a_long_text_takes_little_memory() {
    for (text, part) in [
        ("jsondecode(\"[${t}1]\")", "1,"),
        ("jsondecode(\"[${t}1]\")", "[[1],[1]],"),
        ("jsondecode(\"[${t}1]\")", "{\"a\":{}},"),
        ("jsondecode(\"[${t}1]\")", "\"a\","),
        ("yamldecode(\"[${t}1]\")", "[[1],[1]],"),
        ("yamldecode(t)", "- a: 1\n"),
        ("csvdecode(\"a\\n${t}\")", "1\n"),
        ("csvdecode(t)", "a,"),
        ("provider::terraform::decode_tfvars(\"x = [${t}1]\")", "1,"),
        (
            "provider::terraform::decode_tfvars(\"x = [${t}1]\")",
            "[[1],{a=1}],",
        ),
        ("templatestring(t, {})", "${1}"),
        ("templatestring(t, {})", "%{if true}a%{endif}"),
        ("templatestring(t, {})", "${1+1+1+1+1}"),
        ("templatestring(t, {})", "a"),
        ("split(\",\", t)", "1,"),
        ("regexall(\".\", t)", "a"),
        ("regexall(\"(.)(.)\", t)", "a"),
        ("replace(t, \"a\", \"bbbbbbbbbbbbbbbb\")", "a"),
        ("replace(t, \"/a/\", \"$0$0$0$0$0$0$0$0\")", "a"),
        ("indent(100, t)", "\n"),
        ("upper(t)", "\u{149}"),
        ("title(t)", "a "),
        ("urlencode(t)", "/"),
        ("jsonencode(t)", "\u{1}"),
        ("yamlencode(t)", "\u{1}"),
        ("format(\"%q\", t)", "\u{1}"),
        ("format(\"%s%s%s%s\", t, t, t, t)", "a"),
        ("textencodebase64(t, \"UTF-16LE\")", "a"),
        ("base64gzip(t)", "ab"),
        ("base64encode(t)", "a"),
        ("[for i in range(4) : \"${t}${i}\"]", "a"),
        ("provider::terraform::encode_expr(t)", "\u{1}"),
    ] {
        evaluate_in_little_memory(text, [("t", long(part))]);
        evaluate_in_little_memory(text, [("t", longest(part))]);
    }
    for text in [
        "provider::terraform::encode_expr([for a in range(400) : range(1000)])",
        "provider::terraform::encode_expr([for a in range(1000) : {a = {b = a}}])",
        "provider::terraform::encode_tfvars({a = [for a in range(400) : range(1000)]})",
        "jsondecode(jsonencode([for a in range(400) : range(1000)]))",
        "yamldecode(yamlencode([for a in range(400) : range(1000)]))",
    ] {
        evaluate_in_little_memory(text, []);
    }
}

#[test]
fn errors_are_limited() {
    for text in [
        "[for a in n : [for b in n : b.c]]",
        "[for a in n : [for b in n : -\"a\"]]",
        "[for a in n : n[*].b.c]",
        "\"%{for a in n}%{for b in n}${unknown}%{endfor}%{endfor}\"",
    ] {
        assert_eq!(error_with(text, numbers()), TOO_LARGE, "{text}");
    }
}

#[test]
fn nothing_hides_that_an_evaluation_is_too_large() {
    for text in [
        format!("try({NESTED}, 1)"),
        format!("can({NESTED})"),
        format!("true ? 1 : {NESTED}"),
        format!("{NESTED} == 1 && false"),
        format!("[for x in [1, 2] : try({NESTED}, 1)]"),
        "try([for a in range(1000) : bcrypt(\"a\", 10)], 1)".to_owned(),
    ] {
        assert_eq!(error_with(&text, numbers()), TOO_LARGE, "{text}");
    }
}

#[test]
fn dynamic_blocks_are_limited_together() {
    let leaf = Schema::new().optional("a", Type::Number);
    let schema = (0..3).fold(leaf, |inner, _| {
        Schema::new().block("b", Nesting::List, inner)
    });
    let mut text = "a = 1".to_owned();
    for _ in 0..3 {
        text = format!("dynamic \"b\" {{\nfor_each = n\ncontent {{\n{text}\n}}\n}}\n");
    }
    let limited = Limited::new();
    let builtins = Builtins::newest(&limited);
    let scope = Scope::new()
        .with_variables(numbers())
        .with_functions(&builtins);
    let file = syntax::parse_file(&Source::detached("x", text)).into_result();
    let body = file.expect("a file").body;
    let (_, diagnostics) = decode(&body, &schema, &Default::default(), &scope);
    let errors: Vec<_> = diagnostics.iter().map(|error| &*error.summary).collect();
    assert_eq!(errors, [TOO_LARGE]);
}

#[test]
fn ordinary_evaluations_are_within_the_limits() {
    for text in [
        "[for a in range(500) : [for b in range(20) : \"${a}-${b}\"]]",
        "{for a in range(1000) : \"key-${a}\" => {name = \"name-${a}\", tags = [a, a + 1]}}",
        "try(tonumber(\"a\"), 1)",
        "jsonencode([for a in range(1000) : {a = a}])",
        "1e9999 > 1",
    ] {
        let (_, diagnostics) = evaluate_in_little_memory(text, []);
        assert!(diagnostics.is_empty(), "{text}: {diagnostics:?}");
    }
}
