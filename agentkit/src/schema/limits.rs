//! How large a schema may be.

use serde_json::{Map, Value};

use super::merge::literals;
use super::types::{has_type, types_of};
use super::walk::children;
use super::{Refusal, Target};

/// `OpenAI` structured-outputs guide, "Limitations": per schema.
const OPENAI_PROPERTIES: usize = 5_000;
const OPENAI_LEVELS: usize = 10;
const OPENAI_CHARS: usize = 120_000;
const OPENAI_LITERALS: usize = 1_000;
/// A string enum of more than [`OPENAI_LONG_ENUM`] values may hold this many characters.
const OPENAI_LONG_ENUM_CHARS: usize = 15_000;
const OPENAI_LONG_ENUM: usize = 250;
/// Anthropic and Gemini: characters in the name of a root property.
const ROOT_NAME: usize = 64;

/// What strict schemas cost under Anthropic's limits, which hold for all strict tools and the output format
/// of a request together (structured-outputs guide, "Schema complexity limits"). Add the costs up.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct StrictCost {
    /// Strict schemas: at most [`StrictCost::MAX_TOOLS`] tools.
    pub tools: usize,
    /// Properties that are not required: at most [`StrictCost::MAX_OPTIONAL`].
    pub optional: usize,
    /// Schemas with `anyOf` or several types: at most [`StrictCost::MAX_UNIONS`].
    pub unions: usize,
}

impl StrictCost {
    /// Strict tools in a request.
    pub const MAX_TOOLS: usize = 20;
    /// Optional properties in all strict schemas of a request.
    pub const MAX_OPTIONAL: usize = 24;
    /// Unions in all strict schemas of a request.
    pub const MAX_UNIONS: usize = 16;

    /// Whether a request may hold what costs this much.
    pub const fn fits(self) -> bool {
        self.tools <= Self::MAX_TOOLS
            && self.optional <= Self::MAX_OPTIONAL
            && self.unions <= Self::MAX_UNIONS
    }
}

impl std::ops::Add for StrictCost {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            tools: self.tools + other.tools,
            optional: self.optional + other.optional,
            unions: self.unions + other.unions,
        }
    }
}

/// Counts what a lowered schema costs as one strict tool; definitions count once.
pub fn strict_cost(schema: &Value) -> StrictCost {
    let mut cost = StrictCost { tools: 1, ..StrictCost::default() };
    each(schema, |map, _| {
        if let Some(Value::Object(properties)) = map.get("properties") {
            cost.optional += properties.keys().filter(|name| !is_required(map, name)).count();
        }
        if map.contains_key("anyOf") || map.contains_key("oneOf") || types_of(map).len() > 1 {
            cost.unions += 1;
        }
    });
    cost
}

fn is_required(map: &Map<String, Value>, name: &str) -> bool {
    let required = map.get("required").and_then(Value::as_array);
    required.is_some_and(|required| required.iter().any(|required| required == name))
}

/// Calls `visit` with each schema and how many objects and arrays it lies in, itself included.
fn each(schema: &Value, mut visit: impl FnMut(&Map<String, Value>, usize)) {
    let mut stack = vec![(schema, 0)];
    while let Some((node, level)) = stack.pop() {
        if let Value::Object(map) = node {
            let holds = has_type(map, "object") || has_type(map, "array");
            let level = level + usize::from(holds);
            visit(map, level);
            stack.extend(
                children(map)
                    .into_iter()
                    .map(|(path, child)| (child, if path.starts_with("/$defs/") { 0 } else { level })),
            );
        }
    }
}

/// Refuses a lowered schema that is too large for its target.
pub(super) fn check(schema: &Value, target: Target, refusals: &mut Vec<Refusal>) {
    let mut over = |what: String, repair: &str| {
        refusals.push(Refusal { path: String::new(), what, repair: repair.to_owned() });
    };
    match target {
        Target::OpenAiStrict => openai(schema, &mut over),
        Target::AnthropicStrict => {
            let cost = strict_cost(schema);
            let repair = "split the type, or send it without `strict`";
            if cost.optional > StrictCost::MAX_OPTIONAL {
                over(
                    format!("{} optional properties, {} at most", cost.optional, StrictCost::MAX_OPTIONAL),
                    repair,
                );
            }
            if cost.unions > StrictCost::MAX_UNIONS {
                over(format!("{} unions, {} at most", cost.unions, StrictCost::MAX_UNIONS), repair);
            }
        }
        _ => {}
    }
    let names = schema.get("properties").and_then(Value::as_object).into_iter().flat_map(Map::keys);
    for name in names {
        let sound = match target {
            Target::AnthropicStrict | Target::AnthropicLoose => {
                // The error message of the API: '^[a-zA-Z0-9_.-]{1,64}$', for the root's properties only.
                (1..=ROOT_NAME).contains(&name.len())
                    && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte))
            }
            Target::Gemini => name.chars().count() <= ROOT_NAME,
            _ => true,
        };
        if !sound {
            over(
                format!("the property `{name}` has a name that is not taken"),
                "rename it to ^[a-zA-Z0-9_.-]{1,64}$",
            );
        }
    }
}

fn openai(schema: &Value, over: &mut impl FnMut(String, &str)) {
    let (mut properties, mut deepest, mut chars, mut all_literals, mut long_enum) = (0, 0, 0, 0, false);
    each(schema, |map, level| {
        deepest = deepest.max(level);
        for keyword in ["properties", "$defs"] {
            let names = map.get(keyword).and_then(Value::as_object).into_iter().flat_map(Map::keys);
            for name in names {
                properties += usize::from(keyword == "properties");
                chars += name.chars().count();
            }
        }
        let values = literals(map).unwrap_or_default();
        let length = |value: &&Value| {
            value.as_str().map_or_else(|| value.to_string().len(), |text| text.chars().count())
        };
        let own: usize = values.iter().map(length).sum();
        all_literals += values.len();
        chars += own;
        long_enum |= values.len() > OPENAI_LONG_ENUM && own > OPENAI_LONG_ENUM_CHARS;
    });
    let split = "split the type, or send it without `strict`";
    for (found, most, of) in [
        (properties, OPENAI_PROPERTIES, "properties"),
        (deepest, OPENAI_LEVELS, "levels of nesting"),
        (chars, OPENAI_CHARS, "characters in names and literals"),
        (all_literals, OPENAI_LITERALS, "enum values"),
    ] {
        if found > most {
            over(format!("{found} {of}, {most} at most"), split);
        }
    }
    if long_enum {
        over(
            format!(
                "an enum of more than {OPENAI_LONG_ENUM} values holds more than {OPENAI_LONG_ENUM_CHARS} characters"
            ),
            split,
        );
    }
}
