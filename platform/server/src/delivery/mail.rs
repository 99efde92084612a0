//! Mail over one SMTP server, with TLS unless the server is on this machine.

use std::fmt;
use std::net::IpAddr;
use std::time::Duration;

use gueridon_game::border::hex;
use gueridon_host::notifications::{Letter, Undelivered};
use hyper::Uri;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Mailbox, Message};
use lettre::transport::smtp;
use lettre::transport::smtp::extension::ClientId;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Tokio1Executor};
use sha2::{Digest, Sha256};

/// How long each command to the mail server may take.
const COMMAND_TIMEOUT: Duration = Duration::from_secs(20);

/// An SMTP server with its credentials: `smtp://user:password@host:port`, or `smtps://`.
#[derive(Clone, PartialEq, Eq)]
pub struct SmtpUrl(pub String);

impl fmt::Debug for SmtpUrl {
    /// Leaves it all out: the password is in it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SmtpUrl(..)")
    }
}

/// Sends mail.
pub struct Mailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
}

impl fmt::Debug for Mailer {
    /// Leaves the credentials out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mailer").field("from", &self.from).finish_non_exhaustive()
    }
}

/// Which option for mail is malformed. The messages never contain the password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MailError {
    /// `--smtp` is not the URL of a mail server.
    #[error(
        "--smtp is no mail server: say smtp://user:password@host:port or smtps://…, with %XX for what is special in a password"
    )]
    Smtp,
    /// `--mail-from` is not an address.
    #[error("--mail-from is no address: say games@example.org or \"Games <games@example.org>\"")]
    From,
}

impl Mailer {
    /// Sends mail over a server, from an address.
    ///
    /// # Errors
    /// When one of them is malformed. The server is not connected to yet.
    pub fn new(smtp: &SmtpUrl, from: &str) -> Result<Self, MailError> {
        let from: Mailbox = from.parse().map_err(|_| MailError::From)?;
        let url = with_tls(&smtp.0).ok_or(MailError::Smtp)?;
        let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(&url);
        let builder = builder.map_err(|_| MailError::Smtp)?.timeout(Some(COMMAND_TIMEOUT));
        let name = ClientId::Domain(from.email.domain().to_owned());
        Ok(Self { transport: builder.hello_name(name).build(), from })
    }

    /// Sends a letter.
    ///
    /// # Errors
    /// Why the mail server did not accept it.
    pub async fn send(&self, letter: &Letter) -> Result<(), Undelivered> {
        let message = self.message(letter).ok_or_else(|| Undelivered {
            fault: "that is no address to write to".to_owned(),
            is_final: true,
        })?;
        self.transport.send(message).await.map(drop).map_err(|error| undelivered(&error))
    }

    fn message(&self, letter: &Letter) -> Option<Message> {
        let to: Address = letter.to.parse().ok()?;
        // So that autoresponders do not reply (RFC 3834).
        let automatic = HeaderValue::new(
            HeaderName::new_from_ascii_str("Auto-Submitted"),
            "auto-generated".to_owned(),
        );
        let subject = letter.subject.replace(char::is_control, " ");
        Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(subject)
            .message_id(Some(self.message_id(letter)))
            .raw_header(automatic)
            .header(ContentType::TEXT_PLAIN)
            .body(letter.text.clone())
            .ok()
    }

    /// The `Message-ID` of a letter.
    fn message_id(&self, letter: &Letter) -> String {
        let mut digest = Sha256::new();
        for part in [&letter.to, &letter.subject, &letter.text] {
            digest.update(part.as_bytes());
            digest.update([0]);
        }
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        digest.update(now.unwrap_or_default().as_nanos().to_be_bytes());
        format!("<{}@{}>", hex(&digest.finalize()[..16]), self.from.email.domain())
    }
}

/// The URL for lettre: TLS is required unless the server is on this machine.
fn with_tls(url: &str) -> Option<String> {
    let uri: Uri = url.parse().ok()?;
    let host = uri.host()?.trim_start_matches('[').trim_end_matches(']');
    let is_here = host == "localhost" || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback());
    match uri.scheme_str()? {
        "smtps" => Some(url.to_owned()),
        "smtp" if is_here => Some(url.to_owned()),
        "smtp" if uri.query().is_none() => Some(format!("{url}?tls=required")),
        _ => None,
    }
}

/// What went wrong, without the text of the server, which may contain the address.
fn undelivered(error: &smtp::Error) -> Undelivered {
    let Some(code) = error.status() else {
        let fault = if error.is_timeout() {
            "the mail server did not answer in time"
        } else if error.is_tls() {
            "there was no secure connection to the mail server"
        } else {
            "the mail server could not be reached"
        };
        return Undelivered { fault: fault.to_owned(), is_final: false };
    };
    let code = code.to_string();
    // Wrong credentials are for the operator to fix, and the letter is sent again later.
    let is_about_us = code.starts_with("53");
    let is_final = error.is_permanent() && !is_about_us;
    Undelivered { fault: format!("the mail server answered {code}"), is_final }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mail_goes_over_tls_unless_its_server_is_on_this_machine() {
        let made = |url: &str| with_tls(url);
        assert_eq!(
            made("smtp://u:p@mail.example.org:587").as_deref(),
            Some("smtp://u:p@mail.example.org:587?tls=required")
        );
        for as_it_is in ["smtps://u:p@mail.example.org", "smtp://127.0.0.1:2525", "smtp://[::1]:25"]
        {
            assert_eq!(made(as_it_is).as_deref(), Some(as_it_is));
        }
        for none in ["", "mail.example.org", "http://mail.example.org", "smtp://m.org?tls=x"] {
            assert_eq!(made(none), None, "{none}");
        }
    }

    #[test]
    fn a_letter_cannot_add_headers_or_recipients() {
        let smtp = SmtpUrl("smtp://u:hush@127.0.0.1:1".to_owned());
        let mailer = Mailer::new(&smtp, "Games <games@example.org>").unwrap();
        assert!(!format!("{smtp:?} {mailer:?}").contains("hush"));
        let letter = |to: &str, subject: &str| Letter {
            to: to.to_owned(),
            subject: subject.to_owned(),
            text: "À vous.\n".to_owned(),
        };
        let message =
            mailer.message(&letter("ada@example.org", "x\r\nBcc: y@example.org")).unwrap();
        let text = String::from_utf8(message.formatted()).unwrap();
        assert!(!text.contains("\r\nBcc:"), "{text}");
        assert!(text.contains("Subject: x  Bcc: y@example.org\r\n"), "{text}");
        for bad in ["ada@example.org\r\nBcc: y@example.org", "ada", "a@b, c@d", ""] {
            assert!(mailer.message(&letter(bad, "x")).is_none(), "{bad}");
        }
        assert_eq!(Mailer::new(&smtp, "nobody").unwrap_err(), MailError::From);
        let wrong = SmtpUrl("nonsense".to_owned());
        assert_eq!(Mailer::new(&wrong, "g@example.org").unwrap_err(), MailError::Smtp);
    }
}
