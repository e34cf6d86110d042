//! The functions that hosts call, under the names they look for.
//!
//! The only `unsafe` of the plug-in, and why it is sound as far as a DLL can be: the host's pointers become slices
//! of the lengths that the interface promises, null is refused, and nothing is kept after the call. `system` is
//! `stdcall` on 32 bits, whose names MinGW would decorate (`_SolveEx@28`) and Rust exports as they are. No panic
//! leaves a function: one is the result *failed*.
#![allow(unsafe_code)]
#![allow(non_snake_case, reason = "the names are those of the interface")]

use std::ffi::{c_char, c_int, c_uint, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::metric;
use crate::status::{Code, News, PluginStatus};
use crate::work::{Host, LARGEST};

/// The host's callback: non-zero to stop.
pub type Callback = Option<unsafe extern "system" fn() -> c_int>;

/// How often [`Terminate`] was called: what began before it ends.
static TERMINATED: AtomicU64 = AtomicU64::new(0);

/// The host as two pointers.
struct Caller {
    status: *mut PluginStatus,
    callback: Callback,
    /// How often [`Terminate`] had been called when the work began.
    terminated: u64,
}

impl Caller {
    fn new(status: *mut PluginStatus, callback: Callback) -> Caller {
        Caller { status, callback, terminated: TERMINATED.load(Ordering::SeqCst) }
    }
}

impl Host for Caller {
    fn hear(&mut self, news: &News) -> bool {
        if !self.status.is_null() {
            // SAFETY: the host lends a `PluginStatus` for the length of the call and does not write to it meanwhile;
            // the record is packed, so any address is aligned.
            unsafe { (*self.status).tell(news) };
        }
        // SAFETY: the host gives a function of this type, to be called on the thread that called us.
        let stop = self.callback.is_some_and(|call| unsafe { call() } != 0);
        stop || TERMINATED.load(Ordering::SeqCst) != self.terminated
    }
}

/// Solves a level.
///
/// # Safety
///
/// `board` has `width` × `height` characters, `solution` room for `size`, `status` is a status or null.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn SolveEx(
    width: c_uint,
    height: c_uint,
    board: *const c_char,
    solution: *mut c_char,
    size: c_uint,
    status: *mut PluginStatus,
    callback: Callback,
) -> c_int {
    guarded(|| {
        let mut host = Caller::new(status, callback);
        // SAFETY: as promised by the caller.
        let Some(board) = (unsafe { cells(board, width, height) }) else { return Code::Invalid };
        let end = system::plugin().solve(width as usize, board, size as usize, &mut host);
        // SAFETY: as promised by the caller.
        unsafe { write(end.solution.as_deref(), solution, size) };
        end.code
    })
}

/// Shortens the solutions of a level. The host gives them one after another, each ended by a zero and all by one
/// more, and finds the shortest in their place.
///
/// # Safety
///
/// `board` has `width` × `height` characters, `moves` room for `size`, `status` is a status or null.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Optimize(
    width: c_uint,
    height: c_uint,
    board: *const c_char,
    moves: *mut c_char,
    size: c_uint,
    status: *mut PluginStatus,
    callback: Callback,
) -> c_int {
    guarded(|| {
        let mut host = Caller::new(status, callback);
        // SAFETY: as promised by the caller.
        let Some(board) = (unsafe { cells(board, width, height) }) else { return Code::Invalid };
        if moves.is_null() || status.is_null() {
            return Code::Invalid;
        }
        // SAFETY: as promised by the caller; the slice is gone before anything is written there.
        let games = games(unsafe { std::slice::from_raw_parts(moves.cast(), size as usize) });
        // SAFETY: as promised by the caller; the field is read by value.
        let flags = unsafe { (*status).flags };
        let board = (width as usize, board);
        let end = system::plugin().optimize(board, &games, flags, size as usize, &mut host);
        // SAFETY: as promised by the caller.
        unsafe { write(end.solution.as_deref(), moves, size) };
        end.code
    })
}

/// Whether [`Optimize`] does what these flags ask for.
#[unsafe(no_mangle)]
pub extern "system" fn IsSupportedOptimization(flags: c_uint) -> c_int {
    c_int::from(metric::asked(flags).is_some())
}

/// Stops whatever is under way.
#[unsafe(no_mangle)]
pub extern "system" fn Terminate() -> c_int {
    TERMINATED.fetch_add(1, Ordering::SeqCst);
    Code::Ok as c_int
}

/// The largest level.
///
/// # Safety
///
/// Each pointer is null or leads to a number.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn GetConstraints(
    width: *mut c_uint,
    height: *mut c_uint,
    boxes: *mut c_uint,
) {
    let (wide, high, most) = LARGEST;
    for (place, value) in [(width, wide), (height, high), (boxes, most)] {
        if !place.is_null() {
            // SAFETY: as promised by the caller; hosts need not align it.
            unsafe { place.write_unaligned(value) };
        }
    }
}

/// The name of the plug-in.
///
/// # Safety
///
/// `name` has room for `size` characters.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn GetPluginName(name: *mut c_char, size: c_uint) {
    if name.is_null() || size == 0 {
        return;
    }
    let own = crate::name();
    // SAFETY: as promised by the caller.
    let place = unsafe { std::slice::from_raw_parts_mut(name.cast::<u8>(), size as usize) };
    place.fill(0);
    place.iter_mut().take(size as usize - 1).zip(own.bytes()).for_each(|(to, byte)| *to = byte);
}

/// Opens the settings.
#[unsafe(no_mangle)]
pub extern "system" fn Configure(window: *mut c_void) {
    let _ = catch_unwind(|| system::configure(window));
}

/// Says what the plug-in is.
#[unsafe(no_mangle)]
pub extern "system" fn ShowAbout(window: *mut c_void) {
    let _ = catch_unwind(|| system::say(window, &crate::about()));
}

/// The result of a call; a panic is a failure.
fn guarded(call: impl FnOnce() -> Code) -> c_int {
    catch_unwind(AssertUnwindSafe(call)).unwrap_or(Code::Failed) as c_int
}

/// The characters of a board; `None` for none or more than a board can have.
///
/// # Safety
///
/// `board` is null or has `width` × `height` characters.
unsafe fn cells<'a>(board: *const c_char, width: c_uint, height: c_uint) -> Option<&'a [u8]> {
    let (wide, high, _) = LARGEST;
    // One row more than fits shows the reader that the board is too large.
    let (width, height) = (width.min(wide + 1) as usize, height.min(high + 1) as usize);
    if board.is_null() || width == 0 || height == 0 {
        return None;
    }
    // SAFETY: as promised by the caller, or a part of it.
    Some(unsafe { std::slice::from_raw_parts(board.cast(), width * height) })
}

/// Games one after another, each ended by a zero; an empty one is the end.
fn games(text: &[u8]) -> Vec<String> {
    let games = text.split(|&byte| byte == 0).take_while(|game| !game.is_empty());
    let plain = |game: &[u8]| game.iter().map(|it| char::from(it & 0x7f)).collect();
    games.map(plain).collect()
}

/// Writes moves and two zeros, where there is room; what is there stays when there are no moves.
///
/// # Safety
///
/// `place` is null or has room for `size` characters.
unsafe fn write(moves: Option<&str>, place: *mut c_char, size: c_uint) {
    let Some(moves) = moves.filter(|moves| !place.is_null() && moves.len() + 2 <= size as usize)
    else {
        return;
    };
    // SAFETY: as promised by the caller, and the length was compared.
    let place = unsafe { std::slice::from_raw_parts_mut(place.cast::<u8>(), moves.len() + 2) };
    place[..moves.len()].copy_from_slice(moves.as_bytes());
    place[moves.len()..].fill(0);
}

#[cfg(windows)]
mod system {
    use std::ffi::OsString;
    use std::os::windows::ffi::OsStringExt as _;
    use std::path::{Path, PathBuf};
    use std::process::Command;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::{c_int, c_void};
    use crate::settings::TEMPLATE;
    use crate::work::Plugin;

    /// The handle of this DLL.
    static OWN: AtomicUsize = AtomicUsize::new(0);

    /// Windows says where the DLL is when it is loaded.
    #[unsafe(no_mangle)]
    extern "system" fn DllMain(own: *mut c_void, reason: u32, _reserved: *mut c_void) -> c_int {
        const ATTACHED: u32 = 1;
        if reason == ATTACHED {
            OWN.store(own as usize, Ordering::SeqCst);
        }
        1
    }

    pub(super) fn plugin() -> Plugin {
        stay();
        Plugin { file: own_file(), settings: settings() }
    }

    /// Keeps the DLL loaded until the host ends: the threads that listen to a worker end a moment after the call, and a
    /// host that unloads the DLL at once would take their code away (seen under Wine).
    fn stay() {
        const PIN_BY_ADDRESS: u32 = 1 | 4;
        let mut own = std::ptr::null_mut();
        // SAFETY: an address in this DLL, and a place for its handle.
        unsafe { GetModuleHandleExW(PIN_BY_ADDRESS, DllMain as *const c_void, &mut own) };
    }

    #[link(name = "kernel32")]
    unsafe extern "system" {
        fn GetModuleHandleExW(
            flags: u32,
            address: *const c_void,
            module: *mut *mut c_void,
        ) -> c_int;
        fn GetModuleFileNameW(module: *mut c_void, name: *mut u16, size: u32) -> u32;
    }

    #[link(name = "user32")]
    unsafe extern "system" {
        fn MessageBoxW(
            window: *mut c_void,
            text: *const u16,
            title: *const u16,
            kind: u32,
        ) -> c_int;
    }

    fn own_file() -> Option<PathBuf> {
        let mut name = [0; 4096];
        let own = OWN.load(Ordering::SeqCst) as *mut c_void;
        // SAFETY: the handle that Windows gave for this DLL, which is loaded as long as this runs, and a buffer with
        // its size.
        let length = unsafe { GetModuleFileNameW(own, name.as_mut_ptr(), name.len() as u32) };
        // A name that fills the buffer may have been cut.
        let name = name.get(..length as usize).filter(|it| (1..4096).contains(&it.len()))?;
        Some(PathBuf::from(OsString::from_wide(name)))
    }

    fn settings() -> Option<PathBuf> {
        Some(Path::new(&std::env::var_os("APPDATA")?).join("banto").join("plugin.txt"))
    }

    /// Opens the settings in the system's editor, after writing the first ones. The host does not wait for it.
    pub(super) fn configure(window: *mut c_void) {
        let opened = settings().ok_or("there is no folder for settings").map(|file| {
            let folder = file.parent().map(std::fs::create_dir_all).unwrap_or(Ok(()));
            let there = folder.and_then(|()| match file.exists() {
                true => Ok(()),
                false => std::fs::write(&file, TEMPLATE.replace('\n', "\r\n")),
            });
            there.and_then(|()| Command::new("notepad.exe").arg(&file).spawn().map(drop))
        });
        match opened {
            Ok(Ok(())) => {}
            Ok(Err(error)) => say(window, &format!("The settings cannot be opened: {error}")),
            Err(why) => say(window, why),
        }
    }

    pub(super) fn say(window: *mut c_void, text: &str) {
        const INFORMATION: u32 = 0x40;
        let wide = |text: &str| text.encode_utf16().chain([0]).collect::<Vec<u16>>();
        let (text, title) = (wide(text), wide(&crate::name()));
        // SAFETY: the host's window, or null for none, and two texts that end with a zero and outlive the call.
        unsafe { MessageBoxW(window, text.as_ptr(), title.as_ptr(), INFORMATION) };
    }
}

/// There are no such hosts elsewhere; this is for tests.
#[cfg(not(windows))]
mod system {
    use super::c_void;
    use crate::work::Plugin;

    pub(super) fn plugin() -> Plugin {
        Plugin::default()
    }

    pub(super) fn configure(_window: *mut c_void) {}

    pub(super) fn say(_window: *mut c_void, _text: &str) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_end_at_two_zeros() {
        assert_eq!(games(b"rrR\0lL\0\0rubbish\0"), ["rrR", "lL"]);
        assert!(games(b"\0\0").is_empty());
        // A host that forgot the zeros is not read beyond its memory.
        assert_eq!(games(b"rr"), ["rr"]);
    }

    #[test]
    fn a_name_is_cut_where_the_host_has_no_more_room() {
        let mut name = [1; 6];
        // SAFETY: six characters, five of them lent.
        unsafe { GetPluginName(name.as_mut_ptr(), 5) };
        assert_eq!(name.map(|it| it as u8), *b"Bant\0\x01");
    }

    #[test]
    fn null_and_nothing_are_invalid() {
        let mut text = [0; 8];
        // SAFETY: null is allowed, and so is a status of null.
        let (none, empty) = unsafe {
            let place = text.as_mut_ptr();
            let none = SolveEx(3, 3, std::ptr::null(), place, 8, std::ptr::null_mut(), None);
            (none, SolveEx(0, 3, c"###".as_ptr(), place, 8, std::ptr::null_mut(), None))
        };
        assert_eq!((none, empty), (Code::Invalid as c_int, Code::Invalid as c_int));
    }

    #[test]
    fn moves_without_room_are_not_written() {
        let mut place = [1; 4];
        // SAFETY: four characters.
        unsafe { write(Some("rrr"), place.as_mut_ptr(), 4) };
        assert_eq!(place, [1; 4]);
        // SAFETY: four characters.
        unsafe { write(Some("rr"), place.as_mut_ptr(), 4) };
        assert_eq!(place.map(|it| it as u8), *b"rr\0\0");
    }
}
