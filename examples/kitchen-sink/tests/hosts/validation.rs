//! What is wrong with a configuration, and where.

use terrane_test::{Failure, Outcome, TestResult};

use super::{Form, Kitchen, line, on_installed_hosts};

/// Fails unless the line that has a text has an error that says something.
#[track_caller]
fn assert_error(failure: &Failure, config: &str, at: &str, says: &str) {
    let place = Some(("main.tf".to_owned(), line(config, at)));
    let found = failure
        .errors()
        .any(|it| it.place == place && it.mentions(says));
    assert!(found, "no error at `{at}` says {says:?}\n{failure}");
}

const VALUES: &str = r#"
data "sink_inspection" "values" {
  plates     = 1
  inspector  = " "
  badge      = "7"
  reason     = "far too long"
  metal      = "tin"
  pipe       = "lead"
  degrees    = 0.5
  tools      = ["hammer", "hammer", "screwdriver", "saw"]
  notes      = { A = "x" }
  photograph = "x"
  report     = "ftp://example.com"
}
resource "sink_spice" "values" {
  name           = null
  heat           = "warm"
  shelf          = "mine"
  dishes         = ["a", null]
}
resource "sink_spice" "tiny" {
  name = "tiny"
  tiny = 128
}
resource "sink_spice" "large" {
  name           = "large"
  large_positive = -1
}
resource "sink_label" "values" {
  word     = "a word that is far too long"
  phone    = "nobody"
  boil     = 1e19
  keeps    = "long"
  made     = "yesterday"
  contents = "{"
  printer  = "laser"
  ip       = "300.0.0.1"
  ipv4     = "::1"
  network  = "192.0.2.0"
}
resource "sink_menu" "values" {
  main_course = ""
}
"#;

/// V1, V2, V5: each finding at its place, all at once.
#[test]
fn v1_wrong_values_are_reported_at_their_attributes() {
    let wrong = [
        ("inspector  =", "blank"),
        ("badge      =", "UUID"),
        ("reason     =", "at most 10"),
        ("metal      =", "\"steel\""),
        ("pipe       =", "\"lead\""),
        ("degrees    =", "a whole number, found 0.5"),
        ("\"hammer\", \"hammer\"", "differ from each other"),
        ("\"screwdriver\"", "at most 8 characters"),
        ("\"saw\"", "at most 3"),
        ("A = \"x\"", "lower-case letters"),
        ("photograph =", "base64"),
        ("report     =", "http"),
        ("name           = null", "name"),
        ("heat           =", "on_fire"),
        ("shelf          =", "The provider sets `shelf`; remove it"),
        ("tiny = 128", "127"),
        ("large_positive =", "18446744073709551615"),
        ("[\"a\", null]", "null"),
        ("word     =", "at most 20 characters"),
        ("phone    =", "socket address"),
        ("boil     =", "boil"),
        ("keeps    =", "a span of time, such as 1h30m"),
        ("made     =", "RFC 3339"),
        ("contents =", "JSON"),
        ("printer  =", "MAC"),
        ("ip       =", "an IP address"),
        ("ipv4     =", "an IPv4 address"),
        ("network  =", "CIDR"),
        ("main_course =", "expected something to eat, found nothing"),
    ];
    on_installed_hosts(|sink| {
        sink.config(VALUES)?;
        let failure = sink.validate().expect_err("nothing of this is right");
        for (at, says) in wrong {
            assert_error(&failure, VALUES, at, says);
        }
        Ok(())
    });
}

const RELATIONS: &str = r#"
data "sink_inspection" "none" {
}
data "sink_inspection" "both" {
  plates = 1
  cups   = 1
  spoons = 2
}
data "sink_inspection" "one" {
  cups      = 1
  soap      = true
  sand      = true
  sponge    = true
  reason    = "why"
  inspector = "Ann"
}
data "sink_inspection" "sums" {
  cups    = 1
  forks   = 1
  knives  = 1
  cutlery = 3
  slots   = 1
  missing = 4
  rows    = 2
  columns = 2
  tiles   = 5
}
resource "sink_sponge" "old" {
  size = 1
}
resource "sink_recipe" "loud" {
  title = "Pie!"
}
resource "sink_menu" "again" {
  starter = "soup"
  dessert = "soup"
}
"#;

const PROVIDER: &str = r#"
provider "sink" {
  folder   = "same"
  key      = "same"
  material = "copper"
}
resource "sink_jar" "jam" {
  label = "jam"
}
"#;

/// V1: what attributes demand of each other, what code of a provider finds, and what is only a warning.
#[test]
fn v1_conflicts_and_deprecations_are_reported() {
    on_installed_hosts(|sink| {
        sink.config(RELATIONS)?;
        let failure = sink.validate().expect_err("nothing of this goes together");
        for (at, says) in [
            ("\"none\" {", "plates"),
            ("plates = 1\n  cups", "cups"),
            ("soap      =", "sand"),
            ("sand      =", "sponge"),
            ("inspector =", "badge"),
            ("reason    =", "badge"),
            ("spoons = 2", "1 plates need no more than 1 spoons"),
            ("dessert =", "starter again"),
            ("cutlery =", "Expected "),
            ("slots   =", "Expected "),
            ("missing =", "Expected "),
            ("tiles   =", "Expected "),
        ] {
            assert_error(&failure, RELATIONS, at, says);
        }
        assert_warning(failure.outcome(), RELATIONS, "sand      =", "Take soap");
        assert_warning(
            failure.outcome(),
            RELATIONS,
            "title = \"Pie!\"",
            "Speak softly",
        );
        let place = Some(("main.tf".to_owned(), line(RELATIONS, "\"sink_sponge\"")));
        let mut warnings = failure.outcome().warnings();
        assert!(warnings.any(|it| it.place == place), "{failure}");

        sink.config(PROVIDER)?;
        let failure = sink.validate().expect_err("the key lies in the sink");
        assert_error(&failure, PROVIDER, "key      =", "The key lies in the sink");
        assert_warning(
            failure.outcome(),
            PROVIDER,
            "material =",
            "All sinks are of steel",
        );
        Ok(())
    });
}

const PANTRIES: &str = r#"
data "sink_pantry" "cold" {
  kind = "cold"
  open = true
}
data "sink_pantry" "unlabelled" {
  door = "oak"
  shelves {
    height = 1
  }
  shelves {
    label = "jam"
    glass = 1
    paper = 2
  }
}
data "sink_pantry" "damp" {
  kind = "damp"
}
data "sink_pantry" "values" {
  open       = true
  jars       = 7
  alias      = "a--b"
  pattern    = "("
  sensors    = "192.0.2.9-192.0.2.1"
  photograph = "http://example.com"
}
data "sink_pantry" "warned" {
  door    = "a door"
  curtain = "red"
  candles = 3
  matches = 2
  smell   = "of old cheese"
  spice   = "cinnamon"
}
"#;

const WARNED: &str = r#"
data "sink_pantry" "warned" {
  open    = true
  candles = 3
  matches = 2
}
"#;

/// V1, V3: relations between levels, conditions, validators that see the configuration, and warnings of both.
#[test]
fn v1_relations_between_levels_and_warnings_are_reported() {
    on_installed_hosts(|sink| {
        sink.config(PANTRIES)?;
        let failure = sink.validate().expect_err("the pantries are not right");
        for (at, says) in [
            ("kind = \"cold\"", "A cold pantry needs a temperature"),
            ("label = \"jam\"", "together with `printer`"),
            ("glass = 1", "`shelves[1].glass` and `shelves[1].paper`"),
            ("kind = \"damp\"", "A pantry must not be damp"),
            ("\"damp\" {", "Add a door or a curtain"),
            ("jars       =", "a multiple of 6"),
            ("alias      =", "no two hyphens"),
            ("pattern    =", "a regular expression"),
            ("sensors    =", "a range of IPv4 addresses"),
            ("photograph =", "an https URL"),
        ] {
            assert_error(&failure, PANTRIES, at, says);
        }
        for (at, says) in [
            ("door    =", "`door` and `curtain` are set"),
            ("candles = 3", "3 candles need 3 matches, found 2"),
            ("smell   =", "at most 10 characters"),
            ("spice   =", "at most 6 characters"),
        ] {
            assert_warning(failure.outcome(), PANTRIES, at, says);
        }
        sink.config(WARNED)?;
        let outcome = sink.validate()?;
        assert_warning(&outcome, WARNED, "candles = 3", "3 candles need");
        Ok(())
    });
}

/// Fails unless the line that has a text has a warning that says something.
#[track_caller]
fn assert_warning(outcome: &Outcome, config: &str, at: &str, says: &str) {
    let place = Some(("main.tf".to_owned(), line(config, at)));
    let found = outcome
        .warnings()
        .any(|it| it.place == place && it.mentions(says));
    assert!(
        found,
        "no warning at `{at}` says {says:?}: {}",
        outcome.stdout()
    );
}

impl Kitchen<'_> {
    /// A rack whose parts are given, in the order in which they are written.
    fn rack(&self, corner: &str, hooks: &[&str], row: &str, bins: &[&str]) -> String {
        let row = self.many("hooks", &[row]);
        let parts = [
            self.one("corner", corner),
            self.many("hooks", hooks),
            self.named("rows", &[("top", &row)]),
            self.many("bins", bins),
        ];
        format!("resource \"sink_rack\" \"rack\" {{\n{}}}\n", parts.concat())
    }

    /// Where this host points for something in a part of a rack: older ones do not find their way into nested attributes.
    fn finds(&self, config: &str, text: &str) -> u64 {
        if self.form == Form::Blocks || self.host().is_at_least(1, 15) {
            line(config, text)
        } else {
            line(config, "resource")
        }
    }
}

/// G10, V4: a path goes through names, positions and keys, and ends at a set.
#[test]
fn g10_findings_inside_of_nested_objects_have_their_place() {
    fn case(sink: &mut Kitchen<'_>) -> TestResult {
        let holds = |name: &str, number: u8| format!("name = \"{name}\"\nholds = {number}");
        let config = sink.rack(
            &holds("loose", 10),
            &["name = \"fine\"", &holds("loose", 11)],
            &holds("loose", 12),
            &["litres = 1\nglass = true\npaper = true"],
        );
        sink.config(&config)?;
        let failure = sink.validate().expect_err("the hooks hold too much");
        for number in ["10", "11", "12"] {
            let error = failure.error(&format!("at most 9, found {number}"));
            let place = error.ok_or(number)?.place.clone();
            let line = sink.finds(&config, &format!("holds = {number}"));
            assert_eq!(
                place,
                Some(("main.tf".to_owned(), line)),
                "{number}: {failure}"
            );
        }
        let loose = failure
            .outcome()
            .warnings()
            .filter(|it| it.summary == "A loose hook");
        assert_eq!(loose.count(), 3, "{failure}");
        failure.assert_mentions("glass` and `");

        let bins = ["litres = 1", "litres = 2", "litres = 3", "litres = 4"];
        let config = sink.rack("name = \"a\"", &[], "name = \"b\"", &bins);
        sink.config(&config)?;
        let failure = sink.validate().expect_err("there are too many bins");
        let error = failure.error("Too many bins").ok_or("no error")?;
        let (_, place) = error.place.clone().ok_or("it has no place")?;
        // Blocks have no place together: hosts point at what holds them.
        let expected = match sink.form {
            Form::Attributes => line(&config, "bins ="),
            Form::Blocks => line(&config, "resource"),
        };
        assert_eq!(place, expected, "{failure}");

        if sink.form == Form::Blocks {
            let hooks = [
                "name = \"a\"",
                "name = \"b\"",
                "name = \"c\"",
                "name = \"d\"",
            ];
            let config = sink.rack("name = \"a\"", &hooks, "name = \"b\"", &[]);
            sink.config(&config)?;
            let failure = sink.validate().expect_err("there are too many hooks");
            failure.assert_mentions("Too many hooks blocks");
        }
        Ok(())
    }
    on_installed_hosts(case);
}

/// V7, V2e: what is not known when it is validated is checked as soon as it is.
#[test]
fn v7_values_are_checked_once_they_are_known() {
    on_installed_hosts(|sink| {
        sink.config(
            r#"
            resource "terraform_data" "none" {}
            resource "sink_jar" "jar" {
              label = terraform_data.none.output
            }
            resource "sink_recipe" "poison" {
              title = "Poison"
            }
            "#,
        )?;
        sink.validate()?;
        let failure = sink.apply().expect_err("nobody cooks that");
        failure.assert_mentions("Nobody cooks that");
        sink.config("resource \"terraform_data\" \"none\" {}\nresource \"sink_jar\" \"jar\" {\nlabel = terraform_data.none.output\n}\n")?;
        let failure = sink.apply().expect_err("there is no label");
        failure.assert_mentions("`label` must be set");
        Ok(())
    });
}
