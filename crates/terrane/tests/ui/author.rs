//! Models and functions as authors write them, in every place, under the strictest lints.

#![deny(warnings, clippy::all, clippy::pedantic, clippy::unwrap_used)]
#![deny(clippy::allow_attributes_without_reason)]

/// Names of the standard library that mean something else here.
pub mod shadowed {
    /// Not the standard one.
    #[derive(Debug)]
    pub struct Option;

    /// Not the standard one.
    #[derive(Debug)]
    pub struct Result;

    /// Not the standard one.
    #[derive(Debug)]
    pub struct Vec;

    /// Not the standard one.
    #[derive(Debug)]
    pub struct Some;

    /// Not the standard one.
    #[derive(Debug)]
    pub struct Box;

    type Text = std::string::String;

    /// Not the standard one.
    #[derive(Debug)]
    pub struct String;

    /// A pet.
    #[derive(terrane::Model)]
    #[tf(deprecated = "use `dog`")]
    pub struct Pet {
        /// Its name.
        #[tf(identity, replace, validate(len(1..=64)))]
        pub name: Text,
        /// How many legs it has.
        #[tf(default = 4, validate(range(0..=8)))]
        pub legs: i64,
        /// What it is called by others.
        #[tf(optional, keep)]
        pub alias: terrane::Computed<std::option::Option<Text>>,
        /// The diet.
        #[tf(block, items(1..=3))]
        pub diets: std::vec::Vec<Diet>,
        /// A name of Rust.
        pub r#type: Kind,
        /// Reserved in resources, but this is none.
        pub count: std::option::Option<terrane::Sensitive<u8>>,
    }

    impl std::fmt::Debug for Pet {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.debug_struct("Pet").finish_non_exhaustive()
        }
    }

    /// What a pet eats.
    #[derive(terrane::Model, Debug)]
    pub struct Diet {
        /// Energy per day.
        pub kcal: i64,
    }

    /// A kind of pet.
    #[derive(terrane::Attr, Clone, Debug)]
    pub enum Kind {
        /// It barks.
        Dog,
        /// It does not.
        #[tf(name = "not_a_dog")]
        Cat,
    }

    /// Makes a slug.
    #[must_use]
    #[terrane::function]
    pub fn slug(
        /// The name.
        name: Text,
        #[variadic] more: std::vec::Vec<Text>,
    ) -> Text {
        name + &more.concat()
    }
}

/// Visible in the crate alone.
pub(crate) mod narrow {
    /// Settings.
    #[derive(terrane::Model, Debug)]
    pub(crate) struct Settings {
        /// The token.
        #[tf(env = "ZOO_TOKEN")]
        pub(crate) token: Option<terrane::Sensitive<String>>,
        #[tf(deprecated = "use `token`")]
        url: Option<String>,
    }

    #[derive(terrane::Model, Debug)]
    struct Hidden {
        #[tf(identity)]
        id: terrane::Computed<String>,
    }

    #[terrane::function(name = "twice", deprecated = "use `*`")]
    async fn double(number: i64) -> terrane::Result<i64> {
        std::future::ready(Ok(number * 2)).await
    }

    /// Uses them.
    pub(crate) async fn used() -> usize {
        let settings = Settings {
            token: None,
            url: None,
        };
        let hidden = Hidden {
            id: terrane::Computed::unknown(),
        };
        let shown = format!("{:?} {:?} {:?}", settings.token, settings.url, hidden.id);
        shown.len() + usize::from(double(1).await.is_ok())
    }
}

/// Defines models where they are used.
#[must_use]
pub fn local() -> bool {
    use terrane::ObjectModel as _;
    use terrane::{Attr, Model};

    #[derive(Model)]
    struct Pet {
        name: String,
        id: terrane::Computed<String>,
    }

    #[derive(Attr, Clone, Copy, Debug)]
    enum Sex {
        Female,
    }

    #[terrane::function]
    fn shout(text: String) -> String {
        text.to_uppercase()
    }

    let pet = Pet {
        name: shout(String::new()),
        id: terrane::Computed::unknown(),
    };
    let pet = pet.with_computed(PetComputed { id: String::new() });
    Pet::block().member("name").is_some()
        && pet.name.is_empty()
        && matches!(Sex::Female, Sex::Female)
        && pet.id.known().is_some()
}

/// Uses what is visible in the crate alone.
#[must_use]
pub async fn used() -> bool {
    narrow::used().await > 0
}
