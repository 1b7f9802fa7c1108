//! What is written in `#[tf(..)]`.

use proc_macro2::{Span, TokenStream, TokenTree};
use syn::ext::IdentExt as _;
use syn::parse::{ParseStream, Parser as _};
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, Ident, LitInt, LitStr, Path, Token, Type};

use crate::arguments::{self, KeyOptions, equals, parenthesized};
use crate::errors::Errors;
use crate::planning::{Refined, Timeout};
use crate::{message, name, planning};

/// One thing that can be said about a struct, a field, a variant or a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Name,
    Deprecated,
    Default,
    Validate,
    Keep,
    Replace,
    Key,
    Identity,
    Optional,
    Computed,
    Env,
    Block,
    Group,
    Items,
    Required,
    ExactlyOneOf,
    AtLeastOneOf,
    AtMostOneOf,
    AllOrNone,
    Requires,
    SumOf,
    AtLeastSumOf,
    AtMostSumOf,
    ProductOf,
    PreferWriteOnly,
    Transparent,
    Equal,
    As,
    With,
    ChangesWith,
    Unknown,
    Plan,
    Align,
    Timeouts,
    EmptyIsNull,
    Counts,
    Flatten,
    Filled,
    Settle,
    Version,
    Previous,
    History,
    IdentityVersion,
    IdentityHistory,
    Provider,
}

/// Where settings stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Struct,
    Tuple,
    Field,
    Enum,
    Variant,
    Function,
    Parameter,
}

impl Place {
    /// What can be said there, by its word.
    pub(crate) fn options(self) -> &'static [(&'static str, Kind)] {
        match self {
            Place::Struct => &[
                ("name", Kind::Name),
                ("deprecated", Kind::Deprecated),
                ("version", Kind::Version),
                ("previous", Kind::Previous),
                ("history", Kind::History),
                ("identity_version", Kind::IdentityVersion),
                ("identity_history", Kind::IdentityHistory),
                ("exactly_one_of", Kind::ExactlyOneOf),
                ("at_least_one_of", Kind::AtLeastOneOf),
                ("at_most_one_of", Kind::AtMostOneOf),
                ("conflicts", Kind::AtMostOneOf),
                ("all_or_none", Kind::AllOrNone),
                ("requires", Kind::Requires),
                ("sum_of", Kind::SumOf),
                ("at_least_sum_of", Kind::AtLeastSumOf),
                ("at_most_sum_of", Kind::AtMostSumOf),
                ("product_of", Kind::ProductOf),
                ("prefer_write_only", Kind::PreferWriteOnly),
                ("filled", Kind::Filled),
                ("settle", Kind::Settle),
            ],
            Place::Tuple => &[
                ("transparent", Kind::Transparent),
                ("equal", Kind::Equal),
                ("validate", Kind::Validate),
            ],
            Place::Function => &[
                ("name", Kind::Name),
                ("deprecated", Kind::Deprecated),
                ("provider", Kind::Provider),
            ],
            Place::Parameter => &[("validate", Kind::Validate)],
            Place::Field => &[
                ("name", Kind::Name),
                ("deprecated", Kind::Deprecated),
                ("default", Kind::Default),
                ("validate", Kind::Validate),
                ("keep", Kind::Keep),
                ("replace", Kind::Replace),
                ("identity", Kind::Identity),
                ("key", Kind::Key),
                ("optional", Kind::Optional),
                ("computed", Kind::Computed),
                ("env", Kind::Env),
                ("block", Kind::Block),
                ("group", Kind::Group),
                ("items", Kind::Items),
                ("required", Kind::Required),
                ("as", Kind::As),
                ("with", Kind::With),
                ("changes_with", Kind::ChangesWith),
                ("unknown", Kind::Unknown),
                ("plan", Kind::Plan),
                ("align", Kind::Align),
                ("timeouts", Kind::Timeouts),
                ("empty_is_null", Kind::EmptyIsNull),
                ("counts", Kind::Counts),
                ("flatten", Kind::Flatten),
            ],
            Place::Enum => &[],
            Place::Variant => &[("name", Kind::Name)],
        }
    }
}

/// What follows the word.
pub(crate) enum Argument {
    /// Nothing, as in `keep`.
    None,
    /// A string, as in `name = "pet"`.
    Text(LitStr),
    /// An expression, as in `default = 4`.
    Value(Box<Expr>),
    /// Expressions, as in `validate(len(1..=64))`.
    Values(Punctuated<Expr, Token![,]>),
    /// The least and the largest number, as in `items(1..=3)`; 0 for no limit.
    Items(u64, u64),
    /// Fields, as in `exactly_one_of(content, source)`.
    Fields(Vec<Ident>),
    /// A module, as in `with = duration`, or a function, as in `history = past`.
    Module(Path),
    /// Fields and what is inside them, as in `changes_with(name, diet.kcal)`.
    Paths(Vec<Vec<Ident>>),
    /// Promises, as in `unknown(prefix = "pet-")`.
    Refined(Vec<Refined>),
    /// Operations, as in `timeouts(create = "10m", delete)`.
    Timeouts(Vec<Timeout>),
    /// The `if_configured` of `replace(if_configured)`.
    IfConfigured,
    /// The options of `identity(optional)` and `key(optional)`.
    Key(KeyOptions),
    /// A positive whole number, as in `version = 2`.
    Number(LitInt),
    /// A type, as in `previous = PetV1` and `provider = Zoo`.
    Type(Box<Type>),
}

/// One setting, with the word as it was written.
pub(crate) struct Setting {
    pub(crate) kind: Kind,
    pub(crate) word: Ident,
    pub(crate) argument: Argument,
}

/// All settings of one place, in the order in which they were written.
#[derive(Default)]
pub(crate) struct Settings(Vec<Setting>);

impl Settings {
    /// Reads the `#[tf(..)]` among an item's attributes.
    pub(crate) fn of(attributes: &[Attribute], place: Place, errors: &mut Errors) -> Self {
        let mut settings = Self::default();
        for attribute in attributes
            .iter()
            .filter(|attribute| attribute.path().is_ident("tf"))
        {
            match attribute.meta.require_list() {
                Ok(list) => settings.read(list.tokens.clone(), place, errors),
                Err(_) => errors.over(attribute, message::EMPTY_TF),
            }
        }
        settings
    }

    /// Reads what stands in the parentheses.
    pub(crate) fn read(&mut self, tokens: TokenStream, place: Place, errors: &mut Errors) {
        let parser = |input: ParseStream<'_>| {
            while !input.is_empty() {
                if let Err(error) = self.read_one(input, place) {
                    errors.add(error);
                    skip_to_comma(input);
                }
                if !input.is_empty() && input.parse::<Token![,]>().is_err() {
                    errors.push(input.span(), message::EXPECTED_COMMA);
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
        let word = input
            .call(Ident::parse_any)
            .map_err(|error| syn::Error::new(error.span(), message::expected_option(place)))?;
        let text = word.unraw().to_string();
        let Some((_, kind)) = place.options().iter().find(|(name, _)| *name == text) else {
            let meant = name::nearest(&text, place.options().iter().map(|(name, _)| *name));
            return Err(syn::Error::new(
                word.span(),
                message::unknown_option(&text, place, meant),
            ));
        };
        let argument = kind.argument(&word, input)?;
        if !kind.repeats() && self.span(*kind).is_some() {
            return Err(syn::Error::new(
                word.span(),
                message::duplicate_option(&text),
            ));
        }
        self.0.push(Setting {
            kind: *kind,
            word,
            argument,
        });
        Ok(())
    }

    /// All settings.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Setting> {
        self.0.iter()
    }

    /// Finds a setting.
    pub(crate) fn get(&self, kind: Kind) -> Option<&Setting> {
        self.0.iter().find(|setting| setting.kind == kind)
    }

    /// Where a setting was written, if it was.
    pub(crate) fn span(&self, kind: Kind) -> Option<Span> {
        self.get(kind).map(|setting| setting.word.span())
    }

    /// Whether something was said.
    pub(crate) fn has(&self, kind: Kind) -> bool {
        self.get(kind).is_some()
    }

    /// The string of a setting.
    pub(crate) fn text(&self, kind: Kind) -> Option<&LitStr> {
        match &self.get(kind)?.argument {
            Argument::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The type of a setting.
    pub(crate) fn ty(&self, kind: Kind) -> Option<&Type> {
        match &self.get(kind)?.argument {
            Argument::Type(ty) => Some(ty),
            _ => None,
        }
    }

    /// Drops a setting that makes no sense, so that the expansion is not wrong as well.
    pub(crate) fn remove(&mut self, kind: Kind) {
        self.0.retain(|setting| setting.kind != kind);
    }
}

impl Kind {
    /// What attributes of one object can demand of each other.
    pub(crate) const RELATIONS: [Kind; 10] = [
        Kind::ExactlyOneOf,
        Kind::AtLeastOneOf,
        Kind::AtMostOneOf,
        Kind::AllOrNone,
        Kind::Requires,
        Kind::SumOf,
        Kind::AtLeastSumOf,
        Kind::AtMostSumOf,
        Kind::ProductOf,
        Kind::PreferWriteOnly,
    ];

    /// Whether it can be said several times.
    fn repeats(self) -> bool {
        matches!(self, Kind::Validate | Kind::Plan) || Self::RELATIONS.contains(&self)
    }

    /// Reads what follows the word.
    fn argument(self, word: &Ident, input: ParseStream<'_>) -> syn::Result<Argument> {
        match self {
            Kind::Keep
            | Kind::Optional
            | Kind::Computed
            | Kind::Block
            | Kind::Group
            | Kind::Required
            | Kind::Transparent
            | Kind::Equal
            | Kind::EmptyIsNull
            | Kind::Filled
            | Kind::Settle
            | Kind::Flatten => {
                if input.is_empty() || input.peek(Token![,]) {
                    Ok(Argument::None)
                } else {
                    Err(syn::Error::new(
                        input.span(),
                        message::takes_no_argument(word),
                    ))
                }
            }
            Kind::ExactlyOneOf
            | Kind::AtLeastOneOf
            | Kind::AtMostOneOf
            | Kind::AllOrNone
            | Kind::Requires
            | Kind::SumOf
            | Kind::AtLeastSumOf
            | Kind::AtMostSumOf
            | Kind::ProductOf
            | Kind::PreferWriteOnly => arguments::fields(word, input),
            Kind::As => arguments::text_type(word, input),
            Kind::With => arguments::module(word, input),
            Kind::Name | Kind::Deprecated | Kind::Env => {
                equals(word, "\"..\"", input)?;
                let text: LitStr = input.parse().map_err(|error| {
                    syn::Error::new(error.span(), message::form(word, " = \"..\""))
                })?;
                if text.value().is_empty() {
                    return Err(syn::Error::new(text.span(), message::empty(word)));
                }
                Ok(Argument::Text(text))
            }
            Kind::Default => {
                equals(word, "..", input)?;
                if input.is_empty() || input.peek(Token![,]) {
                    return Err(syn::Error::new(word.span(), message::form(word, " = ..")));
                }
                input.parse().map(|value| Argument::Value(Box::new(value)))
            }
            Kind::Validate => {
                let values = parenthesized(word, "len(1..=64), ..", input)?
                    .call(Punctuated::parse_terminated)?;
                if values.is_empty() {
                    return Err(syn::Error::new(
                        word.span(),
                        message::form(word, "(len(1..=64), ..)"),
                    ));
                }
                Ok(Argument::Values(values))
            }
            Kind::Replace => {
                if !input.peek(syn::token::Paren) {
                    return match input.peek(Token![=]) {
                        true => Err(syn::Error::new(
                            input.span(),
                            message::form(word, "` or `replace(if_configured)"),
                        )),
                        false => Ok(Argument::None),
                    };
                }
                planning::replace(word, input)
            }
            Kind::ChangesWith => planning::paths(word, input),
            Kind::Unknown => planning::unknown(word, input),
            Kind::Plan => planning::plan(word, input),
            Kind::Align => planning::align(word, input),
            Kind::Counts => planning::counts(word, input),
            Kind::Timeouts => planning::timeouts(word, input),
            Kind::Identity => arguments::key(word, message::IDENTITY, input),
            Kind::Key => arguments::key(word, message::KEY, input),
            Kind::Version => arguments::version(word, message::VERSION, input),
            Kind::IdentityVersion => arguments::version(word, message::IDENTITY_VERSION, input),
            Kind::Previous => arguments::ty(word, "PetV1", message::PREVIOUS, input),
            Kind::History => arguments::history(word, message::HISTORY, input),
            Kind::IdentityHistory => arguments::history(word, message::IDENTITY_HISTORY, input),
            Kind::Provider => arguments::ty(word, "Zoo", message::PROVIDER, input),
            Kind::Items => arguments::items(word, input),
        }
    }
}

fn skip_to_comma(input: ParseStream<'_>) {
    while !input.is_empty() && !input.peek(Token![,]) {
        let _ = input.parse::<TokenTree>();
    }
}
