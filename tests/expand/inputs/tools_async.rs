/// Looks up the weather.
#[tools]
pub trait Weather {
    /// The temperature in a city, in °C.
    async fn temperature(
        &self,
        /// City name, such as "Paris".
        city: String,
        /// Days from today.
        day: Option<u8>,
    ) -> Result<f64, NoSuchCity>;
}
