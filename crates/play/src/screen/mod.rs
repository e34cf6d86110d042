//! The terminal player. `App` is what is shown and what happens to it, without a terminal; here are the
//! terminal, the clock and the threads. However the program ends, the terminal is restored.

mod app;
mod board;
mod export;
mod find;
mod help;
mod layout;
mod levels_view;
mod palette;
mod pen;
mod play;
mod shelf_view;
#[cfg(test)]
mod svg;
#[cfg(test)]
mod tests;
mod thumb;

use std::io::{Stdout, Write, stdout};
use std::mem::ManuallyDrop;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture, Event, poll, read};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::layout::Rect;

use crate::Options;
use crate::ask::Desk;
use crate::progress::Progress;
use crate::shelf::summaries;
use app::App;
use palette::Palette;

pub use palette::Colours;

/// How long to wait for input: while something moves, and otherwise.
const BUSY: Duration = Duration::from_millis(20);
const IDLE: Duration = Duration::from_millis(200);

/// Plays until the user leaves or `stop` is raised; says whether it was the user who left.
///
/// # Errors
/// When the terminal cannot be used.
pub fn screen(options: Options, stop: &Arc<AtomicBool>) -> std::io::Result<bool> {
    restore_on_panic();
    let _given_back = Taken::new()?;
    // Never dropped: it would complain about a terminal that is gone on that very terminal, and panic because of it.
    let mut terminal = ManuallyDrop::new(Terminal::new(CrosstermBackend::new(stdout()))?);
    let desk = Desk::new(options.searcher);
    let reading = summaries(&options.shelf);
    let size = terminal.size()?;
    let area = Rect::new(0, 0, size.width, size.height);
    let palette = Palette { colours: options.colours };
    let progress = Progress::open(options.state.as_deref());
    let mut app = App::new(options.lang, palette, options.shelf, progress, area);
    let begun = Instant::now();
    let mut used = Ok(());
    while used.is_ok() && !app.is_over() && !stop.load(Ordering::Relaxed) {
        while let Ok((index, summary)) = reading.try_recv() {
            app.summary(index, summary);
        }
        while let Some((ticket, answer)) = desk.take() {
            app.answer(ticket, answer);
        }
        app.tick(begun.elapsed());
        for (ticket, question, cancel) in app.asked() {
            desk.ask(ticket, question, cancel);
        }
        used = show(&mut terminal, &mut app);
        let patience = if app.is_busy() { BUSY } else { IDLE };
        if is_gone(patience) {
            stop.store(true, Ordering::Relaxed);
            break;
        }
        used = used.and_then(|()| take_events(&mut app)).and_then(|()| copy(&mut app));
    }
    let by_user = app.is_over();
    // Whatever has become of the terminal, the game is kept.
    app.leave();
    // Nothing can be shown on a terminal that is going away.
    used.or_else(|error| if stop.load(Ordering::Relaxed) { Ok(()) } else { Err(error) })?;
    Ok(by_user)
}

/// Sends moves that were copied to the clipboard of the terminal.
fn copy(app: &mut App) -> std::io::Result<()> {
    let Some(moves) = app.copied() else { return Ok(()) };
    let mut out = stdout();
    out.write_all(export::clipboard(&moves).as_bytes())?;
    out.flush()
}

fn show(terminal: &mut Terminal<CrosstermBackend<Stdout>>, app: &mut App) -> std::io::Result<()> {
    terminal.draw(|frame| {
        app.resize(frame.area());
        app.draw(frame.buffer_mut());
    })?;
    Ok(())
}

/// Waits until something is typed or clicked, or as long as `patience` lasts; says whether the terminal
/// is gone. An event reader would poll a closed terminal for ever.
#[cfg(unix)]
fn is_gone(patience: Duration) -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let input = std::io::stdin();
    let mut watched = [PollFd::new(&input, PollFlags::IN)];
    let patience = Timespec { tv_sec: 0, tv_nsec: i64::from(patience.subsec_nanos()) };
    // A signal ends the wait early; its handler has already dealt with it.
    let _ = poll(&mut watched, Some(&patience));
    watched[0].revents().intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL)
}

/// Waits until something is typed or clicked, or as long as `patience` lasts. Elsewhere a program ends
/// with its terminal.
#[cfg(not(unix))]
fn is_gone(patience: Duration) -> bool {
    poll(patience).is_err()
}

/// Everything that has been typed and clicked.
fn take_events(app: &mut App) -> std::io::Result<()> {
    while !app.is_over() && poll(Duration::ZERO)? {
        match read()? {
            Event::Key(key) => app.key(key),
            Event::Mouse(mouse) => app.mouse(mouse),
            Event::Resize(width, height) => app.resize(Rect::new(0, 0, width, height)),
            _ => {}
        }
    }
    Ok(())
}

/// The terminal, while it is ours.
struct Taken;

impl Taken {
    fn new() -> std::io::Result<Taken> {
        enable_raw_mode()?;
        let taken = Taken;
        execute!(stdout(), EnterAlternateScreen, EnableMouseCapture)?;
        Ok(taken)
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        give_back();
    }
}

fn give_back() {
    // If this fails, there is no way to report it.
    let _ = execute!(
        stdout(),
        DisableMouseCapture,
        LeaveAlternateScreen,
        ratatui::crossterm::cursor::Show
    );
    let _ = disable_raw_mode();
}

/// A panic on this thread restores the terminal before it is printed. Panics of searches are caught
/// and not printed, since that would spoil the screen.
fn restore_on_panic() {
    let before = std::panic::take_hook();
    let ours = std::thread::current().id();
    std::panic::set_hook(Box::new(move |info| {
        if std::thread::current().id() == ours {
            give_back();
            before(info);
        }
    }));
}
