//! The content of bodies by a schema, the same for native and JSON syntax.

mod json;
mod native;
mod schema;

pub use schema::{BodySchema, Content};

use super::ast::{Attribute, Body, BodyForm};
use crate::diagnostic::Diagnostics;
use crate::source::Span;

impl Body {
    /// Returns the content by a schema, and an error for everything that the schema does not have.
    ///
    /// ```
    /// use terrane_hcl::{Source, syntax};
    ///
    /// let schema = syntax::BodySchema::default().block("resource", ["type", "name"]);
    /// let native = Source::detached("main.tf", "resource \"pet\" \"rex\" {}\n");
    /// let json = Source::detached("main.tf.json", r#"{"resource": {"pet": {"rex": {}}}}"#);
    /// for file in [syntax::parse_file(&native).value, syntax::parse_json_file(&json).value] {
    ///     let (content, diagnostics) = file.body.content(&schema);
    ///     assert!(diagnostics.is_empty());
    ///     assert_eq!(content.blocks[0].labels[1].name, "rex");
    /// }
    /// ```
    pub fn content(&self, schema: &BodySchema) -> (Content, Diagnostics) {
        self.read(schema, true)
    }

    /// Returns the content by a schema, and ignores everything that the schema does not have.
    pub fn partial_content(&self, schema: &BodySchema) -> (Content, Diagnostics) {
        self.read(schema, false)
    }

    /// Returns all arguments, and an error if there are blocks.
    pub fn just_attributes(&self) -> (Vec<Attribute>, Diagnostics) {
        match &self.form {
            BodyForm::Native(body) => native::attributes(body),
            BodyForm::Json(body) => json::attributes(body),
            BodyForm::Merged(body) => {
                let (mut attributes, mut diagnostics) = body.base.just_attributes();
                let (over, errors) = body.over.just_attributes();
                attributes.extend(over);
                diagnostics.extend(errors);
                (attributes, diagnostics)
            }
        }
    }

    /// Returns the place at which a missing argument or block is reported.
    pub(crate) fn missing_item(&self) -> Span {
        match &self.form {
            BodyForm::Native(body) => native::missing_item(body),
            BodyForm::Json(body) => json::missing_item(&body.value),
            BodyForm::Merged(body) => body.base.missing_item(),
        }
    }

    fn read(&self, schema: &BodySchema, is_complete: bool) -> (Content, Diagnostics) {
        match &self.form {
            BodyForm::Native(body) => native::content(body, schema, is_complete),
            BodyForm::Json(body) => json::content(body, schema, is_complete),
            BodyForm::Merged(body) => {
                let mut optional = schema.clone();
                for attribute in &mut optional.attributes {
                    attribute.is_required = false;
                }
                let (mut content, mut diagnostics) = body.base.read(&optional, is_complete);
                let (over, errors) = body.over.read(&optional, is_complete);
                content.attributes.extend(over.attributes);
                content.blocks.extend(over.blocks);
                diagnostics.extend(errors);
                content.check_required(schema, self.missing_item(), &mut diagnostics);
                (content, diagnostics)
            }
        }
    }
}
