use super::super::render::render;
use super::super::{Language, read};

fn shown(text: &str) -> String {
    render(text, &read(Language::JavaScript, text))
}

#[test]
fn dump() {
    let Ok(list) = std::env::var("DUMP") else { return };
    for path in list.split(':') {
        let text = std::fs::read_to_string(path).unwrap();
        let language = if path.ends_with("ts") { Language::TypeScript } else { Language::JavaScript };
        let facts = read(language, &text);
        println!("=== {path} sure={}\n{}", facts.is_sure(), render(&text, &facts));
    }
}
