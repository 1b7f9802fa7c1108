//! The parts of a source file, with their comments and layout.

use proc_macro2::Span;
use quote::ToTokens as _;
use syn::punctuated::Pair;
use syn::spanned::Spanned as _;
use syn::{Attribute, Fields, Item, Meta, Stmt};

/// A part of a file: the file, an item, a field or a statement. Its text begins where the part before it ends.
#[derive(Debug, Default)]
pub(super) struct Node {
    /// The kind and name, which distinguish it from its siblings.
    pub(super) key: String,
    /// The text before the members: documentation, then the rest.
    pub(super) heads: Vec<String>,
    pub(super) members: Vec<Node>,
    pub(super) tail: String,
}

impl Node {
    pub(super) fn write(&self, out: &mut String) {
        self.heads.iter().for_each(|head| out.push_str(head));
        self.members.iter().for_each(|member| member.write(out));
        out.push_str(&self.tail);
    }

    /// Whether two nodes differ in white space alone.
    pub(super) fn equals(&self, other: &Self) -> bool {
        let (mut one, mut two) = (String::new(), String::new());
        self.write(&mut one);
        other.write(&mut two);
        equals_without_spaces(&one, &two)
    }
}

/// Whether two texts differ in white space alone.
pub(super) fn equals_without_spaces(one: &str, other: &str) -> bool {
    let compact = |text: &str| -> String { text.split_whitespace().collect() };
    compact(one) == compact(other)
}

/// Splits a file into its parts.
pub(super) fn parse(text: &str) -> syn::Result<Node> {
    let file = syn::parse_file(text)?;
    let mut cutter = Cutter { text, at: 0 };
    let start = file
        .attrs
        .last()
        .map_or(0, |attribute| end_of_span(attribute.span()));
    let head = cutter.to(start);
    let members = file.items.iter().map(|item| cutter.item(item)).collect();
    Ok(Node {
        key: String::new(),
        heads: vec![head],
        members,
        tail: cutter.to(text.len()),
    })
}

fn end_of_span(span: Span) -> usize {
    span.byte_range().end
}

/// Cuts a text into pieces, from the start to the end.
struct Cutter<'a> {
    text: &'a str,
    at: usize,
}

impl Cutter<'_> {
    /// Returns the piece that ends at an offset.
    fn to(&mut self, end: usize) -> String {
        let piece = self.text.get(self.at..end).unwrap_or_default().to_owned();
        self.at = end.max(self.at);
        piece
    }

    /// The documentation among attributes, if there is any before all others.
    fn docs(&mut self, attributes: &[Attribute]) -> String {
        let is_doc = |attribute: &&Attribute| matches!(&attribute.meta, Meta::NameValue(meta) if meta.path.is_ident("doc"));
        let last = attributes.iter().take_while(is_doc).last();
        last.map(|last| self.to(end_of_span(last.span())))
            .unwrap_or_default()
    }

    fn leaf(&mut self, key: String, to: usize) -> Node {
        Node {
            key,
            tail: self.to(to),
            ..Node::default()
        }
    }

    fn item(&mut self, item: &Item) -> Node {
        let to = end_of_span(item.span());
        match item {
            Item::Struct(item) => {
                let key = format!("struct {}", item.ident);
                let Fields::Named(fields) = &item.fields else {
                    return self.leaf(key, to);
                };
                let docs = self.docs(&item.attrs);
                let head = self.to(end_of_span(fields.brace_token.span.open()));
                let members = fields.named.pairs().map(|pair| self.field(&pair)).collect();
                Node {
                    key,
                    heads: vec![docs, head],
                    members,
                    tail: self.to(to),
                }
            }
            Item::Fn(item) => {
                let docs = self.docs(&item.attrs);
                let head = self.to(end_of_span(item.block.brace_token.span.open()));
                let members = item.block.stmts.iter().map(|one| self.statement(one));
                let parts = members.collect();
                Node {
                    key: format!("fn {}", item.sig.ident),
                    heads: vec![docs, head],
                    members: parts,
                    tail: self.to(to),
                }
            }
            Item::Mod(item) => {
                let key = format!("mod {}", item.ident);
                let Some((brace, items)) = &item.content else {
                    return self.leaf(key, to);
                };
                let docs = self.docs(&item.attrs);
                let head = self.to(end_of_span(brace.span.open()));
                let members = items.iter().map(|item| self.item(item)).collect();
                Node {
                    key,
                    heads: vec![docs, head],
                    members,
                    tail: self.to(to),
                }
            }
            Item::Impl(item) => {
                let implemented = item.trait_.as_ref().map(|(path, _)| path.to_token_stream());
                let trait_prefix = implemented
                    .map(|path| format!("{path} for "))
                    .unwrap_or_default();
                let key = format!("impl {trait_prefix}{}", item.self_ty.to_token_stream());
                self.leaf(key, to)
            }
            other => self.leaf(other.to_token_stream().to_string(), to),
        }
    }

    fn field(&mut self, pair: &Pair<&syn::Field, &syn::Token![,]>) -> Node {
        let field = pair.value();
        let name = field.ident.as_ref().map(ToString::to_string);
        let to = pair.punct().map_or_else(
            || end_of_span(field.span()),
            |comma| end_of_span(comma.span()),
        );
        let docs = self.docs(&field.attrs);
        let mut tail = self.to(to);
        if pair.punct().is_none() {
            tail.push(',');
        }
        Node {
            key: name.unwrap_or_default(),
            heads: vec![docs],
            members: Vec::new(),
            tail,
        }
    }

    fn statement(&mut self, statement: &Stmt) -> Node {
        let key = statement.to_token_stream().to_string();
        self.leaf(key, end_of_span(statement.span()))
    }
}
