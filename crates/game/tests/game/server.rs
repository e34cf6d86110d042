//! Our server from a client's side: turns, viewers, and clients that misbehave.

use crate::common::serve;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::{Error, Message};

type Socket = WebSocketStream<TcpStream>;

async fn connect(port: u16, path: &str) -> Result<Socket, Error> {
    let stream = TcpStream::connect(("127.0.0.1", port)).await?;
    let url = format!("ws://127.0.0.1:{port}{path}");
    tokio_tungstenite::client_async(url, stream).await.map(|it| it.0)
}

async fn join(port: u16, path: &str, name: &str) -> Socket {
    let mut socket = connect(port, path).await.unwrap();
    say(&mut socket, json!({ "cmd": "join", "name": name })).await;
    socket
}

async fn say(socket: &mut Socket, frame: Value) {
    socket.send(Message::text(frame.to_string())).await.unwrap();
}

/// The next frame, or why there is none.
async fn hear(socket: &mut Socket) -> Result<Value, String> {
    loop {
        match socket.next().await {
            Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(&text).unwrap()),
            Some(Ok(Message::Close(Some(reason)))) => {
                return Err(format!("{} {}", reason.code, reason.reason));
            }
            Some(Ok(Message::Close(None)) | Err(_)) | None => return Err("gone".to_owned()),
            Some(Ok(_)) => {}
        }
    }
}

fn run(test: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(test);
}

#[test]
fn viewers_see_what_the_player_sees_and_keys_of_others_do_nothing() {
    let server = serve(0, 3000, 0);
    run(async {
        let mut viewer = join(server.port, "/viewer", "eyes").await;
        assert_eq!(hear(&mut viewer).await.unwrap()["map"], "levels/1.xsb");
        let mut player = join(server.port, "/player", "ann").await;
        let mut second = join(server.port, "/player", "bob").await;
        assert_eq!(hear(&mut player).await.unwrap()["map"], "levels/1.xsb");
        assert_eq!(hear(&mut viewer).await.unwrap()["map"], "levels/1.xsb");
        for other in [&mut viewer, &mut second] {
            say(other, json!({ "cmd": "key", "key": "d" })).await;
        }
        say(&mut player, json!({ "cmd": "dance" })).await;
        say(&mut player, json!({ "cmd": "key", "key": "d" })).await;
        let state = hear(&mut player).await.unwrap();
        assert_eq!((&state["player"], &state["keeper"]), (&json!("ann"), &json!([2, 1])));
        assert_eq!(hear(&mut viewer).await.unwrap(), state);
        // When the first leaves, the second has its turn, and the key from before does not count.
        drop(player);
        assert_eq!(hear(&mut second).await.unwrap()["map"], "levels/1.xsb");
        say(&mut second, json!({ "cmd": "key", "key": "" })).await;
        let state = hear(&mut second).await.unwrap();
        assert_eq!((&state["player"], &state["keeper"]), (&json!("bob"), &json!([1, 1])));
    });
}

#[test]
fn clients_that_send_nonsense_leave_with_a_reason() {
    let server = serve(0, 3000, 0);
    run(async {
        for (nonsense, code) in [("{", "1011"), ("[]", "1011"), (r#"{"cmd":"join"}"#, "1011")] {
            let mut socket = connect(server.port, "/player").await.unwrap();
            socket.send(Message::text(nonsense)).await.unwrap();
            let reason = hear(&mut socket).await.unwrap_err();
            assert!(reason.starts_with(code) && reason.len() > 6, "{nonsense}: {reason}");
        }
        let mut socket = connect(server.port, "/player").await.unwrap();
        socket.send(Message::binary(vec![1, 2])).await.unwrap();
        assert!(hear(&mut socket).await.unwrap_err().contains("text"));
        let mut socket = connect(server.port, "/player").await.unwrap();
        let _ = socket.send(Message::text("x".repeat(1 << 20))).await;
        assert!(hear(&mut socket).await.is_err());
        let Err(Error::Http(answer)) = connect(server.port, "/elsewhere").await else {
            panic!("nothing is served there")
        };
        assert_eq!(answer.status(), 404);
        // The server goes on.
        let mut player = join(server.port, "/player", "ann").await;
        assert_eq!(hear(&mut player).await.unwrap()["timeout"], 3000);
    });
}

#[test]
fn the_last_key_before_a_frame_counts() {
    let server = serve(5, 3000, 0);
    run(async {
        let mut player = join(server.port, "/player", "ann").await;
        hear(&mut player).await.unwrap();
        for key in ["d", "d", "w"] {
            say(&mut player, json!({ "cmd": "key", "key": key })).await;
        }
        // A wall is above, so nothing moves; by the clock a frame comes without a key, too.
        let first = hear(&mut player).await.unwrap();
        assert_eq!((&first["step"], &first["keeper"]), (&json!(1), &json!([1, 1])));
        assert_eq!(hear(&mut player).await.unwrap()["step"], 2);
    });
}
