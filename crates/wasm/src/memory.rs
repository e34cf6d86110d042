//! The allocator: the usual one for what is small, pages of their own for what is large.
//!
//! Tables of a search take hundreds of megabytes and begin as zeros. Pages that the host has just given are zeros
//! already; the usual allocator does not know that and writes them again, which takes longer than many a search.
//!
//! A failed allocation ends the module as a panic does. The host is told first, so that it can tell the status
//! `memory` from a crash.

// SAFETY, for all of this file: there is one thread, so nobody else uses the list of pages. A block is large by its
// layout alone, so whoever frees it asks the one that made it. Large blocks are whole pages that `memory_grow` or the
// list has given out, and the list gives out no page twice.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::arch::wasm32::{memory_grow, memory_size};
use std::cell::UnsafeCell;
use std::ptr;

use crate::module::host;
use crate::pages::Pages;

/// Bytes of a page, and of the smallest block that has pages of its own.
const PAGE: usize = 65536;
const LARGE: usize = 1 << 20;

struct Allocator {
    free: UnsafeCell<Pages>,
}

unsafe impl Sync for Allocator {}

#[global_allocator]
static ALLOCATOR: Allocator = Allocator { free: UnsafeCell::new(Pages::new()) };

/// Says that there was no memory, if there was none.
fn told(place: *mut u8) -> *mut u8 {
    if place.is_null() {
        host::out_of_memory();
    }
    place
}

/// New pages at the end of memory, all zeros; null if there are none.
fn grown(pages: usize) -> *mut u8 {
    match memory_grow(0, pages) {
        usize::MAX => ptr::null_mut(),
        first => ptr::without_provenance_mut(first * PAGE),
    }
}

impl Allocator {
    /// A large block, and whether it is zeros.
    fn large(&self, size: usize) -> (*mut u8, bool) {
        let pages = size.div_ceil(PAGE);
        match unsafe { &mut *self.free.get() }.take(pages) {
            Some(first) => (ptr::without_provenance_mut(first * PAGE), false),
            None => (grown(pages), true),
        }
    }

    fn free_large(&self, place: *mut u8, size: usize) {
        unsafe { &mut *self.free.get() }.give(place.addr() / PAGE, size.div_ceil(PAGE));
    }

    /// Makes a large block longer where it is, if it is the last of all.
    fn extended(&self, place: *mut u8, old: usize, new: usize) -> bool {
        let (end, wanted) = (place.addr() / PAGE + old.div_ceil(PAGE), new.div_ceil(PAGE));
        let more = wanted.saturating_sub(old.div_ceil(PAGE));
        more == 0 || end == memory_size(0) && memory_grow(0, more) == end
    }
}

unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        match layout.size() {
            LARGE.. => told(self.large(layout.size()).0),
            _ => told(unsafe { System.alloc(layout) }),
        }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if layout.size() < LARGE {
            return told(unsafe { System.alloc_zeroed(layout) });
        }
        let (place, zeros) = self.large(layout.size());
        if !told(place).is_null() && !zeros {
            unsafe { place.write_bytes(0, layout.size()) };
        }
        place
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let old = layout.size();
        if old < LARGE && size < LARGE {
            return told(unsafe { System.realloc(place, layout, size) });
        }
        if old >= LARGE && size >= old && self.extended(place, old, size) {
            return place;
        }
        let new = unsafe { self.alloc(Layout::from_size_align_unchecked(size, layout.align())) };
        if !new.is_null() {
            unsafe {
                ptr::copy_nonoverlapping(place, new, old.min(size));
                self.dealloc(place, layout);
            }
        }
        new
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        match layout.size() {
            LARGE.. => self.free_large(place, layout.size()),
            _ => unsafe { System.dealloc(place, layout) },
        }
    }
}
