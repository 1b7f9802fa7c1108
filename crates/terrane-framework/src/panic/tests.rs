//! Tests of caught panics, and of processes that a panic ends.

use std::env;
use std::panic::{catch_unwind, panic_any, resume_unwind};
use std::process::Command;
use std::task::{Context, Waker};

use super::*;

/// Installs the hook, catches a panic, and returns its message and location.
fn caught<T>(code: impl FnOnce() -> T) -> (String, Option<String>) {
    install();
    let report = catch(code).err().unwrap();
    (report.message, report.location)
}

fn here(line: u32, location: Option<String>) -> bool {
    location.is_some_and(|location| location.contains(&format!("tests.rs:{line}:")))
}

#[test]
fn texts_and_other_payloads_have_a_message() {
    let (message, location) = caught(|| panic!("plain"));
    assert_eq!(message, "plain");
    assert!(here(line!() - 2, location));

    let legs = 5;
    let (message, location) = caught(|| panic!("{legs} legs"));
    assert_eq!(message, "5 legs");
    assert!(here(line!() - 2, location));

    let (message, location) = caught(|| panic_any(17));
    assert_eq!(message, "a panic without a text");
    assert!(here(line!() - 2, location));
}

#[test]
fn payload_whose_drop_panics_is_caught_once() {
    struct Bomb(u8);

    impl Drop for Bomb {
        fn drop(&mut self) {
            if let Some(rest) = self.0.checked_sub(1) {
                panic_any(Bomb(rest));
            }
        }
    }

    let (message, location) = caught(|| panic_any(Bomb(9)));
    assert_eq!(message, "a panic without a text");
    assert!(here(line!() - 2, location));
}

#[test]
fn catch_returns_the_result_of_code_without_a_panic() {
    assert_eq!(catch(|| 3), Ok(3));
    assert!(!CATCHING.get());
}

#[test]
fn catching_inside_keeps_catching_outside() {
    let (message, location) = caught(|| {
        let inner = catch(|| panic!("inner")).unwrap_err();
        assert_eq!(inner.message, "inner");
        assert!(CATCHING.get());
        panic!("outer after {}", inner.message)
    });
    assert_eq!(message, "outer after inner");
    assert!(here(line!() - 3, location));
    assert!(!CATCHING.get());
    assert_eq!(take_last(), None);
}

#[test]
fn panic_that_was_passed_on_has_no_wrong_location() {
    let (message, location) = caught(|| {
        assert!(catch_unwind(|| panic!("handled by the author")).is_err());
        resume_unwind(Box::new("from another thread"))
    });
    assert_eq!((message.as_str(), location), ("from another thread", None));
}

#[tokio::test]
async fn future_panics_in_a_later_poll() {
    install();
    let report: PanicReport = catch_future(async {
        tokio::task::yield_now().await;
        assert!(CATCHING.get());
        panic!("second poll")
    })
    .await
    .map(|never: ()| never)
    .unwrap_err();
    assert_eq!(report.message, "second poll");
    assert!(here(line!() - 6, report.location));
    assert!(!CATCHING.get());
}

#[tokio::test]
async fn panics_of_a_future_are_caught_only_while_it_runs() {
    let mut future = pin!(catch_future(async {
        tokio::task::yield_now().await;
        7
    }));
    assert!(
        future
            .as_mut()
            .poll(&mut Context::from_waker(Waker::noop()))
            .is_pending()
    );
    assert!(!CATCHING.get());
    assert_eq!(future.await, Ok(7));
}

#[tokio::test]
async fn nested_futures_with_caught_panics() {
    install();
    let report = catch_future(async {
        let inner = catch_future(async { panic!("inner") })
            .await
            .map(|never: ()| never)
            .unwrap_err();
        assert!(CATCHING.get());
        panic!("outer after {}", inner.message)
    })
    .await;
    assert_eq!(
        report.map(|never: ()| never).unwrap_err().message,
        "outer after inner"
    );
}

#[tokio::test]
async fn panics_of_a_spawned_task_are_not_caught() {
    install();
    let fate =
        catch_future(async { tokio::spawn(async { Fate::of_this_panic() }).await.unwrap() }).await;
    assert_eq!(fate, Ok(Fate::EndsTask));
}

/// Runs [`child`] in its own process, and returns what the process printed to standard error.
fn stderr_of_child(scenario: &str) -> String {
    let output = Command::new(env::current_exe().unwrap())
        .args(["--exact", "panic::tests::child", "--ignored", "--nocapture"])
        .env(SCENARIO, scenario)
        .env("RUST_BACKTRACE", "0")
        .output()
        .unwrap();
    assert!(String::from_utf8_lossy(&output.stdout).contains("running 1 test"));
    String::from_utf8(output.stderr).unwrap()
}

const SCENARIO: &str = "TERRANE_TEST_PANIC";

#[test]
#[ignore = "runs only as a process of other tests"]
fn child() {
    install();
    match env::var(SCENARIO).unwrap().as_str() {
        "dies" => {
            let main = thread::Builder::new().name("main".to_owned());
            assert!(main.spawn(|| panic!("no more")).unwrap().join().is_err());
        }
        "thread" => assert!(thread::spawn(|| panic!("panic: one\ntwo")).join().is_err()),
        "caught" => assert!(catch(|| panic!("quiet")).is_err()),
        "tells" => {
            crate::secret::hide("s3cret \"word\"");
            let main = thread::Builder::new().name("main".to_owned());
            let text = "s3cret \"word\"".to_owned();
            let dies = main.spawn(move || panic!("no {text}: {text:?}")).unwrap();
            assert!(dies.join().is_err());
            assert!(
                thread::spawn(|| panic!("no s3cret \"word\""))
                    .join()
                    .is_err()
            );
        }
        other => panic!("{other}"),
    }
}

#[test]
fn process_that_dies_is_reported_first() {
    let stderr = stderr_of_child("dies");
    let (first, rest) = stderr.split_once('\n').unwrap();
    assert_eq!(first, "panic: no more");
    assert!(
        rest.starts_with("\n") && rest.contains("tests.rs:"),
        "{stderr}"
    );
}

#[test]
fn no_panic_shows_a_secret() {
    let stderr = stderr_of_child("tells");
    assert!(stderr.starts_with("panic: no ***: \"***\"\n"), "{stderr}");
    assert!(stderr.contains("[ERROR] Survived a panic at"), "{stderr}");
    assert!(!stderr.contains("s3cret"), "{stderr}");
}

#[test]
fn thread_that_dies_is_one_line_of_text_while_the_log_is_off() {
    let stderr = stderr_of_child("thread");
    assert!(
        stderr.starts_with("[ERROR] Survived a panic at ")
            && stderr.ends_with(": panic: one two\n"),
        "{stderr}"
    );
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
}

#[test]
fn caught_panic_is_silent_while_the_log_is_off() {
    assert_eq!(stderr_of_child("caught"), "");
}

#[test]
fn survived_panic_is_one_line_and_no_crash() {
    let report = PanicReport {
        message: "panic: a\nfatal error: b".to_owned(),
        location: Some("src/pet.rs:1:2".to_owned()),
    };
    assert_eq!(
        plain_line(&report),
        "[ERROR] Survived a panic at src/pet.rs:1:2: panic: a fatal error: b\n"
    );
}

#[test]
fn the_exit_message_has_the_form_of_go() {
    let report = PanicReport {
        message: "no more".to_owned(),
        location: Some("src/main.rs:1:2".to_owned()),
    };
    assert_eq!(exit_message(&report), "panic: no more\n\nsrc/main.rs:1:2\n");
}
