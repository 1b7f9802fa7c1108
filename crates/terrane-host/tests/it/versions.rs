//! Versions and constraints mean what they mean to Terraform.

use std::cmp::Ordering;
use std::process::Command;

use terrane_host::config::Config;
use terrane_host::version::{Constraints, Version};

use crate::folder::folder;

/// Constraints, versions, and whether go-version accepts the pair.
const ALLOWED: &[(&str, &str, bool)] = &[
    (">= 1.0, < 1.2", "1.1.5", true),
    ("< 1.0, < 1.2", "1.1.5", false),
    ("= 1.0", "1.1.5", false),
    ("= 1.0", "1.0.0", true),
    ("1.0", "1.0.0", true),
    ("~> 1.0", "2.0", false),
    ("~> 1.0", "1.1", true),
    ("~> 1.0", "1.2.3", true),
    ("~> 1.0.0", "1.2.3", false),
    ("~> 1.0.0", "1.0.7", true),
    ("~> 1.0.0", "1.1.0", false),
    ("~> 1.0.7", "1.0.4", false),
    ("~> 1.0.7", "1.0.7", true),
    ("~> 1.0.7", "1.0.8", true),
    ("~> 1.0.7", "1.0.7.5", true),
    ("~> 1.0.7", "1.0.6.99", false),
    ("~> 1.0.7", "1.0.8.0", true),
    ("~> 1.0.9.5", "1.0.9.5", true),
    ("~> 1.0.9.5", "1.0.9.4", false),
    ("~> 1.0.9.5", "1.0.9.6", true),
    ("~> 1.0.9.5", "1.0.9.5.0", true),
    ("~> 1.0.9.5", "1.0.9.5.1", true),
    ("~> 2.0", "2.1.0-beta", false),
    ("~> 2.1.0-a", "2.2.0", false),
    ("~> 2.1.0-a", "2.1.0", false),
    ("~> 2.1.0-a", "2.1.0-beta", true),
    ("~> 2.1.0-a", "2.2.0-alpha", false),
    ("> 2.0", "2.1.0-beta", false),
    (">= 2.1.0-a", "2.1.0-beta", true),
    (">= 2.1.0-a", "2.1.1-beta", false),
    (">= 2.0.0", "2.1.0-beta", false),
    (">= 2.1.0-a", "2.1.1", true),
    (">= 2.1.0-a", "2.1.0", true),
    ("<= 2.1.0-a", "2.0.0", true),
];

/// Pairs of versions with their order in go-version.
const ORDER: &[(&str, &str, Ordering)] = &[
    ("1.2.3", "1.4.5", Ordering::Less),
    ("1.2-beta", "1.2-beta", Ordering::Equal),
    ("1.2", "1.1.4", Ordering::Greater),
    ("1.2", "1.2-beta", Ordering::Greater),
    ("1.2+foo", "1.2+beta", Ordering::Equal),
    ("v1.2", "v1.2-beta", Ordering::Greater),
    ("v1.2.3.4", "v1.2.3.4", Ordering::Equal),
    ("v1.2.0.0", "v1.2", Ordering::Equal),
    ("v1.2.0.0.1", "v1.2", Ordering::Greater),
    ("v1.2", "v1.2.0.0.1", Ordering::Less),
    ("v1.2.3.0", "v1.2.3.4", Ordering::Less),
    ("1.7rc2", "1.7rc1", Ordering::Greater),
    ("1.7rc2", "1.7", Ordering::Less),
    ("1.2.0", "1.2.0-X-1.2.0+metadata~dist", Ordering::Greater),
    ("v1.0.3-", "v1.0.3", Ordering::Less),
    ("1.2-beta.1", "1.2-beta.2", Ordering::Less),
    ("1.2-beta.2", "1.2-beta.11", Ordering::Less),
    ("3.2-alpha.1", "3.2-alpha", Ordering::Greater),
    ("1.2-beta", "1.2-beta.3", Ordering::Less),
    ("1.2-alpha", "1.2-beta.3", Ordering::Less),
    ("1.2-beta", "1.2-alpha.3", Ordering::Greater),
    ("3.0-alpha3", "3.0-rc1", Ordering::Less),
    ("3.0-alpha.1", "3.0-alpha.beta", Ordering::Less),
    ("5.4-alpha", "5.4-alpha.beta", Ordering::Greater),
    ("v3.2-rc.1-1-g123", "v3.2-rc.2", Ordering::Greater),
];

/// Texts that are versions, and texts that are none.
const VERSIONS: (&[&str], &[&str]) = (
    &[
        "1.2.3",
        "1",
        "1.2-5",
        "1.2-beta.5",
        "1.2.0-x.Y.0+metadata-width-hyphen",
        "1.2.0-X-1.2.0+metadata~dist",
        "1.2.3.4-rc1-with-hyphen",
        "v1.7rc2",
        "1.0-",
        "1.4.9223372036854775807",
    ],
    &[
        "",
        "1.2.beta",
        "foo",
        "\n1.2",
        "foo1.2.3",
        "1.",
        "1.0+",
        "1.4.9223372036854775808",
    ],
);

#[test]
fn constraints_allow_what_go_version_allows() {
    for (constraints, version, expected) in ALLOWED {
        let constraints: Constraints = constraints.parse().unwrap();
        let allowed = constraints.allow(&version.parse().unwrap());
        assert_eq!(allowed, *expected, "{constraints} {version}");
    }
    for wrong in [">= 1.x", "", "1,", "=> 1", "> = 1", ">= 1.0 < 2"] {
        assert!(wrong.parse::<Constraints>().is_err(), "{wrong}");
    }
}

#[test]
fn versions_have_the_order_and_the_grammar_of_go_version() {
    for (one, other, expected) in ORDER {
        let [a, b]: [Version; 2] = [one, other].map(|it| it.parse().unwrap());
        assert_eq!(a.compare(&b), *expected, "{one} {other}");
    }
    for text in VERSIONS.0 {
        assert!(text.parse::<Version>().is_ok(), "{text}");
    }
    for text in VERSIONS.1 {
        assert!(text.parse::<Version>().is_err(), "{text}");
    }
    let zeros: Version = "17.03.0-ce".parse().unwrap();
    assert_eq!(zeros.to_string(), "17.3.0-ce");
}

#[test]
fn required_version_is_checked_as_terraform_checks_it() {
    let version = Command::new("terraform").arg("-version").output();
    let Ok(version) = version else {
        return eprintln!("skipped: there is no `terraform` on the PATH");
    };
    let version = String::from_utf8(version.stdout).unwrap();
    let version = version
        .lines()
        .find_map(|line| line.strip_prefix("Terraform v"));
    let version: Version = version.unwrap().parse().unwrap();
    let core = version.core();
    for constraints in [
        ">= 1.2",
        "~> 99.0",
        "~>1",
        &format!("= {core}"),
        &format!("!= {core}"),
        &format!(">= {core}.1"),
        ">= 1.0, < 1.1",
        ">= 1.0,< 99",
        ">= 1.2-beta",
        "1.x",
        "",
        "> 1,",
        "=> 1",
        ">= v1.2",
        ">= 1.2+meta",
        "\\t>= 1.2 ",
        "9223372036854775808",
    ] {
        let text = format!("terraform {{\n  required_version = \"{constraints}\"\n}}\n");
        let folder = folder(&[("main.tf", &text)]);
        let config = Config::load(folder.path()).unwrap_or_else(|error| panic!("{error}"));
        let errors = config.check_versions(&version);
        let mut init = Command::new("terraform");
        init.args(["init", "-backend=false", "-no-color"]);
        let output = init.current_dir(folder.path()).output().unwrap();
        let shown = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(errors.is_empty(), output.status.success(), "{text}{shown}");
        for error in &*errors {
            assert!(
                shown.contains(&*error.summary),
                "{}: {shown}",
                error.summary
            );
            let place = error.subject.unwrap();
            let place = config.sources.get(place.source).unwrap().locate(place);
            assert!(place.starts_with("main.tf:2,"), "{place}");
        }
    }
}
