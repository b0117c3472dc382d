// Filter the list after a form by its words, and by what its entries say of themselves. The address
// says how, so that it can be sent, and is there on the way back.

const form = document.querySelector("form.filter");
const said = form.querySelector("[role=status]");
const entries = [...form.parentElement.querySelectorAll("ul > li")].filter((entry) => !entry.closest(".pages"));
const folds = form.parentElement.querySelectorAll("details");
// The entries on the other pages of a long list are not here.
const where = form.parentElement.querySelector(".pages") ? " on this page" : "";

const contents = new Map(entries.map((entry) => [entry, {
  // The box with which an entry is compared is none of its words.
  text: [...entry.childNodes].filter(({ className }) => className !== "choose").map(({ textContent }) => textContent).join(" ").toLowerCase(),
  traits: [...entry.querySelectorAll(".api__category, .traits > span")].map(({ textContent }) => textContent),
}]));

/** What is asked, as pairs of the name of a field and its value. */
const asked = () => [...new FormData(form)].filter(([, value]) => value.trim());

function narrow() {
  const pairs = asked();
  const words = form.elements.q.value.toLowerCase().split(/\s+/).filter(Boolean);
  const chosen = pairs.filter(([name]) => name !== "q").map(([, trait]) => trait);
  for (const [entry, { text, traits }] of contents) {
    entry.hidden = !(words.every((word) => text.includes(word)) && chosen.every((trait) => traits.includes(trait)));
  }
  for (const fold of folds) {
    fold.hidden = !fold.querySelector("li:not([hidden])");
    fold.open = pairs.length > 0;
  }
  const left = entries.filter((entry) => !entry.hidden).length;
  said.textContent = pairs.length ? `${left.toLocaleString("en")} of ${entries.length.toLocaleString("en")}${where}` : "";
  if (!left && words.length) said.append(". ", search(words.join(" ")), ".");
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

let keeping;
form.addEventListener("input", () => {
  narrow();
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
if (asked().length) narrow();
