//! What is refused, and with what status: raw requests, large heads, tokens, slow clients.

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use crate::common::{Running, read_answer};

/// One refused or answered request: what is sent (`HOST` and `PORT` are filled in), and the status.
const TABLE: [(&str, u16); 51] = [
    // The page.
    ("GET / HTTP/1.1\r\nHost: HOST\r\n\r\n", 200),
    ("HEAD / HTTP/1.1\r\nHost: HOST\r\n\r\n", 200),
    ("GET /sw.js HTTP/1.1\r\nHost: HOST\r\n\r\n", 200),
    ("GET /icon.svg HTTP/1.1\r\nHost: localhost:PORT\r\n\r\n", 200),
    ("GET / HTTP/1.1\r\nHost: [::1]:PORT\r\n\r\n", 200),
    ("POST / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 0\r\n\r\n", 405),
    ("GET /nothing HTTP/1.1\r\nHost: HOST\r\n\r\n", 404),
    // Names that are not ours.
    ("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421),
    ("GET / HTTP/1.1\r\nHost: evil.example:PORT\r\n\r\n", 421),
    ("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", 421),
    ("GET / HTTP/1.1\r\nHost: localhost.evil.example:PORT\r\n\r\n", 421),
    ("GET / HTTP/1.1\r\nHost: 127.0.0.1.evil.example:PORT\r\n\r\n", 421),
    ("GET / HTTP/1.1\r\nHost: 127.0.0.1:1\r\n\r\n", 421),
    ("GET / HTTP/1.1\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: HOST\r\nHost: evil.example\r\n\r\n", 400),
    ("GET http://evil.example/ HTTP/1.1\r\nHost: HOST\r\n\r\n", 421),
    ("GET /api/status HTTP/1.1\r\nHost: evil.example:PORT\r\n\r\n", 421),
    // Other sites.
    ("GET /api/status HTTP/1.1\r\nHost: HOST\r\nSec-Fetch-Site: cross-site\r\n\r\n", 403),
    ("GET /api/status HTTP/1.1\r\nHost: HOST\r\nSec-Fetch-Site: same-site\r\n\r\n", 403),
    ("GET /api/status HTTP/1.1\r\nHost: HOST\r\nSec-Fetch-Site: same-origin\r\n\r\n", 200),
    (
        "GET / HTTP/1.1\r\nHost: HOST\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n\r\n",
        200,
    ),
    (
        "GET /api/export HTTP/1.1\r\nHost: HOST\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n\r\n",
        403,
    ),
    (
        "GET /sw.js HTTP/1.1\r\nHost: HOST\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n\r\n",
        403,
    ),
    ("GET /api/status HTTP/1.1\r\nHost: HOST\r\nOrigin: http://evil.example\r\n\r\n", 403),
    ("GET /api/status HTTP/1.1\r\nHost: HOST\r\nOrigin: null\r\n\r\n", 403),
    ("GET /api/status HTTP/1.1\r\nHost: HOST\r\nOrigin: http://HOST\r\n\r\n", 200),
    // Headers that decide something, twice.
    (
        "GET /api/status HTTP/1.1\r\nHost: HOST\r\nOrigin: http://HOST\r\nOrigin: http://evil.example\r\n\r\n",
        400,
    ),
    (
        "GET /api/status HTTP/1.1\r\nHost: HOST\r\nOrigin: http://HOST\r\nOrigin: http://HOST\r\n\r\n",
        400,
    ),
    (
        "GET /api/status HTTP/1.1\r\nHost: HOST\r\nSec-Fetch-Site: same-origin\r\nSec-Fetch-Site: cross-site\r\n\r\n",
        400,
    ),
    (
        "GET / HTTP/1.1\r\nHost: HOST\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Mode: no-cors\r\n\r\n",
        400,
    ),
    (
        "GET /api/status HTTP/1.1\r\nHost: HOST\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n",
        400,
    ),
    ("GET / HTTP/1.1\r\nHost: HOST\r\nHost: HOST\r\n\r\n", 400),
    (
        "OPTIONS /api/jobs HTTP/1.1\r\nHost: HOST\r\nOrigin: http://evil.example\r\nAccess-Control-Request-Method: POST\r\n\r\n",
        403,
    ),
    ("OPTIONS /api/jobs HTTP/1.1\r\nHost: HOST\r\n\r\n", 405),
    // Bodies.
    ("POST /api/jobs HTTP/1.1\r\nHost: HOST\r\nContent-Length: 2\r\n\r\n{}", 415),
    (
        "POST /api/jobs HTTP/1.1\r\nHost: HOST\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}",
        415,
    ),
    (
        "POST /api/jobs HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 2\r\n\r\n{}",
        415,
    ),
    (
        "POST /api/jobs HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
        400,
    ),
    (
        "POST /api/jobs HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\nContent-Length: 1\r\n\r\n{",
        400,
    ),
    (
        "POST /api/jobs HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\nContent-Length: 9999999\r\n\r\n",
        413,
    ),
    (
        "POST /api/jobs HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        400,
    ),
    (
        "POST /api/why HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\nContent-Length: 34\r\n\r\n{\"level\":{\"rows\":[\"###\",\"#@ \"]}}  ",
        400,
    ),
    (
        "POST /api/jobs HTTP/1.1\r\nHost: HOST\r\nContent-Type: text/plain\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
        400,
    ),
    // Methods and paths.
    ("DELETE /api/status HTTP/1.1\r\nHost: HOST\r\n\r\n", 405),
    ("GET /api/jobs HTTP/1.1\r\nHost: HOST\r\n\r\n", 405),
    ("GET /api/jobs/0123 HTTP/1.1\r\nHost: HOST\r\n\r\n", 404),
    ("DELETE /api/jobs/0123 HTTP/1.1\r\nHost: HOST\r\n\r\n", 404),
    ("GET /../../etc/passwd HTTP/1.1\r\nHost: HOST\r\n\r\n", 404),
    ("GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: HOST\r\n\r\n", 404),
    ("GET /api/collections/..%2f..%2fetc%2fpasswd HTTP/1.1\r\nHost: HOST\r\n\r\n", 404),
    ("rubbish\r\n\r\n", 400),
];

#[test]
fn raw_requests_get_exactly_their_status() {
    let server = Running::start(None);
    for (text, status) in TABLE {
        let (host, port) = (server.address.to_string(), server.address.port().to_string());
        let sent = text.replace("HOST", &host).replace("PORT", &port);
        let answer = server.raw(sent.as_bytes());
        assert_eq!(answer.status, status, "{sent:?} {}", String::from_utf8_lossy(&answer.body));
        if sent.starts_with("rubbish") {
            continue;
        }
        let policy = answer.header("content-security-policy").unwrap_or_default();
        assert!(
            policy.contains("default-src 'none'") && policy.contains("script-src 'self'"),
            "{sent:?}"
        );
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(answer.header(name), Some(value), "{sent:?}");
        }
        assert_eq!(answer.header("access-control-allow-origin"), None);
        assert_eq!(answer.header("set-cookie"), None);
        if status >= 400 && !sent.starts_with("HEAD") {
            assert_eq!(answer.header("content-type"), Some("application/problem+json"), "{sent:?}");
            assert_eq!(answer.json()["status"], status, "{sent:?}");
        }
    }
}

/// Where a body ends is not open to doubt: two lengths are refused, and beside chunks there is none.
#[test]
fn a_body_has_one_end() {
    let server = Running::start(None);
    let level = serde_json::json!({ "rows": ["#####", "#@$.#", "#####"] });
    let body = &serde_json::json!({ "level": level }).to_string();
    let (n, chunks) = (body.len(), format!("{:x}\r\n{body}\r\n0\r\n\r\n", body.len()));
    let ask = |headers: &str, body: &str| {
        let head = format!("POST /api/judge HTTP/1.1\r\nHost: {}\r\n", server.address);
        let kind = "Content-Type: application/json\r\nConnection: close\r\n";
        server.raw(format!("{head}{kind}{headers}\r\n{body}").as_bytes()).status
    };
    assert_eq!(ask(&format!("Content-Length: {n}\r\n"), body), 200);
    assert_eq!(ask("Transfer-Encoding: chunked\r\n", &chunks), 200);
    assert_eq!(ask(&format!("Content-Length: {n}\r\nContent-Length: {}\r\n", n + 1), body), 400);
    // The same length twice leaves no doubt (RFC 9110, section 8.6).
    assert_eq!(ask(&format!("Content-Length: {n}\r\nContent-Length: {n}\r\n"), body), 200);
    assert_eq!(ask(&format!("Content-Length: {n}, {}\r\n", n + 1), body), 400);
    assert_eq!(ask(&format!("Content-Length: +{n}\r\n"), body), 400);
    // Beside chunks a length does not count, whatever it says (RFC 9112, section 6.3).
    for length in [0, n, n + 1] {
        let (length, chunked) =
            (format!("Content-Length: {length}\r\n"), "Transfer-Encoding: chunked\r\n");
        assert_eq!(ask(&format!("{length}{chunked}"), &chunks), 200);
        assert_eq!(ask(&format!("{chunked}{length}"), &chunks), 200);
    }
}

/// The rules of the page hold for the WebSockets of the game.
#[test]
fn the_game_is_guarded_as_the_page_is() {
    let open = |port: u16, path: &str, headers: &str| {
        let mut stream = std::net::TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let head = format!(
            "GET {path} HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{}\r\n\r\n",
            headers.replace("PORT", &port.to_string())
        );
        stream.write_all(head.as_bytes()).unwrap();
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).unwrap();
        String::from_utf8_lossy(&answer[9..]).into_owned()
    };
    let server = Running::with_game(None);
    let port = server.game.unwrap().port();
    for path in ["/player", "/viewer"] {
        for (headers, status) in [
            ("Host: 127.0.0.1:PORT", "101"),
            ("Host: localhost:PORT", "101"),
            ("Host: 127.0.0.1:PORT\r\nOrigin: http://127.0.0.1:PORT", "101"),
            ("Host: evil.example", "421"),
            ("Host: evil.example:PORT", "421"),
            ("Host: 127.0.0.1:1", "421"),
            ("Host: 127.0.0.1:PORT\r\nHost: 127.0.0.1:PORT", "400"),
            ("Host: 127.0.0.1:PORT\r\nOrigin: http://evil.example", "403"),
            ("Host: 127.0.0.1:PORT\r\nOrigin: null", "403"),
            ("Host: evil.example:PORT\r\nOrigin: http://evil.example:PORT", "421"),
            ("Host: 127.0.0.1:PORT\r\nSec-Fetch-Site: cross-site", "403"),
            (
                "Host: 127.0.0.1:PORT\r\nOrigin: http://127.0.0.1:PORT\r\nOrigin: http://x.example",
                "400",
            ),
        ] {
            assert_eq!(open(port, path, headers), status, "{path} {headers:?}");
        }
    }
    let server = Running::with_game(Some("0123456789abcdef"));
    let port = server.game.unwrap().port();
    for (path, headers, status) in [
        ("/player", "Host: any.example", "401"),
        ("/viewer", "Host: any.example\r\nAuthorization: Bearer 0123456789abcdee", "401"),
        ("/viewer", "Host: any.example\r\nAuthorization: Bearer 0123456789abcdef", "101"),
        ("/player?token=0123456789abcdef", "Host: any.example", "101"),
        ("/player?token=0123456789abcdee", "Host: any.example", "401"),
        (
            "/player?token=0123456789abcdef",
            "Host: any.example\r\nOrigin: http://evil.example",
            "403",
        ),
        ("/elsewhere?token=0123456789abcdef", "Host: any.example", "404"),
    ] {
        assert_eq!(open(port, path, headers), status, "{path} {headers:?}");
    }
}

#[test]
fn large_heads_and_many_headers_are_refused() {
    let server = Running::start(None);
    let long = format!(
        "GET / HTTP/1.1\r\nHost: {}\r\nX: {}\r\n\r\n",
        server.address,
        "x".repeat(64 << 10)
    );
    let many =
        format!("GET / HTTP/1.1\r\nHost: {}\r\n{}\r\n", server.address, "X: y\r\n".repeat(300));
    for head in [long, many] {
        let mut stream = server.connect();
        let _ = stream.write_all(head.as_bytes());
        if let Some(answer) = read_answer(&mut stream) {
            assert!(matches!(answer.status, 400 | 431), "{}", answer.status);
        }
    }
    assert_eq!(server.get("/").status, 200);
}

#[test]
fn a_token_is_asked_for_and_then_any_name_will_do() {
    let server = Running::start(Some("0123456789abcdef"));
    let ask = |authorization: &str| {
        let text = format!("GET /api/status HTTP/1.1\r\nHost: any.example\r\n{authorization}\r\n");
        server.raw(text.as_bytes()).status
    };
    assert_eq!(ask(""), 401);
    assert_eq!(ask("Authorization: Bearer 0123456789abcdee\r\n"), 401);
    assert_eq!(ask("Authorization: Bearer 0123456789abcde\r\n"), 401);
    assert_eq!(ask("Authorization: Bearer 0123456789abcdef\r\n"), 200);
    assert_eq!(server.get("/").status, 200);
}

#[test]
fn beyond_loopback_there_is_no_server_without_a_token() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    struct Nothing;
    impl web::Shelf for Nothing {
        fn list(&self) -> Vec<web::Shelved> {
            Vec::new()
        }
        fn read(&self, _: &str) -> Option<Vec<u8>> {
            None
        }
        fn add(&self, _: &str, _: &[u8]) -> Result<String, String> {
            Err(String::new())
        }
        fn remove(&self, _: &str) -> Result<String, String> {
            Err(String::new())
        }
        fn restore(&self, _: &str) -> Result<String, String> {
            Err(String::new())
        }
    }
    let options = web::Options {
        listen: "0.0.0.0:0".parse().unwrap(),
        token: None,
        worker: runner::WorkerCommand { program: "nothing".into(), args: Vec::new() },
        workers: 1,
        store: None,
        shelf: std::sync::Arc::new(Nothing),
        tell: std::sync::Arc::new(|_| {}),
        game: None,
    };
    assert!(runtime.block_on(web::Server::bind(options)).is_err());
}

/// Silent, dribbling and half-open clients are closed; the limit is 4 s, the test allows for a busy
/// machine. The page answers meanwhile.
#[test]
fn slow_clients_are_closed_and_do_not_keep_others_out() {
    let server = Running::start(None);
    let half = format!(
        "POST /api/jobs HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{{",
        server.address
    );
    let starts = ["", "GET / HT", "GET / HTTP/1.1\r\nHost: ", &half];
    let mut slow: Vec<_> = starts
        .iter()
        .map(|start| {
            let mut stream = server.connect();
            stream.write_all(start.as_bytes()).unwrap();
            stream
        })
        .collect();
    let begin = Instant::now();
    let idle: Vec<_> = (0..1000).map(|_| server.connect()).collect();
    let opened = begin.elapsed();
    assert_eq!(server.get("/").status, 200, "the oldest silent connections made room");
    let answer = read_answer(&mut slow[3]);
    if let Some(answer) = answer {
        assert_eq!(answer.status, 408);
    }
    for mut stream in slow.into_iter().chain(idle) {
        let mut rest = Vec::new();
        stream.read_to_end(&mut rest).ok();
    }
    let closed = begin.elapsed();
    println!(
        "T28: 1,000 idle connections opened within {opened:.1?}; all closed {:.1?} after the last came",
        closed - opened
    );
    assert!(closed < Duration::from_secs(20), "{closed:?}");
}

/// The page asks for refusals that do not look like errors; nobody else gets them so.
#[test]
fn ordinary_refusals_are_quiet_for_those_who_ask() {
    let server = Running::start(None);
    let body = "{\"text\":\"##x##\"}";
    let ask = |more: &str| {
        let head = "POST /api/read HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\n";
        let head = head.replace("HOST", &server.address.to_string());
        let text = format!(
            "{head}{more}Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        );
        server.raw(text.as_bytes())
    };
    let (loud, quiet) = (ask(""), ask("Banto-Quiet: 1\r\n"));
    assert_eq!((loud.status, quiet.status), (400, 200));
    assert_eq!(quiet.header("banto-status"), Some("400"));
    assert_eq!(loud.json(), quiet.json());
}

/// Every route is written down, and everything written down is a route.
#[test]
fn the_document_describes_the_routes() {
    let server = Running::start(None);
    let document = server.get("/api/openapi.json").json();
    let source = include_str!("../../src/api/mod.rs");
    let routes: std::collections::BTreeSet<&str> =
        source.split(".route(\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let described: std::collections::BTreeSet<&str> =
        document["paths"].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(routes, described);
}

/// The page offers what the table says an engine takes.
#[test]
fn engines_come_with_their_goals() {
    let server = Running::start(None);
    let engines = server.get("/api/engines").json()["engines"].clone();
    let row =
        |name: &str| engines.as_array().unwrap().iter().find(|it| it["name"] == name).unwrap();
    let pushes = serde_json::json!("pushes");
    let goals = |name: &str, game: &str| row(name)["goals"][game].as_array().unwrap().clone();
    assert!(goals("auto", "sokoban").contains(&pushes));
    assert!(!goals("auto", "unblock").contains(&pushes));
    assert_eq!(goals("astar", "sokoban"), ["any"]);
    assert_eq!(
        (&row("wastar")["weighted"], &row("astar")["weighted"]),
        (&true.into(), &false.into())
    );
}

/// Without a game server there is nothing to watch, and the answer says how to get one.
#[test]
fn a_game_is_shown_only_where_one_is_served() {
    let server = Running::start(None);
    for path in ["/api/game", "/api/game/events"] {
        let answer = server.get(path);
        assert_eq!(answer.status, 404, "{path}");
        assert!(answer.json()["detail"].as_str().unwrap().contains("--game-server"), "{path}");
    }
}
