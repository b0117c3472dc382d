// Search and filter the catalogue where it is shown. Without this script the page is a plain list
// with links to plain lists. Contributed text only ever enters the page as text.

import { Index } from "./search.js";

const PAGE = 50;
const SHORT = 8;
const LONG = 60;
const SORTS = { relevance: "Best match", name: "Name", publisher: "Publisher", newest: "Newest" };
// What people write into the search box although it is a filter.
const MEANT = [
  { words: /\s*\b(without|with no|no|needs? no)( an?| any)?( api)?[ -]?keys?\b|\s*\bkeyless\b/i, facet: "auth", value: "none" },
  { words: /\s*\bread[ -]?only\b/i, facet: "effect", value: "read" },
];
const NARROW = matchMedia("(max-width: 60em)");

const form = document.getElementById("find");
const field = form.elements.q;
const { root, columns, summaries: summariesPath, index: indexPath } = form.dataset;
const status = document.getElementById("status");
const results = document.getElementById("results");
const panel = document.getElementById("facets");
const more = document.getElementById("more");
const bar = element("div", { class: "browse__bar" });
const index = new Index((path) => load(indexPath + path));

let data;
let summaries = [];
let state = fromAddress();
let answer = { hits: null, instead: [] };
let shown = history.state?.shown || PAGE;
const ranks = new Map();
const sought = new Map();

// --- the address holds the whole state -------------------------------------------------------

function fromAddress() {
  const query = new URLSearchParams(location.search);
  const facets = [...panel.querySelectorAll("[data-facet]")].map((section) => section.dataset.facet);
  return {
    q: (query.get("q") || "").trim(),
    sort: query.get("sort") || "",
    chosen: new Map(facets.map((facet) => [facet, new Set(query.getAll(facet))])),
  };
}

function address() {
  const query = new URLSearchParams();
  if (state.q) query.set("q", state.q);
  for (const [facet, values] of state.chosen) for (const value of values) query.append(facet, value);
  if (state.sort) query.set("sort", state.sort);
  const text = query.toString();
  return text ? `?${text}` : location.pathname;
}

// --- finding ---------------------------------------------------------------------------------

/** Every tool that answers the words, as [number, score]; the filters are not asked yet. */
const hits = () => answer.hits || data.names.map((_, tool) => [tool, 0]);

function fits(tool, without) {
  return data.facets.every(({ id, of, values }) => {
    const wanted = state.chosen.get(id);
    return id === without || !wanted.size || of[tool].some((value) => wanted.has(values[value][0]));
  });
}

const released = (tool) => data.released[data.manual[tool]];
const orders = {
  relevance: ([a, x], [b, y]) => y - x || a - b,
  name: ([a], [b]) => data.names[a].localeCompare(data.names[b], "en") || a - b,
  publisher: ([a], [b]) => a - b,
  newest: ([a], [b]) => released(b).localeCompare(released(a)) || a - b,
};
const order = () => (orders[state.sort] ? state.sort : state.q ? "relevance" : "publisher");

let asked = 0;
async function ask() {
  asked += 1;
  const mine = asked;
  const found = state.q ? await index.ask(state.q) : { hits: null, instead: [] };
  if (mine === asked) answer = found;
  return mine === asked;
}

// --- showing ---------------------------------------------------------------------------------

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(key, "");
    else if (value !== false) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

const number = (count) => count.toLocaleString("en");
const count = (many) => (many === 1 ? "1 tool" : `${number(many)} tools`);
const button = (text, attributes) => element("button", { type: "button", ...attributes }, text);
const titleOf = (facet, value) => (facet.values.find(([id]) => id === value) || [value, value])[1];

function valueOf(facet, tool) {
  const { values, of } = data.facets.find(({ id }) => id === facet);
  return values[of[tool][0]];
}

function row([tool]) {
  const place = data.manuals[data.manual[tool]];
  const effect = valueOf("effect", tool);
  const badges = [valueOf("protocol", tool)[1], `${valueOf("transport", tool)[1]} ${data.method[tool]}`.trim(), valueOf("auth", tool)[1]]
    .flatMap((text) => [element("span", {}, text), " "]);
  return element("li", { class: "tool" },
    element("a", { class: "tool__name", href: `${root}tools/${place}/${data.names[tool]}/` }, data.names[tool]),
    " ", element("span", { class: "tool__where" }, place),
    element("p", { class: "tool__summary" }, ...withCode(summaries[tool] || "")),
    element("p", { class: "badges" }, ...badges,
      element("span", { class: effect[0] }, effect[1] + (data.stated[tool] ? "" : " (guessed)"))));
}

/** Text whose parts between backticks are code. */
function withCode(text) {
  const parts = text.split("`");
  return parts.map((part, at) => {
    if (at % 2 === 0) return part;
    return at < parts.length - 1 ? element("code", {}, part) : `\`${part}`;
  });
}

function showFacet(facet) {
  const counts = facet.values.map(() => 0);
  for (const [tool] of hits()) if (fits(tool, facet.id)) for (const value of facet.of[tool]) counts[value] += 1;
  const wanted = state.chosen.get(facet.id);
  const section = panel.querySelector(`[data-facet="${facet.id}"]`);
  const isOpen = section.dataset.open === "yes";
  // Values come by how many tools have them at all; what is chosen or found goes before.
  const ranked = facet.values.map(([id, title], at) => ({ id, title, count: counts[at] }))
    .sort((a, b) => wanted.has(b.id) - wanted.has(a.id) || b.count - a.count);
  ranks.set(facet.id, ranked);
  const parts = [element("legend", {}, facet.title), valueList(facet.id, isOpen)];
  if (isOpen && ranked.length > LONG) {
    const seek = element("input", {
      type: "search", class: "field", "data-seek": facet.id, placeholder: `Find among ${number(ranked.length)}`,
      "aria-label": `Find in ${facet.title}`, autocomplete: "off", spellcheck: "false", value: sought.get(facet.id) || "",
    });
    parts.splice(1, 0, seek);
  }
  if (ranked.length > SHORT) {
    const text = isOpen ? "show fewer" : `show all ${number(ranked.length)}`;
    parts.push(button(text, { class: "facet__more", "data-more": facet.id }));
  }
  section.replaceChildren(element("fieldset", {}, ...parts));
}

/** The values of a facet as a list: a few, or those that hold the words that are sought. */
function valueList(id, isOpen) {
  const wanted = state.chosen.get(id);
  const ranked = ranks.get(id);
  const words = (isOpen && sought.get(id) || "").toLowerCase();
  const found = ranked.filter((value) => value.title.toLowerCase().includes(words));
  // Of a long list, only values that lead somewhere; of a short one all, so that nothing jumps.
  const useful = isOpen || ranked.length <= SHORT ? found : found.filter((value) => value.count || wanted.has(value.id));
  const visible = useful.slice(0, isOpen ? LONG : Math.max(SHORT, wanted.size));
  const entries = visible.map((value) => element("li", {}, element("label", {},
    element("input", {
      type: "checkbox", name: id, value: value.id,
      checked: wanted.has(value.id), disabled: !value.count && !wanted.has(value.id),
    }),
    element("span", {}, value.title),
    element("span", { class: "number" }, number(value.count)))));
  if (isOpen && found.length > LONG) entries.push(element("li", { class: "number" }, `and ${number(found.length - LONG)} more`));
  if (!visible.length) entries.push(element("li", { class: "number" }, "none"));
  return element("ul", {}, ...entries);
}

function showBar() {
  const sort = element("select", { class: "sort" }, ...Object.entries(SORTS)
    .filter(([id]) => id !== "relevance" || state.q)
    .map(([id, title]) => element("option", { value: id, selected: id === order() }, title)));
  const chips = data.facets.flatMap((facet) => [...state.chosen.get(facet.id)].map((value) => {
    const text = `${facet.title}: ${titleOf(facet, value)}`;
    return button(`${text} ×`, {
      class: "chip", "data-facet": facet.id, "data-value": value, "aria-label": `Remove the filter ${text}`,
    });
  }));
  const offers = MEANT.flatMap(({ words, facet, value }, at) => {
    const wanted = state.chosen.get(facet);
    const found = data.facets.find(({ id }) => id === facet);
    return words.test(state.q) && !wanted.size && found.values.some(([id]) => id === value)
      ? [button(`Filter: ${titleOf(found, value)}`, { class: "chip chip--offer", "data-offer": at })] : [];
  });
  const filters = button(`Filters${chips.length ? ` (${chips.length})` : ""}`, { class: "chip chip--filters" });
  const clear = chips.length > 1 ? [button("Clear all", { class: "chip chip--plain", "data-clear": "all" })] : [];
  bar.replaceChildren(filters, ...chips, ...clear, ...offers, element("label", { class: "sort-by" }, "Sort by ", sort));
}

let speaking;
function say(text, isUrgent) {
  clearTimeout(speaking);
  if (isUrgent) status.textContent = text;
  else speaking = setTimeout(() => { status.textContent = text; }, 300);
}

function sentence(listed) {
  const total = data.names.length;
  const many = listed === total ? count(total) : `${number(listed)} of ${count(total)}`;
  const instead = answer.instead.map(([word, terms]) => `No tool says “${word}”; looked for ${terms.join(", ")}.`);
  return [many + (answer.instead.length ? "." : ""), ...instead].join(" ");
}

function show() {
  const focused = panel.contains(document.activeElement) ? document.activeElement : null;
  const listed = hits().filter(([tool]) => fits(tool)).sort(orders[order()]);
  data.facets.forEach(showFacet);
  if (focused?.name) panel.querySelector(`input[name="${focused.name}"][value="${CSS.escape(focused.value)}"]`)?.focus();
  showBar();
  results.replaceChildren(listed.length
    ? element("ul", { class: "tools" }, ...listed.slice(0, shown).map(row))
    : nothing());
  say(sentence(listed.length), !listed.length);
  const left = Math.min(PAGE, listed.length - shown);
  more.replaceChildren(...left > 0 ? [button(`Show ${left} more`, { class: "button button--plain" })] : []);
  done.textContent = `Show ${count(listed.length)}`;
}

/** What to say, and what to offer, where nothing is found. */
function nothing() {
  const parts = [element("p", {}, state.q ? `No tool answers “${state.q}” here.` : "No tool has all of this.")];
  const ways = [];
  for (const facet of data.facets) {
    const wanted = state.chosen.get(facet.id);
    for (const value of [...wanted]) {
      wanted.delete(value);
      const many = hits().filter(([tool]) => fits(tool)).length;
      wanted.add(value);
      if (many) ways.push([facet, value, many]);
    }
  }
  for (const [facet, value, many] of ways) {
    const text = `Without ${facet.title}: ${titleOf(facet, value)}`;
    parts.push(element("p", {}, button(text, { class: "chip", "data-facet": facet.id, "data-value": value }), ` ${count(many)}`));
  }
  if (!ways.length) {
    parts.push(element("p", {}, "Try fewer or other words, or look at the ",
      element("a", { href: `${root}tags/` }, "tags"), ". Is a tool missing? ",
      element("a", { href: `${root}submit/` }, "Submit its manual"), "."));
  }
  return element("div", { class: "nothing" }, ...parts);
}

// --- filters on a narrow screen --------------------------------------------------------------

const browse = panel.parentElement;
const done = button("Show", { class: "button" });
const dialog = element("dialog", { class: "filters", "aria-label": "Filters" }, done);

function place() {
  if (NARROW.matches) dialog.prepend(panel);
  else {
    dialog.close();
    browse.prepend(panel);
  }
}

// --- listening -------------------------------------------------------------------------------

async function change(alter, { isTyping = false, isNew = false } = {}) {
  alter();
  shown = PAGE;
  history[isTyping ? "replaceState" : "pushState"](null, "", address());
  if (!isNew || await ask()) show();
}

/** Make a filter of words that mean one. */
function take({ words, facet, value }) {
  change(() => {
    state.chosen.get(facet).add(value);
    state.q = state.q.replace(words, "").trim();
    field.value = state.q;
  }, { isNew: true }).catch(failed);
}

function listen() {
  form.addEventListener("submit", (event) => event.preventDefault());
  field.addEventListener("input", () => {
    change(() => { state.q = field.value.trim(); }, { isTyping: true, isNew: true }).catch(failed);
  });
  panel.addEventListener("input", ({ target }) => {
    const { seek } = target.dataset;
    if (!seek) return;
    sought.set(seek, target.value.trim());
    target.parentElement.querySelector("ul").replaceWith(valueList(seek, true));
  });
  panel.addEventListener("change", ({ target }) => {
    if (target.type !== "checkbox") return;
    change(() => { state.chosen.get(target.name)[target.checked ? "add" : "delete"](target.value); });
  });
  panel.addEventListener("click", ({ target }) => {
    const section = target.dataset.more && panel.querySelector(`[data-facet="${target.dataset.more}"]`);
    if (!section) return;
    section.dataset.open = section.dataset.open === "yes" ? "no" : "yes";
    show();
    section.querySelector("[data-more]")?.focus();
  });
  document.querySelector(".browse__list").addEventListener("click", ({ target }) => {
    const { facet, value, clear, offer } = target.dataset;
    if (offer) take(MEANT[offer]);
    else if (target.matches(".chip--filters")) dialog.showModal();
    else if (clear) change(() => { for (const values of state.chosen.values()) values.clear(); });
    else if (value !== undefined) change(() => { state.chosen.get(facet).delete(value); });
  });
  bar.addEventListener("change", ({ target }) => change(() => { state.sort = target.value; }));
  more.addEventListener("click", ({ target }) => {
    if (target.tagName !== "BUTTON") return;
    shown += PAGE;
    history.replaceState({ shown }, "", address());
    show();
    results.querySelectorAll(".tool__name")[shown - PAGE]?.focus();
  });
  done.addEventListener("click", () => dialog.close());
  NARROW.addEventListener("change", place);
  addEventListener("popstate", async () => {
    state = fromAddress();
    field.value = state.q;
    shown = history.state?.shown || PAGE;
    if (await ask()) show();
  });
  // Arrows go through the results; what is chosen is an ordinary link.
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && event.target === field && field.value) {
      field.value = "";
      field.dispatchEvent(new Event("input"));
    }
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const links = [field, ...results.querySelectorAll(".tool__name")];
    const at = links.indexOf(document.activeElement);
    const next = links[at + (event.key === "ArrowDown" ? 1 : -1)];
    if (at < 0 || !next) return;
    event.preventDefault();
    next.focus();
  });
}

async function load(path) {
  const reply = await fetch(path);
  if (!reply.ok) throw new Error(`${path}: ${reply.status}`);
  return reply.json();
}

function failed() {
  status.textContent = "The list could not be loaded; the plain lists above have everything.";
}

async function start() {
  field.value = state.q;
  [data] = await Promise.all([load(columns), ask()]);
  status.after(bar);
  document.body.append(dialog);
  place();
  listen();
  // What was written into the page is what an unfiltered list would show: leave it until asked.
  const isFiltered = location.search !== "";
  if (isFiltered) show();
  ({ summaries } = await load(summariesPath));
  show();
}

start().catch(failed);
