//! What the compiler says of each mistake. One file a mistake; `many_*.rs` show that all are said at once.
//!
//! One case alone: `cargo test -p agentkit-tests --test ui -- trybuild=NAME`.

#[test]
fn ui() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("ui/tools/*.rs");
    cases.compile_fail("ui/output/*.rs");
    cases.compile_fail("ui/agent/*.rs");
}
