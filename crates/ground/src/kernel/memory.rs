//! Memory in bytes: what a search may still take, counted down as it takes it.

use search::{Budget, Stop};

/// Bytes the tables may take if no limit is set.
const DEFAULT: u64 = 2 << 30;

/// What a process needs besides the tables of a search: program, stack, the level, the answer.
const PROCESS: u64 = 6 << 20;

/// The bytes left of a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    left: u64,
}

impl Memory {
    /// The limit of a budget, less what the process itself needs.
    pub fn of(budget: &Budget) -> Memory {
        let limit = budget.memory(DEFAULT);
        Memory { left: limit.saturating_sub(PROCESS.min(limit / 4)) }
    }

    /// Exactly this many bytes.
    pub fn bytes(bytes: u64) -> Memory {
        Memory { left: bytes }
    }

    /// Bytes left.
    pub fn left(self) -> u64 {
        self.left
    }

    /// Takes bytes, or fails if there are not enough.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when there is not that much left.
    pub fn take(&mut self, bytes: u64) -> Result<(), Stop> {
        self.left = self.left.checked_sub(bytes).ok_or(Stop::Memory)?;
        Ok(())
    }

    /// Splits off a share of what is left: `part` out of `whole`.
    pub fn share(&mut self, part: u64, whole: u64) -> Memory {
        let share = (u128::from(self.left) * u128::from(part) / u128::from(whole)) as u64;
        self.left -= share;
        Memory { left: share }
    }

    /// How many nodes of this many bytes each fit into what is left.
    pub fn nodes(self, bytes_per_node: u64) -> usize {
        (self.left / bytes_per_node.max(1)).min(u64::from(u32::MAX) - 1) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::{Cancel, Limits};

    #[test]
    fn takes_until_nothing_is_left() {
        let limits = Limits { memory: Some(100 << 20), ..Limits::default() };
        let mut memory = Memory::of(&Budget::new(limits, Cancel::default()));
        assert_eq!(memory.left(), 94 << 20);
        assert_eq!(memory.share(1, 2).left(), 47 << 20);
        assert_eq!(memory.take(47 << 20), Ok(()));
        assert_eq!(memory.take(1), Err(Stop::Memory));
    }
}
