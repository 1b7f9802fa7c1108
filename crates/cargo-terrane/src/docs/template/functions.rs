//! The functions that templates of both languages have.

use std::path::Path;

use unicode_segmentation::UnicodeSegmentation as _;

pub(super) use super::plain::plain_text;

/// Returns a text with small letters. Each character has one, as in Go.
pub(super) fn lower(text: &str) -> String {
    text.chars()
        .map(|character| match character {
            'İ' => 'i',
            _ => single_character(character.to_lowercase(), character),
        })
        .collect()
}

/// Returns a text with capital letters. A character without one, such as `ß`, is unchanged, as in Go.
pub(super) fn upper(text: &str) -> String {
    text.chars()
        .map(|character| single_character(character.to_uppercase(), character))
        .collect()
}

/// Returns the only character, or else another one.
fn single_character(mut characters: impl Iterator<Item = char>, other: char) -> char {
    match (characters.next(), characters.next()) {
        (Some(character), None) => character,
        _ => other,
    }
}

/// Returns a text in which the first letter of each word is a capital one.
pub(super) fn title(text: &str) -> String {
    let mut titled = String::new();
    for word in text.split_word_bounds() {
        let is_letter = |it: char| it.is_lowercase() || it.is_uppercase() || is_digraph(it);
        let start = word.find(is_letter).unwrap_or(word.len());
        let (before, letters) = word.split_at(start);
        titled.push_str(before);
        let mut characters = letters.chars();
        if let Some(first) = characters.next() {
            // The capital letter of `ß` is `Ss`, and that of `ŉ` is `ʼN`.
            let mut capitals = first.to_uppercase();
            for character in capitals.by_ref() {
                titled.push(digraph(character));
                if character.is_uppercase() {
                    break;
                }
            }
            titled.extend(capitals.flat_map(char::to_lowercase));
            titled.push_str(&characters.as_str().to_lowercase());
        }
    }
    titled
}

/// Whether a character is two letters, the first of which is a capital one.
const fn is_digraph(character: char) -> bool {
    matches!(character, 'ǅ' | 'ǈ' | 'ǋ' | 'ǲ')
}

/// Returns a character of two capital letters with the second one small.
const fn digraph(character: char) -> char {
    match character {
        'Ǆ' => 'ǅ',
        'Ǉ' => 'ǈ',
        'Ǌ' => 'ǋ',
        'Ǳ' => 'ǲ',
        other => other,
    }
}

pub(super) fn prefix_lines(prefix: &str, text: &str) -> String {
    let lines: Vec<String> = text
        .split('\n')
        .map(|line| format!("{prefix}{line}"))
        .collect();
    lines.join("\n")
}

pub(super) fn split(text: &str, separator: &str) -> Vec<String> {
    if separator.is_empty() {
        text.chars().map(String::from).collect()
    } else {
        text.split(separator).map(str::to_owned).collect()
    }
}

/// Returns a file as a block of code. `file` is relative to `folder`.
pub(super) fn code_file(folder: &Path, format: &str, file: &str) -> Result<String, String> {
    let text = fs_err::read_to_string(folder.join(file)).map_err(|error| error.to_string())?;
    let code = text.replace("\r\n", "\n");
    if code.trim().is_empty() {
        Err(format!("`{file}` is empty"))
    } else {
        Ok(code_block(format, &code))
    }
}

pub(super) fn code_block(format: &str, code: &str) -> String {
    format!("```{format}\n{}\n```", code.trim())
}
