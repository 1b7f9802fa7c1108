//! The tracing layer that writes events as log lines.

use std::borrow::Cow;
use std::io::Write;
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};
use tracing_subscriber::layer::{Context, Layer};
use tracing_subscriber::registry::LookupSpan;

use super::fields::Fields;
use super::line::Line;
use super::module::Module;
use super::settings::Log;
use crate::secret::hide_in;

/// The author's module if the provider's address does not contain a name.
const NAMELESS: &str = "provider";

/// Writes each event, with the fields of the spans around it, as one line.
pub(super) struct Lines<W> {
    log: Log,
    writer: Mutex<W>,
    now: fn() -> SystemTime,
}

impl<W: Write> Lines<W> {
    /// Creates the layer that writes to `writer`.
    pub(super) fn new(log: Log, writer: W) -> Self {
        Self {
            log,
            writer: Mutex::new(writer),
            now: SystemTime::now,
        }
    }

    /// Replaces the clock.
    #[cfg(test)]
    pub(super) fn clock(self, now: fn() -> SystemTime) -> Self {
        Self { now, ..self }
    }

    fn write(&self, line: Line<'_>) {
        let bytes = line.into_bytes();
        // A pipe splits long writes. The lock keeps lines from mixing.
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        // If the host has exited or closed the pipe, nobody can read an error either.
        let _ = writer.write_all(&bytes);
    }
}

impl Log {
    /// Creates the layer that writes a host's log lines. The environment sets the levels. Each event is one call of the writer's `write_all`.
    pub fn layer<S>(self, writer: impl Write + Send + 'static) -> impl Layer<S>
    where
        S: Subscriber + for<'a> LookupSpan<'a>,
    {
        let levels = self.levels();
        Lines::new(self, writer).with_filter(levels)
    }
}

impl<S, W> Layer<S> for Lines<W>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    W: Write + Send + 'static,
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
        let mut message = own.take_message().unwrap_or_default();
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
        let metadata = event.metadata();
        let subsystem = self.log.subsystem_of(metadata.target());
        let filters = || std::iter::once(&self.log.filter).chain(subsystem.map(|it| &it.filter));
        if filters().any(|filter| filter.omit(&message, &fields)) {
            return;
        }
        // The author's filters run last. If one masked a part of a secret first, the rest of the secret would not be found.
        hide_in(&mut message);
        fields.hide_secrets();
        filters().for_each(|filter| filter.apply(&mut message, &mut fields));
        let provider = self.log.provider.as_deref().unwrap_or(NAMELESS);
        let module = match subsystem {
            Some(subsystem) => format!("{provider}.{}", subsystem.name).into(),
            None => Cow::Borrowed(Module::of(metadata.target()).sdk_name().unwrap_or(provider)),
        };
        self.write(Line {
            timestamp: (self.now)(),
            level: *metadata.level(),
            module: &module,
            caller: caller(metadata).filter(|_| self.log.location),
            message,
            fields,
        });
    }
}

fn caller(metadata: &Metadata<'_>) -> Option<String> {
    Some(format!("{}:{}", metadata.file()?, metadata.line()?))
}

#[cfg(test)]
mod tests;
