//! The code of a provider, and the registration of an item in it.

use std::ops::Range;
use std::path::{Path, PathBuf};

use fs_err as fs;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned as _;
use syn::{Attribute, Expr, FnArg, ImplItem, Item, ItemImpl, Lit, Pat, Stmt, Token, Type};

use super::Refusal;
use super::names::ProviderNames;
use crate::error::Error;
use crate::format::format_source;

/// The code of a provider: the root of its crate, and the file that registers its items.
#[derive(Debug)]
pub(crate) struct ProviderCode {
    pub(crate) names: ProviderNames,
    root: PathBuf,
    file: PathBuf,
}

impl ProviderCode {
    /// Finds the code of the provider in a package.
    pub(crate) fn find(folder: &Path) -> Result<Self, Error> {
        let source = folder.join("src");
        let roots = ["lib.rs", "main.rs"].map(|name| source.join(name));
        let Some(root) = roots.into_iter().find(|root| root.is_file()) else {
            return Err(Refusal::NoPackage(folder.to_owned()).into());
        };
        let mut files = Vec::new();
        rust_files(&source, &mut files)?;
        let mut found = Vec::new();
        for file in files {
            let code = parse_rust(&file, &fs::read_to_string(&file)?)?;
            let providers = code.items.into_iter().filter_map(|item| match item {
                Item::Impl(item) if is_provider(&item) => Some(item),
                _ => None,
            });
            found.extend(providers.map(|provider| (file.clone(), provider)));
        }
        let count = found.len();
        let [(file, provider)] = &found[..] else {
            return Err(Refusal::NoProvider {
                folder: source,
                found: count,
            }
            .into());
        };
        if place_of_registration(provider).is_none() {
            return Err(Refusal::NoProvider {
                folder: source,
                found: 0,
            }
            .into());
        }
        let names = names_of_provider(provider).ok_or_else(|| Refusal::NoAddress(file.clone()))?;
        Ok(Self {
            names,
            root,
            file: file.clone(),
        })
    }

    /// Fails if the root of the crate does not declare a module.
    pub(crate) fn require(&self, module: &'static str) -> Result<(), Error> {
        let code = parse_rust(&self.root, &fs::read_to_string(&self.root)?)?;
        let declares = |item: &Item| matches!(item, Item::Mod(found) if found.ident == module);
        if code.items.iter().any(declares) {
            Ok(())
        } else {
            Err(Refusal::NoModule {
                file: self.root.clone(),
                module,
            }
            .into())
        }
    }

    /// Declares the module of an item, and registers the item by a function of `Registry`. Returns the changed files with their texts.
    pub(crate) fn register(
        &self,
        method: &str,
        module: &str,
        ident: &str,
    ) -> Result<Vec<(PathBuf, String)>, Error> {
        let is_root = self.file == self.root;
        let path = if is_root {
            format!("{module}::{ident}")
        } else {
            format!("crate::{module}::{ident}")
        };
        let text = fs::read_to_string(&self.file)?;
        let code = parse_rust(&self.file, &text)?;
        let provider = code.items.iter().find_map(|item| match item {
            Item::Impl(item) if is_provider(item) => place_of_registration(item),
            _ => None,
        });
        let Some((at, receiver)) = provider else {
            return Err(Refusal::NoProvider {
                folder: self.file.clone(),
                found: 0,
            }
            .into());
        };
        let call = match receiver {
            Some(registry) => format!("{registry}.{method}::<{path}>();"),
            None => format!(".{method}::<{path}>()"),
        };
        let registered = with_inserted(&text, at, &call);
        if is_root {
            return Ok(vec![laid_out(
                &self.root,
                &with_module(&self.root, &registered, module)?,
            )]);
        }
        let root = fs::read_to_string(&self.root)?;
        Ok(vec![
            laid_out(&self.file, &registered),
            laid_out(&self.root, &with_module(&self.root, &root, module)?),
        ])
    }
}

/// Collects the files with Rust code in a folder.
fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Error> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            rust_files(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

fn parse_rust(file: &Path, text: &str) -> Result<syn::File, Error> {
    syn::parse_file(text).map_err(|error| Error::Syntax(file.to_owned(), error))
}

fn is_provider(item: &ItemImpl) -> bool {
    let path = item.trait_.as_ref().map(|(path, _)| path);
    let last = path.and_then(|path| path.segments.last());
    last.is_some_and(|segment| segment.ident == "Provider")
}

/// Returns the names that the code of a provider states.
fn names_of_provider(provider: &ItemImpl) -> Option<ProviderNames> {
    let constant = |name: &str| {
        provider.items.iter().find_map(|item| match item {
            ImplItem::Const(constant) if constant.ident == name => text_of(&constant.expr),
            _ => None,
        })
    };
    let argument = || {
        let is_provider = |it: &&Attribute| {
            let name = it.path().segments.last();
            name.is_some_and(|name| name.ident == "provider")
        };
        let attribute = provider.attrs.iter().find(is_provider)?;
        let arguments = Punctuated::<Expr, Token![,]>::parse_terminated;
        text_of(attribute.parse_args_with(arguments).ok()?.first()?)
    };
    let Type::Path(ty) = &*provider.self_ty else {
        return None;
    };
    let address = constant("ADDRESS").or_else(argument)?;
    let (rest, type_name) = address.rsplit_once('/')?;
    let namespace = rest.rsplit('/').next()?;
    Some(ProviderNames {
        namespace: namespace.to_owned(),
        type_name: type_name.to_owned(),
        prefix: constant("TYPE_PREFIX").unwrap_or_else(|| type_name.to_owned()),
        type_ident: ty.path.segments.last()?.ident.to_string(),
    })
}

/// Returns the text of a value: `".."` or `Some("..")`.
fn text_of(value: &Expr) -> Option<String> {
    let argument = match value {
        Expr::Call(call) => call.args.first()?,
        value => value,
    };
    match argument {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Str(text) => Some(text.value()),
            _ => None,
        },
        _ => None,
    }
}

/// Returns where the code of a registration belongs in the function `register`: at the end of its last chain of calls, or in a statement of its own. Then it
/// is returned with the name of the registry.
fn place_of_registration(provider: &ItemImpl) -> Option<(usize, Option<String>)> {
    let register = provider.items.iter().find_map(|item| match item {
        ImplItem::Fn(function) if function.sig.ident == "register" => Some(function),
        _ => None,
    })?;
    let FnArg::Typed(argument) = register.sig.inputs.first()? else {
        return None;
    };
    let Pat::Ident(registry) = &*argument.pat else {
        return None;
    };
    let registry = registry.ident.to_string();
    match register.block.stmts.last() {
        Some(Stmt::Expr(expr, _)) if is_chain_of(expr, &registry) => {
            Some((range_of_node(expr).end, None))
        }
        Some(Stmt::Expr(_, None)) => None,
        _ => {
            let close = register.block.brace_token.span.close();
            Some((close.byte_range().start, Some(registry)))
        }
    }
}

/// Returns whether an expression is a chain of calls such as `registry.resource::<Pet>().function::<slug>()`.
fn is_chain_of(expr: &Expr, registry: &str) -> bool {
    match expr {
        Expr::MethodCall(call) => match &*call.receiver {
            Expr::Path(path) => path.path.is_ident(registry),
            receiver => is_chain_of(receiver, registry),
        },
        _ => false,
    }
}

/// Returns the text of a file with the declaration of one more module.
fn with_module(file: &Path, text: &str, module: &str) -> Result<String, Error> {
    let code = parse_rust(file, text)?;
    let last = code.items.iter().rev().find_map(|item| match item {
        Item::Mod(item) if item.semi.is_some() => Some(range_of_node(item).end),
        _ => None,
    });
    Ok(match (last, code.items.first()) {
        (Some(last), _) => with_inserted(text, last, &format!("\nmod {module};")),
        (None, Some(first)) => with_inserted(
            text,
            range_of_node(first).start,
            &format!("mod {module};\n\n"),
        ),
        (None, None) => format!("{text}\nmod {module};\n"),
    })
}

fn range_of_node(node: &impl quote::ToTokens) -> Range<usize> {
    node.span().byte_range()
}

fn with_inserted(text: &str, at: usize, added: &str) -> String {
    let (before, after) = text.split_at(at);
    format!("{before}{added}{after}")
}

fn laid_out(file: &Path, text: &str) -> (PathBuf, String) {
    (file.to_owned(), format_source(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    const REGISTER: &str = "fn register(registry: &mut Registry<Self>) ";

    /// Registers the function `slug` in a provider whose function `register` has this body.
    fn registered(root: &str, provider: Option<&str>) -> Result<Vec<String>, Error> {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("src")).unwrap();
        fs::write(folder.path().join("src/main.rs"), root).unwrap();
        if let Some(provider) = provider {
            fs::write(folder.path().join("src/provider.rs"), provider).unwrap();
        }
        let code = ProviderCode::find(folder.path())?;
        assert_eq!(code.names.prefix, "zoo");
        let changed = code.register("function", "slug", "slug")?;
        Ok(changed.into_iter().map(|(_, text)| text).collect())
    }

    #[test]
    fn the_address_is_the_argument_of_the_macro() {
        let code = provider(&format!("{REGISTER}{{}}")).replace(
            "    const ADDRESS: &'static str = \"r.example/x/zoo\";\n",
            "",
        );
        assert!(registered(&code, None).is_err());
        for argument in ["", ", crate = toolkit::terrane"] {
            let code = format!("#[provider(\"r.example/x/zoo\"{argument})]\n{code}");
            let changed = registered(&code, None).unwrap();
            assert!(changed[0].contains("registry.function::<slug::slug>();"));
        }
    }

    fn provider(register: &str) -> String {
        format!(
            "impl terrane::Provider for Zoo {{\n    const ADDRESS: &'static str = \"r.example/x/zoo\";\n\n    {register}\n}}\n"
        )
    }

    #[test]
    fn a_chain_becomes_longer() {
        let chain = format!("{REGISTER}{{ registry.resource::<pet::Pet>(); }}");
        let code = format!("//! Zoo.\n\nmod pet;\nmod tail;\n\n{}", provider(&chain));
        let changed = registered(&code, None).unwrap();
        assert_eq!(changed.len(), 1);
        assert!(
            changed[0].contains("mod pet;\nmod slug;\nmod tail;\n"),
            "{}",
            changed[0]
        );
        assert!(
            changed[0].contains(".resource::<pet::Pet>()"),
            "{}",
            changed[0]
        );
        assert!(
            changed[0].contains(".function::<slug::slug>();"),
            "{}",
            changed[0]
        );
    }

    #[test]
    fn other_bodies_get_a_statement() {
        for body in [
            "{}",
            "{ registry.resource::<Pet>(); let _ = 1; }",
            "{ pets::register(registry); }",
        ] {
            let code = provider(&format!("{REGISTER}{body}"));
            let changed = registered(&code, None).unwrap();
            let line = "        registry.function::<slug::slug>();\n    }";
            assert!(changed[0].contains(line), "{body}: {}", changed[0]);
            assert!(changed[0].starts_with("mod slug;\n"), "{}", changed[0]);
        }
    }

    #[test]
    fn a_provider_in_another_file_names_the_path_in_the_crate() {
        let provider = provider(&format!("{REGISTER}{{ registry.resource::<Pet>() ; }}"));
        let changed = registered("mod provider;\n\nfn main() {}\n", Some(&provider)).unwrap();
        assert!(
            changed[0].contains(".function::<crate::slug::slug>()"),
            "{}",
            changed[0]
        );
        assert_eq!(changed[1], "mod provider;\nmod slug;\n\nfn main() {}\n");
    }

    #[test]
    fn code_without_a_place_for_registrations_is_refused() {
        let ignored = provider("fn register(_: &mut Registry<Self>) {}");
        let two = provider(&format!("{REGISTER}{{}}")).repeat(2);
        for code in ["fn main() {}\n", &ignored, &two] {
            let refused = registered(code, None).unwrap_err().to_string();
            assert!(
                refused.starts_with("cannot find the code that registers items"),
                "{refused}"
            );
        }
    }
}
