//! Tests of the last step of every answer.

use std::process::Command;

use allocation_counter::measure;
use futures_util::FutureExt;

use super::*;
use crate::log::request::span;

/// Answers a call whose task does not wait, and returns the diagnostics of the answer.
fn answer<A: Into<Response>>(
    session: &SessionSecrets,
    task: impl Future<Output = A> + Send,
) -> Diagnostics {
    let request = Request::from(PlanResourceChangeRequest::default());
    let span = span("registry.terraform.io/example/zoo", "PlanResourceChange");
    let timer = || Timer::start("PlanResourceChange", &request, None);
    let scope = CallScope::new(span, session, timer);
    let answer = {
        let _entered = scope.enter();
        task.now_or_never()
    };
    let mut answer = Ok(answer.expect("it waits for nothing").into());
    scope.hide_secrets(&mut answer);
    scope.end(&mut answer);
    let diagnostics = answer.diagnostics().map(std::mem::take);
    diagnostics.unwrap_or_default()
}

fn warning(text: &str) -> PlanResourceChangeResponse {
    PlanResourceChangeResponse {
        diagnostics: Diagnostic::warning(text, text).into(),
        ..PlanResourceChangeResponse::default()
    }
}

/// Runs alone in its own process: once a test has set up a log, spans are created even after that test.
#[test]
#[ignore = "runs only as a process of its own"]
fn count() {
    let session = SessionSecrets::default();
    let nothing = || {
        drop(answer(&session, async {
            PlanResourceChangeResponse::default()
        }))
    };
    nothing();
    // One allocation: the secrets of the call, which its task and its supervisor share.
    assert_eq!(measure(nothing).count_total, 1);
    // An answer with a diagnostic allocates only what the diagnostic needs, plus the secrets of the call.
    let answered = measure(|| drop(warning("a%20b"))).count_total;
    let left = measure(|| drop(answer(&session, async { warning("a%20b") })));
    assert_eq!(left.count_total, answered + 1);
}

#[test]
fn without_a_log_and_without_secrets_the_scope_of_a_call_costs_one_allocation() {
    let counted = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "server::call::answer::tests::count", "--ignored"])
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&counted.stdout);
    assert!(
        counted.status.success() && text.contains("1 passed"),
        "{text}"
    );
}

#[test]
fn a_secret_is_hidden_in_its_request_and_no_other() {
    let session = SessionSecrets::default();
    let answered = |noted: bool| {
        let answer = answer(&session, async {
            if noted {
                secret::hide("s3cret");
            }
            warning("it is s3cret")
        });
        answer[0].clone()
    };
    let hidden = answered(true);
    assert_eq!(
        (hidden.summary.as_str(), hidden.detail.as_str()),
        ("it is ***", "it is ***")
    );
    assert_eq!(answered(false).summary, "it is s3cret");
}

#[test]
fn a_text_of_more_than_a_megabyte_is_cut_with_a_note() {
    let session = SessionSecrets::default();
    let text = "ä".repeat(2_000_000);
    for noted in [false, true] {
        let answered = answer(&session, async {
            if noted {
                secret::hide("s3cret");
            }
            warning(&text)
        });
        let Diagnostic {
            summary, detail, ..
        } = &answered[0];
        let shown = format!("{}... (4000000 bytes)", &text[..1_000_000]);
        assert!(*summary == shown && *detail == shown);
    }
}

#[test]
fn secrets_of_configure_are_hidden_in_later_answers() {
    let session = SessionSecrets::default();
    answer(&session, async {
        secret::hide("s3cret");
        Response::ConfigureProvider(DiagnosticsResponse::default())
    });
    let answered = answer(&session, async { warning("it is s3cret") });
    assert_eq!(answered[0].detail, "it is ***");
}
#[test]
fn secrets_of_ephemeral_resources_are_hidden_until_all_are_closed() {
    let session = SessionSecrets::default();
    let open = |secret: &str, failed: bool| {
        let diagnostics = if failed {
            Diagnostic::error("no", "").into()
        } else {
            Diagnostics::new()
        };
        answer(&session, async {
            secret::hide(secret);
            OpenEphemeralResourceResponse {
                diagnostics,
                ..OpenEphemeralResourceResponse::default()
            }
        });
    };
    let close = || {
        answer(&session, async {
            Response::CloseEphemeralResource(DiagnosticsResponse {
                diagnostics: Diagnostic::warning("s3cret", "").into(),
            })
        })
    };
    let answered = || answer(&session, async { warning("s3cret and t0ken") });
    open("s3cret", false);
    open("t0ken", false);
    open("unopened", true);
    assert_eq!(close()[0].summary, "***");
    assert_eq!(answered()[0].summary, "*** and ***");
    assert_eq!(close()[0].summary, "***");
    assert_eq!(answered()[0].summary, "s3cret and t0ken");
}
