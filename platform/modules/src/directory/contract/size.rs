//! Limits an SDL's length and depth: the parser is recursive.

use super::error::ContractError;

/// In bytes; far more than any game needs.
const LONGEST_SDL: usize = 1 << 20;
/// Open brackets at once; far more than any type needs.
const DEEPEST_SDL: usize = 32;

/// Whether an SDL can be parsed safely.
pub(super) fn check(sdl: &str) -> Result<(), ContractError> {
    if sdl.len() > LONGEST_SDL {
        return Err(ContractError(format!("its SDL is longer than {} MiB", LONGEST_SDL >> 20)));
    }
    let (mut depth, mut rest) = (0_usize, sdl);
    while let Some(at) = rest.find(['(', '[', '{', ')', ']', '}', '"', '#']) {
        let (bracket, after) = (rest.as_bytes()[at], &rest[at + 1..]);
        rest = match bracket {
            b'#' => after.split_once(['\n', '\r']).map_or("", |(_, rest)| rest),
            b'"' => after_text(after),
            b'(' | b'[' | b'{' => {
                depth += 1;
                after
            }
            _ => {
                depth = depth.saturating_sub(1);
                after
            }
        };
        if depth > DEEPEST_SDL {
            return Err(ContractError(format!(
                "its SDL has more than {DEEPEST_SDL} brackets in a row"
            )));
        }
    }
    Ok(())
}

/// The rest after a string whose opening quotation mark has been read.
fn after_text(text: &str) -> &str {
    let (mut rest, end) = match text.strip_prefix("\"\"") {
        Some(block) => (block, "\"\"\""),
        None => (text, "\""),
    };
    while let Some(at) = rest.find(end) {
        let backslashes = rest[..at].bytes().rev().take_while(|&byte| byte == b'\\').count();
        rest = &rest[at + end.len()..];
        // In a block a backslash is only a backslash, but for the one before the end.
        let is_escaped = if end.len() > 1 { backslashes > 0 } else { backslashes % 2 == 1 };
        if !is_escaped {
            return rest;
        }
    }
    ""
}
