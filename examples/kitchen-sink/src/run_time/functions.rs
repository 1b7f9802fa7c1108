//! Functions, whose signatures are values.

use terrane::Type;
use terrane::dynamic::{self, Parameter, Registry, Signature};
use terrane_protocol::schema::Description;

use super::wrapped::WithSignature;
use crate::functions;
use crate::provider::Sink;

/// A parameter. Hosts refuse a null argument, and do not call the function with an unknown one.
fn parameter(name: &str, ty: Type, text: &str) -> Parameter {
    Parameter {
        name: name.into(),
        ty,
        allow_null: false,
        allow_unknown: false,
        description: Description::markdown(text),
    }
}

/// A parameter that may be null.
fn nullable(name: &str, ty: Type, text: &str) -> Parameter {
    Parameter {
        allow_null: true,
        ..parameter(name, ty, text)
    }
}

/// The signature of a function without a variadic parameter. The first paragraph of the description is the summary.
fn signature(parameters: impl Into<Vec<Parameter>>, returns: Type, text: &str) -> Signature {
    let summary = text.split("\n\n").next().unwrap_or_default();
    Signature {
        parameters: parameters.into(),
        variadic: None,
        returns,
        summary: summary.to_owned(),
        description: Description::markdown(text),
        deprecation: None,
    }
}

/// Registers all functions.
pub(super) fn register(registry: &mut Registry) {
    let text = Type::String;
    let in_sink = signature(
        [parameter("name", text.clone(), "The dish.")],
        Type::Bool,
        "Returns whether a dish is in the sink.\n\nThis one works with the configured provider. OpenTofu calls such functions; Terraform does not know them.",
    );
    let counted = Signature {
        variadic: Some(parameter("dishes", text.clone(), "The dishes.")),
        ..signature(
            [],
            Type::map(Type::Number),
            "Counts the dishes.\n\nThe function takes any number of arguments.",
        )
    };
    let divided = signature(
        [
            parameter("amount", Type::Number, "The amount."),
            parameter("guests", Type::Number, "The number of guests."),
        ],
        Type::Number,
        "Divides an amount among the guests.\n\nA violation is reported at its argument.",
    );
    let unknown = |name, text| Parameter {
        allow_unknown: true,
        ..nullable(name, Type::Bool, text)
    };
    let either = signature(
        [
            unknown("one", "The first condition."),
            unknown("other", "The second condition."),
        ],
        Type::Bool,
        "Returns whether one of two conditions is true.\n\nOne true condition is enough, even if the other is unknown: the function accepts unknown arguments.",
    );
    let any = signature(
        [Parameter {
            allow_unknown: true,
            ..parameter("conditions", Type::list(Type::Bool), "The conditions.")
        }],
        Type::Bool,
        "Returns whether one of several conditions is true.\n\nOne true condition is enough, even if others in the list are unknown: the function accepts an argument that is unknown in part.",
    );
    let size = signature(
        [Parameter {
            allow_unknown: true,
            ..nullable("dishes", Type::list(Type::String), "The dishes.")
        }],
        Type::Number,
        "Returns the number of dishes. Null has none.\n\nThe function accepts an unknown list. If only a part of the list is unknown, the function is not called, and the result is unknown.",
    );
    let first = Signature {
        variadic: Some(nullable("values", text.clone(), "The values.")),
        ..signature(
            [],
            text.clone(),
            "Returns the first value that is not null.\n\nAn argument may be null, and so may the result.",
        )
    };
    let kind = signature(
        [parameter("value", Type::Dynamic, "A value of any type.")],
        text.clone(),
        "Returns the kind of a value.",
    );
    let or = signature(
        [
            nullable("value", text.clone(), "The value, which may be null."),
            parameter("other", text.clone(), "The other value."),
        ],
        text.clone(),
        "Returns a value, or another if it is null.",
    );
    let words = || [parameter("words", Type::String, "The text.")];
    let shout = signature(
        words(),
        text.clone(),
        "Returns a text in capitals, after a pause.",
    );
    let murmur = Signature {
        deprecation: Some("Use `lower`.".to_owned()),
        ..signature(words(), text, "Returns a text in lower case.")
    };
    macro_rules! all {
        ($($function:ident: $signature:expr),* $(,)?) => {$({
            registry.function(WithSignature::new(
                dynamic::function::<functions::$function, Sink>(),
                $signature,
            ));
        })*};
    }
    all! {
        any: any,
        cellar: in_sink,
        count: counted,
        divide: divided,
        either: either,
        first: first,
        kind: kind,
        or: or,
        shout: shout,
        size: size,
        whisper: murmur,
    }
}
