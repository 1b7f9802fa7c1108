//! Reading of `terraform` blocks.

use terrane_hcl::syntax::ast::{Attribute, Block};
use terrane_hcl::syntax::{self, BodySchema};
use terrane_value::Text;

use super::block::Reader;
use super::messages::{self, unsupported};
use super::{Module, RequiredProvider};
use crate::address;

/// The parts of `terraform` blocks that are refused, with what to do instead.
const REFUSED: &[(&str, &[&str], &str)] = &[
    (
        "backend",
        &["type"],
        "Remove the block: states are local files.",
    ),
    ("cloud", &[], "Remove the block: states are local files."),
    (
        "state_store",
        &["type"],
        "Remove the block: states are local files.",
    ),
    ("provider_meta", &["provider"], "Remove the block."),
];

impl Reader {
    pub(super) fn settings(&mut self, block: &Block, module: &mut Module) {
        let mut schema = BodySchema::default()
            .attribute("required_version", false)
            .attribute("experiments", false)
            .attribute("language", false)
            .block("required_providers", []);
        for (kind, labels, _) in REFUSED {
            schema = schema.block(*kind, labels.iter().copied());
        }
        let content = self.content(&block.body, &schema);
        for (kind, _, advice) in REFUSED {
            for block in content.blocks_of(kind) {
                self.report(
                    unsupported(&format!("`{kind}` blocks"), advice),
                    block.header,
                );
            }
        }
        for name in ["experiments", "language"] {
            if let Some(attribute) = content.attribute(name) {
                let what = format!("argument `{name}`");
                self.report(
                    unsupported(&what, "Remove the argument."),
                    attribute.name.span,
                );
            }
        }
        if let Some(version) = self.text(&content, "required_version") {
            let place = content.attribute("required_version");
            let place = place.map_or(block.header, |attribute| attribute.expression.span);
            module.required_versions.push((version, place));
        }
        for block in content.blocks_of("required_providers") {
            let (attributes, diagnostics) = block.body.just_attributes();
            self.diagnostics.extend(diagnostics);
            for attribute in attributes {
                let name = attribute.name.name.clone();
                let Some(required) = self.required_provider(&attribute) else {
                    continue;
                };
                let former = module.required_providers.insert(name.clone(), required);
                if former.is_some() {
                    let error = messages::duplicate("required provider", &format!("\"{name}\""));
                    self.report(error, attribute.name.span);
                }
            }
        }
    }

    fn required_provider(&mut self, attribute: &Attribute) -> Option<RequiredProvider> {
        let name = &attribute.name.name;
        let mut required = RequiredProvider {
            provider: address::Provider::implied(name),
            version: None,
            configuration_aliases: Vec::new(),
            span: attribute.span,
        };
        let Ok(pairs) = syntax::pairs(&attribute.expression) else {
            required.version = self.provider_text(&attribute.expression);
            return Some(required);
        };
        for (key, value) in pairs {
            match syntax::keyword(key)
                .or_else(|| self.constant(key)?.as_text().cloned())
                .as_deref()
            {
                Some("source") => {
                    let source = self.provider_text(value)?;
                    match source.parse() {
                        Ok(provider) => required.provider = provider,
                        Err(reason) => {
                            let reason: String = reason;
                            self.report(messages::provider_source(&reason), value.span);
                        }
                    }
                }
                Some("version") => required.version = self.provider_text(value),
                Some("configuration_aliases") => {
                    for element in syntax::list(value).unwrap_or_default() {
                        let reference = self.provider_reference(element)?;
                        required.configuration_aliases.extend(reference.alias);
                    }
                }
                _ => self.report(messages::required_provider(), key.span),
            }
        }
        Some(required)
    }

    fn provider_text(&mut self, expression: &syntax::ast::Expression) -> Option<Text> {
        let value = self.constant(expression)?;
        let text = value.as_text().cloned();
        if text.is_none() {
            self.report(messages::required_provider(), expression.span);
        }
        text
    }
}
