//! An adapter is a module.

use terrane::Model;

mod text {
    pub(super) type Attr = String;

    pub(super) fn decode(text: String) -> Result<char, &'static str> {
        text.chars().next().ok_or("expected a letter")
    }

    pub(super) fn encode(letter: &char) -> String {
        letter.to_string()
    }
}

#[derive(Model)]
struct Pet {
    #[tf(with = 4)]
    letter: Option<char>,
}

fn main() {}
