//! Tests of the arena from outside.

mod report_page;
