//! Turns `data/*.toml` into the cards, names, labels and phrases of `src/cards.rs`.

fn main() -> std::process::ExitCode {
    gueridon_data::build("cards.rs", gueridon_data::content)
}
