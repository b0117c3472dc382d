// Drive the released TypeScript client of UTCP: a JSON request on stdin, a JSON report on stdout.
// The request is that of `tests/clients/utcp_client.py`.

import { readFileSync } from 'node:fs';
import { UtcpClient } from '@utcp/sdk';
import '@utcp/http';

console.log = console.warn = console.error = () => {};

async function session(wanted) {
  const config = { variables: wanted.variables ?? {}, ...wanted.config };
  const client = await UtcpClient.create(process.cwd(), config);
  const manuals = {};
  for (const manual of wanted.manuals ?? []) {
    manuals[manual.name] = await register(client, manual);
  }
  const tools = await client.getTools();
  const found = wanted.search === undefined ? [] : await client.searchTools(wanted.search, 5);
  const calls = [];
  for (const each of wanted.calls ?? []) {
    calls.push(await call(client, each));
  }
  const variables = {};
  for (const name of wanted.variables_of ?? []) {
    variables[name] = await client.getRequiredVariablesForRegisteredTool(name);
  }
  const names = (list) => list.map((tool) => tool.name);
  return { manuals, tools: names(tools), found: names(found), calls, variables };
}

async function register(client, { name, url, allowed }) {
  try {
    const result = await client.registerManual({
      name, url, call_template_type: 'http', http_method: 'GET',
      ...(allowed && { allowed_communication_protocols: allowed }),
    });
    return {
      success: result.success,
      tools: result.manual.tools.map((tool) => tool.name),
      errors: result.errors,
    };
  } catch (error) {
    return { success: false, tools: [], errors: [String(error).slice(0, 500)] };
  }
}

async function call(client, { tool, arguments: args }) {
  try {
    return { result: await client.callTool(tool, args) };
  } catch (error) {
    return { error: String(error), body: error.response?.data ?? null };
  }
}

const request = JSON.parse(readFileSync(0, 'utf-8'));
const sessions = [];
for (const each of request.sessions) {
  sessions.push(await session(each));
}
process.stdout.write(JSON.stringify({ sessions }), () => process.exit(0));
