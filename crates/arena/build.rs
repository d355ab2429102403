//! Writes the look-alikes of `unicode-security` as a table without pointers.
//!
//! The crate has a pointer for each of some 6,000 characters. They would all be adjusted whenever floe is started, which in
//! tier `strict` it is for each turn of a program, and take longer than any other part of the start.

use std::error::Error;
use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

use unicode_normalization::UnicodeNormalization;
use unicode_security::skeleton;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let (mut table, mut prototypes) = (String::new(), String::new());
    for letter in '\0'..=char::MAX {
        let own = letter.to_string();
        let prototype: String = skeleton(&own).collect();
        // A letter that has parts is looked up by its parts.
        if prototype != own && own.nfd().eq([letter]) {
            write!(table, "({letter:?}, {}, {}), ", prototypes.len(), prototype.len())?;
            prototypes += &prototype;
        }
    }
    let path =
        Path::new(&env::var_os("OUT_DIR").ok_or("there is no folder for output")?).join("look_alikes.rs");
    let text = format!(
        "const LOOK_ALIKES: &[(char, u32, u8)] = &[{table}];\nconst PROTOTYPES: &str = {prototypes:?};\n"
    );
    Ok(fs::write(path, text)?)
}
