//! The subscriber of the threads that answer the host: the author's subscriber gets their events on another thread.
//!
//! A span of these threads becomes a span of the author's subscriber when another thread enters it, or when an event in it is passed on. So the
//! author's code, which runs on threads of its own, is within the spans of its request.

use std::cell::RefCell;
use std::collections::HashMap;
use std::error::Error;
use std::fmt;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Instant;

use tracing::field::{self, Field, Value, ValueSet, Visit};
use tracing::level_filters::LevelFilter;
use tracing::span::{Attributes, Id, Record};
use tracing::subscriber::Interest;
use tracing::{Event, Level, Metadata, Span, Subscriber, dispatcher};
use tracing_core::span::Current;

use super::host_thread::is_host_thread;
use super::queue::{Batch, Limits, Queue, Urgency};
use crate::error::with_causes;

/// The number of fields of an event or span that are passed on. Older versions of tracing do not allow more.
const FIELDS: usize = 32;

/// The memory of an event, span or field next to its text, in bytes.
const OVERHEAD: usize = 128;

/// The actions that wait for the author's subscriber.
static ACTIONS: LazyLock<Queue<Action>> =
    LazyLock::new(|| Queue::new("plugin-events", Limits::LOG, pass_on));

thread_local! {
    /// The spans that a thread which answers the host has entered.
    static ENTERED: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
}

/// Passes on what waits, at most until the given time.
pub(super) fn flush(until: Instant) {
    ACTIONS.flush(until);
}

/// Waits until there is room for more events.
pub(super) async fn wait_for_room() {
    ACTIONS.wait_for_room().await;
}

/// The subscriber.
#[derive(Default)]
pub(super) struct Deferred {
    spans: Mutex<HashMap<u64, Arc<Deferral>>>,
    last: AtomicU64,
}

/// A span of a thread that answers the host.
struct Deferral {
    metadata: &'static Metadata<'static>,
    fields: Fields,
    parent: Option<Arc<Deferral>>,
    /// The span of the author's subscriber, once it exists.
    span: OnceLock<Span>,
    handles: AtomicUsize,
}

/// A call of the author's subscriber.
enum Action {
    Event {
        metadata: &'static Metadata<'static>,
        fields: Fields,
        span: Option<Arc<Deferral>>,
    },
    Record {
        fields: Fields,
        span: Arc<Deferral>,
    },
    /// Dropping the last handle of a span closes it.
    Close(Span),
}

impl Deferred {
    /// Locks the spans. The lock is never held while code of the author runs.
    fn spans(&self) -> MutexGuard<'_, HashMap<u64, Arc<Deferral>>> {
        self.spans.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn span(&self, id: &Id) -> Option<Arc<Deferral>> {
        self.spans().get(&id.into_u64()).cloned()
    }

    /// Returns the innermost span that this thread has entered.
    fn innermost(&self) -> Option<(Id, Arc<Deferral>)> {
        let last = ENTERED.with_borrow(|entered| entered.last().copied());
        let id = Id::from_u64(last?);
        self.span(&id).map(|span| (id, span))
    }

    /// Returns the span around an event or a span.
    fn around(&self, parent: Option<&Id>, is_contextual: bool) -> Option<Arc<Deferral>> {
        match parent {
            Some(id) => self.span(id),
            None if is_contextual => self.innermost().map(|(_, span)| span),
            None => None,
        }
    }
}

impl Subscriber for Deferred {
    /// Together with the interest of the author's subscriber, this is `never` where the author's is, and `sometimes` otherwise.
    fn register_callsite(&self, _: &'static Metadata<'static>) -> Interest {
        Interest::never()
    }

    /// The author's subscriber is asked when it gets the event.
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    /// The level of the author's subscriber is the highest one.
    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(LevelFilter::OFF)
    }

    fn new_span(&self, attributes: &Attributes<'_>) -> Id {
        let id = self.last.fetch_add(1, Ordering::Relaxed) + 1;
        let span = Deferral {
            metadata: attributes.metadata(),
            fields: Fields::of(|visitor| attributes.record(visitor)),
            parent: self.around(attributes.parent(), attributes.is_contextual()),
            span: OnceLock::new(),
            handles: AtomicUsize::new(1),
        };
        self.spans().insert(id, Arc::new(span));
        Id::from_u64(id)
    }

    fn record(&self, id: &Id, values: &Record<'_>) {
        let Some(span) = self.span(id) else { return };
        let fields = Fields::of(|visitor| values.record(visitor));
        if is_host_thread() {
            push(Urgency::High, Action::Record { fields, span });
        } else {
            span.record(&fields);
        }
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let urgency = match *event.metadata().level() {
            Level::ERROR | Level::WARN => Urgency::High,
            Level::INFO | Level::DEBUG | Level::TRACE => Urgency::Low,
        };
        let action = Action::Event {
            metadata: event.metadata(),
            fields: Fields::of(|visitor| event.record(visitor)),
            span: self.around(event.parent(), event.is_contextual()),
        };
        push(urgency, action);
    }

    fn enter(&self, id: &Id) {
        if is_host_thread() {
            ENTERED.with_borrow_mut(|entered| entered.push(id.into_u64()));
        } else if let Some(span) = self.span(id) {
            span.span().with_subscriber(|(id, author)| author.enter(id));
        }
    }

    fn exit(&self, id: &Id) {
        if is_host_thread() {
            ENTERED.with_borrow_mut(|entered| {
                let at = entered
                    .iter()
                    .rposition(|entered| *entered == id.into_u64());
                at.map(|at| entered.remove(at));
            });
        } else if let Some(span) = self.span(id) {
            span.span().with_subscriber(|(id, author)| author.exit(id));
        }
    }

    fn clone_span(&self, id: &Id) -> Id {
        if let Some(span) = self.span(id) {
            span.handles.fetch_add(1, Ordering::Relaxed);
        }
        id.clone()
    }

    fn try_close(&self, id: Id) -> bool {
        let Some(span) = self.span(&id) else {
            return false;
        };
        if span.handles.fetch_sub(1, Ordering::AcqRel) > 1 {
            return false;
        }
        self.spans().remove(&id.into_u64());
        true
    }

    fn current_span(&self) -> Current {
        match self.innermost() {
            Some((id, span)) => Current::new(id, span.metadata),
            None => Current::none(),
        }
    }
}

impl Deferral {
    /// Returns the span of the author's subscriber. Runs code of the author.
    fn span(&self) -> &Span {
        self.span.get_or_init(|| {
            let parent = self.parent.as_ref().and_then(|parent| parent.id());
            dispatcher::get_default(|author| {
                if !author.enabled(self.metadata) {
                    return Span::none();
                }
                self.fields.with(self.metadata, |values| {
                    Span::child_of_with(parent.clone(), self.metadata, values, author)
                })
            })
        })
    }

    /// Returns the id of the span in the author's subscriber, or of the closest enabled span around it. Runs code of the author.
    fn id(&self) -> Option<Id> {
        let around = || self.parent.as_ref().and_then(|parent| parent.id());
        self.span().id().or_else(around)
    }

    fn record(&self, fields: &Fields) {
        fields.with(self.metadata, |values| self.span().record_all(values));
    }
}

impl Drop for Deferral {
    fn drop(&mut self) {
        // Dropping the author's span runs code of the author.
        if let Some(span) = self.span.take()
            && is_host_thread()
        {
            push(Urgency::Final, Action::Close(span));
        }
    }
}

impl Action {
    fn size(&self) -> usize {
        match self {
            Self::Event { fields, .. } | Self::Record { fields, .. } => OVERHEAD + fields.size,
            Self::Close(_) => OVERHEAD,
        }
    }

    fn run(self) {
        match self {
            Self::Event {
                metadata,
                fields,
                span,
            } => {
                let span = span.and_then(|span| span.id());
                dispatcher::get_default(|author| {
                    if author.enabled(metadata) {
                        fields.with(metadata, |values| {
                            author.event(&Event::new_child_of(span.clone(), metadata, values));
                        });
                    }
                });
            }
            Self::Record { fields, span } => span.record(&fields),
            Self::Close(span) => drop(span),
        }
    }
}

fn push(urgency: Urgency, action: Action) {
    ACTIONS.push(urgency, action.size(), action);
}

/// Passes actions on to the author's subscriber, which may block.
fn pass_on(batch: Batch<Action>) {
    if batch.dropped > 0 {
        tracing::warn!(
            dropped = batch.dropped,
            "dropped events of the plugin's server, because the subscriber is too slow"
        );
    }
    batch.elements.into_iter().for_each(Action::run);
}

/// The fields of an event or a span.
#[derive(Default)]
struct Fields {
    values: Vec<(Field, Box<dyn Value + Send + Sync>)>,
    /// The memory of the values, in bytes.
    size: usize,
}

impl Fields {
    fn of(record: impl FnOnce(&mut dyn Visit)) -> Self {
        let mut fields = Self::default();
        record(&mut fields);
        fields
    }

    /// Calls a function with the fields in the form in which subscribers get them.
    fn with<T>(&self, metadata: &Metadata<'_>, call: impl FnOnce(&ValueSet<'_>) -> T) -> T {
        let Some(first) = metadata.fields().iter().next() else {
            return call(&metadata.fields().value_set(&[]));
        };
        let values: [(&Field, Option<&dyn Value>); FIELDS] =
            std::array::from_fn(|at| match self.values.get(at) {
                Some((field, value)) => (field, Some(&**value as &dyn Value)),
                None => (&first, None),
            });
        call(&metadata.fields().value_set(&values))
    }

    fn put(&mut self, field: &Field, size: usize, value: impl Value + Send + Sync + 'static) {
        self.size += OVERHEAD + size;
        self.values.push((field.clone(), Box::new(value)));
    }

    /// Stores a text that is no string, but for example an error.
    fn put_shown(&mut self, field: &Field, text: String) {
        self.put(field, text.len(), field::display(text));
    }
}

/// Implements methods of [`Visit`] that store a number or a bool.
macro_rules! copied {
    ($($method:ident $ty:ty;)*) => { $(
        fn $method(&mut self, field: &Field, value: $ty) {
            self.put(field, 0, value);
        }
    )* };
}

impl Visit for Fields {
    copied! {
        record_bool bool;
        record_i64 i64;
        record_u64 u64;
        record_i128 i128;
        record_u128 u128;
        record_f64 f64;
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.put(field, value.len(), value.to_owned());
    }

    fn record_error(&mut self, field: &Field, error: &(dyn Error + 'static)) {
        self.put_shown(field, with_causes(error));
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.put_shown(field, format!("{value:?}"));
    }
}
