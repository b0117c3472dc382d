// Build an input by hand, see it in the snippets and, where the page allows it, send it to the one
// host that the page names. No secret is asked for: what needs one is a variable in the snippets.

const WIDTH = 76;
const PYTHON = { null: "None", true: "True", false: "False" };
const JSON_WORDS = { null: "null", true: "true", false: "false" };
const DEEPEST = 3;
const MOST_ENTRIES = 20;
const MOST_CHARACTERS = 200;
const MOST_BYTES = 100_000;
const PATIENCE = 15_000;

/** Fill `details` with a form for the tool whose record it names. */
export async function build(details) {
  const { record, example, host } = details.dataset;
  const note = make("p", { class: "hint", role: "status" }, "Loading the description of the inputs…");
  details.append(note);
  const definition = await definitionIn(record).catch(() => null);
  if (!definition) {
    note.textContent = "The description of the inputs could not be loaded.";
    return;
  }
  const whole = group(resolved(definition.inputs, definition.inputs), JSON.parse(example), definition.inputs, "build", 0);
  const form = make("form", { class: "builder__form" }, ...whole.rows);
  details.append(form);
  const update = () => {
    const wrong = [...form.querySelectorAll(":invalid")].find((control) => control.willValidate && control.tagName !== "FIELDSET");
    note.textContent = wrong ? `${wrong.dataset.name}: ${wrong.validationMessage}`
      : `${whole.rows.length ? "The snippets above follow what you type. " : ""}Nothing is sent${host ? " until you press the button" : ""}.`;
    if (!wrong) show(definition.call, whole.read() || {});
    return !wrong;
  };
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", update);
  form.addEventListener("changed", update);
  update();
  if (host) details.append(trying(form, host, definition.call, () => (update() ? whole.read() || {} : null)));
}

async function definitionIn(record) {
  const reply = await fetch(record);
  return reply.ok ? (await reply.json()).definition : null;
}

function make(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined && value !== false) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// --- the form --------------------------------------------------------------------------------

/** A schema in the place of a reference to it; only references into the same document are followed. */
function resolved(schema, root) {
  let found = schema;
  for (let steps = 0; found && typeof found === "object" && typeof found.$ref === "string" && steps < 20; steps += 1) {
    if (!found.$ref.startsWith("#")) return {};
    const path = found.$ref.slice(1).split("/").slice(1).map((part) => decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~"));
    found = path.reduce((inner, part) => (inner && Object.hasOwn(inner, part) ? inner[part] : undefined), root);
  }
  return found && typeof found === "object" ? found : {};
}

/** The rows of an object's fields, and what they hold; a field that is left empty is not given. */
function group(schema, given, root, id, depth) {
  const required = new Set(schema.required || []);
  const fields = Object.entries(schema.properties || {}).map(([name, each], at) => [
    name, field(name, resolved(each, root), required.has(name), given?.[name], root, `${id}-${at}`, depth, depth > 0),
  ]);
  // What is given keeps its order, whatever that of the form is.
  const names = Object.keys(given || {});
  const place = ([name]) => (names.includes(name) ? names.indexOf(name) : names.length);
  const ordered = [...fields].sort((one, other) => place(one) - place(other));
  return {
    rows: fields.map(([, { row }]) => row),
    read() {
      const found = {};
      for (const [name, { read, isRequired }] of ordered) {
        const value = read();
        if (value !== undefined || isRequired) found[name] = value === undefined ? {} : value;
      }
      return Object.keys(found).length ? found : undefined;
    },
  };
}

const typeOf = (schema) => [schema.type].flat().find((each) => each && each !== "null");

/** A row for one input; a string that is a part of an object may have several lines. */
function field(name, schema, isRequired, value, root, id, depth, isPart = false) {
  const type = typeOf(schema);
  const choices = schema.enum || ("const" in schema ? [schema.const] : type === "boolean" ? [true, false] : null);
  const isSimple = !schema.oneOf && !schema.anyOf && !schema.allOf;
  if (!choices && isSimple && depth < DEEPEST) {
    // What may be left out whole has no fields that must be filled in.
    const isFree = depth === 0 && !schema.required?.length;
    if (type === "object" && schema.properties && (isRequired || value !== undefined || isFree)) return nested(name, schema, isRequired, value, root, id, depth);
    if (type === "array" && schema.items && isShown(resolved(schema.items, root))) return listed(name, schema, isRequired, value, root, id, depth);
  }
  // An example that gives an empty string says that it is a value of its own.
  const isOwn = value === "" && type === "string" && !choices;
  const common = { id, class: "field", required: isRequired && !isOwn ? "" : undefined, "data-name": name };
  let control;
  let read;
  if (choices) {
    const options = choices.map((each, at) => make("option", { value: at }, typeof each === "string" ? each : JSON.stringify(each)));
    if (!isRequired) options.unshift(make("option", { value: "" }, "–"));
    control = make("select", common, ...options);
    const at = choices.findIndex((each) => same(each, value));
    control.value = at >= 0 ? String(at) : isRequired ? "0" : "";
    read = () => choices[Number(control.value)];
  } else if (type === "integer" || type === "number") {
    control = make("input", { ...common, type: "number", min: schema.minimum, max: schema.maximum, step: type === "integer" ? 1 : "any" });
    control.value = value ?? "";
    read = () => Number(control.value);
  } else if (type === "string") {
    const limits = { minlength: schema.minLength, maxlength: schema.maxLength };
    const hasLines = String(value).includes("\n") || (isPart && !schema.format && !schema.pattern);
    control = hasLines ? make("textarea", { ...common, ...limits, rows: 1 }) : make("input", { ...common, ...limits, type: "text" });
    control.value = value ?? "";
    read = () => control.value;
  } else {
    control = make("textarea", { ...common, rows: 3, spellcheck: "false" });
    control.value = value === undefined ? "" : JSON.stringify(value, null, 2);
    read = () => JSON.parse(control.value);
  }
  const check = () => control.setCustomValidity(control.value === "" ? "" : fault(control.value, schema, type, choices));
  control.addEventListener("input", check);
  check();
  const label = make("label", { for: id }, make("code", {}, name), isRequired ? " required" : "");
  return { isRequired, read: () => (control.value === "" && !isOwn ? undefined : read()), row: make("p", { class: "builder__row" }, label, control) };
}

/** What is wrong with the text of a field, in words; "" for nothing. */
function fault(text, schema, type, choices) {
  if (choices) return "";
  if (type === "string") {
    const { pattern } = schema;
    if (!pattern || text.length > MOST_CHARACTERS) return "";
    try {
      return new RegExp(pattern, "u").test(text) ? "" : `This must look like ${pattern}`;
    } catch {
      return "";
    }
  }
  if (type === "integer" || type === "number") {
    const value = Number(text);
    if (/^-?\d+$/.test(text) && !Number.isSafeInteger(value)) return "A browser would round this number.";
    if (value <= schema.exclusiveMinimum) return `This must be more than ${schema.exclusiveMinimum}.`;
    if (value >= schema.exclusiveMaximum) return `This must be less than ${schema.exclusiveMaximum}.`;
    const steps = value / schema.multipleOf;
    return schema.multipleOf && Math.abs(steps - Math.round(steps)) > 1e-9 ? `This must be a multiple of ${schema.multipleOf}.` : "";
  }
  return jsonFault(text);
}

const isShown = (schema) => ["string", "number", "integer", "boolean"].includes(typeOf(schema)) || (typeOf(schema) === "object" && schema.properties);

function nested(name, schema, isRequired, value, root, id, depth) {
  const { rows, read } = group(schema, value, root, id, depth + 1);
  const legend = make("legend", {}, make("code", {}, name), isRequired ? " required" : "");
  return { isRequired, read, row: make("fieldset", { class: "builder__group" }, legend, make("div", { class: "builder__form" }, ...rows)) };
}

/** A list whose entries are added and removed one by one. */
function listed(name, schema, isRequired, value, root, id, depth) {
  const items = resolved(schema.items, root);
  const most = Math.min(schema.maxItems ?? MOST_ENTRIES, MOST_ENTRIES);
  const least = schema.minItems ?? 0;
  const entries = [];
  const body = make("div", { class: "builder__entries" });
  const more = make("button", { type: "button", class: "chip" }, `Add to ${name}`);
  let count = 0;
  const changed = () => {
    more.disabled = entries.length >= most;
    for (const { remove } of entries) remove.disabled = entries.length <= least;
    body.dispatchEvent(new Event("changed", { bubbles: true }));
  };
  const add = (given) => {
    count += 1;
    const entry = field(`${name} ${count}`, items, true, given, root, `${id}-${count}`, depth + 1);
    entry.remove = make("button", { type: "button", class: "chip", "aria-label": `Remove ${name} ${count}` }, "Remove");
    entry.whole = make("div", { class: "builder__entry" }, entry.row, entry.remove);
    entry.remove.addEventListener("click", () => {
      entries.splice(entries.indexOf(entry), 1);
      entry.whole.remove();
      changed();
      more.focus();
    });
    entries.push(entry);
    body.append(entry.whole);
  };
  const first = Array.isArray(value) ? value.slice(0, most) : Array.from({ length: isRequired ? Math.max(1, least) : 0 });
  for (const each of first) add(each);
  more.addEventListener("click", () => {
    add();
    changed();
    body.lastElementChild.querySelector("input, select, textarea")?.focus();
  });
  changed();
  const legend = make("legend", {}, make("code", {}, name), isRequired ? " required" : "");
  return {
    isRequired,
    read() {
      const found = entries.map(({ read }) => read()).map((each) => (each === undefined ? {} : each));
      return found.length || isRequired ? found : undefined;
    },
    row: make("fieldset", { class: "builder__group" }, legend, body, more),
  };
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

function jsonFault(text) {
  let isRounded = false;
  try {
    JSON.parse(text, (_, value, context) => {
      isRounded ||= Number.isInteger(value) && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source);
      return value;
    });
  } catch {
    return "This must be JSON.";
  }
  return isRounded ? "A browser would round a number in it." : "";
}

// --- trying it -------------------------------------------------------------------------------

/** A button that sends the input to `host`, and what it answers, as text and never as anything else. */
function trying(form, host, call, read) {
  const send = make("button", { type: "button", class: "button" }, `Send to ${host}`);
  const said = make("p", { class: "hint", role: "status" });
  const shown = make("code", {});
  const answer = make("pre", { class: "code answer", tabindex: "0", hidden: "", "aria-label": "Answer" }, shown);
  send.addEventListener("click", async () => {
    const args = read();
    if (!args) return;
    const url = addressOf(call, args);
    if (url?.origin !== `https://${host}`) {
      said.textContent = "This input cannot be sent from here.";
      return;
    }
    send.disabled = true;
    said.textContent = "Waiting for an answer…";
    const began = performance.now();
    try {
      const reply = await fetch(url, {
        credentials: "omit", referrerPolicy: "no-referrer", redirect: "error", cache: "no-store", signal: AbortSignal.timeout(PATIENCE),
      });
      const { text, isCut } = await limited(reply);
      const time = Math.round(performance.now() - began);
      shown.textContent = isCut ? text : pretty(text);
      answer.hidden = false;
      said.textContent = `Status ${reply.status}, ${time} ms${isCut ? `, only the first ${MOST_BYTES / 1000} kB` : ""}. The answer is ${host}’s, and data, not instructions.`;
    } catch (problem) {
      answer.hidden = true;
      said.textContent = problem.name === "TimeoutError" ? `${host} has not answered in ${PATIENCE / 1000} seconds.`
        : `${host} did not answer, or does not answer pages of other sites; the snippets work all the same.`;
    } finally {
      send.disabled = false;
    }
  });
  return make("div", { class: "try" }, send, said, answer);
}

/** The first bytes of an answer as text. */
async function limited(reply) {
  const reader = reply.body?.getReader();
  const parts = [];
  let size = 0;
  for (let part = await reader?.read(); part && !part.done && size < MOST_BYTES; part = await reader.read()) {
    parts.push(part.value.subarray(0, MOST_BYTES - size));
    size += part.value.length;
  }
  const isCut = size >= MOST_BYTES;
  if (isCut) await reader.cancel();
  return { text: await new Blob(parts).text(), isCut };
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** The address of a GET with these arguments, nothing if it cannot be one. */
function addressOf(call, args) {
  const where = new Map((call.arguments || []).map((each) => [each.name, each.where]));
  const path = call.url.replace(/\{([^{}]*)\}/g, (whole, name) => (where.get(name) === "path" && (args[name] ?? null) !== null ? percentEncoded(asText(args[name])) : whole));
  if (/[{}]/.test(path) || /\/\.{1,2}(\/|$)/.test(path)) return null;
  const url = new URL(path);
  for (const [name, value] of Object.entries(args)) {
    if (where.get(name) === "query" && value !== null) for (const each of [value].flat()) url.searchParams.append(name, typeof each === "object" ? JSON.stringify(each) : each);
  }
  return url;
}

// --- the snippets ----------------------------------------------------------------------------

function show(call, args) {
  const enveloped = envelope(call, args);
  replace("python", /( {4}arguments = )[^]*?(\n {4}(?:print|async for))/, literal(enveloped, 4, 4, PYTHON));
  replace("langchain", /( {4}arguments = )[^]*?(\n {4}print)/, literal(enveloped, 4, 4, PYTHON));
  replace("typescript", /(const args = )[^]*?(;\nconsole)/, literal(enveloped, 0, 2, JSON_WORDS));
  const code = block("curl");
  if (code) write(code, curl(call, args, code.textContent));
}

const block = (id) => document.querySelector(`[data-snippet="${id}"] pre:not(.code--install) code`);

function replace(id, pattern, text) {
  const code = block(id);
  if (code) write(code, code.textContent.replace(pattern, (_, before, after) => before + text + after));
}

function write(code, text) {
  code.textContent = text;
  code.dispatchEvent(new Event("written", { bubbles: true }));
}

function envelope({ envelope: around }, args) {
  if (!around) return args;
  const body = structuredClone(around.constants);
  put(body, around.arguments_at, args);
  for (const { path, required, schema } of around.fields || []) if (required) put(body, path, schema.default ?? "1");
  return { body };
}

function put(body, path, value) {
  const [first, ...rest] = path;
  if (rest.length) put((body[first] ??= {}), rest, value);
  else body[first] = value;
}

/** The same command with another address, other header arguments and another body, in the same order. */
export function curl(call, args, before) {
  const named = (where) => (call.arguments || []).filter((each) => each.where === where && (args[each.name] ?? null) !== null).map(({ name }) => name);
  if (call.envelope) {
    return before.replace(/(--data-raw ')([^]*)('\n)$/, (_, start, data, end) => {
      const body = JSON.parse(data.replaceAll("'\\''", "'"));
      put(body, call.envelope.arguments_at, args);
      return start + quoted(literal(body, 0, 2, JSON_WORDS)) + end;
    });
  }
  const path = new Set(named("path"));
  // Each second part is a variable of the manual, which a shell fills in; an argument is what it is.
  const parts = call.url.split(VARIABLE);
  for (let at = 0; at < parts.length; at += 2) {
    parts[at] = parts[at].replace(/\{([^{}]*)\}/g, (whole, name) => (path.has(name) ? percentEncoded(asText(args[name])) : whole));
  }
  const query = named("query").flatMap((name) => [args[name]].flat().map((each) => [`${formEncoded(name)}=${formEncoded(asText(each))}`]));
  const { auth } = call;
  if (auth?.kind === "api_key" && auth.location === "query") {
    const [start, ...others] = auth.api_key.split(VARIABLE).map((part, at) => (at % 2 ? part : formEncoded(part)));
    query.push([`${formEncoded(auth.var_name)}=${start}`, ...others]);
  }
  for (const [at, [start, ...others]] of query.entries()) {
    parts[parts.length - 1] += (at || call.url.includes("?") ? "&" : "?") + start;
    parts.push(...others);
  }
  const [first, ...lines] = before.trimEnd().split(" \\\n  ");
  const lowered = (names) => new Set(names.map((name) => name.toLowerCase()));
  const constants = lowered(Object.keys(call.headers || {}));
  const ofArguments = (call.arguments || []).filter(({ where }) => where === "header").map(({ name }) => name);
  const replaced = lowered([...ofArguments, "Content-Type", "Content-Length"].filter((name) => !constants.has(name.toLowerCase())).concat(named("header")));
  const kept = lines.filter((line) => !/^--(data-raw|request) /.test(line) && !replaced.has(headerIn(line)));
  const sent = named("header").map((name) => (asText(args[name]).trim() ? `${name}: ${asText(args[name])}` : `${name};`));
  const body = [];
  const [name] = named("body");
  if (name !== undefined) {
    const type = call.headers?.["Content-Type"] || call.content_type || (call.transport === "streamable_http" ? "application/octet-stream" : "application/json");
    const isTyped = constants.has("content-type") || sent.some((header) => /^content-type[:;]/i.test(header));
    if (!isTyped) sent.push(`Content-Type: ${type}`);
    body.push(`--data-raw '${quoted(bodyOf(args[name], type))}'`);
  }
  const method = call.transport === "sse" && body.length ? "POST" : call.method;
  const request = method === (body.length ? "POST" : "GET") ? [] : [`--request '${method}'`];
  if (!body.length && ["POST", "PUT", "PATCH"].includes(method)) body.push("--header 'Content-Length: 0'");
  const flags = first.match(/^curl ((?:--(?:no-buffer|max-time \d+|location) )*)/)[1];
  const glob = parts.length > 1 || /[[\]{}]/.test(parts[0]) ? "--globoff " : "";
  const own = sent.map((header) => `--header '${quoted(header)}'`);
  const isFirst = (line) => line.startsWith("--user ") || constants.has(headerIn(line));
  const [head, rest] = [kept.filter(isFirst), kept.filter((line) => !isFirst(line))];
  return [`curl ${flags}${glob}${shellWord(parts)}`, ...request, ...head, ...own, ...rest, ...body].join(" \\\n  ") + "\n";
}

const percentEncoded = (text) => encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);
const formEncoded = (text) => percentEncoded(text).replaceAll("%20", "+");

const headerIn = (line) => line.match(/^--header ['"]([^:;]+)[:;]/)?.[1].toLowerCase();

/** A value as it is written in an address or a header. */
const asText = (value) => (typeof value === "string" ? value : oneLine(value, JSON_WORDS));

function bodyOf(value, type) {
  if (type.includes("application/json")) return literal(value, 0, 2, JSON_WORDS);
  if (!type.includes("application/x-www-form-urlencoded") || typeof value !== "object") {
    return typeof value === "string" ? value : literal(value, 0, 2, JSON_WORDS);
  }
  const fields = Object.entries(value).flatMap(([name, each]) => [each].flat().map((one) => [name, asText(one)]));
  return fields.map((field) => field.map(formEncoded).join("=")).join("&");
}

const VARIABLE = /\$\{([A-Za-z][A-Za-z0-9_]*)\}/;

/** One word for a shell: each second part is the name of a variable, which it fills in. */
function shellWord(parts) {
  const isHarmless = parts.length > 1 && parts.every((part, at) => at % 2 || /^[\w :/?&=.,~%+-]*$/.test(part));
  if (isHarmless) return `"${parts.map((part, at) => (at % 2 ? `\${${part}}` : part)).join("")}"`;
  return parts.map((part, at) => (at % 2 ? `"\${${part}}"` : part && `'${quoted(part)}'`)).join("") || "''";
}

const quoted = (text) => text.replaceAll("'", "'\\''");

/** A value as source code, on one line where it is short and so are its parts; `words` are those of the language. */
function literal(value, indent, step, words) {
  if (typeof value !== "object" || !value) return oneLine(value, words);
  const pad = " ".repeat(indent + step);
  const parts = Array.isArray(value)
    ? value.map((each) => literal(each, indent + step, step, words))
    : Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${literal(each, indent + step, step, words)}`);
  const [left, right] = Array.isArray(value) ? "[]" : "{}";
  const whole = parts.join(", ");
  if (!parts.length || (indent + whole.length + 2 <= WIDTH && !whole.includes("\n"))) return left + whole + right;
  return `${left}\n${pad}${parts.join(`,\n${pad}`)}\n${" ".repeat(indent)}${right}`;
}

function oneLine(value, words) {
  if (Array.isArray(value)) return `[${value.map((each) => oneLine(each, words)).join(", ")}]`;
  if (value && typeof value === "object") {
    return `{${Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${oneLine(each, words)}`).join(", ")}}`;
  }
  return words[String(value)] !== undefined && typeof value !== "string" ? words[String(value)] : JSON.stringify(value);
}
