//! Bodies cut into chunks.

/// Cuts `body` at random places, by a generator of its own so that a failure comes again.
pub(super) fn random(body: &[u8], seed: u64) -> Vec<&[u8]> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut rest = body;
    let mut chunks = Vec::new();
    // Small, middle and large pieces, as the seed has it.
    let most = [3, 40, 700][usize::try_from(seed % 3).unwrap_or(0)];
    while !rest.is_empty() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let size = usize::try_from(state % most).unwrap_or(0) + 1;
        let (chunk, tail) = rest.split_at(size.min(rest.len()));
        chunks.push(chunk);
        rest = tail;
    }
    chunks
}

/// Cuts `body` into single bytes.
pub(super) fn bytes(body: &[u8]) -> Vec<&[u8]> {
    body.chunks(1).collect()
}
