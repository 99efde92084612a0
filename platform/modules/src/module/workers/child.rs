//! The work of a worker: opens one build, and answers the calls of its host until there are no more.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read, Write};
use std::process::exit;

use gueridon_game::border::Op;

use super::frames::{AnswerHead, Ask, AskHead, NO_TABLE};
use super::{Loaded, sandbox};
use crate::module::inside::{Inside, InsideTable};
use crate::module::reply::Reply;
use crate::module::{OpenError, WorkerEnd};

/// Does the work of a worker: reads from stdin what the host asks, and writes answers to stdout.
/// Meant for the program that [`Isolation::command`](crate::module::Isolation::command) names, as
/// the first thing that it does. `memory` is how many bytes of address space the module may use.
///
/// # Errors
/// When the host does not speak as a host does, or the worker cannot be confined.
pub fn work(memory: u64) -> io::Result<()> {
    let (mut asks, mut answers) = sandbox::detach()?;
    let Some(AskHead { ask: Ask::Load, len, .. }) = AskHead::read(&mut asks)? else {
        return Ok(());
    };
    let mut bytes = Vec::new();
    read_bytes(&mut asks, len, &mut bytes)?;
    let (loaded, inside) = load(&bytes, memory);
    drop(bytes);
    let report = serde_json::to_vec(&loaded)?;
    send(&mut answers, &Reply { bytes: report, ..Reply::default() }, false)?;
    let Some(inside) = inside else { return Ok(()) };
    // In the middle of a reply that has no end, there is nothing to wait for.
    let inside = inside.when_too_long(|| exit(WorkerEnd::TOO_LONG));
    answer_all(&inside, &mut asks, &mut answers)
}

/// Confines this process, and opens a build in it.
fn load(bytes: &[u8], memory: u64) -> (Loaded, Option<Inside>) {
    if let Err(error) = sandbox::limit(memory) {
        let reason = format!("its process cannot be limited: {error}");
        return (Loaded::Refused { reason, is_permanent: false }, None);
    }
    let mut missing = sandbox::confine_opening();
    // The hash is only for notes of calls, which a worker does not keep.
    let opened = Inside::open(bytes, [0; 32]);
    missing.extend(sandbox::confine());
    missing.sort_unstable();
    missing.dedup();
    let missing = missing.into_iter().map(str::to_owned).collect();
    match opened {
        Ok(inside) => (Loaded::Opened { missing }, Some(inside)),
        Err(error) => {
            let is_permanent = OpenError::is_permanent(&error);
            (Loaded::Refused { reason: error.to_string(), is_permanent }, None)
        }
    }
}

fn answer_all(inside: &Inside, asks: &mut File, answers: &mut File) -> io::Result<()> {
    let mut tables: HashMap<u64, InsideTable> = HashMap::new();
    let mut request = Vec::new();
    while let Some(AskHead { ask, table, len }) = AskHead::read(asks)? {
        read_bytes(asks, len, &mut request)?;
        match ask {
            Ask::Open => {
                let (reply, opened) = inside.open_table(&request);
                let is_open = opened.is_some();
                tables.extend(opened.map(|opened| (table, opened)));
                send(answers, &reply, is_open)?;
            }
            Ask::Close => drop(tables.remove(&table)),
            Ask::Call(op) => {
                let op = Op::from_number(op).ok_or(io::ErrorKind::InvalidData)?;
                let reply = match tables.get_mut(&table) {
                    Some(table) => table.call(op, &request),
                    None if table == NO_TABLE => inside.ask(op, &request),
                    None => return Err(io::ErrorKind::InvalidData.into()),
                };
                send(answers, &reply, false)?;
            }
            Ask::Load => return Err(io::ErrorKind::InvalidData.into()),
        }
    }
    Ok(())
}

fn read_bytes(from: &mut File, len: u32, bytes: &mut Vec<u8>) -> io::Result<()> {
    bytes.clear();
    let read = from.take(u64::from(len)).read_to_end(bytes)?;
    if read < len as usize { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(()) }
}

fn send(answers: &mut File, reply: &Reply, is_open: bool) -> io::Result<()> {
    let frame = AnswerHead::with(reply.status, is_open, &reply.bytes);
    answers.write_all(&frame.ok_or(io::ErrorKind::InvalidData)?)
}
