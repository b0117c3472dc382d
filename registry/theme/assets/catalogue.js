// Search and filter the catalogue where it is shown. Without this script the page is a plain list
// with links to plain lists; contributed text only ever enters the page as text.
"use strict";

(() => {
  const form = document.getElementById("find");
  const field = form.elements.q;
  const root = form.dataset.root;
  const status = document.getElementById("status");
  const results = document.getElementById("results");
  const panel = document.getElementById("facets");
  const more = document.getElementById("more");
  const PAGE = 50;
  const SHORT = 8;
  const SORTS = { relevance: "Best match", name: "Name", publisher: "Publisher", newest: "Newest" };

  let data;
  let summaries = [];
  let state = fromAddress();
  let shown = PAGE;

  // --- the address holds the whole state ---------------------------------------------------

  function fromAddress() {
    const query = new URLSearchParams(location.search);
    const chosen = new Map();
    for (const section of panel.querySelectorAll("[data-facet]")) {
      chosen.set(section.dataset.facet, new Set(query.getAll(section.dataset.facet)));
    }
    return { q: query.get("q") || "", sort: query.get("sort") || "", chosen };
  }

  function address() {
    const query = new URLSearchParams();
    if (state.q) query.set("q", state.q);
    for (const [facet, values] of state.chosen) for (const value of values) query.append(facet, value);
    if (state.sort) query.set("sort", state.sort);
    const text = query.toString();
    return text ? `?${text}` : location.pathname;
  }

  // --- finding -----------------------------------------------------------------------------

  const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) || [];

  function score(words, tool) {
    const name = data.names[tool].toLowerCase();
    const parts = name.split(/[_-]/);
    const place = data.manuals[data.manual[tool]];
    const text = (summaries[tool] || "").toLowerCase();
    let sum = 0;
    for (const word of words) {
      const stem = word.length > 4 ? word.replace(/(ies|es|s|ing|ed)$/, "") : word;
      let best = 0;
      if (name === word) best = 12;
      else if (parts.includes(word)) best = 8;
      else if (name.includes(stem)) best = 6;
      else if (data.tagText[tool].includes(stem)) best = 4;
      else if (place.includes(stem)) best = 3;
      else if (text.includes(stem)) best = 2;
      if (!best) return 0;
      sum += best;
    }
    return sum;
  }

  function matches(tool, without) {
    for (const facet of data.facets) {
      const wanted = state.chosen.get(facet.id);
      if (facet.id === without || !wanted || !wanted.size) continue;
      if (!facet.of[tool].some((value) => wanted.has(facet.values[value][0]))) return false;
    }
    return true;
  }

  function found() {
    const words = wordsOf(state.q);
    const hits = [];
    for (let tool = 0; tool < data.names.length; tool += 1) {
      const points = words.length ? score(words, tool) : 1;
      if (points) hits.push({ tool, points });
    }
    return hits;
  }

  const orders = {
    relevance: (a, b) => b.points - a.points || a.tool - b.tool,
    name: (a, b) => data.names[a.tool].localeCompare(data.names[b.tool], "en") || a.tool - b.tool,
    publisher: (a, b) => a.tool - b.tool,
    newest: (a, b) => released(b.tool).localeCompare(released(a.tool)) || a.tool - b.tool,
  };
  const released = (tool) => data.released[data.manual[tool]];
  const order = () => orders[state.sort] ? state.sort : state.q ? "relevance" : "publisher";

  // --- showing -----------------------------------------------------------------------------

  function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (value === true) made.setAttribute(key, "");
      else if (value !== false) made.setAttribute(key, value);
    }
    made.append(...children);
    return made;
  }

  const answer = (facet, tool) => {
    const column = data.facets.find((each) => each.id === facet);
    return column.values[column.of[tool][0]];
  };

  function row(tool) {
    const place = data.manuals[data.manual[tool]];
    const effect = answer("effect", tool);
    const guessed = data.stated[tool] ? "" : " (guessed)";
    const badge = (text, kind = "") => element("li", { class: `badge ${kind}` }, text);
    return element("li", { class: "tool" },
      element("a", { class: "tool__name", href: `${root}tools/${place}/${data.names[tool]}/` }, data.names[tool]),
      element("span", { class: "tool__where" }, place),
      summary(tool),
      element("ul", { class: "badges" },
        badge(answer("protocol", tool)[1], "badge--protocol"),
        badge(`${answer("transport", tool)[1]} ${data.method[tool]}`.trim()),
        badge(answer("auth", tool)[1]),
        badge(effect[1] + guessed, `badge--${effect[0]}`)));
  }

  function summary(tool) {
    const made = element("p", { class: "tool__summary" });
    (summaries[tool] || "").split("`").forEach((part, index, all) => {
      const isCode = index % 2 === 1 && index < all.length - 1;
      made.append(isCode ? element("code", {}, part) : index % 2 ? `\`${part}` : part);
    });
    return made;
  }

  function facetSection(facet, hits) {
    const counts = new Array(facet.values.length).fill(0);
    for (const { tool } of hits) if (matches(tool, facet.id)) for (const value of facet.of[tool]) counts[value] += 1;
    const wanted = state.chosen.get(facet.id);
    const section = panel.querySelector(`[data-facet="${facet.id}"]`);
    const open = section.dataset.open === "yes";
    const ranked = facet.values
      .map(([id, title], index) => ({ id, title, count: counts[index] }))
      .sort((a, b) => wanted.has(b.id) - wanted.has(a.id) || b.count - a.count || a.title.localeCompare(b.title, "en"));
    const visible = open ? ranked : ranked.slice(0, Math.max(SHORT, wanted.size));
    const list = element("ul", {}, ...visible.map((value) => {
      const box = element("input", {
        type: "checkbox", name: facet.id, value: value.id,
        checked: wanted.has(value.id), disabled: !value.count && !wanted.has(value.id),
      });
      return element("li", {}, element("label", {}, box, element("span", {}, value.title),
        element("span", { class: "number" }, value.count.toLocaleString("en"))));
    }));
    const parts = [element("legend", {}, facet.title), list];
    if (ranked.length > visible.length || open) {
      const button = element("button", { type: "button", class: "facet__more", "data-more": facet.id },
        open ? "show fewer" : `show all ${ranked.length}`);
      parts.push(button);
    }
    section.replaceChildren(element("fieldset", {}, ...parts));
  }

  function chips() {
    const made = [];
    for (const facet of data.facets) {
      for (const value of state.chosen.get(facet.id)) {
        const title = (facet.values.find(([id]) => id === value) || [value, value])[1];
        made.push(element("button", { type: "button", class: "chip", "data-facet": facet.id, "data-value": value,
          "aria-label": `Remove the filter ${facet.title}: ${title}` }, `${facet.title}: ${title} ×`));
      }
    }
    if (made.length > 1) made.push(element("button", { type: "button", class: "chip chip--all", "data-clear": "all" }, "Clear all"));
    return made;
  }

  let speak;
  function announce(text) {
    clearTimeout(speak);
    speak = setTimeout(() => { status.textContent = text; }, 300);
  }

  function show() {
    const focused = document.activeElement;
    const key = focused && focused.name && panel.contains(focused) ? [focused.name, focused.value] : null;
    const hits = found();
    const listed = hits.filter(({ tool }) => matches(tool)).sort(orders[order()]);
    for (const facet of data.facets) facetSection(facet, hits);
    if (key) panel.querySelector(`input[name="${key[0]}"][value="${CSS.escape(key[1])}"]`)?.focus();
    tools.replaceChildren(...sorts(), ...chips());
    const total = data.names.length;
    if (listed.length) {
      results.replaceChildren(element("ul", { class: "tools" }, ...listed.slice(0, shown).map(({ tool }) => row(tool))));
    } else {
      results.replaceChildren(nothing(hits));
    }
    announce(listed.length === total ? `${total.toLocaleString("en")} tools`
      : `${listed.length.toLocaleString("en")} of ${total.toLocaleString("en")} tools`);
    more.replaceChildren(...listed.length > shown
      ? [element("button", { type: "button", class: "button button--plain" }, `Show ${Math.min(PAGE, listed.length - shown)} more`)] : []);
  }

  function sorts() {
    const choice = element("select", { class: "sort", "aria-label": "Sort by" }, ...Object.entries(SORTS)
      .filter(([id]) => id !== "relevance" || state.q)
      .map(([id, title]) => element("option", { value: id, selected: id === order() }, title)));
    return [choice];
  }

  function nothing(hits) {
    const parts = [element("p", {}, state.q ? `Nothing is called “${state.q}”` : "Nothing", " with these filters.")];
    const ways = [];
    for (const facet of data.facets) {
      const wanted = state.chosen.get(facet.id);
      for (const value of [...wanted]) {
        wanted.delete(value);
        const count = hits.filter(({ tool }) => matches(tool)).length;
        wanted.add(value);
        if (count) ways.push([facet, value, count]);
      }
    }
    for (const [facet, value, count] of ways) {
      const title = (facet.values.find(([id]) => id === value) || [value, value])[1];
      parts.push(element("p", {}, element("button", { type: "button", class: "chip", "data-facet": facet.id, "data-value": value },
        `Without ${facet.title}: ${title}`), ` ${count.toLocaleString("en")}`));
    }
    if (state.q && !ways.length) {
      parts.push(element("p", {}, "Try fewer or other words, or look at the ",
        element("a", { href: `${root}tags/` }, "tags"), ". Is a tool missing? ",
        element("a", { href: `${root}submit/` }, "Submit its manual"), "."));
    }
    return element("div", { class: "nothing" }, ...parts);
  }

  // --- listening ---------------------------------------------------------------------------

  const tools = element("div", { class: "browse__tools" });
  status.after(tools);

  function change(alter, { isTyping = false } = {}) {
    alter();
    shown = PAGE;
    history[isTyping ? "replaceState" : "pushState"](null, "", address());
    show();
  }

  form.addEventListener("submit", (event) => event.preventDefault());
  field.addEventListener("input", () => change(() => { state.q = field.value.trim(); }, { isTyping: true }));
  panel.addEventListener("change", (event) => {
    const { name, value, checked } = event.target;
    change(() => { state.chosen.get(name)[checked ? "add" : "delete"](value); });
  });
  panel.addEventListener("click", (event) => {
    const facet = event.target.dataset?.more;
    if (!facet) return;
    const section = panel.querySelector(`[data-facet="${facet}"]`);
    section.dataset.open = section.dataset.open === "yes" ? "no" : "yes";
    show();
    panel.querySelector(`[data-more="${facet}"]`)?.focus();
  });
  document.querySelector(".browse__list").addEventListener("click", (event) => {
    const { facet, value, clear } = event.target.dataset || {};
    if (clear) change(() => { for (const values of state.chosen.values()) values.clear(); });
    else if (value !== undefined) change(() => { state.chosen.get(facet).delete(value); });
  });
  tools.addEventListener("change", (event) => change(() => { state.sort = event.target.value; }));
  more.addEventListener("click", (event) => {
    if (event.target.tagName !== "BUTTON") return;
    const first = shown;
    shown += PAGE;
    show();
    results.querySelectorAll(".tool__name")[first]?.focus();
  });
  addEventListener("popstate", () => { state = fromAddress(); field.value = state.q; shown = PAGE; show(); });

  async function load(path) {
    const reply = await fetch(path);
    if (!reply.ok) throw new Error(`${path}: ${reply.status}`);
    return reply.json();
  }

  async function start() {
    field.value = state.q;
    data = await load(form.dataset.columns);
    const tags = data.facets.find((facet) => facet.id === "tag");
    data.tagText = tags.of.map((values) => values.map((value) => tags.values[value][1]).join(" ").toLowerCase());
    const isPlain = location.search === "";
    if (!isPlain) show();
    summaries = (await load(form.dataset.summaries)).summaries;
    show();
  }

  start().catch(() => {
    status.textContent = "The list could not be loaded; the plain lists above have everything.";
  });
})();
