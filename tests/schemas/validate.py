"""Validates documents with an implementation of JSON Schema that shares nothing with the product.

Reads {"schemas": {NAME: SCHEMA}, "cases": [{"schema": NAME, "value": VALUE}]} from standard input and writes
{"meta": {NAME: null or what is wrong with the schema itself}, "results": [[[INSTANCE PATH, KEYWORD], ...], ...]}.
"""

import json
import sys

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError


def pointer(path):
    escaped = (str(part).replace("~", "~0").replace("/", "~1") for part in path)
    return "".join("/" + part for part in escaped)


def fault(schema):
    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        return f"{pointer(error.absolute_path)}: {error.message}"
    return None


def errors(validator, value):
    found = [[pointer(error.absolute_path), error.validator] for error in validator.iter_errors(value)]
    return sorted(found)


def main():
    request = json.load(sys.stdin)
    schemas = request["schemas"]
    validators = {name: Draft202012Validator(schema) for name, schema in schemas.items()}
    meta = {name: fault(schema) for name, schema in schemas.items()}
    results = [errors(validators[case["schema"]], case["value"]) for case in request["cases"]]
    json.dump({"meta": meta, "results": results}, sys.stdout)


main()
