//! The one hash that is stored: in records, file formats and entity tags. It is an identifier, not
//! a protection against tampering.

use std::borrow::Borrow;

/// 64-bit FNV-1a (Fowler, Noll and Vo 1991): the same in every version and on every machine.
///
/// ```
/// assert_eq!(banto_text::fnv1a(b"foobar"), 0x85944171f73967e8);
/// assert_eq!(banto_text::fnv1a("foo".bytes().chain("bar".bytes())), banto_text::fnv1a(b"foobar"));
/// ```
pub fn fnv1a(bytes: impl IntoIterator<Item: Borrow<u8>>) -> u64 {
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte.borrow())).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
