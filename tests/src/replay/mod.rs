//! Feeds recorded exchanges through the providers, and holds what comes out against the recording.

mod cassette;
mod check;
mod expect;
mod feed;
mod route;
mod split;

use agentkit::provider::wire::Wire;

pub use cassette::{Cassette, Interaction};
pub use feed::{Fed, feed};

/// What came of a recording's replay.
#[derive(Debug, Default)]
pub struct Report {
    /// Everything that is wrong; empty if nothing is.
    pub wrong: Vec<String>,
    /// Exchanges that no provider's call makes, such as a download.
    pub passed_over: Vec<String>,
}

/// Replays a recording.
pub fn replay(cassette: &Cassette) -> Report {
    let mut report = Report::default();
    let mut replayed = 0;
    for (at, interaction) in cassette.interactions.iter().enumerate() {
        let at = at + 1;
        match route::route(interaction) {
            Some((api, wire)) => {
                replayed += 1;
                if let Err(why) = one(api, &*wire, interaction) {
                    report.wrong.push(format!("interaction {at}: {why}"));
                }
            }
            None => {
                let request = &interaction.request;
                let what = format!("{} {}{}", request.method, request.host, request.path);
                report.passed_over.push(format!("interaction {at}: {what} is no call of a model"));
            }
        }
    }
    if replayed == 0 {
        report.wrong.push("no call of a model is recorded".to_owned());
    }
    report
}

fn one(api: expect::Api, wire: &dyn Wire, interaction: &Interaction) -> Result<(), String> {
    let body = interaction.response_bytes();
    let status = interaction.response.status;
    if !(200..300).contains(&status) {
        return check::failure(wire, api, interaction, &body);
    }
    if interaction.is_stream() {
        return check::stream(wire, api, &body);
    }
    check::plain(wire, api, &body)
}
