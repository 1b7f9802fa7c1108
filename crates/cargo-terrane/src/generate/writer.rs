//! The files of models: the structs of an item, and those that items share.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use terrane_protocol::schema::{Function, Parameter, Schema};

use super::contents::{Contents, of_type};
use super::fields::{NULL_ELEMENTS, Scope, deprecated};
use super::item::{Item, Signature};
use super::kind::Kind;
use super::model::{Module, Struct};
use super::names::{Identifiers, is_valid};
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
    pub(super) fn item(&mut self, item: &Item<'_>) -> ItemText {
        let module = item.module();
        let scope = Scope {
            structs: self.structs,
            module: &module,
            kind: item.kind,
            is_item: true,
            identity: item.identity,
        };
        let title = match item.kind {
            Kind::Provider => "The settings of the provider.".to_owned(),
            Kind::Meta => "The `provider_meta` block of modules.".to_owned(),
            kind => {
                let type_name = item.type_name.unwrap_or_default();
                format!("The {} `{type_name}`.", kind.noun())
            }
        };
        let mut found = Module::default();
        match item.signature {
            Signature::Schema(schema) => {
                found.structs.push(self.own_struct(item, schema, &scope));
                let contents = Contents::of_item(item.kind, &schema.block);
                self.below(contents, &module, &mut found);
                ItemText {
                    models: module_text(&title, &found, None),
                    body: None,
                }
            }
            Signature::Function(function) => {
                for (_, ty) in item.types() {
                    of_type("", ty, &mut |_, contents| {
                        self.add(contents, &module, &mut found);
                    });
                }
                let parameters = function_parameters(function);
                let code = function_code(item, function, &parameters, &scope);
                // The body is in another module, where the structs have their full paths.
                let of_body = Scope {
                    module: "",
                    ..scope
                };
                let types = typed_parameters_of(&parameters, &of_body);
                let returns = of_body.ty(&function.returns);
                ItemText {
                    models: module_text(&title, &found, Some(&code)),
                    body: Some(stubs::function(item, &types, &returns)),
                }
            }
        }
    }

    /// Returns the file of the structs that items share, if there are any.
    pub(super) fn shared(self) -> Option<String> {
        let structs: Vec<Struct> = self.shared.into_values().collect();
        let title = "Structs that several items have.";
        (!structs.is_empty()).then(|| module_text(title, &Module { structs }, None))
    }

    fn own_struct(&self, item: &Item<'_>, schema: &Schema, scope: &Scope<'_>) -> Struct {
        let mut options = Vec::new();
        let full_name = format!("{}_{}", self.prefix, item.name);
        match item.kind {
            // These have no name, or that of the listed resource.
            Kind::Provider | Kind::Meta | Kind::List => {}
            _ if item.type_name == Some(&full_name) && is_valid(&item.name) => {
                options.push(format!("name = {}", literal(&item.name)));
            }
            _ => options.extend(
                item.type_name
                    .map(|name| format!("type_name = {}", literal(name))),
            ),
        }
        if schema.version != 0 {
            options.push(format!("version = {}", schema.version));
        }
        let identity_version = item.identity.map_or(0, |identity| identity.version);
        if identity_version != 0 {
            options.push(format!("identity_version = {identity_version}"));
        }
        options.extend(deprecated(schema.block.deprecation.as_deref()));
        Struct {
            name: item.struct_name.clone().unwrap_or_default(),
            description: schema.block.description.clone(),
            is_object: false,
            options,
            fields: scope.fields(Contents::of_item(item.kind, &schema.block)),
        }
    }

    /// Adds the structs of all contents below these ones.
    fn below(&mut self, contents: Contents<'_>, module: &str, found: &mut Module) {
        contents.children(&mut |_, child| self.add(child, module, found));
    }

    /// Adds the struct of these contents and of all below.
    fn add(&mut self, contents: Contents<'_>, module: &str, found: &mut Module) {
        let structs = self.structs;
        let Some(place) = structs.place(contents) else {
            return;
        };
        let is_shared = place.module == SHARED;
        let exists = if is_shared {
            self.shared.contains_key(&place.name)
        } else {
            found.structs.iter().any(|one| one.name == place.name)
        };
        if exists {
            return;
        }
        let scope = Scope {
            structs,
            module: if is_shared { SHARED } else { module },
            kind: place.kind,
            is_item: false,
            identity: None,
        };
        let one = Struct {
            name: place.name.clone(),
            is_object: matches!(contents, Contents::Object(_)),
            fields: scope.fields(contents),
            ..Struct::default()
        };
        if is_shared {
            self.shared.insert(place.name.clone(), one);
        } else {
            found.structs.push(one)
        }
        self.below(contents, module, found);
    }
}

/// The code of a function, and the types that its signature names.
struct Code {
    text: String,
    types: Vec<String>,
}

/// The text of a module with structs, and other code.
fn module_text(title: &str, module: &Module, code: Option<&Code>) -> String {
    let mut body = String::new();
    for one in &module.structs {
        one.render(&mut body);
    }
    body.push_str(code.map_or("", |code| &code.text));
    let fields = module.structs.iter().flat_map(|one| &one.fields);
    let questions: Vec<&str> = fields
        .clone()
        .flat_map(|field| &field.questions)
        .copied()
        .collect();
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
    let of_code = code.iter().flat_map(|code| &code.types);
    let types: Vec<&str> = fields
        .map(|field| &*field.ty)
        .chain(of_code.map(|it| &**it))
        .collect();
    text + &stubs::imports(&types) + &body
}

/// The parameters of a function with their identifiers. The flag marks the variadic one.
fn function_parameters(function: &Function) -> Vec<(String, &Parameter, bool)> {
    let fixed = function.parameters.iter().map(|it| (it, false));
    let all: Vec<(&Parameter, bool)> = fixed
        .chain(function.variadic.iter().map(|it| (it, true)))
        .collect();
    // Positions distinguish parameters, because hosts allow equal names.
    let positions: Vec<String> = (0..all.len()).map(|at| at.to_string()).collect();
    let named_positions: Vec<(&str, &str)> = positions
        .iter()
        .zip(&all)
        .map(|(at, (it, _))| (&**at, &*it.name))
        .collect();
    let identifiers = Identifiers::of_members(&named_positions);
    positions
        .iter()
        .zip(all)
        .map(|(at, (parameter, is_variadic))| (identifiers.get(at).code, parameter, is_variadic))
        .collect()
}

/// The identifiers and types of parameters.
fn typed_parameters_of(
    parameters: &[(String, &Parameter, bool)],
    scope: &Scope<'_>,
) -> Vec<(String, String)> {
    let typed = parameters.iter().map(|(ident, parameter, is_variadic)| {
        let element = scope.parameter(parameter);
        let ty = if *is_variadic {
            format!("Vec<{element}>")
        } else {
            element
        };
        (ident.clone(), ty)
    });
    typed.collect()
}

/// The code of a function.
fn function_code(
    item: &Item<'_>,
    function: &Function,
    parameters: &[(String, &Parameter, bool)],
    scope: &Scope<'_>,
) -> Code {
    let ident = &item.ident;
    let mut options = Vec::new();
    if ident.plain != item.name {
        options.push(format!("name = {}", literal(&item.name)));
    }
    options.extend(deprecated(function.deprecation.as_deref()));
    let text = &function.description.text;
    if function.summary != text.lines().next().unwrap_or_default() {
        options.push(format!("summary = {}", literal(&function.summary)));
    }
    if is_plain(&function.description) {
        options.push("plain".to_owned());
    }
    let mut code = "\n".to_owned();
    docs(&mut code, "", text);
    if options.is_empty() {
        code.push_str("#[function]\n");
    } else {
        let _ = writeln!(code, "#[function({})]", options.join(", "));
    }
    let _ = writeln!(code, "pub fn {}(", ident.code);
    let typed_parameters = typed_parameters_of(parameters, scope);
    for ((ident, parameter, is_variadic), (_, ty)) in parameters.iter().zip(&typed_parameters) {
        let Parameter {
            name, description, ..
        } = parameter;
        docs(&mut code, "    ", &description.text);
        let mut options = Vec::new();
        if ident.trim_start_matches("r#") != &**name {
            options.push(format!("name = {}", literal(name)));
        }
        if is_plain(description) {
            options.push("plain".to_owned());
        }
        if !options.is_empty() {
            let _ = writeln!(code, "    #[tf({})]", options.join(", "));
        }
        if *is_variadic {
            code.push_str("    #[variadic]\n");
        }
        let _ = writeln!(code, "    {ident}: {ty},");
    }
    let returns = scope.ty(&function.returns);
    let arguments: Vec<&str> = typed_parameters
        .iter()
        .map(|(ident, _)| ident.as_str())
        .collect();
    let module = item.module();
    let _ = writeln!(
        code,
        ") -> Result<{returns}> {{\n    crate::items::{module}::call({})\n}}",
        arguments.join(", ")
    );
    let types = typed_parameters.into_iter().map(|(_, ty)| ty);
    Code {
        text: code,
        types: types.chain([returns]).collect(),
    }
}
