//! The options in `#[tf(..)]`.

use proc_macro2::{Span, TokenStream, TokenTree};
use syn::ext::IdentExt as _;
use syn::parse::{ParseStream, Parser as _};
use syn::punctuated::Punctuated;
use syn::{Attribute, Ident, LitStr, Path, Token, Type};

pub(crate) use crate::argument::Argument;
use crate::arguments::{self, equals, parenthesized};
use crate::errors::Errors;
pub(crate) use crate::place::{Kind, Place};
use crate::relation::Relation;
use crate::{messages, name, planning};

/// One option, with its name as written.
pub(crate) struct Setting {
    pub(crate) kind: Kind,
    pub(crate) word: Ident,
    pub(crate) argument: Argument,
}

/// All options of one item, in the order in which they are written.
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
                Err(_) => errors.over(attribute, messages::EMPTY_TF),
            }
        }
        settings
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
        let word = input
            .call(Ident::parse_any)
            .map_err(|error| syn::Error::new(error.span(), messages::expected_option(place)))?;
        let text = word.unraw().to_string();
        let Some((_, kind)) = place.options().iter().find(|(name, _)| *name == text) else {
            let meant = name::nearest(&text, place.options().iter().map(|(name, _)| *name));
            return Err(syn::Error::new(
                word.span(),
                messages::unknown_option(&text, place, meant),
            ));
        };
        let argument = kind.argument(&word, input)?;
        if !kind.repeats() && self.span(*kind).is_some() {
            return Err(syn::Error::new(
                word.span(),
                messages::duplicate_option(&text),
            ));
        }
        self.0.push(Setting {
            kind: *kind,
            word,
            argument,
        });
        Ok(())
    }

    /// Iterates over the options.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Setting> {
        self.0.iter()
    }

    /// Finds an option.
    pub(crate) fn get(&self, kind: Kind) -> Option<&Setting> {
        self.0.iter().find(|setting| setting.kind == kind)
    }

    /// The span of an option, if it is set.
    pub(crate) fn span(&self, kind: Kind) -> Option<Span> {
        self.get(kind).map(|setting| setting.word.span())
    }

    /// Whether an option is set.
    pub(crate) fn has(&self, kind: Kind) -> bool {
        self.get(kind).is_some()
    }

    /// The string of an option.
    pub(crate) fn text(&self, kind: Kind) -> Option<&LitStr> {
        match &self.get(kind)?.argument {
            Argument::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The deprecation message, which is empty if the option has no argument.
    pub(crate) fn deprecation(&self) -> Option<String> {
        self.get(Kind::Deprecated)?;
        Some(
            self.text(Kind::Deprecated)
                .map(LitStr::value)
                .unwrap_or_default(),
        )
    }

    /// The type of an option.
    pub(crate) fn ty(&self, kind: Kind) -> Option<&Type> {
        match &self.get(kind)?.argument {
            Argument::Type(ty) => Some(ty),
            _ => None,
        }
    }

    /// The path of an option.
    pub(crate) fn path(&self, kind: Kind) -> Option<&Path> {
        match &self.get(kind)?.argument {
            Argument::Module(path) => Some(path),
            _ => None,
        }
    }

    /// Refuses and removes options.
    pub(crate) fn refuse(
        &mut self,
        refused: impl Fn(Kind) -> bool,
        message: fn(&str) -> String,
        errors: &mut Errors,
    ) {
        for setting in self.0.iter().filter(|setting| refused(setting.kind)) {
            errors.push(setting.word.span(), message(&setting.word.to_string()));
        }
        self.0.retain(|setting| !refused(setting.kind));
    }

    /// Removes an invalid option, so that the expansion causes no further errors.
    pub(crate) fn remove(&mut self, kind: Kind) {
        self.0.retain(|setting| setting.kind != kind);
    }
}

impl Kind {
    /// Whether an item can have the option several times.
    fn repeats(self) -> bool {
        matches!(self, Kind::Validate | Kind::Plan | Kind::Relation)
    }

    /// Parses the argument of the option.
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
            | Kind::Markdown
            | Kind::Plain
            | Kind::Object
            | Kind::Flatten => {
                if input.is_empty() || input.peek(Token![,]) {
                    Ok(Argument::None)
                } else {
                    Err(syn::Error::new(
                        input.span(),
                        messages::takes_no_argument(word),
                    ))
                }
            }
            Kind::Relation => Relation::option(word, input).map(Argument::Relation),
            Kind::As => arguments::text_type(word, input),
            Kind::With | Kind::Crate => arguments::module(word, input),
            Kind::Env => arguments::variables(word, input),
            Kind::Deprecated if input.is_empty() || input.peek(Token![,]) => Ok(Argument::None),
            Kind::Name | Kind::TypeName | Kind::Deprecated | Kind::Summary => {
                equals(word, "\"..\"", input)?;
                let text: LitStr = input.parse().map_err(|error| {
                    syn::Error::new(error.span(), messages::form(word, " = \"..\""))
                })?;
                if text.value().is_empty() && self != Kind::Summary {
                    return Err(syn::Error::new(text.span(), messages::empty(word)));
                }
                Ok(Argument::Text(text))
            }
            Kind::Since => arguments::release(word, input),
            Kind::Default => {
                equals(word, "..", input)?;
                if input.is_empty() || input.peek(Token![,]) {
                    return Err(syn::Error::new(word.span(), messages::form(word, " = ..")));
                }
                input.parse().map(|value| Argument::Value(Box::new(value)))
            }
            Kind::Validate => {
                let values = parenthesized(word, "len(1..=64), ..", input)?
                    .call(Punctuated::parse_terminated)?;
                if values.is_empty() {
                    return Err(syn::Error::new(
                        word.span(),
                        messages::form(word, "(len(1..=64), ..)"),
                    ));
                }
                Ok(Argument::Values(values))
            }
            Kind::Replace => {
                if !input.peek(syn::token::Paren) {
                    return match input.peek(Token![=]) {
                        true => Err(syn::Error::new(
                            input.span(),
                            messages::form(word, "` or `replace(if_configured)"),
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
            Kind::TimeoutDescription => {
                equals(word, "\"..\"", input)?;
                input.parse().map(Argument::Text)
            }
            Kind::Identity => arguments::key(word, messages::IDENTITY, input),
            Kind::Key => arguments::key(word, messages::KEY, input),
            Kind::Version => arguments::version(word, messages::VERSION, input),
            Kind::IdentityVersion => arguments::version(word, messages::IDENTITY_VERSION, input),
            Kind::Previous => arguments::ty(word, "PetV1", messages::PREVIOUS, input),
            Kind::History => arguments::history(word, messages::HISTORY, input),
            Kind::IdentityHistory => arguments::history(word, messages::IDENTITY_HISTORY, input),
            Kind::Provider => arguments::ty(word, "Zoo", messages::PROVIDER, input),
            Kind::Items => arguments::items(word, input),
        }
    }
}

fn skip_to_comma(input: ParseStream<'_>) {
    while !input.is_empty() && !input.peek(Token![,]) {
        let _ = input.parse::<TokenTree>();
    }
}
