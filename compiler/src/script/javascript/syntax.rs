//! Which engine and which kind of module a script is written for, as its syntax shows.

use std::collections::HashSet;

use super::super::Language;
use super::super::facts::Place;
use super::tree::{Grammar, Node, child, field, place};

/// What the syntax of a script asks of whatever runs it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct JavaScriptSyntax {
    /// The first construct that only TypeScript has: a type annotation, an interface, `as`.
    pub typescript: Option<Place>,
    /// The first construct of TypeScript that is more than types, so that taking the types off does not make JavaScript of it: an
    /// `enum`, a namespace with values, a parameter that becomes a member.
    pub transformed: Option<Place>,
    /// The first construct that only an ECMAScript module has: a static import or export, an `await` outside of functions, `import.meta`.
    pub esm: Option<Place>,
    /// The first construct that only a `CommonJS` module has: `require(…)`, `module.exports`, where the script defines no such name itself.
    pub commonjs: Option<Place>,
    /// The first use of each global of an engine other than Node: `Bun`, `Deno`.
    pub globals: Vec<(String, Place)>,
}

/// Reads what a script's syntax asks for. Takes any text; one that does not parse tells nothing.
pub fn javascript_syntax(language: Language, text: &str) -> JavaScriptSyntax {
    let mut found = JavaScriptSyntax::default();
    if text.len() > super::super::MAX_TEXT {
        return found;
    }
    let Some((tree, grammar)) = super::parse(language, text) else { return found };
    if tree.root_node().has_error() {
        return found;
    }
    let mut walk = Walk { text, grammar, found: &mut found, defined: HashSet::new() };
    walk.all(tree.root_node());
    let defined = walk.defined;
    let is_defined = |name: &str| defined.contains(name);
    if found.commonjs.as_ref().is_some_and(|place| is_defined(first_name(&text[place.clone()]))) {
        found.commonjs = None;
    }
    found.globals.retain(|(name, _)| !is_defined(name));
    found
}

fn first_name(source: &str) -> &str {
    source.split(['.', '(']).next().unwrap_or(source)
}

struct Walk<'f, 't> {
    text: &'t str,
    grammar: Grammar,
    found: &'f mut JavaScriptSyntax,
    /// The names that the script defines.
    defined: HashSet<&'t str>,
}

impl<'t> Walk<'_, 't> {
    /// Every node, in order, without recursion.
    fn all(&mut self, root: Node<'t>) {
        let mut cursor = root.walk();
        let mut functions = 0_usize;
        loop {
            let node = cursor.node();
            self.node(node, functions > 0);
            if cursor.goto_first_child() {
                functions += usize::from(super::tree::is_function(node));
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return;
                }
                functions -= usize::from(super::tree::is_function(cursor.node()));
            }
        }
    }

    fn node(&mut self, node: Node<'t>, in_function: bool) {
        let at = place(node);
        if self.is_more_than_types(node) {
            self.found.transformed.get_or_insert(at.clone());
        }
        match node.kind() {
            "type_annotation"
            | "interface_declaration"
            | "type_alias_declaration"
            | "as_expression"
            | "satisfies_expression"
            | "enum_declaration"
            | "type_arguments"
            | "type_parameters"
            | "non_null_expression"
            | "accessibility_modifier"
            | "ambient_declaration"
            | "abstract_class_declaration"
            | "optional_parameter"
                if self.grammar == Grammar::TypeScript =>
            {
                self.found.typescript.get_or_insert(at);
            }
            "import_statement" if child(node, "type").is_some() => {
                self.found.typescript.get_or_insert(at.clone());
                self.found.esm.get_or_insert(at);
            }
            "import_statement" | "export_statement" | "meta_property" => {
                let is_meta = node.kind() != "meta_property" || self.text[at.clone()].starts_with("import");
                let requires = child(node, "import_require_clause").is_some();
                if is_meta && !requires {
                    self.found.esm.get_or_insert(at);
                }
            }
            "await_expression" if !in_function => {
                self.found.esm.get_or_insert(at);
            }
            "for_in_statement" if !in_function && child(node, "await").is_some() => {
                self.found.esm.get_or_insert(at);
            }
            "variable_declarator"
            | "function_declaration"
            | "class_declaration"
            | "namespace_import"
            | "import_specifier"
            | "import_clause" => self.define(node),
            "call_expression"
                if field(node, "function")
                    .is_some_and(|function| &self.text[place(function)] == "require") =>
            {
                self.found.commonjs.get_or_insert(at);
            }
            "member_expression" => {
                let source = &self.text[at.clone()];
                if source == "module.exports" || source.starts_with("exports.") {
                    self.found.commonjs.get_or_insert(at);
                }
            }
            "identifier" => {
                let name = &self.text[at.clone()];
                if matches!(name, "Bun" | "Deno")
                    && !self.found.globals.iter().any(|(known, _)| known == name)
                {
                    self.found.globals.push((name.to_owned(), at));
                }
            }
            _ => {}
        }
    }

    fn is_more_than_types(&self, node: Node<'t>) -> bool {
        if self.grammar != Grammar::TypeScript {
            return false;
        }
        let is_ambient = node.parent().is_some_and(|parent| parent.kind() == "ambient_declaration");
        match node.kind() {
            "enum_declaration" | "internal_module" => !is_ambient,
            "required_parameter" | "optional_parameter" => child(node, "accessibility_modifier").is_some(),
            "import_require_clause" => true,
            _ => false,
        }
    }

    fn define(&mut self, node: Node<'t>) {
        let name = field(node, "alias").or_else(|| field(node, "name")).or_else(|| child(node, "identifier"));
        if let Some(name) = name
            && name.kind() != "object_pattern"
        {
            self.defined.insert(&self.text[place(name)]);
        }
    }
}
