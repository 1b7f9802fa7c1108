//! The classes of characters that have names.

use super::set::Set;

/// Returns the characters of a class such as `\d`, without the negation of `\D`.
pub(super) fn perl(kind: char) -> Option<Set> {
    posix(match kind.to_ascii_lowercase() {
        'd' => "digit",
        'w' => "word",
        's' => return Some(Set::of(&[(9, 10), (12, 13), (32, 32)])),
        _ => return None,
    })
}

/// Returns the characters of a class such as `[:alpha:]`.
pub(super) fn posix(name: &str) -> Option<Set> {
    const DIGIT: (u32, u32) = (48, 57);
    const UPPER: (u32, u32) = (65, 90);
    const LOWER: (u32, u32) = (97, 122);
    Some(Set::of(match name {
        "alnum" => &[DIGIT, UPPER, LOWER],
        "alpha" => &[UPPER, LOWER],
        "ascii" => &[(0, 127)],
        "blank" => &[(9, 9), (32, 32)],
        "cntrl" => &[(0, 31), (127, 127)],
        "digit" => &[DIGIT],
        "graph" => &[(33, 126)],
        "lower" => &[LOWER],
        "print" => &[(32, 126)],
        "punct" => &[(33, 47), (58, 64), (91, 96), (123, 126)],
        "space" => &[(9, 13), (32, 32)],
        "upper" => &[UPPER],
        "word" => &[DIGIT, UPPER, (95, 95), LOWER],
        "xdigit" => &[DIGIT, (65, 70), (97, 102)],
        _ => return None,
    }))
}

/// Returns the characters of a class such as `\p{Greek}`.
///
/// The names are those of Go's library: categories with their aliases, and scripts. Case, blanks, dashes and underscores have no meaning. The library
/// does not find scripts whose names consist of several words.
pub(super) fn unicode(name: &str) -> Option<Set> {
    let canonical_name = canonical_name_of(name);
    match canonical_name.as_str() {
        "Any" => return Some(Set::everything()),
        "Ascii" => return posix("ascii"),
        "Assigned" => return Some(Set::unassigned().negated()),
        "Cn" | "Unassigned" => return Some(Set::unassigned()),
        "Cs" | "Surrogate" => return Some(Set::empty()),
        "C" | "Other" => {
            let mut other = Set::unassigned();
            other.union(&Set::property("gc=C")?);
            return Some(other);
        }
        _ => {}
    }
    if CATEGORIES.contains(&canonical_name.as_str()) {
        return Set::property(&format!("gc={canonical_name}"));
    }
    let is_script = SCRIPTS
        .split_ascii_whitespace()
        .any(|script| script == canonical_name);
    is_script.then(|| Set::property(&format!("sc={canonical_name}")))?
}

/// Returns a name with one capital letter at its start.
fn canonical_name_of(name: &str) -> String {
    let characters = name.chars().filter(|it| !matches!(it, '_' | '-' | ' '));
    let cased = characters.enumerate().map(|(index, it)| match index {
        0 => it.to_ascii_uppercase(),
        _ => it.to_ascii_lowercase(),
    });
    cased.collect()
}

const CATEGORIES: &[&str] = &[
    "Cc",
    "Cf",
    "Co",
    "L",
    "Lc",
    "Ll",
    "Lm",
    "Lo",
    "Lt",
    "Lu",
    "M",
    "Mc",
    "Me",
    "Mn",
    "N",
    "Nd",
    "Nl",
    "No",
    "P",
    "Pc",
    "Pd",
    "Pe",
    "Pf",
    "Pi",
    "Po",
    "Ps",
    "S",
    "Sc",
    "Sk",
    "Sm",
    "So",
    "Z",
    "Zl",
    "Zp",
    "Zs",
    "Casedletter",
    "Closepunctuation",
    "Combiningmark",
    "Connectorpunctuation",
    "Control",
    "Currencysymbol",
    "Dashpunctuation",
    "Decimalnumber",
    "Enclosingmark",
    "Finalpunctuation",
    "Format",
    "Initialpunctuation",
    "Letter",
    "Letternumber",
    "Lineseparator",
    "Lowercaseletter",
    "Mark",
    "Mathsymbol",
    "Modifierletter",
    "Modifiersymbol",
    "Nonspacingmark",
    "Number",
    "Openpunctuation",
    "Otherletter",
    "Othernumber",
    "Otherpunctuation",
    "Othersymbol",
    "Paragraphseparator",
    "Privateuse",
    "Punctuation",
    "Separator",
    "Spaceseparator",
    "Spacingmark",
    "Symbol",
    "Titlecaseletter",
    "Uppercaseletter",
    "Cntrl",
    "Digit",
    "Punct",
];

const SCRIPTS: &str = "Adlam Ahom Arabic Armenian Avestan Balinese Bamum Batak Bengali Bhaiksuki Bopomofo Brahmi Braille Buginese Buhid Carian Chakma \
    Cham Cherokee Chorasmian Common Coptic Cuneiform Cypriot Cyrillic Deseret Devanagari Dogra Duployan Elbasan Elymaic Ethiopic Georgian \
    Glagolitic Gothic Grantha Greek Gujarati Gurmukhi Han Hangul Hanunoo Hatran Hebrew Hiragana Inherited Javanese Kaithi Kannada \
    Katakana Kawi Kharoshthi Khmer Khojki Khudawadi Lao Latin Lepcha Limbu Lisu Lycian Lydian Mahajani Makasar Malayalam Mandaic \
    Manichaean Marchen Medefaidrin Miao Modi Mongolian Mro Multani Myanmar Nabataean Nandinagari Newa Nko Nushu Ogham Oriya Osage \
    Osmanya Palmyrene Phoenician Rejang Runic Samaritan Saurashtra Sharada Shavian Siddham Sinhala Sogdian Soyombo Sundanese \
    Syriac Tagalog Tagbanwa Takri Tamil Tangsa Tangut Telugu Thaana Thai Tibetan Tifinagh Tirhuta Toto Ugaritic Vai Vithkuqi Wancho \
    Yezidi Yi";
