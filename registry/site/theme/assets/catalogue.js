// Search and filter the catalogue where it is shown. Without this script the page is a plain list
// with links to plain lists. Contributed text only ever enters the page as text.

import { Index, nothing as everything } from "./search.js";

const PAGE = 50;
// The share of the best score that a tool has which comes near a question. Of the tools that answer
// those in benchmarks/search/, 94 % have it; of the others, which share a word, 2 %.
const NEAR = 0.5;
// Rows that are shown with a key or a click; those below them follow at once.
const FIRST = 10;
// Milliseconds without a key after which those below, and the address, follow.
const PAUSE = 250;
// Milliseconds that work waits for what is to be seen before it.
const UNPAINTED = 100;
const MOST_MISSING = 3;
const SHORT = 8;
const LONG = 60;
const BLOCK = Number(document.getElementById("find").dataset.block);
// Facets that are only read when everything else is there.
const LATE = ["tag"];
const SORTS = { relevance: "Best match", name: "Name", publisher: "Publisher", newest: "Newest" };
// What people write into the search box although it is a filter; known once the index is.
const meant = () => [
  { words: new RegExp(`\\s*(?:${index.asides})`, "i"), facet: "auth", value: "none" },
  { words: /\s*\bread[ -]?only\b/i, facet: "effect", value: "read" },
];
const NARROW = matchMedia("(max-width: 60em)");
const COARSE = matchMedia("(pointer: coarse)");
// What tabs, bookmarks and the way back call a page without a question.
const TITLE = document.title;

const form = document.getElementById("find");
const field = form.elements.q;
const { root, columns, blocks: blocksPath, index: indexPath } = form.dataset;
const status = document.getElementById("status");
const results = document.getElementById("results");
const panel = document.getElementById("facets");
const more = document.getElementById("more");
const bar = element("div", { class: "browse__bar" });
const index = new Index((path) => load(indexPath + path));

let data;
let state = fromAddress();
let answer = everything();
let terms = new Set();
// How many rows are shown; 0 until that is known.
let shown = history.state?.shown || 0;
const blocks = new Map();
const ranks = new Map();
const sought = new Map();
const drawn = new Map();

// --- the address holds the whole state -------------------------------------------------------

function fromAddress() {
  const query = new URLSearchParams(location.search);
  const facets = [...panel.querySelectorAll("[data-facet]")].map((section) => section.dataset.facet);
  return {
    q: (query.get("q") || "").trim(),
    sort: query.get("sort") || "",
    chosen: new Map(facets.map((facet) => [facet, new Set(query.getAll(facet).filter(Boolean))])),
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
const hits = () => answer.hits || (everyTool ??= data.manual.map((_, tool) => [tool, 0]));
let everyTool;

/** The filters that are set, each with the numbers of its chosen values. */
function filters() {
  return data.facets.flatMap((facet) => {
    const wanted = state.chosen.get(facet.id);
    return wanted.size ? [{ facet, numbers: new Set(facet.values.flatMap(([id], at) => (wanted.has(id) ? [at] : []))) }] : [];
  });
}

/** The values of a tool: most facets have one, which is no list. */
const valuesOf = (facet, tool) => {
  const values = facet.of[tool];
  return typeof values === "number" ? [values] : values;
};

const passes = ({ facet, numbers }, tool) => {
  const values = facet.of[tool];
  return typeof values === "number" ? numbers.has(values) : values.some((value) => numbers.has(value));
};
const fitting = (without) => {
  const asked = filters().filter(({ facet }) => facet.id !== without);
  return hits().filter(([tool]) => asked.every((filter) => passes(filter, tool)));
};

const released = (tool) => data.released[data.manual[tool]];
const orders = {
  relevance: ([a, x], [b, y]) => y - x || a - b,
  name: ([a], [b]) => data.byName[a] - data.byName[b],
  publisher: ([a], [b]) => a - b,
  newest: ([a], [b]) => released(b).localeCompare(released(a)) || a - b,
};
const offered = () => Object.keys(SORTS).filter((id) => id !== "relevance" || state.q);
const order = () => (offered().includes(state.sort) ? state.sort : state.q ? "relevance" : "publisher");

const OUTDATED = new Error("something newer was asked");
const CHANGED = new Error("another catalogue was published");

/** Let the browser show what was typed or clicked, and take the next key. */
const nextFrame = () => new Promise((go) => {
  const next = () => setTimeout(go);
  if (document.hidden) next();
  else requestAnimationFrame(next);
  // A page that is covered, or on a busy machine, may not be painted for long.
  setTimeout(go, UNPAINTED);
});

/** What `work` promises, unless it `isCurrent` no more by then: nobody minds its failures either. */
async function ifCurrent(isCurrent, work) {
  const [{ value, reason }] = await Promise.allSettled([work]);
  if (!isCurrent()) throw OUTDATED;
  if (reason) throw reason;
  return value;
}

let asked = 0;
async function ask() {
  asked += 1;
  const isCurrent = ((mine) => () => mine === asked)(asked);
  const pause = () => ifCurrent(isCurrent, nextFrame());
  await pause();
  const found = state.q ? await ifCurrent(isCurrent, index.ask(state.q, pause)) : everything();
  // Of a letter or two, and of `the`, nothing can be said yet: the list stays, with a word on why.
  answer = found.isEmpty ? { ...everything(), isEmpty: true } : found;
  terms = new Set(answer.terms);
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

function valueOf(id, tool) {
  const facet = data.facets.find((each) => each.id === id);
  return facet.values[valuesOf(facet, tool)[0]];
}

/** Name and summary of a tool, once their block has come. */
const nameAndSummary = (tool) => blocks.get(Math.floor(tool / BLOCK))?.[tool % BLOCK];

/** Promise the names and summaries of `tools`. */
async function read(tools) {
  const wanted = new Set(tools.map(([tool]) => Math.floor(tool / BLOCK)));
  await Promise.all([...wanted].filter((block) => !blocks.has(block)).map(async (block) => {
    blocks.set(block, (await load(`${blocksPath}${block}.json`)).tools);
  }));
}

function row([tool]) {
  const place = data.manuals[data.manual[tool]];
  const [name, summary] = nameAndSummary(tool);
  const [effect, words] = valueOf("effect", tool);
  const [protocol, protocolTitle] = valueOf("protocol", tool);
  const [transport, transportTitle] = valueOf("transport", tool);
  const unusual = [
    protocol === "utcp" || transportTitle.startsWith(protocolTitle) ? "" : protocolTitle,
    transport === "http" ? "" : transportTitle,
  ];
  const isStated = Boolean(data.stated[tool]);
  const effectText = isStated ? words : `${words} (guessed)`;
  const mark = isStated ? effect : "write";
  const state = data.states[data.manual[tool]];
  const traits = [
    valueOf("auth", tool)[1],
    effect === "read" ? effectText : element("b", { class: mark }, effectText),
    unusual.filter(Boolean).join(" "),
    `by ${valueOf("author", tool)[1]}`,
    state && element("b", { class: "write" }, state),
  ].filter(Boolean).flatMap((trait) => [element("span", {}, trait), " "]);
  return element("li", { class: "tool" },
    element("a", { class: "tool__name", href: `${root}tools/${place}/${name}/` }, ...marked(name)),
    " ", element("a", { class: "tool__where", href: `${root}manuals/${place}/` }, ...marked(place)),
    element("p", { class: "tool__summary" }, ...withCode(summary)),
    element("p", { class: "traits" }, ...traits));
}

/** Text whose parts between backticks are code. */
function withCode(text) {
  const parts = text.split("`");
  return parts.flatMap((part, at) => {
    if (at % 2 === 0) return marked(part);
    return at < parts.length - 1 ? [element("code", {}, ...marked(part))] : marked(`\`${part}`);
  });
}

/** Text in which the words that were found are marked. */
function marked(text) {
  if (!terms.size) return [text];
  return index.pieces(text, terms).map((part, at) => (at % 2 ? element("mark", {}, part) : part));
}

/** A function that says how many tools that all other filters let through have each value of a facet. */
function counter() {
  const asked = filters();
  const found = hits();
  // The one filter that keeps a tool out, counted from 1: 0 where none does, -1 where several do.
  const keeper = new Int8Array(data.manual.length);
  asked.forEach((filter, at) => {
    for (const hit of found) if (!passes(filter, hit[0])) keeper[hit[0]] = keeper[hit[0]] ? -1 : at + 1;
  });
  return (facet) => {
    const counts = new Uint32Array(facet.values.length);
    const own = asked.findIndex((filter) => filter.facet === facet) + 1;
    for (const hit of found) {
      if (keeper[hit[0]] && keeper[hit[0]] !== own) continue;
      const values = facet.of[hit[0]];
      if (typeof values === "number") counts[values] += 1;
      else for (const value of values) counts[value] += 1;
    }
    return counts;
  };
}

function showFacet(facet, counts) {
  const wanted = state.chosen.get(facet.id);
  const section = panel.querySelector(`[data-facet="${facet.id}"]`);
  const isOpen = section.dataset.open === "yes";
  // Values come by how many tools have them at all; what is chosen or found goes before.
  const ranked = facet.values.map(([id, title], at) => ({ id, title, count: counts[at], first: wanted.has(id) }))
    .sort((a, b) => b.first - a.first || b.count - a.count);
  ranks.set(facet.id, ranked);
  const likeness = JSON.stringify([isOpen, ranked.length, ranked.slice(0, isOpen ? LONG : SHORT + wanted.size)]);
  if (drawn.get(section) === likeness) return;
  drawn.set(section, likeness);
  const focused = section.contains(document.activeElement) ? document.activeElement : null;
  if (focused?.name) {
    recount(section, ranked);
    return;
  }
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
  if (focused?.dataset.more) section.querySelector("[data-more]")?.focus();
  else if (focused?.dataset.seek) section.querySelector("[data-seek]")?.focus();
}

/** Only the numbers of the facet that someone is at: nothing moves under the pointer. */
function recount(section, ranked) {
  const values = new Map(ranked.map((value) => [value.id, value]));
  for (const box of section.querySelectorAll("[type=checkbox]")) {
    const { count, first } = values.get(box.value);
    box.checked = first;
    box.disabled = !count && !first;
    box.closest("li").querySelector(".number").textContent = number(count);
  }
  drawn.delete(section);
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
  const sort = element("select", { class: "sort" },
    ...offered().map((id) => element("option", { value: id, selected: id === order() }, SORTS[id])));
  const chips = data.facets.flatMap((facet) => [...state.chosen.get(facet.id)].map((value) => {
    const text = `${facet.title}: ${titleOf(facet, value)}`;
    return button(`${text} ×`, {
      class: "chip", "data-facet": facet.id, "data-value": value, "aria-label": `Remove the filter ${text}`,
    });
  }));
  const offers = meant().flatMap(({ words, facet, value }, at) => {
    const wanted = state.chosen.get(facet);
    const found = data.facets.find(({ id }) => id === facet);
    return words.test(state.q) && !wanted.size && found.values.some(([id]) => id === value)
      ? [button(`Filter: ${titleOf(found, value)}`, { class: "chip chip--offer", "data-offer": at })] : [];
  });
  const filters = button(`Filters${chips.length ? ` (${chips.length})` : ""}`, { class: "chip chip--filters" });
  const clear = chips.length > 1 ? [button("Clear all", { class: "chip chip--plain", "data-clear": "all" })] : [];
  const entries = [filters, ...chips, ...clear, ...offers, element("label", { class: "sort-by" }, "Sort by ", sort)];
  if (entries.length === bar.children.length && entries.every((each, at) => each.isEqualNode(bar.children[at]))) return;
  const controls = () => [...bar.querySelectorAll("button, select")];
  const at = controls().indexOf(document.activeElement);
  bar.replaceChildren(...entries);
  // Who was at a control is at it still, or at the one in its place.
  if (at >= 0) controls().slice(0, at + 1).at(-1).focus();
}

// What is seen follows each key; what is spoken waits for the end of a word.
const spoken = element("p", { class: "unseen", role: "status" });
let speaking;
function say(text) {
  status.textContent = text;
  clearTimeout(speaking);
  speaking = setTimeout(() => { spoken.textContent = text; }, 300);
}

/** Whether one of the `listed` tools comes near the best answer, which a filter may keep out. */
const holdsAnswer = (listed) => listed.some(([, score]) => score >= NEAR * (answer.hits?.[0]?.[1] ?? 0));

/** A word of the question as it was typed: the search compares without accents and capitals. */
const asTyped = (word) => (state.q.match(/[\p{L}\p{M}\p{N}]+/gu) || [])
  .find((typed) => typed.localeCompare(word, "en", { sensitivity: "base" }) === 0) || word;

function sentence(listed, near, isAnswered) {
  const total = data.manual.length;
  const best = answer.quality === "strong" && isAnswered && !answer.unknown.length ? "best" : "nearest";
  const some = near < listed ? `The ${best}${near > 1 ? ` ${number(near)}` : ""} of ${number(listed)} matches` : `${number(listed)} of ${count(total)}`;
  const many = listed === total ? count(total) : some;
  const said = [
    ...answer.corrections.map(([word, meant]) => `No tool says “${asTyped(word)}”; looked for ${meant.join(", ")}.`),
    ...answer.unknown.length ? [`No tool matches ${answer.unknown.map((word) => `“${asTyped(word)}”`).join(", ")}.`] : [],
    ...answer.labels.map(([facet, asked, known]) => `No tool has the ${facet} ${asked.map((each) => `“${each}”`).join(", ")}; there is ${known.join(", ") || "none"}.`),
    ...answer.isEmpty ? [`No word of “${state.q}” says what to look for.`] : [],
    ...answer.isForeign ? ["The catalogue is in English: ask in English."] : [],
  ];
  if (!listed) said.push(...blame());
  return [many + (said.length ? "." : ""), ...said].join(" ");
}

/** What to say above hits that probably do not do what is asked, and where to go on from there. */
function doubts(listed) {
  if (!state.q || !listed.length) return [];
  if (answer.quality === "strong") {
    const text = `With ${filters().length > 1 ? "these filters" : "this filter"}, probably no tool does this. These come nearest.`;
    return holdsAnswer(listed) ? [] : [element("p", { class: "doubt" }, text)];
  }
  const text = answer.quality === "weak"
    ? "Probably no tool does this. These come nearest."
    : "No tool does this. These come nearest.";
  // A filter or another order may put a tool first of which that is not known.
  const isBest = listed[0][0] === answer.hits[0][0];
  const lacked = (isBest ? answer.missing : []).slice(0, MOST_MISSING).map((word) => `“${asTyped(word)}”`).join(", ");
  const [tag] = data.facets.filter(({ id }) => id === "category" || id === "tag");
  const [value] = tag ? valuesOf(tag, listed[0][0]) : [];
  const near = value === undefined ? [] : [" ", button(`Near: ${tag.values[value][1]}`, { class: "chip", "data-near": tag.id, "data-value": tag.values[value][0] })];
  const missing = answer.wish && ` Known to be missing: “${answer.wish}”.`;
  return [element("p", { class: "doubt" }, text, missing, lacked ? ` The first lacks ${lacked}.` : "", ...near, " ", requestLink("Request a tool"), ".")];
}

function requestLink(text) {
  return element("a", { href: form.dataset.request }, text);
}

/** The tools that come near what is asked, and the others, both in the order that is chosen. */
function sorted() {
  const listed = fitting();
  if (answer.hits || order() !== "publisher") listed.sort(orders[order()]);
  const least = NEAR * listed.reduce((most, [, score]) => Math.max(most, score), 0);
  return [listed.filter(([, score]) => score >= least), listed.filter(([, score]) => score < least)];
}

function show({ isTyping = false } = {}) {
  const [near, far] = sorted();
  const listed = [...near, ...far];
  shown ||= Math.min(PAGE, near.length);
  browse.classList.toggle("is-empty", !listed.length && !filters().length);
  showBar();
  showRows(listed, isTyping ? PAUSE : 0).catch(failed);
  say(sentence(listed.length, near.length, holdsAnswer(near)));
  facetsSoon();
  showMore(near.length, listed.length);
  done.textContent = `Show ${count(listed.length)}`;
  document.title = state.q ? `${state.q} · ${TITLE}` : TITLE;
}

/** Where the list ends, and what leads on: first to the end of those that come near. */
function showMore(near, listed) {
  const isEnd = shown >= near;
  const left = Math.min(PAGE, (isEnd ? listed : near) - shown);
  const note = isEnd && near < listed ? [element("span", { class: "hint" }, "The rest share a word with the question and fit less."), " "] : [];
  more.replaceChildren(...left > 0 ? [...note, button(`Show ${left} more`, { class: "button button--plain", "data-left": left })] : []);
}

let showing = 0;
/** The rows, as soon as their names are there; until then those before stay. The rest comes `later`. */
async function showRows(listed, later) {
  showing += 1;
  const isCurrent = ((mine) => () => mine === showing)(showing);
  const visible = listed.slice(0, shown);
  const isWhole = place !== undefined || focusOn !== undefined;
  const first = isWhole ? visible.length : FIRST;
  await ifCurrent(isCurrent, read(visible.slice(0, first)));
  const list = element("ul", { class: "tools" }, ...visible.slice(0, first).map(row));
  results.replaceChildren(...doubts(listed), listed.length ? list : nothing());
  document.documentElement.classList.remove("asked");
  if (place !== undefined) scrollTo(0, place);
  place = undefined;
  if (focusOn !== undefined) results.querySelectorAll(".tool__name")[focusOn]?.focus();
  focusOn = undefined;
  setTimeout(() => { if (isCurrent()) showRest(list, visible.slice(first), isCurrent).catch(failed); }, later);
}

/** The rows below those that are seen first, a few at a time. */
async function showRest(list, rest, isCurrent) {
  await ifCurrent(isCurrent, read(rest));
  for (let at = 0; at < rest.length; at += FIRST) {
    await nextFrame();
    if (!isCurrent()) return;
    list.append(...rest.slice(at, at + FIRST).map(row));
  }
}
let place = history.state?.place;
let focusOn;

const soon = (act) => ("requestIdleCallback" in window ? requestIdleCallback(act, { timeout: 400 }) : setTimeout(act));

let round = 0;
/** The filters with their counts, when there is nothing more urgent to do: one after another. */
function facetsSoon() {
  round += 1;
  const mine = round;
  const left = [...data.facets];
  let counts;
  const act = () => {
    if (mine !== round) return;
    if (counts) showFacet(left[0], counts(left.shift()));
    else counts = counter();
    if (left.length) soon(act);
  };
  soon(act);
}

function showFacets() {
  const counts = counter();
  for (const facet of data.facets) showFacet(facet, counts(facet));
}

/**
 * The ways out of a list that the filters have left empty: `facets`, as few as can be, and how
 * `many` tools there are without them.
 */
function waysOut() {
  const asked = filters();
  const counts = new Map();
  for (const [tool] of hits()) {
    const keepers = asked.filter((filter) => !passes(filter, tool)).map(({ facet }) => facet);
    const key = keepers.map(({ id }) => id).join();
    if (!counts.has(key)) counts.set(key, { facets: keepers, many: 0 });
    counts.get(key).many += 1;
  }
  const found = [...counts.values()];
  const fewest = Math.min(...found.map(({ facets }) => facets.length));
  return found.filter(({ facets }) => facets.length === fewest).sort((a, b) => b.many - a.many);
}

const both = (words) => (words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : words.join());
const named = (facet) => `${facet.title}: ${[...state.chosen.get(facet.id)].map((value) => titleOf(facet, value)).join(" or ")}`;

/** Which filters have left nothing: the one that is to blame, or those that only do it together. */
function blame() {
  const open = filters().length ? waysOut() : [];
  if (!open.length) return [];
  const [{ facets, many }] = open;
  if (open.length === 1 || facets.length > 1) return [`${count(many)} without the filter${facets.length > 1 ? "s" : ""} ${both(facets.map(named))}.`];
  const rest = open.map((way) => `${count(way.many)} without ${way.facets[0].title}`);
  return [`Only together, ${both(open.map((way) => named(way.facets[0])))} leave nothing: ${rest.join(", ")}.`];
}

/** What to say, and what to offer, where nothing is found. */
function nothing() {
  const open = filters().length ? waysOut() : [];
  const parts = open.length ? [element("p", {}, state.q ? `No tool answers “${state.q}” here.` : "No tool has all of this.")] : [];
  for (const { facets, many } of open) {
    const text = `Without ${both(facets.map(named))}`;
    parts.push(element("p", {}, button(text, { class: "chip", "data-without": facets.map(({ id }) => id) }), ` ${count(many)}`));
  }
  if (!open.length) {
    parts.push(element("p", {}, "Try fewer or other words, or look at the ",
      element("a", { href: `${root}tags/` }, "tags"), ". Is a tool missing? ",
      element("a", { href: `${root}submit/` }, "Submit its manual"), " or ", requestLink("request it"), "."));
  }
  return element("div", { class: "nothing" }, ...parts);
}

// --- filters on a narrow screen --------------------------------------------------------------

const browse = panel.parentElement;
const done = button("Show", { class: "button" });
const close = button("Close", { class: "button button--plain" });
const title = element("div", { class: "filters__head" }, element("h2", { id: "filters-title" }, "Filters"), close);
const dialog = element("dialog", { class: "filters", "aria-labelledby": "filters-title" }, title, element("div", { class: "filters__foot" }, done));

function fitScreen() {
  if (NARROW.matches) title.after(panel);
  else {
    dialog.close();
    browse.prepend(panel);
  }
}

// --- listening -------------------------------------------------------------------------------

/** What the order needs beyond the columns. */
async function readOrder() {
  if (order() === "name") data.byName ??= (await load(columns.replace(/columns/, "names"))).ranks;
}

/** Show what there is after `alter`; `focus` is the number of the row that is to have the focus. */
async function change(alter, { isTyping = false, isNew = false, focus } = {}) {
  if (!isTyping) keep();
  alter();
  // What was to be shown before may never have been.
  place = undefined;
  focusOn = focus;
  if (isTyping) keepSoon();
  else history.pushState({ place: scrollY }, "", address());
  await readOrder();
  if (isNew) await ask();
  else await nextFrame();
  shown = 0;
  show({ isTyping });
}

let keeping;
/** Keep what is asked in the address, and beside it how much of the list is shown and where. */
function keep() {
  clearTimeout(keeping);
  history.replaceState({ shown, place: scrollY }, "", address());
}

/** The same once nobody types or scrolls: browsers take their time for each. */
function keepSoon() {
  clearTimeout(keeping);
  keeping = setTimeout(keep, PAUSE);
}

/** What was shown where someone comes back to. */
async function comeBack() {
  clearTimeout(keeping);
  state = fromAddress();
  field.value = state.q;
  shown = history.state?.shown || 0;
  place = history.state?.place;
  await readOrder();
  if (LATE.some((id) => state.chosen.get(id)?.size)) await readLate();
  await ask();
  show();
}

/** Make a filter of words that mean one. */
function applyOffer({ words, facet, value }) {
  change(() => {
    state.chosen.get(facet).add(value);
    state.q = state.q.replace(words, "").trim();
    field.value = state.q;
  }, { isNew: true }).catch(failed);
}

function askTyped() {
  change(() => { state.q = field.value.trim(); }, { isTyping: true, isNew: true }).catch(failed);
}

function listen() {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    // The keys on the screen of a phone would cover what is found.
    if (COARSE.matches) field.blur();
  });
  // A step within the page would be one of the history, and show the list again.
  document.getElementById("past-filters").addEventListener("click", (event) => {
    event.preventDefault();
    results.querySelector("a, button")?.focus();
  });
  field.addEventListener("input", askTyped);
  panel.addEventListener("input", ({ target }) => {
    const { seek } = target.dataset;
    if (!seek) return;
    sought.set(seek, target.value.trim());
    target.parentElement.querySelector("ul").replaceWith(valueList(seek, true));
  });
  panel.addEventListener("change", ({ target }) => {
    if (target.type !== "checkbox") return;
    change(() => { state.chosen.get(target.name)[target.checked ? "add" : "delete"](target.value); }).catch(failed);
  });
  panel.addEventListener("click", ({ target }) => {
    const section = target.dataset.more && panel.querySelector(`[data-facet="${target.dataset.more}"]`);
    if (!section) return;
    section.dataset.open = section.dataset.open === "yes" ? "no" : "yes";
    showFacets();
    section.querySelector("[data-more]")?.focus();
  });
  document.querySelector(".browse__list").addEventListener("click", ({ target }) => {
    const { facet, value, clear, without, offer, near } = target.dataset;
    if (offer) applyOffer(meant()[offer]);
    else if (near) {
      change(() => {
        state.chosen.get(near).add(value);
        state.q = "";
        field.value = "";
      }, { isNew: true, focus: 0 }).catch(failed);
    }
    else if (target.matches(".chip--filters")) {
      readLate().then(facetsSoon).catch(failed);
      dialog.showModal();
    }
    else if (clear) change(() => { for (const values of state.chosen.values()) values.clear(); }).catch(failed);
    else if (without) {
      change(() => { for (const id of without.split(",")) state.chosen.get(id).clear(); }, { focus: 0 }).catch(failed);
    }
    else if (value !== undefined) change(() => { state.chosen.get(facet).delete(value); }).catch(failed);
  });
  bar.addEventListener("change", ({ target }) => { change(() => { state.sort = target.value; }).catch(failed); });
  more.addEventListener("click", ({ target }) => {
    if (target.tagName !== "BUTTON") return;
    focusOn = shown;
    shown += Number(target.dataset.left);
    keep();
    show();
  });
  for (const each of [done, close]) each.addEventListener("click", () => dialog.close());
  // The button that opened it was made again when the list changed.
  dialog.addEventListener("close", () => bar.querySelector(".chip--filters")?.focus());
  NARROW.addEventListener("change", fitScreen);
  // Who comes back finds the same list at the same place.
  history.scrollRestoration = "manual";
  addEventListener("pagehide", keep);
  // WebKit shows a page that it kept for the way back from its top.
  addEventListener("pageshow", ({ persisted }) => { if (persisted) scrollTo(0, history.state?.place ?? 0); });
  // A browser that reloads a page, or lets go of it, does not wait for what is kept then.
  addEventListener("scroll", keepSoon, { passive: true });
  addEventListener("online", () => { ask().then(() => show()).catch(failed); });
  addEventListener("popstate", () => { comeBack().catch(failed); });
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

let late;
/** What facets need whose columns are most of what there is to read. */
function readLate() {
  late ??= Promise.all(LATE.map((id) => load(columns.replace(/columns/, id))))
    .then((found) => data.facets.push(...found.map(columnOf)))
    .catch((problem) => {
      late = undefined;
      throw problem;
    });
  return late;
}

/** A facet that says where each value is, as one that says which values each tool has. */
function columnOf({ manuals, tools, values, ...facet }) {
  const shared = data.manuals.map(() => []);
  spread(manuals, shared);
  const of = data.manual.map((manual) => [...shared[manual]]);
  spread(tools, of);
  return { ...facet, of, values: values.map(([id, title = id]) => [id, title]) };
}

/** Add the number of each value to `lists` at its places, each the distance from the one before. */
function spread(values, lists) {
  values.forEach((distances, value) => {
    let place = 0;
    for (const distance of distances) lists[place += distance].push(value);
  });
}

/** What the server has at `path` now: what a browser kept may be of an older catalogue. */
async function text(path) {
  const reply = await fetch(path, { cache: "no-cache" });
  if (!reply.ok) throw new Error(`${path}: ${reply.status}`);
  return reply.text();
}

async function load(path) {
  const [found] = await Promise.all([text(path), unchanged()]);
  return JSON.parse(found);
}

let published;
let checking;
/** Fails where another catalogue was published since: in that, the same numbers are other tools. */
async function unchanged() {
  if (!published) return;
  checking ??= text(columns).finally(() => { checking = undefined; });
  if ((await checking) !== published) throw CHANGED;
}

function failed(error) {
  if (error === OUTDATED) return;
  document.documentElement.classList.remove("asked");
  const last = data ? " These tools are still the last ones;" : "";
  say(error === CHANGED ? "The catalogue has changed since this page was loaded; reload the page."
    : `The list could not be loaded${last ? `.${last}` : ";"} the plain lists below have everything.`);
}

async function start() {
  if (state.q) field.value = state.q;
  const [first] = await Promise.all([text(columns), ask(), index.start()]);
  data = JSON.parse(first);
  published = first;
  await readOrder();
  status.removeAttribute("role");
  status.after(bar, spoken);
  document.body.append(dialog);
  fitScreen();
  listen();
  // A filter by a facet that comes late cannot be applied before.
  if (LATE.some((id) => state.chosen.get(id)?.size)) await readLate();
  show();
  // Who has a slow connection may have typed before the list was there.
  if (field.value.trim() !== state.q) askTyped();
  // Until someone searches or filters and sees them, the page's own list of tags is good enough.
  const wake = () => { for (const id of LATE) seen.observe(panel.querySelector(`[data-facet="${id}"]`)); };
  for (const kind of ["pointerover", "focusin"]) panel.addEventListener(kind, wake, { once: true });
  for (const kind of ["input", "focus"]) field.addEventListener(kind, wake, { once: true });
}

const seen = new IntersectionObserver((entries) => {
  if (entries.some(({ isIntersecting }) => isIntersecting)) readLate().then(facetsSoon).catch(failed);
});

function begin() {
  start().catch((error) => {
    failed(error);
    if (!bar.isConnected) addEventListener("online", begin, { once: true });
  });
}

begin();
