//! Methods that mask or omit lines: for all lines, or for those of a subsystem.

use super::filter::Pattern;
use super::settings::Log;
use super::subsystem::Subsystem;

macro_rules! filters {
    ($($name:ident),*) => {$(
        /// A masked text is shown as `***`. Sensitive attributes need no filter: their values are hidden in all lines.
        impl $name {
            /// Masks the values of fields with these keys.
            pub fn mask_fields(&mut self, keys: impl IntoIterator<Item = &'static str>) -> &mut Self {
                self.filter.masked_keys.extend(keys);
                self
            }

            /// Masks each match of the pattern in the values of all fields.
            pub fn mask_values(&mut self, pattern: impl Into<Pattern>) -> &mut Self {
                self.filter.masked_values.push(pattern.into());
                self
            }

            /// Masks each match of the pattern in messages.
            pub fn mask_messages(&mut self, pattern: impl Into<Pattern>) -> &mut Self {
                self.filter.masked_messages.push(pattern.into());
                self
            }

            /// Masks each match of the pattern in messages and in the values of all fields.
            pub fn mask(&mut self, pattern: impl Into<Pattern>) -> &mut Self {
                let pattern = pattern.into();
                self.mask_values(pattern.clone()).mask_messages(pattern)
            }

            /// Omits lines that have a field with one of these keys.
            pub fn omit_fields(&mut self, keys: impl IntoIterator<Item = &'static str>) -> &mut Self {
                self.filter.omitted_keys.extend(keys);
                self
            }

            /// Omits lines whose message matches the pattern.
            pub fn omit_messages(&mut self, pattern: impl Into<Pattern>) -> &mut Self {
                self.filter.omitted_messages.push(pattern.into());
                self
            }
        }
    )*};
}

filters!(Log, Subsystem);
