// Make the curl command of an input that is built by hand: calls, inputs and the commands before as
// JSON on stdin, the commands after on stdout.
import { curl } from "../../registry/site/theme/assets/builder.js";

const parts = [];
for await (const part of process.stdin) parts.push(part);
const commands = JSON.parse(parts.join("")).map(([call, args, before]) => curl(call, args, before));
process.stdout.write(JSON.stringify(commands));
