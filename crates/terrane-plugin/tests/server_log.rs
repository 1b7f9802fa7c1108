//! The events of the threads that answer the host, in a process whose author has installed a subscriber.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fmt::{self, Write as _};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, OnceLock};
use std::thread;
use std::time::Duration;

use terrane_plugin::{enter_host_thread, is_host_thread};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::subscriber::Interest;
use tracing::{Event, Metadata, Subscriber};
use tracing_core::span::Current;

/// How long to wait before a test fails. Nothing takes so long unless it hangs.
const PATIENCE: Duration = Duration::from_secs(60);

/// A subscriber that reports each call of it. It never runs on a thread that answers the host. It blocks while an event has the message `blocks`.
struct Reporting {
    calls: Mutex<Sender<String>>,
    release: Mutex<Receiver<()>>,
    spans: Mutex<Vec<(String, &'static Metadata<'static>)>>,
}

thread_local! {
    static ENTERED: std::cell::RefCell<Vec<u64>> = const { std::cell::RefCell::new(Vec::new()) };
}

impl Reporting {
    fn report(&self, call: String) {
        assert!(!is_host_thread(), "{call}");
        self.calls.lock().unwrap().send(call).unwrap();
    }

    fn span(&self, id: u64) -> String {
        self.spans.lock().unwrap()[index(id)].0.clone()
    }
}

fn index(id: u64) -> usize {
    usize::try_from(id).unwrap() - 1
}

#[derive(Default)]
struct Fields(String);

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        write!(self.0, " {}={value:?}", field.name()).unwrap();
    }
}

fn fields(record: impl FnOnce(&mut dyn Visit)) -> String {
    let mut fields = Fields::default();
    record(&mut fields);
    fields.0
}

impl Subscriber for Reporting {
    fn register_callsite(&self, _: &'static Metadata<'static>) -> Interest {
        Interest::sometimes()
    }

    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "zoo"
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let parent = span.parent().map(Id::into_u64);
        let around = parent.map_or_else(String::new, |parent| self.span(parent) + " > ");
        let name = format!(
            "{around}{}{}",
            span.metadata().name(),
            fields(|visit| span.record(visit))
        );
        self.report(format!("new {name}"));
        let mut spans = self.spans.lock().unwrap();
        spans.push((name, span.metadata()));
        Id::from_u64(spans.len() as u64)
    }

    fn record(&self, span: &Id, values: &Record<'_>) {
        let values = fields(|visit| values.record(visit));
        self.report(format!("record{values} in {}", self.span(span.into_u64())));
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let text = fields(|visit| event.record(visit));
        let entered = ENTERED.with_borrow(|entered| entered.last().copied());
        let span = event
            .parent()
            .map(Id::into_u64)
            .or(entered.filter(|_| event.is_contextual()));
        let span = span.map_or_else(String::new, |span| format!(" in {}", self.span(span)));
        self.report(format!("event{text}{span}"));
        if text.contains("blocks") {
            self.release.lock().unwrap().recv().unwrap();
        }
    }

    fn enter(&self, span: &Id) {
        assert!(!is_host_thread());
        ENTERED.with_borrow_mut(|entered| entered.push(span.into_u64()));
    }

    fn exit(&self, _: &Id) {
        assert!(!is_host_thread());
        ENTERED.with_borrow_mut(|entered| entered.pop());
    }

    fn current_span(&self) -> Current {
        let entered = ENTERED.with_borrow(|entered| entered.last().copied());
        match entered {
            Some(id) => Current::new(Id::from_u64(id), self.spans.lock().unwrap()[index(id)].1),
            None => Current::none(),
        }
    }

    fn try_close(&self, span: Id) -> bool {
        self.report(format!("drop {}", self.span(span.into_u64())));
        true
    }
}

/// Runs code on a thread that answers the host.
fn on_host_thread<T: Send + 'static>(code: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, result) = channel();
    thread::spawn(move || {
        enter_host_thread();
        sender.send(code()).unwrap();
    });
    result.recv_timeout(PATIENCE).expect("the thread hangs")
}

/// The only test of this file, because a process has one subscriber.
#[test]
fn subscriber_of_the_author_gets_the_events_of_host_threads_on_another_thread() {
    static INSTALLED: OnceLock<()> = OnceLock::new();
    let ((calls, reported), (release, released)) = (channel(), channel());
    let subscriber = Reporting {
        calls: Mutex::new(calls),
        release: Mutex::new(released),
        spans: Mutex::default(),
    };
    INSTALLED.get_or_init(|| tracing::subscriber::set_global_default(subscriber).unwrap());
    let next = || {
        reported
            .recv_timeout(PATIENCE)
            .expect("nothing is reported")
    };

    // Only what the subscriber wants is passed on, with all kinds of values.
    on_host_thread(|| {
        tracing::info!(target: "other", "not wanted");
        tracing::info!(target: "zoo", legs = 4, name = "Rex", weight = 1.5, fed = true, hidden = tracing::field::Empty, "fed");
    });
    assert_eq!(
        next(),
        r#"event message=fed legs=4 name="Rex" weight=1.5 fed=true"#
    );

    // An event is in the spans of its thread. A span that is not wanted is left out.
    let call = on_host_thread(|| {
        let call = tracing::info_span!(target: "zoo", "call", version = 6);
        call.in_scope(|| {
            let _other = tracing::info_span!(target: "other", "other").entered();
            let request = tracing::info_span!(target: "zoo", "request", rpc = "Read", kind = tracing::field::Empty);
            request.in_scope(|| tracing::info!(target: "zoo", "received"));
            request.record("kind", "pet");
            assert_eq!(tracing::Span::current().metadata().unwrap().name(), "other");
            request
        })
    });
    let request = "call version=6 > request rpc=\"Read\"";
    assert_eq!(next(), "new call version=6");
    assert_eq!(next(), format!("new {request}"));
    assert_eq!(next(), format!("event message=received in {request}"));
    assert_eq!(next(), format!("record kind=\"pet\" in {request}"));

    // Author code, on a thread of its own, is within the spans of the request, and may record fields itself.
    call.in_scope(|| {
        tracing::info!(target: "zoo", "feeding");
        tracing::Span::current().record("kind", "cat");
    });
    assert_eq!(next(), format!("event message=feeding in {request}"));
    assert_eq!(next(), format!("record kind=\"cat\" in {request}"));
    assert_eq!(next(), format!("drop {request}"), "the current span");

    // The last handle is dropped on a thread that answers the host.
    on_host_thread(move || drop(call));
    assert_eq!(next(), format!("drop {request}"));
    assert_eq!(next(), "drop call version=6");

    // A subscriber that blocks does not block the thread that answers the host. Errors are not dropped for other events.
    on_host_thread(|| tracing::info!(target: "zoo", "blocks"));
    assert_eq!(next(), "event message=blocks");
    on_host_thread(|| {
        tracing::error!(target: "zoo", "first");
        for _ in 0..100_000 {
            tracing::trace!(target: "zoo", text = "a text of some length", "too many");
        }
        tracing::error!(target: "zoo", "last");
    });
    release.send(()).unwrap();
    let dropped = next();
    assert!(dropped.contains("event message=first"), "{dropped}");
    let mut passed = 0;
    while next() != "event message=last" {
        passed += 1;
    }
    assert!((1000..100_000).contains(&passed), "{passed}");
}
