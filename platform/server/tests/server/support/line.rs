//! A line between a server and its database, which can be cut, fall silent, become slow, or lead to
//! another database.

use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::sleep;
use url::Url;

/// How the line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// What is sent arrives so much later.
    Open(Duration),
    /// Connections are closed, and new ones as well.
    Cut,
    /// Nothing arrives any more. What was connected then stays so, and stays silent for ever, as
    /// behind a router that has forgotten it.
    Silent,
}

/// A line from an address of the loopback to a database. It ends when it is dropped.
pub(crate) struct Line {
    /// The URL of the database by this line.
    pub(crate) url: String,
    state: watch::Sender<State>,
    to: watch::Sender<u16>,
    task: JoinHandle<()>,
}

impl Line {
    /// A line to the database of a URL.
    pub(crate) async fn to(url: &str) -> Self {
        let mut url: Url = url.parse().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let to = watch::Sender::new(url.port().unwrap());
        url.set_port(Some(listener.local_addr().unwrap().port())).unwrap();
        let state = watch::Sender::new(State::Open(Duration::ZERO));
        let task = tokio::spawn(lead(listener, state.clone(), to.clone()));
        Self { url: url.into(), state, to, task }
    }

    /// Closes all connections, and refuses new ones.
    pub(crate) fn cut(&self) {
        self.state.send_replace(State::Cut);
    }

    /// Lets nothing through any more.
    pub(crate) fn silence(&self) {
        self.state.send_replace(State::Silent);
    }

    /// Lets new connections through, and what is sent on them.
    pub(crate) fn mend(&self) {
        self.slow_down(Duration::ZERO);
    }

    /// Lets everything through so much later.
    pub(crate) fn slow_down(&self, by: Duration) {
        self.state.send_replace(State::Open(by));
    }

    /// Leads new connections to another port.
    pub(crate) fn lead_to(&self, port: u16) {
        self.to.send_replace(port);
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.task.abort();
        self.cut();
    }
}

async fn lead(listener: TcpListener, state: watch::Sender<State>, to: watch::Sender<u16>) {
    loop {
        let (server, _) = listener.accept().await.unwrap();
        let (state, to) = (state.subscribe(), *to.borrow());
        tokio::spawn(connect(server, state, to));
    }
}

/// One connection, until one of its sides or the line is cut.
async fn connect(server: TcpStream, mut state: watch::Receiver<State>, to: u16) {
    let mut database = None;
    if matches!(*state.borrow_and_update(), State::Open(_)) {
        let Ok(connected) = TcpStream::connect(("127.0.0.1", to)).await else { return };
        database = Some(connected);
    }
    let watching = state.clone();
    let passing = async {
        let Some(mut database) = database else { return std::future::pending().await };
        let (from_server, to_server) = server.into_split();
        let (from_database, to_database) = database.split();
        tokio::select! {
            () = pass(from_server, to_database, watching.clone()) => {}
            () = pass(from_database, to_server, watching) => {}
        }
    };
    let cut = async {
        // The line has ended where nobody can change it any more.
        let _ = state.wait_for(|state| *state == State::Cut).await;
    };
    tokio::select! {
        () = passing => {}
        () = cut => {}
    }
}

/// Passes on what comes; for ever nothing once the line was silent.
async fn pass(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    mut state: watch::Receiver<State>,
) {
    let mut bytes = vec![0; 16 << 10];
    loop {
        let silent = async { state.wait_for(|state| *state == State::Silent).await.is_ok() };
        let read = tokio::select! {
            read = from.read(&mut bytes) => read.unwrap_or(0),
            _ = silent => return std::future::pending().await,
        };
        let State::Open(delay) = *state.borrow() else { return std::future::pending().await };
        if !delay.is_zero() {
            sleep(delay).await;
        }
        if read == 0 || to.write_all(&bytes[..read]).await.is_err() {
            return;
        }
    }
}
