//! Makes solutions shorter: first in pushes, then in moves without adding pushes.

mod windows;

pub use windows::improve;
