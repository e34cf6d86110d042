//! The allocator: the standard library's own for what is small, whole pages for what is large.
//!
//! Tables of a search take hundreds of megabytes, begin as zeros and are often dropped before much of them was used.
//! Pages that the host has just given are zeros already, so a table gets such pages as long as there are any; the
//! usual allocator would write them all. And it asks the host for little at a time, each time of which may cost a
//! browser a garbage collection; here memory grows by large steps.
//!
//! A failed allocation ends the module as a panic does. The host is told first, so that it can tell the status
//! `memory` from a crash.

// SAFETY, for all of this file: there is one thread, so nobody else uses the lists. A block is large by its layout
// alone, so whoever frees it asks the one that made it. Large blocks are whole pages that `memory_grow` has given and
// that `Pages` gives to one owner at a time.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout};
use std::arch::wasm32::memory_grow;
use std::cell::UnsafeCell;
use std::ptr;

use dlmalloc::Dlmalloc;

use crate::module::host;
use crate::pages::Pages;

/// Bytes of a page, and of the smallest block that has pages of its own.
const PAGE: usize = 65536;
const LARGE: usize = 1 << 20;

/// Pages by which memory grows at least, and pages that the allocator of small blocks gets at least.
const STEP: usize = (16 << 20) / PAGE;
const PIECE: usize = (1 << 20) / PAGE;

/// Pages that nobody has ever had, which are zeros, and pages that were given back.
struct Store {
    fresh: Pages,
    used: Pages,
}

impl Store {
    /// Pages that are zeros.
    fn zeros(&mut self, pages: usize) -> Option<usize> {
        if let Some(first) = self.fresh.take(pages) {
            return Some(first);
        }
        let step = pages.max(STEP);
        let (first, given) = match (memory_grow(0, step), pages) {
            (usize::MAX, _) => (memory_grow(0, pages), pages),
            (first, _) => (first, step),
        };
        if first == usize::MAX {
            return None;
        }
        self.fresh.give(first, given);
        self.fresh.take(pages)
    }
}

struct Shared<T>(UnsafeCell<T>);

unsafe impl<T> Sync for Shared<T> {}

impl<T> Shared<T> {
    #[allow(clippy::mut_from_ref)]
    fn get(&self) -> &mut T {
        unsafe { &mut *self.0.get() }
    }
}

static STORE: Shared<Store> =
    Shared(UnsafeCell::new(Store { fresh: Pages::new(), used: Pages::new() }));

static SMALL: Shared<Dlmalloc<Pieces>> =
    Shared(UnsafeCell::new(Dlmalloc::new_with_allocator(Pieces)));

/// Where the allocator of small blocks gets its memory.
struct Pieces;

unsafe impl dlmalloc::Allocator for Pieces {
    fn alloc(&self, size: usize) -> (*mut u8, usize, u32) {
        let pages = size.div_ceil(PAGE).max(PIECE);
        match STORE.get().zeros(pages) {
            Some(first) => (place(first), pages * PAGE, 0),
            None => (ptr::null_mut(), 0, 0),
        }
    }

    fn remap(&self, _: *mut u8, _: usize, _: usize, _: bool) -> *mut u8 {
        ptr::null_mut()
    }

    fn free_part(&self, _: *mut u8, _: usize, _: usize) -> bool {
        false
    }

    fn free(&self, _: *mut u8, _: usize) -> bool {
        false
    }

    fn can_release_part(&self, _: u32) -> bool {
        false
    }

    fn allocates_zeros(&self) -> bool {
        true
    }

    fn page_size(&self) -> usize {
        PAGE
    }
}

fn place(page: usize) -> *mut u8 {
    ptr::with_exposed_provenance_mut(page * PAGE)
}

/// Says that there was no memory, if there was none.
fn told(place: *mut u8) -> *mut u8 {
    if place.is_null() {
        host::out_of_memory();
    }
    place
}

/// Its functions are never inlined. The compiler knows that a new block is nobody else's, and takes what lies before the block,
/// where the allocator notes its size, for a part of it: inlined into their callers, two calls would seem to have nothing to
/// do with each other, and the note of one would be read before the other has changed it. (Seen in `fess`: the assertion
/// of dlmalloc that a block has its size.) It also makes the module smaller.
struct Allocator;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

unsafe impl GlobalAlloc for Allocator {
    #[inline(never)]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let (size, align) = (layout.size(), layout.align());
        if size < LARGE {
            return told(unsafe { SMALL.get().malloc(size, align) });
        }
        let (store, pages) = (STORE.get(), size.div_ceil(PAGE));
        let found = store.used.take(pages).or_else(|| store.zeros(pages));
        told(found.map_or(ptr::null_mut(), place))
    }

    #[inline(never)]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        let (size, align) = (layout.size(), layout.align());
        if size < LARGE {
            return told(unsafe { SMALL.get().calloc(size, align) });
        }
        let (store, pages) = (STORE.get(), size.div_ceil(PAGE));
        if let Some(first) = store.zeros(pages) {
            return place(first);
        }
        let found = told(store.used.take(pages).map_or(ptr::null_mut(), place));
        if !found.is_null() {
            unsafe { found.write_bytes(0, size) };
        }
        found
    }

    #[inline(never)]
    unsafe fn realloc(&self, old: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let (before, align) = (layout.size(), layout.align());
        if before < LARGE && size < LARGE {
            return told(unsafe { SMALL.get().realloc(old, before, align, size) });
        }
        if before >= LARGE && size >= LARGE && before.div_ceil(PAGE) == size.div_ceil(PAGE) {
            return old;
        }
        let new = unsafe { self.alloc(Layout::from_size_align_unchecked(size, align)) };
        if !new.is_null() {
            unsafe {
                ptr::copy_nonoverlapping(old, new, before.min(size));
                self.dealloc(old, layout);
            }
        }
        new
    }

    #[inline(never)]
    unsafe fn dealloc(&self, old: *mut u8, layout: Layout) {
        let (size, align) = (layout.size(), layout.align());
        if size < LARGE {
            return unsafe { SMALL.get().free(old, size, align) };
        }
        STORE.get().used.give(old.addr() / PAGE, size.div_ceil(PAGE));
    }
}
