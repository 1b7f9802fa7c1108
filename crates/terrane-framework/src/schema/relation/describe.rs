//! Descriptions of relations, for documentation and diagnostics.

use std::fmt;

use terrane_value::{Data, Value};

use super::{Relation, RelationKind};

impl Relation {
    /// Describes the relation as a fragment of a sentence. `names` has one name for each of [`members`](Self::members).
    pub(crate) fn described(&self, names: &[String]) -> String {
        let (own, nested) = names.split_at(self.own.len().min(names.len()));
        let mut nested = nested;
        let parts: Vec<String> = self
            .parts
            .iter()
            .map(|part| {
                let (own, rest) = nested.split_at(part.member_count().min(nested.len()));
                nested = rest;
                part.described(own)
            })
            .collect();
        let listed = |names: &[String]| {
            let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            names.join(", ")
        };
        let of_others = |what: &str| match own.split_first() {
            Some((first, rest)) => format!("`{first}` {what} {}", listed(rest)),
            None => String::new(),
        };
        // A part with a comma of its own needs parentheses.
        let grouped = |part: &String| match part.contains(", ") {
            true => format!("({part})"),
            false => part.clone(),
        };
        let joined = |word: &str| {
            let parts: Vec<String> = parts.iter().map(grouped).collect();
            parts.join(word)
        };
        match self.kind {
            RelationKind::ExactlyOneOf => format!("exactly one of {}", listed(own)),
            RelationKind::AtLeastOneOf => format!("at least one of {}", listed(own)),
            RelationKind::AtMostOneOf => format!("at most one of {}", listed(own)),
            RelationKind::AllOrNone => format!("all or none of {}", listed(own)),
            RelationKind::Requires => of_others("only with"),
            RelationKind::SumOf => of_others("is the sum of"),
            RelationKind::AtLeastSumOf => of_others("is at least the sum of"),
            RelationKind::AtMostSumOf => of_others("is at most the sum of"),
            RelationKind::ProductOf => of_others("is the product of"),
            RelationKind::PreferWriteOnly => of_others("better as"),
            RelationKind::Set => format!("{} is set", listed(own)),
            RelationKind::Equals => format!("{} is {}", listed(own), self.shown_value()),
            RelationKind::AllOf => joined(", and "),
            RelationKind::AnyOf => joined(", or "),
            RelationKind::Not => match self.parts.first().map(|part| part.kind) {
                Some(RelationKind::Set) => format!("{} is not set", listed(names)),
                Some(RelationKind::Equals) => {
                    let value = self.parts.first().map(Self::shown_value);
                    format!("{} is not {}", listed(names), value.unwrap_or_default())
                }
                _ => format!("not ({})", parts.concat()),
            },
            RelationKind::When => match parts.as_slice() {
                [condition, then] => {
                    format!("if {}, then {}", grouped(condition), grouped(then))
                }
                _ => String::new(),
            },
        }
    }

    /// The value of an `equals`, as in a configuration.
    pub(crate) fn shown_value(&self) -> String {
        match &self.value {
            Some(Value::Known(Data::String(text))) => format!("{:?}", text.as_str()),
            Some(Value::Known(Data::Number(number))) => number.to_string(),
            Some(Value::Known(Data::Bool(flag))) => flag.to_string(),
            Some(_) | None => "null".to_owned(),
        }
    }
}

impl fmt::Display for Relation {
    /// Formats a description for the documentation, as a fragment of a sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let members = self.members();
        let names: Vec<String> = members.iter().map(ToString::to_string).collect();
        f.write_str(&self.described(&names))
    }
}
