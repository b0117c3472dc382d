// Search the documentation: the index is fetched when the field is used for the first time.

const MOST = 12;
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
  loading ??= fetch(new URL("docs.json", root)).then((reply) => {
    if (!reply.ok) throw new Error(String(reply.status));
    return reply.json();
  });
  return loading;
}

const fold = (text) => text.toLowerCase();

/** How well an entry answers the words; 0 if a word is missing. */
function score([title, heading, , text], words) {
  let sum = 0;
  for (const word of words) {
    const best = 8 * fold(title).includes(word) + 6 * fold(heading).includes(word) + fold(text).includes(word);
    if (!best) return 0;
    sum += best;
  }
  return sum;
}

async function find() {
  const words = fold(field.value).split(/\s+/).filter(Boolean);
  if (!words.length) {
    list.replaceChildren();
    said.textContent = "";
    return;
  }
  const all = await entries();
  const found = all.map((entry) => [score(entry, words), entry]).filter(([points]) => points).sort(([a], [b]) => b - a);
  said.textContent = found.length ? `${found.length} ${found.length === 1 ? "place" : "places"}` : "Nothing is found.";
  list.replaceChildren(...found.slice(0, MOST).map(([, [title, heading, path, text]]) => {
    const link = document.createElement("a");
    link.href = new URL(path, root);
    link.textContent = heading ? `${title}: ${heading}` : title;
    const about = document.createElement("span");
    about.textContent = text;
    const item = document.createElement("li");
    item.append(link, about);
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
