//! From the text of a jq filter to its tree. What is no part of the subset is no filter here, and nothing is claimed of it.

use std::ops::Range;
use std::rc::Rc;

/// Filters nested deeper than this are not read.
const MAX_DEPTH: usize = 48;

/// Filters of more parts than this are not read.
const MAX_PARTS: usize = 400;

/// A filter and its place in the text.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Filter {
    pub(super) kind: Kind,
    pub(super) range: Range<usize>,
}

/// What a filter is.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Kind {
    /// `.`
    Identity,
    /// `..`
    Recurse,
    /// `.name`, `."name"`, `.["name"]`
    Field(Box<Filter>, Name),
    /// `.[]`
    Items(Box<Filter>),
    /// `.[0]`, `.[$x]`; `.[1:2]` has no index.
    Index(Box<Filter>, Option<Box<Filter>>),
    /// A text; the filters are those of its `\(…)`.
    Text(Vec<Piece>),
    Number,
    /// `@base64`, alone or before a text.
    Format(String, Option<Box<Filter>>),
    /// A function, `true` and `null` among them.
    Call(String, Vec<Filter>),
    /// `$name`
    Variable(String),
    Object(Vec<Entry>),
    Array(Option<Box<Filter>>),
    Pipe(Box<Filter>, Box<Filter>),
    Comma(Box<Filter>, Box<Filter>),
    /// `a // b`
    Otherwise(Box<Filter>, Box<Filter>),
    Binary(Operator, Box<Filter>, Box<Filter>),
    /// `.a = b`, `.a |= b`: the target, and what is put there.
    Assign(Box<Filter>, Box<Filter>),
    Negate(Box<Filter>),
    /// Condition and consequence of each arm, and the rest.
    If(Vec<(Filter, Filter)>, Option<Box<Filter>>),
    /// `try a catch b`, `a?`
    Try(Box<Filter>, Option<Box<Filter>>),
    /// `a as $x | b`
    As(Box<Filter>, String, Box<Filter>),
    /// `def name: body; rest`; a function with parameters has no body here.
    Define(String, Option<Rc<Filter>>, Box<Filter>),
}

/// An operator between two values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operator {
    Or,
    And,
    Equal,
    NotEqual,
    /// `<` and the like.
    Order,
    Add,
    /// `-`, `/`, `%`; `*` of two objects merges them.
    Arithmetic,
    Times,
}

/// A name, and its place without quotes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Name {
    pub(super) name: String,
    pub(super) range: Range<usize>,
}

/// A piece of a text.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Piece {
    Constant(String),
    Filter(Filter),
}

/// A member of an object.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Entry {
    /// `name: value`, `"name": value`
    Member(Name, Filter),
    /// `name`, `$name`: the member of this name of the input or of a variable.
    Short(Name, Filter),
    /// `(filter): value`
    Computed(Filter, Filter),
}

/// Reads a filter.
pub(super) fn parse(text: &str) -> Option<Filter> {
    let mut parser = Parser { text, at: 0, depth: 0, parts: 0 };
    parser.blanks();
    if parser.at == text.len() {
        return Some(Filter { kind: Kind::Identity, range: 0..text.len() });
    }
    let filter = parser.pipe()?;
    parser.blanks();
    (parser.at == text.len()).then_some(filter)
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
    parts: usize,
}

/// Words that are no names of functions.
const KEYWORDS: &[&str] = &[
    "and", "or", "then", "elif", "else", "end", "as", "catch", "def", "reduce", "foreach", "import",
    "include", "label", "__loc__",
];

impl Parser<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn blanks(&mut self) {
        loop {
            self.at += self.rest().len() - self.rest().trim_start().len();
            if !self.rest().starts_with('#') {
                return;
            }
            self.at += self.rest().find('\n').unwrap_or(self.rest().len());
        }
    }

    /// Takes a sign when it comes next and `not` does not follow it.
    fn sign(&mut self, sign: &str, not: &[char]) -> bool {
        self.blanks();
        let found = self.rest().strip_prefix(sign).is_some_and(|rest| !rest.starts_with(not));
        if found {
            self.at += sign.len();
        }
        found
    }

    fn expect(&mut self, sign: &str) -> Option<()> {
        self.sign(sign, &[]).then_some(())
    }

    fn name_length(&self) -> usize {
        let rest = self.rest();
        if !rest.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_') {
            return 0;
        }
        rest.find(|character: char| !(character.is_ascii_alphanumeric() || character == '_'))
            .unwrap_or(rest.len())
    }

    fn name(&mut self) -> Option<Name> {
        let range = self.at..self.at + self.name_length();
        self.at = range.end;
        (!range.is_empty()).then(|| Name { name: self.text[range.clone()].to_owned(), range })
    }

    fn keyword(&mut self, word: &str) -> bool {
        self.blanks();
        let found = self.name_length() == word.len() && self.rest().starts_with(word);
        if found {
            self.at += word.len();
        }
        found
    }

    fn part(&mut self) -> Option<()> {
        self.parts += 1;
        (self.parts <= MAX_PARTS).then_some(())
    }

    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth >= MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let found = read(self);
        self.depth -= 1;
        found
    }

    fn pipe(&mut self) -> Option<Filter> {
        self.nested(|parser| {
            parser.blanks();
            if parser.keyword("def") {
                return parser.definition();
            }
            let left = parser.comma()?;
            if parser.keyword("as") {
                parser.expect("$")?;
                let name = parser.name()?.name;
                parser.expect("|")?;
                let body = parser.pipe()?;
                return Some(join(left, body, |left, body| Kind::As(left, name, body)));
            }
            if parser.sign("|", &['=']) {
                let right = parser.pipe()?;
                return Some(join(left, right, Kind::Pipe));
            }
            Some(left)
        })
    }

    fn definition(&mut self) -> Option<Filter> {
        self.blanks();
        let start = self.at;
        let name = self.name()?.name;
        let has_parameters = self.sign("(", &[]);
        if has_parameters {
            self.at += self.rest().find(')')? + 1;
        }
        self.expect(":")?;
        let body = self.pipe()?;
        self.expect(";")?;
        let rest = self.pipe()?;
        let range = start..rest.range.end;
        let body = (!has_parameters).then(|| Rc::new(body));
        Some(Filter { kind: Kind::Define(name, body, Box::new(rest)), range })
    }

    fn comma(&mut self) -> Option<Filter> {
        let mut left = self.otherwise()?;
        while self.sign(",", &[]) {
            let right = self.otherwise()?;
            left = join(left, right, Kind::Comma);
        }
        Some(left)
    }

    /// `//` binds weaker than an assignment and groups to the right.
    fn otherwise(&mut self) -> Option<Filter> {
        self.nested(|parser| {
            let left = parser.assignment()?;
            if parser.sign("//", &['=']) {
                let right = parser.otherwise()?;
                return Some(join(left, right, Kind::Otherwise));
            }
            Some(left)
        })
    }

    fn assignment(&mut self) -> Option<Filter> {
        let left = self.or()?;
        for sign in ["|=", "//=", "+=", "-=", "*=", "/=", "%="] {
            if self.sign(sign, &[]) {
                return self.otherwise().map(|right| join(left, right, Kind::Assign));
            }
        }
        if self.sign("=", &['=']) {
            return self.otherwise().map(|right| join(left, right, Kind::Assign));
        }
        Some(left)
    }

    fn or(&mut self) -> Option<Filter> {
        let mut left = self.and()?;
        while self.keyword("or") {
            let right = self.and()?;
            left = binary(Operator::Or, left, right);
        }
        Some(left)
    }

    fn and(&mut self) -> Option<Filter> {
        let mut left = self.comparison()?;
        while self.keyword("and") {
            let right = self.comparison()?;
            left = binary(Operator::And, left, right);
        }
        Some(left)
    }

    fn comparison(&mut self) -> Option<Filter> {
        let left = self.sum()?;
        let signs = [
            ("==", Operator::Equal),
            ("!=", Operator::NotEqual),
            ("<=", Operator::Order),
            (">=", Operator::Order),
            ("<", Operator::Order),
            (">", Operator::Order),
        ];
        for (sign, operator) in signs {
            if self.sign(sign, &[]) {
                return self.sum().map(|right| binary(operator, left, right));
            }
        }
        Some(left)
    }

    fn sum(&mut self) -> Option<Filter> {
        let mut left = self.product()?;
        loop {
            let operator = if self.sign("+", &['=']) {
                Operator::Add
            } else if self.sign("-", &['=']) {
                Operator::Arithmetic
            } else {
                return Some(left);
            };
            let right = self.product()?;
            left = binary(operator, left, right);
        }
    }

    fn product(&mut self) -> Option<Filter> {
        let mut left = self.unary()?;
        loop {
            let operator = if self.sign("*", &['=']) {
                Operator::Times
            } else if self.sign("/", &['=', '/']) || self.sign("%", &['=']) {
                Operator::Arithmetic
            } else {
                return Some(left);
            };
            let right = self.unary()?;
            left = binary(operator, left, right);
        }
    }

    fn unary(&mut self) -> Option<Filter> {
        self.blanks();
        let start = self.at;
        if self.sign("-", &[]) {
            let inner = self.nested(Self::unary)?;
            let range = start..inner.range.end;
            return Some(Filter { kind: Kind::Negate(Box::new(inner)), range });
        }
        self.postfix()
    }

    fn postfix(&mut self) -> Option<Filter> {
        let mut term = self.term()?;
        loop {
            self.part()?;
            let start = term.range.start;
            let is_dotted = self.rest().starts_with('.') && !self.rest().starts_with("..");
            let kind = if self.rest().starts_with('[') {
                self.bracket(term)?
            } else if self.rest().starts_with('?') && !self.rest().starts_with("?//") {
                self.at += 1;
                Kind::Try(Box::new(term), None)
            } else if is_dotted {
                self.at += 1;
                if self.rest().starts_with('[') {
                    self.bracket(term)?
                } else {
                    Kind::Field(Box::new(term), self.key()?)
                }
            } else {
                return Some(term);
            };
            term = Filter { kind, range: start..self.at };
        }
    }

    /// The name behind a dot.
    fn key(&mut self) -> Option<Name> {
        if self.rest().starts_with('"') { self.constant_text() } else { self.name() }
    }

    /// A text without anything put into it.
    fn constant_text(&mut self) -> Option<Name> {
        let start = self.at;
        let text = Filter { kind: Kind::Text(self.text()?), range: start..self.at };
        Some(Name { name: constant(&text)?, range: start + 1..self.at - 1 })
    }

    /// What follows a term in brackets.
    fn bracket(&mut self, base: Filter) -> Option<Kind> {
        self.expect("[")?;
        let base = Box::new(base);
        if self.sign("]", &[]) {
            return Some(Kind::Items(base));
        }
        let is_open = self.sign(":", &[]);
        let index = self.pipe()?;
        if !is_open && self.sign("]", &[]) {
            let range = index.range.start + 1..index.range.end.saturating_sub(1);
            return Some(match constant(&index) {
                Some(name) => Kind::Field(base, Name { name, range }),
                None => Kind::Index(base, Some(Box::new(index))),
            });
        }
        if !is_open && self.sign(":", &[]) {
            self.blanks();
            if !self.rest().starts_with(']') {
                self.pipe()?;
            }
        }
        self.expect("]")?;
        Some(Kind::Index(base, None))
    }

    fn term(&mut self) -> Option<Filter> {
        self.part()?;
        self.blanks();
        let start = self.at;
        let kind = match self.peek()? {
            '.' => self.dot()?,
            '"' => Kind::Text(self.text()?),
            '(' => {
                self.at += 1;
                let inner = self.pipe()?;
                self.expect(")")?;
                return Some(inner);
            }
            '[' => {
                self.at += 1;
                if self.sign("]", &[]) {
                    Kind::Array(None)
                } else {
                    let inner = self.pipe()?;
                    self.expect("]")?;
                    Kind::Array(Some(Box::new(inner)))
                }
            }
            '{' => self.object()?,
            '$' => {
                self.at += 1;
                Kind::Variable(self.name()?.name)
            }
            '@' => self.format()?,
            '0'..='9' => self.number(),
            _ => self.call()?,
        };
        Some(Filter { kind, range: start..self.at })
    }

    fn dot(&mut self) -> Option<Kind> {
        let base = Filter { kind: Kind::Identity, range: self.at..self.at + 1 };
        self.at += 1;
        if self.rest().starts_with('.') {
            self.at += 1;
            return Some(Kind::Recurse);
        }
        if self.rest().starts_with(|next: char| next.is_ascii_digit()) {
            return Some(self.number());
        }
        if self.rest().starts_with('"') || self.name_length() > 0 {
            return Some(Kind::Field(Box::new(base), self.key()?));
        }
        Some(Kind::Identity)
    }

    fn number(&mut self) -> Kind {
        let rest = self.rest();
        let length = rest.find(|digit: char| !matches!(digit, '0'..='9' | '.' | 'e' | 'E'));
        self.at += length.unwrap_or(rest.len());
        Kind::Number
    }

    fn format(&mut self) -> Option<Kind> {
        self.at += 1;
        let name = self.name()?.name;
        self.blanks();
        if !self.rest().starts_with('"') {
            return Some(Kind::Format(name, None));
        }
        let start = self.at;
        let text = Kind::Text(self.text()?);
        Some(Kind::Format(name, Some(Box::new(Filter { kind: text, range: start..self.at }))))
    }

    /// A text in double quotes.
    fn text(&mut self) -> Option<Vec<Piece>> {
        self.at += 1;
        let (mut pieces, mut constant) = (Vec::new(), String::new());
        loop {
            let character = self.peek()?;
            self.at += character.len_utf8();
            match character {
                '"' => break,
                '\\' if self.rest().starts_with('(') => {
                    self.at += 1;
                    if !constant.is_empty() {
                        pieces.push(Piece::Constant(std::mem::take(&mut constant)));
                    }
                    pieces.push(Piece::Filter(self.pipe()?));
                    self.expect(")")?;
                }
                '\\' => constant.push(self.escape()?),
                _ => constant.push(character),
            }
        }
        if !constant.is_empty() {
            pieces.push(Piece::Constant(constant));
        }
        Some(pieces)
    }

    fn escape(&mut self) -> Option<char> {
        let kind = self.peek()?;
        self.at += kind.len_utf8();
        Some(match kind {
            '"' | '\\' | '/' => kind,
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => {
                let unit = u32::from_str_radix(self.rest().get(..4)?, 16).ok()?;
                self.at += 4;
                char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER)
            }
            _ => return None,
        })
    }

    fn object(&mut self) -> Option<Kind> {
        self.at += 1;
        let mut entries = Vec::new();
        loop {
            if self.sign("}", &[]) {
                return Some(Kind::Object(entries));
            }
            entries.push(self.entry()?);
            if !self.sign(",", &[]) {
                self.expect("}")?;
                return Some(Kind::Object(entries));
            }
        }
    }

    fn entry(&mut self) -> Option<Entry> {
        self.blanks();
        let start = self.at;
        match self.peek()? {
            '(' => {
                self.at += 1;
                let key = self.pipe()?;
                self.expect(")")?;
                self.expect(":")?;
                return self.member_value().map(|value| Entry::Computed(key, value));
            }
            '$' => {
                self.at += 1;
                let name = self.name()?;
                let value = Filter { kind: Kind::Variable(name.name.clone()), range: start..self.at };
                return Some(Entry::Short(name, value));
            }
            '"' => {
                let key = Filter { kind: Kind::Text(self.text()?), range: start..self.at };
                let Some(name) = constant(&key) else {
                    self.expect(":")?;
                    return self.member_value().map(|value| Entry::Computed(key, value));
                };
                let name = Name { name, range: start + 1..self.at - 1 };
                if self.sign(":", &[]) {
                    return self.member_value().map(|value| Entry::Member(name, value));
                }
                return Some(short(name, start..self.at));
            }
            _ => {}
        }
        let name = self.name()?;
        if self.sign(":", &[]) {
            return self.member_value().map(|value| Entry::Member(name, value));
        }
        Some(short(name, start..self.at))
    }

    /// A member's value: everything but a comma; a pipe needs parentheses in older versions and none in newer ones.
    fn member_value(&mut self) -> Option<Filter> {
        self.nested(|parser| {
            let left = parser.otherwise()?;
            if parser.sign("|", &['=']) {
                let right = parser.member_value()?;
                return Some(join(left, right, Kind::Pipe));
            }
            Some(left)
        })
    }

    fn call(&mut self) -> Option<Kind> {
        let name = self.name()?.name;
        match name.as_str() {
            "if" => return self.conditional(),
            "try" => {
                let body = self.nested(Self::postfix)?;
                let handler = if self.keyword("catch") { Some(self.nested(Self::postfix)?) } else { None };
                return Some(Kind::Try(Box::new(body), handler.map(Box::new)));
            }
            _ if KEYWORDS.contains(&name.as_str()) => return None,
            _ => {}
        }
        let mut arguments = Vec::new();
        if self.rest().starts_with('(') {
            self.at += 1;
            loop {
                arguments.push(self.pipe()?);
                if !self.sign(";", &[]) {
                    self.expect(")")?;
                    break;
                }
            }
        }
        Some(Kind::Call(name, arguments))
    }

    fn conditional(&mut self) -> Option<Kind> {
        let mut arms = Vec::new();
        loop {
            let condition = self.pipe()?;
            self.keyword("then").then_some(())?;
            arms.push((condition, self.pipe()?));
            if self.keyword("elif") {
                continue;
            }
            let otherwise = if self.keyword("else") { Some(Box::new(self.pipe()?)) } else { None };
            return self.keyword("end").then_some(Kind::If(arms, otherwise));
        }
    }
}

/// The text that a filter always is.
fn constant(filter: &Filter) -> Option<String> {
    match &filter.kind {
        Kind::Text(pieces) => match pieces.as_slice() {
            [] => Some(String::new()),
            [Piece::Constant(text)] => Some(text.clone()),
            _ => None,
        },
        _ => None,
    }
}

fn short(name: Name, range: Range<usize>) -> Entry {
    let base = Box::new(Filter { kind: Kind::Identity, range: range.clone() });
    let value = Filter { kind: Kind::Field(base, name.clone()), range };
    Entry::Short(name, value)
}

fn join(left: Filter, right: Filter, kind: impl FnOnce(Box<Filter>, Box<Filter>) -> Kind) -> Filter {
    let range = left.range.start..right.range.end;
    Filter { kind: kind(Box::new(left), Box::new(right)), range }
}

fn binary(operator: Operator, left: Filter, right: Filter) -> Filter {
    join(left, right, |left, right| Kind::Binary(operator, left, right))
}
