//! The faults of a plain reply, as a table.

use agentkit::provider::ProviderErrorKind::{self, *};
use agentkit_tests::server::Answer;

use crate::subject::Subject;

/// One fault.
pub(crate) struct Fault {
    pub(crate) name: &'static str,
    pub(crate) answer: fn(Subject) -> Answer,
    pub(crate) kind: ProviderErrorKind,
    /// Requests made while the fault lasts.
    pub(crate) requests: usize,
    /// What the error says.
    pub(crate) says: &'static str,
}

fn status(subject: Subject, status: u16) -> Answer {
    Answer::error(status, subject.error("the words of the provider"))
        .header("x-request-id", "req_7")
        .header("request-id", "req_7")
}

fn good(subject: Subject) -> Answer {
    Answer::json(subject.reply())
}

const fn fault(
    name: &'static str,
    answer: fn(Subject) -> Answer,
    kind: ProviderErrorKind,
    requests: usize,
    says: &'static str,
) -> Fault {
    Fault { name, answer, kind, requests, says }
}

pub(crate) const FAULTS: &[Fault] = &[
    fault("408", |s| status(s, 408), Timeout, 3, "the words of the provider"),
    fault("409", |s| status(s, 409), InvalidRequest, 3, "the words of the provider"),
    fault("429", |s| status(s, 429), RateLimited, 3, "the words of the provider"),
    fault("429, retry at once", |s| status(s, 429).header("retry-after", "0"), RateLimited, 3, "the words"),
    fault("429, retry in an hour", |s| status(s, 429).header("retry-after", "3600"), RateLimited, 1, "3600"),
    fault(
        "quota",
        |s| {
            let (code, body) = s.quota();
            Answer::error(code, body)
        },
        Quota,
        1,
        "",
    ),
    fault("500", |s| status(s, 500), Server, 3, "the words of the provider"),
    fault("502", |s| status(s, 502), Server, 3, ""),
    fault("503", |s| status(s, 503), Server, 3, ""),
    fault("529", |s| status(s, 529), Server, 3, ""),
    fault("501", |s| status(s, 501), Server, 1, ""),
    fault("500, told not to retry", |s| status(s, 500).header("x-should-retry", "false"), Server, 1, ""),
    fault("400", |s| status(s, 400), InvalidRequest, 1, "the words of the provider"),
    fault("401", |s| status(s, 401), Authentication, 1, ""),
    fault("403", |s| status(s, 403), Authentication, 1, ""),
    fault("404", |s| status(s, 404), NotFound, 1, ""),
    fault(
        "HTML error page",
        |_| Answer::new(502, "text/html", "<html><body>Bad gateway</body></html>"),
        Server,
        3,
        "",
    ),
    fault(
        "HTML with a 200",
        |_| Answer::new(200, "text/html", "<html><body>Log in</body></html>"),
        Protocol,
        1,
        "",
    ),
    fault("wrong content type and body", |_| Answer::new(200, "text/plain", "all good"), Protocol, 1, ""),
    fault("empty body", |_| Answer::new(200, "application/json", ""), Protocol, 1, ""),
    fault("JSON of another shape", |_| Answer::json("[1, 2, 3]"), Protocol, 1, ""),
    fault(
        "invalid UTF-8",
        |s| {
            let mut body = s.reply().into_bytes();
            let at = body.windows(5).position(|w| w == b"Hello").unwrap();
            body[at] = 0xff;
            Answer::new(200, "application/json", body)
        },
        Protocol,
        1,
        "",
    ),
    fault(
        "oversize body",
        |s| Answer::json(format!("{}{}", s.reply(), " ".repeat(80 << 10))),
        TooLarge,
        1,
        "65536",
    ),
    fault("slow headers", |_| Answer::silence(), Timeout, 3, ""),
    fault("stalled body", |s| good(s).stalled_at(10), Timeout, 3, ""),
    fault("truncated body", |s| good(s).cut_at(10), Connection, 3, ""),
    fault("truncated chunk", |s| good(s).in_pieces(16).cut_at(20), Connection, 3, ""),
    fault("reset mid-body", |s| good(s).reset_at(10), Connection, 3, ""),
    fault("reset before a reply", |_| Answer::refusal(), Connection, 3, ""),
    fault(
        "redirect",
        |_| Answer::new(307, "text/plain", "").header("location", "http://127.0.0.1:9/elsewhere"),
        Protocol,
        1,
        "redirect",
    ),
    fault("a 200 with an error body", |s| Answer::json(s.broken()), Server, 3, "overloaded"),
];
