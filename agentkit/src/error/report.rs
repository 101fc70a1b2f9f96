//! What a run had come to.

use serde::{Deserialize, Serialize};

use crate::decode::Repair;
use crate::{Transcript, Usage};

/// What a run had come to when it ended, whichever way.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Report {
    /// The conversation of the last stage that ran. Each call in it has exactly one result.
    pub transcript: Transcript,
    /// Tokens and requests, summed over all stages.
    pub usage: Usage,
    /// Model calls, summed over all stages.
    pub turns: u32,
    /// The text at fault, where a text was: the answer that did not decode, or the reply that was cut.
    pub raw: Option<String>,
    /// Where in the answer the fault is, as a JSON pointer.
    pub path: Option<String>,
    /// What decoding mended in the answer and in the arguments of calls.
    pub repairs: Vec<Repair>,
    /// How often requests were sent again, by the providers' own retries.
    pub transport_retries: u32,
    /// How often the model was told that its answer was not accepted.
    pub output_retries: u32,
    /// One entry a stage of a chain that ran; a lone agent has one.
    pub stages: Vec<Stage>,
}

/// What one stage of a chain had come to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Stage {
    /// The agent's name, if it was given one.
    pub name: Option<String>,
    /// Its conversation.
    pub transcript: Transcript,
    /// What it used.
    pub usage: Usage,
    /// Its model calls.
    pub turns: u32,
    /// Whether this is the stage that failed.
    pub failed: bool,
}

impl Report {
    /// Puts what came before this one, in a chain, in front of it.
    pub(crate) fn preceded_by(&mut self, earlier: Self) {
        self.usage += earlier.usage;
        self.turns = self.turns.saturating_add(earlier.turns);
        self.transport_retries = self.transport_retries.saturating_add(earlier.transport_retries);
        self.output_retries = self.output_retries.saturating_add(earlier.output_retries);
        self.repairs.splice(..0, earlier.repairs);
        self.stages.splice(..0, earlier.stages);
        if self.transcript.is_empty() {
            self.transcript = earlier.transcript;
        }
    }

    /// The failed stage's number, and its name if it has one.
    pub(crate) fn failed_stage(&self) -> Option<String> {
        let index = self.stages.iter().position(|stage| stage.failed)?;
        let name = self.stages.get(index)?.name.as_ref();
        Some(name.map_or_else(|| (index + 1).to_string(), |name| format!("{} (`{name}`)", index + 1)))
    }
}
