//! The stop calls of one turn.

use super::answer::{Fault, take_json};
use super::core::AnswerForm;
use super::drive::Drive;
use super::tools::Planned;
use super::words;
use crate::decode::Mode;
use crate::tool::ToolError;
use crate::{ErrorKind, Result};

impl Drive<'_> {
    /// Takes the stop calls of a turn. Whether one of them was the answer.
    ///
    /// Several calls of one stop tool: the first valid one is the answer. Calls of different stop tools
    /// contradict each other: none is taken, and the model is told to choose. `beaten` says that another
    /// call of the turn failed and the model gets to mend that first.
    pub(super) async fn take_stops(&mut self, stops: &[Planned<'_>], beaten: bool) -> Result<bool> {
        if beaten {
            self.settle_all(stops, words::BESIDE_FAILURE);
            return Ok(false);
        }
        if stops.windows(2).any(|pair| matches!(pair, [one, other] if one.target != other.target)) {
            return self.several_answers(stops).await;
        }
        let mut first_fault = None;
        let mut answered = false;
        for stop in stops {
            if answered {
                self.settle(stop.place, stop.call, Ok(words::ALREADY_ANSWERED.to_owned()));
                continue;
            }
            let (core, guard) = (self.core, self.guard);
            let schema = core.schemas.get(stop.target);
            let options = core.decoding.clone().mode(Mode::ToolArgs);
            let taking = take_json(self.accept(), stop.target, &stop.call.arguments, schema, &options);
            match guard.wait(taking).await? {
                Ok(repairs) => {
                    self.report.repairs.extend(repairs);
                    self.settle(stop.place, stop.call, Ok(words::ACCEPTED.to_owned()));
                    answered = true;
                }
                Err(fault) => {
                    let told = ToolError::new(words::not_accepted(&fault.message));
                    self.settle(stop.place, stop.call, Err(told));
                    first_fault.get_or_insert((stop, fault));
                }
            }
        }
        if !answered && let Some((stop, fault)) = first_fault {
            self.not_accepted(ErrorKind::Parse, stop.call.arguments.clone(), &fault).await?;
        }
        Ok(answered)
    }

    async fn several_answers(&mut self, stops: &[Planned<'_>]) -> Result<bool> {
        let AnswerForm::Stops(names) = &self.core.answer else { return Ok(false) };
        let mut chosen: Vec<_> = stops.iter().filter_map(|stop| names.get(stop.target)).collect();
        chosen.dedup();
        let message = words::several_answers(&words::names(chosen));
        self.settle_all(stops, &message);
        let raw: Vec<_> = stops.iter().map(|stop| stop.call.arguments.as_str()).collect();
        let fault = Fault { message, path: None };
        self.not_accepted(ErrorKind::Parse, raw.join("\n"), &fault).await?;
        Ok(false)
    }

    fn settle_all(&mut self, stops: &[Planned<'_>], why: &str) {
        for stop in stops {
            self.settle(stop.place, stop.call, Err(ToolError::new(why)));
        }
    }
}
