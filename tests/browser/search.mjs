// Ask the browser's search: a folder and questions as JSON on stdin, what it found on stdout.
import { readFile } from "node:fs/promises";
import { Index } from "../../registry/site/theme/assets/search.js";

const parts = [];
for await (const part of process.stdin) parts.push(part);
const { folder, questions } = JSON.parse(parts.join(""));
const index = new Index(async (path) => JSON.parse(await readFile(`${folder}/${path}`, "utf-8")));
const answers = [];
for (const question of questions) {
  const answer = await index.ask(question);
  answers.push({ ...answer, pieces: index.pieces(`${question} for an e-mail-time zone`, new Set([...answer.terms, "email"])) });
}
process.stdout.write(JSON.stringify(answers));
