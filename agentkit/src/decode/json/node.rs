//! The flat tree: nodes in document order, so that building, walking and dropping need no recursion.

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::decode) enum Kind {
    Null,
    True,
    False,
    Number,
    String,
    Array,
    Object,
    /// A member's key; its value is the next node.
    Key,
    /// The JavaScript literal: the member is taken as absent.
    Undefined,
}

/// The text lies in the tape's own buffer, not in the source.
pub(in crate::decode) const OWNED: u8 = 1;
/// The input ended inside this node.
pub(in crate::decode) const CUT: u8 = 1 << 1;
/// A string that stood without quotes.
pub(in crate::decode) const BARE: u8 = 1 << 2;
/// A string whose inner quotes were not escaped.
pub(in crate::decode) const INNER: u8 = 1 << 3;

/// One value or key.
#[derive(Clone, Copy, Debug)]
pub(in crate::decode) struct Node {
    pub(in crate::decode) kind: Kind,
    pub(in crate::decode) flags: u8,
    /// Scalars: the text's bounds. Containers: the number of elements or members, and nothing.
    pub(in crate::decode) a: u32,
    pub(in crate::decode) b: u32,
    /// The index of the first node after this one and all below it.
    pub(in crate::decode) next: u32,
    /// The bounds in the reply.
    pub(in crate::decode) start: u32,
    pub(in crate::decode) end: u32,
}

impl Node {
    pub(in crate::decode) fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    pub(in crate::decode) fn span(&self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    pub(in crate::decode) fn is_container(&self) -> bool {
        matches!(self.kind, Kind::Array | Kind::Object)
    }
}

/// A position as a node holds it. Replies are at most 1 GiB long, so nothing is lost.
pub(in crate::decode) fn pos(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Nodes, and the texts that they point into.
#[derive(Clone, Debug, Default)]
pub(in crate::decode) struct Tape {
    pub(in crate::decode) nodes: Vec<Node>,
    /// The reply.
    pub(in crate::decode) source: String,
    /// Strings that are not a slice of the reply: unescaped or rewritten ones.
    pub(in crate::decode) owned: String,
}

/// A tape's parts, with the reply borrowed.
#[derive(Clone, Copy, Debug)]
pub(in crate::decode) struct View<'t> {
    pub(in crate::decode) nodes: &'t [Node],
    pub(in crate::decode) source: &'t str,
    pub(in crate::decode) owned: &'t str,
}

impl Tape {
    /// Appends another tree of the same reply.
    pub(in crate::decode) fn append(&mut self, other: &Self) {
        let (nodes, owned) = (pos(self.nodes.len()), pos(self.owned.len()));
        self.owned.push_str(&other.owned);
        self.nodes.extend(other.nodes.iter().map(|node| {
            let shift = if node.has(OWNED) && !node.is_container() { owned } else { 0 };
            Node { a: node.a + shift, b: node.b + shift, next: node.next + nodes, ..*node }
        }));
    }

    pub(in crate::decode) fn view(&self) -> View<'_> {
        self.view_of(&self.source)
    }

    /// The parts, where the reply is elsewhere.
    pub(in crate::decode) fn view_of<'t>(&'t self, source: &'t str) -> View<'t> {
        View { nodes: &self.nodes, source, owned: &self.owned }
    }

    /// Whether two trees of one reply are equal by value.
    pub(in crate::decode) fn equals(&self, other: &Self, source: &str) -> bool {
        super::same(&self.view_of(source), 0, &other.view_of(source), 0)
    }
}

/// What is returned for a position outside of the tape, which no code path asks for.
const NOWHERE: Node = Node { kind: Kind::Null, flags: 0, a: 0, b: 0, next: u32::MAX, start: 0, end: 0 };

impl<'t> View<'t> {
    #[inline]
    pub(in crate::decode) fn node(&self, at: usize) -> &'t Node {
        self.nodes.get(at).unwrap_or(&NOWHERE)
    }

    /// The text that a node's text is a part of.
    #[inline]
    fn buffer(&self, node: &Node) -> &'t str {
        if node.has(OWNED) { self.owned } else { self.source }
    }

    /// The text of a scalar or key.
    pub(in crate::decode) fn text(&self, node: &Node) -> &'t str {
        self.buffer(node).get(node.a as usize..node.b as usize).unwrap_or("")
    }

    /// The bytes of that text, where nothing but equality matters.
    pub(in crate::decode) fn bytes(&self, node: &Node) -> &'t [u8] {
        self.buffer(node).as_bytes().get(node.a as usize..node.b as usize).unwrap_or_default()
    }

    /// The direct children of a container: elements, or keys and values in turn.
    pub(in crate::decode) fn children(&self, at: usize) -> Children<'t> {
        let node = self.node(at);
        Children { nodes: self.nodes, at: at + 1, end: (node.next as usize).min(self.nodes.len()) }
    }

    /// The key and value positions of an object's members.
    pub(in crate::decode) fn members(&self, at: usize) -> impl Iterator<Item = (usize, usize)> + use<'t> {
        let mut children = self.children(at);
        std::iter::from_fn(move || Some((children.next()?, children.next()?)))
    }
}

/// Positions of a container's direct children.
#[derive(Clone, Debug)]
pub(in crate::decode) struct Children<'t> {
    nodes: &'t [Node],
    at: usize,
    end: usize,
}

impl Iterator for Children<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        if self.at >= self.end {
            return None;
        }
        let at = self.at;
        self.at = self.nodes.get(at)?.next as usize;
        Some(at)
    }
}
