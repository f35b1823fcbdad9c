#!/usr/bin/env bun
// hookc: event=afterTabFileEdit
interface Range {
  start_line_number: number;
  start_column: number;
  end_line_number: number;
  end_column: number;
}
interface TabEdit {
  file_path: string;
  edits: { range: Range; old_line: string; new_line: string }[];
}

const { file_path, edits }: TabEdit = await Bun.stdin.json();
for (const { range, new_line } of edits) {
  console.error(`${file_path}:${range.start_line_number}: ${new_line.length} characters`);
}
process.stdout.write("{}");
