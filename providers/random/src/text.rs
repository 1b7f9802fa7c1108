//! Random text of classes of characters: what may be asked for, and how it is drawn.

use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand::{CryptoRng, RngExt};
use terrane::schema::Violation;
use terrane::{Error, Result, Sensitive, Value};

use crate::draw::{READ_ERROR, failed, generator};

/// What a random text is made of.
pub(crate) struct Recipe {
    /// How many characters it has.
    pub(crate) length: i64,
    /// The classes of its characters.
    pub(crate) classes: [Class; 4],
}

/// A class of characters.
pub(crate) struct Class {
    /// The characters.
    pub(crate) alphabet: Vec<char>,
    /// Whether they may stand anywhere, beyond those that must.
    pub(crate) anywhere: bool,
    /// How many of them must be there.
    pub(crate) least: i64,
}

/// Takes a recipe out of a model: all of them name its parts alike, but not what says whether there are digits.
macro_rules! recipe {
    ($model:expr, digits $digits:expr) => {{
        use $crate::text::{Class, Recipe, special};
        let class = |alphabet: Vec<char>, anywhere, least| Class {
            alphabet,
            anywhere,
            least,
        };
        Recipe {
            length: $model.length,
            classes: [
                class(
                    special($model.override_special.as_deref()),
                    $model.special,
                    $model.min_special,
                ),
                class(('A'..='Z').collect(), $model.upper, $model.min_upper),
                class(('a'..='z').collect(), $model.lower, $model.min_lower),
                class(('0'..='9').collect(), $digits, $model.min_numeric),
            ],
        }
    }};
}
pub(crate) use recipe;

/// The special characters, unless others are configured.
pub(crate) fn special(others: Option<&str>) -> Vec<char> {
    let others = others.filter(|others| !others.is_empty());
    others.unwrap_or("!@#$%&*()-_=+[]{}<>:?").chars().collect()
}

impl Recipe {
    /// Draws a text.
    pub(crate) fn draw(&self) -> Result<Sensitive<String>> {
        self.draw_with(&mut generator()?)
    }

    fn draw_with(&self, rng: &mut (impl CryptoRng + RngExt)) -> Result<Sensitive<String>> {
        let anywhere = self.classes.iter().filter(|class| class.anywhere);
        let anywhere: Vec<char> = anywhere
            .flat_map(|class| &class.alphabet)
            .copied()
            .collect();
        if anywhere.is_empty() {
            return Err(failed(READ_ERROR, "the character set specified is empty"));
        }
        let mut text = Vec::new();
        for class in &self.classes {
            fill(&mut text, &class.alphabet, class.least, rng)?;
        }
        let rest = self
            .length
            .saturating_sub(i64::try_from(text.len())?)
            .max(0);
        fill(&mut text, &anywhere, rest, rng)?;
        text.shuffle(rng);
        Ok(Sensitive::new(text.into_iter().collect()))
    }
}

/// Adds so many characters of an alphabet.
fn fill(text: &mut Vec<char>, alphabet: &[char], count: i64, rng: &mut impl RngExt) -> Result<()> {
    let count = usize::try_from(count).map_err(|error| failed(READ_ERROR, error))?;
    let room = text.try_reserve_exact(count);
    room.map_err(|error| failed(READ_ERROR, error))?;
    text.extend((0..count).filter_map(|_| alphabet.choose(rng)));
    Ok(())
}

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
pub(crate) fn digits(number: Value<bool>, numeric: Value<bool>) -> Result<Value<bool>> {
    match (number, numeric) {
        (Value::Null, Value::Null) => Ok(Value::Known(true)),
        (Value::Null, one) | (one, Value::Null) => Ok(one),
        (Value::Known(number), Value::Known(numeric)) if number != numeric => Err(Error::new(
            "Number and numeric are both configured with different values",
            "`number` is the old name of `numeric`: remove it.",
        )),
        (Value::Known(one), _) | (_, Value::Known(one)) => Ok(Value::Known(one)),
        (late, Value::Unknown(_)) => Ok(late),
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
                let digits = crate::text::digits(config.number, config.numeric)?;
                planned.number = digits.clone();
                planned.numeric = digits.clone();
                change.set_planned(planned)?;
                if let Some(prior) = change.prior()? {
                    let differs = |before: Value<bool>| !before.is_null() && before != digits;
                    if differs(prior.number) {
                        change.replace(path!(Self, number));
                    }
                    if differs(prior.numeric) {
                        change.replace(path!(Self, numeric));
                    }
                }
                Ok(())
            }

            async fn create(plan: Self, _: &Random, _: &mut Create) -> Result<Self> {
                let digits = *plan.numeric.known()?;
                let text = crate::text::recipe!(plan, digits digits).draw()?;
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
