//! The files of models: the structs of an item, and those that items share.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use terrane_protocol::schema::{Function, Parameter, Schema};

use super::contents::{Contents, of_type};
use super::fields::{NULL_ELEMENTS, Scope, deprecated};
use super::item::{Item, Kind, Signature};
use super::model::{Module, Struct};
use super::names::{identifier, is_safe};
use super::render::{docs, is_plain, literal};
use super::sharing::{SHARED, Structs};
use super::stubs;

/// Writes the files of models.
pub(super) struct Writer<'a> {
    structs: &'a Structs,
    prefix: &'a str,
    /// The structs of several items, by name.
    shared: BTreeMap<String, Struct>,
}

/// The files of an item.
pub(super) struct ItemText {
    pub(super) models: String,
    /// The body of a function, which the author completes.
    pub(super) body: Option<String>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(structs: &'a Structs, prefix: &'a str) -> Self {
        Self {
            structs,
            prefix,
            shared: BTreeMap::new(),
        }
    }

    /// Returns the files of an item.
    ///
    /// # Errors
    ///
    /// Fails if a part of the schema has no form in Rust, with its path and the reason.
    pub(super) fn item(&mut self, item: &Item<'_>) -> Result<ItemText, String> {
        if item.kind != Kind::Provider && !is_safe(item.type_name) {
            return Err("a name that is not only letters, digits and `_`".to_owned());
        }
        let module = item.module();
        let scope = Scope {
            structs: self.structs,
            module: &module,
            kind: item.kind,
            is_item: true,
        };
        let title = match item.kind {
            Kind::Provider => "The settings of the provider.".to_owned(),
            kind => format!("The {} `{}`.", kind.noun(), item.type_name),
        };
        let mut found = Module::default();
        match item.signature {
            Signature::Schema(schema) => {
                found.structs.push(self.own_struct(item, schema, &scope)?);
                let contents = Contents::of_block(&schema.block);
                self.below(contents, &module, &mut found)?;
                Ok(ItemText {
                    models: module_text(&title, &found, ""),
                    body: None,
                })
            }
            Signature::Function(function) => {
                let mut problem = None;
                for (_, ty) in item.types() {
                    of_type("", ty, &mut |_, contents| {
                        let added = self.add(contents, &module, &mut found);
                        problem = problem.take().or(added.err());
                    });
                }
                match problem {
                    Some(problem) => Err(problem),
                    None => function_text(item, function, &scope, &title, &found),
                }
            }
        }
    }

    /// Returns the file of the structs that items share, if there are any.
    pub(super) fn shared(self) -> Option<String> {
        let structs: Vec<Struct> = self.shared.into_values().collect();
        let title = "Structs that several items have.";
        (!structs.is_empty()).then(|| module_text(title, &Module { structs }, ""))
    }

    fn own_struct(
        &self,
        item: &Item<'_>,
        schema: &Schema,
        scope: &Scope<'_>,
    ) -> Result<Struct, String> {
        let mut options = Vec::new();
        let full_name = format!("{}_{}", self.prefix, item.name);
        match item.kind {
            Kind::Provider => {}
            _ if full_name == item.type_name => {
                options.push(format!("name = {}", literal(&item.name)))
            }
            _ => options.push(format!("type_name = {}", literal(item.type_name))),
        }
        if schema.version != 0 {
            options.push(format!("version = {}", schema.version));
        }
        options.extend(deprecated(schema.block.deprecation.as_deref()));
        Ok(Struct {
            name: item.struct_name.clone(),
            description: schema.block.description.clone(),
            options,
            fields: scope.fields(Contents::of_block(&schema.block))?,
        })
    }

    /// Adds the structs of all contents below these ones.
    fn below(
        &mut self,
        contents: Contents<'_>,
        module: &str,
        found: &mut Module,
    ) -> Result<(), String> {
        let mut problem = None;
        contents.children(&mut |name, child| {
            let added = self.add(child, module, found);
            let added = added.map_err(|problem| format!("{name}.{problem}"));
            problem = problem.take().or(added.err());
        });
        problem.map_or(Ok(()), Err)
    }

    /// Adds the struct of these contents and of all below.
    fn add(
        &mut self,
        contents: Contents<'_>,
        module: &str,
        found: &mut Module,
    ) -> Result<(), String> {
        let structs = self.structs;
        let Some(place) = structs.place(contents) else {
            return Ok(());
        };
        let is_shared = place.module == SHARED;
        let exists = match is_shared {
            true => self.shared.contains_key(&place.name),
            false => found.structs.iter().any(|one| one.name == place.name),
        };
        if exists {
            return Ok(());
        }
        let scope = Scope {
            structs,
            module: if is_shared { SHARED } else { module },
            kind: place.kind,
            is_item: false,
        };
        let options = match contents {
            Contents::Object(_) => vec!["object".to_owned()],
            Contents::Block(..) | Contents::Nested(_) => Vec::new(),
        };
        let one = Struct {
            name: place.name.clone(),
            options,
            fields: scope.fields(contents)?,
            ..Struct::default()
        };
        match is_shared {
            true => drop(self.shared.insert(place.name.clone(), one)),
            false => found.structs.push(one),
        }
        self.below(contents, module, found)
    }
}

/// The text of a module with structs, and other code.
fn module_text(title: &str, module: &Module, code: &str) -> String {
    let mut body = String::new();
    for one in &module.structs {
        one.render(&mut body);
    }
    body.push_str(code);
    let fields = module.structs.iter().flat_map(|one| &one.fields);
    let questions: Vec<&str> = fields.flat_map(|field| &field.questions).copied().collect();
    let mut text = format!(
        "//! {title}\n//!\n//! `cargo terrane generate` updates this file, and keeps what was edited by hand.\n"
    );
    if !questions.is_empty() {
        text.push_str(
            "//! A comment with questions names the options of `#[tf(..)]` that no schema shows: add those that apply, and delete the comment.\n",
        );
    }
    if questions.contains(&NULL_ELEMENTS) {
        text.push_str(
            "//! If a provider in Go can store null elements, write `Option` for the type of the elements, as in `Vec<Option<String>>`.\n",
        );
    }
    text.push('\n');
    if body.contains("BTreeMap<") {
        text.push_str("use std::collections::BTreeMap;\n\n");
    }
    text.push_str("use terrane::prelude::*;\n");
    if body.contains("shared::") {
        text.push_str("\nuse crate::models::shared;\n");
    }
    text + &body
}

/// The files of a function.
fn function_text(
    item: &Item<'_>,
    function: &Function,
    scope: &Scope<'_>,
    title: &str,
    found: &Module,
) -> Result<ItemText, String> {
    let (ident, is_other) = identifier(item.type_name);
    let mut options = Vec::new();
    if is_other {
        options.push(format!("name = {}", literal(item.type_name)));
    }
    options.extend(deprecated(function.deprecation.as_deref()));
    let text = &function.description.text;
    let own_summary = function.summary != text.lines().next().unwrap_or_default();
    if own_summary && !function.summary.is_empty() {
        options.push(format!("summary = {}", literal(&function.summary)));
    }
    if is_plain(&function.description) {
        options.push("plain".to_owned());
    }
    let mut code = "\n".to_owned();
    docs(&mut code, "", text);
    match options.is_empty() {
        true => code.push_str("#[function]\n"),
        false => drop(writeln!(code, "#[function({})]", options.join(", "))),
    }
    let _ = writeln!(code, "pub fn {ident}(");
    let mut parameters = Vec::new();
    for (parameter, variadic) in function
        .parameters
        .iter()
        .map(|parameter| (parameter, false))
        .chain(function.variadic.iter().map(|parameter| (parameter, true)))
    {
        let Parameter {
            name, description, ..
        } = parameter;
        if !is_safe(name) {
            return Err("a parameter whose name is not only letters, digits and `_`".to_owned());
        }
        let (ident, ty) = (identifier(name).0, scope.parameter(parameter)?);
        docs(&mut code, "    ", &description.text);
        if is_plain(description) {
            code.push_str("    #[tf(plain)]\n");
        }
        let ty = match variadic {
            true => {
                code.push_str("    #[variadic]\n");
                format!("Vec<{ty}>")
            }
            false => ty,
        };
        let _ = writeln!(code, "    {ident}: {ty},");
        parameters.push((ident, ty));
    }
    let returns = scope.ty("result", &function.returns)?;
    let arguments: Vec<&str> = parameters.iter().map(|(ident, _)| ident.as_str()).collect();
    let module = item.module();
    let _ = writeln!(
        code,
        ") -> Result<{returns}> {{\n    crate::items::{module}::call({})\n}}",
        arguments.join(", ")
    );
    Ok(ItemText {
        models: module_text(title, found, &code),
        body: Some(stubs::function(item, &parameters, &returns)),
    })
}
