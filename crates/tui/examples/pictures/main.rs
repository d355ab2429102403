//! Makes the pictures of the README from the real screens: `cargo run -p floe-tui --example pictures`.
//!
//! They are written to `docs/pictures`. A test compares them with the screens, so that none is ever out of date.

mod scenes;
mod svg;

use std::fs;
use std::io;
use std::path::Path;

fn main() -> io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures");
    fs::create_dir_all(&folder)?;
    for (name, picture) in scenes::pictures() {
        fs::write(folder.join(name), picture)?;
        println!("{name}");
    }
    Ok(())
}
