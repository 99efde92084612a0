//! A module that aborts where it should unwind.

#[path = "broken/deaf.rs"]
mod deaf;

use deaf::DEAF;
use gueridon_game::abi::GueridonModule;

gueridon_game::export!(static GueridonModule { unwinds: 0, ..DEAF });
