//! The regular files of a folder, and nothing else: no directories, no pipes, and no files outside
//! of the folder that a link leads to.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use tokio::task::spawn_blocking;
use tower_http::services::ServeDir;
use tower_http::services::fs::{Backend, DefaultServeDirFallback, TokioBackend, TokioFile};

/// The files of a folder. A client that accepts it gets the compressed copy of a file beside it,
/// `<file>.br` or `<file>.gz`, if there is one.
#[derive(Debug, Clone)]
pub(super) struct Files {
    inside: Inside,
    served: ServeDir<DefaultServeDirFallback, Inside>,
}

impl Files {
    pub(super) fn of(directory: PathBuf) -> Self {
        let inside = Inside(directory.into());
        let served = ServeDir::with_backend(&inside.0, inside.clone())
            .append_index_html_on_directories(false)
            .redirect_to_trailing_slash(false)
            .ignore_multi_range_requests(true)
            .precompressed_br()
            .precompressed_gzip();
        Self { inside, served }
    }

    /// Whether there is a file of that name right now.
    pub(super) fn has(&self, name: &str) -> bool {
        self.inside.file(&self.inside.0.join(name)).is_ok()
    }

    /// The file that a request asks for; none if there is no such file.
    pub(super) async fn answer(&self, request: Request) -> Option<Response> {
        match self.served.clone().try_call(request).await {
            Ok(response) if response.status() == StatusCode::NOT_FOUND => None,
            Ok(response) => Some(response.map(Body::new)),
            Err(error) if is_missing(&error) => None,
            Err(error) => {
                tracing::error!(%error, "a file of the page cannot be read");
                Some(StatusCode::INTERNAL_SERVER_ERROR.into_response())
            }
        }
    }
}

/// Whether there is no such file, or none that may be read.
fn is_missing(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidFilename, InvalidInput, NotADirectory, NotFound, PermissionDenied};
    matches!(
        error.kind(),
        InvalidFilename | InvalidInput | NotADirectory | NotFound | PermissionDenied
    )
}

/// The file system, limited to this folder.
#[derive(Debug, Clone)]
struct Inside(Arc<Path>);

impl Inside {
    /// The canonical path of a regular file in the folder.
    fn file(&self, path: &Path) -> io::Result<PathBuf> {
        let (folder, file) = (fs::canonicalize(&self.0)?, fs::canonicalize(path)?);
        let is_inside = file.starts_with(folder) && fs::metadata(&file)?.is_file();
        is_inside.then_some(file).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    /// The same without blocking the async runtime.
    async fn find(self, path: PathBuf) -> io::Result<PathBuf> {
        spawn_blocking(move || self.file(&path)).await.map_err(io::Error::other)?
    }
}

type Later<T> = Pin<Box<dyn Future<Output = io::Result<T>> + Send>>;

impl Backend for Inside {
    type File = TokioFile;
    type Metadata = fs::Metadata;
    type OpenFuture = Later<TokioFile>;
    type MetadataFuture = Later<fs::Metadata>;

    fn open(&self, path: PathBuf) -> Self::OpenFuture {
        let found = self.clone().find(path);
        Box::pin(async move { TokioBackend.open(found.await?).await })
    }

    fn metadata(&self, path: PathBuf) -> Self::MetadataFuture {
        let found = self.clone().find(path);
        Box::pin(async move { TokioBackend.metadata(found.await?).await })
    }
}
