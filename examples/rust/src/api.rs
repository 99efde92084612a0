//! The way to the server: documents over HTTP, and a subscription over a WebSocket.

use std::error::Error;

use futures_util::{Stream, StreamExt};
use graphql_client::{Error as Fault, GraphQLQuery, Response};
use graphql_ws_client::graphql::StreamingOperation;
use reqwest::header::{AUTHORIZATION, HeaderMap};
use serde_json::json;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;

/// Whatever went wrong, as one line for the person who runs this.
pub(crate) type Failed = Box<dyn Error>;

/// A server, and the token with which it is asked.
pub(crate) struct Server {
    http: reqwest::Client,
    url: String,
    token: Option<String>,
}

impl Server {
    /// The server at `url`, such as `http://127.0.0.1:8080`.
    pub(crate) fn at(url: &str) -> Self {
        Self { http: reqwest::Client::new(), url: url.trim_end_matches('/').into(), token: None }
    }

    /// The same server, asked as whoever the token says.
    pub(crate) fn with_token(self, token: String) -> Self {
        Self { token: Some(token), ..self }
    }

    /// Asks a document; an error where nothing was answered.
    pub(crate) async fn ask<Q: GraphQLQuery>(
        &self,
        variables: Q::Variables,
    ) -> Result<Q::ResponseData, Failed> {
        let mut headers = HeaderMap::new();
        if let Some(token) = &self.token {
            headers.insert(AUTHORIZATION, format!("Bearer {token}").parse()?);
        }
        let request = self.http.post(format!("{}/graphql", self.url)).headers(headers);
        let answer = request.json(&Q::build_query(variables)).send().await?;
        let answer: Response<Q::ResponseData> = answer.json().await?;
        match (answer.data, answer.errors) {
            (Some(data), None) => Ok(data),
            (_, Some(errors)) => Err(said(&errors)),
            (None, None) => Err("the server has answered nothing".into()),
        }
    }

    /// Listens; the stream ends where the operation completes or the connection is lost.
    pub(crate) async fn listen<Q: GraphQLQuery + Send + Unpin + 'static>(
        &self,
        variables: Q::Variables,
    ) -> Result<impl Stream<Item = Result<Q::ResponseData, Failed>> + use<Q>, Failed>
    where
        Q::Variables: Send + Unpin,
        Q::ResponseData: Send,
    {
        let url = self.url.replacen("http", "ws", 1);
        let mut request = format!("{url}/graphql").into_client_request()?;
        let protocol = HeaderValue::from_static("graphql-transport-ws");
        request.headers_mut().insert("sec-websocket-protocol", protocol);
        let (socket, _) = tokio_tungstenite::connect_async(request).await?;
        let updates = graphql_ws_client::Client::build(socket)
            .payload(json!({ "token": self.token }))?
            .subscribe(StreamingOperation::<Q>::new(variables))
            .await?;
        Ok(updates.map(|update| {
            let update: Response<Q::ResponseData> = update?;
            update.data.ok_or_else(|| match update.errors {
                Some(errors) => said(&errors),
                None => "the server has sent an empty update".into(),
            })
        }))
    }
}

fn said(faults: &[Fault]) -> Failed {
    let lines: Vec<_> = faults.iter().map(ToString::to_string).collect();
    lines.join("; ").into()
}
