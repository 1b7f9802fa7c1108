//! The server under a real go-plugin client: `tests/go/host` drives the example plugin and says what happened.

#![cfg(unix)]

use std::collections::BTreeMap;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::process::Command;

use serde::Deserialize;

/// What the host saw.
#[derive(Debug, Deserialize)]
struct Report {
    version: u32,
    address: String,
    greeting: String,
    big: usize,
    callback: String,
    offer: String,
    stdout: String,
    stderr: String,
    log: String,
    intruders: BTreeMap<String, String>,
    kill_millis: u64,
    exited: bool,
    socket_left: bool,
    errors: BTreeMap<String, String>,
}

/// Runs the host with these flags, the plugin with these variables; `None` where the host cannot be built.
fn host(flags: &[&str], variables: &[(&str, &str)]) -> Option<Report> {
    let host = crate::programs::program("host")?;
    let run = Command::new(host)
        .args(flags)
        .arg(crate::raw_host::greeter())
        .envs(variables.iter().copied())
        .output()
        .unwrap();
    assert!(
        run.status.success(),
        "{}",
        String::from_utf8_lossy(&run.stderr)
    );
    Some(serde_json::from_slice(&run.stdout).unwrap())
}

/// Checks that everything went well and nothing is left.
fn assert_driven(report: &Report) {
    assert_eq!(report.errors, BTreeMap::new(), "{}", report.log);
    assert_eq!(report.greeting, "hello, host");
    assert_eq!(report.big, (8 << 20) + "hello, ".len());
    assert_eq!(report.callback, "host greets plugin");
    assert_eq!(report.offer, "hello, broker");
    assert!(report.stdout.ends_with("printed\n"), "{}", report.stdout);
    assert!(report.stderr.ends_with("printed\n"), "{}", report.stderr);
    assert_ended(report);
}

/// Checks that the plugin ended by itself: go-plugin kills after two seconds.
fn assert_ended(report: &Report) {
    assert!(report.exited);
    assert!(report.kill_millis < 1000, "{} ms", report.kill_millis);
    assert!(
        !report.log.contains("failed to exit gracefully"),
        "{}",
        report.log
    );
    assert!(!report.socket_left);
    if report.address.starts_with('/') {
        assert!(!Path::new(&report.address).parent().unwrap().exists());
    }
}

#[test]
fn go_host_drives_the_plugin_over_every_transport() {
    for flags in [
        &["-mtls=true"][..],
        &["-mtls=false"],
        &["-mtls=true", "-multiplex"],
        &["-mtls=false", "-multiplex"],
    ] {
        let Some(report) = host(flags, &[]) else {
            return;
        };
        assert_driven(&report);
        assert_eq!(report.version, 6, "{flags:?}");
    }
}

#[test]
fn go_host_drives_the_plugin_on_tcp() {
    for flags in [&["-mtls=true"][..], &["-multiplex"]] {
        let Some(report) = host(flags, &[("GREETER_LISTEN", "tcp")]) else {
            return;
        };
        assert_driven(&report);
        let port: u16 = report
            .address
            .strip_prefix("127.0.0.1:")
            .unwrap()
            .parse()
            .unwrap();
        assert!((10_000..=25_000).contains(&port), "{port}");
    }
}

#[test]
fn go_host_gets_the_highest_version_that_both_know() {
    for (offered, served, expected) in [
        ("5", "5,6", 5),
        ("6,5", "5,6", 6),
        ("5,6,7", "5", 5),
        ("4,6", "6,8", 6),
    ] {
        let Some(report) = host(&["-versions", offered], &[("GREETER_VERSIONS", served)]) else {
            return;
        };
        assert_driven(&report);
        assert_eq!(report.version, expected, "{offered} of {served}");
    }
}

#[test]
fn go_host_refuses_versions_that_it_does_not_know() {
    let Some(report) = host(&["-versions", "4,7"], &[]) else {
        return;
    };
    let error = &report.errors["start"];
    assert!(
        error.starts_with("incompatible API version with plugin. Plugin version: 5"),
        "{error}"
    );
}

#[test]
fn go_host_shows_why_the_plugin_does_not_start() {
    let Some(report) = host(&[], &[("GREETER_REFUSE", "the zoo is closed")]) else {
        return;
    };
    let error = &report.errors["start"];
    assert!(error.contains("the zoo is closed"), "{error}");

    let Some(report) = host(&["-cookie", "wrong"], &[]) else {
        return;
    };
    assert!(report.errors.contains_key("start"), "{report:?}");
    assert!(report.log.contains("plugin"), "{}", report.log);
}

#[test]
fn strangers_are_refused_while_the_host_is_served() {
    let Some(report) = host(&["-intrude"], &[]) else {
        return;
    };
    assert_driven(&report);
    let names: Vec<&str> = report.intruders.keys().map(String::as_str).collect();
    assert_eq!(names, ["no certificate", "other certificate", "plaintext"]);
    for (name, error) in &report.intruders {
        assert!(
            error.contains("Unavailable") || error.contains("DeadlineExceeded"),
            "{name}: {error:?}"
        );
    }

    // The same intruders are let in where nothing keeps them out: the check above can fail.
    let Some(report) = host(&["-mtls=false", "-intrude"], &[]) else {
        return;
    };
    assert_eq!(report.intruders["plaintext"], "");
}

#[test]
fn plugin_ends_at_once_though_calls_are_under_way() {
    for order in ["sleep:60s", "block"] {
        let Some(report) = host(&["-kill-with", order], &[]) else {
            return;
        };
        assert_eq!(report.errors, BTreeMap::new());
        assert_ended(&report);
    }
}

#[test]
fn log_lines_reach_the_hosts_log() {
    let Some(report) = host(&["-kill-with", "log:fed the lions"], &[]) else {
        return;
    };
    let line = report
        .log
        .lines()
        .find(|line| line.contains("fed the lions"));
    let line: serde_json::Value = serde_json::from_str(line.unwrap()).unwrap();
    assert_eq!(line["@level"], "info", "{line}");
    assert_eq!(line["answer"], 42, "{line}");
}

#[test]
fn socket_has_the_group_that_the_host_requests() {
    let group = std::fs::metadata(tempfile::tempdir().unwrap())
        .unwrap()
        .gid()
        .to_string();
    let Some(report) = host(&["-group", &group], &[]) else {
        return;
    };
    assert_driven(&report);

    let Some(report) = host(&["-group", "no such group"], &[]) else {
        return;
    };
    assert!(
        report.errors["start"].contains("no such group"),
        "{:?}",
        report.errors
    );
}
