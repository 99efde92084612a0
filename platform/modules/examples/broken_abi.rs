//! A module that speaks another version of the border.

#[path = "broken/deaf.rs"]
mod deaf;

use deaf::DEAF;
use gueridon_game::abi::GueridonModule;

gueridon_game::export!(static GueridonModule { abi: 2, ..DEAF });
