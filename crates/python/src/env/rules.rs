//! Actions, rewards, and what happens at the end of an episode.

/// What the player is told to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Nothing.
    Wait,
    /// Walk; a box in the way stops the player.
    Walk,
    /// Walk, pushing a box that is in the way.
    Push,
    /// Walk, pulling a box that is behind the player (reverse play).
    Pull,
}

/// One action: what, and the direction (up, down, left, right).
#[derive(Clone, Copy, Debug)]
pub(super) struct Action {
    pub(super) kind: Kind,
    pub(super) dir: usize,
}

/// The actions that an environment offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Actions {
    /// Steps of the player, by a table.
    Steps(&'static str),
    /// A push of the box on a square in a direction, with the walk: `4 * square + direction`.
    Pushes,
}

impl Actions {
    pub(super) fn from_name(name: &str) -> Result<Actions, String> {
        const NAMES: [&str; 5] = ["moves", "jumanji", "gym8", "gym9", "pushes"];
        match NAMES.into_iter().find(|&it| it == name) {
            Some("pushes") => Ok(Actions::Pushes),
            Some(name) => Ok(Actions::Steps(name)),
            None => Err(format!("there are no actions {name:?}; there are {}", NAMES.join(", "))),
        }
    }

    /// The table of step actions.
    pub(super) fn table(&self, reverse: bool) -> Vec<Action> {
        let strong = if reverse { Kind::Pull } else { Kind::Push };
        let of = |kind, dirs: [usize; 4]| dirs.map(|dir| Action { kind, dir }).to_vec();
        let usual = [0, 1, 2, 3];
        match self {
            Actions::Steps("jumanji") => of(strong, [0, 3, 1, 2]),
            Actions::Steps("gym8") => [of(strong, usual), of(Kind::Walk, usual)].concat(),
            Actions::Steps("gym9") => {
                let wait = vec![Action { kind: Kind::Wait, dir: 0 }];
                [wait, of(strong, usual), of(Kind::Walk, usual)].concat()
            }
            _ => of(strong, usual),
        }
    }
}

/// What is paid for a step: for any, for a box brought to a goal, for one taken away, for the end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rewards {
    pub(super) step: f64,
    pub(super) on: f64,
    pub(super) off: f64,
    pub(super) solved: f64,
}

impl Rewards {
    /// By whether the level is solved and by the change of boxes on goals, from -1.
    pub(super) fn table(&self) -> [f64; 8] {
        let mut table = [0.0; 8];
        for (solved, row) in table.chunks_mut(4).enumerate() {
            let end = if solved == 1 { self.solved } else { 0.0 };
            row[0] = self.step + self.off + end;
            row[1] = self.step + end;
            row[2] = self.step + self.on + end;
        }
        table
    }
}

/// When a board that is done gets its next level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Autoreset {
    /// With the next step, whose action is ignored.
    NextStep,
    /// At once; the last observation is kept aside.
    SameStep,
    /// When the caller says so.
    Disabled,
}

impl Autoreset {
    pub(super) fn from_name(name: &str) -> Result<Autoreset, String> {
        match name {
            "NextStep" => Ok(Autoreset::NextStep),
            "SameStep" => Ok(Autoreset::SameStep),
            "Disabled" => Ok(Autoreset::Disabled),
            _ => Err(format!("there is no autoreset mode {name:?}")),
        }
    }
}

/// How the next level of a board is chosen.
#[derive(Clone, Debug)]
pub(super) enum Order {
    /// One after another.
    Sequential,
    /// At random.
    Sampled,
    /// At random by weights, given as their running sums.
    Weighted(Vec<f64>),
}

/// Random numbers of one board (SplitMix64, Steele, Lea and Flood 2014).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Random {
        // Seeds that follow each other must not give streams that follow each other.
        let mut random = Random(seed.wrapping_mul(0xD134_2543_DE82_EF95) ^ 0x9E6C_63D0_876A_3F00);
        random.next();
        Random(random.next())
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `n`.
    pub(super) fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.next()) * n as u128) >> 64) as usize
    }

    /// A number from 0 to 1, without 1.
    pub(super) fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}
