//! What is known of Python scripts.

#[test]
fn scratch() {
    for path in std::env::var("PY_FILES").unwrap_or_default().split_whitespace() {
        let text = std::fs::read_to_string(path).unwrap();
        let facts = super::read(&text);
        println!("=== {path} sure={}\n{}", facts.is_sure(), super::super::render::render(&text, &facts));
    }
}
