//! The impls of `Model` and `Attr`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::{Field, Model, binding, parts};

impl Model<'_> {
    pub(super) fn model_impl(&self) -> TokenStream {
        let (model, name) = (self.ident, &self.name);
        let type_name = self.options.type_name.as_ref().map(|name| {
            quote!(const TYPE_NAME: ::core::option::Option<&'static str> = ::core::option::Option::Some(#name);)
        });
        let key = self.key_type();
        let [write_only, sets, computed] = ["write_only", "sets", "computed"].map(|what| {
            if self.broken {
                return quote!(false);
            }
            let what = format_ident!("{what}");
            quote!({ <#model as ::terrane::generated::Attr>::FACTS.#what })
        });
        let (free, names, filled) = (self.names_are_free(), self.names(), self.filled_type());
        let created = if self.options.filled.is_some() {
            quote!(::terrane::Filled<Self>)
        } else {
            quote!(Self)
        };
        let parts = self.key_fields().map(|field| {
            if field.is_flattened() {
                return field.flattened_key();
            }
            let (ident, name, key) = (
                field.ident,
                &field.name,
                field.member_of(&field.key_kind(), "key"),
            );
            let key = field.peeled(quote!(::terrane::generated::named(
                #name,
                #key(::terrane::generated::get(state, #name)),
            )?));
            quote!(#ident: #key)
        });
        let has_key = self.key_fields().next().is_some();
        let key_value = if has_key {
            quote!(#key { #(#parts),* })
        } else {
            key.clone()
        };
        let state = binding(has_key, quote!(state));
        let (keyed, identity_history) = (self.keyed(), self.identity_history());
        let draft = self.companion("Draft");
        let drafted = self.body(quote!(::terrane::generated::draft::<Self>(object)));
        let object = self.binding(quote!(object));
        let object_model = self.object_model_impl();
        quote! {
            #object_model

            #[automatically_derived]
            impl ::terrane::generated::Model for #model {
                const NAME: &'static str = #name;
                #type_name
                type Key = #key;
                type WriteOnly = ::terrane::generated::HasWriteOnly<#write_only>;
                type Sets = ::terrane::generated::HasSets<#sets>;
                type Computed = ::terrane::generated::HasComputed<#computed>;
                type Names = ::terrane::generated::SettingNames<#free>;
                type Filled = #filled;
                type Created = #created;
                const NAMES: ::terrane::generated::Names = #names;

                fn draft_object(#object: &::terrane::generated::Object) -> ::terrane::generated::Decoded<#draft> {
                    #drafted
                }

                fn key(#state: &::terrane::generated::Object) -> ::terrane::generated::Decoded<Self::Key> {
                    ::core::result::Result::Ok(#key_value)
                }

                #keyed

                #identity_history
            }
        }
    }

    /// The impls of `ObjectModel` and `Derived`.
    pub(super) fn object_model_impl(&self) -> TokenStream {
        let (model, members) = (self.ident, self.members());
        let is_plain = self.options.plain.is_some();
        let documentation = self.options.documentation(&self.docs, is_plain);
        let relations = self.relations();
        let (history, layout) = (self.history(), self.layout());
        let decode = self.body(self.decoded());
        let encode = self.body(quote!(::core::result::Result::Ok(
            ::terrane::generated::take_key_first(self, found)
        )));
        let found = self.binding(quote!(found));
        let object = self.binding(quote!(object));
        let block = match self.flattened_blocks() {
            Some(flattened) => quote!(flattening(#members, &[#flattened])),
            None => quote!(block(#members)),
        };
        quote! {
            #[automatically_derived]
            impl ::terrane::generated::ObjectModel for #model {
                #history

                fn block() -> &'static ::terrane::schema::Block {
                    static BLOCK: ::std::sync::OnceLock<::terrane::schema::Block> = ::std::sync::OnceLock::new();
                    BLOCK.get_or_init(|| ::terrane::generated::#block #documentation #relations)
                }

                fn decode_object(#object: &::terrane::generated::Object) -> ::terrane::generated::Decoded<Self> {
                    #decode
                }

                fn encode_key_first(
                    self,
                    #found: &mut dyn ::core::ops::FnMut(::terrane::generated::Object),
                ) -> ::terrane::Result<::terrane::generated::Object> {
                    #encode
                }
            }

            #[automatically_derived]
            impl ::terrane::generated::Derived for #model {
                #layout
            }
        }
    }

    /// Generates the decoding of the model: first the fields without a placeholder, then all other fields in place.
    fn decoded(&self) -> TokenStream {
        let (mut own, mut parts) = (0_usize.., 0_usize..);
        let fields: Vec<_> = self
            .fields
            .iter()
            .map(|field| {
                let ident = field.ident;
                if field.is_flattened() {
                    let (at, decode) = (parts.next(), field.model_member("decode_flattened"));
                    return (ident, quote!(source.part(#at, #decode)?));
                }
                let (at, first) = (own.next(), field.kind_member("first"));
                let first = field.pass("field", quote!(#first(source, #at)?));
                (ident, field.peeled(first))
            })
            .collect();
        let source = binding(!fields.is_empty(), quote!(source));
        let made = parts::try_build(&quote!(Self), &fields);
        quote!(::terrane::generated::decode(object, |#source| #made))
    }

    /// The impls of the attribute type: for a model, or for an object that is one value.
    pub(super) fn attr_impl(&self) -> TokenStream {
        let (model, draft, paths) = (self.ident, self.companion("Draft"), self.companion("Paths"));
        let (shape, drafted) = if self.in_object {
            (self.object_shape(), self.object_draft())
        } else {
            (
                quote! {
                    const IS_MODEL: bool = true;

                    fn shape() -> ::terrane::schema::Shape {
                        ::terrane::schema::Shape::Nested {
                            nesting: ::terrane::schema::Nesting::Single,
                            object: ::core::clone::Clone::clone(<Self as ::terrane::generated::ObjectModel>::block()),
                        }
                    }
                },
                quote!(<Self as ::terrane::generated::Model>::draft_object(
                    ::terrane::generated::object_in(data)?
                )),
            )
        };
        let combined = if self.in_object {
            quote!(combined_in_object)
        } else {
            quote!(combined_facts)
        };
        let [take, encode_draft] = [quote!(self), quote!(&mut draft)]
            .map(|of| self.body(quote!(::terrane::generated::take::<Self>(#of))));
        let facts = self.fields.iter().filter(|_| !self.broken).map(|field| {
            if field.in_object {
                field.attr_member("FACTS")
            } else {
                field.facts()
            }
        });
        let draft_binding = self.binding(quote!(mut draft));
        quote! {
            #[automatically_derived]
            impl ::terrane::generated::Attr for #model {
                type Draft = #draft;
                type Paths = #paths;

                const FACTS: ::terrane::generated::TypeFacts = ::terrane::generated::#combined([#(#facts),*]);
                type Checked = Self;

                #shape

                fn decode(data: &::terrane::generated::Data) -> ::terrane::generated::Decoded<Self> {
                    <Self as ::terrane::generated::ObjectModel>::decode_object(::terrane::generated::object_in(data)?)
                }

                fn draft(data: &::terrane::generated::Data) -> ::terrane::generated::Decoded<Self::Draft> {
                    #drafted
                }

                fn take_value(&mut self) -> ::terrane::Value {
                    #take
                }

                fn encode_draft(#draft_binding: #draft) -> ::terrane::Value {
                    #encode_draft
                }

                fn checked(&self) -> &Self {
                    self
                }
            }

            #[automatically_derived]
            impl ::terrane::generated::Nestable for #model {}
        }
    }

    /// Generates the impls of `Visited` for the model and its draft.
    pub(super) fn visited(&self) -> TokenStream {
        let (model, draft) = (self.ident, self.companion("Draft"));
        let fields = self.fields.iter().map(Field::visited);
        let drafts = self.fields.iter().map(Field::visited_draft);
        let impls =
            [(model, quote!(#(#fields)*)), (&draft, quote!(#(#drafts)*))].map(|(of, visits)| {
                let visits = self.body(visits);
                let fields = binding(!self.broken && !self.fields.is_empty(), quote!(fields));
                quote! {
                    #[automatically_derived]
                    impl ::terrane::generated::Visited for #of {
                        fn visit(&mut self, #fields: &mut ::terrane::generated::Fields<'_>) {
                            #visits
                        }
                    }
                }
            });
        quote!(#(#impls)*)
    }
}

impl Field<'_> {
    /// Generates the visit of the field in the model.
    fn visited(&self) -> TokenStream {
        let ident = self.ident;
        if self.is_flattened() {
            let visit = self.model_member("visit_flattened");
            return quote!(#visit(&mut self.#ident, fields););
        }
        if self.is_foreign() {
            let visit = self.member_of(&quote!(::terrane::generated::Peel), "visit");
            let [blank, decode] = ["blank", "decode"].map(|member| self.kind_member(member));
            return quote!(#visit(&mut self.#ident, fields, #blank, #decode););
        }
        let (visit, field) = (self.kind_member("visit"), self.borrowed());
        quote!(#visit(#field, fields);)
    }

    /// Generates the visit of the field in the draft.
    fn visited_draft(&self) -> TokenStream {
        let ident = self.ident;
        if self.is_flattened() {
            let (decode, encode) = (
                self.model_member("draft_object"),
                self.attr_member("encode_draft"),
            );
            return quote!(fields.visit_draft_part(&mut self.#ident, #decode, #encode););
        }
        let visit = self.attr_member("visit_draft");
        quote!(#visit(&mut self.#ident, fields);)
    }
}
