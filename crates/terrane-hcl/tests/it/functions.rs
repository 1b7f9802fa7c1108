//! Functions by direct calls: examples of Terraform's documentation, the environment, limits, and versions.
//!
//! Most vectors were made with Terraform 1.11.4, whose results for these expressions are those of newer versions, too.

use std::collections::BTreeMap;
use std::time::{Duration, SystemTime};

use terrane_hcl::value::{Mark, Value};
use terrane_hcl::{
    Builtins, CallError, DirectoryEntry, Environment, FileError, FileKind, Functions,
    NoEnvironment, ResultLimits, Scope, Source, evaluate, syntax,
};
use terrane_value::Type;

fn call(name: &str, arguments: &[Value]) -> Result<Value, CallError> {
    call_in(&NoEnvironment, name, arguments)
}

fn call_in(
    environment: &dyn Environment,
    name: &str,
    arguments: &[Value],
) -> Result<Value, CallError> {
    let functions = Builtins::newest(environment).with_provider("terraform");
    assert!(functions.find(name).is_some(), "{name}");
    functions.call(name, arguments)
}

fn text(name: &str, arguments: &[&str]) -> String {
    let arguments: Vec<Value> = arguments.iter().map(|it| Value::from(*it)).collect();
    let result = call(name, &arguments).expect(name);
    result.to_text().expect(name).as_str().to_owned()
}

/// Evaluates an expression to JSON in a list, or to the place and the summary of the first error.
fn outcome(expression: &str, scope: &Scope<'_>) -> String {
    let source = Source::detached("x", expression.to_owned());
    let parsed = syntax::parse_expression(&source).into_result();
    let (value, diagnostics) = evaluate(&parsed.expect("an expression"), scope);
    match diagnostics.first() {
        Some(error) => {
            let place = source.locate(error.subject.expect("a place"));
            format!("ERR {place}: {}", error.summary)
        }
        None => {
            let list = Value::tuple(vec![value]);
            let json = call("jsonencode", &[list]).expect("JSON");
            json.as_str().expect("a string").to_owned()
        }
    }
}

/// Compares the results of expressions with those of vectors.
fn check_vectors(vectors: &str) {
    let functions = Builtins::newest(&NoEnvironment);
    let scope = Scope::new().with_functions(&functions);
    let lines = vectors.split_terminator('\n');
    let mut count = 0;
    let mut wrong = Vec::new();
    for line in lines.filter(|line| !line.starts_with('#')) {
        let (expression, expected) = line.rsplit_once(" => ").expect("a result");
        let found = outcome(expression, &scope);
        if found != expected {
            wrong.push(format!(
                "{expression}\n  expected {expected}\n  found    {found}"
            ));
        }
        count += 1;
    }
    assert!(
        wrong.is_empty(),
        "{} of {count}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(count > 10, "{count} vectors");
}

#[test]
fn functions_have_the_results_of_terraform() {
    check_vectors(include_str!("vectors/functions.txt"));
}

#[test]
fn documents_of_yaml_have_the_values_of_terraform() {
    check_vectors(include_str!("vectors/yaml.txt"));
}

#[test]
fn patterns_match_as_in_terraform() {
    check_vectors(include_str!("vectors/regex.txt"));
}

#[test]
fn formats_networks_csv_and_json_have_the_results_of_terraform() {
    check_vectors(include_str!("vectors/texts.txt"));
}

#[test]
fn documented_examples_have_the_documented_results() {
    for (name, arguments, result) in [
        ("upper", &["hello"][..], "HELLO"),
        ("title", &["hello world"], "Hello World"),
        ("strrev", &["☃ and 🌈"], "🌈 dna ☃"),
        ("substr", &["🤔🤷", "0", "1"], "🤔"),
        ("substr", &["hello world", "-5", "-1"], "world"),
        ("trimspace", &["  hello\n\n"], "hello"),
        ("trim", &["foobar", "far"], "oob"),
        ("chomp", &["hello\r\n"], "hello"),
        ("replace", &["1 + 2 + 3", "+", "-"], "1 - 2 - 3"),
        (
            "replace",
            &["hello world", "/w.*d/", "everybody"],
            "hello everybody",
        ),
        (
            "replace",
            &["stress", "/(?P<a>s)(t)/", "${2}$a$$x"],
            "ts$xress",
        ),
        ("base64encode", &["Hello World"], "SGVsbG8gV29ybGQ="),
        ("base64decode", &["SGVsbG8g\nV29ybGQ="], "Hello World"),
        (
            "textencodebase64",
            &["Hello World", "UTF-16LE"],
            "SABlAGwAbABvACAAVwBvAHIAbABkAA==",
        ),
        ("textencodebase64", &["é", "ISO-8859-1"], "6Q=="),
        ("textdecodebase64", &["gg==", "windows-1252"], "‚"),
        (
            "urlencode",
            &["foo:bar@localhost?foo=bar&bar=baz"],
            "foo%3Abar%40localhost%3Ffoo%3Dbar%26bar%3Dbaz",
        ),
        ("urldecode", &["a+b%26c%2F"], "a b&c/"),
        (
            "base64sha256",
            &["hello world"],
            "uU0nuZNNPgilLlLX2n2r+sSE7+N6U4DukIj3rOLvzek=",
        ),
        ("md5", &["hello world"], "5eb63bbbe01eeed093cb22bb8f5acdc3"),
        (
            "sha1",
            &["hello world"],
            "2aae6c35c94fcfb415dbe95f408b9ce91ee846ed",
        ),
        (
            "uuidv5",
            &["dns", "www.terraform.io"],
            "a5008fae-b28c-5ba5-96cd-82b4c53552d6",
        ),
        (
            "uuidv5",
            &["6ba7b810-9dad-11d1-80b4-00c04fd430c8", "www.terraform.io"],
            "a5008fae-b28c-5ba5-96cd-82b4c53552d6",
        ),
        (
            "formatdate",
            &["DD MMM YYYY hh:mm ZZZ", "2018-01-02T23:12:01Z"],
            "02 Jan 2018 23:12 UTC",
        ),
        (
            "formatdate",
            &["EEEE, DD-MMM-YY hh:mm:ss ZZZ", "2018-01-02T23:12:01-08:00"],
            "Tuesday, 02-Jan-18 23:12:01 -0800",
        ),
        (
            "timeadd",
            &["2017-11-22T00:00:00+02:00", "-1h10m"],
            "2017-11-21T22:50:00+02:00",
        ),
        (
            "timecmp",
            &["2017-11-22T01:00:00Z", "2017-11-22T00:59:00Z"],
            "1",
        ),
        ("cidrhost", &["10.12.112.0/20", "268"], "10.12.113.12"),
        (
            "cidrsubnet",
            &["fd00:fd12:3456:7890::/56", "16", "162"],
            "fd00:fd12:3456:7800:a200::/72",
        ),
        ("cidrnetmask", &["172.16.0.0/12"], "255.240.0.0"),
        ("cidrcontains", &["192.168.2.0/20", "192.168.2.1"], "true"),
        ("cidrcontains", &["fe80::/48", "fe80::/47"], "false"),
        ("basename", &["foo/bar/baz.txt"], "baz.txt"),
        ("dirname", &["foo/bar/baz.txt"], "foo/bar"),
        ("parseint", &["bF", "16"], "191"),
        ("parseint", &["-11", "2"], "-3"),
        ("pow", &["3", "0"], "1"),
        ("log", &["50", "10"], "1.6989700043360185"),
        ("signum", &["-13"], "-1"),
        (
            "base64gunzip",
            &["H4sIAAAAAAAA/8pIzcnJBwAAAP//AQAA//+GphA2BQAAAA=="],
            "hello",
        ),
    ] {
        assert_eq!(text(name, arguments), result, "{name}{arguments:?}");
    }
}

#[test]
fn compressed_texts_of_any_length_decompress() {
    let long: String = (0..200_000).map(|number| number.to_string()).collect();
    for original in ["", "hello", &long] {
        let compressed = call("base64gzip", &[original.into()]).unwrap();
        assert_eq!(
            call("base64gunzip", &[compressed]).unwrap(),
            original.into()
        );
    }
}

#[test]
fn calls_pass_marks_and_unknown_values_on() {
    let secret = Value::from("a").with_mark(Mark::Sensitive);
    let upper = call("upper", &[secret]).unwrap();
    assert_eq!(upper, Value::from("A").with_mark(Mark::Sensitive));
    let unknown = call("upper", &[Value::dynamic()]).unwrap();
    assert_eq!(unknown, Value::unknown_not_null(Type::String));
    let error = call("upper", &[Value::null(Type::String)]).unwrap_err();
    assert_eq!(error, CallError::argument(0, "argument must not be null"));
    assert_eq!(call("upper", &[]).unwrap_err().argument, None);
    assert!(call("upper", &["a".into(), "b".into()]).is_err());
    assert_eq!(
        call("upper", &[Value::tuple(Vec::new())])
            .unwrap_err()
            .argument,
        Some(0)
    );
}

#[test]
fn versions_have_the_functions_that_they_were_released_with() {
    let terraform = |version| Builtins::terraform(version, &NoEnvironment).names().len();
    // `terraform metadata functions` lists three less, because it omits list, map and type.
    assert_eq!(terraform((1, 12, 0)), 121);
    assert_eq!(terraform((1, 15, 0)), 122);
    assert_eq!(terraform((0, 11, 0)), 0);
    let newest_tofu = Builtins::opentofu((1, 12, 6), &NoEnvironment);
    assert_eq!(newest_tofu.names().len(), 124);
    let tofu = Builtins::opentofu((1, 6, 0), &NoEnvironment);
    assert!(tofu.find("plantimestamp").is_some() && tofu.find("urldecode").is_none());
    let newest = Builtins::newest(&NoEnvironment);
    for name in newest.names() {
        let description = newest.find(&name).unwrap().description();
        assert!(description.ends_with('.'), "{name}");
    }
}

/// Files in memory.
struct Files(BTreeMap<&'static str, &'static [u8]>);

impl Files {
    fn new() -> Self {
        Self(BTreeMap::from([
            ("mod/a.txt", "é".as_bytes()),
            ("mod/b.json", &b"\xff"[..]),
            ("mod/sub/c.txt", &b"c"[..]),
            ("mod/sub/deep/d.txt", &b"d"[..]),
            ("other/e.txt", &b"e"[..]),
        ]))
    }
}

impl Environment for Files {
    fn base_directory(&self) -> &str {
        "mod"
    }

    fn working_directory(&self) -> Option<String> {
        Some("/project".to_owned())
    }

    fn home_directory(&self) -> Option<String> {
        Some("/home/rex".to_owned())
    }

    fn read_file(&self, path: &str) -> Result<Vec<u8>, FileError> {
        let content = self.0.get(path).ok_or(FileError::NotFound)?;
        Ok(content.to_vec())
    }

    fn file_kind(&self, path: &str) -> Result<FileKind, FileError> {
        let inside = format!("{path}/");
        if self.0.contains_key(path) {
            Ok(FileKind::File)
        } else if path == "." || self.0.keys().any(|it| it.starts_with(&inside)) {
            Ok(FileKind::Directory)
        } else {
            Err(FileError::NotFound)
        }
    }

    fn read_directory(&self, path: &str) -> Result<Vec<DirectoryEntry>, FileError> {
        let start = format!("{path}/");
        let names = self
            .0
            .keys()
            .filter_map(|it| it.strip_prefix(start.as_str()));
        let entries: BTreeMap<&str, bool> = names
            .map(|name| match name.split_once('/') {
                Some((name, _)) => (name, true),
                None => (name, false),
            })
            .collect();
        let entries = entries
            .into_iter()
            .map(|(name, is_directory)| DirectoryEntry {
                name: name.to_owned(),
                is_directory,
            });
        Ok(entries.collect())
    }

    fn now(&self) -> Option<SystemTime> {
        Some(SystemTime::UNIX_EPOCH + Duration::from_secs(86_400))
    }

    fn random(&self) -> Option<[u8; 16]> {
        Some([0xab; 16])
    }
}

fn strings(values: &[&str]) -> Value {
    Value::set_of(Type::String, values.iter().map(|it| (*it).into()).collect())
}

#[test]
fn files_are_read_through_the_environment() {
    let files = Files::new();
    let call = |name: &str, arguments: &[Value]| call_in(&files, name, arguments);
    assert_eq!(call("file", &["./a.txt".into()]), Ok("é".into()));
    assert_eq!(call("filebase64", &["b.json".into()]), Ok("/w==".into()));
    assert_eq!(
        call("filemd5", &["../other/e.txt".into()]),
        Ok("e1671797c52e15f763380b45e841ec32".into())
    );
    assert!(
        call("file", &["b.json".into()])
            .unwrap_err()
            .message
            .contains("not valid UTF-8")
    );
    let secret = Value::from("none.txt").with_mark(Mark::Sensitive);
    let error = call("file", &[secret]).unwrap_err();
    assert_eq!(error.argument, Some(0));
    assert!(error.message.contains("(sensitive value)") && !error.message.contains("none.txt"));
    assert_eq!(call("fileexists", &["a.txt".into()]), Ok(true.into()));
    assert_eq!(call("fileexists", &["none".into()]), Ok(false.into()));
    assert!(call("fileexists", &["sub".into()]).is_err());
    assert_eq!(call("abspath", &["x/../y".into()]), Ok("/project/y".into()));
    assert_eq!(
        call("pathexpand", &["~/x".into()]),
        Ok("/home/rex/x".into())
    );
    for (pattern, names) in [
        ("*", &["a.txt", "b.json"][..]),
        ("**", &["a.txt", "b.json", "sub/c.txt", "sub/deep/d.txt"]),
        ("**/*.txt", &["a.txt", "sub/c.txt", "sub/deep/d.txt"]),
        ("*.{json,yaml}", &["b.json"]),
        ("sub/?.txt", &["sub/c.txt"]),
        ("[!a]*.*", &["a.txt"]),
        ("../other/*", &["../other/e.txt"]),
        ("a.txt", &["a.txt"]),
        ("none/*", &[]),
        ("{a,b}.txt", &["a.txt"]),
        ("{a*,b*}", &["a.txt", "b.json"]),
        ("s*b/**", &["sub/c.txt", "sub/deep/d.txt"]),
        ("**/d*", &["sub/deep/d.txt"]),
        ("**.txt", &["a.txt"]),
        ("[a-b].*", &["a.txt", "b.json"]),
        ("[^a]*.*", &["b.json"]),
        ("\\a.txt", &["a.txt"]),
        ("./a.txt", &["a.txt"]),
        ("sub", &[]),
        ("sub/", &[]),
        ("", &[]),
    ] {
        let found = call("fileset", &[".".into(), pattern.into()]);
        assert_eq!(found, Ok(strings(names)), "{pattern}");
    }
    for pattern in [
        "[a",
        "{a",
        "{a,sub/c}.txt",
        "sub/{c,deep/d}.txt",
        "{,sub/}*.txt",
    ] {
        let found = call("fileset", &[".".into(), pattern.into()]);
        assert!(found.is_err(), "{pattern}: {found:?}");
    }
    for (folder, pattern, names) in [
        ("sub", "../*.txt", &["../a.txt"][..]),
        ("none", "*", &[]),
        ("a.txt", "*", &[]),
    ] {
        let found = call("fileset", &[folder.into(), pattern.into()]);
        assert_eq!(found, Ok(strings(names)), "{pattern} in {folder}");
    }
}

#[test]
fn hashes_of_files_are_those_of_terraform() {
    let files = Files::new();
    for (name, path, expected) in [
        (
            "filesha1",
            "a.txt",
            "bf15be717ac1b080b4f1c456692825891ff5073d",
        ),
        (
            "filesha256",
            "a.txt",
            "4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c",
        ),
        (
            "filesha512",
            "b.json",
            "6700df6600b118ab0432715a7e8a68b0bf37cdf4adaf0fb9e2b3ebe04ad19c7032cbad55e932792af360bafaa09962e2e690652bc075b2dad0c30688ba2f31a3",
        ),
        (
            "filebase64sha256",
            "b.json",
            "qBAK5qoZQNC2Y7sxzUZhQuu9vVGHExuS2TgYmHgy64k=",
        ),
        (
            "filebase64sha512",
            "a.txt",
            "nirShjPyRFG9TzwcsgWGohpEw67tvcAbnMj6cpF+p71onIK4vx/vibkRz4zEb6LBzMEAh7IJT9TTNQ7NiFJqLA==",
        ),
    ] {
        let hash = call_in(&files, name, &[path.into()]);
        assert_eq!(hash, Ok(expected.into()), "{name}");
        for missing in ["none", "sub"] {
            let result = call_in(&files, name, &[missing.into()]);
            assert!(result.is_err(), "{name}({missing}): {result:?}");
        }
    }
}

#[test]
fn impure_functions_are_unknown_unless_the_environment_provides_for_them() {
    for name in ["timestamp", "plantimestamp", "uuid"] {
        assert!(call(name, &[]).unwrap().is_unknown(), "{name}");
    }
    let files = Files::new();
    assert_eq!(
        call_in(&files, "timestamp", &[]),
        Ok("1970-01-02T00:00:00Z".into())
    );
    let uuid = "abababab-abab-abab-abab-abababababab";
    assert_eq!(call_in(&files, "uuid", &[]), Ok(uuid.into()));
    let hash = call_in(&files, "bcrypt", &["pw".into(), Value::from(4_i64)]).unwrap();
    assert!(
        hash.as_str()
            .is_some_and(|hash| hash.starts_with("$2a$04$") && hash.len() == 60)
    );
    assert!(call_in(&files, "bcrypt", &["pw".into(), Value::from(32_i64)]).is_err());
}

/// An environment with small limits.
struct Small;

impl Environment for Small {
    fn limits(&self) -> ResultLimits {
        ResultLimits {
            text: 1000,
            elements: 100,
            depth: 10,
            steps: 100_000,
            ..ResultLimits::default()
        }
    }
}

#[test]
fn results_are_limited() {
    let long = "a".repeat(500);
    let list = Value::list(vec!["a".into(); 50]);
    for (name, arguments) in [
        ("format", vec!["%99999d".into(), Value::from(1_i64)]),
        ("indent", vec![Value::from(100_000_i64), "a\nb".into()]),
        (
            "replace",
            vec![long.as_str().into(), "a".into(), "bbb".into()],
        ),
        (
            "replace",
            vec![long.as_str().into(), "/a/".into(), "bbb".into()],
        ),
        ("split", vec!["".into(), long.as_str().into()]),
        ("join", vec![long.as_str().into(), list.clone()]),
        ("setproduct", vec![list.clone(), list.clone()]),
        ("concat", vec![list.clone(), list.clone(), list.clone()]),
        ("jsondecode", vec!["[".repeat(50).into()]),
        ("yamldecode", vec!["[".repeat(50).into()]),
        (
            "jsonencode",
            vec![Value::tuple(vec![long.as_str().into(); 4])],
        ),
        (
            "yamlencode",
            vec![Value::tuple(vec![long.as_str().into(); 4])],
        ),
        ("regexall", vec!["a".into(), long.as_str().into()]),
        (
            "regex",
            vec!["(a{1000}){1000}".into(), long.as_str().into()],
        ),
        // Each character may belong to each of many alternatives.
        (
            "regexall",
            vec!["(?:a?){900}b".into(), long.as_str().into()],
        ),
        (
            "replace",
            vec![long.as_str().into(), "/(?:a?){900}b/".into(), "".into()],
        ),
    ] {
        assert!(call_in(&Small, name, &arguments).is_err(), "{name}");
    }
    // Clones share their elements, but their text does not.
    let bomb = (0..40).fold(Value::from("x"), |value, _| {
        Value::tuple(vec![value.clone(), value])
    });
    assert!(call_in(&Small, "jsonencode", &[bomb]).is_err());
}

/// Files of templates.
struct TemplateFiles;

impl Environment for TemplateFiles {
    fn read_file(&self, path: &str) -> Result<Vec<u8>, FileError> {
        let text = match path {
            "value" => "${a}",
            "list" => "x ${a} %{ for i in l ~}\n- ${i}\n%{ endfor ~}\n",
            "nested" => "${templatefile(\"value\", {a = 1})}",
            "file" => "${file(\"value\")}",
            "unclosed" => "${a",
            _ => return Err(FileError::NotFound),
        };
        Ok(text.as_bytes().to_vec())
    }
}

#[test]
fn templates_of_files_have_the_results_of_terraform() {
    let functions = Builtins::newest(&TemplateFiles);
    let scope = Scope::new()
        .with_functions(&functions)
        .with_variable("us", Value::unknown(Type::String))
        .with_variable("sec", Value::from("pw").with_mark(Mark::Sensitive));
    for (expression, expected) in [
        (
            "templatefile(\"list\", {a=1, l=[\"x\",\"y\"]})",
            "[\"x 1 - x\\n- y\\n\"]",
        ),
        (
            "templatefile(\"list\", {a=1})",
            "ERR x:1,22-23: Invalid function argument",
        ),
        ("templatefile(\"value\", {a=[1]})", "[[1]]"),
        (
            "templatefile(\"value\", {a=null})",
            "ERR x:1,1-14: Error in function call",
        ),
        (
            "templatefile(\"value\", tomap({k=\"v\"}))",
            "ERR x:1,23-29: Invalid function argument",
        ),
        (
            "templatefile(\"value\", {a=1, \"a b\"=2})",
            "ERR x:1,23-24: Invalid function argument",
        ),
        (
            "templatefile(\"value\", [\"a\"])",
            "ERR x:1,23-24: Invalid function argument",
        ),
        (
            "templatefile(\"unclosed\", [\"a\"])",
            "ERR x:1,1-14: Error in function call",
        ),
        (
            "templatefile(\"missing\", [\"a\"])",
            "ERR x:1,15-22: Invalid function argument",
        ),
        (
            "templatefile(\"nested\", {})",
            "ERR x:1,1-14: Error in function call",
        ),
        ("templatefile(\"file\", {})", "[\"${a}\"]"),
        (
            "[for s in [\"$${file(\\\"value\\\")}\"] : templatestring(s, {})]",
            "ERR x:1,37-52: Error in function call",
        ),
        ("file(\"\")", "ERR x:1,8-8: Invalid function argument"),
        (
            "issensitive(templatefile(\"value\", {a=1, b=sec}))",
            "[true]",
        ),
        ("issensitive(templatestring(sec, {}))", "[true]"),
    ] {
        assert_eq!(outcome(expression, &scope), expected, "{expression}");
    }
}

#[test]
fn templates_are_rendered_by_the_evaluator() {
    let files = Files::new();
    let variables = Value::object([("a", Value::from(1_i64))]).with_mark(Mark::Sensitive);
    let rendered = call_in(&files, "templatefile", &["a.txt".into(), variables]);
    assert_eq!(rendered, Ok(Value::from("é").with_mark(Mark::Sensitive)));
    let unknown = Value::unknown(Type::map(Type::String));
    assert_eq!(
        call_in(&files, "templatefile", &["a.txt".into(), unknown]),
        Ok(Value::dynamic())
    );
    let decode = "provider::terraform::decode_tfvars";
    assert_eq!(
        call(decode, &["a=1".into()]),
        Ok(Value::object([("a", Value::from(1_i64))]))
    );
    assert!(call(decode, &["a=".into()]).is_err());
}

#[test]
fn values_are_written_as_expressions() {
    let value = Value::object([
        (
            "a",
            Value::tuple(vec![1_i64.into(), Value::null(Type::String)]),
        ),
        ("long name", "x${y}\n".into()),
        ("m", Value::object(Vec::<(&str, Value)>::new())),
    ]);
    let encode = "provider::terraform::encode_expr";
    let text = call(encode, std::slice::from_ref(&value)).unwrap();
    assert_eq!(
        text,
        "{\n  a           = [1, null]\n  \"long name\" = \"x$${y}\\n\"\n  m           = {}\n}"
            .into()
    );
    let variables = "provider::terraform::encode_tfvars";
    assert_eq!(call(variables, &[value]).unwrap_err().argument, Some(0));
    let value = Value::object([("a", Value::from(1_i64)), ("bc", true.into())]);
    assert_eq!(call(variables, &[value]), Ok("a = 1\nbc = true\n".into()));
}

/// A key in the forms of PKCS #1, PKCS #8 and OpenSSH, and a text that is encrypted for it.
#[test]
fn texts_are_decrypted_with_keys_of_all_forms() {
    let encrypted = include_str!("vectors/rsa/encrypted.txt").trim();
    for key in [
        include_str!("vectors/rsa/pkcs1.pem"),
        include_str!("vectors/rsa/pkcs8.pem"),
        include_str!("vectors/rsa/openssh.pem"),
    ] {
        assert_eq!(text("rsadecrypt", &[encrypted, key]), "message");
    }
    let error = call("rsadecrypt", &[encrypted.into(), "no key".into()]).unwrap_err();
    assert_eq!(error.argument, Some(1));
}

#[test]
fn aliases_of_aliases_count_their_elements() {
    let laughs = |levels: usize| {
        let mut document = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for level in 1..levels {
            let alias = format!("*a{}", level - 1);
            let aliases = [alias.as_str(); 10].join(", ");
            document += &format!("a{level}: &a{level} [{aliases}]\n");
        }
        document
    };
    let decoded = call("yamldecode", &[laughs(4).into()]).expect("a value");
    assert_eq!(decoded.get("a3").map(Value::depth), Some(4));
    let error = call("yamldecode", &[laughs(40).into()]).expect_err("too many elements");
    assert!(error.message.contains("elements"), "{error}");
    let chain: String = (1..400)
        .map(|level| format!("a{level}: &a{level} [[[[*a{}]]]]\n", level - 1))
        .collect();
    let error =
        call("yamldecode", &[format!("a0: &a0 []\n{chain}").into()]).expect_err("too many levels");
    assert!(error.message.contains("levels"), "{error}");
}
