//! What a run gives.

use crate::Usage;
use crate::decode::Repair;
use crate::error::{Report, Stage};
use crate::message::Transcript;

/// A finished run: the answer and how it came about.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Run<Out> {
    /// The answer.
    pub output: Out,
    /// Tokens and requests, summed over all stages.
    pub usage: Usage,
    /// Model calls, summed over all stages.
    pub turns: u32,
    /// The conversation of the last stage. Each call in it has exactly one result.
    pub transcript: Transcript,
    /// How the run came to its end.
    pub finish: Finish,
    /// What decoding mended in the answer and in the arguments of calls.
    pub repairs: Vec<Repair>,
    /// How often requests were sent again, by the providers' own retries.
    pub transport_retries: u32,
    /// How often the model was told that its answer was not accepted.
    pub output_retries: u32,
    /// One entry a stage of a chain; a lone agent has one.
    pub stages: Vec<Stage>,
}

/// How a run came to its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Finish {
    /// The model ended the run by itself.
    Complete,
    /// The turns had run out; the model answered when asked a last time, with nothing but the answer on
    /// offer.
    TurnLimit,
}

impl<Out> Run<Out> {
    pub(crate) fn new(output: Out, finish: Finish, report: Report) -> Self {
        Self {
            output,
            usage: report.usage,
            turns: report.turns,
            transcript: report.transcript,
            finish,
            repairs: report.repairs,
            transport_retries: report.transport_retries,
            output_retries: report.output_retries,
            stages: report.stages,
        }
    }

    /// The answer, and the rest.
    pub(crate) fn into_parts(self) -> (Out, Finish, Report) {
        let report = Report {
            transcript: self.transcript,
            usage: self.usage,
            turns: self.turns,
            raw: None,
            path: None,
            repairs: self.repairs,
            transport_retries: self.transport_retries,
            output_retries: self.output_retries,
            stages: self.stages,
        };
        (self.output, self.finish, report)
    }

    /// The same run with another answer.
    pub fn map<B>(self, f: impl FnOnce(Out) -> B) -> Run<B> {
        let (output, finish, report) = self.into_parts();
        Run::new(f(output), finish, report)
    }

    /// Everything but the answer, in the form that errors carry.
    pub fn report(&self) -> Report {
        Report {
            transcript: self.transcript.clone(),
            usage: self.usage,
            turns: self.turns,
            raw: None,
            path: None,
            repairs: self.repairs.clone(),
            transport_retries: self.transport_retries,
            output_retries: self.output_retries,
            stages: self.stages.clone(),
        }
    }
}
