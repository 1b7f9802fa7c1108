//! `#[derive(Model)]`, and `#[derive(Attr)]` on a struct with named fields.

mod attr;
mod check;
mod companions;
mod counts;
mod flatten;
mod foreign;
mod gate;
mod history;
mod key;
mod member;
pub(crate) mod nesting;
mod object;
mod parts;
mod planned;
mod relation;
mod role;

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt as _;
use syn::{DataStruct, DeriveInput, Fields, Ident, Type, Visibility};

use crate::arguments::KeyOptions;
use crate::docs::Docs;
use crate::errors::Errors;
use crate::options::Options;
use crate::place::Place;
use crate::{crate_path, messages, name};

/// A struct that becomes a model.
pub(crate) struct Model<'a> {
    ident: &'a Ident,
    vis: &'a Visibility,
    name: String,
    options: Options,
    docs: Docs,
    /// The fields, sorted by the attributes' names, which is the order of the values in an object.
    fields: Vec<Field<'a>>,
    /// Whether the struct is an object that is one value.
    in_object: bool,
    /// Whether the type of a field was corrected. Then no code for values is generated.
    broken: bool,
}

/// A field that becomes an attribute or a nested block.
struct Field<'a> {
    /// The model's name.
    model: &'a Ident,
    ident: &'a Ident,
    vis: &'a Visibility,
    /// The type as written, or its correction.
    ty: Type,
    /// The type in the schema: the same, or an adapter for a type of another crate.
    adapted: Type,
    name: String,
    options: Options,
    docs: Docs,
    /// Whether the struct is an object that is one value, so that the field is a part of a value.
    in_object: bool,
}

/// Generates the code for a struct: a model, or an object that is one value.
pub(crate) fn derive(
    input: &DeriveInput,
    data: &DataStruct,
    place: Place,
    errors: &mut Errors,
) -> TokenStream {
    if !input.generics.params.is_empty() {
        errors.over(&input.generics.params, messages::GENERICS);
        return quote!();
    }
    let Fields::Named(fields) = &data.fields else {
        let span = input.ident.span();
        let message = if place == Place::Object {
            messages::UNIT_ATTR
        } else {
            messages::UNNAMED_FIELDS
        };
        errors.push(span, message);
        return quote!();
    };
    let options = Options::of(&input.attrs, place, errors);
    let in_object = place == Place::Object;
    let mut model = Model {
        ident: &input.ident,
        vis: &input.vis,
        name: options.name_or(name::snake_case(&input.ident.unraw().to_string())),
        options,
        docs: Docs::of(&input.attrs),
        fields: fields
            .named
            .iter()
            .filter_map(|field| Field::parse(&input.ident, field, in_object, errors))
            .collect(),
        in_object,
        broken: false,
    };
    if !model.check(errors) {
        return quote!();
    }
    for field in &mut model.fields {
        field.adapted = field.adapted();
    }
    model.fields.sort_by(|a, b| a.name.cmp(&b.name));
    crate_path::replace(model.expand(), model.options.crate_path.as_ref())
}

impl<'a> Field<'a> {
    fn parse(
        model: &'a Ident,
        field: &'a syn::Field,
        in_object: bool,
        errors: &mut Errors,
    ) -> Option<Self> {
        let ident = field.ident.as_ref()?;
        let options = Options::of(&field.attrs, Place::Field, errors);
        Some(Self {
            model,
            ident,
            vis: &field.vis,
            ty: nesting::ungrouped(&field.ty).clone(),
            adapted: nesting::ungrouped(&field.ty).clone(),
            name: options.name_or(ident.unraw().to_string()),
            options,
            docs: Docs::of(&field.attrs),
            in_object,
        })
    }

    /// The span of the attribute's name.
    fn name_span(&self) -> Span {
        self.options.name_span(self.ident)
    }

    fn is_block(&self) -> bool {
        self.options.block.is_some()
    }

    /// Whether the field is a part of the key.
    fn is_key(&self) -> bool {
        self.options.key.is_some() || self.options.identity.is_some()
    }

    /// The trait that converts the field to the type of the key's field.
    fn key_kind(&self) -> TokenStream {
        // A part that is not an attribute is in no state. If the host stores no identities, the part may be missing.
        match self.key_options() {
            Some(options) if options.optional || options.only.is_some() => {
                quote!(::terrane::generated::OptionalKeyField)
            }
            _ => quote!(::terrane::generated::KeyField),
        }
    }

    /// The options of `identity(..)` or `key(..)`.
    fn key_options(&self) -> Option<&KeyOptions> {
        self.options.identity.as_ref().or(self.options.key.as_ref())
    }

    /// Whether the field is marked as computed: by the name of its type, or by an option if that is an alias.
    fn is_marked_computed(&self) -> bool {
        (self.options.computed.is_some() && !self.is_block())
            || nesting::last_segment(&self.ty).is_some_and(|word| word == "Computed")
    }

    /// The trait that a field of this kind implements.
    fn kind(&self) -> TokenStream {
        if self.is_block() {
            quote!(::terrane::generated::BlockField)
        } else {
            quote!(::terrane::generated::Field)
        }
    }

    /// The attribute type of the attribute or block.
    fn attr(&self) -> TokenStream {
        self.member_of(&self.kind(), "Attr")
    }

    /// A member of the trait of attributes: a type, or a function.
    fn attr_member(&self, member: &str) -> TokenStream {
        let attr = self.attr();
        over(&self.ty, |span| {
            let member = Ident::new(member, span);
            quote_spanned!(span=> <#attr as ::terrane::generated::Attr>::#member)
        })
    }

    /// A member of the trait that a field of this kind implements.
    fn kind_member(&self, member: &str) -> TokenStream {
        self.member_of(&self.kind(), member)
    }

    /// Whether the provider fills the attribute, by its type.
    fn is_computed(&self) -> TokenStream {
        let presence = self.kind_member("PRESENCE");
        quote!(::terrane::generated::is_computed(#presence))
    }

    /// Whether the configuration must set the attribute, by its type.
    fn is_required(&self) -> TokenStream {
        let presence = self.kind_member("PRESENCE");
        quote!(::terrane::generated::is_required(#presence))
    }

    /// A member of another trait of fields.
    fn member_of(&self, implemented: &TokenStream, member: &str) -> TokenStream {
        let ty = &self.adapted;
        over(&self.ty, |span| {
            let member = Ident::new(member, span);
            quote_spanned!(span=> <#ty as #implemented>::#member)
        })
    }
}

/// Generates code with the spans of a type. The compiler then merges its messages about both.
pub(crate) fn over(ty: &Type, code: impl FnOnce(Span) -> TokenStream) -> TokenStream {
    let mut spans = ty.to_token_stream().into_iter().map(|token| token.span());
    let first = spans.next().unwrap_or_else(Span::call_site);
    let mut tokens = code(spans.last().unwrap_or(first)).into_iter();
    let start = tokens.next().map(|mut token| {
        token.set_span(first);
        token
    });
    start.into_iter().chain(tokens).collect()
}

/// Returns an assertion, whose failure points at `span`.
fn assertion(span: Span, check: &TokenStream, message: &str) -> TokenStream {
    let assertion = quote_spanned!(at(span)=> ::core::assert!(#check, #message));
    quote!(const _: () = #assertion;)
}

/// Returns a call of a function that only compiles if a type has a trait. The error points at the type in the source.
fn requirement(written: &Type, function: &str, ty: &impl ToTokens) -> TokenStream {
    let function = format_ident!("{function}");
    let call = over(
        written,
        |span| quote_spanned!(span=> ::terrane::generated::#function::<#ty>()),
    );
    quote!(const _: () = #call;)
}

/// The name of a parameter or local variable, or `_` if nothing uses it: an unused name would cause one more message.
pub(crate) fn binding(is_used: bool, name: TokenStream) -> TokenStream {
    if is_used { name } else { quote!(_) }
}

/// The body of a function that works with values. It is never called if the type of a field was corrected.
pub(crate) fn body(broken: bool, code: TokenStream) -> TokenStream {
    if broken {
        quote!(::core::unreachable!())
    } else {
        code
    }
}

/// A span for generated code at a position in the source: messages point there, and lints do not apply.
fn at(span: Span) -> Span {
    Span::call_site().located_at(span)
}

impl Field<'_> {
    /// The doc comment of the field as attributes, or a text with its name.
    fn documented(&self) -> TokenStream {
        self.docs
            .attributes_or(&format!("The attribute `{}`.", self.name))
    }
}

impl Model<'_> {
    /// The name of a struct that belongs to the model: `PetDraft` of `Pet`.
    fn companion(&self, suffix: &str) -> Ident {
        format_ident!("{}{suffix}", self.ident)
    }

    /// The body of a function that works with values.
    fn body(&self, code: TokenStream) -> TokenStream {
        body(self.broken, code)
    }

    /// The name of a parameter that only code for values uses.
    fn binding(&self, name: TokenStream) -> TokenStream {
        binding(!self.broken, name)
    }

    fn key_fields(&self) -> impl Iterator<Item = &Field<'_>> + Clone {
        self.fields.iter().filter(|field| field.is_key())
    }

    /// The fields that the author's code fills.
    fn computed(&self) -> impl Iterator<Item = &Field<'_>> {
        let computed = self
            .fields
            .iter()
            .filter(|field| field.is_marked_computed());
        computed.filter(|field| field.options.counts.is_none())
    }

    fn expand(&self) -> TokenStream {
        if self.in_object {
            return self.expand_object();
        }
        let model = self.model_impl();
        let attr = self.attr_impl();
        let visited = self.visited();
        let draft = self.draft();
        let key = self.key();
        let computed = self.computed_struct();
        let paths = self.paths();
        let roles = self.role_assertions();
        let versions = self.version_assertions();
        let related = if self.broken {
            quote!()
        } else {
            let (relations, counts) = (self.relation_assertions(), self.count_assertions());
            let names = self.name_assertions();
            let filled = self.filled_assertions();
            quote!(#relations #counts #names #filled)
        };
        let adapters = self.fields.iter().map(Field::adapter_impl);
        let gates = self.fields.iter().map(Field::gate_items);
        let assertions = self
            .fields
            .iter()
            .filter(|_| !self.broken)
            .map(Field::assertions);
        quote!(#model #attr #visited #draft #key #computed #paths #roles #versions #related #(#adapters)* #(#gates)* #(#assertions)*)
    }
}
