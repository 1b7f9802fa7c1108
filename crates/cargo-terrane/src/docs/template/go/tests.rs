//! The limits of templates, and texts that are no templates.

use std::path::Path;

use serde_json::Value;

use super::render;

fn rendered(source: &str) -> Result<String, String> {
    let rendered = render(Path::new(""), source, &Value::Null);
    rendered.map_err(|error| error.to_string())
}

#[test]
fn deep_nesting_is_an_error() {
    let parentheses = |depth| format!("{{{{ {}1{} }}}}", "(".repeat(depth), ")".repeat(depth));
    let blocks = |depth| format!("{}1{}", "{{if 1}}".repeat(depth), "{{end}}".repeat(depth));
    for nested in [&parentheses as &dyn Fn(usize) -> String, &blocks] {
        assert_eq!(rendered(&nested(90)).unwrap(), "1");
        let error = rendered(&nested(100_000)).unwrap_err();
        assert!(error.contains("nested too deeply"), "{error}");
    }
    let source = "\n{{define \"x\"}}{{if 1}}{{with 1}}{{template \"x\" ((.))}}{{end}}{{end}}{{end}}{{template \"x\"}}";
    let error = rendered(source).unwrap_err();
    assert!(error.starts_with("line 2: "), "{error}");
    assert!(error.contains("nested too deeply"), "{error}");
}

#[test]
fn errors_name_what_is_wrong() {
    for (source, expected) in [
        ("{{(1}}", "a `)` is missing"),
        (
            "{{if 1}}{{define \"x\"}}{{end}}{{end}}",
            "`define` cannot be in another block",
        ),
        ("{{| 1}}", "`|` is not expected in an action"),
        ("{{if 1}}{{end x}}", "`x` is not expected in end"),
        ("{{index \"abc\" 5}}", "the position 5 is out of range"),
        ("{{1a}}", "`1a` is not a number"),
        (
            "{{eq 1 \"a\"}}",
            "values of the types int and string cannot be compared",
        ),
    ] {
        let error = rendered(source).unwrap_err();
        assert!(error.contains(expected), "{source}: {error}");
    }
}

#[test]
fn blocks_and_parentheses_in_a_row_are_not_nested() {
    let source = "{{if 1}}a{{end}}{{(1)}}".repeat(450);
    assert_eq!(rendered(&source).unwrap(), "a1".repeat(450));
}

#[test]
fn time_and_memory_are_limited() {
    for source in [
        "{{range 9223372036854775807}}{{end}}",
        "{{range 9223372036854775807}}text{{end}}",
        "{{$x := \"a\"}}{{range 100}}{{$x = print $x $x}}{{end}}",
        "{{$x := \"%[1]*[1]d\"}}{{range 16}}{{$x = print $x $x}}{{end}}{{printf $x 999999}}",
        "{{$x := \"a\\n\"}}{{range 20}}{{$x = print $x $x}}{{end}}{{prefixlines $x $x}}",
        "{{$x := \"a\"}}{{range 22}}{{$x = print $x $x}}{{end}}{{split $x \"\"}}",
    ] {
        let error = rendered(source).map(|text| text.len()).unwrap_err();
        assert!(error.starts_with("line 1: "), "{error}");
        assert!(error.contains("too long"), "{error}");
    }
}

#[test]
fn a_part_of_a_template_is_an_error_or_a_template() {
    let template = "a {{- /* b */ -}} {% {{ define \"x\" }}{{ .A.B | print `c` 'd' \"\\u00e9\" }}{{ end }}{{ range $i, $e := (.C).D }}{{ $x := -0x1f }}{{ else if $x }}{{ end }}";
    for (end, _) in template.char_indices() {
        // Neither result is a panic.
        let _ = rendered(&template[..end]);
        let _ = rendered(&template[end..]);
    }
}
