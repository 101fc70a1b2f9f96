//! What all drivers share: the job, the command line, and how a driver's cost is read.
//!
//! A driver runs one agent on one job: the model calls `forecast` in each of a number of turns, then answers.
//! How many turns is the mock server's choice, so that no driver can know.

mod args;
pub mod job;
mod proc;

use std::fmt::Display;
use std::rc::Rc;

pub use args::Args;
pub use proc::{Cost, cpu_ticks, rss_kib};

/// Runs an agent as often as the command line asks, and prints what it cost.
///
/// `new` makes the agent, once; `run` is one run of it and returns the answer. A wrong answer or an error
/// ends the process with a failure.
///
/// # Panics
/// On a bad command line, a failed run or a wrong answer.
pub fn drive<A, Fut, E>(new: impl FnOnce(&Args) -> A, run: impl Fn(Rc<A>) -> Fut + 'static)
where
    A: 'static,
    Fut: Future<Output = Result<String, E>> + 'static,
    E: Display + 'static,
{
    let args = Args::parse();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let local = tokio::task::LocalSet::new();
    let agent = Rc::new(runtime.block_on(async { new(&args) }));
    let before = Cost::now();
    if args.at_once == 1 {
        runtime.block_on(async {
            for _ in 0..args.runs {
                check(run(Rc::clone(&agent)).await);
            }
        });
    } else {
        let run = Rc::new(run);
        local.block_on(&runtime, async {
            let runs: Vec<_> =
                (0..args.at_once).map(|_| tokio::task::spawn_local(run(Rc::clone(&agent)))).collect();
            for run in runs {
                check(run.await.expect("no panic"));
            }
        });
    }
    println!("{}", Cost::now().since(&before));
}

fn check<E: Display>(answer: Result<String, E>) {
    match answer {
        Ok(answer) => assert_eq!(answer, job::ANSWER, "the answer"),
        Err(error) => panic!("the run failed: {error}"),
    }
}
