//! The files of a configuration, and the syntax that only OpenTofu has, which is refused by its name.

mod messages;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::source::Source;
use crate::syntax::ast::{Block, Body, File};
use crate::syntax::{BodySchema, Parsed, parse_file, parse_json_file};

/// What the name of a file says about its role in a configuration.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ConfigFile {
    /// Whether the file is in JSON syntax.
    pub is_json: bool,
    /// Whether the file overrides parts of others: `override.tf`, or a name that ends with `_override.tf`.
    pub is_override: bool,
    /// Whether only OpenTofu reads the file: its name ends with `.tofu` or `.tofu.json`. OpenTofu prefers it to a `.tf` file of the same name.
    pub is_opentofu: bool,
}

impl ConfigFile {
    /// Returns the role of a file by its name. Files that belong to no configuration have none, such as hidden files and backups of editors.
    ///
    /// ```
    /// use terrane_hcl::ConfigFile;
    ///
    /// assert_eq!(ConfigFile::of("main.tf.json").map(|file| file.is_json), Some(true));
    /// assert_eq!(ConfigFile::of("main.tofu").map(|file| file.is_opentofu), Some(true));
    /// assert_eq!(ConfigFile::of("main.tf~"), None);
    /// ```
    pub fn of(name: &str) -> Option<Self> {
        if name.starts_with('.') || name.ends_with('~') {
            return None;
        }
        let (stem, is_json) = match name.strip_suffix(".json") {
            Some(stem) => (stem, true),
            None => (name, false),
        };
        let (base, is_opentofu) = match stem.strip_suffix(".tofu") {
            Some(base) => (base, true),
            None => (stem.strip_suffix(".tf")?, false),
        };
        Some(Self {
            is_json,
            is_override: base == "override" || base.ends_with("_override"),
            is_opentofu,
        })
    }

    /// Parses the file, in the syntax that its name stands for.
    pub fn parse(self, source: &Source) -> Parsed<File> {
        if self.is_json {
            parse_json_file(source)
        } else {
            parse_file(source)
        }
    }
}

/// Returns the error for a file that only OpenTofu reads, or nothing for any other name.
///
/// ```
/// let error = terrane_hcl::opentofu_file("main.tofu").unwrap();
/// assert_eq!(error.summary, "File of OpenTofu");
/// assert_eq!(terrane_hcl::opentofu_file("main.tf"), None);
/// ```
pub fn opentofu_file(name: &str) -> Option<Diagnostic> {
    let file = ConfigFile::of(name)?;
    file.is_opentofu.then(|| messages::file(name))
}

/// Returns an error for each use of syntax in a file that only OpenTofu has: `for_each` in a `provider` block, and `enabled` in a `lifecycle` block.
///
/// ```
/// use terrane_hcl::{Source, opentofu_syntax, syntax};
///
/// let source = Source::detached("main.tf", "provider \"aws\" {\n  alias    = \"all\"\n  for_each = var.regions\n}\n");
/// let file = syntax::parse_file(&source).into_result()?;
/// let errors = opentofu_syntax(&file.body);
/// assert_eq!(errors[0].summary, "Syntax of OpenTofu");
/// assert_eq!(source.locate(errors[0].subject.unwrap()), "main.tf:3,3-11");
/// # Ok::<(), terrane_hcl::Diagnostics>(())
/// ```
pub fn opentofu_syntax(body: &Body) -> Diagnostics {
    let schema = BodySchema::default()
        .block("provider", ["name"])
        .block("module", ["name"])
        .block("resource", ["type", "name"])
        .block("data", ["type", "name"])
        .block("ephemeral", ["type", "name"]);
    // Whoever reads the file reports other errors.
    let (content, _) = body.partial_content(&schema);
    let blocks = content.blocks.iter();
    blocks
        .flat_map(|block| match block.kind.name.as_str() {
            "provider" => argument(block, "for_each", messages::provider_for_each),
            _ => check_enabled(block),
        })
        .collect()
}

fn check_enabled(block: &Block) -> Vec<Diagnostic> {
    let schema = BodySchema::default().block("lifecycle", []);
    let (content, _) = block.body.partial_content(&schema);
    let blocks = content.blocks.iter();
    blocks
        .flat_map(|lifecycle| argument(lifecycle, "enabled", messages::enabled))
        .collect()
}

/// Returns an error if a block has an argument.
fn argument(block: &Block, name: &str, message: fn() -> Diagnostic) -> Vec<Diagnostic> {
    let schema = BodySchema::default().attribute(name, false);
    let (content, _) = block.body.partial_content(&schema);
    let attributes = content.attributes.iter();
    attributes
        .map(|attribute| message().at(attribute.name.span).within(block.header))
        .collect()
}
