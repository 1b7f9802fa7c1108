use super::*;

/// Returns the different views of a text, besides itself.
fn views(text: &str) -> Vec<String> {
    let mut views = vec![text.to_owned()];
    let layer = Layer::of_text(text.as_bytes());
    each(&layer, &mut Buffers::default(), &mut |layer| {
        let view = String::from_utf8_lossy(layer.bytes()).into_owned();
        if !views.contains(&view) {
            views.push(view);
        }
    });
    views.split_off(1)
}

/// Returns the views of a text with escapes decoded. All others end with a barrier.
fn unescaped(text: &str) -> Vec<String> {
    let is_whole = |view: &String| !view.contains(char::REPLACEMENT_CHARACTER);
    views(text).into_iter().filter(is_whole).collect()
}

/// Returns the part of a text that `part` of a view comes from.
fn origin<'a>(text: &'a str, part: &str) -> &'a str {
    let mut origin = None;
    let layer = Layer::of_text(text.as_bytes());
    each(&layer, &mut Buffers::default(), &mut |layer| {
        let mut parts = layer.bytes().windows(part.len());
        if let Some(start) = parts.position(|found| found == part.as_bytes()) {
            origin.get_or_insert(&text[layer.origin(start..start + part.len())]);
        }
    });
    origin.unwrap_or_else(|| panic!("{part} is in no view of {text}"))
}

#[test]
fn escapes_are_decoded_in_layers() {
    assert_eq!(unescaped("plain"), [""; 0]);
    assert_eq!(unescaped("100% \\q"), [""; 0]);
    assert_eq!(
        unescaped(r#"a\"\/\\\n\u00e9\u{e9}\ud83d\ude00\U0001f600\x"#),
        ["a\"/\\\néé😀😀\\x"]
    );
    assert_eq!(unescaped(r"\x70\x61\163\a"), ["pas\u{7}"]);
    assert_eq!(unescaped(r#"\\\"x"#), ["\\\"x", "\"x"]);
    assert_eq!(
        unescaped("a%25252525b"),
        ["a%252525b", "a%2525b", "a%25b", "a%b"]
    );
    assert_eq!(unescaped("a%2fb+c"), ["a/b+c"]);
    assert_eq!(unescaped("%5C%22"), ["\\\"", "\""]);
    assert_eq!(
        unescaped("a\0b\\0c%00d"),
        ["abcd", "a\0bc%00d", "a\0b\\0cd"]
    );
}

#[test]
fn escapes_of_each_kind_are_decoded_alone_too() {
    let views = unescaped(r#"100%41bc\"d\\\"e &amp;amp;"#);
    assert_eq!(views[0], "100Abc\"d\\\"e &amp;");
    for view in [
        r#"100%41bc"d\"e &amp;amp;"#,
        r#"100%41bc"d"e &amp;amp;"#,
        r#"100%41bc\"d\\\"e &"#,
    ] {
        assert!(
            views.iter().any(|it| it == view),
            "{view} is not in {views:?}"
        );
    }
}

#[test]
fn entities_are_decoded() {
    assert_eq!(unescaped("a&amp;b&#98;&#x63;&#X64;"), ["a&bbcd"]);
    assert_eq!(unescaped("&lt;&gt;&quot;&apos;&sol;&lpar;"), ["<>\"'/("]);
    assert_eq!(unescaped("&amp;amp;"), ["&amp;", "&"]);
    for text in [
        "a & b",
        "&;",
        "&#;",
        "&#x;",
        "&#99999999;",
        "&none;",
        "&amp",
    ] {
        assert_eq!(unescaped(text), [""; 0], "{text}");
    }
}

#[test]
fn indentation_is_removed() {
    assert_eq!(
        unescaped("a: b\r\n \t c: d\n\ne: f\rg"),
        ["a: b\nc: d\n\ne: f\rg"]
    );
    assert_eq!(unescaped("a\\n  b"), ["a\n  b", "a\nb"]);
}

#[test]
fn broken_escapes_stay_unchanged() {
    let texts = [
        r"\u",
        r"\u12",
        r"\ud83d",
        r"\u{",
        r"\u{}",
        r"\u{110000}",
        r"\U001",
        r"\",
        r"\x4",
        r"\3",
        r"\400",
        "%",
        "%4",
        "%g0",
    ];
    for text in texts {
        assert_eq!(unescaped(text), [""; 0], "{text}");
    }
    assert_eq!(unescaped(r"\ud83d\u0041"), [r"\ud83dA"]);
}

#[test]
fn only_the_parts_around_escapes_are_seen_again() {
    let far = "x ".repeat(100 * BLOCK);
    let text = format!("{far}\\n{far}\\n\\\"{far}");
    let views = views(&text);
    let parts: Vec<&str> = views[0].split(char::REPLACEMENT_CHARACTER).collect();
    let margin = "x ".repeat(32 * BLOCK);
    assert_eq!(
        parts,
        [
            format!("{margin}\n{margin}"),
            format!("{margin}\n\"{margin}")
        ]
    );
    assert_eq!(views.len(), 1);
    let nearer = "x ".repeat(32 * BLOCK);
    let text = format!("\\n{nearer}{nearer}\\n");
    assert!(views_contain(&text, &format!("\n{nearer}{nearer}\n")));
}

fn views_contain(text: &str, part: &str) -> bool {
    views(text).iter().any(|view| view.contains(part))
}

#[test]
fn lists_of_numbers_are_bytes_or_utf_16() {
    for text in [
        "[112, 97, 115, 115]",
        "[112 97 115 115] 7",
        "[\n    112,\n    97,\n    115,\n    115,\n]",
        "112,+97,+115,+115",
        "[70, 61, 73, 73]",
        "[0x70, 0x61, 0x73, 0x73]",
    ] {
        assert!(views_contain(text, "pass"), "{text}");
    }
    assert!(views_contain("[252, 12354, 0, 97]", "B0a"));
    for text in ["12 cats, 7 dogs", "1, 2, 3"] {
        assert_eq!(views(text), [""; 0], "{text}");
    }
}

#[test]
fn hexadecimal_digits_are_decoded_wherever_they_start() {
    for text in [
        "70617373",
        "x70617373x",
        "0x70617373",
        "a70617373",
        "70:61:73:73",
        "70 61 73 73",
        "7061 7373",
        "70-61-73-73",
        "0x70, 0X61,0x73, 0x73",
        "\"0x70\",\"0x61\",\"0x73\",\"0x73\"",
        "7061\n  7373",
    ] {
        assert!(views_contain(text, "pass"), "{text}");
    }
    assert!(views_contain("[70, 61, a, 73, 73]", "pa\nss"));
    assert!(views_contain("70 0 61 73 73", "p\0ass") && views_contain("70 0 61 73 73", "pass"));
}

#[test]
fn base64_of_text_is_decoded_wherever_it_starts() {
    for (text, decoded) in [
        ("c2VjcmV0IHRva2Vu", "secret token"),
        ("x c2VjcmV0IHRva2Vu=", "secret token"),
        ("/c2VjcmV0IHRva2Vu", "secret token"),
        ("Pz8_Pj4-Pz8_Pj4-", "???>>>???>>>"),
        ("Z3LDvMOfZSBncsO8w59l", "grüße grüße"),
        ("YWJjZA==", "abcd"),
        ("YWJjZGU=", "abcde"),
        ("c2VjcmV0\r\n    IHRva2Vu", "secret token"),
        ("c2VjcmV0\nIHRv\na2Vu", "secret token"),
        ("c2VjcmV0\\nIHRva2Vu", "secret token"),
        ("c2VjcmV0%0a++IHRva2Vu", "secret token"),
        ("Pz8/Pj4+Pz8%0A+Pj4+", "???>>>??>>>>"),
    ] {
        assert!(
            views_contain(text, decoded),
            "{decoded} is not in {:?}",
            views(text)
        );
    }
}

#[test]
fn a_part_of_a_view_has_an_origin_in_the_text() {
    assert_eq!(origin(r#"x\"%41y"#, "\"A"), r#"\"%41"#);
    assert_eq!(origin(r#"x\"%2541y"#, "\"Ay"), r#"\"%2541y"#);
    assert_eq!(origin("x c2VjcmV0IHRva2Vu y", "token"), "HRva2Vu");
    assert_eq!(origin("c2VjcmV0\n IHRva2Vu", "et tok"), "mV0\n IHRva2");
    assert_eq!(
        origin("[1, 112, 97, 115, 115, 2]", "pass"),
        "112, 97, 115, 115"
    );
    assert_eq!(origin("1 70:61:73:73 f", "pass"), "70:61:73:73");
    assert_eq!(origin("p\0a\0s\0s\0.", "pass"), "p\0a\0s\0s");
    assert_eq!(origin("%37%30617373", "pass"), "%37%30617373");
}

#[test]
fn the_number_of_views_does_not_grow_with_the_text() {
    let piece = r#"a\\\"%2522+&amp;amp;&#38;\u0026 112, 97, 115, 115 c2VjcmV0IHRva2Vu"#;
    let count = |times: usize| {
        let text = piece.repeat(times);
        let (mut views, mut bytes) = (0, 0);
        let layer = Layer::of_text(text.as_bytes());
        each(&layer, &mut Buffers::default(), &mut |layer| {
            views += 1;
            bytes += layer.bytes().len();
        });
        (views, bytes / text.len())
    };
    assert_eq!(count(40), count(400));
    let (views, rate) = count(400);
    assert!(
        views < 100 && rate < 20,
        "{views} views, {rate} times the text"
    );
}
