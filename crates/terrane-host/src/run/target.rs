//! Objects that are imported.

use terrane_hcl::value::Value;

/// What an `import` block says about an instance.
#[derive(Debug, Clone)]
pub(crate) struct ImportTarget {
    pub(crate) id: Option<String>,
    pub(crate) identity: Option<Value>,
}
