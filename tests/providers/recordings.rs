//! The recorded exchanges of real providers, where they are at hand.

use std::path::Path;

use agentkit_tests::replay::{Cassette, replay};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/cassettes");

#[test]
fn every_recording_replays() {
    let Ok(folder) = std::fs::read_dir(Path::new(FOLDER)) else {
        println!("skipped: there are no recordings in {FOLDER}");
        return;
    };
    let files = folder.map(|entry| entry.expect("a readable folder").path());
    let files = files.filter(|path| path.extension().is_some_and(|extension| extension == "json"));
    let mut count = 0;
    for file in files {
        let cassette = Cassette::read(&file).expect("a recording");
        let wrong = replay(&cassette).wrong;
        assert!(wrong.is_empty(), "{}: {wrong:#?}", cassette.name);
        count += 1;
    }
    assert!(count > 0, "{FOLDER} has no recordings");
}
