//! A merged schema as the executor reads it: types by number, fields by name.

use std::collections::{BTreeSet, HashMap};

use async_graphql::Value as Constant;
use async_graphql_parser::Positioned;
use async_graphql_parser::types::{
    BaseType, FieldDefinition, InputValueDefinition, ObjectType, OperationType, Type, TypeKind,
};
use foldhash::fast::RandomState;

use super::merged::{Merged, is_one_of};

/// The number of a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeId(u32);

/// The number of a field of an object type or interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FieldId(u32);

impl FieldId {
    /// The number itself, from 0.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Every type of the schema.
#[derive(Debug)]
pub struct Types {
    all: Vec<Named>,
    n_fields: u32,
    by_name: HashMap<Box<str>, TypeId, RandomState>,
}

/// A type with its name.
#[derive(Debug)]
pub struct Named {
    /// Its name.
    pub name: Box<str>,
    /// What it is.
    pub kind: Kind,
}

/// What a type is.
#[derive(Debug)]
pub enum Kind {
    /// A value without fields.
    Scalar(Scalar),
    /// One of a list of names.
    Enum(Vec<Box<str>>),
    /// A value with fields.
    Object(Vec<Field>),
    /// A value of one of several object types.
    Interface {
        /// The fields they share.
        fields: Vec<Field>,
        /// The object types, in the order of the files.
        possible: Vec<TypeId>,
    },
    /// A value with fields that a client sends.
    Input {
        /// Its fields.
        fields: Vec<Input>,
        /// Whether exactly one of them is given.
        one_of: bool,
    },
}

/// A value without fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scalar {
    /// A whole number of 32 bits.
    Int,
    /// A number.
    Float,
    /// Text.
    String,
    /// True or false.
    Boolean,
    /// Text that names something.
    Id,
    /// Any JSON.
    Json,
}

/// A field of an object or interface.
#[derive(Debug)]
pub struct Field {
    /// Its number, which no other field of the schema has.
    pub id: FieldId,
    /// Its name.
    pub name: Box<str>,
    /// Its arguments.
    pub arguments: Vec<Input>,
    /// Its type.
    pub ty: Shape,
    /// Whether an interface of its parent type has it too.
    pub is_inherited: bool,
}

/// An argument, or a field of an input.
#[derive(Debug, Clone)]
pub struct Input {
    /// Its name.
    pub name: Box<str>,
    /// Its type.
    pub ty: Shape,
    /// Its value when it is left out.
    pub default: Option<Constant>,
}

/// A type with its list and non-null wrappers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Whether null is a value.
    pub nullable: bool,
    /// The type of a value that is not null.
    pub base: Base,
}

/// A type without its outermost non-null wrapper.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Base {
    /// A value of that type.
    Named(TypeId),
    /// A list of values of that type.
    List(Box<Shape>),
}

impl Shape {
    /// The type without its list and non-null wrappers.
    #[must_use]
    pub fn named(&self) -> TypeId {
        match &self.base {
            Base::Named(id) => *id,
            Base::List(inner) => inner.named(),
        }
    }
}

const SCALARS: [(&str, Scalar); 5] = [
    ("Int", Scalar::Int),
    ("Float", Scalar::Float),
    ("String", Scalar::String),
    ("Boolean", Scalar::Boolean),
    ("ID", Scalar::Id),
];

impl Types {
    /// The types of a sound schema.
    #[must_use]
    pub fn new(merged: &Merged) -> Self {
        let names = SCALARS.iter().map(|scalar| scalar.0);
        let names = names.chain(merged.types().iter().map(|ty| ty.name.node.as_str()));
        let by_name = (0..).map(TypeId).zip(names).map(|(id, name)| (name.into(), id)).collect();
        let mut types = Self { all: Vec::new(), n_fields: 0, by_name };
        for (name, scalar) in SCALARS {
            types.all.push(Named { name: name.into(), kind: Kind::Scalar(scalar) });
        }
        for definition in merged.types() {
            let kind = match &definition.kind {
                TypeKind::Scalar | TypeKind::Union(_) => Kind::Scalar(Scalar::Json),
                TypeKind::Object(object) => {
                    Kind::Object(types.fields(&object.fields, &inherited(merged, object)))
                }
                TypeKind::Interface(interface) => Kind::Interface {
                    fields: types.fields(&interface.fields, &BTreeSet::new()),
                    possible: types.possible(merged, &definition.name.node),
                },
                TypeKind::Enum(one) => {
                    let name = |value: &Positioned<_>| -> Box<str> {
                        let value: &async_graphql_parser::types::EnumValueDefinition = &value.node;
                        value.value.node.as_str().into()
                    };
                    Kind::Enum(one.values.iter().map(name).collect())
                }
                TypeKind::InputObject(input) => Kind::Input {
                    fields: types.inputs(&input.fields),
                    one_of: is_one_of(&definition.directives),
                },
            };
            types.all.push(Named { name: definition.name.node.as_str().into(), kind });
        }
        types.begin_introspection();
        types
    }

    /// Adds the root fields of introspection to `Query`, if the types of introspection are defined.
    fn begin_introspection(&mut self) {
        let of =
            |name: &str, nullable| Some(Shape { nullable, base: Base::Named(self.find(name)?) });
        let (Some(schema), Some(ty), Some(name), Some(query)) =
            (of("__Schema", false), of("__Type", true), of("String", false), self.find("Query"))
        else {
            return;
        };
        let name = Input { name: "name".into(), ty: name, default: None };
        let ids = [self.new_field(), self.new_field()];
        if let Kind::Object(fields) = &mut self.all[query.0 as usize].kind {
            let mut push = |id, name: &str, arguments, ty| {
                let name = name.into();
                fields.push(Field { id, name, arguments, ty, is_inherited: false });
            };
            push(ids[0], "__schema", Vec::new(), schema);
            push(ids[1], "__type", vec![name], ty);
        }
    }

    /// The number of the type of that name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<TypeId> {
        self.by_name.get(name).copied()
    }

    /// The root type of operations of a kind.
    #[must_use]
    pub fn root(&self, ty: OperationType) -> Option<TypeId> {
        self.find(root_name(ty))
    }

    /// The numbers of all types, in the order of the files.
    pub fn ids(&self) -> impl Iterator<Item = TypeId> + use<> {
        (0..u32::try_from(self.all.len()).unwrap_or(u32::MAX)).map(TypeId)
    }

    /// A type by its number.
    #[must_use]
    pub fn get(&self, id: TypeId) -> &Named {
        &self.all[id.0 as usize]
    }

    /// The field of that name of an object or interface.
    #[must_use]
    pub fn field(&self, id: TypeId, name: &str) -> Option<&Field> {
        match &self.get(id).kind {
            Kind::Object(fields) | Kind::Interface { fields, .. } => {
                fields.iter().find(|field| &*field.name == name)
            }
            _ => None,
        }
    }

    /// The object type or interface that has a field, found by searching all.
    #[must_use]
    pub fn parent(&self, id: FieldId) -> Option<&Named> {
        self.iter().find(|named| match &named.kind {
            Kind::Object(fields) | Kind::Interface { fields, .. } => {
                fields.iter().any(|field| field.id == id)
            }
            _ => false,
        })
    }

    /// The object types that implement an interface, in the order of the files.
    fn possible(&self, merged: &Merged, interface: &str) -> Vec<TypeId> {
        let implements = |kind: &TypeKind| match kind {
            TypeKind::Object(object) => object.implements.iter().any(|name| name.node == interface),
            _ => false,
        };
        let types = merged.types().iter().filter(|definition| implements(&definition.kind));
        types.filter_map(|definition| self.find(&definition.name.node)).collect()
    }

    /// Whether a value of object type `object` is also of type `condition`.
    #[must_use]
    pub fn is(&self, object: TypeId, condition: TypeId) -> bool {
        object == condition
            || matches!(&self.get(condition).kind,
                Kind::Interface { possible, .. } if possible.contains(&object))
    }

    /// A type as written, if everything in it exists.
    #[must_use]
    pub fn shape(&self, ty: &Type) -> Option<Shape> {
        let base = match &ty.base {
            BaseType::Named(name) => Base::Named(self.find(name)?),
            BaseType::List(inner) => Base::List(Box::new(self.shape(inner)?)),
        };
        Some(Shape { nullable: ty.nullable, base })
    }

    /// How many fields all object types and interfaces have.
    #[must_use]
    pub fn n_fields(&self) -> usize {
        self.n_fields as usize
    }

    /// All types.
    pub fn iter(&self) -> impl Iterator<Item = &Named> {
        self.all.iter()
    }

    fn new_field(&mut self) -> FieldId {
        self.n_fields += 1;
        FieldId(self.n_fields - 1)
    }

    fn fields(
        &mut self,
        fields: &[Positioned<FieldDefinition>],
        inherited: &BTreeSet<&str>,
    ) -> Vec<Field> {
        let field = |Positioned { node: field, .. }: &Positioned<FieldDefinition>| {
            let ty = self.shape(&field.ty.node)?;
            let arguments = self.inputs(&field.arguments);
            let (id, name) = (self.new_field(), field.name.node.as_str());
            let is_inherited = inherited.contains(name);
            Some(Field { id, name: name.into(), arguments, ty, is_inherited })
        };
        fields.iter().filter_map(field).collect()
    }

    fn inputs(&self, inputs: &[Positioned<InputValueDefinition>]) -> Vec<Input> {
        let input = |Positioned { node: input, .. }: &Positioned<InputValueDefinition>| {
            let default = input.default_value.as_ref().map(|value| value.node.clone());
            let ty = self.shape(&input.ty.node)?;
            Some(Input { name: input.name.node.as_str().into(), ty, default })
        };
        inputs.iter().filter_map(input).collect()
    }
}

/// The name of the root type of operations of a kind.
#[must_use]
pub fn root_name(ty: OperationType) -> &'static str {
    match ty {
        OperationType::Query => "Query",
        OperationType::Mutation => "Mutation",
        OperationType::Subscription => "Subscription",
    }
}

/// The names of the fields that an object has from its interfaces.
fn inherited<'a>(merged: &'a Merged, object: &ObjectType) -> BTreeSet<&'a str> {
    let interfaces = object.implements.iter().filter_map(|name| merged.get(&name.node));
    let fields = interfaces.flat_map(|definition| match &definition.kind {
        TypeKind::Interface(interface) => &interface.fields[..],
        _ => &[],
    });
    fields.map(|field| field.node.name.node.as_str()).collect()
}
