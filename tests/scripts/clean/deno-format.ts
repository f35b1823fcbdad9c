#!/usr/bin/env -S deno run --allow-run --allow-read
// hookc: event=afterFileEdit
interface FileEdit {
  file_path: string;
  edits: { old_string: string; new_string: string }[];
}

const edit: FileEdit = await new Response(Deno.stdin.readable).json();

if (edit.file_path.endsWith(".ts") && edit.edits.length > 0) {
  const { success, stderr } = await new Deno.Command("deno", { args: ["fmt", "--quiet", edit.file_path] }).output();
  if (!success) console.error(new TextDecoder().decode(stderr));
}

console.log(JSON.stringify({}));
