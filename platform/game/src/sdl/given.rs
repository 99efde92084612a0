//! What types that are not the game's own look like to clients.

use std::borrow::Cow;

use arrayvec::ArrayVec;

use super::description::capitalised;
use super::shape::{Field, Name, Object, Sdl, Shape};
use crate::{Bag, Kind, Seat, Seats, Yes};

macro_rules! given {
    ($($name:literal: $($kind:ty),+;)+) => {$($(
        impl Sdl for $kind {
            fn shape() -> Shape {
                Shape::Given($name)
            }
        }
    )+)+};
}

given! {
    "Int": u8, u16, u32, usize, i8, i16, i32;
    "Boolean": bool;
    "String": String, str, char;
    "Yes": Yes;
}

impl Sdl for Seat {
    fn shape() -> Shape {
        Shape::Seat
    }
}

impl Sdl for Seats {
    fn shape() -> Shape {
        Shape::list::<Seat>()
    }
}

impl<T: Sdl> Sdl for Option<T> {
    fn shape() -> Shape {
        Shape::nullable::<T>()
    }
}

impl<T: Sdl> Sdl for Vec<T> {
    fn shape() -> Shape {
        Shape::list::<T>()
    }
}

impl<T: Sdl, const N: usize> Sdl for ArrayVec<T, N> {
    fn shape() -> Shape {
        Shape::list::<T>()
    }
}

impl<T: Sdl, const N: usize> Sdl for [T; N] {
    fn shape() -> Shape {
        Shape::list::<T>()
    }
}

impl<T: Sdl> Sdl for [T] {
    fn shape() -> Shape {
        Shape::list::<T>()
    }
}

impl<T: Sdl + ?Sized> Sdl for &T {
    fn shape() -> Shape {
        T::shape()
    }
}

impl<T: Sdl + ?Sized> Sdl for Box<T> {
    fn shape() -> Shape {
        T::shape()
    }
}

impl<T: Sdl + ToOwned + ?Sized> Sdl for Cow<'_, T> {
    fn shape() -> Shape {
        T::shape()
    }
}

/// As [`as_list`](crate::bag::as_list) writes it.
impl<K: Kind + Sdl, const N: usize> Sdl for Bag<K, N> {
    fn shape() -> Shape {
        let many = match K::shape() {
            Shape::Values(values) if values.many.is_empty() => format!("{}s", values.name.shown),
            Shape::Values(values) => values.many.to_owned(),
            _ => format!("{}s", capitalised(K::NOUN)),
        };
        let field = |name, doc, shape| Field {
            shown: Some(name),
            sent: Some(name),
            doc,
            shape,
            may_be_absent: false,
            is_optional: false,
        };
        Shape::List(Box::new(Shape::Object(Object {
            name: Name::of(many),
            doc: "One kind of several, and how many there are of it.",
            fields: vec![
                field(K::NOUN, "", K::shape),
                field("count", "How many of it, at least 1.", u8::shape),
            ],
            default: None,
        })))
    }
}
