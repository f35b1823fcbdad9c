//! What is used of Python's standard library: streams, JSON, files, processes, the environment.

use std::rc::Rc;

use super::super::facts::{Key, StdinUse, UnknownKind};
use super::args::Arguments;
use super::expression::join_path;
use super::known::{Known, Object, Valued};
use super::text::Text;
use super::{Log, Node, Reader, files, taint};

/// Names that are there without an import, as far as hooks use them.
#[rustfmt::skip]
const BUILTINS: &[&str] = &[
    "abs", "aiter", "all", "anext", "any", "ascii", "bin", "bool", "breakpoint", "bytearray", "bytes", "callable", "chr",
    "classmethod", "compile", "complex", "delattr", "dict", "dir", "divmod", "enumerate", "eval", "exec", "exit", "filter",
    "float", "format", "frozenset", "getattr", "globals", "hasattr", "hash", "help", "hex", "id", "input", "int", "isinstance",
    "issubclass", "iter", "len", "list", "locals", "map", "max", "memoryview", "min", "next", "object", "oct", "open", "ord",
    "pow", "print", "property", "quit", "range", "repr", "reversed", "round", "set", "setattr", "slice", "sorted",
    "staticmethod", "str", "sum", "super", "tuple", "type", "vars", "zip", "NotImplemented", "Ellipsis", "__import__",
    "__doc__", "SystemExit", "KeyboardInterrupt", "GeneratorExit", "StopIteration", "BaseException", "Exception",
    "ExceptionGroup", "Warning",
];

/// Whether a name is there without an import.
pub(super) fn is_builtin(name: &str) -> bool {
    BUILTINS.contains(&name) || name.ends_with("Error") || name.ends_with("Warning")
}

impl<'t> Reader<'t> {
    /// `module.name`.
    pub(super) fn library_member(&mut self, module: &str, name: &str, node: Node<'t>) -> Known {
        match (module, name) {
            ("sys", "argv" | "platform") | ("os", "name") => Known::Host(None),
            ("sys", "stdout") => self.stdout(),
            ("sys.stdin", "buffer") => {
                self.facts.stdin.names_encoding = true;
                Known::library("sys.stdin.buffer")
            }
            ("codecs", "BOM_UTF8" | "BOM") => {
                Known::Text(Rc::new(Text::fixed("\u{feff}", node.byte_range())))
            }
            ("os", "sep" | "linesep" | "pathsep" | "curdir") => Known::text(),
            ("subprocess.run()", "stdout" | "stderr" | "returncode" | "output") => Known::Unknown,
            ("sys.stdin.buffer" | "sys.stdin" | "sys.stdout" | "sys.stderr", "raw" | "buffer") => {
                Known::library(module)
            }
            _ => Known::library(&format!("{module}.{name}")),
        }
    }

    /// Calls something of the standard library.
    pub(super) fn library_call(&mut self, name: &str, arguments: &Arguments<'t>, node: Node<'t>) -> Known {
        if let Some(known) = self.stream_call(name, arguments, node) {
            return known;
        }
        if let Some(known) = self.json_call(name, arguments, node) {
            return known;
        }
        if let Some(known) = self.system_call(name, arguments, node) {
            return known;
        }
        if let Some(known) = self.log_call(name, arguments, node) {
            return known;
        }
        if let Some(known) = self.value_call(name, arguments, node) {
            return known;
        }
        for value in arguments.all() {
            self.call_back(&value.known.clone(), &node.byte_range());
        }
        Known::library(&format!("{name}()"))
    }

    /// Standard input, output and files.
    fn stream_call(&mut self, name: &str, arguments: &Arguments<'t>, node: Node<'t>) -> Option<Known> {
        let place = node.byte_range();
        Some(match name {
            "print" => {
                self.print(arguments, node);
                Known::None(place)
            }
            "pprint.pprint" | "pprint.pp" => {
                self.answer(super::super::AnswerForm::Text(super::super::Loudness::Said), &place);
                Known::None(place)
            }
            "input" | "sys.stdin.readline" | "sys.stdin.buffer.readline" | "os.read" => {
                let is_other_file =
                    name == "os.read" && !matches!(arguments.known(0), Known::Number(Some(0), _));
                if is_other_file { Known::Unknown } else { self.read_stdin(true, &place) }
            }
            "sys.stdin.read" | "sys.stdin.buffer.read" => {
                let is_part =
                    arguments.get(0).is_some_and(|size| !matches!(size.known, Known::Number(Some(-1), _)));
                self.read_stdin(is_part, &place)
            }
            "sys.stdin.readlines" | "sys.stdin.buffer.readlines" => self.read_stdin(false, &place),
            "fileinput.input" => self.read_stdin(false, &place),
            "sys.stdin.reconfigure" => {
                self.note_encoding(arguments.keyword("encoding").map(|value| value.known.clone()).as_ref());
                Known::None(place)
            }
            "io.TextIOWrapper" => {
                self.note_encoding(arguments.either(1, "encoding").map(|value| value.known.clone()).as_ref());
                match arguments.known(0) {
                    Known::Library(name) => Known::library(name.trim_end_matches(".buffer")),
                    _ => Known::Unknown,
                }
            }
            "codecs.getreader" => {
                self.note_encoding(arguments.get(0).map(|value| value.known.clone()).as_ref());
                Known::library(name)
            }
            "codecs.getreader()" | "codecs.getwriter()" => match arguments.known(0) {
                Known::Library(name) => Known::library(name.trim_end_matches(".buffer")),
                _ => Known::Unknown,
            },
            "sys.stdout.write"
            | "sys.stdout.buffer.write"
            | "sys.stdout.writelines"
            | "sys.__stdout__.write" => {
                let written = arguments.get(0).cloned();
                self.write_to(&Known::library("sys.stdout"), written.as_ref(), &place);
                Known::Unknown
            }
            "sys.stderr.write"
            | "sys.stderr.buffer.write"
            | "traceback.print_exc"
            | "traceback.print_exception"
            | "warnings.warn" => {
                self.write_to(&Known::library("sys.stderr"), None, &place);
                Known::Unknown
            }
            "os.write" => {
                let written = arguments.get(1).cloned();
                let target = match arguments.known(0) {
                    Known::Number(Some(1), _) => Known::library("sys.stdout"),
                    Known::Number(Some(2), _) => Known::library("sys.stderr"),
                    Known::File(target) => Known::File(target),
                    _ => Known::Unknown,
                };
                self.write_to(&target, written.as_ref(), &place);
                Known::Unknown
            }
            "sys.stdout.fileno" | "sys.stdout.buffer.fileno" => Known::Number(Some(1), place),
            "sys.stdin.fileno" | "sys.stdin.buffer.fileno" => Known::Number(Some(0), place),
            "open" | "io.open" | "os.fdopen" | "codecs.open" => self.open(arguments),
            "os.open" => self.open_descriptor(arguments),
            "tempfile.NamedTemporaryFile" | "tempfile.TemporaryFile" => Self::temporary(&place),
            "tempfile.mkstemp" => {
                let file = Valued::new(Self::temporary(&place), place);
                Known::List(Rc::new(vec![file.clone(), file]))
            }
            _ => return None,
        })
    }

    /// The `json` module and libraries that replace it.
    fn json_call(&mut self, name: &str, arguments: &Arguments<'t>, node: Node<'t>) -> Option<Known> {
        let place = node.byte_range();
        let (module, function) = name.split_once('.')?;
        if !matches!(module, "json" | "orjson" | "ujson" | "simplejson") {
            return None;
        }
        let first = arguments.either(0, if function.starts_with("load") { "s" } else { "obj" }).cloned();
        let first = first.or_else(|| arguments.keyword("fp").cloned());
        let first = first.unwrap_or_else(|| Valued::new(Known::Unknown, place.clone()));
        Some(match function {
            "load" => match &first.known {
                Known::Library(name) if name.starts_with("sys.stdin") => {
                    if name.ends_with("buffer") {
                        // The decoder looks at the bytes and leaves a mark out.
                        self.facts.stdin.strips_bom = true;
                    }
                    self.take_stdin(StdinUse::Whole, &place);
                    self.parse_input(&place)
                }
                Known::Input => self.parse_input(&place),
                _ => {
                    self.may_raise(place);
                    Known::Unknown
                }
            },
            "loads" => self.parse(&first.known, &place),
            "dumps" if arguments.is_open => Known::text(),
            "dumps" => Known::Json(Rc::new(first)),
            "dump" => {
                let target = arguments.either(1, "fp").map_or(Known::Unknown, |value| value.known.clone());
                let written = Valued::new(Known::Json(Rc::new(first)), place.clone());
                self.write_to(&target, Some(&written), &place);
                Known::None(place)
            }
            _ => return None,
        })
    }

    fn parse(&mut self, text: &Known, place: &super::Place) -> Known {
        let mut all: Option<Known> = None;
        for one in text.alternatives() {
            let found = match one {
                Known::Input => self.parse_input(place),
                Known::Payload { path, .. } if path.is_empty() => self.parse_input(place),
                Known::Payload { path, .. } => {
                    self.notes.decoded.insert(super::payload::path_name(path));
                    self.may_raise(place.clone());
                    Known::payload(path.clone())
                }
                Known::Json(value) => value.known.clone(),
                Known::Text(_) => continue,
                _ => {
                    self.may_raise(place.clone());
                    Known::Unknown
                }
            };
            all = Some(match all.take() {
                Some(before) => before.or(found),
                None => found,
            });
        }
        all.unwrap_or(Known::Unknown)
    }

    /// Processes, the environment and the working directory.
    fn system_call(&mut self, name: &str, arguments: &Arguments<'t>, node: Node<'t>) -> Option<Known> {
        let place = node.byte_range();
        Some(match name {
            "asyncio.to_thread" => {
                let rest = arguments.positional.get(1..).map(<[Valued]>::to_vec).unwrap_or_default();
                let rest = Arguments {
                    positional: rest,
                    keywords: arguments.keywords.clone(),
                    ..Arguments::default()
                };
                match arguments.known(0) {
                    Known::Library(function) => self.library_call(&function, &rest, node),
                    function => self.call_known(&function, &rest, &place, false),
                }
            }
            "asyncio.create_subprocess_exec" => {
                let words = Valued::new(Known::List(Rc::new(arguments.positional.clone())), place.clone());
                let command = Arguments { positional: vec![words], nodes: Vec::new(), ..arguments.clone() };
                self.subprocess("Popen", &Arguments { is_open: false, ..command }, node)
            }
            "asyncio.create_subprocess_shell" => self.subprocess(
                if arguments.keyword("stdout").is_some() { "getoutput" } else { "shell" },
                arguments,
                node,
            ),
            "os._exit" | "os.abort" => {
                let known = arguments.known(0);
                let code = match known {
                    Known::Number(Some(code), _) if name == "os._exit" => {
                        super::super::Exit::Code((code & 0xff) as i32)
                    }
                    _ => super::super::Exit::Unknown,
                };
                self.emit(place, super::super::StatementKind::Exit(code));
                self.state.alive = false;
                Known::Unknown
            }
            "subprocess.run"
            | "subprocess.call"
            | "subprocess.check_call"
            | "subprocess.check_output"
            | "subprocess.Popen"
            | "subprocess.getoutput"
            | "subprocess.getstatusoutput" => {
                let function = name.rsplit('.').next().unwrap_or(name);
                self.subprocess(function, arguments, node)
            }
            "os.system" => self.system(arguments, false, node),
            "os.popen" => self.system(arguments, true, node),
            "os.execv" | "os.execve" | "os.execvp" | "os.execvpe" | "os.execl" | "os.execlp" => {
                self.replace_process(arguments, node);
                Known::Unknown
            }
            "eval" | "exec" => self.evaluate(arguments, node),
            "runpy.run_path"
            | "runpy.run_module"
            | "importlib.import_module"
            | "__import__"
            | "importlib.util.spec_from_file_location"
            | "importlib.util.module_from_spec" => {
                self.unknown_step(place.clone(), UnknownKind::OtherFile);
                Known::Foreign(place)
            }
            "shutil.which" => {
                if let Some(program) = arguments.known(0).constant() {
                    self.notes.checked_programs.insert(program.name);
                }
                Known::Unknown
            }
            "os.environ.get" | "os.getenv" | "os.environ.pop" | "os.environ.setdefault" => {
                let variable = arguments
                    .known(0)
                    .constant()
                    .map_or(Known::Host(None), |key| self.environment(&key.name));
                match arguments.get(1) {
                    Some(default) if !matches!(default.known, Known::None(_)) => {
                        variable.or(default.known.clone())
                    }
                    _ => variable,
                }
            }
            "platform.system" | "platform.machine" | "platform.platform" => Known::Host(None),
            "os.getcwd" | "os.getcwdb" | "pathlib.Path.cwd" => {
                self.note_cwd(&place);
                Known::text()
            }
            "os.path.abspath" | "os.path.realpath" if is_dot(&arguments.known(0)) => {
                self.note_cwd(&place);
                Known::text()
            }
            "os.umask" => {
                let closes =
                    matches!(arguments.known(0), Known::Number(Some(mask), _) if mask & 0o077 == 0o077);
                self.notes.umask |= closes;
                Known::Unknown
            }
            "os.chmod" => {
                if let Some(path) = arguments.get(0) {
                    self.note_mode(&path.clone(), arguments.get(1));
                }
                Known::Unknown
            }
            "signal.alarm" | "signal.setitimer" | "select.select" | "threading.Timer" => {
                self.facts.stdin.has_deadline = true;
                for value in arguments.all() {
                    self.call_back(&value.known.clone(), &place);
                }
                Known::Unknown
            }
            _ if name.starts_with("argparse.")
                || name.starts_with("optparse.")
                || name.starts_with("getopt.") =>
            {
                let parses = name.contains(".parse_") || name == "getopt.getopt";
                if parses { Known::Host(None) } else { Known::library("argparse.parser") }
            }
            _ => return None,
        })
    }

    /// The `logging` module.
    fn log_call(&mut self, name: &str, arguments: &Arguments<'t>, node: Node<'t>) -> Option<Known> {
        let rest = name.strip_prefix("logging.")?;
        let function = rest.rsplit('.').next().unwrap_or(rest);
        match function {
            "basicConfig" => {
                let stream = arguments.keyword("stream").map(|value| value.known.clone());
                self.log_to(stream.as_ref(), arguments.keyword("filename"));
            }
            "StreamHandler" => {
                let stream = arguments.either(0, "stream").map(|value| value.known.clone());
                self.log_to(stream.as_ref(), None);
            }
            "FileHandler" | "RotatingFileHandler" | "TimedRotatingFileHandler" => {
                self.log_to(None, arguments.either(0, "filename"));
            }
            "getLogger" => return Some(Known::library("logging.logger")),
            "debug" | "info" | "warning" | "warn" | "error" | "critical" | "exception" | "fatal" => {
                self.log(function, arguments, &node.byte_range());
                return Some(Known::None(node.byte_range()));
            }
            _ => {}
        }
        Some(Known::library(&format!("{name}()")))
    }

    fn log_to(&mut self, stream: Option<&Known>, file: Option<&Valued>) {
        if let Some(file) = file {
            self.notes.log = Log::File(files::target(file));
        } else if matches!(stream, Some(Known::Library(name)) if name.starts_with("sys.stdout")) {
            self.notes.log = Log::Stdout;
        }
    }

    /// Functions that make a value from others.
    fn value_call(&mut self, name: &str, arguments: &Arguments<'t>, node: Node<'t>) -> Option<Known> {
        let place = node.byte_range();
        let first = arguments.known(0);
        Some(match name {
            "str" | "repr" | "ascii" | "bytes" | "bytearray" | "textwrap.dedent" | "os.fspath"
            | "os.fsdecode" | "copy.copy" | "copy.deepcopy" | "iter" | "typing.cast" | "asyncio.run"
            | "io.StringIO" | "io.BytesIO" => self.same_value(name, &first, arguments),
            "dict" => self.dict(arguments),
            "vars" | "dataclasses.asdict" => match first {
                Known::Instance(_, id) => Known::Object(self.copy(id)),
                _ => Known::Unknown,
            },
            "list" | "tuple" | "set" | "frozenset" | "sorted" | "reversed" => {
                for value in arguments.all() {
                    self.call_back(&value.known.clone(), &place);
                }
                match first {
                    Known::Unknown if arguments.positional.is_empty() => Known::List(Rc::default()),
                    Known::Library(stream) if stream.starts_with("sys.stdin") => {
                        self.take_stdin(StdinUse::Whole, &place)
                    }
                    first => first,
                }
            }
            "len" if first.is_host() => Known::Host(None),
            "len" | "int" | "float" | "round" | "sum" | "abs" | "time.time" | "ord" | "hash" => {
                Known::Number(None, place)
            }
            "shlex.quote" | "pipes.quote" | "html.escape" => Known::text(),
            "shlex.join" => Known::text(),
            "os.path.join"
            | "pathlib.Path"
            | "pathlib.PurePath"
            | "pathlib.PurePosixPath"
            | "pathlib.PosixPath"
            | "os.path.expanduser"
            | "os.path.abspath"
            | "os.path.realpath"
            | "os.path.normpath"
            | "os.path.expandvars"
            | "os.path.normcase" => {
                if name.ends_with("Path")
                    && (arguments.positional.is_empty() && !arguments.is_open || is_dot(&first))
                {
                    self.note_cwd(&place);
                }
                let mut parts = arguments.positional.iter().cloned();
                let path = parts.next().unwrap_or_else(|| Valued::new(Known::text(), place.clone()));
                let whole =
                    parts.fold(path, |path, part| Valued::new(join_path(&path, &part), place.clone()));
                match whole.known {
                    Known::Unknown => Known::text(),
                    known => known,
                }
            }
            "os.path.dirname"
            | "os.path.basename"
            | "os.path.splitext"
            | "os.path.relpath"
            | "pathlib.Path.home"
            | "tempfile.gettempdir"
            | "re.sub"
            | "re.escape"
            | "shlex.split"
            | "urllib.parse.unquote"
            | "datetime.datetime.now"
            | "datetime.datetime.utcnow"
            | "time.strftime"
            | "os.getpid"
            | "uuid.uuid4" => {
                for value in arguments.all() {
                    self.call_back(&value.known.clone(), &place);
                }
                Known::tainted(arguments.all().find_map(|value| taint(&value.known)))
            }
            "getattr" => match (&first, arguments.known(1).constant()) {
                (Known::Library(module), Some(key)) => self.library_member(&module.clone(), &key.name, node),
                _ => Known::Unknown,
            },
            "enumerate" | "zip" | "map" | "filter" | "next" | "max" | "min" | "any" | "all" => {
                for value in arguments.all() {
                    self.call_back(&value.known.clone(), &place);
                }
                match first {
                    Known::List(_) | Known::Payload { .. } if matches!(name, "next" | "max" | "min") => {
                        let item = self.item_of(&first, node);
                        arguments
                            .positional
                            .iter()
                            .skip(1)
                            .fold(item, |item, other| item.or(other.known.clone()))
                    }
                    _ => Known::Unknown,
                }
            }
            "functools.partial" | "functools.reduce" | "atexit.register" | "types.SimpleNamespace" => {
                for value in arguments.all() {
                    self.call_back(&value.known.clone(), &place);
                }
                // What is called later is not followed.
                if name == "functools.partial" {
                    Known::Unknown
                } else {
                    Known::library(&format!("{name}()"))
                }
            }
            _ => return None,
        })
    }

    fn same_value(&mut self, name: &str, first: &Known, arguments: &Arguments<'t>) -> Known {
        if matches!(name, "str" | "bytes")
            && let Some(encoding) = arguments.either(1, "encoding")
            && first.is_input()
        {
            let encoding = encoding.known.clone();
            self.note_encoding(Some(&encoding));
        }
        let is_text = matches!(name, "str" | "repr" | "ascii");
        match first {
            Known::Object(id) if name.starts_with("copy.") => Known::Object(self.copy(*id)),
            Known::Text(_) | Known::Json(_) | Known::Input | Known::Host(_) | Known::AnyText { .. } => {
                first.clone()
            }
            Known::Payload { path, .. } if !path.is_empty() || !is_text => first.clone(),
            Known::Number(..) if is_text => Known::AnyText { taint: None, escaped: true },
            Known::OneOf(_) if first.payload_path().is_some() => first.clone(),
            known if is_text => Known::tainted(taint(known)),
            known => match name {
                "typing.cast" => arguments.known(1),
                _ => known.clone(),
            },
        }
    }

    /// `dict(…)`.
    fn dict(&mut self, arguments: &Arguments<'t>) -> Known {
        if let (Some(Known::Payload { .. }), true) =
            (arguments.get(0).map(|value| &value.known), arguments.keywords.is_empty())
        {
            return arguments.known(0);
        }
        let id = self.new_object(Object { open: arguments.is_open, ..Object::default() });
        for value in &arguments.positional {
            self.update(id, &value.known);
        }
        for keyword in &arguments.keywords {
            let key: Key = keyword.key.clone();
            let value = keyword.value.clone();
            self.state.change(id, |object| object.set(key, value, false));
        }
        Known::Object(id)
    }
}

fn is_dot(known: &Known) -> bool {
    known.constant().is_some_and(|key| matches!(key.name.as_str(), "." | "./"))
}
