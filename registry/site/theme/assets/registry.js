// Comforts for every page: nothing here is needed to read or to navigate.
"use strict";

(() => {
  const here = document.currentScript.src;
  const root = document.documentElement;
  const unkept = new Map(); // where a browser keeps nothing, as in private mode or on a full disk
  const store = {
    get(key) { try { return unkept.get(key) ?? localStorage.getItem(`registry.${key}`); } catch { return null; } },
    set(key, value) {
      try {
        localStorage.setItem(`registry.${key}`, value);
        unkept.delete(key);
      } catch { unkept.set(key, value); }
    },
  };

  /** Call `act` with what is stored under `key` by another tab, or by a later page before the way back. */
  const elsewhere = (key, act) => {
    addEventListener("storage", (event) => { if (event.key === `registry.${key}`) act(event.newValue); });
    addEventListener("pageshow", ({ persisted }) => { if (persisted) act(store.get(key)); });
  };

  // What a page waits for may never come: its script is not there, or an old browser cannot read it.
  addEventListener("error", ({ target }) => {
    if (!root.classList.contains("asked") || (target !== window && target.tagName !== "SCRIPT")) return;
    root.classList.remove("asked");
    document.querySelector("#status, #compare")?.prepend("The script of this page could not be loaded; reload the page. ");
  }, true);

  // Light or dark: what the system says until the reader decides otherwise.
  const button = document.querySelector("[data-theme-button]");
  const isDark = () => root.dataset.theme
    ? root.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  const icons = {
    dark: '<circle cx="12" cy="12" r="4"/><path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4"/>',
    light: '<path d="M19 14.5A7.5 7.5 0 0 1 9.5 5 7.5 7.5 0 1 0 19 14.5z"/>',
  };
  const showTheme = () => {
    const wanted = isDark() ? "light" : "dark";
    button.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true">${icons[isDark() ? "dark" : "light"]}</svg>`;
    button.setAttribute("aria-label", `Switch to ${wanted} colours`);
    button.title = button.getAttribute("aria-label");
  };
  if (button) {
    button.hidden = false;
    showTheme();
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", showTheme);
    button.addEventListener("click", () => {
      root.dataset.theme = isDark() ? "light" : "dark";
      store.set("theme", root.dataset.theme);
      showTheme();
    });
    elsewhere("theme", (theme) => {
      if (theme) root.dataset.theme = theme;
      showTheme();
    });
  }

  // Colour code; scripts that write other code into a block send an event.
  const LONG = 4000;
  const token = new RegExp([
    "(?<c>^ *(?:#|//) .*)",
    /(?<s>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')/.source,
    /(?<f>(?<![\w-])--[a-z][\w-]*)/.source,
    /(?<k>(?<!-)\b(?:import|from|async|await|def|const|export|None|True|False|null|true|false)\b)/.source,
    /(?<m>(?<![\w./-]|\w:)-?\d+(?:\.\d+)?\b)/.source, // not within an address
  ].join("|"), "gm");
  const colour = (code) => {
    const text = code.textContent;
    if (text.length > LONG) return;
    const parts = [];
    let last = 0;
    for (const match of text.matchAll(token)) {
      const mark = document.createElement("span");
      mark.className = Object.keys(match.groups).find((kind) => match.groups[kind] !== undefined);
      mark.textContent = match[0];
      parts.push(text.slice(last, match.index), mark);
      last = match.index + match[0].length;
    }
    code.replaceChildren(...parts, text.slice(last));
  };
  document.querySelectorAll("pre.code > code").forEach(colour);
  document.addEventListener("written", ({ target }) => colour(target));

  // Copy what a block of code shows, or an id. Only pages that came over https have a clipboard;
  // elsewhere the browser copies what is selected, or the reader does.
  const copyButton = (code, text, subject) => {
    const copy = document.createElement("button");
    const rest = () => {
      copy.textContent = "Copy";
      copy.setAttribute("aria-label", `Copy: ${subject}`);
    };
    copy.type = "button";
    copy.className = "copy";
    copy.setAttribute("aria-live", "polite");
    rest();
    copy.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(text());
        copy.textContent = "Copied";
      } catch {
        getSelection().selectAllChildren(code);
        copy.textContent = document.execCommand("copy") ? "Copied" : "Selected";
      }
      copy.removeAttribute("aria-label"); // what is heard is what has happened
      setTimeout(rest, 1500);
    });
    return copy;
  };
  /** The text of a block; of a terminal only what is typed, without prompts and what came back. */
  const typed = (block) => {
    if (!block.querySelector(".gp")) return block.innerText;
    const commands = block.cloneNode(true);
    for (const each of commands.querySelectorAll(".gp, .go")) each.remove();
    return commands.textContent.replace(/\n+/g, "\n");
  };
  const titles = [...document.querySelectorAll("main :is(h1, h2, h3, h4, summary)")];
  const subjects = new Map();
  /** What a block is about: its tab, or the heading before it; a further one of the same has a number. */
  const subjectOf = (block) => {
    const tab = block.closest(".tab, .tabbed-block");
    const set = tab?.closest(".tabs, .tabbed-set");
    const at = set ? [...set.querySelectorAll(".tab, .tabbed-block")].indexOf(tab) : -1;
    const label = set?.querySelectorAll(":scope > label, .tabbed-labels > label")[at];
    const isBefore = (title) => title.compareDocumentPosition(block) & Node.DOCUMENT_POSITION_FOLLOWING;
    const title = (label || titles.filter(isBefore).at(-1))?.textContent.replace("¶", "").trim() || "code";
    const count = (subjects.get(title) || 0) + 1;
    subjects.set(title, count);
    return count > 1 ? `${title}, ${count}` : title;
  };
  for (const block of document.querySelectorAll("pre")) {
    const subject = subjectOf(block);
    const frame = document.createElement("div");
    frame.className = "copyable";
    block.replaceWith(frame);
    frame.append(block, copyButton(block, () => typed(block).replace(/\n+$/, "\n"), subject));
  }
  for (const id of document.querySelectorAll(".facts:not(.conditions) dd > code")) {
    id.after(" ", copyButton(id, () => id.textContent, id.parentElement.previousElementSibling.textContent));
  }

  // What scrolls sideways can be scrolled with keys, too: some only do on a phone that is turned.
  const reachable = (box) => {
    const isWide = box.scrollWidth > box.clientWidth;
    if (isWide === box.hasAttribute("tabindex") || box === document.activeElement) return;
    if (isWide) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
    if (box.matches("table")) return; // whose role says more
    if (isWide) box.setAttribute("role", "group");
    else box.removeAttribute("role");
    if (isWide) box.setAttribute("aria-label", "Code");
    else box.removeAttribute("aria-label");
  };
  const widths = new ResizeObserver((entries) => entries.forEach(({ target }) => reachable(target)));
  document.querySelectorAll(".docs pre, .docs table").forEach((box) => widths.observe(box));

  // The menu of a phone closes when the reader turns to something else.
  const menu = document.querySelector(".menu");
  for (const kind of ["click", "focusin"]) {
    document.addEventListener(kind, ({ target }) => { if (!menu?.contains(target)) menu?.removeAttribute("open"); });
  }
  menu?.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });

  // The client that a reader has chosen once is shown first on every page, and what has clients
  // is folded as the reader left it.
  for (const choice of document.querySelectorAll(".tabs input")) {
    if (store.get(choice.name) === choice.value) choice.checked = true;
    choice.addEventListener("change", () => store.set(choice.name, choice.value));
  }
  for (const fold of document.querySelectorAll("details:has(> .tabs)")) {
    const key = `open:${fold.querySelector(".tabs input").name}`;
    fold.open = store.get(key) === "yes";
    // Not at `toggle`, which comes later: a reader may have left the page by then.
    fold.querySelector("summary").addEventListener("click", () => store.set(key, fold.open ? "no" : "yes"));
  }

  // The form for an input of one's own is fetched when it is opened.
  const builder = document.querySelector("details.builder");
  if (builder) {
    builder.hidden = false;
    let isBusy = false;
    let losses = 0;
    builder.addEventListener("toggle", async () => {
      if (!builder.open || isBusy || builder.querySelector("form")) return;
      isBusy = true;
      builder.replaceChildren(builder.querySelector("summary"));
      try {
        // A browser does not ask again for a module that it could not load.
        const { build } = await import(new URL(`builder.js${losses ? `?${losses}` : ""}`, here));
        await build(builder);
      } catch {
        losses += 1;
        builder.insertAdjacentHTML("beforeend", '<p class="hint" role="status">The form could not be loaded; close and open this again.</p>');
      }
      isBusy = false;
    });
  }

  // What is to be compared is kept while one goes through the site, also in several tabs. Other
  // registries on the same host have other tools, and share no more than what a reader prefers.
  const MOST = 4;
  const site = new URL("..", here);
  const compared = `compare:${site.pathname}`;
  const kept = {
    get: () => (store.get(compared) || "").split(" ").filter(Boolean),
    set: (ids) => store.set(compared, ids.join(" ")),
  };
  const choices = new Map();
  const tray = document.createElement("div");
  tray.className = "tray";
  tray.setAttribute("role", "region");
  tray.setAttribute("aria-label", "Comparison");
  /** What has happened, for those who do not see the tray come and go. */
  const told = document.createElement("p");
  told.className = "unseen";
  told.setAttribute("role", "status");
  // Titles are kept beside, as other pages do not know them.
  const known = {
    get() { try { return JSON.parse(store.get(`${compared}:titles`)) || {}; } catch { return {}; } },
    add(id, title) {
      const all = { ...known.get(), [id]: title };
      store.set(`${compared}:titles`, JSON.stringify(Object.fromEntries(kept.get().map((each) => [each, all[each]]))));
    },
  };
  const namesOf = (ids) => {
    const all = known.get();
    const names = ids.map((id) => all[id] || id.split("/").at(-1));
    return names.map((name, at) => (names.indexOf(name) === names.lastIndexOf(name) ? name : ids[at])).join(", ");
  };
  const showTray = () => {
    const ids = kept.get();
    for (const [id, box] of choices) {
      box.checked = ids.includes(id);
      box.disabled = !box.checked && ids.length >= MOST;
    }
    if (!ids.length) {
      tray.remove();
      return;
    }
    const go = document.createElement("a");
    go.className = "button";
    go.href = new URL(`compare/?${new URLSearchParams(ids.map((id) => ["id", id]))}`, site);
    go.textContent = ids.length < MOST ? `Compare ${ids.length}` : `Compare ${MOST}, the most`;
    const clear = document.createElement("button");
    clear.type = "button";
    clear.className = "button button--plain";
    clear.textContent = "Clear";
    clear.addEventListener("click", () => {
      kept.set([]);
      showTray();
      told.textContent = "Nothing is chosen to compare.";
      last.focus({ preventScroll: true }); // the button is gone
    });
    const names = document.createElement("span");
    names.textContent = namesOf(ids);
    tray.replaceChildren(names, go, clear);
    document.body.append(tray);
  };
  let last; // the box that was used last, at first the first
  const offer = (holder) => {
    const id = holder.dataset.compare;
    const label = document.createElement("label");
    label.className = "choose";
    const box = document.createElement("input");
    box.type = "checkbox";
    box.setAttribute("aria-label", `Compare ${id}`);
    label.append(box, " Compare");
    choices.set(id, box);
    box.addEventListener("change", () => {
      const isOfKind = (other) => other.split("/").length === id.split("/").length;
      const others = kept.get().filter((other) => other !== id && isOfKind(other));
      kept.set(box.checked ? [...others, id].slice(0, MOST) : others);
      known.add(id, (holder.querySelector(".card__name") || document.querySelector("h1")).textContent);
      last = box;
      showTray();
      const names = namesOf(kept.get());
      told.textContent = names ? `Chosen to compare, at the end of the page: ${names}.` : "Nothing is chosen to compare.";
    });
    holder.append(label);
    last ||= box;
  };
  const offerAll = () => {
    document.querySelectorAll("[data-compare]:not(:has(.choose))").forEach(offer);
    if (choices.size) showTray();
  };
  offerAll();
  document.addEventListener("listed", offerAll); // by a script that lists more
  if (choices.size) {
    document.body.append(told);
    elsewhere(compared, showTray);
  }

  // Single keys: one leads to the search, one tells which there are and turns them off.
  const typing = (target) => target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
  const keys = {
    "/"() {
      (document.querySelector("main .find input[type=search]") || document.querySelector("input[type=search]"))?.focus();
    },
    "?"() {
      const dialog = document.createElement("dialog");
      dialog.className = "keys";
      dialog.setAttribute("aria-label", "Keyboard");
      dialog.innerHTML = `<strong>Keyboard</strong>
        <dl><dt><kbd>/</kbd></dt><dd>search</dd><dt><kbd>↓</kbd> <kbd>↑</kbd></dt><dd>go through what was found</dd>
        <dt><kbd>Esc</kbd></dt><dd>clear the search, close this</dd><dt><kbd>?</kbd></dt><dd>show this</dd></dl>
        <label><input type="checkbox"> Single keys work</label> <button type="button" class="button">Close</button>`;
      dialog.querySelector("input").checked = store.get("keys") !== "off";
      dialog.querySelector("input").addEventListener("change", (event) => {
        store.set("keys", event.target.checked ? "on" : "off");
      });
      dialog.querySelector("button").addEventListener("click", () => dialog.close());
      dialog.addEventListener("close", () => dialog.remove());
      document.body.append(dialog);
      dialog.showModal();
    },
  };
  const help = document.querySelector("[data-keys]");
  if (help) {
    help.hidden = false;
    help.addEventListener("click", keys["?"]);
  }
  document.addEventListener("keydown", (event) => {
    const act = Object.hasOwn(keys, event.key) && keys[event.key];
    if (!act || typing(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (store.get("keys") === "off" || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    act();
  });

  // Where there is no page, look for the name that its address ends in.
  const missed = document.querySelector("[data-missed]");
  if (missed) missed.value = (location.pathname.match(/([\w-]+)\/?(?:index\.\w+)?$/)?.[1] || "").replace(/[_-]+/g, " ");

  // Mark where in a long page the reader is.
  const links = new Map([...document.querySelectorAll(".docs__toc a, .contents a")].map((link) => [link.hash.slice(1), link]));
  const headings = [...links.keys()].map((id) => document.getElementById(decodeURIComponent(id))).filter(Boolean);
  if (headings.length) {
    const mark = () => {
      const passed = headings.filter((heading) => heading.getBoundingClientRect().top < 120);
      const here = (passed.at(-1) || headings[0]).id;
      for (const [id, link] of links) {
        if (decodeURIComponent(id) === here) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      }
    };
    addEventListener("scroll", mark, { passive: true });
    mark();
  }
})();
