//! Decodes one kind of reply so often: `micro KIND TIMES`. What it is counted by is `runner decode`.

use std::hint::black_box;

use agentkit::decode::{Options, decode_with};
use bench_micro::{clean, named, schema};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [kind, bytes, times] = arguments.as_slice() else { panic!("usage: micro KIND BYTES TIMES") };
    let bytes: usize = bytes.parse().expect("a number of bytes");
    let times: usize = times.parse().expect("a number of times");
    let text = match kind.as_str() {
        "clean" | "serde_json" => clean(bytes),
        kind => named(kind, bytes),
    };
    let schema = schema();
    for _ in 0..times {
        if kind == "serde_json" {
            let value: serde_json::Value = serde_json::from_str(black_box(&text)).expect("JSON");
            drop(black_box(value));
        } else {
            drop(black_box(decode_with(black_box(&text), &schema, &Options::new())));
        }
    }
    println!("{}", text.len());
}
