//! The texts that the types of `terrane_types` accept, and what they mean, compared with Go's standard library.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::process::{Command, Stdio};
use std::time::SystemTime;

use serde_json::json;
use terrane::Equal as _;
use terrane_test::go;
use terrane_types::{Cidr, GoDuration, Ip, Json, Mac, Rfc3339};

/// A text of a kind, and its meaning here.
struct Case {
    kind: &'static str,
    texts: [String; 2],
    meaning: Option<String>,
}

/// Returns what Go makes of each text. `None` if Go is missing.
fn judged(cases: &[Case]) -> Option<Vec<Option<String>>> {
    let module = concat!(env!("CARGO_MANIFEST_DIR"), "/../../go/texts");
    let program = go::program(module, "terrane/go/texts")?;
    let mut judge = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut questions = String::new();
    for Case { kind, texts, .. } in cases {
        let question = json!({ "Kind": kind, "Text": texts[0], "Other": texts[1] });
        writeln!(questions, "{question}").unwrap();
    }
    let mut input = judge.stdin.take().unwrap();
    let written = std::thread::spawn(move || input.write_all(questions.as_bytes()));
    let mut answers = String::new();
    let mut output = judge.stdout.take().unwrap();
    output.read_to_string(&mut answers).unwrap();
    written.join().unwrap().unwrap();
    assert!(judge.wait().unwrap().success());
    let answers = answers
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    Some(answers.collect())
}

/// Each text, and each text with one character replaced, added or removed.
fn mutated(texts: &[&str], alphabet: &str) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for text in texts {
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        for (at, next) in places
            .iter()
            .zip(places.iter().skip(1).chain([&text.len()]))
        {
            let (before, after) = (&text[..*at], &text[*next..]);
            all.insert(format!("{before}{after}"));
            for c in alphabet.chars() {
                all.insert(format!("{before}{c}{after}"));
                all.insert(format!("{before}{c}{}", &text[*at..]));
            }
        }
        all.insert((*text).to_owned());
    }
    all
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn time(text: &str) -> Option<String> {
    let time = text.parse::<Rfc3339>().ok()?.time();
    let since = match time.duration_since(SystemTime::UNIX_EPOCH) {
        Ok(after) => i128::try_from(after.as_nanos()).unwrap(),
        Err(before) => -i128::try_from(before.duration().as_nanos()).unwrap(),
    };
    let second = 1_000_000_000;
    Some(format!(
        "{} {}",
        since.div_euclid(second),
        since.rem_euclid(second)
    ))
}

fn address(address: std::net::IpAddr) -> String {
    match address {
        std::net::IpAddr::V4(four) => hex(&four.octets()),
        std::net::IpAddr::V6(six) => hex(&six.octets()),
    }
}

fn meaning(kind: &str, text: &str) -> Option<String> {
    match kind {
        "time" => time(text),
        "duration" => Some(text.parse::<GoDuration>().ok()?.nanoseconds().to_string()),
        "mac" => Some(hex(text.parse::<Mac>().ok()?.bytes())),
        "ip" => Some(address(text.parse::<Ip>().ok()?.address())),
        "cidr" => {
            let network = text.parse::<Cidr>().ok()?;
            Some(format!(
                "{}/{}",
                address(network.address()),
                network.prefix()
            ))
        }
        other => panic!("{other}"),
    }
}

/// Differences that are meant.
fn is_meant(kind: &str, text: &str) -> bool {
    match kind {
        // Go accepts a comma, and an hour of one digit (golang/go#54580).
        "time" => text.contains(',') || text.get(12..13) == Some(":"),
        // An address with a zone is one of this machine.
        "ip" => text.contains('%'),
        _ => false,
    }
}

#[test]
fn texts_have_the_ranges_and_meanings_of_go() {
    let kinds: [(&'static str, &[&str], &str); 5] = [
        (
            "time",
            &[
                "0000-01-01T00:00:00Z",
                "9999-12-31T23:59:59Z",
                "9999-12-31T23:59:59.9999999999-23:59",
                "2024-02-29T12:30:45.123456789+01:00",
                "2023-02-28T00:00:00.1-24:00",
                "2100-02-28T23:59:59+23:60",
                "2024-04-30T12:00:60Z",
            ],
            "019:-+.,TZtz é",
        ),
        (
            "duration",
            &[
                "1h30m",
                "-1.5s",
                "2562047h47m16.854775807s",
                "-2562047h47m16.854775808s",
                "9223372036854775807ns",
                "1us1\u{b5}s1\u{3bc}s1ns",
                "0",
            ],
            "019hmsnu.-+ é",
        ),
        (
            "mac",
            &[
                "00:00:5e:00:53:01",
                "00-00-5E-00-53-01",
                "0000.5e00.5301",
                "02:00:5e:10:00:00:00:01",
                "0200.5e10.0000.0001",
                "00:00:00:00:fe:80:00:00:00:00:00:00:02:00:5e:10:00:00:00:01",
            ],
            "09afAFg:-. é",
        ),
        (
            "ip",
            &[
                "192.0.2.1",
                "255.255.255.255",
                "2001:db8::1",
                "::ffff:192.0.2.1",
                "1:2:3:4:5:6:7:8",
                "fe80::1%eth0",
                "::",
            ],
            "0159afAFg:.%/ é",
        ),
        (
            "cidr",
            &[
                "10.0.0.0/8",
                "10.1.2.3/32",
                "2001:db8::/128",
                "::/0",
                "::ffff:10.0.0.0/104",
                "fe80::%eth0/64",
            ],
            "0128afg:.%/-+ é",
        ),
    ];
    let mut cases = Vec::new();
    for (kind, texts, alphabet) in kinds {
        cases.extend(mutated(texts, alphabet).into_iter().map(|text| Case {
            kind,
            meaning: meaning(kind, &text),
            texts: [text, String::new()],
        }));
    }
    let Some(answers) = judged(&cases) else {
        return;
    };
    assert_eq!(answers.len(), cases.len());
    let different: Vec<_> = cases
        .iter()
        .zip(&answers)
        .filter(|(case, answer)| case.meaning != **answer && !is_meant(case.kind, &case.texts[0]))
        .map(|(case, answer)| format!("{:?}: {:?}, in Go {answer:?}", case.texts[0], case.meaning))
        .collect();
    assert!(
        different.is_empty(),
        "{} differ: {different:#?}",
        different.len()
    );
}

/// Go compares numbers by their text and unpaired surrogates not at all, so no text here has them.
#[test]
fn json_is_valid_and_equal_as_in_go() {
    let texts = [
        r#"{"a":[1,{"b":"x","c":null}],"b":{}}"#,
        r#"[[],[[]],{"":{}},"\u00e9\ud83d\ude00\n"]"#,
        r#"{"a":1,"a":2,"\u0061":[true,false]}"#,
        r#" [ "a\\\"]" , "{" ] "#,
        "12",
        "-0.5e3",
    ];
    let mut cases = Vec::new();
    for text in texts {
        for other in mutated(&[text], "[]{}\",:\\ 1-eé") {
            let equal = |a: &str, b: &str| {
                let (a, b): (Json, Json) = (a.parse().ok()?, b.parse().ok()?);
                assert_eq!(a.equal(&b), b.equal(&a), "{a} and {b}");
                Some(a.equal(&b).to_string())
            };
            cases.push(Case {
                kind: "json",
                meaning: equal(text, &other),
                texts: [text.to_owned(), other],
            });
        }
    }
    for depth in [9_999, 10_000, 10_001] {
        let nested = |blank: &str| format!("{}{blank}{}", "[".repeat(depth), "]".repeat(depth));
        cases.push(Case {
            kind: "json",
            meaning: match depth {
                10_001 => None,
                _ => Some("true".to_owned()),
            },
            texts: [nested(""), nested(" ")],
        });
        let parsed = nested("").parse::<Json>();
        assert_eq!(parsed.is_ok(), depth <= 10_000);
    }
    let Some(answers) = judged(&cases) else {
        return;
    };
    assert_eq!(answers.len(), cases.len());
    for (case, answer) in cases.iter().zip(answers) {
        assert_eq!(case.meaning, answer, "{:?}", case.texts);
    }
}
