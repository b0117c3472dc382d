// Filter the list after a form by its words, and by what its entries say of themselves. The address
// says how, so that it can be sent, and is there on the way back.

const form = document.querySelector("form.filter");
const said = form.querySelector("[role=status]");
const list = form.parentElement.querySelector("ul");
const folds = form.parentElement.querySelectorAll("details");
const pages = document.querySelector(".pages"); // the links to the parts of a long list

/** What an entry says; the box with which it is compared is none of its words. */
const content = (entry) => ({
  text: [...entry.childNodes].filter(({ className }) => className !== "choose").map(({ textContent }) => textContent).join(" ").toLowerCase(),
  traits: [...entry.querySelectorAll(".api__category, .traits > span")].map(({ textContent }) => textContent),
});
const described = (entries) => entries.map((entry) => [entry, content(entry)]);
const contents = new Map(described([...form.parentElement.querySelectorAll("ul > li")]));
const own = new Set(contents.keys());

/** Whether all entries are here: those on the other pages of a long list are loaded when one filters. */
let isWhole = form.dataset.before === undefined;
let isLoading = false;

/** What is asked, as pairs of the name of a field and its value. */
const asked = () => [...new FormData(form)].filter(([, value]) => value.trim());

function narrow() {
  const pairs = asked();
  const words = form.elements.q.value.toLowerCase().split(/\s+/).filter(Boolean);
  const chosen = pairs.filter(([name]) => name !== "q").map(([, trait]) => trait);
  let left = 0;
  for (const [entry, { text, traits }] of contents) {
    const isFound = words.every((word) => text.includes(word)) && chosen.every((trait) => traits.includes(trait));
    // Those of other pages are only here to be found.
    entry.hidden = !isFound || (!pairs.length && !own.has(entry));
    if (isFound) left += 1;
  }
  for (const fold of folds) {
    fold.hidden = !fold.querySelector("li:not([hidden])");
    fold.open = pairs.length > 0;
  }
  if (pages) pages.hidden = pairs.length > 0 && isWhole;
  said.textContent = pairs.length ? `${left.toLocaleString("en")} of ${contents.size.toLocaleString("en")}${isWhole ? "" : " on this page"}` : "";
  if (!left && words.length && isWhole) said.append(". ", search(words.join(" ")), ".");
}

async function complete() {
  if (isWhole || isLoading || !asked().length) return;
  isLoading = true;
  const paths = (name) => form.dataset[name].split(" ").filter(Boolean);
  try {
    const [before, after] = await Promise.all([paths("before"), paths("after")].map((some) => Promise.all(some.map(load))));
    const here = [...contents];
    contents.clear();
    for (const [entry, said] of [...described(before.flat()), ...here, ...described(after.flat())]) contents.set(entry, said);
    list.append(...contents.keys());
    list.dispatchEvent(new Event("listed", { bubbles: true }));
    isWhole = true;
  } catch { /* what is here is filtered, and the next change tries again */ }
  isLoading = false;
  narrow();
}

/** The entries on the page at `path`, with links that hold here. */
async function load(path) {
  const reply = await fetch(path);
  if (!reply.ok) throw new Error(path);
  const page = new DOMParser().parseFromString(await reply.text(), "text/html");
  const entries = [...page.querySelectorAll("form.filter ~ ul > li")];
  for (const link of entries.flatMap((entry) => [...entry.querySelectorAll("a")])) {
    link.href = new URL(link.getAttribute("href"), reply.url).href;
  }
  return entries;
}

/** A link to the tools that answer what no entry says. */
function search(question) {
  const link = document.createElement("a");
  link.href = new URL(`../catalogue/?${new URLSearchParams({ q: question })}`, import.meta.url);
  link.textContent = `Search all tools for “${question}”`;
  return link;
}

function keep() {
  const query = new URLSearchParams(asked()).toString();
  history.replaceState(history.state, "", `${query ? `?${query}` : location.pathname}${location.hash}`);
}

function change() {
  narrow();
  complete();
}

let keeping;
form.addEventListener("input", () => {
  change();
  // Browsers allow few changes of the history at a time.
  clearTimeout(keeping);
  keeping = setTimeout(keep, 250);
});
form.addEventListener("submit", (event) => event.preventDefault());

for (const [name, value] of new URLSearchParams(location.search)) {
  for (const each of form.elements) {
    if (each.name !== name) continue;
    if (each.type !== "checkbox") each.value = value;
    else if (each.value === value) each.checked = true;
    if (each.selectedIndex === -1) each.selectedIndex = 0;
  }
}
if (asked().length) change();
