//! How the numbers of options are read.

use std::str::FromStr;

/// Reads a whole number that is not negative.
pub(crate) fn whole<T: FromStr>(text: &str) -> Result<T, String> {
    read(text, "a whole number such as 4")
}

/// Reads a time in milliseconds.
pub(crate) fn milliseconds<T: FromStr>(text: &str) -> Result<T, String> {
    read(text, "a time in milliseconds, such as 500")
}

fn read<T: FromStr>(text: &str, wanted: &str) -> Result<T, String> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().map_err(|_| match is_number {
        true if text.bytes().all(|byte| byte == b'0') => "it must be at least 1".to_owned(),
        true => "the number is too large".to_owned(),
        false => format!("it must be {wanted}"),
    })
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU64;

    use super::*;

    #[test]
    fn numbers_are_read_and_others_refused_with_a_reason() {
        assert_eq!(whole::<u8>("255"), Ok(255));
        assert_eq!(whole::<u8>("256").unwrap_err(), "the number is too large");
        assert_eq!(whole::<u32>("-1").unwrap_err(), "it must be a whole number such as 4");
        let time = "it must be a time in milliseconds, such as 500";
        for text in ["abc", "-1", "", "1.5", "1s"] {
            assert_eq!(milliseconds::<u64>(text).unwrap_err(), time, "{text}");
        }
        assert_eq!(milliseconds::<NonZeroU64>("0").unwrap_err(), "it must be at least 1");
    }
}
