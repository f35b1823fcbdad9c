#[cfg(test)]
mod placeholder_test {}
