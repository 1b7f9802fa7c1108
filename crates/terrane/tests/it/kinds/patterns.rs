//! A bad regular expression is an error of the schema.

use std::collections::BTreeMap;

use terrane::prelude::*;

use crate::lab::lab;
use crate::setup::messages_of;

lab!(|registry| registry.data_source::<Fence>());

/// A fence.
#[derive(Model)]
struct Fence {
    /// The objects on it.
    #[tf(validate(matches("[a-z", "lower-case letters")))]
    name: String,
    /// Its colours.
    #[tf(default = "red", validate(any((len(..3), matches("a{2,1}", "few letters")))))]
    colour: String,
    /// The objects that hang on it.
    signs: Option<Vec<Sign>>,
    /// Its boards.
    #[tf(validate(keys(matches("(", "a number"))))]
    boards: Option<BTreeMap<String, i64>>,
}

/// A sign.
#[derive(Model)]
struct Sign {
    /// The text on it.
    #[tf(validate(each(matches("*", "words"))))]
    lines: Vec<Sensitive<String>>,
}

impl DataSource for Fence {
    type Provider = Lab;

    async fn read(config: Self, _: &Lab, _: &mut ReadDataContext) -> Result<Self> {
        Ok(config)
    }
}

#[tokio::test]
async fn a_bad_regular_expression_is_a_schema_error_of_one_line() {
    let provider = terrane::server::<Lab>();
    let answer = provider.get_provider_schema(Default::default());
    let found = messages_of(&answer.await.unwrap().diagnostics);
    for (attribute, expression) in [
        ("name", "[a-z"),
        ("colour", "a{2,1}"),
        ("signs.lines", "*"),
        ("boards", "("),
    ] {
        let expected = format!(
            "In the schema of the data source lab_fence, `{attribute}` has a validator that cannot work: `{expression}` is not a regular expression: "
        );
        let found: Vec<_> = found.iter().filter(|it| it.contains(&expected)).collect();
        assert_eq!(found.len(), 1, "{expected} {found:#?}");
        assert_eq!(found[0].lines().count(), 1, "{found:#?}");
    }
    assert_eq!(found.len(), 4, "{found:#?}");
}
