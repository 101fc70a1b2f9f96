//! The providers' wire formats, without a network.

mod efforts;
mod equal;
mod failures;
mod features;
mod golden;
mod recordings;
mod refusals;
mod render;
mod rounds;
mod scenarios;
