#!/usr/bin/env node
// hookc: event=beforeSubmitPrompt
let data = "";
process.stdin.on("data", (c) => (data += c));
process.stdin.on("end", () => {
  try {
    const { prompt, attachments = [] } = JSON.parse(data.replace(/^\uFEFF/, ""));
    if (prompt.length > 20000) {
      console.log(JSON.stringify({ continue: false, user_message: "Please shorten the prompt or attach a file." }));
      return;
    }
    const note = attachments.length > 20 ? { user_message: "Many attachments: send only those that are needed." } : {};
    console.log(JSON.stringify({ continue: true, ...note }));
  } catch (err) {
    console.error(err);
    process.exit(2);
  }
});
