//! Takes the refusal out of an answer that a test expects to be one.

use std::fmt::Debug;

use gueridon_host::refusal::{Answer, Code, Failure, Refused};

pub(crate) fn refused<T: Debug>(answer: Answer<T>) -> Refused {
    match answer {
        Err(Failure::Refused(refused)) => *refused,
        other => panic!("not refused: {other:?}"),
    }
}

pub(crate) fn code<T: Debug>(answer: Answer<T>) -> Code {
    refused(answer).code
}
