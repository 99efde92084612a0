//! A module that exports less than it has to.

#[path = "broken/deaf.rs"]
mod deaf;

use deaf::DEAF;
use gueridon_game::abi::GueridonModule;

gueridon_game::export!(static GueridonModule { size: 16, ..DEAF });
