// Build an input by hand and see it in the snippets. Nothing is sent anywhere, and no secret is
// asked for: what needs one is named in the snippets as a variable.

const WIDTH = 76;
const PYTHON = { null: "None", true: "True", false: "False" };
const JSON_WORDS = { null: "null", true: "true", false: "false" };

/** Fill `details` with a form for the tool whose record it names. */
export async function build(details) {
  const { record, example } = details.dataset;
  const note = make("p", { class: "hint", role: "status" }, "Loading the description of the inputs…");
  details.append(note);
  const reply = await fetch(record);
  if (!reply.ok) {
    note.textContent = "The description of the inputs could not be loaded.";
    return;
  }
  const { definition } = await reply.json();
  const given = JSON.parse(example);
  const required = new Set(definition.inputs.required || []);
  const fields = Object.entries(definition.inputs.properties || {})
    .map(([name, schema]) => field(name, schema, required.has(name), given[name]));
  const form = make("form", { class: "builder__form" }, ...fields.map(({ row }) => row));
  details.append(form);
  const update = () => {
    const wrong = fields.find(({ control }) => !control.checkValidity());
    note.textContent = wrong ? `${wrong.name}: ${wrong.control.validationMessage}`
      : "The snippets above follow what you type. Nothing is sent.";
    if (!wrong) show(definition.call, collect(fields));
  };
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", update);
  update();
}

function make(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined && value !== false) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// --- the form --------------------------------------------------------------------------------

function field(name, schema, isRequired, value) {
  const type = [schema.type].flat().find((each) => each && each !== "null");
  const id = `build-${name.replace(/[^\w-]/g, "_")}`;
  const common = { id, class: "field", required: isRequired ? "" : undefined };
  const choices = schema.enum || (type === "boolean" ? [true, false] : null);
  let control;
  let read;
  if (choices) {
    const options = choices.map((each, at) => make("option", { value: at }, String(each)));
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
    control = make("input", { ...common, type: "text", minlength: schema.minLength, maxlength: schema.maxLength });
    control.value = value ?? "";
    read = () => control.value;
  } else {
    control = make("textarea", { ...common, rows: 3, spellcheck: "false" });
    control.value = value === undefined ? "" : JSON.stringify(value, null, 2);
    control.addEventListener("input", () => control.setCustomValidity(control.value && !isJson(control.value) ? "This must be JSON." : ""));
    read = () => JSON.parse(control.value);
  }
  const label = make("label", { for: id }, make("code", {}, name), isRequired ? " required" : "");
  return { name, control, read, row: make("p", { class: "builder__row" }, label, control) };
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** What is filled in; an empty field is an argument that is not given. */
function collect(fields) {
  const found = {};
  for (const { name, control, read } of fields) if (control.value !== "") found[name] = read();
  return found;
}

// --- the snippets ----------------------------------------------------------------------------

function show(call, args) {
  const enveloped = envelope(call, args);
  replace("python", /( {4}arguments = )[^]*?(\n {4}print)/, literal(enveloped, 4, 4, PYTHON));
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

/** The same command with another address, other header arguments and another body. */
function curl(call, args, before) {
  const named = (where) => (call.arguments || []).filter((each) => each.where === where && each.name in args).map(({ name }) => name);
  if (call.envelope) {
    return before.replace(/(--data ')([^]*)('\n)$/, (_, start, data, end) => {
      const body = JSON.parse(data.replaceAll("'\\''", "'"));
      put(body, call.envelope.arguments_at, args);
      return start + quoted(literal(body, 0, 2, JSON_WORDS)) + end;
    });
  }
  const path = new Set(named("path"));
  let url = call.url.replace(/\{([^{}]*)\}/g, (whole, name) => (path.has(name) ? encodeURIComponent(args[name]) : whole));
  const query = named("query").flatMap((name) => [args[name]].flat().map((each) => `${encodeURIComponent(name)}=${encodeURIComponent(each)}`));
  if (query.length) url += (url.includes("?") ? "&" : "?") + query.join("&");
  const [first, ...lines] = before.trimEnd().split(" \\\n  ");
  const headers = new Set(named("header").map((name) => name.toLowerCase()));
  const kept = lines.filter((line) => !line.startsWith("--data ") && !headers.has((line.match(/^--header ['"]([^:]+):/) || [])[1]?.toLowerCase()));
  const sent = named("header").map((name) => `--header '${quoted(`${name}: ${args[name]}`)}'`);
  const bodies = named("body");
  const body = bodies.length ? [`--data '${quoted(typeof args[bodies[0]] === "string" ? args[bodies[0]] : literal(args[bodies[0]], 0, 2, JSON_WORDS))}'`] : [];
  // A secret in the address is a variable: the quotes of the first line are those of the snippet.
  const secret = first.match(/[?&][^=&]+="?\$\{\w+\}/) ? before.match(/[?&]([^=&?]+=)"?(\$\{\w+\})"?/) : null;
  const shown = secret ? `'${quoted(url)}${url.includes("?") ? "&" : "?"}${secret[1]}'"${secret[2]}"` : `'${quoted(url)}'`;
  const glob = /[[\]{}]/.test(url) ? "--globoff " : "";
  return [`curl ${glob}${shown}`, ...kept, ...sent, ...body].join(" \\\n  ") + "\n";
}

const quoted = (text) => text.replaceAll("'", "'\\''");

/** A value as source code, on one line where it is short; `words` are those of the language. */
function literal(value, indent, step, words) {
  const line = oneLine(value, words);
  if (indent + line.length <= WIDTH || typeof value !== "object" || !value) return line;
  const pad = " ".repeat(indent + step);
  const parts = Array.isArray(value)
    ? value.map((each) => literal(each, indent + step, step, words))
    : Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${literal(each, indent + step, step, words)}`);
  const [left, right] = Array.isArray(value) ? "[]" : "{}";
  return parts.length ? `${left}\n${pad}${parts.join(`,\n${pad}`)}\n${" ".repeat(indent)}${right}` : left + right;
}

function oneLine(value, words) {
  if (Array.isArray(value)) return `[${value.map((each) => oneLine(each, words)).join(", ")}]`;
  if (value && typeof value === "object") {
    return `{${Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${oneLine(each, words)}`).join(", ")}}`;
  }
  return words[String(value)] !== undefined && typeof value !== "string" ? words[String(value)] : JSON.stringify(value);
}
