//! The game server: connections on one side, one game at a time on the other.
//!
//! A client at `/player` waits for its turn; a client at `/viewer` receives every frame. A client
//! that reads too slowly or sends invalid JSON is dropped, without any effect on the others.

mod client;

use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::{mpsc, watch};

use crate::live::Live;
use crate::protocol::{Info, State};
use crate::rules::Rules;
use crate::yard::Level;
use client::{Player, Viewers};

pub use client::{Guard, Opening, Refusal};

/// Names in the table of the best games.
const MOST_HIGHSCORES: usize = 10;
/// Players that may wait.
const MOST_WAITING: usize = 32;
/// Connections at one time.
const MOST_CONNECTIONS: usize = 64;
/// How long to wait for a key when every key makes a frame. A silent player uses up steps, so that
/// others get their turn.
const LONGEST_FRAME: Duration = Duration::from_secs(10);

/// How to serve.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where to listen.
    pub listen: SocketAddr,
    /// The levels; games begin with the first of them unless `first` names another.
    pub levels: Vec<Level>,
    /// The number of the level to begin with.
    pub first: Option<u32>,
    /// Frames a second; 0 makes a frame for every key, as soon as it comes.
    pub fps: u32,
    /// Steps a level may take.
    pub timeout: u64,
}

/// A server that has its port.
pub struct Server {
    listener: TcpListener,
    table: Table,
    joined: mpsc::Receiver<Player>,
    door: client::Door,
}

/// The game and everybody around it.
struct Table {
    levels: Arc<[Level]>,
    first: u32,
    fps: u32,
    timeout: u64,
    viewers: Viewers,
    live: watch::Sender<Live>,
    highscores: Vec<(String, i64)>,
}

impl Server {
    /// Takes the port. Needs a Tokio runtime.
    ///
    /// # Errors
    /// If the port cannot be opened, or there is no level to begin with.
    pub async fn bind(options: Options) -> io::Result<Server> {
        let Options { listen, levels, first, fps, timeout } = options;
        let none = || io::Error::other("there is no level to begin with");
        let first = first.or(levels.first().map(|level| level.number)).ok_or_else(none)?;
        let levels: Arc<[Level]> = levels.into();
        let rules = Rules::new(levels.clone(), first, fps, timeout, "");
        let rules = rules.ok_or_else(|| io::Error::other(format!("there is no level {first}")))?;
        let listener = TcpListener::bind(listen).await?;
        let (queue, joined) = mpsc::channel(MOST_WAITING);
        let viewers = Viewers::new(rules.info());
        let live = watch::Sender::new(shown(&rules));
        let door = client::Door::new(queue, viewers.clone(), MOST_CONNECTIONS);
        let table = Table { levels, first, fps, timeout, viewers, live, highscores: Vec::new() };
        Ok(Server { listener, table, joined, door })
    }

    /// Lets somebody else decide who may connect, by the request that opens a WebSocket. Without this
    /// everybody may.
    pub fn guarded(mut self, guard: Guard) -> Server {
        self.door.set_guard(guard);
        self
    }

    /// The address, with the port the system gave when 0 was asked for.
    ///
    /// # Errors
    /// If the system does not report the address.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// The game as it stands, now and later.
    pub fn live(&self) -> watch::Receiver<Live> {
        self.table.live.subscribe()
    }

    /// Serves until the task is dropped.
    pub async fn run(self) {
        let Server { listener, mut table, mut joined, door } = self;
        let games = async {
            while let Some(player) = joined.recv().await {
                if !player.is_gone() {
                    table.play(&player, joined.len()).await;
                }
            }
        };
        tokio::join!(door.admit_all(listener), games);
    }
}

impl Table {
    /// One game, from the first frame to the last.
    async fn play(&mut self, player: &Player, waiting: usize) {
        let name = player.name();
        let new = Rules::new(self.levels.clone(), self.first, self.fps, self.timeout, name);
        let Some(mut rules) = new else { return };
        player.forget_keys();
        self.tell_info(player, rules.info());
        self.show(&rules, waiting);
        while rules.is_running() && !player.is_gone() {
            self.wait(player).await;
            if let Some(key) = player.take_key() {
                rules.press(&key);
            }
            if rules.frame() {
                self.tell_info(player, rules.info());
            }
            self.tell_state(player, &rules.state());
            self.show(&rules, waiting);
        }
        if player.is_gone() {
            self.live.send_modify(|live| live.playing = false);
            return;
        }
        self.finish(player, &rules);
    }

    /// Until the next frame.
    async fn wait(&self, player: &Player) {
        match self.fps {
            0 => {
                let key = tokio::time::timeout(LONGEST_FRAME, player.any_key());
                let _ = key.await;
            }
            fps => tokio::time::sleep(Duration::from_secs(1) / fps).await,
        }
    }

    fn tell_info(&self, player: &Player, info: Info) {
        self.viewers.tell_info(info.clone());
        player.tell(&info);
    }

    fn tell_state(&self, player: &Player, state: &State) {
        player.tell(state);
        self.viewers.tell(state);
    }

    fn finish(&mut self, player: &Player, rules: &Rules) {
        self.highscores.push((player.name().to_owned(), rules.score().points()));
        self.highscores.sort_by_key(|row| std::cmp::Reverse(row.1));
        self.highscores.truncate(MOST_HIGHSCORES);
        self.tell_info(
            player,
            Info {
                score: Some(rules.score()),
                highscores: Some(self.highscores.clone()),
                player: Some(player.name().to_owned()),
                ..rules.info()
            },
        );
        player.dismiss();
        let highscores = self.highscores.clone();
        self.live.send_modify(|live| {
            live.playing = false;
            live.highscores = highscores;
        });
    }

    fn show(&self, rules: &Rules, waiting: usize) {
        self.live.send_modify(|live| {
            let (frame, highscores) = (live.frame + 1, std::mem::take(&mut live.highscores));
            *live = Live { frame, highscores, playing: true, waiting, ..shown(rules) };
        });
    }
}

/// A game that nobody plays yet.
fn shown(rules: &Rules) -> Live {
    let (state, info) = (rules.state(), rules.info());
    Live {
        player: Some(state.player).filter(|name| !name.is_empty()),
        level: state.level,
        step: state.step,
        timeout: info.timeout,
        fps: info.fps,
        rows: rules.rows(),
        score: state.score,
        points: state.score.points(),
        ..Live::default()
    }
}

/// Locks a value, ignoring poison.
fn held<T>(lock: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
