// Search the index below /v1/search/ as `registry search` does: the same tools in the same order.
// What is done here, and why, is told in docs/search-format.md.

const MOST_CHARACTERS = 500;
const HUMP = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/;

export class Index {
  #read;
  #files = new Map();
  #head;
  #steps;

  /** `read` takes a path below the index and promises the object in that file. */
  constructor(read) {
    this.#read = read;
  }

  /** Promises `hits`, pairs of a tool's number and its score, the best first, and `instead`. */
  async ask(text) {
    this.#head ??= await this.#file("index.json");
    const question = this.#parse(text.slice(0, MOST_CHARACTERS));
    const allowed = await this.#allowed(question);
    if (!question.words.length) {
      return { hits: [...(allowed || [])].sort((a, b) => a - b).map((tool) => [tool, 0]), instead: [] };
    }
    const words = await this.#words(question.words);
    const scores = await this.#byEffect(question.words, await this.#scores(words, question.words));
    const hits = [...scores].filter(([tool]) => !allowed || allowed.has(tool));
    hits.sort(([a, x], [b, y]) => y - x || a - b);
    const { whole } = this.#head.asking;
    const instead = [...words].filter(([, variants]) => variants[0].share < whole)
      .map(([word, variants]) => [word, variants.map(({ term }) => term)]);
    return { hits, instead };
  }

  // --- the question ------------------------------------------------------------------------

  #parse(text) {
    const facets = this.#head.facets.join("|");
    const part = new RegExp(
      `(?<!\\S)(?<facet>${facets}):(?:"(?<quoted>[^"]*)"?|(?<value>\\S*))|"(?<phrase>[^"]*)"?|(?<words>[^\\s"]+)`,
      "giu",
    );
    const question = { words: [], phrases: [], filters: [] };
    for (const { groups } of text.matchAll(part)) {
      if (groups.facet) {
        const labels = (groups.quoted || groups.value || "").split(",").map((each) => this.#label(each)).filter(Boolean);
        if (labels.length) question.filters.push([groups.facet.toLowerCase(), labels]);
        continue;
      }
      const found = this.#cut(groups.phrase || groups.words || "");
      question.words.push(...found);
      if (groups.phrase && found.length > 1) question.phrases.push(found);
    }
    return question;
  }

  #cut(text) {
    const stop = new Set(this.#head.analysis.stop_words);
    const runs = text.match(/[\p{L}\p{N}]+/gu) || [];
    return runs.flatMap((run) => run.split(HUMP).map(fold)).filter((word) => !stop.has(word));
  }

  #label(text) {
    return (fold(text).match(/[\p{L}\p{N}]+/gu) || []).join("-");
  }

  #stem(word) {
    const { steps, shortest_stemmed: shortest } = this.#head.analysis;
    if (word.length < shortest || !isAscii(word)) return word;
    this.#steps ??= steps.map((step) => step.map(([old, short]) => [new RegExp(old), short.replaceAll("\\", "$")]));
    return this.#steps.reduce((rest, step) => {
      const found = step.find(([pattern]) => pattern.test(rest));
      return found ? rest.replace(...found) : rest;
    }, word);
  }

  // --- from terms to an order --------------------------------------------------------------

  async #allowed({ filters, phrases }) {
    const sets = await Promise.all([
      ...filters.map(async ([facet, labels]) => {
        const all = await Promise.all(labels.map((label) => this.#labelled(facet, label)));
        return new Set(all.flat());
      }),
      ...phrases.flat().map(async (word) => new Set((await this.#postings(this.#stem(word))).map(([tool]) => tool))),
    ]);
    if (!sets.length) return null;
    return new Set([...sets[0]].filter((tool) => sets.every((set) => set.has(tool))));
  }

  async #words(words) {
    const { whole } = this.#head.asking;
    const found = new Map();
    await Promise.all(words.map((word) => this.#postings(this.#stem(word))));
    for (const word of words) {
      const term = this.#stem(word);
      const isKnown = (await this.#postings(term)).length > 0;
      found.set(word, isKnown ? [{ term, share: whole }] : []);
    }
    for (const [word, variants] of found) {
      if (!variants.length) found.set(word, await this.#begun(word));
    }
    const weak = new Set(this.#head.analysis.weak);
    const isWeak = (term) => weak.has(term) || /^[0-9]+$/.test(term);
    const isUnderstood = [...found].some(([word, variants]) => variants.length && !isWeak(this.#stem(word)));
    if (!isUnderstood) {
      for (const [word, variants] of found) {
        if (!variants.length) found.set(word, await this.#meant(this.#stem(word)));
      }
    }
    return new Map([...found].filter(([, variants]) => variants.length));
  }

  async #begun(word) {
    const { shortest_beginning: shortest, variants, beginning } = this.#head.asking;
    if (word.length < shortest) return [];
    const terms = await this.#beginningWith(word);
    terms.sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
    return terms.slice(0, variants).map(([term]) => ({ term, share: beginning }));
  }

  async #meant(term) {
    const asking = this.#head.asking;
    if (term.length < asking.shortest_misspelt) return [];
    const most = term.length >= asking.two_mistakes_from ? 2 : 1;
    const near = [];
    for (const [other, count] of await this.#beginningWith(term.slice(0, asking.same_letters))) {
      if (Math.abs(other.length - term.length) > most) continue;
      const mistakes = distance(term, other);
      if (mistakes <= most) near.push([mistakes, -count, other]);
    }
    near.sort((a, b) => a[0] - b[0] || a[1] - b[1] || (a[2] < b[2] ? -1 : 1));
    return near.filter(([mistakes]) => mistakes === near[0][0]).slice(0, asking.corrections)
      .map(([, , other]) => ({ term: other, share: asking.spelling }));
  }

  /** Pairs of neighbours as one term, with what those of both that are known stand for. */
  #pairs(words, sequence) {
    const pairs = new Map();
    sequence.slice(1).forEach((word, index) => {
      const sides = [sequence[index], word].map((side) => words.get(side)).filter(Boolean);
      pairs.set(sequence[index] + this.#stem(word), new Set(sides.map(JSON.stringify)));
    });
    return pairs;
  }

  /** What each tool's words are worth, the more so the more of them it has. */
  async #scores(words, sequence) {
    const scores = new Map();
    const had = new Map();
    const add = (map, tool, more) => map.set(tool, (map.get(tool) || 0) + more);
    const { whole, pair: share } = this.#head.asking;
    const parts = new Map();
    for (const variants of words.values()) {
      const name = JSON.stringify(variants);
      if (!parts.has(name)) parts.set(name, await this.#best(variants));
    }
    for (const part of parts.values()) {
      for (const [tool, score] of part) {
        add(scores, tool, score);
        add(had, tool, 1);
      }
    }
    for (const [pair, sides] of this.#pairs(words, sequence)) {
      for (const [tool, score] of await this.#postings(pair)) {
        const found = [...sides].map((side) => parts.get(side).get(tool)).filter((score) => score !== undefined);
        const sum = found.reduce((total, each) => total + each, 0);
        add(scores, tool, Math.max(Math.floor((score * share) / whole), score - sum));
        add(had, tool, sides.size - found.length);
      }
    }
    const wanted = parts.size;
    if (!wanted) return scores;
    for (const [tool, score] of scores) {
      scores.set(tool, Math.floor((score * (wanted + Math.min(wanted, had.get(tool)))) / (2 * wanted)));
    }
    return scores;
  }

  /** The scores, less for tools that do not do the kind of thing that is asked for. */
  async #byEffect(words, scores) {
    const { analysis, asking } = this.#head;
    const thatChange = new Set(await this.#labelled("does", "change"));
    const changing = new Set(analysis.changing);
    const isToChange = words.some((word) => changing.has(this.#stem(word)));
    const [ofThose, ofOthers] = isToChange ? [100, asking.reading] : [asking.changing, 100];
    for (const [tool, score] of scores) {
      scores.set(tool, Math.floor((score * (thatChange.has(tool) ? ofThose : ofOthers)) / 100));
    }
    return scores;
  }

  /** The best of what a word stands for, for each tool that has any of it. */
  async #best(variants) {
    const { whole } = this.#head.asking;
    const best = new Map();
    for (const { term, share } of variants) {
      for (const [tool, score] of await this.#postings(term)) {
        best.set(tool, Math.max(best.get(tool) || 0, Math.floor((score * share) / whole)));
      }
    }
    return best;
  }

  // --- the files ---------------------------------------------------------------------------

  async #postings(term) {
    const [steps, scores] = (await this.#entry(term)) || [[], []];
    let tool = 0;
    return steps.map((step, index) => [(tool += step), scores[index]]);
  }

  async #labelled(facet, label) {
    const runs = (await this.#entry(`${facet}:${label}`)) || [];
    const tools = [];
    for (let at = 0; at < runs.length; at += 2) {
      for (let tool = runs[at]; tool < runs[at] + runs[at + 1]; tool += 1) tools.push(tool);
    }
    return tools;
  }

  async #beginningWith(start) {
    const wanted = key(start).slice(0, -1);
    const prefixes = this.#head.shards.filter((prefix) => prefix.startsWith(wanted) || wanted.startsWith(prefix));
    const shards = await Promise.all(prefixes.map((prefix) => this.#file(`terms/w-${prefix}.json`)));
    return shards.flatMap((shard) => Object.entries(shard))
      .filter(([term]) => term.startsWith(start) && !term.includes(":"))
      .map(([term, [tools]]) => [term, tools.length]);
  }

  async #entry(term) {
    const wanted = key(term);
    const prefixes = this.#head.shards.filter((prefix) => wanted.startsWith(prefix));
    if (!prefixes.length) return undefined;
    const prefix = prefixes.reduce((longest, each) => (each.length > longest.length ? each : longest));
    const shard = await this.#file(`terms/w-${prefix}.json`);
    return Object.hasOwn(shard, term) ? shard[term] : undefined;
  }

  #file(path) {
    if (!this.#files.has(path)) this.#files.set(path, this.#read(path));
    return this.#files.get(path);
  }
}

const isAscii = (text) => /^[\x00-\x7f]*$/.test(text);

function fold(word) {
  if (isAscii(word)) return word.toLowerCase();
  return word.toLowerCase().replaceAll("ß", "ss").normalize("NFKD").replace(/\p{Mn}/gu, "");
}

/** What decides in which shard a term or a label is. */
function key(term) {
  return `${term.slice(term.indexOf(":") + 1).replace(/[^A-Za-z0-9]/gu, "-")}_`;
}

/** How many letters are missing, added, wrong, or swapped with their neighbour. */
function distance(one, other) {
  let last = [];
  let before = [];
  let row = [...other, ""].map((_, index) => index);
  for (let i = 0; i < one.length; i += 1) {
    [last, before, row] = [before, row, [i + 1]];
    for (let j = 0; j < other.length; j += 1) {
      let best = Math.min(before[j] + (one[i] !== other[j]), before[j + 1] + 1, row[j] + 1);
      if (i && j && one[i] === other[j - 1] && one[i - 1] === other[j]) best = Math.min(best, last[j - 1] + 1);
      row.push(best);
    }
  }
  return row.at(-1);
}
