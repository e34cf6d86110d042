//! What a host may ask to have optimised, as flags.
//!
//! The public header gives secondary moves the bit 64. YASC 1.424 put *player lines* there and moved every
//! secondary metric up by one bit. Both orders are read: 68 and 130 make no sense in the newer one, where they
//! would be two primary metrics or one metric twice. 258 is *moves, then pushes* in the newer order and *moves,
//! then box lines* in the older; it is read as the newer, which keeps the promise about moves.

use puzzle::Metric;

use crate::status::FOUND;

/// Primary: moves.
pub const MOVES: u32 = 2;
/// Primary: pushes.
pub const PUSHES: u32 = 4;
/// Secondary moves and pushes since YASC 1.424.
const SECOND_MOVES: u32 = 128;
const SECOND_PUSHES: u32 = 256;
/// Secondary moves and pushes in the public header.
const OLD_SECOND_MOVES: u32 = 64;
const OLD_SECOND_PUSHES: u32 = 128;

/// What is to become fewer, if the optimizer has that: pushes and then moves, or the other way round. The second
/// count always decides between equals, so a host that names no second one is served too.
pub fn asked(flags: u32) -> Option<Metric> {
    match flags & !FOUND {
        MOVES => Some(Metric::Moves),
        PUSHES => Some(Metric::Pushes),
        both if both == MOVES | SECOND_PUSHES || both == MOVES | OLD_SECOND_PUSHES => {
            Some(Metric::Moves)
        }
        both if both == PUSHES | SECOND_MOVES || both == PUSHES | OLD_SECOND_MOVES => {
            Some(Metric::Pushes)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_orders_of_the_secondary_flags_are_read() {
        for flags in [4, 68, 132, 133] {
            assert_eq!(asked(flags), Some(Metric::Pushes), "{flags}");
        }
        for flags in [2, 130, 258] {
            assert_eq!(asked(flags), Some(Metric::Moves), "{flags}");
        }
    }

    #[test]
    fn what_is_not_optimised_is_refused() {
        // Box lines, changes, sessions, player lines, alone and first; two primary metrics; nothing.
        for flags in [0, 1, 8, 16, 32, 64, 8 | 128, 16 | 256, 2 | 4, 2 | 512, 4 | 1024, 1 << 31] {
            assert_eq!(asked(flags), None, "{flags}");
        }
    }
}
