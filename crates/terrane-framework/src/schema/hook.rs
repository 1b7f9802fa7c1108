//! Plan hooks of an attribute, and promises about its unknown value.

use std::fmt;
use std::sync::Arc;

use terrane_protocol::Diagnostic;
use terrane_value::{Error as ValueError, Object, Path, Unknown, Value};

use crate::context::private::Private;
use crate::error::Result;

/// The planned change of one attribute, which its plan hook may alter.
pub struct MemberChange<'a> {
    pub(crate) config: Option<&'a Object>,
    pub(crate) prior: Option<&'a Object>,
    pub(crate) planned: &'a mut Object,
    /// The position of the attribute in these objects.
    pub(crate) at: usize,
    pub(crate) path: &'a dyn Fn() -> Path,
    pub(crate) create: bool,
    /// Whether a hook has set the planned value.
    pub(crate) decided: &'a mut bool,
    pub(crate) replace: &'a mut bool,
    pub(crate) reports: &'a mut HookReports,
}

/// The private state after the plan hooks, and their warnings.
#[derive(Debug, Clone, Default)]
pub(crate) struct HookReports {
    pub(crate) private: Private,
    pub(crate) warnings: Vec<Diagnostic>,
}

impl MemberChange<'_> {
    /// Borrows the change for a shorter time.
    pub fn reborrow(&mut self) -> MemberChange<'_> {
        MemberChange {
            config: self.config,
            prior: self.prior,
            planned: self.planned,
            at: self.at,
            path: self.path,
            create: self.create,
            decided: self.decided,
            replace: self.replace,
            reports: self.reports,
        }
    }

    /// The configured value.
    #[must_use]
    pub fn config(&self) -> &Value {
        self.config
            .map_or(&Value::Null, |config| config.at(self.at))
    }

    /// The value in the state.
    #[must_use]
    pub fn prior(&self) -> &Value {
        self.prior.map_or(&Value::Null, |prior| prior.at(self.at))
    }

    /// The planned value so far.
    #[must_use]
    pub fn planned(&self) -> &Value {
        self.planned.at(self.at)
    }

    /// Replaces the planned value.
    pub fn set_planned(&mut self, value: Value) {
        *self.decided = true;
        *self.planned.at_mut(self.at) = value;
    }

    /// The configuration of the object or element with the attribute. `None` if it is not configured.
    #[must_use]
    pub fn config_object(&self) -> Option<&Object> {
        self.config
    }

    /// The object or element with the attribute in the state. `None` if it is new.
    #[must_use]
    pub fn prior_object(&self) -> Option<&Object> {
        self.prior
    }

    /// The planned object or element with the attribute. Attributes that are planned after this one have the values of the host's proposal, with
    /// defaults.
    #[must_use]
    pub fn planned_object(&self) -> &Object {
        self.planned
    }

    /// The path of the value. It ends at a set, because hosts cannot address the elements of sets.
    #[must_use]
    pub fn path(&self) -> Path {
        (self.path)()
    }

    /// Whether the object is being created.
    #[must_use]
    pub fn is_create(&self) -> bool {
        self.create
    }

    /// Requires a replacement of the object.
    pub fn replace(&mut self) {
        *self.replace = true;
    }

    /// Reads the private state of the object.
    #[must_use]
    pub fn private(&self) -> &Private {
        &self.reports.private
    }

    /// Changes the private state, which is passed to the call that applies the plan.
    #[must_use]
    pub fn private_mut(&mut self) -> &mut Private {
        &mut self.reports.private
    }

    /// Adds a warning about the value.
    pub fn warn(&mut self, summary: impl Into<String>, detail: impl Into<String>) {
        let warning = Diagnostic::warning(summary, detail).at(self.path());
        self.reports.warnings.push(warning);
    }
}

impl fmt::Debug for MemberChange<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemberChange")
            .field("path", &self.path())
            .field("create", &self.create)
            .finish_non_exhaustive()
    }
}

/// The plan hook of an attribute.
#[derive(Clone)]
pub struct Modifier(Arc<Modify>);

type Modify = dyn Fn(&mut MemberChange<'_>) -> Result<()> + Send + Sync;

impl Modifier {
    /// Creates a plan hook from a function. An error without a path gets that of the attribute.
    pub fn new(
        modify: impl Fn(&mut MemberChange<'_>) -> Result<()> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(modify))
    }

    pub(crate) fn modify(&self, change: &mut MemberChange<'_>) -> Result<()> {
        (self.0)(change)
    }
}

impl fmt::Debug for Modifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Modifier(..)")
    }
}

/// A promise about an unknown value. Hosts plan more precisely with it, and the final value must keep the promise.
#[derive(Clone)]
pub struct Refinement(
    Arc<dyn Fn(Unknown) -> std::result::Result<Unknown, ValueError> + Send + Sync>,
);

impl Refinement {
    /// Creates a refinement from a function that adds a promise.
    pub fn new(
        refine: impl Fn(Unknown) -> std::result::Result<Unknown, ValueError> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(refine))
    }

    pub(crate) fn refine(&self, unknown: Unknown) -> std::result::Result<Unknown, ValueError> {
        (self.0)(unknown)
    }
}

impl fmt::Debug for Refinement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Refinement(..)")
    }
}
