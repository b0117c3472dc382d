// Drive the released TypeScript SDK of MCP: a JSON request on stdin, a JSON report on stdout.
// The request is that of `tests/support/mcp_clients.py`.

import { readFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const { server, calls, resource } = JSON.parse(readFileSync(0, 'utf-8'));
const client = new Client({ name: 'tests', version: '1' });
await client.connect(
  server.url
    ? new StreamableHTTPClientTransport(new URL(server.url))
    : new StdioClientTransport(server)
);
const { tools } = await client.listTools();
const results = await Promise.all(calls.map(async ([name, args]) => {
  const { isError, content } = await client.callTool({ name, arguments: args });
  return { is_error: isError ?? false, texts: content.map((each) => each.text) };
}));
const { contents } = await client.readResource({ uri: resource });
await client.close();
const names = tools.map((tool) => tool.name);
process.stdout.write(JSON.stringify({ tools: names, results, resource: contents[0].text }));
