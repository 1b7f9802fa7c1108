//! The tracing layer that writes events as log lines.

use std::borrow::Cow;
use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

use terrane_plugin::HostStderr;
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};
use tracing_subscriber::layer::{Context, Layer};
use tracing_subscriber::registry::LookupSpan;

use super::fields::Fields;
use super::line::{Line, MAX_LENGTH};
use super::module::Module;
use super::settings::Log;
use crate::locks::lock;
use crate::secret::hide_in;

/// The author's module if the provider's address does not contain a name.
const NAMELESS: &str = "provider";

/// Writes each event, with the fields of the spans around it, as one line.
pub(super) struct Lines<D> {
    log: Arc<Log>,
    destination: D,
    now: fn() -> SystemTime,
}

/// The destination of lines.
pub(super) trait Destination: Send + Sync + 'static {
    /// Writes the line that `render` makes, if it makes one. `size` is about the length of its texts.
    fn write(
        &self,
        level: Level,
        size: usize,
        render: impl FnOnce() -> Option<Vec<u8>> + Send + 'static,
    );
}

/// A writer of the author. Each line is one call of `write_all`.
impl<W: Write + Send + 'static> Destination for Mutex<W> {
    fn write(&self, _: Level, _: usize, render: impl FnOnce() -> Option<Vec<u8>> + Send + 'static) {
        let Some(bytes) = render() else { return };
        // A pipe splits long writes. The lock keeps lines from mixing.
        let mut writer = lock(self);
        // If nobody reads any more, nobody can read an error either.
        let _ = writer.write_all(&bytes);
    }
}

/// The standard error that the host reads. It never blocks the thread that answers the host.
impl Destination for HostStderr {
    fn write(
        &self,
        level: Level,
        size: usize,
        render: impl FnOnce() -> Option<Vec<u8>> + Send + 'static,
    ) {
        self.log(level, size, render);
    }
}

impl<D> Lines<D> {
    /// Creates the layer that writes to `destination`.
    pub(super) fn new(log: Log, destination: D) -> Self {
        Self {
            log: Arc::new(log),
            destination,
            now: SystemTime::now,
        }
    }

    /// Replaces the clock.
    #[cfg(test)]
    pub(super) fn clock(self, now: fn() -> SystemTime) -> Self {
        Self { now, ..self }
    }
}

impl Log {
    /// Creates the layer that writes a host's log lines. The environment sets the levels. Each event is one call of the writer's `write_all`.
    pub fn layer<S>(self, writer: impl Write + Send + 'static) -> impl Layer<S>
    where
        S: Subscriber + for<'a> LookupSpan<'a>,
    {
        self.layer_to(Mutex::new(writer))
    }

    pub(super) fn layer_to<S>(self, destination: impl Destination) -> impl Layer<S>
    where
        S: Subscriber + for<'a> LookupSpan<'a>,
    {
        let levels = self.levels();
        Lines::new(self, destination).with_filter(levels)
    }
}

impl<S, D> Layer<S> for Lines<D>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    D: Destination,
{
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, cx: Context<'_, S>) {
        let fields = Fields::collect(|visitor| attributes.record(visitor));
        if let Some(span) = cx.span(id) {
            span.extensions_mut().replace(fields);
        }
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, cx: Context<'_, S>) {
        let fields = Fields::collect(|visitor| values.record(visitor));
        if let Some(span) = cx.span(id)
            && let Some(known) = span.extensions_mut().get_mut::<Fields>()
        {
            known.extend(fields);
        }
    }

    fn on_event(&self, event: &Event<'_>, cx: Context<'_, S>) {
        let mut own = Fields::collect(|visitor| event.record(visitor));
        let message = own.take_message().unwrap_or_default();
        let mut fields = Fields::default();
        for (key, value) in &self.log.fields {
            fields.set(key, value.as_str().into());
        }
        for span in cx
            .event_scope(event)
            .into_iter()
            .flat_map(|scope| scope.from_root())
        {
            if let Some(outer) = span.extensions().get::<Fields>() {
                fields.extend_from(outer);
            }
        }
        fields.extend(own);
        let entry = Entry {
            metadata: event.metadata(),
            timestamp: (self.now)(),
            message,
            fields,
        };
        let (level, size) = (*entry.metadata.level(), entry.size());
        let log = Arc::clone(&self.log);
        self.destination
            .write(level, size, move || entry.render(&log));
    }
}

/// An event whose line is not rendered yet. That may happen on another thread, because the search for secrets takes time.
struct Entry {
    metadata: &'static Metadata<'static>,
    timestamp: SystemTime,
    message: String,
    fields: Fields,
}

impl Entry {
    /// Returns about the length of all texts.
    fn size(&self) -> usize {
        self.message.len() + self.fields.size()
    }

    /// Renders the line, unless the author's settings omit it.
    fn render(self, log: &Log) -> Option<Vec<u8>> {
        let Self {
            metadata,
            timestamp,
            mut message,
            mut fields,
        } = self;
        let subsystem = log.subsystem_of(metadata.target());
        let filters = || std::iter::once(&log.filter).chain(subsystem.map(|it| &it.filter));
        if filters().any(|filter| filter.omit(&message, &fields)) {
            return None;
        }
        // The author's filters run last. If one masked a part of a secret first, the rest of the secret would not be found.
        hide_in(&mut message, MAX_LENGTH);
        fields.hide_secrets(MAX_LENGTH);
        filters().for_each(|filter| filter.apply(&mut message, &mut fields));
        let provider = log.provider.as_deref().unwrap_or(NAMELESS);
        let module = match subsystem {
            Some(subsystem) => format!("{provider}.{}", subsystem.name).into(),
            None => Cow::Borrowed(Module::of(metadata.target()).sdk_name().unwrap_or(provider)),
        };
        let line = Line {
            timestamp,
            level: *metadata.level(),
            module: &module,
            caller: caller(metadata).filter(|_| log.location),
            message,
            fields,
        };
        Some(line.into_bytes())
    }
}

fn caller(metadata: &Metadata<'_>) -> Option<String> {
    Some(format!("{}:{}", metadata.file()?, metadata.line()?))
}

#[cfg(test)]
mod tests;
