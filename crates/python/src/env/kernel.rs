//! One step of a run of boards. Boards do not know each other, so runs can be stepped by different threads and the
//! result does not depend on how many there are.

use super::boards::{Boards, DEAD};
use super::lost::is_lost;
use super::observe::Form;
use super::reach::{Reach, steps};
use super::rules::{Action, Autoreset, Kind, Order, Random};
use super::unblock;
use crate::level::bits::{BOX, GOAL, PLAYER, WALL};

/// What does not change from step to step.
pub(super) struct Plan {
    pub(super) boards: Boards,
    /// Step actions; empty when the actions are pushes.
    pub(super) actions: Vec<Action>,
    pub(super) rewards: [f64; 8],
    pub(super) max_steps: u32,
    pub(super) autoreset: Autoreset,
    pub(super) order: Order,
    /// Whether losses are looked for, and whether they end an episode.
    pub(super) lost: bool,
    pub(super) lost_ends: bool,
}

/// One board in play, beside its squares.
#[derive(Clone, Default)]
pub(super) struct Slot {
    pub(super) random: Random,
    pub(super) level: u32,
    /// The level after this one, when they are played in order, and how far it is to the one after that.
    pub(super) next: u32,
    pub(super) stride: u32,
    /// The levels it plays: from the first up to, not including, the second.
    pub(super) range: (u32, u32),
    pub(super) player: u32,
    pub(super) steps: u32,
    pub(super) left: u16,
    pub(super) over: bool,
    pub(super) lost: bool,
    /// The level of the episode that ended last.
    pub(super) ended: u32,
}

/// Boards that are stepped together, with the arrays of Python that belong to them.
pub(super) struct Run<'a> {
    pub(super) slots: &'a mut [Slot],
    pub(super) cells: &'a mut [u8],
    pub(super) observations: &'a mut [u8],
    pub(super) rewards: &'a mut [f64],
    pub(super) terminated: &'a mut [bool],
    pub(super) truncated: &'a mut [bool],
    pub(super) steps: &'a mut [i32],
    pub(super) levels: &'a mut [i32],
    pub(super) lost: &'a mut [bool],
    /// Possible pushes; empty unless the actions are pushes.
    pub(super) mask: &'a mut [i8],
    /// Last observations of episodes that ended; empty unless boards are reset at once.
    pub(super) finals: &'a mut [u8],
}

impl<'a> Run<'a> {
    /// Splits off the first `count` boards.
    pub(super) fn split(self, count: usize) -> (Run<'a>, Run<'a>) {
        let n = self.slots.len();
        let (slots, slots2) = self.slots.split_at_mut(count);
        let (cells, cells2) = part(self.cells, n, count);
        let (observations, observations2) = part(self.observations, n, count);
        let (rewards, rewards2) = part(self.rewards, n, count);
        let (terminated, terminated2) = part(self.terminated, n, count);
        let (truncated, truncated2) = part(self.truncated, n, count);
        let (steps, steps2) = part(self.steps, n, count);
        let (levels, levels2) = part(self.levels, n, count);
        let (lost, lost2) = part(self.lost, n, count);
        let (mask, mask2) = part(self.mask, n, count);
        let (finals, finals2) = part(self.finals, n, count);
        #[rustfmt::skip]
        let first = Run { slots, cells, observations, rewards, terminated, truncated, steps, levels, lost, mask, finals };
        let second = Run {
            slots: slots2,
            cells: cells2,
            observations: observations2,
            rewards: rewards2,
            terminated: terminated2,
            truncated: truncated2,
            steps: steps2,
            levels: levels2,
            lost: lost2,
            mask: mask2,
            finals: finals2,
        };
        (first, second)
    }
}

/// The part of an array that belongs to the first `count` of `n` boards, and the rest.
fn part<T>(array: &mut [T], n: usize, count: usize) -> (&mut [T], &mut [T]) {
    let each = array.len() / n.max(1);
    array.split_at_mut(each * count)
}

/// What a step did to a board.
#[derive(Clone, Copy)]
struct Done {
    /// Change of boxes on goals.
    change: i32,
    /// Where a box was moved to.
    moved: Option<usize>,
}

impl Plan {
    /// Starts an episode on the board with number `i` of a run.
    pub(super) fn reset<F: Form>(&self, run: &mut Run<'_>, i: usize, level: Option<u32>, form: F) {
        let (area, stride, width) = (self.boards.area(), self.boards.stride(), self.boards.width);
        let slot = &mut run.slots[i];
        let index = level.unwrap_or_else(|| self.choose(slot));
        let start = self.boards.get(index);
        let cells = &mut run.cells[i * stride..][..stride];
        cells.copy_from_slice(&start.cells);
        slot.level = index;
        (slot.steps, slot.left, slot.over, slot.lost) = (0, start.left, false, false);
        run.steps[i] = 0;
        run.levels[i] = index as i32;
        run.lost[i] = false;
        if self.boards.is_unblock() {
            self.show(run, i);
            return;
        }
        slot.player = match self.boards.is_reverse() && !start.free.is_empty() {
            true => u32::from(start.free[slot.random.below(start.free.len())]),
            false => start.player as u32,
        };
        cells[slot.player as usize] |= PLAYER;
        let size = area * F::BYTES;
        form.board(&mut run.observations[i * size..][..size], &cells[width..width + area]);
        if !run.mask.is_empty() {
            let mut reach = Reach::default();
            reach.flood(cells, width, slot.player as usize);
            reach.mask(cells, width, &mut run.mask[i * 4 * area..][..4 * area]);
        }
    }

    /// The next level of a board.
    fn choose(&self, slot: &mut Slot) -> u32 {
        let (first, end) = slot.range;
        match &self.order {
            Order::Sequential => {
                let index = slot.next;
                slot.next = first + (slot.next - first + slot.stride) % (end - first);
                index
            }
            Order::Sampled => first + slot.random.below((end - first) as usize) as u32,
            Order::Weighted(sums) => {
                let total = sums.last().copied().unwrap_or(0.0);
                let wanted = slot.random.unit() * total;
                let index = sums.partition_point(|&sum| sum <= wanted);
                index.min(sums.len() - 1) as u32
            }
        }
    }

    /// Steps every board of a run; returns how many episodes ended.
    pub(super) fn step<F: Form>(&self, run: &mut Run<'_>, actions: &[i64], form: F) -> usize {
        let mut reach = Reach::default();
        let directions = steps(self.boards.width);
        let mut ended = 0;
        for (i, &action) in actions.iter().enumerate().take(run.slots.len()) {
            if run.slots[i].over {
                if self.autoreset == Autoreset::NextStep {
                    self.reset(run, i, None, form);
                }
                // Without automatic resets a board that is over stays as it is.
                run.rewards[i] = 0.0;
                (run.terminated[i], run.truncated[i]) = (false, false);
                continue;
            }
            let done = match self.actions.get(action as usize) {
                _ if self.boards.is_unblock() => self.slide(run, i, action as usize),
                Some(&it) => self.walk(run, i, it, &directions, form),
                None => self.push(run, i, action as usize, &directions, form, &mut reach),
            };
            ended += usize::from(self.account(run, i, done));
            if run.slots[i].over && self.autoreset == Autoreset::SameStep {
                let size = run.observations.len() / run.slots.len();
                let (from, to) = (i * size, (i + 1) * size);
                run.finals[from..to].copy_from_slice(&run.observations[from..to]);
                let (steps, lost) = (run.steps[i], run.lost[i]);
                self.reset(run, i, None, form);
                // Python takes these as the account of the episode that ended.
                (run.steps[i], run.lost[i]) = (steps, lost);
            }
        }
        ended
    }

    /// One step of the player. Nothing is decided by a branch that depends on the board: with random play half of
    /// them would be guessed wrong by the processor.
    #[inline(always)]
    fn walk<F: Form>(
        &self,
        run: &mut Run<'_>,
        i: usize,
        action: Action,
        directions: &[isize; 4],
        form: F,
    ) -> Done {
        if action.kind == Kind::Pull {
            return self.pull(run, i, directions[action.dir], form);
        }
        let (area, stride, width) = (self.boards.area(), self.boards.stride(), self.boards.width);
        let cells = &mut run.cells[i * stride..][..stride];
        let size = area * F::BYTES;
        let observation = &mut run.observations[i * size..][..size];
        let slot = &mut run.slots[i];
        let step = directions[action.dir & 3];
        let from = slot.player as usize;
        let to = from.wrapping_add_signed(step);
        // Beyond a wall at the border lies the row around the board.
        let beyond = to.wrapping_add_signed(step).min(stride - 1);
        let (ahead, behind) = (cells[to], cells[beyond]);
        let is_box = ahead & BOX != 0;
        let open = ahead & WALL == 0;
        let pushable = (behind & (WALL | BOX) == 0) & (action.kind == Kind::Push);
        let moves = open & (!is_box | pushable) & (action.kind != Kind::Wait);
        let pushes = moves & is_box;
        let (player, boxed) = (PLAYER * u8::from(moves), BOX * u8::from(pushes));
        let end = if pushes { beyond } else { to };
        cells[from] ^= player;
        cells[to] ^= player | boxed;
        cells[end] ^= boxed;
        // Without a push the box bit was turned twice on the same square, by nothing.
        slot.player = if moves { to } else { from } as u32;
        let gain = i32::from(behind & GOAL != 0) - i32::from(ahead & GOAL != 0);
        let change = gain * i32::from(pushes);
        for at in [from, to, end] {
            form.changed(observation, area, at - width, cells[at]);
        }
        Done { change, moved: if pushes { Some(beyond) } else { None } }
    }

    /// One step of the player in reverse play, with the box behind the player in tow.
    fn pull<F: Form>(&self, run: &mut Run<'_>, i: usize, step: isize, form: F) -> Done {
        let (area, stride, width) = (self.boards.area(), self.boards.stride(), self.boards.width);
        let cells = &mut run.cells[i * stride..][..stride];
        let size = area * F::BYTES;
        let observation = &mut run.observations[i * size..][..size];
        let slot = &mut run.slots[i];
        let from = slot.player as usize;
        let (to, back) = (from.wrapping_add_signed(step), from.wrapping_add_signed(-step));
        if cells[to] & (WALL | BOX) != 0 {
            return Done { change: 0, moved: None };
        }
        let pulls = cells[back] & BOX != 0;
        cells[from] ^= PLAYER;
        cells[to] ^= PLAYER;
        let mut change = 0;
        if pulls {
            change = i32::from(cells[from] & GOAL != 0) - i32::from(cells[back] & GOAL != 0);
            cells[back] ^= BOX;
            cells[from] ^= BOX;
            form.changed(observation, area, back - width, cells[back]);
        }
        slot.player = to as u32;
        for at in [from, to] {
            form.changed(observation, area, at - width, cells[at]);
        }
        Done { change, moved: None }
    }

    /// A push of the box on a square, with the walk to it; nothing if that is impossible.
    fn push<F: Form>(
        &self,
        run: &mut Run<'_>,
        i: usize,
        action: usize,
        directions: &[isize; 4],
        form: F,
        reach: &mut Reach,
    ) -> Done {
        let (area, stride, width) = (self.boards.area(), self.boards.stride(), self.boards.width);
        let size = area * F::BYTES;
        let cells = &mut run.cells[i * stride..][..stride];
        let observation = &mut run.observations[i * size..][..size];
        let slot = &mut run.slots[i];
        let (at, dir) = (action / 4 + width, action % 4);
        let player = slot.player as usize;
        reach.flood(cells, width, player);
        if !reach.can_push(cells, width, at, dir) {
            return Done { change: 0, moved: None };
        }
        let to = at.wrapping_add_signed(directions[dir]);
        cells[player] ^= PLAYER;
        cells[at] ^= PLAYER | BOX;
        cells[to] ^= BOX;
        slot.player = at as u32;
        for it in [player, at, to] {
            form.changed(observation, area, it - width, cells[it]);
        }
        reach.flood(cells, width, at);
        reach.mask(cells, width, &mut run.mask[i * 4 * area..][..4 * area]);
        let change = i32::from(cells[to] & GOAL != 0) - i32::from(cells[at] & GOAL != 0);
        Done { change, moved: Some(to) }
    }

    /// One step of a piece of Unblock.
    fn slide(&self, run: &mut Run<'_>, i: usize, action: usize) -> Done {
        let (stride, start) = (self.boards.stride(), self.boards.get(run.slots[i].level));
        let cells = &mut run.cells[i * stride..][..stride];
        let out = unblock::slide(cells, start, self.boards.pieces, action);
        self.show(run, i);
        // The red piece counts as the one box that is not home.
        Done { change: i32::from(out), moved: None }
    }

    /// Draws a board of Unblock and writes what can be done there.
    fn show(&self, run: &mut Run<'_>, i: usize) {
        let Boards { pieces, width, .. } = self.boards;
        let (stride, area) = (self.boards.stride(), self.boards.area());
        let start = self.boards.get(run.slots[i].level);
        let cells = &run.cells[i * stride..][..stride];
        let size = run.observations.len() / run.slots.len();
        let observation = &mut run.observations[i * size..][..size];
        unblock::draw(cells, start, width, area, pieces, observation);
        unblock::mask(cells, start, pieces, &mut run.mask[i * 2 * pieces..][..2 * pieces]);
    }

    /// Counts, rewards and ends; says whether the episode is over.
    #[inline(always)]
    fn account(&self, run: &mut Run<'_>, i: usize, done: Done) -> bool {
        let slot = &mut run.slots[i];
        slot.left = (i32::from(slot.left) - done.change) as u16;
        slot.steps += 1;
        let mut solved = slot.left == 0;
        if self.boards.is_reverse() && solved {
            solved = self.is_home(run.cells, slot, i);
        }
        if self.lost {
            if let Some(at) = done.moved {
                let stride = self.boards.stride();
                let cells = &mut run.cells[i * stride..][..stride];
                slot.lost |= !solved && is_lost(cells, self.boards.width, at);
            }
            run.lost[i] = slot.lost;
        }
        let terminated = solved | (self.lost_ends & slot.lost);
        let truncated = !terminated & (slot.steps >= self.max_steps);
        run.rewards[i] = self.rewards[(usize::from(solved) * 4 + (done.change + 1) as usize) & 7];
        run.terminated[i] = terminated;
        run.truncated[i] = truncated;
        run.steps[i] = slot.steps as i32;
        slot.over = terminated | truncated;
        slot.ended = slot.level;
        slot.over
    }

    /// Whether reverse play has ended where the level begins: the player can walk to its first square.
    fn is_home(&self, cells: &[u8], slot: &Slot, i: usize) -> bool {
        let stride = self.boards.stride();
        let mut reach = Reach::default();
        reach.flood(&cells[i * stride..][..stride], self.boards.width, slot.player as usize);
        reach.reached(self.boards.get(slot.level).player)
    }

    /// The bits of a board without its walls around, as Python may see them.
    pub(super) fn shown(&self, cells: &[u8], i: usize) -> Vec<u8> {
        let (stride, width) = (self.boards.stride(), self.boards.width);
        let cells = &cells[i * stride + width..][..self.boards.area()];
        let hidden = if self.boards.is_unblock() { 0 } else { DEAD };
        cells.iter().map(|cell| cell & !hidden).collect()
    }
}
