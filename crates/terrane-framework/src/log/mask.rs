//! What an author masks and leaves out, in all lines or in those of a subsystem.

use super::filter::Pattern;
use super::settings::Log;
use super::subsystem::Subsystem;

macro_rules! filters {
    ($($name:ident),*) => {$(
        /// What is masked is shown as `***`. Secrets of the schema need no filter: they are hidden by their values.
        impl $name {
            /// Masks the values of fields with these keys.
            pub fn mask_fields(&mut self, keys: impl IntoIterator<Item = &'static str>) -> &mut Self {
                self.filter.masked_keys.extend(keys);
                self
            }

            /// Masks what matches within the values of all fields.
            pub fn mask_values(&mut self, pattern: impl Into<Pattern>) -> &mut Self {
                self.filter.masked_values.push(pattern.into());
                self
            }

            /// Masks what matches within messages.
            pub fn mask_messages(&mut self, pattern: impl Into<Pattern>) -> &mut Self {
                self.filter.masked_messages.push(pattern.into());
                self
            }

            /// Masks what matches within messages and within the values of all fields.
            pub fn mask(&mut self, pattern: impl Into<Pattern>) -> &mut Self {
                let pattern = pattern.into();
                self.mask_values(pattern.clone()).mask_messages(pattern)
            }

            /// Leaves out lines that have a field with one of these keys.
            pub fn omit_fields(&mut self, keys: impl IntoIterator<Item = &'static str>) -> &mut Self {
                self.filter.omitted_keys.extend(keys);
                self
            }

            /// Leaves out lines whose message matches.
            pub fn omit_messages(&mut self, pattern: impl Into<Pattern>) -> &mut Self {
                self.filter.omitted_messages.push(pattern.into());
                self
            }
        }
    )*};
}

filters!(Log, Subsystem);
