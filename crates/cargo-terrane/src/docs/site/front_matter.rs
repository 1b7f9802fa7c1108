//! The front matter of pages.

use saphyr_parser::{Event, Parser};

/// The data of a page that registries read.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct FrontMatter {
    pub(super) page_title: Option<String>,
    pub(super) subcategory: String,
    pub(super) description: String,
}

/// Separates the front matter from the contents of a page.
pub(super) fn split(page: &str) -> Result<(FrontMatter, &str), String> {
    let Some(rest) = page.strip_prefix("---\n") else {
        return Ok((FrontMatter::default(), page));
    };
    let Some((matter, contents)) = rest.split_once("\n---\n") else {
        return Ok((FrontMatter::default(), page));
    };
    Ok((read_front_matter(matter)?, contents))
}

/// Reads the texts of a mapping. Nested values are ignored.
fn read_front_matter(yaml: &str) -> Result<FrontMatter, String> {
    let mut found = FrontMatter::default();
    let mut parser = Parser::new_from_str(yaml);
    let mut depth = 0usize;
    let mut key: Option<String> = None;
    while let Some(event) = parser.next_event() {
        let (event, _) = event.map_err(|error| error.to_string())?;
        match event {
            Event::MappingStart(..) | Event::SequenceStart(..) => {
                // The value of a key within the data of the page.
                key = None;
                depth += 1;
            }
            Event::MappingEnd | Event::SequenceEnd => depth = depth.saturating_sub(1),
            Event::Scalar(text, ..) if depth == 1 => match key.take() {
                None => key = Some(text.into_owned()),
                Some(key) => match key.as_str() {
                    "page_title" => found.page_title = Some(text.into_owned()),
                    "subcategory" => found.subcategory = text.into_owned(),
                    "description" => found.description = text.trim().to_owned(),
                    _ => {}
                },
            },
            _ => {}
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_and_the_rest_is_the_page() {
        let page = "---\n# a comment\npage_title: \"A: b\"\nsubcategory: \"\"\ndescription: |-\n  One\n  two\n---\n\n# Title\n";
        let (matter, contents) = split(page).unwrap();
        assert_eq!(matter.page_title.as_deref(), Some("A: b"));
        assert_eq!(matter.description, "One\ntwo");
        assert_eq!(contents, "\n# Title\n");
        assert_eq!(
            split("# Title\n").unwrap(),
            (FrontMatter::default(), "# Title\n")
        );
        assert!(split("---\na: [\n---\n").is_err());
    }

    #[test]
    fn values_within_others_are_no_data_of_the_page() {
        let page = "---\ntags: [subcategory, Tags]\nmore:\n  page_title: Inner\n  list:\n    - description\npage_title: Outer\nsubcategory: Animals\nother: x\n---\n";
        let (matter, contents) = split(page).unwrap();
        let expected = FrontMatter {
            page_title: Some("Outer".to_owned()),
            subcategory: "Animals".to_owned(),
            description: String::new(),
        };
        assert_eq!((matter, contents), (expected, ""));
        let (matter, _) = split("---\ntags: [a]\npage_title: Outer\n---\n").unwrap();
        assert_eq!(matter.page_title.as_deref(), Some("Outer"));
    }

    #[test]
    fn a_rule_without_an_end_is_no_front_matter() {
        let page = "---\npage_title: Pets\n";
        assert_eq!(split(page).unwrap(), (FrontMatter::default(), page));
    }
}
