//! Random texts as resources: what may be asked for, and what is planned.

use terrane::schema::Violation;
use terrane::{Error, Result, Value};

/// Checks the length of something that cannot be empty.
pub(crate) fn at_least_one(length: &i64) -> Result<(), Violation> {
    if *length >= 1 {
        return Ok(());
    }
    let detail = format!("Attribute length value must be at least 1, got: {length}");
    Err(Violation::new(detail).summary("Invalid Attribute Value"))
}

/// Checks what attributes demand of each other; the last ones say whether there are digits.
macro_rules! check {
    ($config:ident, $cx:ident, digits $($digits:ident),+) => {{
        use $crate::text::{are_all_false, is_too_short};
        let least = [&$config.min_upper, &$config.min_lower, &$config.min_numeric, &$config.min_special];
        if let Some(detail) = is_too_short(&$config.length, least) {
            $cx.error_with(path!(Self, length), "Invalid Attribute Value", detail);
        }
        $(
            if are_all_false([&$config.special, &$config.upper, &$config.lower, &$config.$digits]) {
                let detail = concat!(
                    "At least one attribute out of [special,upper,lower,", stringify!($digits), "] must be specified as true"
                );
                $cx.error_with(path!(Self, $digits), "Invalid Attribute Combination", detail);
            }
        )+
        Ok(())
    }};
}
pub(crate) use check;

/// Says that a length has no room for the characters that must be there.
pub(crate) fn is_too_short(length: &Value<i64>, least: [&Value<i64>; 4]) -> Option<String> {
    let length = *length.known()?;
    if least.iter().any(|least| least.is_unknown()) {
        return None;
    }
    let needed = least.into_iter().filter_map(Value::known);
    let needed = needed.fold(0_i64, |sum, least| sum.saturating_add(*least));
    (length < needed).then(|| {
        format!("Attribute length value must be at least sum of min_upper + min_lower + min_numeric + min_special, got: {length}")
    })
}

/// Whether a text may have no characters at all.
pub(crate) fn are_all_false(classes: [&Value<bool>; 4]) -> bool {
    classes
        .into_iter()
        .all(|class| class.known() == Some(&false))
}

/// What `number` and `numeric`, which are the same, are planned to be.
pub(crate) fn digits(number: Value<bool>, numeric: Value<bool>) -> Result<[Value<bool>; 2]> {
    match (number, numeric) {
        (Value::Null, Value::Null) => Ok([Value::Known(true), Value::Known(true)]),
        (Value::Null, one) | (one, Value::Null) => Ok([one.clone(), one]),
        (Value::Known(number), Value::Known(numeric)) if number != numeric => Err(Error::new(
            "Number and numeric are both configured with different values",
            "`number` is the old name of `numeric`: remove it.",
        )),
        (number, numeric) => Ok([number, numeric]),
    }
}

/// Whether other special characters ask for a new text: none at all, written in two ways, are the same.
pub(crate) fn asks(prior: &Value<String>, planned: &Value<String>) -> bool {
    match planned {
        Value::Unknown(_) => false,
        Value::Known(_) => true,
        Value::Null => prior.known().is_none_or(|prior| !prior.is_empty()),
    }
}

/// Declares a resource: they differ in what is a secret, and in what else they tell.
macro_rules! text {
    (
        $(#[$meta:meta])*
        $name:ident, $computed:ident, result $result:ty;
        $($(#[$more_meta:meta])* $more:ident: Computed<$inner:ty>)?
    ) => {
        #[derive(Schema)]
        $(#[$meta])*
        pub(crate) struct $name {
            /// The number of characters.
            #[tf(replace, validate(crate::text::at_least_one))]
            pub(crate) length: i64,
            /// Whether there are special characters.
            #[tf(replace, default = true)]
            pub(crate) special: bool,
            /// Whether there are upper-case letters.
            #[tf(replace, default = true)]
            pub(crate) upper: bool,
            /// Whether there are lower-case letters.
            #[tf(replace, default = true)]
            pub(crate) lower: bool,
            /// Whether there are digits.
            #[tf(optional)]
            pub(crate) numeric: Computed<bool>,
            /// The old name of `numeric`.
            #[tf(optional, deprecated = "This is deprecated, use `numeric` instead")]
            pub(crate) number: Computed<bool>,
            /// How many digits there are at least, also if there are none otherwise.
            #[tf(replace, default = 0, validate(range(0..)))]
            pub(crate) min_numeric: i64,
            /// How many upper-case letters there are at least, also if there are none otherwise.
            #[tf(replace, default = 0, validate(range(0..)))]
            pub(crate) min_upper: i64,
            /// How many lower-case letters there are at least, also if there are none otherwise.
            #[tf(replace, default = 0, validate(range(0..)))]
            pub(crate) min_lower: i64,
            /// How many special characters there are at least, also if there are none otherwise.
            #[tf(replace, default = 0, validate(range(0..)))]
            pub(crate) min_special: i64,
            /// The special characters to use in place of the usual ones.
            #[tf(replace(if = crate::text::asks))]
            pub(crate) override_special: Option<String>,
            /// Arbitrary values: when they change, the text is drawn anew.
            #[tf(replace(if = crate::keepers::ask))]
            pub(crate) keepers: Option<crate::keepers::Keepers>,
            /// The text.
            #[tf(keep)]
            pub(crate) result: Computed<$result>,
            $($(#[$more_meta])* pub(crate) $more: Computed<$inner>,)?
            /// What hosts of old wanted every object to have.
            #[tf(keep)]
            pub(crate) id: Computed<String>,
        }

        impl Resource for $name {
            crate::once::only_in_state!();

            fn validate(config: &Draft<Self>, cx: &mut Validate) -> Result<()> {
                crate::text::check!(config, cx, digits numeric, number)
            }

            async fn plan(change: &mut Change<Self>, _: Option<&Random>) -> Result<()> {
                let (Some(config), Some(mut planned)) = (change.config()?, change.planned()?) else {
                    return Ok(());
                };
                let [number, numeric] = crate::text::digits(config.number, config.numeric)?;
                planned.number = number.clone();
                planned.numeric = numeric.clone();
                change.set_planned(planned)?;
                if let Some(prior) = change.prior()? {
                    if !prior.number.is_null() && prior.number != number {
                        change.replace(path!(Self, number));
                    }
                    if !prior.numeric.is_null() && prior.numeric != numeric {
                        change.replace(path!(Self, numeric));
                    }
                }
                Ok(())
            }

            async fn create(plan: Self, _: &Random, _: &mut Create) -> Result<Self> {
                let digits = *plan.numeric.known()?;
                let text = crate::recipe::recipe!(plan, digits digits).draw()?;
                Ok(plan.with_computed(Self::computed(text, digits)?))
            }

            async fn import(id: String, _: &Random, _: &mut Import) -> Result<Option<Draft<Self>>> {
                let old = crate::past::Old::of(id);
                let computed = Self::computed(old.text()?, true)?;
                let now = Self::upgraded(old, computed)?;
                Ok(Some(terrane::Model::into_draft(now)?))
            }
        }

        impl $name {
            /// Fills in what an older version, or an import, did not store.
            fn upgraded(old: crate::past::Old, computed: $computed) -> Result<Self> {
                let length = old.text()?.expose().len();
                let now = Self {
                    length: old.length.map_or_else(|| length.try_into(), Ok)?,
                    special: old.special.unwrap_or(true),
                    upper: old.upper.unwrap_or(true),
                    lower: old.lower.unwrap_or(true),
                    numeric: Computed::unknown(),
                    number: Computed::unknown(),
                    min_numeric: old.min_numeric.unwrap_or_default(),
                    min_upper: old.min_upper.unwrap_or_default(),
                    min_lower: old.min_lower.unwrap_or_default(),
                    min_special: old.min_special.unwrap_or_default(),
                    override_special: old.override_special,
                    keepers: old.keepers,
                    result: Computed::unknown(),
                    $($more: Computed::unknown(),)?
                    id: Computed::unknown(),
                };
                Ok(now.with_computed(computed))
            }
        }
    };
}
pub(crate) use text;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_checked_once_all_of_it_is_known() {
        let (known, late) = (Value::Known, Value::unknown);
        let three = [&known(1), &known(1), &known(1), &Value::Null];
        assert_eq!(is_too_short(&known(3), three), None);
        assert!(is_too_short(&known(2), three).is_some_and(|detail| detail.ends_with("got: 2")));
        assert_eq!(is_too_short(&late(), three), None);
        assert_eq!(
            is_too_short(&known(0), [&known(9), &late(), &Value::Null, &Value::Null]),
            None
        );
        assert!(is_too_short(&known(1), [&known(i64::MAX); 4]).is_some());
    }

    #[test]
    fn old_and_new_name_of_digits_are_kept_in_step() {
        let (yes, no, null) = (Value::Known(true), Value::Known(false), Value::Null);
        for (number, numeric, expected) in [
            (&null, &null, [&yes, &yes]),
            (&no, &null, [&no, &no]),
            (&null, &no, [&no, &no]),
            (&yes, &yes, [&yes, &yes]),
            (
                &Value::unknown(),
                &null,
                [&Value::unknown(), &Value::unknown()],
            ),
            (&Value::unknown(), &no, [&Value::unknown(), &no]),
        ] {
            let [a, b] = digits(number.clone(), numeric.clone()).unwrap();
            assert_eq!([&a, &b], expected, "{number:?} {numeric:?}");
        }
        digits(yes, no).unwrap_err();
    }
}
