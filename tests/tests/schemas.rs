//! The generated JSON Schemas, judged by a validator that shares nothing with the product (`schemas/validate.py`).
//!
//! Without Python's `jsonschema` the tests say so and pass; with `HOOKC_REQUIRE_TOOLS=1` they fail.

#![expect(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a broken fixture fails the test, and a skipped test says so"
)]

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use hookc_schema::Event;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// A document, and the schema that judges it.
#[derive(Debug, Clone, Serialize)]
struct Case {
    schema: String,
    value: Value,
}

/// An error: the place in the document, as a JSON pointer, and the keyword that found it.
type Fault = (String, String);

#[derive(Deserialize)]
struct Report {
    meta: BTreeMap<String, Option<String>>,
    results: Vec<Vec<Fault>>,
}

/// What the independent validator finds; `None` when it is not installed and need not be.
fn judge(cases: &[Case]) -> Option<Report> {
    if !validator_is_installed() {
        assert!(
            std::env::var_os("HOOKC_REQUIRE_TOOLS").is_none_or(|value| value != "1"),
            "Python's jsonschema is missing"
        );
        eprintln!("skipped: Python's jsonschema is not installed");
        return None;
    }
    let request = json!({ "schemas": schemas(), "cases": cases });
    let output = python(&[script().to_str().unwrap()], &request.to_string());
    Some(serde_json::from_slice(&output).unwrap())
}

fn validator_is_installed() -> bool {
    let check = Command::new("python3").args(["-c", "import jsonschema"]).stderr(Stdio::null()).status();
    check.is_ok_and(|status| status.success())
}

fn script() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas/validate.py")
}

fn python(arguments: &[&str], input: &str) -> Vec<u8> {
    let mut child =
        Command::new("python3").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    output.stdout
}

fn schemas() -> BTreeMap<&'static str, Value> {
    hookc_schema::schemas().iter().map(|(name, text)| (*name, serde_json::from_str(text).unwrap())).collect()
}

/// Payload and answer examples of one origin, with what their table left out of each.
#[derive(Deserialize)]
struct ExampleTable {
    common: Map<String, Value>,
    left_out: BTreeMap<Event, Map<String, Value>>,
    examples: Vec<Example>,
}

#[derive(Deserialize)]
struct Example {
    event: Event,
    direction: String,
    value: Map<String, Value>,
}

impl ExampleTable {
    fn cases(self) -> Vec<Case> {
        let Self { common, left_out, examples } = self;
        let complete = |example: Example| {
            let schema = format!("{}.{}", example.event, example.direction);
            let mut value = example.value;
            if example.direction == "input" && example.event != Event::WorkspaceOpen {
                let name = Map::from_iter([("hook_event_name".to_owned(), example.event.name().into())]);
                let missing = common
                    .clone()
                    .into_iter()
                    .chain(name)
                    .chain(left_out.get(&example.event).cloned().unwrap_or_default());
                for (field, filler) in missing {
                    value.entry(field).or_insert(filler);
                }
            }
            Case { schema, value: Value::Object(value) }
        };
        examples.into_iter().map(complete).collect()
    }
}

fn documented() -> ExampleTable {
    serde_json::from_str(include_str!("../schemas/seed-payloads.json")).unwrap()
}

fn captured() -> ExampleTable {
    serde_json::from_str(include_str!("../schemas/captured-payloads.json")).unwrap()
}

#[track_caller]
fn assert_all_are_accepted(cases: &[Case]) {
    let Some(report) = judge(cases) else { return };
    for (case, faults) in cases.iter().zip(&report.results) {
        assert!(faults.is_empty(), "{} refuses {}: {faults:?}", case.schema, case.value);
    }
}

#[test]
fn every_schema_follows_the_draft_that_it_names() {
    let Some(report) = judge(&[]) else { return };
    assert_eq!(report.meta.len(), 45);
    for (name, fault) in report.meta {
        assert_eq!(fault, None, "{name}");
    }
    for (name, schema) in schemas() {
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema", "{name}");
    }
}

#[test]
fn every_documented_payload_and_answer_is_accepted() {
    let cases = documented().cases();
    for event in Event::ALL {
        let input = format!("{event}.input");
        assert!(cases.iter().any(|case| case.schema == input), "the table has no payload of {event}");
    }
    assert_all_are_accepted(&cases);
}

#[test]
fn every_captured_payload_is_accepted() {
    assert_all_are_accepted(&captured().cases());
}

#[test]
fn every_example_of_a_schema_is_accepted_by_it() {
    let examples = |(name, schema): (&str, Value)| {
        let examples = schema["examples"].as_array().cloned().unwrap_or_default();
        examples.into_iter().map(|value| Case { schema: name.to_owned(), value }).collect::<Vec<_>>()
    };
    let cases: Vec<Case> = schemas().into_iter().flat_map(examples).collect();
    assert!(cases.len() >= 2 * Event::ALL.len());
    assert_all_are_accepted(&cases);
}

#[test]
fn unknown_fields_are_accepted_in_payloads_and_answers() {
    let cases: Vec<Case> = base_documents()
        .into_iter()
        .map(|mut case| {
            case.value["a_field_of_tomorrow"] = json!({ "x": [1, null] });
            case
        })
        .collect();
    assert_all_are_accepted(&cases);
}

#[test]
fn an_mcp_payload_needs_an_address_or_a_command_and_may_have_both() {
    let with = |fields: &[&str]| {
        let mut case = base_document("beforeMCPExecution.input");
        let value = case.value.as_object_mut().unwrap();
        value.remove("command");
        value.extend(fields.iter().map(|field| ((*field).to_owned(), "x".into())));
        case
    };
    assert_all_are_accepted(&[
        with(&["url"]),
        with(&["command"]),
        with(&["url", "command", "mcp_server_url"]),
    ]);
    let Some(report) = judge(&[with(&[]), with(&["mcp_server_url"])]) else { return };
    for faults in report.results {
        assert_eq!(faults, [(String::new(), "anyOf".to_owned())]);
    }
}

/// The first example of a schema that has any content.
fn base_document(name: &str) -> Case {
    let schema = &schemas()[name];
    let examples = schema["examples"].as_array().unwrap();
    Case { schema: name.to_owned(), value: examples.last().unwrap().clone() }
}

/// A valid payload and a valid answer of every event.
fn base_documents() -> Vec<Case> {
    let both = |event: Event| [format!("{event}.input"), format!("{event}.output")];
    Event::ALL.into_iter().flat_map(both).map(|name| base_document(&name)).collect()
}

/// A valid document with one fault put in.
struct Mutation {
    case: Case,
    fault: Fault,
}

const EVERY_TYPE: [&str; 6] = ["null", "boolean", "number", "string", "array", "object"];

fn value_of(kind: &str) -> Value {
    match kind {
        "null" => Value::Null,
        "boolean" => json!(true),
        "number" => json!(1.5),
        "string" => json!("text that no list of values has"),
        "array" => json!([]),
        _ => json!({}),
    }
}

/// Every way to break a document in one place: a required field left out, a value of each wrong type, a value outside
/// a list.
fn mutations(base: &Case) -> Vec<Mutation> {
    let mut found = Vec::new();
    let mut mutate = |pointer: &str, keyword: &str, change: &dyn Fn(&mut Value)| {
        let mut value = base.value.clone();
        change(&mut value);
        let case = Case { schema: base.schema.clone(), value };
        found.push(Mutation { case, fault: (pointer.to_owned(), keyword.to_owned()) });
    };
    visit(&schemas()[base.schema.as_str()], &base.value, "", &mut |schema, pointer| {
        for required in schema["required"].as_array().into_iter().flatten() {
            mutate(pointer, "required", &|document| {
                document
                    .pointer_mut(pointer)
                    .unwrap()
                    .as_object_mut()
                    .unwrap()
                    .remove(required.as_str().unwrap());
            });
        }
        for (field, property) in schema["properties"].as_object().into_iter().flatten() {
            for (keyword, wrong) in wrong_values(property) {
                mutate(&format!("{pointer}/{field}"), keyword, &|document| {
                    document.pointer_mut(pointer).unwrap()[field] = wrong.clone();
                });
            }
        }
    });
    found
}

/// Calls `see` for the schema of every object in a document, with the object's place.
fn visit(schema: &Value, value: &Value, pointer: &str, see: &mut impl FnMut(&Value, &str)) {
    if let Value::Object(members) = value {
        see(schema, pointer);
        for (name, member) in members {
            if let Some(property) = schema["properties"].get(name) {
                visit(property, member, &format!("{pointer}/{name}"), see);
            }
        }
    }
    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
        visit(&schema["items"], item, &format!("{pointer}/{index}"), see);
    }
}

/// Values that a property must refuse, with the keyword that is to say so. None for a property that takes anything.
fn wrong_values(property: &Value) -> Vec<(&'static str, Value)> {
    let listed = ["enum", "const"].into_iter().find(|keyword| !property[*keyword].is_null());
    if let Some(keyword) = listed {
        return EVERY_TYPE.iter().map(|kind| (keyword, value_of(kind))).collect();
    }
    let allowed: Vec<&str> = match &property["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => return Vec::new(),
    };
    EVERY_TYPE.iter().filter(|kind| !allowed.contains(kind)).map(|kind| ("type", value_of(kind))).collect()
}

#[test]
fn every_fault_in_a_payload_or_an_answer_is_found_once_at_its_place() {
    let mutations: Vec<Mutation> = base_documents().iter().flat_map(mutations).collect();
    assert!(mutations.len() > 1500, "only {} mutations", mutations.len());
    let cases: Vec<Case> = mutations.iter().map(|mutation| mutation.case.clone()).collect();
    let Some(report) = judge(&cases) else { return };
    for (mutation, faults) in mutations.iter().zip(&report.results) {
        let faults: Vec<&Fault> = faults.iter().filter(|(_, keyword)| keyword != "anyOf").collect();
        assert_eq!(faults, [&mutation.fault], "{} on {}", mutation.case.schema, mutation.case.value);
    }
}

#[test]
fn the_types_and_the_schemas_agree_on_answers() {
    let answers = |case: &Case| case.schema.ends_with(".output");
    let mut cases: Vec<Case> = documented().cases().into_iter().filter(answers).collect();
    for base in base_documents().into_iter().filter(answers) {
        cases.extend(mutations(&base).into_iter().map(|mutation| mutation.case));
        cases.extend(EVERY_TYPE.map(|kind| Case { schema: base.schema.clone(), value: value_of(kind) }));
        cases.push(base);
    }
    for path in [json!("/plugins/a"), json!(" "), json!(""), json!(5)] {
        cases.push(Case {
            schema: "workspaceOpen.output".to_owned(),
            value: json!({ "pluginPaths": [path] }),
        });
    }
    let Some(report) = judge(&cases) else { return };
    for (case, faults) in cases.iter().zip(&report.results) {
        let event = Event::from_name(case.schema.trim_end_matches(".output")).unwrap();
        assert_eq!(
            event.check_answer(&case.value).is_ok(),
            faults.is_empty(),
            "{event}: {}: {faults:?}",
            case.value
        );
    }
}

#[derive(Deserialize)]
struct Documents {
    documents: Vec<Document>,
}

#[derive(Deserialize)]
struct Document {
    schema: String,
    what: String,
    value: Value,
    errors: Vec<Fault>,
}

#[test]
fn whole_documents_have_the_errors_that_the_loader_has() {
    let Documents { documents } = serde_json::from_str(include_str!("../schemas/documents.json")).unwrap();
    let cases: Vec<Case> = documents
        .iter()
        .map(|document| Case { schema: document.schema.clone(), value: document.value.clone() })
        .collect();
    let Some(report) = judge(&cases) else { return };
    for (document, mut faults) in documents.into_iter().zip(report.results) {
        let mut expected = document.errors;
        expected.sort();
        faults.sort();
        assert_eq!(faults, expected, "{}: {}", document.schema, document.what);
    }
}

#[test]
fn every_event_takes_a_list_of_hooks_and_nothing_else() {
    let file = |event: Event, hooks: Value| Case {
        schema: "hooks".to_owned(),
        value: json!({ "version": 1, "hooks": { event.name(): hooks } }),
    };
    let good: Vec<Case> = Event::ALL.map(|event| file(event, json!([{ "command": "x" }]))).into();
    assert_all_are_accepted(&good);
    let Some(report) = judge(&Event::ALL.map(|event| file(event, json!({ "command": "x" })))) else { return };
    for (event, faults) in Event::ALL.into_iter().zip(report.results) {
        assert_eq!(faults, [(format!("/hooks/{event}"), "type".to_owned())]);
    }
    let Some(report) = judge(&Event::ALL.map(|event| file(event, json!([{}])))) else { return };
    for (event, faults) in Event::ALL.into_iter().zip(report.results) {
        assert_eq!(faults, [(format!("/hooks/{event}/0"), "required".to_owned())]);
    }
}
