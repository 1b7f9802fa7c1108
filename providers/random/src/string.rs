//! `random_string`.

use terrane::History;
use terrane::prelude::*;

use crate::past::Old;
use crate::provider::Random;
use crate::text::text;

text! {
    /// A random text that is no secret: it stands in plans and in the state as it is.
    #[tf(name = "string", version = 2, history = past)]
    Text, TextComputed, result String;
}

impl Text {
    fn computed(text: Sensitive<String>, digits: bool) -> Result<TextComputed> {
        let text = text.into_exposed();
        Ok(TextComputed {
            numeric: digits,
            number: digits,
            id: text.clone(),
            result: text,
        })
    }
}

fn past() -> History<Text> {
    History::default().model(1, |old: Old| {
        let computed = Text::computed(old.text()?, old.number.unwrap_or(true))?;
        Text::upgraded(old, computed)
    })
}
