//! A text of the game that is kept beside it, to be read and to be reviewed when it changes.

use std::path::Path;

/// The lines that are shown on either side of the first difference.
const AROUND: usize = 3;

/// Compares a file with what it should have now; writes it if the environment variable `update` is
/// set. `otherwise` says what it means that they differ.
pub(super) fn check(path: &Path, now: &str, update: &str, otherwise: &str) -> Result<(), String> {
    let place = path.display();
    if std::env::var_os(update).is_some() {
        let folder = path.parent().unwrap_or(path);
        let done = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(path, now));
        return done.map_err(|error| format!("{place} cannot be written: {error}"));
    }
    let how = format!("{update}=1 cargo test writes it anew: review the difference as a change.");
    match std::fs::read_to_string(path) {
        Ok(was) if was == now => Ok(()),
        Ok(was) => Err(format!("{place}{}\n{how}", difference(&was, now, otherwise))),
        Err(error) => Err(format!("{place} cannot be read: {error}\n{how}")),
    }
}

/// The first line that differs, with those around it.
fn difference(was: &str, now: &str, otherwise: &str) -> String {
    let (was, now): (Vec<&str>, Vec<&str>) = (was.lines().collect(), now.lines().collect());
    let same = was.iter().zip(&now).take_while(|(was, now)| was == now).count();
    let mut said = format!(":{}: {otherwise}", same + 1);
    let from = same.saturating_sub(AROUND);
    let mut add = |mark: char, lines: &[&str]| {
        lines.iter().for_each(|line| said.push_str(&format!("\n{mark} {line}")));
    };
    add(' ', &was[from..same]);
    add('-', &was[same..was.len().min(same + AROUND)]);
    add('+', &now[same..now.len().min(same + AROUND)]);
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_is_shown_with_its_line() {
        let said = difference("a\nb\nc\nd\n", "a\nb\nx\nd\n", "it is another");
        assert_eq!(said, ":3: it is another\n  a\n  b\n- c\n- d\n+ x\n+ d");
        let said = difference("a\n", "a\nb\n", "it is another");
        assert!(said.starts_with(":2:") && said.ends_with("\n+ b"), "{said}");
    }
}
