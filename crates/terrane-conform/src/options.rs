//! What is tested, and how.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::Value as Json;
use terrane_protocol::Version;

use crate::rule::{Level, Rule};

/// How long the answer to a request may take by default.
pub(crate) const DEADLINE: Duration = Duration::from_secs(30);

/// A state that an older version of a provider has stored.
#[derive(Debug, Clone, PartialEq)]
pub struct OldState {
    /// The type of the resource.
    pub type_name: String,
    /// The version of the schema that stored it.
    pub version: i64,
    /// The attributes, as a state file has them.
    pub attributes: Json,
}

/// A state of another type, which a block `moved` gives to a resource.
///
/// ```
/// use serde_json::json;
/// use terrane_conform::{MovedState, OldState};
///
/// let state = OldState {
///     type_name: "null_resource".to_owned(),
///     version: 0,
///     attributes: json!({ "id": "1", "triggers": null }),
/// };
/// let moved = MovedState::new("zoo_pet", "registry.terraform.io/hashicorp/null", state);
/// assert_eq!(moved.target, "zoo_pet");
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct MovedState {
    /// The type of the resource to which the object is moved.
    pub target: String,
    /// The address of the provider that has stored the state, such as `registry.terraform.io/hashicorp/null`.
    pub provider: String,
    /// The state, with the type and the version that it has before the move.
    pub state: OldState,
    /// The private data that was stored with the state. Empty for none.
    pub private: Vec<u8>,
    /// The identity that was stored with the state.
    pub identity: Option<Json>,
    /// The version of the identity.
    pub identity_version: i64,
}

impl MovedState {
    /// Creates the move of a state without private data and without an identity.
    #[must_use]
    pub fn new(target: impl Into<String>, provider: impl Into<String>, state: OldState) -> Self {
        Self {
            target: target.into(),
            provider: provider.into(),
            state,
            private: Vec::new(),
            identity: None,
            identity_version: 0,
        }
    }
}

/// What is tested, and how.
///
/// ```
/// use terrane_conform::{Level, Options};
///
/// let options = Options::new("./terraform-provider-zoo").level(Level::Read);
/// assert_eq!(options.seed, 0);
/// ```
#[derive(Debug, Clone)]
pub struct Options {
    /// The program of the provider.
    pub program: PathBuf,
    /// What checks may do.
    pub level: Level,
    /// The types of resources whose objects are created, changed and destroyed, of actions that are invoked, and of state stores in which states are written,
    /// locked and deleted. Only [`Level::Apply`] reads them.
    pub apply: Vec<String>,
    /// The environment of the program. It has no other variables but those of a host.
    pub environment: Vec<(String, OsString)>,
    /// Files with the configuration of the provider and of types, in the configuration language. A problem in them is an error of the run.
    pub configurations: Vec<PathBuf>,
    /// Files and folders with examples. Blocks that cannot be used alone are skipped.
    pub examples: Vec<PathBuf>,
    /// States of older versions, which the provider must upgrade.
    pub states: Vec<OldState>,
    /// States of other types, which the provider must move.
    pub moves: Vec<MovedState>,
    /// The protocol version to test. Without it, the program chooses.
    pub protocol: Option<Version>,
    /// The numbers of the rules to check. Empty for all.
    pub rules: Vec<String>,
    /// The names of the types to check. Empty for all.
    pub types: Vec<String>,
    /// The seed of generated configurations.
    pub seed: u64,
    /// Further arguments of the command that repeats a finding. They name files of which these options have the contents.
    pub repeat: Vec<String>,
    /// How long the run may take. What was created is destroyed also after this time.
    pub time: Duration,
    /// How long the answer to a request may take. Creating, changing and destroying an object may take ten times as long.
    pub deadline: Duration,
    /// How long the program may take to exit after SIGTERM.
    pub exit_deadline: Duration,
    /// Set to end the run early. What was created is destroyed first.
    pub stop: Arc<AtomicBool>,
}

impl Options {
    /// Creates the options to test a program with requests that touch nothing.
    #[must_use]
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self {
            program: program.into(),
            level: Level::Basic,
            apply: Vec::new(),
            environment: Vec::new(),
            configurations: Vec::new(),
            examples: Vec::new(),
            states: Vec::new(),
            moves: Vec::new(),
            protocol: None,
            rules: Vec::new(),
            types: Vec::new(),
            seed: 0,
            repeat: Vec::new(),
            time: Duration::from_secs(600),
            deadline: DEADLINE,
            exit_deadline: Duration::from_secs(15),
            stop: Arc::default(),
        }
    }

    /// Sets what checks may do.
    #[must_use]
    pub fn level(mut self, level: Level) -> Self {
        self.level = level;
        self
    }

    /// Permits to create, change and destroy objects of these resources, to invoke these actions, and to write to these state stores.
    #[must_use]
    pub fn apply<S: Into<String>>(mut self, types: impl IntoIterator<Item = S>) -> Self {
        self.level = Level::Apply;
        self.apply = types.into_iter().map(Into::into).collect();
        self
    }

    /// Adds a variable to the environment of the program.
    #[must_use]
    pub fn variable(mut self, name: impl Into<String>, value: impl Into<OsString>) -> Self {
        self.environment.push((name.into(), value.into()));
        self
    }

    /// Whether a rule is checked.
    pub(crate) fn checks(&self, rule: &Rule) -> bool {
        rule.level <= self.level
            && (self.rules.is_empty()
                || self.rules.iter().any(|it| it.eq_ignore_ascii_case(rule.id)))
    }

    /// Whether a type is checked.
    pub(crate) fn includes(&self, type_name: &str) -> bool {
        self.types.is_empty() || self.types.iter().any(|it| it == type_name)
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
