//! Feeds recorded exchanges through the providers, and holds what comes out against the recording.

mod cassette;
mod check;
mod expect;
mod feed;
mod route;
mod split;

pub use cassette::{Cassette, Interaction};
pub use feed::{Fed, feed};

/// Everything that is wrong with a recording's replay; empty if nothing is.
pub fn replay(cassette: &Cassette) -> Vec<String> {
    let mut wrong = Vec::new();
    if cassette.interactions.is_empty() {
        wrong.push("nothing is recorded".to_owned());
    }
    for (at, interaction) in cassette.interactions.iter().enumerate() {
        if let Err(why) = one(interaction) {
            wrong.push(format!("interaction {}: {why}", at + 1));
        }
    }
    wrong
}

fn one(interaction: &Interaction) -> Result<(), String> {
    let (api, wire) = route::route(interaction)?;
    let body = interaction.response_bytes();
    let status = interaction.response.status;
    if !(200..300).contains(&status) {
        return check::failure(&*wire, api, interaction, &body);
    }
    if interaction.is_stream() {
        return check::stream(&*wire, api, &body);
    }
    check::plain(&*wire, api, &body)
}
