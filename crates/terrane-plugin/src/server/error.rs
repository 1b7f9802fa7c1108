//! Errors as lines for a host.

use std::error::Error as StdError;

use crate::error::with_causes;

/// The longest error line for a host, in bytes.
const LONGEST_LINE: usize = 4096;

/// Formats the error and its causes as one line. No host takes this line for a handshake.
pub(super) fn one_line(error: &dyn StdError) -> String {
    let one_line = with_causes(error)
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .replace('|', "/");
    one_line
        .chars()
        .filter(|c| !c.is_control())
        .take(LONGEST_LINE)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Error;

    #[test]
    fn line_has_every_cause_and_is_no_handshake() {
        let own = Error::caused("cannot start the plugin", "no licence\n\tat 1|2|3|4|5\u{7}");
        let line = one_line(&own);
        assert_eq!(line, "cannot start the plugin: no licence at 1/2/3/4/5");
        let refused = terrane_plugin_client::read_handshake(&line)
            .unwrap_err()
            .to_string();
        assert_eq!(
            refused,
            format!("unrecognized remote plugin message: {line}")
        );
    }

    #[test]
    fn line_is_bounded() {
        let own = Error::caused("cannot start the plugin", "ä".repeat(100_000));
        assert_eq!(one_line(&own).chars().count(), LONGEST_LINE);
    }
}
