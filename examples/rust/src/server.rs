//! The way to the server: documents over HTTP, and a subscription over a WebSocket.

use std::future::IntoFuture;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use futures_util::stream::BoxStream;
use graphql_client::{GraphQLQuery, Response};
use graphql_ws_client::graphql::StreamingOperation;
use graphql_ws_client::{Client, Error};
use serde_json::json;
use tokio::time::timeout;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;

use crate::patience::{Failed, lost, wrong};

/// How long an answer may take: a little longer than the server itself lets it take.
const ANSWER: Duration = Duration::from_secs(15);
/// After how long a line is asked whether it is still there; after three times as much it is lost.
const PING: Duration = Duration::from_secs(10);

/// A server, and the token with which it is asked.
pub(crate) struct Server {
    http: reqwest::Client,
    url: String,
    token: Option<String>,
}

impl Server {
    /// The server at `url`, such as `http://127.0.0.1:8080`.
    pub(crate) fn new(url: &str, token: Option<String>) -> Self {
        let url = format!("{}/graphql", url.trim_end_matches('/'));
        Self { http: reqwest::Client::new(), url, token }
    }

    /// Asks a document; [`Failed::Lost`] where there is no answer.
    pub(crate) async fn ask<Q: GraphQLQuery>(
        &self,
        variables: Q::Variables,
    ) -> Result<Q::ResponseData, Failed> {
        let mut request = self.http.post(&self.url).timeout(ANSWER);
        if let Some(token) = &self.token {
            request = request.bearer_auth(token);
        }
        let answer = request.json(&Q::build_query(variables)).send().await.map_err(lost)?;
        let status = answer.status();
        let body = answer.bytes().await.map_err(lost)?;
        // What a proxy answers, in words of its own, while the server is away.
        if (502..=504).contains(&status.as_u16()) {
            return Err(lost(format!("no answer: {status}")));
        }
        let elsewhere = |_| wrong(format!("no Guéridon at {}", self.url));
        whole(serde_json::from_slice(&body).map_err(elsewhere)?)
    }

    /// Listens until the operation is complete.
    pub(crate) async fn listen<Q>(
        &self,
        variables: Q::Variables,
    ) -> Result<Updates<Q::ResponseData>, Failed>
    where
        Q: GraphQLQuery<Variables: Send + Unpin> + Send + Unpin + 'static,
    {
        let mut request = self.url.replacen("http", "ws", 1).into_client_request()?;
        let protocol = HeaderValue::from_static("graphql-transport-ws");
        request.headers_mut().insert("sec-websocket-protocol", protocol);
        let opened = async {
            let (socket, _) = connect_async(request).await.map_err(lost)?;
            let client = Client::build(socket)
                .payload(json!({ "token": self.token }))?
                .keep_alive_interval(PING)
                .keep_alive_retries(0);
            client.await.map_err(|failed| match failed {
                // The socket was used wrongly, such as with a token that is nobody's.
                Error::Close(4400..=4499, _) => wrong(failed),
                _ => lost(failed),
            })
        };
        let (client, line) = timeout(ANSWER, opened).await.map_err(lost)??;
        let updates = client.subscribe(StreamingOperation::<Q>::new(variables)).await?;
        Ok(Updates { updates: updates.boxed(), line: line.into_future() })
    }
}

/// What a subscription brings.
pub(crate) struct Updates<Data> {
    updates: BoxStream<'static, Result<Response<Data>, Error>>,
    /// Reads and writes the socket, until it is lost.
    line: BoxFuture<'static, ()>,
}

impl<Data> Updates<Data> {
    /// The next update, none where the operation is complete; [`Failed::Lost`] where the line is.
    pub(crate) async fn next(&mut self) -> Result<Option<Data>, Failed> {
        tokio::select! {
            biased;
            update = self.updates.next() => update.map(|update| whole(update?)).transpose(),
            () = &mut self.line => Err(lost("the line is lost")),
        }
    }
}

/// What has come, where nothing is missing: a page would show the rest, this client needs it all.
fn whole<Data>(answer: Response<Data>) -> Result<Data, Failed> {
    let errors = answer.errors.unwrap_or_default();
    let Some(first) = errors.first() else {
        return answer.data.ok_or_else(|| wrong("an answer without data"));
    };
    let words: Vec<_> = errors.iter().map(|error| error.message.as_str()).collect();
    let code = first.extensions.as_ref().and_then(|extensions| extensions.get("code")?.as_str());
    Err(match code {
        Some("RESUME" | "UNAVAILABLE") => lost(words.join("; ")),
        _ => wrong(words.join("; ")),
    })
}
