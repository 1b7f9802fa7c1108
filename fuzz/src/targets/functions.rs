//! The functions of the configuration language, with strings as arguments.

use std::slice::from_ref;

use terrane_hcl::value::Value;
use terrane_hcl::{Builtins, Environment, ResultLimits};

use super::setup::texts;

/// What separates the name of a function and its arguments.
const SEPARATOR: char = '\u{c}';

const CALLS: [&str; 34] = [
    "base64decode\u{c}aGVsbG8=",
    "base64gunzip\u{c}H4sIAAAAAAAA/8pIzcnJBwAAAP//AQAA//+GphA2BQAAAA==",
    "cidrcontains\u{c}10.0.0.0/8\u{c}10.1.2.3",
    "cidrhost\u{c}fd00::/48\u{c}-1",
    "cidrsubnet\u{c}10.0.0.0/8\u{c}8\u{c}255",
    "cidrsubnets\u{c}10.0.0.0/16\u{c}4\u{c}4\u{c}8",
    "csvdecode\u{c}a,b\n1,\"2 \"\"x\"\"\"\n",
    "format\u{c}%-8s|%+08.3f|%#x|%q|%[1]v%%\u{c}a\u{c}1.5\u{c}255\u{c}é",
    "formatdate\u{c}EEE, DD MMM YYYY hh:mm:ss 'o''clock' ZZZ\u{c}2018-01-02T23:12:01.5+01:00",
    "formatlist\u{c}%s-%s\u{c}a\u{c}b",
    "indent\u{c}2\u{c}a\nb\n",
    "jsondecode\u{c}{\"a\": [1.50, -2e3, null, true, \"\\u00e9\\ud83d\\ude00\"]}",
    "jsonencode\u{c}<&>\u{2028}",
    "log\u{c}16\u{c}2",
    "parseint\u{c}-zZ\u{c}62",
    "pow\u{c}-2\u{c}53",
    "range\u{c}0\u{c}10\u{c}0.5",
    "regex\u{c}(?P<year>\\d{4})-(?P<m>[0-9]+)\u{c}2020-02",
    "regexall\u{c}(?i)[^\\s[:punct:]]+|\\bx*?\u{c}Hello, World",
    "replace\u{c}a.b.c\u{c}/(\\w)\\./\u{c}${1}-$0",
    "rsadecrypt\u{c}YQ==\u{c}-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEA\n-----END OPENSSH PRIVATE KEY-----\n",
    "split\u{c},\u{c}a,b",
    "strrev\u{c}e\u{301}👨‍👩‍👧",
    "substr\u{c}hello\u{c}-3\u{c}2",
    "textdecodebase64\u{c}6QA=\u{c}UTF-16LE",
    "textencodebase64\u{c}é\u{c}ISO-8859-1",
    "timeadd\u{c}2020-02-29T00:00:00Z\u{c}-1h1.5m",
    "title\u{c}hello wORLD ǆ",
    "tonumber\u{c}-1.5e-3",
    "urldecode\u{c}a+b%26%C3%A9",
    "uuidv5\u{c}dns\u{c}example.com",
    "yamldecode\u{c}a: &x [1, 0x1F, ~, 2020-01-02, !!str 1]\nb:\n  - <<: {c: *x}\n  - |+\n    d\n\n",
    "yamlencode\u{c}a \n b\n\n",
    "trim\u{c}  a \u{c} ",
];

/// Limits that let an execution take little time.
struct Limited;

impl Environment for Limited {
    fn limits(&self) -> ResultLimits {
        ResultLimits {
            text: 1 << 16,
            elements: 1000,
            depth: 100,
            steps: 1_000_000,
            ..ResultLimits::default()
        }
    }
}

/// The hash of a password takes too long, whatever it is.
const SLOW: &str = "bcrypt";

thread_local! {
    static FUNCTIONS: Builtins<'static> = Builtins::newest(&Limited);
}

pub(super) fn seeds() -> Vec<Vec<u8>> {
    texts(&CALLS)
}

/// Calls a function, and reverses encodings.
pub(super) fn run(input: &[u8]) -> String {
    let text = String::from_utf8_lossy(input);
    let mut parts = text.split(SEPARATOR);
    let name = parts.next().unwrap_or_default();
    let arguments: Vec<Value> = parts.take(6).map(Value::from).collect();
    if name == SLOW {
        return String::new();
    }
    let result = match call(name, &arguments) {
        Ok(result) => result,
        Err(message) => return message.chars().take(30).collect(),
    };
    match name {
        "jsonencode" => assert_eq!(
            call("jsondecode", from_ref(&result)),
            Ok(arguments[0].clone())
        ),
        "base64encode" => {
            assert_eq!(
                call("base64decode", from_ref(&result)),
                Ok(arguments[0].clone())
            );
        }
        "urlencode" => assert_eq!(
            call("urldecode", from_ref(&result)),
            Ok(arguments[0].clone())
        ),
        "jsondecode" | "yamldecode" => {
            if let Ok(encoded) = call("jsonencode", from_ref(&result)) {
                let decoded = call("jsondecode", from_ref(&encoded)).expect(name);
                // In YAML, a null value can have the type of a string.
                assert!(name == "yamldecode" || decoded == result);
                assert_eq!(call("jsonencode", &[decoded]), Ok(encoded));
            }
        }
        _ => {}
    }
    result.ty().to_string()
}

fn call(name: &str, arguments: &[Value]) -> Result<Value, String> {
    FUNCTIONS
        .with(|functions| functions.call(name, arguments))
        .map_err(|error| error.message.into_owned())
}
