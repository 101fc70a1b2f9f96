/// Reads texts.
#[tools]
pub trait Texts {
    /// Counts words.
    fn count(&self, text: &str, stops: &[String]) -> usize;
}
