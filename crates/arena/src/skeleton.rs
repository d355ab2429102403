//! What a name looks like, so that names that look the same can be told apart.

use unicode_normalization::UnicodeNormalization;

// For each letter that looks like another, the place of its prototype in a text, in bytes, and its length.
include!(concat!(env!("OUT_DIR"), "/look_alikes.rs"));

/// Returns the skeleton of a name by Unicode Technical Standard 39. Names that look the same have the same one.
pub(crate) fn skeleton(name: &str) -> String {
    let mut looks = String::new();
    for letter in name.nfd() {
        match LOOK_ALIKES.binary_search_by_key(&letter, |entry| entry.0) {
            Ok(index) => {
                let (_, start, length) = LOOK_ALIKES[index];
                looks += &PROTOTYPES[start as usize..][..usize::from(length)];
            }
            Err(_) => looks.push(letter),
        }
    }
    looks.nfd().collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_letter_has_the_skeleton_of_the_crate() {
        for letter in '\0'..=char::MAX {
            let own = letter.to_string();
            let wanted: String = unicode_security::skeleton(&own).collect();
            assert_eq!(skeleton(&own), wanted, "{letter:?}");
        }
    }

    proptest! {
        #[test]
        fn every_name_has_the_skeleton_of_the_crate(name in any::<String>()) {
            let wanted: String = unicode_security::skeleton(&name).collect();
            prop_assert_eq!(skeleton(&name), wanted);
        }
    }
}
