//! The options in `#[tf(..)]`.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::quote;
use syn::ext::IdentExt as _;
use syn::parse::{Parse as _, ParseStream, Parser as _};
use syn::{Attribute, Expr, Ident, LitInt, LitStr, Path, Token, Type};

use crate::arguments::{self, KeyOptions, any_word, equals, is_bare, list, part, wrong_form};
use crate::docs::Docs;
use crate::errors::Errors;
use crate::place::Place;
use crate::planning::{self, Refined, Replace, Timeout};
use crate::relation::Relation;
use crate::{messages, name};

/// Declares the options: the name, the items that can have it, and for an option that does not repeat the field and the parser of what follows the
/// name.
macro_rules! options {
    ($($word:literal in $($place:ident)+ $(=> $field:ident: $ty:ty = $parse:expr)?;)*) => {
        impl Place {
            /// Returns the names of the options that the item can have.
            pub(crate) fn options(self) -> Vec<&'static str> {
                const PLACES: &[(&str, &[Place])] = &[$(($word, &[$(Place::$place),+]),)*];
                let own = PLACES.iter().filter(|(_, places)| places.contains(&self));
                own.map(|(word, _)| *word).collect()
            }
        }

        /// The options of one item. An option without an argument has the span of its name.
        #[derive(Default)]
        pub(crate) struct Options {
            $($(pub(crate) $field: Option<$ty>,)?)*
            /// The validators in `validate(len(1..=64), ..)`.
            pub(crate) validators: Vec<Expr>,
            /// The plan hooks in `plan = ignore_case`.
            pub(crate) plan: Vec<Expr>,
            pub(crate) relations: Vec<Relation>,
            /// The names of the options as written, in their order.
            words: Vec<Ident>,
        }

        impl Options {
            /// Parses the argument of an option, which the item can have.
            fn parse(&mut self, word: &Ident, input: ParseStream<'_>) -> syn::Result<()> {
                match word.unraw().to_string().as_str() {
                    $($($word => self.$field = Some($parse(word, input)?),)?)*
                    "validate" => self.validators.extend(validators(word, input)?),
                    "plan" => self.plan.push(planning::plan(word, input)?),
                    _ => self.relations.push(Relation::parse(word, input)?),
                }
                Ok(())
            }

            /// Removes an invalid option, so that the expansion causes no further errors.
            pub(crate) fn remove(&mut self, name: &str) {
                match name {
                    $($($word => self.$field = None,)?)*
                    "validate" => self.validators.clear(),
                    "plan" => self.plan.clear(),
                    _ => self.relations.clear(),
                }
                self.words.retain(|word| word.unraw() != name);
            }
        }
    };
}

options! {
    "name" in Struct Field Variant Function Parameter => name: LitStr = text;
    "type_name" in Struct => type_name: LitStr = text;
    // The message, if there is one.
    "deprecated" in Struct Field Function => deprecated: Option<LitStr> = deprecation;
    "since" in Struct Field Function => since: LitStr = arguments::release;
    "plain" in Struct Field Function Parameter => plain: Span = flag;
    "markdown" in Field => markdown: Span = flag;
    // The summary of a function, which may be empty.
    "summary" in Function => summary: LitStr = text_or_empty;
    "provider" in Function => provider: Type = arguments::value("Zoo", messages::PROVIDER);
    "equal" in Tuple => equal: Span = flag;
    "default" in Field => default: Expr = default;
    "validate" in Tuple Field Parameter;
    "keep" in Field => keep: Span = flag;
    "replace" in Field => replace: Replace = planning::replace;
    "identity" in Field => identity: KeyOptions = arguments::key;
    "key" in Field => key: KeyOptions = arguments::key;
    "optional" in Field => optional: Span = flag;
    "computed" in Field => computed: Span = flag;
    // Environment variables, as in `env = ["ZOO_TOKEN", "ZOO_API_TOKEN"]`.
    "env" in Field => env: Vec<LitStr> = arguments::variables;
    "block" in Field => block: Span = flag;
    "group" in Field => group: Span = flag;
    // The least and the largest number of blocks, as in `items(1..=3)`; 0 for no limit.
    "items" in Field => items: (u64, u64) = arguments::items;
    "required" in Field => required: Span = flag;
    // `as = String`.
    "as" in Field => text_form: Span = arguments::text_type;
    "with" in Field => with: Path = arguments::path("module");
    // Paths to fields and nested fields, as in `changes_with(name, diet.kcal)`.
    "changes_with" in Field => changes_with: Vec<Vec<Ident>> = planning::paths;
    "unknown" in Field => unknown: Vec<Refined> = planning::unknown;
    "plan" in Field;
    "align" in Field => align: Ident = planning::align;
    "timeouts" in Field => timeouts: Vec<Timeout> = planning::timeouts;
    "timeout_description" in Field => timeout_description: LitStr = timeout_description;
    "empty_is_null" in Field => empty_is_null: Span = flag;
    "counts" in Field => counts: Ident = planning::counts;
    "flatten" in Field => flatten: Span = flag;
    "version" in Struct => version: LitInt = arguments::version(messages::VERSION);
    "previous" in Struct => previous: Type = arguments::value("PetV1", messages::PREVIOUS);
    "history" in Struct => history: Path = arguments::value("past", messages::HISTORY);
    "identity_version" in Struct => identity_version: LitInt = arguments::version(messages::IDENTITY_VERSION);
    "identity_history" in Struct => identity_history: Path = arguments::value("past", messages::IDENTITY_HISTORY);
    "exactly_one_of" in Struct;
    "at_least_one_of" in Struct;
    "at_most_one_of" in Struct;
    "all_or_none" in Struct;
    "requires" in Struct;
    "prefer_write_only" in Struct;
    "warn" in Struct;
    "filled" in Struct => filled: Span = flag;
    "crate" in Struct Object Tuple Enum Function Provider => crate_path: Path = arguments::path("module");
}

impl Options {
    /// Reads the `#[tf(..)]` among an item's attributes.
    pub(crate) fn of(attributes: &[Attribute], place: Place, errors: &mut Errors) -> Self {
        let mut options = Self::default();
        for attribute in attributes
            .iter()
            .filter(|attribute| attribute.path().is_ident("tf"))
        {
            match attribute.meta.require_list() {
                Ok(list) => options.read(list.tokens.clone(), place, errors),
                Err(_) => errors.over(attribute, messages::EMPTY_TF),
            }
        }
        options
    }

    /// Reads the options in the parentheses.
    pub(crate) fn read(&mut self, tokens: TokenStream, place: Place, errors: &mut Errors) {
        let parser = |input: ParseStream<'_>| {
            while !input.is_empty() {
                if let Err(error) = self.read_one(input, place) {
                    errors.add(error);
                    skip_to_comma(input);
                }
                if !input.is_empty() && input.parse::<Token![,]>().is_err() {
                    errors.push(input.span(), messages::EXPECTED_COMMA);
                    skip_to_comma(input);
                }
            }
            Ok(())
        };
        if let Err(error) = parser.parse2(tokens) {
            errors.add(error);
        }
    }

    fn read_one(&mut self, input: ParseStream<'_>, place: Place) -> syn::Result<()> {
        let word = any_word(input, messages::expected_option(place))?;
        let text = word.unraw().to_string();
        let names = place.options();
        if !names.contains(&text.as_str()) {
            let meant = name::nearest(&text, names);
            let message = messages::unknown_option(&text, place, meant);
            return Err(syn::Error::new(word.span(), message));
        }
        let repeats = matches!(text.as_str(), "validate" | "plan") || Relation::is_name(&text);
        if !repeats && self.word(&text).is_some() {
            let message = messages::duplicate_option(&text);
            return Err(syn::Error::new(word.span(), message));
        }
        self.parse(&word, input)?;
        self.words.push(word);
        Ok(())
    }

    /// Returns the name of an option as written, if the option is set.
    pub(crate) fn word(&self, name: &str) -> Option<&Ident> {
        self.words.iter().find(|word| word.unraw() == name)
    }

    /// Returns the name that the option `name` gives, or the default.
    pub(crate) fn name_or(&self, default: String) -> String {
        self.name.as_ref().map_or(default, LitStr::value)
    }

    /// The span of the item's name, which is the identifier without the option `name`.
    pub(crate) fn name_span(&self, ident: &Ident) -> Span {
        self.name.as_ref().map_or(ident.span(), LitStr::span)
    }

    /// The calls that add the doc comment, the deprecation and the version to a block or a member.
    pub(crate) fn documentation(&self, docs: &Docs, is_plain: bool) -> TokenStream {
        let text = docs.text().into_iter();
        let description = text.map(|text| {
            if is_plain {
                quote!(.plain_description(#text))
            } else {
                quote!(.description(#text))
            }
        });
        let deprecated = self.deprecation().into_iter();
        let since = self.since.iter();
        quote!(#(#description)* #(.deprecated(#deprecated))* #(.since(#since))*)
    }

    /// Returns the deprecation message, which is empty if the option has no argument.
    fn deprecation(&self) -> Option<String> {
        let text = self.deprecated.as_ref()?.as_ref();
        Some(text.map(LitStr::value).unwrap_or_default())
    }

    /// Refuses and removes options.
    pub(crate) fn refuse(
        &mut self,
        is_refused: impl Fn(&str) -> bool,
        message: impl Fn(&str) -> String,
        errors: &mut Errors,
    ) {
        for word in self.words.clone() {
            let name = word.unraw().to_string();
            if is_refused(&name) {
                errors.push(word.span(), message(&name));
                self.remove(&name);
            }
        }
    }

    /// Refuses an option, and removes it.
    pub(crate) fn refuse_one(&mut self, name: &str, message: &str, errors: &mut Errors) {
        self.refuse(|it| it == name, |_| message.to_owned(), errors);
    }
}

fn flag(word: &Ident, input: ParseStream<'_>) -> syn::Result<Span> {
    if is_bare(input) {
        return Ok(word.span());
    }
    let message = messages::takes_no_argument(word);
    Err(syn::Error::new(input.span(), message))
}

fn text(word: &Ident, input: ParseStream<'_>) -> syn::Result<LitStr> {
    let text = text_or_empty(word, input)?;
    if text.value().is_empty() {
        return Err(syn::Error::new(text.span(), messages::empty(word)));
    }
    Ok(text)
}

fn text_or_empty(word: &Ident, input: ParseStream<'_>) -> syn::Result<LitStr> {
    equals(word, "\"..\"", input)?;
    part(input, messages::form(word, " = \"..\""))
}

fn deprecation(word: &Ident, input: ParseStream<'_>) -> syn::Result<Option<LitStr>> {
    if is_bare(input) {
        return Ok(None);
    }
    text(word, input).map(Some)
}

fn timeout_description(word: &Ident, input: ParseStream<'_>) -> syn::Result<LitStr> {
    equals(word, "\"..\"", input)?;
    input.parse()
}

fn default(word: &Ident, input: ParseStream<'_>) -> syn::Result<Expr> {
    equals(word, "..", input)?;
    if is_bare(input) {
        return wrong_form(word, " = ..");
    }
    input.parse()
}

fn validators(word: &Ident, input: ParseStream<'_>) -> syn::Result<Vec<Expr>> {
    list(word, "len(1..=64), ..", input, Expr::parse)
}

fn skip_to_comma(input: ParseStream<'_>) {
    while !input.is_empty() && !input.peek(Token![,]) {
        let _ = input.parse::<TokenTree>();
    }
}
