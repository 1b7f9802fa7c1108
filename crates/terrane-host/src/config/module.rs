//! Reading of the blocks of a module.

use terrane_hcl::syntax::ast::{Attribute, Block, Body};
use terrane_hcl::syntax::{self, BodySchema};
use terrane_hcl::value::{TypeConstraint, Value};
use terrane_hcl::{opentofu_syntax, type_constraint};
use terrane_value::{Text, Type};

use super::block::Reader;
use super::messages::{self, unsupported};
use super::{
    Check, Import, Module, ModuleCall, Moved, Output, ProviderBlock, Removed, Variable, When,
};
use crate::address::{ResourceMode, Target};

impl Reader {
    /// Reads the blocks of a file.
    pub(super) fn file(&mut self, body: &Body) -> Vec<Block> {
        let schema = BodySchema::default()
            .block("terraform", [])
            .block("provider", ["name"])
            .block("variable", ["name"])
            .block("locals", [])
            .block("output", ["name"])
            .block("module", ["name"])
            .block("resource", ["type", "name"])
            .block("data", ["type", "name"])
            .block("ephemeral", ["type", "name"])
            .block("moved", [])
            .block("removed", [])
            .block("import", [])
            .block("action", ["type", "name"])
            .block("list", ["type", "name"])
            .block("check", ["name"]);
        self.diagnostics.extend(opentofu_syntax(body));
        self.content(body, &schema).blocks
    }

    /// Reads blocks into their module.
    pub(super) fn declare(&mut self, blocks: &[Block], module: &mut Module) {
        for block in blocks {
            match block.kind.name.as_str() {
                "terraform" => self.settings(block, module),
                "provider" => self.provider(block, module),
                "variable" => self.variable(block, module),
                "locals" => self.locals(block, module),
                "output" => self.output(block, module),
                "module" => self.call(block, module),
                "resource" => self.add_resource(block, ResourceMode::Managed, module),
                "data" => self.add_resource(block, ResourceMode::Data, module),
                "ephemeral" => self.add_resource(block, ResourceMode::Ephemeral, module),
                "action" => self.add_resource(block, ResourceMode::Action, module),
                "moved" => module.moved.extend(self.moved(block)),
                "removed" => module.removed.extend(self.removed(block)),
                "import" => module.imports.extend(self.import(block)),
                "check" => self.check(block, module),
                kind => {
                    let what = format!("`{kind}` blocks");
                    let error = unsupported(&what, "Remove the block, or use another host.");
                    self.report(error, block.header);
                }
            }
        }
    }

    pub(super) fn provider(&mut self, block: &Block, module: &mut Module) {
        let Some(name) = self.name(block, 0) else {
            return;
        };
        let schema = BodySchema::default()
            .attribute("alias", false)
            .attribute("version", false);
        let content = self.partial_content(&block.body, &schema);
        if let Some(version) = content.attribute("version") {
            let advice = "Set the version in a `required_providers` block.";
            let error = unsupported("argument `version` of providers", advice);
            self.report(error, version.name.span);
        }
        let alias = self.text(&content, "alias");
        let shown = match &alias {
            Some(alias) => format!("\"{name}.{alias}\""),
            None => format!("\"{name}\""),
        };
        let provider = ProviderBlock {
            body: block.body.clone(),
            span: block.header,
        };
        if module.providers.insert((name, alias), provider).is_some() {
            self.duplicate("provider configuration", &shown, block);
        }
    }

    fn variable(&mut self, block: &Block, module: &mut Module) {
        let Some(name) = self.name(block, 0) else {
            return;
        };
        let schema = BodySchema::default()
            .attribute("type", false)
            .attribute("default", false)
            .attribute("description", false)
            .attribute("sensitive", false)
            .attribute("ephemeral", false)
            .attribute("nullable", false)
            .block("validation", []);
        let content = self.content(&block.body, &schema);
        let constraint = content.attribute("type").map(|attribute| {
            let (constraint, diagnostics) = type_constraint(&attribute.expression);
            self.diagnostics.extend(diagnostics);
            constraint
        });
        let constraint = constraint.unwrap_or_else(|| TypeConstraint::new(Type::Dynamic));
        let nullable = self.flag(&content, "nullable").unwrap_or(true);
        let default = content.attribute("default");
        let default = default.and_then(|it| self.default_value(it, &constraint, nullable));
        let variable = Variable {
            constraint,
            default,
            description: self.text(&content, "description"),
            sensitive: self.flag(&content, "sensitive").unwrap_or_default(),
            ephemeral: self.flag(&content, "ephemeral").unwrap_or_default(),
            nullable,
            validations: self.conditions(&content, "validation"),
            span: block.header,
        };
        if module.variables.insert(name.clone(), variable).is_some() {
            self.duplicate("variable declaration", &format!("\"{name}\""), block);
        }
    }

    fn default_value(
        &mut self,
        attribute: &Attribute,
        constraint: &TypeConstraint,
        nullable: bool,
    ) -> Option<Value> {
        let value = self.constant(&attribute.expression)?;
        if value.is_null() && !nullable {
            self.report(messages::null_default(), attribute.expression.span);
            return None;
        }
        match constraint.apply(value) {
            Ok(value) => Some(value),
            Err(error) => {
                let error = messages::default_value(&error.to_string());
                self.report(error, attribute.expression.span);
                None
            }
        }
    }

    pub(super) fn locals(&mut self, block: &Block, module: &mut Module) {
        let (attributes, diagnostics) = block.body.just_attributes();
        self.diagnostics.extend(diagnostics);
        for attribute in attributes {
            let name = attribute.name.clone();
            if !syntax::is_identifier(&name.name) {
                self.report(messages::name(&name.name), name.span);
            } else if module.locals.insert(name.name.clone(), attribute).is_some() {
                let error = messages::duplicate("local value", &format!("\"{}\"", name.name));
                self.report(error, name.span);
            }
        }
    }

    fn output(&mut self, block: &Block, module: &mut Module) {
        let Some(name) = self.name(block, 0) else {
            return;
        };
        let schema = BodySchema::default()
            .attribute("value", true)
            .attribute("description", false)
            .attribute("sensitive", false)
            .attribute("ephemeral", false)
            .attribute("depends_on", false)
            .block("precondition", []);
        let content = self.content(&block.body, &schema);
        let Some(value) = content.attribute("value") else {
            return;
        };
        let output = Output {
            value: value.expression.clone(),
            description: self.text(&content, "description"),
            sensitive: self.flag(&content, "sensitive").unwrap_or_default(),
            ephemeral: self.flag(&content, "ephemeral").unwrap_or_default(),
            depends_on: self.references(content.attribute("depends_on")),
            preconditions: self.conditions(&content, "precondition"),
            span: block.header,
        };
        if module.outputs.insert(name.clone(), output).is_some() {
            self.duplicate("output definition", &format!("\"{name}\""), block);
        }
    }

    fn add_resource(&mut self, block: &Block, mode: ResourceMode, module: &mut Module) {
        let resource = match mode {
            ResourceMode::Action => self.action(block),
            _ => self.resource(block, mode),
        };
        let Some(resource) = resource else {
            return;
        };
        let address = resource.address.clone();
        if module.resources.insert(address.clone(), resource).is_some() {
            self.report(messages::duplicate_resource(&address), block.header);
        }
    }

    fn call(&mut self, block: &Block, module: &mut Module) {
        let Some(name) = self.name(block, 0) else {
            return;
        };
        let schema = BodySchema::default()
            .attribute("source", true)
            .attribute("version", false)
            .attribute("providers", false)
            .attribute("count", false)
            .attribute("for_each", false)
            .attribute("depends_on", false);
        let content = self.partial_content(&block.body, &schema);
        if let Some(version) = content.attribute("version") {
            let error = unsupported(
                "argument `version` of modules",
                "Local modules have no versions: remove the argument.",
            );
            self.report(error, version.name.span);
        }
        let Some(source) = self.text(&content, "source") else {
            return;
        };
        let is_local = source.starts_with("./") || source.starts_with("../");
        if let Some(attribute) = content.attribute("source").filter(|_| !is_local) {
            self.report(messages::module_source(&source), attribute.expression.span);
            return;
        }
        let (attributes, diagnostics) = block.body.just_attributes();
        self.diagnostics.extend(diagnostics);
        let own = |name: &Text| content.attribute(name).is_some();
        let arguments = attributes.into_iter().filter(|it| !own(&it.name.name));
        let arguments = arguments.map(|attribute| (attribute.name.name.clone(), attribute));
        let mut providers = Vec::new();
        if let Some(attribute) = content.attribute("providers") {
            match syntax::pairs(&attribute.expression) {
                Ok(pairs) => {
                    for (inner, outer) in pairs {
                        let inner = self.provider_reference(inner);
                        let outer = self.provider_reference(outer);
                        providers.extend(inner.zip(outer));
                    }
                }
                Err(errors) => self.diagnostics.extend(errors),
            }
        }
        let call = ModuleCall {
            source,
            meta: self.meta(&content),
            providers,
            arguments: arguments.collect(),
            span: block.header,
        };
        if module.calls.insert(name.clone(), call).is_some() {
            self.duplicate("module call", &format!("\"{name}\""), block);
        }
    }

    /// Reads an address of a `moved` or `removed` block.
    fn target(&mut self, attribute: Option<&Attribute>) -> Option<Target> {
        let expression = &attribute?.expression;
        let target = match syntax::traversal(expression) {
            Ok(traversal) => Target::of(&traversal),
            Err(errors) => {
                self.diagnostics.extend(errors);
                return None;
            }
        };
        match target {
            Ok(target) => Some(target),
            Err(reason) => {
                self.report(messages::address(&reason), expression.span);
                None
            }
        }
    }

    fn moved(&mut self, block: &Block) -> Option<Moved> {
        let schema = BodySchema::default()
            .attribute("from", true)
            .attribute("to", true);
        let content = self.content(&block.body, &schema);
        let moved = Moved {
            from: self.target(content.attribute("from"))?,
            to: self.target(content.attribute("to"))?,
            span: block.header,
        };
        let same_kind = match (&moved.from, &moved.to) {
            (Target::Module(_), Target::Module(_)) => true,
            (Target::Resource(from), Target::Resource(to)) => {
                from.resource.resource.mode == ResourceMode::Managed
                    && to.resource.resource.mode == ResourceMode::Managed
            }
            (Target::Module(_), Target::Resource(_)) | (Target::Resource(_), Target::Module(_)) => {
                false
            }
        };
        if !same_kind || moved.from == moved.to {
            self.report(messages::moved_kinds(), block.header);
            return None;
        }
        Some(moved)
    }

    fn removed(&mut self, block: &Block) -> Option<Removed> {
        let schema = BodySchema::default()
            .attribute("from", true)
            .block("lifecycle", [])
            .block("provisioner", ["type"])
            .block("connection", []);
        let content = self.content(&block.body, &schema);
        for refused in content.blocks_of("connection") {
            self.report(messages::provisioner::connection(), refused.header);
        }
        let provisioners = self.provisioners(&content);
        for provisioner in provisioners.iter().filter(|it| it.when == When::Create) {
            self.report(messages::provisioner::removed_create(), provisioner.span);
        }
        let lifecycle = self.single(&content, "lifecycle");
        let destroy = lifecycle.is_none_or(|block| self.removed_lifecycle(block));
        let from = content.attribute("from");
        let target = self.target(from)?;
        let (module, key) = match &target {
            Target::Module(module) => (module, None),
            Target::Resource(resource) => (&resource.resource.module, resource.key.as_ref()),
        };
        if key.is_some() || module.0.iter().any(|step| step.key.is_some()) {
            self.report(messages::removed_key(), from?.expression.span);
            return None;
        }
        if let Target::Resource(resource) = &target
            && resource.resource.resource.mode != ResourceMode::Managed
        {
            self.report(messages::removed_data(), from?.expression.span);
            return None;
        }
        Some(Removed {
            from: target,
            destroy,
            provisioners,
            span: block.header,
        })
    }

    fn import(&mut self, block: &Block) -> Option<Import> {
        let schema = BodySchema::default()
            .attribute("to", true)
            .attribute("id", false)
            .attribute("identity", false)
            .attribute("for_each", false)
            .attribute("provider", false);
        let content = self.content(&block.body, &schema);
        let expression = |name| {
            content
                .attribute(name)
                .map(|it: &Attribute| it.expression.clone())
        };
        let provider = content.attribute("provider");
        let import = Import {
            to: expression("to")?,
            id: expression("id"),
            identity: expression("identity"),
            for_each: expression("for_each"),
            provider: provider.and_then(|it| self.provider_reference(&it.expression)),
            span: block.header,
        };
        if import.id.is_some() == import.identity.is_some() {
            self.report(messages::import_target(), block.header);
        }
        Some(import)
    }

    fn check(&mut self, block: &Block, module: &mut Module) {
        let Some(name) = self.name(block, 0) else {
            return;
        };
        let schema = BodySchema::default()
            .block("assert", [])
            .block("data", ["type", "name"]);
        let content = self.content(&block.body, &schema);
        let data = self.single(&content, "data");
        let check = Check {
            data: data.and_then(|data| self.nested_data(data)),
            assertions: self.conditions(&content, "assert"),
            span: block.header,
        };
        if content.blocks_of("assert").next().is_none() {
            self.report(messages::no_assertions(), block.header);
        }
        if module.checks.insert(name.clone(), check).is_some() {
            self.duplicate("check block", &format!("\"{name}\""), block);
        }
    }
}
