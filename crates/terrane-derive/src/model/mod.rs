//! `#[derive(Schema)]` on a struct.

mod attr;
mod check;
mod companions;
mod member;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;
use syn::{DataStruct, DeriveInput, Fields, Ident, Type, Visibility};

use crate::docs::Docs;
use crate::errors::Errors;
use crate::settings::{Kind, Place, Settings};
use crate::{message, name};

/// A struct that becomes a model.
pub(crate) struct Model<'a> {
    ident: &'a Ident,
    vis: &'a Visibility,
    name: String,
    settings: Settings,
    docs: Docs,
    /// Sorted by the attributes' names: the order in which the values stand in an object.
    fields: Vec<Field<'a>>,
}

/// A field that becomes an attribute or a nested block.
struct Field<'a> {
    ident: &'a Ident,
    vis: &'a Visibility,
    ty: &'a Type,
    name: String,
    settings: Settings,
    docs: Docs,
}

/// Makes the code for a struct.
pub(crate) fn derive(input: &DeriveInput, data: &DataStruct, errors: &mut Errors) -> TokenStream {
    if !input.generics.params.is_empty() {
        errors.push(input.generics.params.span(), message::GENERICS);
        return quote!();
    }
    let Fields::Named(fields) = &data.fields else {
        let span = if data.fields.is_empty() { input.ident.span() } else { data.fields.span() };
        errors.push(span, message::UNNAMED_FIELDS);
        return quote!();
    };
    let settings = Settings::of(&input.attrs, Place::Struct, errors);
    let mut model = Model {
        ident: &input.ident,
        vis: &input.vis,
        name: settings
            .text(Kind::Name)
            .map_or_else(|| name::snake_case(&input.ident.unraw().to_string()), syn::LitStr::value),
        settings,
        docs: Docs::of(&input.attrs),
        fields: fields.named.iter().filter_map(|field| Field::parse(field, errors)).collect(),
    };
    if !check::model(&mut model, errors) {
        return quote!();
    }
    model.fields.sort_by(|a, b| a.name.cmp(&b.name));
    model.expand()
}

impl<'a> Field<'a> {
    fn parse(field: &'a syn::Field, errors: &mut Errors) -> Option<Self> {
        let ident = field.ident.as_ref()?;
        let settings = Settings::of(&field.attrs, Place::Field, errors);
        Some(Self {
            ident,
            vis: &field.vis,
            ty: &field.ty,
            name: settings.text(Kind::Name).map_or_else(|| ident.unraw().to_string(), syn::LitStr::value),
            settings,
            docs: Docs::of(&field.attrs),
        })
    }

    fn is_block(&self) -> bool {
        self.settings.has(Kind::Block)
    }

    /// Whether the field says that it is computed: by its type's name, or by a setting where that is an alias.
    fn says_computed(&self) -> bool {
        self.settings.has(Kind::Computed)
            || matches!(self.ty, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Computed"))
    }

    /// The trait that a field of this kind implements.
    fn kind(&self) -> TokenStream {
        if self.is_block() { quote!(::terrane::attr::BlockField) } else { quote!(::terrane::attr::Field) }
    }

    /// What the attribute or block holds.
    fn attr(&self) -> TokenStream {
        let (ty, kind) = (self.ty, self.kind());
        quote!(<#ty as #kind>::Attr)
    }

    fn attr_draft(&self) -> TokenStream {
        let attr = self.attr();
        quote!(<#attr as ::terrane::attr::Attr>::Draft)
    }
}

impl Model<'_> {
    /// The name of a struct that belongs to the model: `PetDraft` of `Pet`.
    fn companion(&self, suffix: &str) -> Ident {
        format_ident!("{}{suffix}", self.ident)
    }

    fn identity(&self) -> impl Iterator<Item = &Field<'_>> {
        self.fields.iter().filter(|field| field.settings.has(Kind::Identity))
    }

    fn computed(&self) -> impl Iterator<Item = &Field<'_>> {
        self.fields.iter().filter(|field| field.says_computed())
    }

    fn expand(&self) -> TokenStream {
        let model = self.model_impl();
        let attr = self.attr_impl();
        let draft = self.draft();
        let key = self.key();
        let computed = self.computed_struct();
        let paths = self.paths();
        let assertions = self.fields.iter().map(Field::assertions);
        quote!(#model #attr #draft #key #computed #paths #(#assertions)*)
    }
}
