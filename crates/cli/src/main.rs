//! The `banto` command.

fn main() {}
