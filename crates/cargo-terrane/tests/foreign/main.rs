//! Go providers as members: crashes, silence, garbage and floods in each RPC, faults at the start, other schemas, and the end of this side.
//!
//! Each test covers a few RPCs, and with `TERRANE_FOREIGN=full` all that Go providers have.

#![expect(clippy::unwrap_used, reason = "a test may panic")]
#![cfg(target_os = "linux")]

mod calls;
mod crash;
mod death;
mod end;
mod faults;
mod processes;
mod start;

use std::path::PathBuf;

use futures_util::StreamExt as _;
use terrane_composition::ForeignProvider;
use terrane_protocol::{Diagnostics, InvokeActionEvent, Response};
use terrane_test::go;

/// A Go provider that fails on demand: `sdkv2` or `framework`.
fn binary(name: &str) -> Option<PathBuf> {
    let module = concat!(env!("CARGO_MANIFEST_DIR"), "/../../go/awkward");
    go::program(module, &format!("terrane/go/awkward/{name}"))
}

fn awkward(name: &str, fault: &str) -> Option<ForeignProvider> {
    Some(ForeignProvider::new("zoo-go", binary(name)?).env("AWKWARD_FAULT", fault))
}

/// The texts of the errors in an answer to the whole of which this waits.
async fn all_errors(answer: Response) -> String {
    match answer {
        Response::InvokeAction(events) => {
            let texts = events.map(|event| match event {
                Ok(InvokeActionEvent::Completed { diagnostics }) => texts(&diagnostics),
                Ok(InvokeActionEvent::Progress { .. }) => String::new(),
                Err(error) => error.to_string(),
            });
            texts.collect().await
        }
        Response::ListResource(events) => {
            let texts = events.map(|event| match event {
                Ok(event) => texts(&event.diagnostics),
                Err(error) => error.to_string(),
            });
            texts.collect().await
        }
        mut answer => errors(&mut answer),
    }
}

/// The texts of an answer's errors.
fn errors(answer: &mut Response) -> String {
    if let Response::CallFunction(answer) = answer {
        return format!("{:?} {:?}", answer.result, answer.error);
    }
    texts(answer.diagnostics_mut().unwrap())
}

fn texts(diagnostics: &Diagnostics) -> String {
    let texts = diagnostics
        .iter()
        .map(|it| format!("{}\n{}\n", it.summary, it.detail));
    texts.collect()
}
