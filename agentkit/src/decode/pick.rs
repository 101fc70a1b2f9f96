//! From a reply to one answer.

use super::Decoded;
use super::error::{DecodeError, DecodeErrorKind};
use super::fit::{self, Fitted};
use super::json::{Json, Kind};
use super::options::{Mode, OnAmbiguous, Options, Strictness};
use super::repair::RepairKind;
use super::scan::{Candidate, Scanned, read_yaml, scan, whole_scalar};
use super::schema::{Schema, types};
use super::strict::{self, Parser};

/// Refuses a reply that is too long, before anything reads it.
pub(super) fn check_size(reply: &str, options: &Options) -> Result<(), DecodeError> {
    if reply.len() <= options.max_bytes {
        return Ok(());
    }
    let detail = format!("the reply is {} bytes long; at most {} are read", reply.len(), options.max_bytes);
    Err(DecodeError::new(DecodeErrorKind::Size, 0..reply.len(), detail))
}

pub(super) fn decode(reply: &str, schema: &Schema, options: &Options) -> Result<Decoded<Json>, DecodeError> {
    check_size(reply, options)?;
    let decoded = if options.mode == Mode::ToolArgs && reply.trim().is_empty() {
        empty_arguments(reply, schema, options)?
    } else {
        let mut parser = Parser::new(reply, options.max_depth);
        match parser.whole() {
            Ok(tape) if fit::as_it_stands(&tape, reply, schema) => Fitted::as_it_stands(tape),
            Ok(tape) => fit::fit(&tape, reply, schema, options)?,
            Err(fault)
                if fault.kind == DecodeErrorKind::Depth || options.strictness == Strictness::Strict =>
            {
                return Err(fault.into());
            }
            Err(_) => tolerantly(reply, parser, schema, options)?,
        }
    };
    let mut repairs = decoded.repairs.into_vec();
    for repair in &mut repairs {
        // Empty arguments are read as `{}`, which is longer than they are.
        repair.span = repair.span.start.min(reply.len())..repair.span.end.min(reply.len());
    }
    if options.strictness == Strictness::Strict
        && let Some(repair) = repairs.first()
    {
        let detail = format!("the reply would have to be mended, and that is not allowed: {}", repair.kind);
        return Err(
            DecodeError::new(DecodeErrorKind::Syntax, repair.span.clone(), detail).at(repair.path.clone())
        );
    }
    Ok(Decoded { value: Json::of(decoded.tape, reply), repairs })
}

/// A call without arguments.
fn empty_arguments(reply: &str, schema: &Schema, options: &Options) -> Result<Fitted, DecodeError> {
    let tape = strict::parse("{}", options.max_depth)?;
    let mut fitted =
        fit::fit(&tape, "{}", schema, options).map_err(|error| error.with_span(0..reply.len()))?;
    fitted.repairs.add(RepairKind::EmptyArgs, String::new, 0, reply.len());
    Ok(fitted)
}

fn tolerantly(
    reply: &str,
    parser: Parser<'_>,
    schema: &Schema,
    options: &Options,
) -> Result<Fitted, DecodeError> {
    let mut scanned = scan(reply, parser, options)?;
    if scanned.candidates.is_empty() {
        return without_candidates(reply, scanned, schema, options);
    }
    if options.mode == Mode::ToolArgs {
        drop_empty_prefix(&mut scanned);
    }
    let Scanned { candidates, around, .. } = scanned;
    let mut chosen = choose(reply, candidates, schema, options)?;
    chosen.repairs.append(around);
    Ok(chosen)
}

fn without_candidates(
    reply: &str,
    scanned: Scanned,
    schema: &Schema,
    options: &Options,
) -> Result<Fitted, DecodeError> {
    if let Some(failure) = scanned.failure {
        return Err(failure.into());
    }
    if scanned.thinking {
        let detail = "the reply ends before its thinking does, and holds no answer";
        return Err(DecodeError::new(DecodeErrorKind::Truncated, reply.len()..reply.len(), detail));
    }
    if options.mode == Mode::Final
        && let Some((candidate, around)) = whole_scalar(reply, options)
    {
        // A word without quotes is an answer only where the schema lists it.
        let listed = schema.compiled().rules(schema.root()).members.is_some();
        if listed || !candidate.guessed {
            let mut fitted = fit::fit(&candidate.tape, reply, schema, options)?;
            fitted.repairs.append(candidate.repairs);
            fitted.repairs.append(around);
            return Ok(fitted);
        }
    }
    if options.yaml
        && let Some(tape) = read_yaml(reply, options)
    {
        let mut fitted = fit::fit(&tape, reply, schema, options)?;
        fitted.repairs.add(RepairKind::Yaml, String::new, 0, reply.len());
        return Ok(fitted);
    }
    let detail = "the reply holds no JSON value";
    let none = || DecodeError::new(DecodeErrorKind::NoJson, 0..reply.len(), detail);
    Err(scanned.doubtful.map_or_else(none, DecodeError::from))
}

/// Some servers send `{}` before the arguments.
fn drop_empty_prefix(scanned: &mut Scanned) {
    let empty = |candidate: &Candidate| {
        candidate
            .tape
            .nodes
            .first()
            .is_some_and(|node| node.kind == Kind::Object && node.a == 0 && !candidate.cut)
    };
    if scanned.candidates.len() > 1 && scanned.candidates.first().is_some_and(empty) {
        let prefix = scanned.candidates.remove(0);
        scanned.around.add(RepairKind::EmptyPrefixObject, String::new, prefix.start, prefix.end);
    }
}

/// One that fits, and whether it did as it stands.
struct Fit {
    place: usize,
    exact: bool,
    fitted: Fitted,
}

fn choose(
    reply: &str,
    mut candidates: Vec<Candidate>,
    schema: &Schema,
    options: &Options,
) -> Result<Fitted, DecodeError> {
    if let Some(collected) = collected(reply, &candidates, schema, options) {
        return Ok(collected);
    }
    let mut fits = Vec::new();
    let mut errors = Vec::new();
    for (place, candidate) in candidates.iter_mut().enumerate() {
        match fit_one(reply, candidate, schema, options) {
            Ok(fitted) => {
                fits.push(Fit { place, exact: fitted.repairs.is_empty() && !candidate.cut, fitted });
            }
            // What is cut may be the answer, whatever stands before it.
            Err(error) if candidate.cut => return Err(error),
            Err(error) => errors.push(error),
        }
    }
    if options.mode == Mode::ToolArgs && candidates.len() > 1 && fits.len() < candidates.len() {
        return Err(glued(&candidates));
    }
    let Some(best) = best(&fits, options) else { return Err(errors.pop().unwrap_or_else(nothing)) };
    let Some(candidate) = candidates.get(best.place) else { return Err(nothing()) };
    let span = (candidate.start, candidate.end);
    let others = fits.iter().filter(|fit| fit.place != best.place);
    let (equal, different): (Vec<&Fit>, Vec<&Fit>) =
        others.partition(|fit| fit.fitted.tape.equals(&best.fitted.tape, reply));
    let same = equal.len();
    let rivals = different.iter().filter(|fit| fit.exact == best.exact).count();
    let picked = match (rivals, options.on_ambiguous, options.mode) {
        (0, ..) => false,
        (_, OnAmbiguous::Error, _) | (.., Mode::ToolArgs) => {
            return Err(if options.mode == Mode::ToolArgs {
                glued(&candidates)
            } else {
                ambiguous(&candidates)
            });
        }
        _ => true,
    };
    let (place, unfit) = (best.place, candidates.len() - 1 - same);
    let Some(position) = fits.iter().position(|fit| fit.place == place) else { return Err(nothing()) };
    let mut chosen = fits.swap_remove(position).fitted;
    chosen.repairs.append(candidate.repairs.clone());
    for (applies, kind) in [
        (same > 0, RepairKind::DuplicateCandidate),
        (picked, RepairKind::AmbiguousPick),
        (unfit > 0 && !picked, RepairKind::PickBySchema),
    ] {
        if applies {
            chosen.repairs.add(kind, String::new, span.0, span.1);
        }
    }
    Ok(chosen)
}

fn fit_one(
    reply: &str,
    candidate: &mut Candidate,
    schema: &Schema,
    options: &Options,
) -> Result<Fitted, DecodeError> {
    if !candidate.cut && fit::as_it_stands(&candidate.tape, reply, schema) {
        return Ok(Fitted::as_it_stands(std::mem::take(&mut candidate.tape)));
    }
    let fitted = fit::fit(&candidate.tape, reply, schema, options)?;
    if candidate.cut && candidate.guessed {
        // Two guesses at once.
        let detail = "the reply ends before the value is complete, and has unescaped quotes or bare words";
        return Err(DecodeError::new(DecodeErrorKind::Truncated, candidate.start..candidate.end, detail));
    }
    Ok(fitted)
}

/// The best: as it stands before mended; then the first or the last.
fn best<'f>(fits: &'f [Fit], options: &Options) -> Option<&'f Fit> {
    let exact = fits.iter().any(|fit| fit.exact);
    let mut tier = fits.iter().filter(|fit| fit.exact == exact);
    if options.on_ambiguous == OnAmbiguous::Last { tier.next_back() } else { tier.next() }
}

/// Objects side by side as the elements of the array that is wanted.
fn collected(reply: &str, candidates: &[Candidate], schema: &Schema, options: &Options) -> Option<Fitted> {
    let rules = schema.compiled().rules(schema.root());
    let objects = |candidate: &Candidate| {
        !candidate.cut && candidate.tape.nodes.first().is_some_and(|node| node.kind == Kind::Object)
    };
    let wanted = rules.allows(types::ARRAY) && !rules.allows(types::OBJECT) && options.mode == Mode::Final;
    if candidates.len() < 2 || !wanted || !candidates.iter().all(objects) {
        return None;
    }
    let adjacent = candidates.windows(2).all(|pair| match pair {
        [one, next] => reply
            .get(one.end..next.start)
            .is_some_and(|between| between.chars().all(|c| c.is_whitespace() || c == ',')),
        _ => false,
    });
    if !adjacent {
        return None;
    }
    let tapes: Vec<_> = candidates.iter().map(|candidate| &candidate.tape).collect();
    let mut fitted = fit::fit_all(&tapes, reply, schema, options).ok()?;
    let (start, end) = (candidates.first()?.start, candidates.last()?.end);
    fitted.repairs.add(RepairKind::CollectArray, String::new, start, end);
    for candidate in candidates {
        fitted.repairs.append(candidate.repairs.clone());
    }
    Some(fitted)
}

fn span(candidates: &[Candidate]) -> std::ops::Range<usize> {
    let start = candidates.first().map_or(0, |candidate| candidate.start);
    start..candidates.last().map_or(start, |candidate| candidate.end)
}

fn ambiguous(candidates: &[Candidate]) -> DecodeError {
    let detail = "the reply holds several different values that fit; give one answer only";
    DecodeError::new(DecodeErrorKind::Ambiguous, span(candidates), detail)
}

fn glued(candidates: &[Candidate]) -> DecodeError {
    let count = candidates.len();
    let detail = format!(
        "the arguments are {count} different JSON values one after the other; make one call for each of them"
    );
    DecodeError::new(DecodeErrorKind::Ambiguous, span(candidates), detail)
}

/// For a choice that was made among no candidates, which no reply comes to.
fn nothing() -> DecodeError {
    DecodeError::new(DecodeErrorKind::NoJson, 0..0, "the reply holds no JSON value")
}
