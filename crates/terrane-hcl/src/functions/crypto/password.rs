//! Hashes of passwords.

use crate::functions::call::{Call, CallError};
use crate::functions::signature::{ArgumentType, Function, Returns, number, string};
use crate::value::Value;

pub(super) static FUNCTIONS: &[Function] = &[Function::new(
    "bcrypt",
    "Returns the bcrypt hash of a password. Each call has another result.",
    &[string("str")],
    Returns::ArgumentType(ArgumentType::String),
    hash,
)
.and_more(number("cost"))];

/// The cost of a hash without an argument for it, and for costs that are too low.
const DEFAULT_COST: u32 = 10;

/// The steps of one round, of which a hash has two to the power of its cost.
const ROUND: u64 = 4500;

/// How many bytes of a password have an effect.
const MAX_PASSWORD: usize = 72;

fn hash(call: &Call<'_>) -> Result<Value, CallError> {
    if call.arguments.len() > 2 {
        return Err(CallError::new("bcrypt() takes no more than two arguments"));
    }
    let cost = match call.arguments.get(1) {
        None => i64::from(DEFAULT_COST),
        Some(_) => call.whole(1)?,
    };
    let bcrypt_cost = match u32::try_from(cost) {
        Ok(cost @ 4..=31) => cost,
        Ok(0..4) | Err(_) if cost < 4 => DEFAULT_COST,
        _ => {
            return Err(CallError::new(format!(
                "cost {cost} is outside allowed inclusive range 4..31"
            )));
        }
    };
    let password = call.text(0).as_bytes();
    if password.len() > MAX_PASSWORD {
        return Err(CallError::new(format!(
            "password length exceeds {MAX_PASSWORD} bytes"
        )));
    }
    let Some(salt) = call.environment().random() else {
        return Ok(call.unknown());
    };
    call.spend(ROUND << bcrypt_cost)?;
    let hash = bcrypt::hash_with_salt(password, bcrypt_cost, salt)
        .map_err(|error| CallError::new(error.to_string()))?;
    Ok(hash.format_for_version(bcrypt::Version::TwoA).into())
}
