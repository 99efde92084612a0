//! Which steps are open, why the others are not, and what each one sets off.

mod allow;
mod carry_out;
mod list;
