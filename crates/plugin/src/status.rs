//! What the plug-in tells its host while it works, and the numbers it ends with.

/// The record that the host shows: 292 bytes without padding.
#[repr(C, packed)]
#[derive(Clone, Copy)]
pub struct PluginStatus {
    /// Its size in bytes, which the host sets.
    pub size: u32,
    /// For the optimizer what to optimise; at the end what the solution is shortest in.
    pub flags: u32,
    /// Moves generated.
    pub moves: i64,
    /// Pushes generated.
    pub pushes: i64,
    /// Positions generated.
    pub states: i64,
    /// A sentence for the user, ended by a zero.
    pub text: [u8; 256],
    /// Milliseconds of work.
    pub milliseconds: u32,
}

/// How far the work has come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct News {
    /// Pushes generated.
    pub pushes: u64,
    /// Positions seen.
    pub states: u64,
    /// A sentence for the user.
    pub text: String,
    /// Milliseconds since the work began.
    pub milliseconds: u32,
    /// At the end: what the answer is, [`FOUND`] and what it is shortest in.
    pub flags: Option<u32>,
}

impl PluginStatus {
    /// Writes the news where the host reads them. A text that is too long is cut between two characters.
    pub fn tell(&mut self, news: &News) {
        let number = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
        self.pushes = number(news.pushes);
        self.states = number(news.states);
        self.milliseconds = news.milliseconds;
        self.flags = news.flags.unwrap_or(self.flags);
        let mut text = [0; 256];
        // The host reads bytes of its own code page; all our words are ASCII.
        let ascii = news.text.chars().map(|it| if it.is_ascii() { it as u8 } else { b'?' });
        text.iter_mut().take(255).zip(ascii).for_each(|(place, byte)| *place = byte);
        self.text = text;
    }
}

/// Flag: there is a solution.
pub const FOUND: u32 = 1;

/// How the work ended, as the host knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Code {
    /// Solved, or shortened.
    Ok = 0,
    /// The board is larger than the plug-in takes.
    Constraints = 1,
    /// The board is no level, or a game no solution of it.
    Invalid = 2,
    /// Proved to have no solution.
    Impossible = 3,
    /// Neither solved nor proved; or nothing shorter was found.
    GaveUp = 4,
    /// The solution does not fit into the memory that the host gave.
    TooLong = 5,
    /// The settings cannot be read.
    Settings = 6,
    /// The search could not run or died.
    Failed = 7,
    /// The time of the settings is over.
    Time = 8,
    /// The host stopped it.
    Stopped = 9,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_status_has_the_size_that_hosts_expect() {
        assert_eq!(size_of::<PluginStatus>(), 292);
        assert_eq!(std::mem::offset_of!(PluginStatus, text), 32);
        assert_eq!(std::mem::offset_of!(PluginStatus, milliseconds), 288);
    }

    #[test]
    fn a_long_text_is_cut_and_ended() {
        let mut status = PluginStatus {
            size: 292,
            flags: 4,
            moves: 0,
            pushes: 0,
            states: 0,
            text: [7; 256],
            milliseconds: 0,
        };
        status.tell(&News { text: "ä".repeat(300), states: u64::MAX, ..News::default() });
        let text = status.text;
        assert_eq!((text[254], text[255]), (b'?', 0));
        let (states, flags) = (status.states, status.flags);
        assert_eq!((states, flags), (i64::MAX, 4));
    }
}
