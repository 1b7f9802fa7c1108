//! The impls of `Model` and `Attr`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::Ident;

use super::{Field, Model, over, parts};
use crate::settings::Kind;

impl Model<'_> {
    pub(super) fn model_impl(&self) -> TokenStream {
        let (model, name, members) = (self.ident, &self.name, self.members());
        let description = self.docs.text().map(|text| quote!(.description(#text)));
        let deprecated = self
            .settings
            .text(Kind::Deprecated)
            .map(|text| quote!(.deprecated(#text)));
        let relations = self.relations();
        let key = self.key_type();
        let [write_only, sets, computed] = ["write_only", "sets", "computed"].map(|what| {
            if self.broken {
                return quote!(false);
            }
            let what = format_ident!("{what}");
            quote!({ <#model as ::terrane::attr::Attr>::INSIDE.#what })
        });
        let (free, names, filled) = (self.names_are_free(), self.names(), self.filled_type());
        let parts = self.key_fields().map(|field| {
            if field.is_flattened() {
                return field.flattened_key();
            }
            let (ident, name, key) = (
                field.ident,
                &field.name,
                field.member_of(&field.key_kind(), "key"),
            );
            let key = field.peeled(quote!(::terrane::attr::generated::named(
                #name,
                #key(::terrane::attr::generated::get(state, #name)),
            )?));
            quote!(#ident: #key)
        });
        let key_value = if self.key_fields().next().is_some() {
            quote!(#key { #(#parts),* })
        } else {
            quote!(())
        };
        let state = if self.key_fields().next().is_some() {
            quote!(state)
        } else {
            quote!(_)
        };
        let (keyed, history) = (self.keyed(), self.history());
        let draft = self.companion("Draft");
        let [decode, draft_body] = self.decoded(&draft);
        // Without use, the parameter would be one more message.
        let object = if self.broken {
            quote!(_)
        } else {
            quote!(object)
        };
        let block = match self.flattened_blocks() {
            Some(flattened) => quote!(flattening(#members, &[#flattened])),
            None => quote!(block(#members)),
        };
        quote! {
            #[automatically_derived]
            #[allow(clippy::redundant_closure, reason = "what does not fit is told of a call at the field's type")]
            impl ::terrane::model::Model for #model {
                const NAME: &'static str = #name;
                type Key = #key;
                type WriteOnly = ::terrane::model::WriteOnlyInside<#write_only>;
                type Sets = ::terrane::model::SetsInside<#sets>;
                type Computed = ::terrane::model::ComputedInside<#computed>;
                type Names = ::terrane::model::SettingNames<#free>;
                type Filled = #filled;
                const NAMES: ::terrane::attr::generated::Names = #names;

                fn block() -> &'static ::terrane::schema::Block {
                    static BLOCK: ::std::sync::OnceLock<::terrane::schema::Block> = ::std::sync::OnceLock::new();
                    BLOCK.get_or_init(|| ::terrane::attr::generated::#block #description #deprecated #relations)
                }

                fn decode_object(
                    #object: &::terrane::attr::generated::Object,
                ) -> ::core::result::Result<Self, ::terrane::attr::DecodeError> {
                    #decode
                }

                fn draft_object(
                    #object: &::terrane::attr::generated::Object,
                ) -> ::core::result::Result<#draft, ::terrane::attr::DecodeError> {
                    #draft_body
                }

                fn key(
                    #state: &::terrane::attr::generated::Object,
                ) -> ::core::result::Result<Self::Key, ::terrane::attr::DecodeError> {
                    ::core::result::Result::Ok(#key_value)
                }

                #keyed

                #history
            }
        }
    }

    /// What makes the model, and its draft, of an object.
    fn decoded(&self, draft: &Ident) -> [TokenStream; 2] {
        let fields: Vec<_> = self.fields.iter().collect();
        let values = self.values();
        let decoded = parts::fill(
            &quote!(Self),
            &fields,
            |field, slot| field.decoded(slot),
            |field, value| match field.is_flattened() {
                true => value,
                false => field.peeled(value),
            },
        );
        let drafted = parts::fill(
            &quote!(#draft),
            &fields,
            |field, slot| field.drafted(slot),
            |_, value| value,
        );
        [decoded, drafted].map(|made| self.body(quote!(#values #made)))
    }

    pub(super) fn attr_impl(&self) -> TokenStream {
        let (model, draft, paths) = (self.ident, self.companion("Draft"), self.companion("Paths"));
        let encode = self.encoded(&quote!(Self), &quote!(self), |field, value| {
            if field.is_flattened() {
                let encode = field.attr_member("encode");
                return quote!(#encode(#value));
            }
            let (encode, value) = (
                field.member_of(&field.kind(), "encode"),
                field.wrapped(value),
            );
            quote!(#encode(#value))
        });
        let encode_draft = self.encoded(&quote!(#draft), &quote!(draft), |field, value| {
            if field.is_flattened() {
                let encode = field.attr_member("encode_draft");
                return quote!(#encode(#value));
            }
            let attr = field.attr();
            quote!(::terrane::attr::generated::encode_draft::<#attr>(#value))
        });
        let inside = self
            .fields
            .iter()
            .filter(|_| !self.broken)
            .map(Field::inside);
        let draft_binding = if self.broken || self.fields.is_empty() {
            quote!(_)
        } else {
            quote!(draft)
        };
        quote! {
            #[automatically_derived]
            impl ::terrane::attr::Attr for #model {
                type Draft = #draft;
                type Paths = #paths;

                const IS_MODEL: bool = true;
                const INSIDE: ::terrane::attr::Inside = ::terrane::attr::generated::inside([#(#inside),*]);
                type Checked = Self;

                fn shape() -> ::terrane::schema::Shape {
                    ::terrane::schema::Shape::Nested {
                        nesting: ::terrane::schema::Nesting::Single,
                        object: ::core::clone::Clone::clone(<Self as ::terrane::model::Model>::block()),
                    }
                }

                fn decode(
                    data: &::terrane::attr::generated::Data,
                ) -> ::core::result::Result<Self, ::terrane::attr::DecodeError> {
                    <Self as ::terrane::model::Model>::decode_object(::terrane::attr::generated::object_in(data)?)
                }

                fn draft(
                    data: &::terrane::attr::generated::Data,
                ) -> ::core::result::Result<Self::Draft, ::terrane::attr::DecodeError> {
                    <Self as ::terrane::model::Model>::draft_object(::terrane::attr::generated::object_in(data)?)
                }

                fn encode(self) -> ::terrane::Value {
                    #encode
                }

                fn encode_draft(#draft_binding: #draft) -> ::terrane::Value {
                    #encode_draft
                }

                fn checked(&self) -> &Self {
                    self
                }
            }

            #[automatically_derived]
            impl ::terrane::attr::Nestable for #model {}
        }
    }

    /// Takes a model or its draft apart and puts an object of its fields' values together.
    fn encoded(
        &self,
        target: &TokenStream,
        model: &TokenStream,
        encode: impl Fn(&Field<'_>, TokenStream) -> TokenStream,
    ) -> TokenStream {
        let fields: Vec<_> = self.fields.iter().collect();
        let taken = parts::take_apart(target, model, &fields);
        let pushed: Vec<_> = fields
            .iter()
            .zip(taken.fields)
            .map(|(field, value)| {
                let value = encode(field, value);
                match field.is_flattened() {
                    true => quote!(flattened.push(#value);),
                    false => quote!(::terrane::attr::generated::push(&mut values, #value);),
                }
            })
            .collect();
        let count = self.own().count();
        let values = if count == 0 {
            quote!(values)
        } else {
            quote!(mut values)
        };
        let (apart, pushed) = (taken.statement, parts::run(&pushed));
        if self.flattens() {
            let flattened = self.flattened().count();
            return self.body(quote! {
                #apart
                let #values = ::std::vec::Vec::with_capacity(#count);
                let mut flattened = ::std::vec::Vec::with_capacity(#flattened);
                #pushed
                ::terrane::attr::generated::join::<Self>(values, flattened)
            });
        }
        self.body(quote! {
            #apart
            let #values = ::std::vec::Vec::with_capacity(#count);
            #pushed
            ::terrane::attr::generated::object(<Self as ::terrane::model::Model>::block(), values)
        })
    }

    /// The values of an object; the fields then take them in the order of the names.
    fn values(&self) -> TokenStream {
        if self.flattens() {
            let values = match self.own().next() {
                Some(_) => quote!(mut values),
                None => quote!(_),
            };
            return quote! {
                let (#values, mut flattened) = ::terrane::attr::generated::split::<Self>(object)?;
            };
        }
        let values = quote!(::terrane::attr::generated::values(
            object,
            <Self as ::terrane::model::Model>::block()
        )?);
        if self.fields.is_empty() {
            quote!(let _ = #values;)
        } else {
            quote!(let mut values = #values;)
        }
    }
}

impl Field<'_> {
    /// Decodes the field's value into its slot.
    fn decoded(&self, slot: TokenStream) -> TokenStream {
        if self.is_flattened() {
            return self.taken(&slot, "decode_object");
        }
        let (name, decode) = (&self.name, self.member_of(&self.kind(), "decode"));
        quote!(::terrane::attr::generated::field(#slot, &mut values, #name, #decode)?;)
    }

    /// Makes the field of a draft in its slot.
    fn drafted(&self, slot: TokenStream) -> TokenStream {
        if self.is_flattened() {
            return self.taken(&slot, "draft_object");
        }
        let (name, draft) = (&self.name, self.attr_member("draft"));
        // A type may be written outside of the code that derives, in a macro's arguments, where nothing is called `values`.
        let values = quote!(&mut values);
        over(
            &self.ty,
            |span| quote_spanned!(span=> ::terrane::attr::generated::draft(#slot, #values, #name, |data| #draft(data))?;),
        )
    }
}
