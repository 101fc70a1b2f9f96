/// Does sums.
#[tools]
pub trait Sums {
    /// Adds two numbers.
    fn add(&self, a: i64, b: i64) -> i64;
}
