use super::super::render::render;

fn facts(text: &str) -> String {
    render(text, &super::read(text))
}

#[test]
fn dump() {
    if let Ok(list) = std::env::var("SHELL_DUMP") {
        for path in list.split_whitespace() {
            let text = std::fs::read_to_string(path).unwrap();
            println!("=== {path}\n{}", facts(&text));
        }
    }
}

#[test]
fn sexp() {
    if let Ok(text) = std::env::var("SHELL_SEXP") {
        let tree = super::parse(&text).unwrap();
        println!("{}", tree.root_node().to_sexp());
    }
}
