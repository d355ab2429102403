//! The animals, by topic.

use crate::animal::Animal;

mod cheats;
#[cfg(target_os = "linux")]
mod clocks;
mod controls;
mod exits;
#[cfg(target_os = "linux")]
mod floods;
#[cfg(target_os = "linux")]
mod hogs;
#[cfg(target_os = "linux")]
mod keepers;
#[cfg(target_os = "linux")]
mod litter;
#[cfg(target_os = "linux")]
mod memories;
#[cfg(target_os = "linux")]
mod memory;
mod names;
#[cfg(target_os = "linux")]
mod outputs;
#[cfg(target_os = "linux")]
mod processes;
#[cfg(target_os = "linux")]
mod signals;
#[cfg(target_os = "linux")]
mod snoops;
mod spellings;
#[cfg(target_os = "linux")]
mod vandals;

const GROUPS: &[&[Animal]] = &[
    controls::ANIMALS,
    spellings::ANIMALS,
    cheats::ANIMALS,
    exits::ANIMALS,
    names::ANIMALS,
    #[cfg(target_os = "linux")]
    outputs::ANIMALS,
    #[cfg(target_os = "linux")]
    signals::ANIMALS,
    #[cfg(target_os = "linux")]
    processes::ANIMALS,
    #[cfg(target_os = "linux")]
    hogs::ANIMALS,
    #[cfg(target_os = "linux")]
    clocks::ANIMALS,
    #[cfg(target_os = "linux")]
    memory::ANIMALS,
    #[cfg(target_os = "linux")]
    floods::ANIMALS,
    #[cfg(target_os = "linux")]
    litter::ANIMALS,
    #[cfg(target_os = "linux")]
    keepers::ANIMALS,
    #[cfg(target_os = "linux")]
    snoops::ANIMALS,
    #[cfg(target_os = "linux")]
    memories::ANIMALS,
    #[cfg(target_os = "linux")]
    vandals::ANIMALS,
];

const COUNT: usize = {
    let mut count = 0;
    let mut group = 0;
    while group < GROUPS.len() {
        count += GROUPS[group].len();
        group += 1;
    }
    count
};

/// All animals in one array.
pub(crate) static ALL: [Animal; COUNT] = {
    let mut all = [GROUPS[0][0]; COUNT];
    let mut count = 0;
    let mut group = 0;
    while group < GROUPS.len() {
        let mut index = 0;
        while index < GROUPS[group].len() {
            all[count] = GROUPS[group][index];
            count += 1;
            index += 1;
        }
        group += 1;
    }
    all
};
