//! What the resources tell of a time: all name its parts alike.

/// Declares a resource by its own attributes.
macro_rules! timed {
    ($(#[$doc:meta])* $name:ident { $($(#[$own_meta:meta])* $own:ident: $own_type:ty,)* }) => {
        $(#[$doc])*
        #[derive(Schema)]
        pub(crate) struct $name {
            $($(#[$own_meta])* $own: $own_type,)*
            /// Values whose change makes a new time.
            #[tf(replace)]
            triggers: Option<BTreeMap<String, Option<String>>>,
            /// The year.
            year: Computed<i64>,
            /// The month.
            month: Computed<i64>,
            /// The day of the month.
            day: Computed<i64>,
            /// The hour.
            hour: Computed<i64>,
            /// The minute.
            minute: Computed<i64>,
            /// The second.
            second: Computed<i64>,
            /// Seconds since 1970 began.
            unix: Computed<i64>,
        }
    };
}
pub(crate) use timed;

/// Makes the computed attributes of a time.
macro_rules! parts {
    ($target:ident, $moment:expr, $($rest:tt)*) => {{
        let shown = $moment.shown()?;
        $target {
            year: shown.year,
            month: shown.civil.month().into(),
            day: shown.civil.day().into(),
            hour: shown.civil.hour().into(),
            minute: shown.civil.minute().into(),
            second: shown.civil.second().into(),
            unix: shown.unix,
            $($rest)*
        }
    }};
}
pub(crate) use parts;
