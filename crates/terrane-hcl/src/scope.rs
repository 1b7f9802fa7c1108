//! The variables and functions that expressions can use.

use std::collections::HashMap;
use std::fmt;

use terrane_value::Text;

use crate::budget::Budget;
use crate::call::Functions;
use crate::value::Value;

/// The variables and functions that expressions can use.
///
/// A scope without variables and functions is that of a constant: expressions in it may use neither, and strings of JSON files are plain text.
///
/// ```
/// use terrane_hcl::{Scope, Source, evaluate, syntax, value::Value};
///
/// let scope = Scope::new().with_variable("region", "eu-1");
/// let expression = syntax::parse_expression(&Source::detached("x", "\"${region}a\"")).into_result()?;
/// assert_eq!(evaluate(&expression, &scope).0, Value::from("eu-1a"));
/// # Ok::<(), terrane_hcl::Diagnostics>(())
/// ```
#[derive(Clone, Default)]
pub struct Scope<'a> {
    parent: Option<&'a Scope<'a>>,
    variables: Option<HashMap<Text, Value, foldhash::fast::RandomState>>,
    functions: Option<&'a dyn Functions>,
}

impl<'a> Scope<'a> {
    /// Creates a scope without variables and functions.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the budget of an evaluation.
    pub(crate) fn budget(&self) -> Budget {
        Budget::new(self.functions().map(Functions::limits).unwrap_or_default())
    }

    /// Creates a scope inside of this one. Its variables hide those of this one.
    pub fn child(&'a self) -> Self {
        Self {
            parent: Some(self),
            ..Self::default()
        }
    }

    /// Adds a variable, or replaces it.
    #[must_use]
    pub fn with_variable(mut self, name: impl Into<Text>, value: impl Into<Value>) -> Self {
        let variables = self.variables.get_or_insert_default();
        variables.insert(name.into(), value.into());
        self
    }

    /// Adds variables. Even without any, expressions may then contain references.
    #[must_use]
    pub fn with_variables<N: Into<Text>>(
        mut self,
        variables: impl IntoIterator<Item = (N, Value)>,
    ) -> Self {
        let added = variables
            .into_iter()
            .map(|(name, value)| (name.into(), value));
        self.variables.get_or_insert_default().extend(added);
        self
    }

    /// Sets the functions that expressions can call.
    #[must_use]
    pub fn with_functions(mut self, functions: &'a dyn Functions) -> Self {
        self.functions = Some(functions);
        self
    }

    /// Returns whether expressions may use neither variables nor functions.
    pub(crate) fn is_constant(&self) -> bool {
        let is_empty = self.variables.is_none() && self.functions.is_none();
        is_empty && self.parent.is_none_or(Scope::is_constant)
    }

    /// Finds a variable.
    pub(crate) fn variable(&self, name: &str) -> Option<&Value> {
        let mut scopes = self.chain();
        scopes.find_map(|scope| scope.variables.as_ref()?.get(name))
    }

    /// Returns the functions that expressions can call.
    pub(crate) fn functions(&self) -> Option<&'a dyn Functions> {
        self.chain().find_map(|scope| scope.functions)
    }

    /// Returns whether expressions may contain references.
    pub(crate) fn has_variables(&self) -> bool {
        self.chain().any(|scope| scope.variables.is_some())
    }

    /// Returns the names of all variables in their order.
    pub(crate) fn variable_names(&self) -> Vec<&Text> {
        let variables = self.chain().filter_map(|scope| scope.variables.as_ref());
        let mut names: Vec<&Text> = variables.flat_map(HashMap::keys).collect();
        names.sort();
        names
    }

    fn chain(&self) -> impl Iterator<Item = &Self> {
        std::iter::successors(Some(self), |scope| scope.parent)
    }
}

impl fmt::Debug for Scope<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scope")
            .field("variables", &self.variable_names())
            .field("has_functions", &self.functions().is_some())
            .finish_non_exhaustive()
    }
}
