//! What a run reports while it works, and how it is stopped.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use terrane_value::{Path, Value};
use tokio::sync::Notify;

use crate::diagnostics::Report;
use crate::plan::Action;

/// Progress of a plan or an apply.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// An object is being imported, before it is read.
    Importing {
        /// The address of the instance.
        address: String,
        /// The identifier of the import. Empty for an import by identity.
        import_id: String,
    },
    /// An apply has taken over an object that the plan had imported.
    Imported {
        /// The address of the instance.
        address: String,
        /// The identifier of the import. Empty for an import by identity.
        import_id: String,
    },
    /// An object of the state is being read.
    Refreshing {
        /// The address of the instance.
        address: String,
        /// The identifier in the state.
        id: Option<ObjectId>,
    },
    /// A data source is being read.
    Reading {
        /// The address of the instance.
        address: String,
    },
    /// A data source has been read.
    Read {
        /// The address of the instance.
        address: String,
        /// The identifier of what was read.
        id: Option<ObjectId>,
    },
    /// An ephemeral resource is being opened.
    Opening(String),
    /// An ephemeral resource has been opened.
    Opened(String),
    /// An ephemeral resource is being renewed.
    Renewing(String),
    /// An ephemeral resource has been renewed.
    Renewed(String),
    /// An ephemeral resource is being closed.
    Closing(String),
    /// An ephemeral resource has been closed.
    Closed(String),
    /// A provisioner of an object has started.
    Provisioning {
        /// The address of the instance.
        address: String,
        /// The kind of the provisioner.
        provisioner: &'static str,
    },
    /// A provisioner has printed a line, or what hosts show in its place.
    ProvisionerOutput {
        /// The address of the instance.
        address: String,
        /// The kind of the provisioner.
        provisioner: &'static str,
        /// The output.
        output: String,
    },
    /// A provisioner has ended.
    Provisioned {
        /// The address of the instance.
        address: String,
        /// The kind of the provisioner.
        provisioner: &'static str,
        /// Whether it succeeded.
        success: bool,
    },
    /// An action has started.
    ActionStarted {
        /// The address of the action.
        action: String,
        /// The address of the object whose change has triggered it.
        trigger: String,
    },
    /// An action reports progress.
    ActionProgress {
        /// The address of the action.
        action: String,
        /// The address of the object whose change has triggered it.
        trigger: String,
        /// The text for people.
        message: String,
    },
    /// An action has ended.
    ActionFinished {
        /// The address of the action.
        action: String,
        /// The address of the object whose change has triggered it.
        trigger: String,
        /// The first error, if the action has failed.
        error: Option<String>,
    },
    /// A change of an object has started.
    Started {
        /// The address of the instance.
        address: String,
        /// The key of the deposed object that is changed instead of the current one.
        deposed: Option<String>,
        /// The action. A replacement consists of a deletion and a creation.
        action: Action,
        /// The identifier before the change.
        id: Option<ObjectId>,
    },
    /// A change of an object has ended.
    Finished {
        /// The address of the instance.
        address: String,
        /// The key of the deposed object that was changed instead of the current one.
        deposed: Option<String>,
        /// The action.
        action: Action,
        /// Whether it succeeded.
        success: bool,
        /// The identifier after the change. A destroyed object has none.
        id: Option<ObjectId>,
    },
    /// An error or warning.
    Diagnostic(Report),
}

/// The attribute by which people recognise an object.
///
/// Its value is a known text and no secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObjectId {
    /// The name of the attribute: `id` or `name`.
    pub attribute: &'static str,
    /// The value.
    pub value: String,
}

impl ObjectId {
    /// Finds the identifier of an object: the attribute `id`, or `name` if the object has no other.
    pub(crate) fn of(value: &Value, sensitive: &[Path]) -> Option<Self> {
        let find = |attribute| Self::find(attribute, value, sensitive);
        find("id").or_else(|| find("name"))
    }

    fn find(attribute: &'static str, value: &Value, sensitive: &[Path]) -> Option<Self> {
        let path = Path::root().attribute(attribute);
        let text = value.as_object()?.get(attribute)?.as_str()?;
        let is_shown = !text.is_empty() && !sensitive.iter().any(|it| path.starts_with(it));
        is_shown.then(|| Self {
            attribute,
            value: text.to_owned(),
        })
    }
}

/// Stops a run: no new step starts, and running calls are awaited.
///
/// ```
/// use terrane_host::engine::Stop;
///
/// let stop = Stop::new();
/// let other = stop.clone();
/// other.stop();
/// assert!(stop.is_stopped());
/// ```
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<(AtomicBool, Notify)>);

impl Stop {
    /// Creates a token that has not been used.
    pub fn new() -> Self {
        Self::default()
    }

    /// Stops the run.
    pub fn stop(&self) {
        self.0.0.store(true, Ordering::SeqCst);
        self.0.1.notify_waiters();
    }

    /// Returns whether the run is stopped.
    pub fn is_stopped(&self) -> bool {
        self.0.0.load(Ordering::SeqCst)
    }

    /// Waits until the run is stopped.
    pub(crate) async fn stopped(&self) {
        let notified = self.0.1.notified();
        // From here on a notification counts, also one before the first wait.
        tokio::pin!(notified);
        notified.as_mut().enable();
        if !self.is_stopped() {
            notified.await;
        }
    }
}
