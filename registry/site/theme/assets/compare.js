// Put tools or APIs side by side. What manuals say only ever enters the page as text.

const MOST = 4;
const MOST_TOOLS = 30;
const ID = /^[a-z0-9-]+\/[a-z0-9-]+(\/[\w-]+)?$/;

const region = document.getElementById("compare");
const { root } = region.dataset;
const words = JSON.parse(region.dataset.words);
const asked = [...new Set(new URLSearchParams(location.search).getAll("id"))].filter((id) => ID.test(id));
const ids = asked.slice(0, MOST);

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

async function load(path) {
  const reply = await fetch(`${root}v1/${path}`);
  if (!reply.ok) throw new Error(path, { cause: reply.status });
  return reply.json();
}

const isTool = (id) => id.split("/").length === 3;
const list = (values) => (values.length ? element("ul", {}, ...values.map((value) => element("li", {}, value))) : "–");
// A long name is broken behind a line below, not within a word.
const breakable = (name) => name.split(/(?<=_)/).flatMap((part, at) => (at ? [element("wbr"), part] : [part]));
const code = (text) => element("code", {}, ...breakable(text));

function auth(kinds) {
  const names = [...new Set(kinds)].map((kind) => words.auth[kind] || kind);
  return names.join(", ");
}

function effect({ effect: what, effect_is_stated: isStated }) {
  return `${words.effect[what] || what}${isStated ? "" : " (guessed)"}`;
}

/** What answers a call: a host, or something of one's own that has to run first. */
function answeredBy({ hosts, runs_programs: isProgram, is_self_hosted: isOwn }) {
  if (isOwn) return "a server that you start yourself";
  return isProgram ? "a program on your machine" : hosts[0] || "–";
}

function limits({ limits: all = [] }) {
  const rate = (requests, per) => `${requests.toLocaleString("en")} ${per === "hour" ? "an" : "a"} ${per}`;
  return all.map(({ requests, per, note }) => [requests && rate(requests, per), note].filter(Boolean).join(", ")).map(text);
}

/** The category in words, as pages say it. */
function category({ category: id = "" }) {
  return id.length === 2 ? id.toUpperCase() : id.charAt(0).toUpperCase() + id.slice(1).replaceAll("-", " ");
}

function type(schema) {
  if (!schema || typeof schema !== "object") return "";
  const kinds = schema.anyOf ? schema.anyOf.map(type) : [schema.type].flat();
  const kind = [...new Set(kinds)].filter(Boolean).join(" or ");
  return kind === "array" && schema.items ? `list of ${type(schema.items) || "anything"}` : kind;
}

const field = (name, schema, note) => element("span", {}, code(name), ` ${type(schema)}`, note ? element("b", {}, ` ${note}`) : "");

/** The fields of an output; what is required of it is always there. */
function outputs(schema) {
  if (!schema) return "not described";
  const isList = [schema.type].flat().includes("array") && schema.items;
  const inner = isList ? schema.items : schema;
  const required = new Set(inner.required || []);
  const entries = Object.entries(inner.properties || {});
  if (!entries.length) return type(schema) || "–";
  const shown = list(entries.map(([name, each]) => field(name, each, required.has(name) && "always")));
  return isList ? element("div", {}, "a list of", shown) : shown;
}

/** Inputs, with those of a body in its place: by themselves, all bodies are alike. */
function inputs(schema) {
  const { properties = {}, required = [] } = schema;
  const note = (isRequired) => isRequired && "required";
  const entries = Object.entries(properties).flatMap(([name, each]) => {
    const isRequired = required.includes(name);
    const within = Object.entries(each?.properties || {});
    if (!within.length) return [field(name, each, note(isRequired))];
    return within.map(([part, one]) => field(`${name}.${part}`, one, note(isRequired && (each.required || []).includes(part))));
  });
  return entries.length ? list(entries) : "–";
}

/** Text whose parts between backticks are code. */
const text = (said) => element("span", {}, ...said.split(/`([^`]+)`/).map((part, at) => (at % 2 ? code(part) : part)));

/** What decides whether one may, or should, use it at all; rows that are about none of those compared are left out. */
const conditions = ({ state, reason }, { non_commercial: isNonCommercial }) => ({
  Status: state === "active" ? undefined : text([words.state[state] || state, reason].filter(Boolean).join(": ")),
  Use: isNonCommercial ? "non-commercial only" : undefined,
});

const author = ({ publisher, registry }) => (registry ? `the registry ${registry.name}` : publisher.is_owner ? "the publisher" : "contributors");
const link = (path, ...text) => element("a", { href: `${root}${path}` }, ...text);

async function ofTool(id) {
  const { definition, manual, safety, cost, status, summary } = await load(`tools/${id}.json`);
  return {
    head: link(`tools/${id}/`, ...breakable(definition.name)),
    rows: {
      "What it does": text(summary),
      ...conditions(status, manual),
      API: link(`manuals/${manual.id}/`, manual.title),
      Key: auth([safety.auth]),
      Effect: effect(safety),
      "Answered by": answeredBy(safety),
      Limits: list(limits(manual)),
      Covers: text(manual.coverage || "–"),
      Inputs: inputs(definition.inputs),
      Output: outputs(definition.outputs),
      Call: [words.transport[definition.call.transport] || definition.call.transport, definition.call.method].filter(Boolean).join(" "),
      Tokens: `${cost.tokens.toLocaleString("en")} (${cost.tokenizer})`,
      "Written by": author(manual),
    },
  };
}

async function ofApi(id) {
  const manual = await load(`manuals/${id}/index.json`);
  const { tools = [], released } = manual.versions.find(({ version }) => version === manual.latest) || {};
  const read = await Promise.all(tools.slice(0, MOST_TOOLS).map(({ name }) => load(`tools/${id}/${name}.json`)));
  const tokens = read.reduce((sum, { cost }) => sum + cost.tokens, 0);
  const more = tools.length > read.length ? ` (the first ${read.length})` : "";
  return {
    head: link(`manuals/${id}/`, manual.title),
    rows: {
      "What it does": text(manual.summary || "–"),
      ...conditions(manual.status, manual),
      Category: category(manual) || "–",
      Key: auth(read.map(({ safety }) => safety.auth)) + more,
      Effect: [...new Set(read.map(({ safety }) => effect(safety)))].join(", ") + more,
      "Answered by": [...new Set(read.map(({ safety }) => answeredBy(safety)))].join(", ") + more,
      Limits: list(limits(manual)),
      Covers: text(manual.coverage || "–"),
      Licence: manual.licence || "–",
      Tools: list(read.map(({ definition, id: tool }) => link(`tools/${tool}/`, code(definition.name)))),
      Tokens: `${tokens.toLocaleString("en")} for all tools${more}`,
      Released: `${manual.latest || "–"}${released ? `, ${released}` : ""}`,
      "Written by": author(manual),
    },
  };
}

/** Take `id` out of what was chosen on other pages. */
function forget(id) {
  const key = `registry.compare:${new URL(root, location.href).pathname}`;
  try {
    const kept = (localStorage.getItem(key) || "").split(" ");
    localStorage.setItem(key, kept.filter((each) => each !== id).join(" "));
  } catch { /* private mode */ }
}

function without(id) {
  const rest = new URLSearchParams(asked.filter((each) => each !== id).map((each) => ["id", each]));
  const link = element("a", { class: "chip", href: `?${rest}`, "aria-label": `Remove ${id}` }, "Remove");
  link.addEventListener("click", () => { forget(id); });
  return link;
}

/** What an address names beyond what fits; it comes in when something is removed. */
function leftOut() {
  const names = asked.slice(MOST).join(", ");
  return names ? [element("p", { class: "hint" }, `Only the first ${MOST} are shown. Not shown: ${names}.`)] : [];
}

// Tools of different APIs often have the same name.
const where = (id) => (isTool(id) ? [element("span", { class: "tool__where" }, id.replace(/\/[^/]*$/, "")), " "] : []);
const columnHead = (id, head) => element("th", { scope: "col" }, head, " ", ...where(id), without(id));

/** What is known at once: whom the columns are about. Rows come all together, below. */
function frame() {
  const heads = ids.map((id) => columnHead(id, link(`${isTool(id) ? "tools" : "manuals"}/${id}/`, ...breakable(id.split("/").at(-1)))));
  const head = element("thead", {}, element("tr", {}, element("td"), ...heads));
  return element("table", { class: "compared" }, element("caption", { class: "unseen" }, "Comparison"), head);
}

async function show() {
  if (!ids.length) {
    document.documentElement.classList.remove("asked");
    region.querySelector("p").hidden = false;
    return;
  }
  const table = frame();
  region.setAttribute("aria-busy", "true");
  region.classList.add("is-full");
  region.replaceChildren(...leftOut(), table);
  const found = await Promise.all(ids.map(async (id) => {
    try {
      return await (isTool(id) ? ofTool(id) : ofApi(id));
    } catch (problem) {
      const isMissing = problem.cause < 500;
      return { head: id, rows: { "What it does": isMissing ? "There is no such entry." : "It could not be loaded; try again later." } };
    }
  }));
  const names = [...new Set(found.flatMap(({ rows }) => Object.keys(rows)))].filter((name) => found.some(({ rows }) => rows[name] !== undefined));
  const rows = names.map((name) => {
    const cells = found.map((each) => element("td", {}, each.rows[name] ?? "–"));
    const row = element("tr", {}, element("th", { scope: "row" }, name), ...cells);
    // What differs is what a choice depends on.
    row.classList.toggle("is-alike", cells.length > 1 && cells.every((each) => each.textContent === cells[0].textContent));
    return row;
  });
  table.querySelector("tr").replaceChildren(element("td"), ...found.map(({ head }, at) => columnHead(ids[at], head)));
  table.append(element("tbody", {}, ...rows));
  region.removeAttribute("aria-busy");
  document.title = document.title.replace(/^[^·]*/, `Compare ${ids.join(", ")} `);
}

show();
