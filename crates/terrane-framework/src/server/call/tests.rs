//! Tests of the threads on which a call works.

use std::thread::ThreadId;

use terrane_protocol::Response;
use tokio::runtime::{Builder, Runtime};
use tracing::Span;

use super::answer::SessionSecrets;
use super::*;
use crate::log::Parts;
use crate::log::request::Timer;

/// An answer, or one event, that notes on which threads its texts are visited.
#[derive(Default)]
struct Visited {
    text: String,
    threads: Vec<ThreadId>,
    diagnostics: Diagnostics,
}

impl Visited {
    /// An answer whose text is too long to be searched by a supervisor.
    fn with_long_text() -> Self {
        Self {
            text: "long".repeat(SEARCHED_AT_ONCE),
            ..Self::default()
        }
    }
}

impl Parts for Visited {}

impl Message for Visited {
    fn each_own_text(&mut self, visit: &mut dyn FnMut(&mut String)) {
        self.threads.push(thread::current().id());
        visit(&mut self.text);
    }

    fn diagnostics(&mut self) -> Option<&mut Diagnostics> {
        Some(&mut self.diagnostics)
    }
}

impl Event for Visited {
    const CONTINUES: bool = true;

    fn last(diagnostics: Diagnostics) -> Self {
        Self {
            diagnostics,
            ..Self::with_long_text()
        }
    }

    fn events(_: std::result::Result<Response, RpcError>) -> BoxStream<Self> {
        Box::pin(stream::empty())
    }
}

fn call() -> Arc<Call> {
    let session = SessionSecrets::default();
    let scope = CallScope::new(Span::none(), &session, || Timer::start("Test", &(), None));
    Arc::new(Call::new("Test", CancellationToken::new(), GRACE, scope))
}

/// A runtime whose tasks never run on the thread of the test, which is the server's.
fn runtime() -> Runtime {
    let mut runtime = Builder::new_multi_thread();
    runtime.worker_threads(1).enable_time().build().unwrap()
}

/// Answers a call on this thread. Returns whether the secrets in the answer were hidden on another thread.
fn is_hidden_elsewhere(task: impl Future<Output = Visited> + Send + 'static) -> bool {
    let answer = call().answer(&TaskRunner::SameRuntime, task, |_| {
        Visited::with_long_text()
    });
    let answer = runtime().block_on(answer);
    answer.threads.last() != Some(&thread::current().id())
}

#[test]
fn the_servers_thread_does_not_search_answers_for_secrets() {
    assert!(is_hidden_elsewhere(async { Visited::default() }));
    assert!(is_hidden_elsewhere(async { panic!("no answer") }));
}

#[test]
fn the_servers_thread_does_not_search_events_for_secrets() {
    for panics in [false, true] {
        let call = call();
        let task = async move {
            let event = move |panics: bool| async move {
                assert!(!panics, "no event");
                Ok(Visited::default())
            };
            Box::pin(stream::iter([false, panics]).then(event)) as BoxStream<_>
        };
        let events: Vec<std::result::Result<Visited, _>> = runtime().block_on(async {
            let events = call.events(&TaskRunner::SameRuntime, Box::pin(task));
            events.collect().await
        });
        assert_eq!(events.len(), 2);
        for event in events {
            let threads = event.unwrap().threads;
            assert_ne!(threads.last(), Some(&thread::current().id()));
        }
    }
}
