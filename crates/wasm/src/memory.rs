//! The allocator: the usual one, which says when the host gives no more memory.
//!
//! A failed allocation ends the module as a panic does. The host is told first, so that it can tell the status
//! `memory` from a crash.

use std::alloc::{GlobalAlloc, Layout, System};

use crate::module::host;

struct Telling;

#[global_allocator]
static ALLOCATOR: Telling = Telling;

/// Says that there was no memory, if there was none.
fn told(place: *mut u8) -> *mut u8 {
    if place.is_null() {
        host::out_of_memory();
    }
    place
}

// SAFETY: every call is passed to the usual allocator as it came, and its answer returned as it is.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Telling {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        told(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        told(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        told(unsafe { System.realloc(place, layout, size) })
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        unsafe { System.dealloc(place, layout) }
    }
}
