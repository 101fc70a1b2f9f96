/// Manages files.
#[tools]
pub trait Files {
    /// Deletes a file.
    #[tool(name = "delete", destructive, needs_approval, timeout = "5s", retries = 1)]
    async fn remove(
        &self,
        #[arg(pattern = "^/", len(1..=200))] path: String,
        #[arg(default = 3, range(1..=9))] tries: u8,
    ) -> Result<(), std::io::Error>;
}
