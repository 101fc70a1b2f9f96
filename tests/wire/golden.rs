//! Request bodies held against files, byte for byte.

use std::path::Path;

use agentkit_tests::server::Server;

/// Holds the bodies that `server` received against `golden/NAME.jsonl`, one body a line. `UPDATE_GOLDEN=1`
/// writes the file anew.
#[track_caller]
pub(crate) fn bodies(name: &str, server: &Server) {
    let bodies: String = server.requests().iter().map(|request| request.text() + "\n").collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("wire/golden/{name}.jsonl"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, &bodies).expect("a writable folder");
    }
    let golden = std::fs::read_to_string(&path).expect("a golden file; UPDATE_GOLDEN=1 writes it");
    for (at, (body, golden)) in bodies.lines().zip(golden.lines()).enumerate() {
        assert_eq!(body, golden, "{name}, request {at}");
    }
    assert_eq!(bodies.lines().count(), golden.lines().count(), "{name}: number of requests");
}
