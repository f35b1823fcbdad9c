//! Methods of texts, dictionaries, lists, files and values of the payload.

use std::rc::Rc;

use super::args::Arguments;
use super::known::{Known, ObjectId, Valued};
use super::text::Text;
use super::{Node, Reader, taint};

/// The byte order mark as scripts write it.
const MARKS: &[&str] = &["\u{feff}", "\u{ef}\u{bb}\u{bf}"];

impl<'t> Reader<'t> {
    /// A method of something that is no object of the script.
    pub(super) fn method(
        &mut self,
        receiver: &Known,
        name: &'t str,
        arguments: &Arguments<'t>,
        node: Node<'t>,
        object: Node<'t>,
    ) -> Known {
        let mut all: Option<Known> = None;
        let is_either = receiver.alternatives().len() > 1;
        let mut fork = is_either.then(|| self.fork());
        for one in receiver.alternatives() {
            let mut found = Known::Unknown;
            match &mut fork {
                Some(fork) => self.arm(fork, &Self::any_scope(), |reader| {
                    found = reader.method_of_one(one, name, arguments, node, object);
                }),
                None => found = self.method_of_one(one, name, arguments, node, object),
            }
            all = Some(match all.take() {
                Some(before) => before.or(found),
                None => found,
            });
        }
        if let Some(fork) = fork {
            self.meet(fork, node.byte_range());
        }
        for value in arguments.all() {
            self.call_back(&value.known.clone(), &node.byte_range());
        }
        all.unwrap_or(Known::Unknown)
    }

    fn method_of_one(
        &mut self,
        receiver: &Known,
        name: &'t str,
        arguments: &Arguments<'t>,
        node: Node<'t>,
        object: Node<'t>,
    ) -> Known {
        match receiver {
            Known::Input => self.input_method(name, arguments),
            Known::Payload { .. } => self.payload_method(receiver, name, arguments, node),
            Known::Object(id) => self.object_method(*id, name, arguments),
            Known::List(items) => self.list_method(items, name, arguments, object),
            Known::File(target) => self.file_method(&target.clone(), name, arguments),
            Known::Host(_) => receiver.clone(),
            Known::Foreign(_) => self.call_known(receiver, arguments, &node.byte_range(), false),
            Known::Text(_) | Known::AnyText { .. } | Known::Json(_) => {
                self.text_method(receiver, name, arguments, node, object)
            }
            Known::Instance(class, _) => {
                let place = node.byte_range();
                match self.instance_attribute(*class, receiver, name, &place) {
                    Known::Unknown => Known::Unknown,
                    callee => self.call_known(&callee, arguments, &place, false),
                }
            }
            Known::OneOf(_) | Known::Unknown => self.unknown_method(name, arguments, node),
            _ => Known::Unknown,
        }
    }

    /// A method of something unknown: only where it would be one of the script's own is something lost.
    fn unknown_method(&mut self, name: &str, arguments: &Arguments<'t>, node: Node<'t>) -> Known {
        let tainted = arguments.all().find_map(|value| taint(&value.known));
        if self.is_method_of_script(name) {
            self.unknown_step(node.byte_range(), super::UnknownKind::DynamicCode);
        }
        if tainted.is_some() { Known::tainted(tainted) } else { Known::Unknown }
    }

    fn input_method(&mut self, name: &str, arguments: &Arguments<'t>) -> Known {
        let constant = arguments.known(0).constant();
        let takes_mark = constant.as_ref().is_some_and(|key| MARKS.contains(&key.name.as_str()));
        match name {
            "decode" => {
                self.note_encoding(arguments.either(0, "encoding").map(|value| value.known.clone()).as_ref());
                self.facts.stdin.names_encoding = true;
                Known::Input
            }
            "lstrip" | "strip" | "removeprefix" | "replace" | "startswith" | "find" if takes_mark => {
                self.facts.stdin.strips_bom = true;
                if matches!(name, "startswith" | "find") { Known::Unknown } else { Known::Input }
            }
            "strip" | "lstrip" | "rstrip" | "removeprefix" | "removesuffix" | "replace" | "encode"
            | "getvalue" | "splitlines" | "split" | "read" => Known::Input,
            _ => Known::Unknown,
        }
    }

    /// An encoding by its name.
    pub(super) fn note_encoding(&mut self, encoding: Option<&Known>) {
        if let Some(key) = encoding.and_then(Known::constant) {
            self.facts.stdin.names_encoding = true;
            if matches!(key.name.to_ascii_lowercase().replace('_', "-").as_str(), "utf-8-sig" | "utf8-sig") {
                self.facts.stdin.strips_bom = true;
            }
        }
    }

    fn payload_method(
        &mut self,
        receiver: &Known,
        name: &str,
        arguments: &Arguments<'t>,
        node: Node<'t>,
    ) -> Known {
        let Known::Payload { path, maybe, .. } = receiver else { return Known::Unknown };
        match name {
            "get" => {
                let default = arguments.either(1, "default").map(|value| value.known.clone());
                let default = default.unwrap_or(Known::None(node.byte_range()));
                self.member_of(receiver, &arguments.known(0), Some(&default), &node.byte_range())
            }
            "pop" | "setdefault" => {
                self.notes.changed_payload = true;
                let default = arguments.get(1).map(|value| value.known.clone());
                self.member_of(receiver, &arguments.known(0), default.as_ref(), &node.byte_range())
            }
            "update" | "clear" => {
                self.notes.changed_payload = true;
                Known::Unknown
            }
            "copy" | "strip" | "encode" | "decode" | "rstrip" | "lstrip" => receiver.clone(),
            "lower" | "upper" | "casefold" | "title" | "capitalize" | "swapcase" => {
                Known::Payload { path: path.clone(), folded: true, maybe: *maybe }
            }
            "startswith" | "endswith" | "isdigit" => Known::Unknown,
            "replace" => Self::replaced(receiver, arguments),
            _ => Known::tainted(Some(path.clone())),
        }
    }

    fn replaced(receiver: &Known, arguments: &Arguments<'t>) -> Known {
        let quotes = arguments.known(0).constant().is_some_and(|key| key.name.contains(['"', '\\']));
        let escaped = quotes || matches!(receiver, Known::AnyText { escaped: true, .. });
        Known::AnyText { taint: taint(receiver), escaped }
    }

    fn object_method(&mut self, id: ObjectId, name: &str, arguments: &Arguments<'t>) -> Known {
        match name {
            "get" => {
                let default =
                    arguments.get(1).map_or(Known::None(self.statement.clone()), |value| value.known.clone());
                self.member_of(
                    &Known::Object(id),
                    &arguments.known(0),
                    Some(&default),
                    &self.statement.clone(),
                )
            }
            "update" => {
                for value in &arguments.positional {
                    self.update(id, &value.known);
                }
                for keyword in &arguments.keywords {
                    let (key, value) = (keyword.key.clone(), keyword.value.clone());
                    self.state.change(id, |object| object.set(key, value, false));
                }
                if arguments.is_open {
                    self.state.change(id, |object| object.open = true);
                }
                Known::Unknown
            }
            "setdefault" => {
                let (key, value) = (arguments.known(0).constant(), arguments.get(1).cloned());
                match (key, value) {
                    (Some(key), Some(value)) => {
                        let absent =
                            self.state.object(id).is_some_and(|object| object.get(&key.name).is_none());
                        if absent {
                            self.state.change(id, |object| object.set(key, value.clone(), false));
                        }
                        value.known.or(Known::Unknown)
                    }
                    _ => Known::Unknown,
                }
            }
            "pop" => {
                let key = arguments.known(0).constant();
                self.remove_member(&Known::Object(id), key.as_ref());
                Known::Unknown
            }
            "clear" | "popitem" => {
                self.remove_member(&Known::Object(id), None);
                Known::Unknown
            }
            "copy" => Known::Object(self.copy(id)),
            "keys" => Known::Object(id),
            "items" => self.entries(id),
            "values" => match self.state.object(id).map(|object| object.members.clone()) {
                Some(members) => {
                    Known::List(Rc::new(members.into_iter().map(|member| member.value).collect()))
                }
                None => Known::Unknown,
            },
            _ => Known::Unknown,
        }
    }

    /// The entries of a dictionary as pairs.
    fn entries(&self, id: ObjectId) -> Known {
        let Some(object) = self.state.object(id).filter(|object| !object.open && object.members.len() <= 16)
        else {
            return Known::Unknown;
        };
        let pairs = object.members.iter().map(|member| {
            let key = Text::fixed(&member.key.name, member.key.place.clone());
            let key = Valued::new(Known::Text(Rc::new(key)), member.key.place.clone());
            let place = member.value.place.clone();
            Valued::new(Known::List(Rc::new(vec![key, member.value.clone()])), place)
        });
        Known::List(Rc::new(pairs.collect()))
    }

    fn list_method(
        &mut self,
        items: &Rc<Vec<Valued>>,
        name: &str,
        arguments: &Arguments<'t>,
        object: Node<'t>,
    ) -> Known {
        let Some(added) = arguments.get(usize::from(name == "insert")) else {
            return if matches!(name, "copy") { Known::List(items.clone()) } else { Known::Unknown };
        };
        match name {
            "append" | "add" | "insert" | "appendleft" => {
                let item = Valued::new(Known::List(Rc::new(vec![added.clone()])), added.place.clone());
                let longer = Self::longer_list(items, &item);
                self.bind(object, longer);
                Known::Unknown
            }
            "extend" | "update" => {
                let longer = Self::longer_list(items, added);
                self.bind(object, longer);
                Known::Unknown
            }
            _ => Known::Unknown,
        }
    }

    fn text_method(
        &mut self,
        receiver: &Known,
        name: &str,
        arguments: &Arguments<'t>,
        node: Node<'t>,
        object: Node<'t>,
    ) -> Known {
        let path = Valued::new(receiver.clone(), object.byte_range());
        match (name, receiver) {
            ("format", Known::Text(text)) => Self::format(text, arguments, node),
            ("join", _) => Self::joined(receiver, arguments),
            ("encode" | "decode" | "expanduser" | "resolve" | "absolute" | "as_posix" | "copy", _) => {
                receiver.clone()
            }
            ("strip" | "rstrip" | "lstrip", Known::Text(text)) => text.constant().map_or_else(
                || Known::tainted(taint(receiver)),
                |key| Known::Text(Rc::new(Text::fixed(key.name.trim(), key.place))),
            ),
            ("strip" | "rstrip" | "lstrip", _) => receiver.clone(),
            ("replace", _) => Self::replaced(receiver, arguments),
            ("joinpath", _) => {
                arguments
                    .positional
                    .iter()
                    .fold(path, |path, part| {
                        Valued::new(super::expression::join_path(&path, part), path.place.clone())
                    })
                    .known
            }
            ("open" | "write_text" | "write_bytes" | "chmod", _) => self.path_method(&path, name, arguments),
            (
                "startswith" | "endswith" | "exists" | "is_file" | "is_dir" | "mkdir" | "touch" | "unlink",
                _,
            ) => Known::Unknown,
            ("read_text" | "read_bytes" | "stat", _) => Known::Unknown,
            ("split" | "splitlines" | "partition" | "rsplit" | "rpartition", _) => {
                Known::tainted(taint(receiver))
            }
            _ => Known::tainted(taint(receiver)),
        }
    }

    /// `separator.join(items)`.
    fn joined(separator: &Known, arguments: &Arguments<'t>) -> Known {
        let items = arguments.known(0);
        let holds_input = |known: &Known| match known {
            Known::Input => true,
            Known::List(list) => list.iter().any(|item| item.known.is_input()),
            _ => false,
        };
        if items.alternatives().iter().any(holds_input) {
            return Known::Input;
        }
        Known::tainted(taint(&items).or_else(|| taint(separator)))
    }
}

impl Reader<'_> {
    /// Whether a class of the script has a method of this name.
    fn is_method_of_script(&self, name: &str) -> bool {
        !matches!(
            name,
            "get" | "items" | "keys" | "values" | "append" | "strip" | "search" | "match" | "group"
        ) && (0..self.classes.len())
            .any(|class| matches!(self.class_member(class, name), Some(Known::Function(_))))
    }
}
