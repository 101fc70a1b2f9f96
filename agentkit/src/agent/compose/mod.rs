//! Agents made of agents.

mod after;
mod and_then;
mod contramap;
mod map;
