//! A messy reply into a typed value, and never an invented one.
