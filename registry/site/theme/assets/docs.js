// Search the documentation: the index is fetched when the field is used for the first time.

const MOST = 12;
// Characters of an excerpt, and of those in it before the first word that was looked for.
const EXCERPT = 150;
const BEFORE = 50;
const docs = document.querySelector(".docs");
const root = new URL("..", import.meta.url);

const field = document.createElement("input");
Object.assign(field, { type: "search", className: "field", placeholder: "Search the docs", autocomplete: "off" });
field.setAttribute("aria-label", "Search the documentation");
const said = document.createElement("p");
said.className = "hint";
said.setAttribute("role", "status");
const list = document.createElement("ul");
const box = document.createElement("div");
box.className = "docs__search";
box.append(field, said, list);
docs.prepend(box);

let loading;
function entries() {
  loading ??= fetch(new URL("docs.json", root)).then(async (reply) => {
    if (!reply.ok) throw new Error(String(reply.status));
    return (await reply.json()).entries;
  });
  return loading;
}

const fold = (text) => text.toLowerCase();

// By how much less an entry counts: guides come first, and decisions, which are history, last.
const LESS = [["adr/", 4], ["rules/", 2], ["", 1]];

/** How well an entry answers the words; 0 if a word is missing. */
function score([title, heading, path, text], words) {
  let sum = 0;
  for (const word of words) {
    const best = 8 * fold(title).includes(word) + 6 * fold(heading).includes(word) + fold(text).includes(word);
    if (!best) return 0;
    sum += best;
  }
  return sum / LESS.find(([folder]) => path.startsWith(folder))[1];
}

/** Where `text` holds one of `words`: pairs of its beginning and its end, in order. */
function places(text, words) {
  const lower = fold(text);
  // Some letters are longer when they are small; then nothing is marked rather than the wrong thing.
  if (lower.length !== text.length) return [];
  const found = words.flatMap((word) => {
    const all = [];
    for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + word.length)) all.push([at, at + word.length]);
    return all;
  });
  return found.sort(([a, x], [b, y]) => a - b || y - x);
}

/** `text` with `words` marked. */
function marked(text, words) {
  const parts = [];
  let end = 0;
  for (const [from, to] of places(text, words)) {
    if (from < end) continue;
    const mark = document.createElement("mark");
    mark.textContent = text.slice(from, to);
    parts.push(text.slice(end, from), mark);
    end = to;
  }
  return [...parts, text.slice(end)];
}

/** The part of `text` where the first of `words` is, in whole words. */
function excerpt(text, words) {
  const [first] = places(text, words)[0] || [0];
  const from = first > BEFORE ? text.indexOf(" ", first - BEFORE) + 1 : 0;
  if (text.length - from <= EXCERPT) return (from ? "… " : "") + text.slice(from);
  const to = Math.max(text.lastIndexOf(" ", from + EXCERPT), first);
  return `${from ? "… " : ""}${text.slice(from, to)} …`;
}

async function find() {
  const all = await entries();
  // While the index came, all may have been taken away again.
  const words = fold(field.value).split(/\s+/).filter(Boolean);
  if (!words.length) {
    list.replaceChildren();
    said.textContent = "";
    return;
  }
  const found = all.map((entry) => [score(entry, words), entry]).filter(([points]) => points).sort(([a], [b]) => b - a);
  said.textContent = found.length ? `${found.length} ${found.length === 1 ? "place" : "places"}` : "Nothing is found.";
  list.replaceChildren(...found.slice(0, MOST).map(([, [title, heading, path, text]]) => {
    const link = document.createElement("a");
    link.href = new URL(path, root);
    link.append(...marked(heading ? `${title}: ${heading}` : title, words));
    const item = document.createElement("li");
    item.append(link);
    if (text) {
      const about = document.createElement("span");
      about.append(...marked(excerpt(text, words), words));
      item.append(about);
    }
    return item;
  }));
}

field.addEventListener("focus", () => { entries().catch(() => {}); }, { once: true });
field.addEventListener("input", () => {
  find().catch(() => {
    loading = undefined;
    said.textContent = "The index could not be loaded.";
  });
});
field.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && field.value) {
    field.value = "";
    field.dispatchEvent(new Event("input"));
  }
});
// Arrows go through what was found, as in the catalogue.
box.addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const stops = [field, ...list.querySelectorAll("a")];
  const next = stops[stops.indexOf(document.activeElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
});
