//! The JSON Schemas, and the module that holds their texts.

use std::path::PathBuf;

use hookc_schema::generate::{self, Generated};

use crate::Output;

pub(crate) fn generate() -> Output {
    let folder = PathBuf::from("schema/json");
    let schema_file = |Generated { name, text }| (folder.join(format!("{name}.schema.json")), text);
    let mut files: std::collections::BTreeMap<PathBuf, String> =
        generate::generate().into_iter().map(schema_file).collect();
    files.insert(PathBuf::from("schema/src/schemas.rs"), generate::schemas_module());
    files.insert(folder.join("plan.schema.json"), hookc_runtime::plan::json_schema());
    let of_policies = PathBuf::from("policies/json");
    files.insert(of_policies.join("config.schema.json"), hookc_policies::config::json_schema());
    Output { files, owned_folders: vec![folder, of_policies] }
}
