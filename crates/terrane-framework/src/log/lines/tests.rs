use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tracing::field::Empty;
use tracing::level_filters::LevelFilter;
use tracing::{debug, error, error_span, info, info_span, subscriber, trace, warn};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::registry::Registry;

use super::super::level::Levels;
use super::super::request;
use super::*;
use crate::panic::catch;

/// A writer that stores each write as one element.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<String>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0
            .lock()
            .unwrap()
            .push(String::from_utf8(bytes.to_vec()).unwrap());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Runs code with the log of `registry.terraform.io/example/zoo` and returns its lines, without `@caller`.
fn log(environment: &[(&str, &str)], code: impl FnOnce()) -> Vec<String> {
    log_as(
        Log::new("registry.terraform.io/example/zoo"),
        environment,
        code,
    )
}

/// tracing caches the enabled events for the whole process, and loses events while two subscribers start at once.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

fn log_as(log: Log, environment: &[(&str, &str)], code: impl FnOnce()) -> Vec<String> {
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let written = Written::default();
    let levels = Levels::read(&log, |name| {
        environment
            .iter()
            .find(|(key, _)| *key == name)
            .map(|(_, value)| value.into())
    });
    let lines = Lines::new(log, Mutex::new(written.clone()))
        .clock(|| SystemTime::UNIX_EPOCH + Duration::new(1_767_323_045, 6_789));
    subscriber::with_default(Registry::default().with(lines.with_filter(levels)), code);
    let lines = written.0.lock().unwrap();
    lines.iter().map(|line| without_caller(line)).collect()
}

fn without_caller(line: &str) -> String {
    if !line.starts_with(r#"{"@caller""#) {
        return line.to_owned();
    }
    let (caller, rest) = line.split_once(r#"","#).unwrap();
    let place = caller.strip_prefix(r#"{"@caller":""#).unwrap();
    let (file, number) = place.rsplit_once(':').unwrap();
    assert!(
        file.ends_with(".rs") && number.parse::<u32>().is_ok(),
        "{place}"
    );
    format!("{{{rest}")
}

const TRACE: &[(&str, &str)] = &[("TF_LOG", "TRACE")];

#[test]
fn event_is_one_write_of_one_line() {
    let lines = log(TRACE, || {
        info!(target: "terraform_provider_zoo::pet", legs = 4, name = "Rex", "fed {}", "Rex");
        error!(target: "terrane_protocol::v6", error = %"no\nfood", "failed");
    });
    assert_eq!(
        lines,
        [
            concat!(
                r#"{"@level":"info","@message":"fed Rex","@module":"zoo","@timestamp":"2026-01-02T03:04:05.000006Z","#,
                r#""legs":4,"name":"Rex"}"#,
                "\n"
            ),
            concat!(
                r#"{"@level":"error","@message":"failed","@module":"sdk.proto","@timestamp":"2026-01-02T03:04:05.000006Z","#,
                r#""error":"no\nfood"}"#,
                "\n"
            ),
        ]
    );
}

fn fields(line: &str) -> String {
    let (_, fields) = line.split_once(r#"06Z""#).unwrap();
    fields.trim_start_matches(',').trim_end().to_owned()
}

#[test]
fn fields_of_every_kind_are_json() {
    #[derive(Debug)]
    struct Failed(std::num::ParseIntError);
    impl std::fmt::Display for Failed {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("cannot count")
        }
    }
    impl std::error::Error for Failed {
        fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
            Some(&self.0)
        }
    }
    let failed = Failed("x".parse::<u8>().unwrap_err());
    let lines = log(TRACE, || {
        trace!(target: "zoo", a = true, b = -1_i64, c = u64::MAX, d = 1.5, e = f64::NAN, f = i128::MAX, g = ?Some("x"), r#type = 1);
        warn!(target: "zoo", error = &failed as &dyn std::error::Error, "@level" = 3, bytes = &b"\xff\0"[..]);
        debug!(target: "zoo", message = 5);
    });
    assert_eq!(
        fields(&lines[0]),
        concat!(
            r#""a":true,"b":-1,"c":18446744073709551615,"d":1.5,"e":"NaN","#,
            r#""f":"170141183460469231731687303715884105727","g":"Some(\"x\")","type":1}"#
        )
    );
    assert_eq!(
        fields(&lines[1]),
        r#""_level":3,"bytes":"[ff 00]","error":"cannot count: invalid digit found in string"}"#
    );
    assert!(
        lines[2].starts_with(r#"{"@level":"debug","@message":"5","#),
        "{}",
        lines[2]
    );
}

#[test]
fn inner_fields_replace_outer_ones() {
    let lines = log(TRACE, || {
        let outer = info_span!(target: "zoo", "outer", a = 1, b = 1, c = 1, d = Empty, e = Empty);
        let _outer = outer.enter();
        let _inner = info_span!(target: "zoo", "inner", b = 2, c = 2).entered();
        outer.record("d", "late");
        outer.record("a", 9);
        info!(target: "zoo", c = 3);
    });
    assert_eq!(fields(&lines[0]), r#""a":9,"b":2,"c":3,"d":"late"}"#);
}

#[test]
fn request_names_itself_in_the_authors_lines_even_if_the_framework_is_silent() {
    for level in ["ERROR", "TRACE"] {
        let lines = log(&[("TF_LOG_PROVIDER_ZOO", level)], || {
            let request = request::span("registry.terraform.io/example/zoo", "ReadResource");
            request.record("tf_resource_type", "zoo_pet");
            let _request = request.entered();
            error!(target: "terrane::server", "not shown");
            error!(target: "zoo_api", "shown");
        });
        let [line] = &*lines else { panic!("{lines:?}") };
        let mut entries: serde_json::Map<_, _> = serde_json::from_str(line).unwrap();
        assert_eq!(
            entries.remove("tf_req_id").unwrap().as_str().unwrap().len(),
            36
        );
        entries.retain(|key, _| key.starts_with("tf_"));
        assert_eq!(
            serde_json::Value::Object(entries),
            serde_json::json!({
                "tf_provider_addr": "registry.terraform.io/example/zoo",
                "tf_resource_type": "zoo_pet",
                "tf_rpc": "ReadResource",
            })
        );
    }
}

#[test]
fn fields_of_disabled_events_are_not_computed() {
    let lines = log(
        &[
            ("TF_LOG", "WARN"),
            ("TF_LOG_SDK", "OFF"),
            ("TF_LOG_SDK_TRANSPORT", "INFO"),
        ],
        || {
            let computed = || -> u32 { panic!("computed") };
            info!(target: "zoo", n = computed(), "{}", computed());
            error!(target: "terrane", n = computed(), "{}", computed());
            error!(target: "terrane_plugin::server", n = computed());
            debug!(target: "h2", n = computed());
            let _span = info_span!(target: "zoo", "span", n = computed()).entered();
            let _span = error_span!(target: "h2", "span", n = 1).entered();
            warn!(target: "zoo", "shown");
            info!(target: "h2", "shown");
        },
    );
    assert_eq!(lines.len(), 2, "{lines:?}");
}

#[test]
fn debug_that_panics_does_no_harm() {
    // The panic hook logs from inside the layer.
    crate::panic::install();
    #[derive(Clone, Copy)]
    struct Loud;
    impl std::fmt::Debug for Loud {
        fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            panic!("in Debug")
        }
    }
    let lines = log(TRACE, || {
        let span = info_span!(target: "zoo", "span", loud = Empty);
        let _entered = span.enter();
        assert!(catch(|| info!(target: "zoo", loud = ?Loud)).is_err());
        assert!(catch(|| span.record("loud", tracing::field::debug(Loud))).is_err());
        info!(target: "zoo", "after");
    });
    assert!(
        lines.last().unwrap().contains(r#""@message":"after""#),
        "{lines:?}"
    );
}

#[test]
fn caught_panic_is_one_line() {
    crate::panic::install();
    let lines = log(TRACE, || {
        assert!(catch(|| panic!("panic: no\nfood")).is_err())
    });
    assert_eq!(lines.len(), 1);
    assert!(
        lines[0]
            .starts_with(r#"{"@level":"error","@message":"Survived a panic: panic: no\nfood","#),
        "{lines:?}"
    );
    assert!(
        fields(&lines[0]).starts_with(r#""panic_location":""#),
        "{lines:?}"
    );
}

#[test]
fn subsystems_have_levels_and_rules_of_their_own() {
    let mut zoo = Log::new("registry.terraform.io/example/zoo");
    zoo.mask_fields(["key"]).mask("Rex");
    zoo.subsystem("api", "zoo_api").mask_fields(["id"]);
    zoo.subsystem("http", "hyper").level(LevelFilter::WARN);
    let environment = [("TF_LOG", "INFO"), ("TF_LOG_PROVIDER_ZOO_API", "debug")];
    let lines = log_as(zoo, &environment, || {
        debug!(target: "zoo", "silent");
        info!(target: "zoo", key = 1, id = 1, "fed Rex");
        trace!(target: "zoo_api::pets", "silent");
        debug!(target: "zoo_api::pets", key = 1, id = 1, "fed Rex");
        info!(target: "hyper::client", "silent");
        warn!(target: "hyper::client", "closed");
    });
    let shown: Vec<(&str, &str)> = lines
        .iter()
        .map(|line| {
            (
                between(line, r#""@message":""#),
                between(line, r#""@module":""#),
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            ("fed ***", "zoo"),
            ("fed ***", "zoo.api"),
            ("closed", "zoo.http")
        ]
    );
    assert_eq!(fields(&lines[0]), r#""id":1,"key":"***"}"#);
    assert_eq!(fields(&lines[1]), r#""id":"***","key":"***"}"#);
}

fn between<'a>(line: &'a str, start: &str) -> &'a str {
    let (_, rest) = line.split_once(start).unwrap();
    rest.split_once('"').unwrap().0
}

#[test]
fn a_rule_for_a_part_of_a_secret_leaves_nothing_of_it() {
    crate::secret::hide("tok-of-rules-4711");
    let mut zoo = Log::new("registry.terraform.io/example/zoo");
    zoo.mask("tok-").mask("Rex");
    let lines = log_as(zoo, TRACE, || {
        info!(target: "zoo", key = "tok-of-rules-4711", "tok-of-rules-4711 and tok-1 of Rex");
    });
    assert_eq!(between(&lines[0], r#""@message":""#), "*** and ***1 of ***");
    assert_eq!(fields(&lines[0]), r#""key":"***"}"#);
}

#[test]
fn lines_may_have_no_location_and_every_kind_of_field() {
    let mut zoo = Log::new("registry.terraform.io/example/zoo");
    zoo.field("build", 7)
        .without_location()
        .omit_messages("ping");
    let lines = log_as(zoo, TRACE, || {
        info!(target: "zoo", "ping");
        info!(target: "zoo", "fed");
        info!(target: "zoo", build = 8, "fed");
    });
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[0].starts_with(r#"{"@level":"info""#), "{lines:?}");
    assert_eq!(fields(&lines[0]), r#""build":"7"}"#);
    assert_eq!(fields(&lines[1]), r#""build":8}"#);
}

#[test]
fn nameless_provider_is_called_provider() {
    let lines = log_as(Log::new(""), TRACE, || info!(target: "zoo", "fed"));
    assert_eq!(between(&lines[0], r#""@module":""#), "provider");
}

#[test]
fn a_deferred_call_states_the_reason() {
    let lines = log(TRACE, || {
        request::span("registry.terraform.io/example/zoo", "ReadResource").in_scope(|| {
            crate::context::deferral(terrane_protocol::DeferredReason::AbsentPrerequisite);
            info!(target: "zoo", "later");
        });
    });
    assert!(
        lines[0].contains(r#""tf_deferred_reason":"AbsentPrerequisite""#),
        "{lines:?}"
    );
}
