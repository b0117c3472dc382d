// Search the index below /v1/search/ as `registry search` does: the same tools in the same order.
// docs/search-format.md says what is done here, and why.

const FORMAT = 14;
const MOST_CHARACTERS = 500;
const HUMP = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])(?![A-Z]s(?![a-z]))/;
// Letters and digits of one script: those from Greek on have runs of their own.
const OTHER = "[\\u0370-\\u1cff\\u2e80-\\ua4cf\\uac00-\\ufaff\\u{20000}-\\u{3ffff}]";
const RUN = new RegExp(`(?:(?=[\\p{L}\\p{N}])${OTHER})+|(?:(?!${OTHER})[\\p{L}\\p{N}])+`, "gu");
const ALNUM = /[\p{L}\p{N}]+/gu;
// What only one of `\s` and Python's takes for a space.
const ODD_SPACE = /[\x1c-\x1f\x85\ufeff]/g;
const PLAIN = /^[a-z]{3,30}$/;
const NUMBER = /^[0-9]+$/;
const MOST_LABELS = 20;
const LONGEST_LABEL = 40;
const LONGEST_STEMMED = 60;
const WISH = "wish:";
const NOTHING = {
  hits: [], terms: [], completed: [], corrections: [], unknown: [], missing: [], wish: "", labels: [], isForeign: false, isEmpty: false, points: 0, quality: "none",
};

/** What is said of an answer without hits before anything is asked. */
export const nothing = () => ({ ...NOTHING, quality: "strong", hits: null });

export class Index {
  #read;
  #files = new Map();
  #decoded = new Map();
  #head;
  #steps;
  #stop;

  /** `read` takes a path below the index and promises the object in that file. */
  constructor(read) {
    this.#read = read;
  }

  /**
   * Promises `hits`, pairs of a tool's number and its score, the best first, and what `registry
   * search` says of an answer: `quality` and `points`, `terms`, `completed`, `corrections`,
   * `unknown`, `missing`, `wish`, `labels`, `isForeign` and `isEmpty`. Between its steps it awaits
   * `pause`, which may throw to end it.
   */
  async ask(text, pause = async () => {}) {
    await this.start();
    const question = await this.#parse([...text].slice(0, MOST_CHARACTERS).join("").normalize("NFC").replace(ODD_SPACE, " "));
    const resolved = await this.#resolve(question);
    question.words = question.words.filter((word) => !resolved.smallTalk.has(word));
    const allowed = await this.#allowed(question, resolved);
    const labels = await this.#unknownLabels(question);
    const named = new Set(question.name ? await this.#labelled("named", question.name) : []);
    const isEmpty = !question.filters.length && !named.size && !resolved.variants.size && !resolved.unknown.length;
    if (!question.words.length && !named.size) {
      const hits = [...(allowed || [])].sort((a, b) => a - b).map((tool) => [tool, 0]);
      return { ...NOTHING, hits, labels, isEmpty, quality: hits.length ? "strong" : "none" };
    }
    const parts = await this.#parts(resolved.variants, pause);
    const thatChange = new Set(await this.#labelled("does", "it-changes"));
    await pause();
    const all = await this.#scores(resolved.variants, parts, question.words);
    await pause();
    const { products, places } = resolved.unknown.length ? await this.#file("names.json") : { products: [], places: [] };
    resolved.products = resolved.unknown.filter((word) => products.includes(word));
    const known = this.#asWritten(resolved.variants, new Set(this.#head.analysis.places));
    resolved.places = [...known, ...resolved.unknown.filter((word) => places.includes(word))];
    const scores = await this.#asWanted(question, resolved, parts, all, thatChange);
    const most = Math.max(0, ...limited(scores.values()));
    for (const tool of named) scores.set(tool, most + 1 + (scores.get(tool) || 0));
    const hits = [...scores].filter(([tool]) => !allowed || allowed.has(tool));
    hits.sort(([a, x], [b, y]) => y - x || a - b);
    const wish = await this.#likestWish(question, resolved, pause);
    const points = hits.length ? this.#points(hits, wish, named, question, resolved, parts, thatChange) : 0;
    const { strong, weak } = this.#head.judging;
    const isDoubtful = hits.length > 0 && points < strong;
    const isWished = (wish.isQuestion || wish.isPart || wish.score >= Math.max(1, most)) && points < strong;
    return {
      hits,
      labels,
      points,
      quality: hits.length && points >= strong ? "strong" : hits.length && points >= weak ? "weak" : "none",
      terms: [...new Set([...resolved.variants.values()].flat().map(({ term }) => term))],
      completed: [...resolved.completed],
      corrections: [...resolved.corrected],
      unknown: resolved.unknown,
      missing: isDoubtful ? await this.#missing(hits[0][0], question, resolved, parts) : [],
      isForeign: question.isForeign && resolved.unknown.length > 0,
      isEmpty,
      wish: isWished ? await this.#wish(wish.number) : "",
    };
  }

  /** Reads what every question needs. */
  async start() {
    const head = await this.#file("index.json");
    if (head.format !== FORMAT) throw new Error(`format ${head.format}`);
    this.#head = head;
  }

  /** What a question says of the way to a tool, as a regular expression; after `start`. */
  get asides() {
    return this.#head.analysis.asides;
  }

  /** Pieces of `text`: what lies before a found word and that word, in turn; after `start`. */
  pieces(text, terms) {
    const found = [];
    const isSmallTalk = (word) => !this.#withoutStopWords([word]).length;
    let [begin, end, marked, before] = [0, 0, 0, ""];
    for (const run of text.matchAll(RUN)) {
      let at = run.index;
      for (const part of run[0].split(HUMP)) {
        const word = wordOf(part);
        // Two words side by side may be one term, as `time zone` is `timezone`, and `e-mail` is `email`.
        const isJoined = text.slice(end, at) === "-" || (at - end <= 1 && ![before, word].some(isSmallTalk));
        const isPair = before && isJoined && terms.has(before + this.#stem(word));
        end = at + part.length;
        if (isPair || (!isSmallTalk(word) && terms.has(this.#stem(word)))) {
          const start = isPair ? Math.max(begin, marked) : at;
          found.push(text.slice(marked, start), text.slice(start, end));
          marked = end;
        }
        [begin, before, at] = [at, word, end];
      }
    }
    return [...found, text.slice(marked)];
  }

  // --- the question ------------------------------------------------------------------------

  async #parse(text) {
    const facets = this.#head.facets.join("|");
    const part = new RegExp(
      `(?<!\\S)(?<facet>${facets}):(?<labels>(?:"[^"]*"?|[^\\s"])*)|"(?<phrase>[^"]*)"?|(?<words>[^\\s"]+)`,
      "gi", // not "u", by which `ſ` would be an `s`
    );
    const said = [];
    const phrases = [];
    const filters = [];
    for (const { groups } of text.matchAll(part)) {
      if (groups.facet) {
        const labels = groups.labels.split(",").map((each) => this.#label(each)).filter(Boolean);
        if (labels.length) filters.push([groups.facet.toLowerCase(), labels]);
      } else if (groups.phrase) {
        said.push(groups.phrase);
        phrases.push(await this.#words(this.#without("asides", groups.phrase)));
      } else if (groups.words) said.push(groups.words);
    }
    const sentence = said.join(" ");
    const spaced = sentence.split(/\s+/u).filter(Boolean);
    const { foreign, first_other_letter: other } = this.#head.analysis;
    const without = this.#without("asides", sentence);
    const opening = this.#beginningOf(without, "openings");
    const telling = await this.#words(this.#without("tool_words", without.slice(opening[0].length)));
    const words = telling.length ? telling : await this.#words(sentence);
    const last = sentence.match(/[\p{L}\p{N}]+$/u);
    const isSentence = spaced.some((word) => /^[a-z]/.test(word));
    const names = isSentence ? spaced.slice(1).filter((word) => /^[A-Z]/.test(word)) : [];
    return {
      words,
      filters,
      phrases: said.length === phrases.length && words.length > 1 ? phrases.filter((each) => each.length) : [],
      names: new Set(names.flatMap((word) => this.#cut(word))),
      unfinished: (!phrases.length && last && this.#cut(last[0]).at(-1)) || "",
      isForeign: [...sentence].some((each) => /\p{L}/u.test(each) && each.codePointAt(0) >= other)
        || spaced.some((word) => !names.includes(word) && foreign.includes(fold(word))),
      isKeyless: without !== sentence,
      isToRead: this.#beginningOf(sentence, "reads") !== null,
      act: this.#beginningOf(sentence, "acts")?.[1].toLowerCase(),
      name: spaced.length <= this.#head.asking.longest_name ? (fold(sentence).match(ALNUM) || []).join("") : "",
    };
  }

  /** The words of `text`: what is written as one with capitals inside is one if it is known. */
  async #words(text) {
    const words = [];
    for (const run of text.match(RUN) || []) {
      const whole = wordOf(run);
      const isOne = HUMP.test(run) && (await this.#isKnown(whole));
      words.push(...(isOne ? this.#withoutStopWords([whole]) : this.#cut(run)));
    }
    return words;
  }

  /** Whether a tool or a wish has `word`, or it is the name of a product. */
  async #isKnown(word) {
    return (await this.#postings(this.#stem(word))).length > 0 || (await this.#isWished(word)) || (await this.#isProduct(word));
  }

  /** What `text` begins with, as the regular expression `name` says, or null. */
  #beginningOf(text, name) {
    return text.match(new RegExp(`^${this.#head.analysis[name]}`, "i"));
  }

  /** `text` without what the regular expression `name` matches. */
  #without(name, text) {
    return text.replace(new RegExp(this.#head.analysis[name], "gi"), " ");
  }

  #cut(text) {
    return this.#withoutStopWords((text.match(RUN) || []).flatMap((run) => run.split(HUMP).map(wordOf)));
  }

  /** Those of `words` that are no stop words. */
  #withoutStopWords(words) {
    this.#stop ??= new Set(this.#head.analysis.stop_words);
    return words.filter((word) => !this.#stop.has(word));
  }

  #label(text) {
    return (fold(text).match(ALNUM) || []).join("-");
  }

  #stem(word) {
    const { steps, shortest_stemmed: shortest } = this.#head.analysis;
    if (word.length < shortest || word.length > LONGEST_STEMMED || !isAscii(word)) return word;
    this.#steps ??= steps.map((step) => step.map(([old, short]) => [new RegExp(old), short.replaceAll("\\", "$")]));
    return this.#steps.reduce((rest, step) => {
      const found = step.find(([pattern]) => pattern.test(rest));
      return found ? rest.replace(...found) : rest;
    }, word);
  }

  // --- from terms to an order --------------------------------------------------------------

  /** The tools that have all that a question insists on; of a misspelt word, a correction. */
  async #allowed({ filters, phrases }, { variants }) {
    const sets = await Promise.all([
      ...filters.map(async ([facet, labels]) => {
        const all = await Promise.all(labels.map((label) => this.#labelled(facet, label)));
        return new Set(all.flat());
      }),
      ...phrases.flat().map(async (word) => new Set((await this.#best(variants.get(word) || [{ term: this.#stem(word), share: 1 }])).keys())),
    ]);
    if (!sets.length) return null;
    return new Set([...sets[0]].filter((tool) => sets.every((set) => set.has(tool))));
  }

  async #unknownLabels({ filters }) {
    const found = [];
    for (const [facet, labels] of filters) {
      const has = await Promise.all(labels.map(async (label) => (await this.#labelled(facet, label)).length));
      const unknown = labels.filter((_, at) => !has[at]);
      if (!unknown.length) continue;
      const asked = unknown[0].slice(0, LONGEST_LABEL);
      const known = (await this.#file("labels.json"))[facet].map((each) => [distance(asked, each), each]);
      known.sort(([a, x], [b, y]) => a - b || byText(x, y));
      found.push([facet, unknown, known.slice(0, MOST_LABELS).map(([, each]) => each)]);
    }
    return found;
  }

  /** What the words of a question stand for: themselves, completions, corrections, or nothing. */
  async #resolve(question) {
    const { shortest_beginning: shortest } = this.#head.asking;
    const asked = [...new Set(question.words)];
    await Promise.all(asked.map((word) => this.#postings(this.#stem(word))));
    const variants = new Map();
    const know = async (word) => {
      const term = this.#stem(word);
      const isKnown = (await this.#postings(term)).length > 0;
      if (isKnown) variants.set(word, [{ term, share: this.#head.asking.whole }]);
      return isKnown;
    };
    const unknown = [];
    for (const word of asked) if (!NUMBER.test(word) && !(await know(word))) unknown.push(word);
    const found = { completed: new Map(), corrected: new Map(), smallTalk: new Set() };
    for (const word of unknown) await this.#guess(found, variants, question, word);
    if (!variants.size) for (const word of asked) if (NUMBER.test(word)) await know(word);
    const isLong = (word) => [...word].length >= shortest || !isAscii(word);
    return {
      ...found,
      unknown: unknown.filter((word) => !variants.has(word) && !found.smallTalk.has(word) && isLong(word) && !this.#isWeak(this.#stem(word))),
      variants: new Map(asked.filter((word) => variants.has(word)).map((word) => [word, variants.get(word)])),
    };
  }

  async #guess({ completed, corrected, smallTalk }, variants, question, word) {
    const { beginning, spelling, whole } = this.#head.asking;
    const begun = word === question.unfinished ? await this.#begun(word) : [];
    if (begun.length && !(await this.#isWished(word))) {
      completed.set(word, begun);
      const [likeliest, ...others] = this.#variants(begun, beginning);
      variants.set(word, [{ ...likeliest, share: whole }, ...others]);
    } else if (!question.names.has(word) && !question.isForeign && !(await this.#isWished(word))) {
      const meant = await this.#meant(word);
      if (!meant.length) return;
      if (!this.#withoutStopWords(meant.slice(0, 1)).length) {
        smallTalk.add(word);
        return;
      }
      corrected.set(word, meant);
      variants.set(word, this.#variants(meant, spelling));
    }
  }

  /** Those of `words` that a tool has, and not by what they are completed or corrected to. */
  #asWritten(variants, words) {
    return [...variants.keys()].filter((word) => {
      const [{ term, share }, ...others] = variants.get(word);
      return words.has(word) && !others.length && term === this.#stem(word) && share === this.#head.asking.whole;
    });
  }

  /** The words by which something is to be changed, even if misspelt. */
  #acts({ words, isToRead, act }, { variants }) {
    if (isToRead) return [];
    const done = this.#meaning(this.#head.analysis.changing, words, variants).filter((word) => !this.#isPlural(word));
    return words.filter((word) => word === act || done.includes(word));
  }

  /** Those of `words` of which all that they stand for is among `terms`. */
  #meaning(terms, words, variants) {
    const termsOf = (word) => variants.get(word) || [{ term: this.#stem(word) }];
    return words.filter((word) => termsOf(word).every(({ term }) => terms.includes(term)));
  }

  #variants(words, share) {
    return [...new Set(words.map((word) => this.#stem(word)))].map((term) => ({ term, share }));
  }

  async #begun(word) {
    const { shortest_beginning: shortest, completions } = this.#head.asking;
    if (word.length < shortest || !PLAIN.test(word)) return [];
    const known = Object.entries(await this.#group(`${word.slice(0, 2)}-`)).filter(([each]) => each.startsWith(word));
    known.sort(([a, x], [b, y]) => y - x || byText(a, b));
    return known.slice(0, completions).map(([each]) => each);
  }

  async #meant(word) {
    if (!PLAIN.test(word)) return [];
    const start = word.slice(0, 2);
    const begin = await this.#group(`${start}-`);
    const right = await this.#group(start);
    const term = this.#stem(word);
    const isRight = (each) => each === word || this.#stem(each) === term;
    if (Object.hasOwn(begin, word) || (typeof right === "string" && right.split(" ").some(isRight))) return [];
    const asking = this.#head.asking;
    if (word.length < asking.shortest_misspelt) return [];
    // Two letters swapped in the middle of so short a word change both of its ends.
    const swapped = word.length === asking.shortest_misspelt ? await this.#group(`${word[0]}${word[2]}-`) : {};
    // A word that may be a stop word is one: most words in English are.
    const stop = this.#head.analysis.stop_words.filter((each) => each.length >= asking.shortest_misspelt);
    const known = { ...begin, ...(await this.#group(`-${word.slice(-2)}`)), ...swapped };
    for (const each of stop) known[each] = Infinity;
    const most = word.length >= asking.two_mistakes_from ? 2 : 1;
    const near = [];
    for (const [other, count] of Object.entries(known)) {
      if (Math.abs(other.length - word.length) > most) continue;
      const mistakes = distance(word, other);
      if (mistakes <= most) near.push([mistakes, -count, other]);
    }
    near.sort((a, b) => a[0] - b[0] || (a[1] < b[1] ? -1 : Number(a[1] > b[1])) || byText(a[2], b[2]));
    return near.filter(([mistakes]) => mistakes === near[0][0]).slice(0, asking.corrections).map(([, , other]) => other);
  }

  /** Whether a wish has `word`. */
  async #isWished(word) {
    return (await this.#postings(WISH + this.#stem(word))).length > 0;
  }

  /** Whether a word that no tool has is the name of a product. */
  async #isProduct(word) {
    return (await this.#file("names.json")).products.includes(word);
  }

  /** The words that begin as in `we-` or end as in `-er`; under `we`, those that no tool has. */
  async #group(name) {
    const [first, second] = [...name.replaceAll("-", "")].map((letter) => letter.charCodeAt(0) - 97);
    const { lists } = this.#head.asking;
    const number = (26 * first + second + (name.startsWith("-") ? lists / 2 : 0)) % lists;
    return (await this.#file(`words/${number}.json`))[name] || {};
  }

  /** How likely the best of `hits` does what is asked, from 0 to 100. */
  #points(hits, wish, named, question, resolved, parts, thatChange) {
    const { most, strong, weights } = this.#head.judging;
    const [[tool, score], [, second] = [0, 0]] = hits;
    if (named.has(tool)) return most;
    const signs = this.#signs(tool, score, second, wish, question, resolved, parts, thatChange);
    const found = Object.entries(signs).reduce((sum, [name, value]) => sum + weights[name] * value, 0);
    const isDoubtful = wish.isQuestion || this.#saysLittle(question, resolved, signs);
    return Math.max(0, Math.min(isDoubtful ? strong - 1 : most, Math.floor(found / 1000)));
  }

  /** Whether `words` do not say what is to be done: numbers, or what nearly all tools have. */
  #saysLittle({ words }, { variants, unknown }, { had }) {
    if (words.every((word) => NUMBER.test(word))) return true;
    const terms = words.flatMap((word) => variants.get(word) || this.#variants([word])).map(({ term }) => term);
    return had < this.#head.judging.little && !unknown.length && terms.every((term) => this.#isWeak(term));
  }

  /** Whether a term says little; numbers do, since they are usually arguments. */
  #isWeak(term) {
    return this.#head.analysis.weak.includes(term) || NUMBER.test(term);
  }

  /** Whether any term of what a word stands for, as JSON, says something. */
  #isTelling(variants) {
    return !JSON.parse(variants).every(({ term }) => this.#isWeak(term));
  }

  /** What speaks for a tool and against it, in hundredths. */
  #signs(tool, score, second, wish, question, { variants, corrected, unknown, products, places }, parts, thatChange) {
    const { judging } = this.#head;
    const hundredths = (value, whole) => Math.floor((100 * value) / Math.max(1, whole));
    let [had, most, largest, lacked] = [0, 0, 0, 0];
    const telling = [];
    const ofName = Math.floor((judging.unknown * judging.name) / 100);
    const namesOf = (words) => new Set(words.filter((word) => variants.has(word)).map((word) => JSON.stringify(variants.get(word))));
    const inPlaces = namesOf(places);
    const inNames = namesOf(this.#asWritten(variants, question.names));
    for (const [name, part] of parts) {
      const isTelling = this.#isTelling(name);
      const least = isTelling ? Math.floor((judging.unknown * judging.least) / 100) : 0;
      const own = part.get(tool) || 0;
      const [worth] = limited(part.values());
      // A name of which tools say little is what one is asked about, as if none knew it.
      const isGiven = inPlaces.has(name) || (inNames.has(name) && worth < least);
      const highest = Math.max(least, worth);
      const best = Math.max(own, isGiven ? Math.min(highest, ofName) : highest);
      if (isTelling) telling.push(part);
      had += own;
      most += best;
      largest = Math.max(largest, own);
      lacked = Math.max(lacked, best - own);
    }
    const isName = (word) => (question.names.has(word) && !products.includes(word)) || places.includes(word) || /\p{Nd}/u.test(word);
    const strange = unknown.filter((word) => !isName(word)).length;
    const missed = strange * judging.unknown + (unknown.length - strange) * ofName;
    if (strange) lacked = Math.max(lacked, judging.unknown);
    const acts = this.#acts(question, { variants });
    const isOther = acts.length > 0 && acts[0] === question.words[0] && !thatChange.has(tool);
    const [rarest, ...others] = (telling.length ? telling : [...parts.values()]).sort((a, b) => a.size - b.size);
    const common = [...(rarest || new Map()).keys()].filter((each) => others.every((part) => part.has(each))).length;
    const isChange = thatChange.has(tool);
    const has = (word) => variants.has(word) && parts.get(JSON.stringify(variants.get(word))).has(tool);
    return {
      always: 100,
      share: hundredths(had, most + missed),
      had: hundredths(had, judging.unknown),
      largest: hundredths(largest, judging.unknown),
      lacked: hundredths(lacked, judging.unknown),
      missed: hundredths(missed, judging.unknown),
      score: hundredths(score, judging.unknown),
      second: hundredths(second, score),
      wish: Math.max(0, Math.min(judging.most_of_wish, hundredths(wish.score, score)) - judging.least_of_wish),
      whole_wish: wish.unsaid === 0 ? 100 : 0,
      longer_wish: wish.unsaid >= judging.many_unsaid ? 100 : 0,
      words: 100 * (parts.size + strange),
      corrected: corrected.size ? 100 : 0,
      product: products.length ? 100 : 0,
      other_act: isOther ? 100 : 0,
      lacked_act: acts.every(has) ? 0 : 100,
      common: 100 * (32 - Math.clz32(common)),
      changes: isChange ? 100 : 0,
      unasked: isChange && !acts.length ? 100 : 0,
    };
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

  /** The wish most like a question: its number, its score, how many words that lacks of it, and whether it says the same. */
  async #likestWish(question, resolved, pause) {
    const { whole: share } = this.#head.asking;
    const words = new Map(resolved.variants);
    for (const word of resolved.unknown) {
      const term = this.#stem(word);
      if (await this.#isWished(word)) words.set(word, [{ term, share }]);
    }
    const parts = await this.#parts(words, pause, WISH);
    const scores = await this.#scores(words, parts, []);
    let best = [0, 0];
    for (const [wish, score] of scores) if (score > best[1] || (score === best[1] && wish < best[0])) best = [wish, score];
    const [number, score] = best;
    if (!(score > 0)) return { number, score, unsaid: 1 };
    return { number, score, unsaid: await this.#unsaid(number, question, resolved), ...(await this.#shared(number, question, resolved)) };
  }

  /** How many words the wish `number` has that are no words of a question, or numbers. */
  async #unsaid(number, { words }, { variants }) {
    const meant = words.filter((word) => !NUMBER.test(word)).flatMap((word) => variants.get(word) || this.#variants([word]));
    const terms = [...new Set(meant.map(({ term }) => term))];
    const said = await Promise.all(terms.map(async (term) => (await this.#postings(WISH + term)).some(([wish]) => wish === number)));
    return this.#head.wish_lengths.filter((each) => each <= number).length - said.filter(Boolean).length;
  }

  /** Whether the wish `number` has the words of a question, and whether it is a part of it. */
  async #shared(number, { words }, { variants, unknown }) {
    const meant = words.map((word) => (variants.get(word) || this.#variants([word])).map(({ term }) => term));
    const has = async (terms) => (await Promise.all(terms.map((term) => this.#postings(WISH + term)))).flat().some(([wish]) => wish === number);
    const hasAll = (await Promise.all(meant.filter((_, at) => !NUMBER.test(words[at])).map(has))).every(Boolean);
    const hasUnknown = (await Promise.all(unknown.map((word) => has([this.#stem(word)])))).some(Boolean);
    // Wishes are in files of their own, so one is read only if it may be named for this.
    if (!hasAll && !hasUnknown) return {};
    const runs = (await this.#wish(number)).match(RUN) || [];
    const said = runs.flatMap((run) => (HUMP.test(run) ? this.#withoutStopWords([wordOf(run)]) : this.#cut(run)));
    const other = said.map((word) => this.#stem(word)).filter((term) => !meant.some((terms) => terms.includes(term)));
    return { isQuestion: hasAll && !other.length, isPart: hasUnknown && other.every((term) => this.#isWeak(term)) };
  }

  async #wish(number) {
    const block = this.#head.wishes_block;
    return (await this.#file(`wishes/${Math.floor(number / block)}.json`)).wishes[number % block];
  }

  /** What each word is worth in each tool, or in each wish, by what the word stands for. */
  async #parts(words, pause, of = "") {
    const parts = new Map();
    for (const variants of words.values()) {
      const name = JSON.stringify(variants);
      if (parts.has(name)) continue;
      await pause();
      parts.set(name, await this.#best(variants, of));
    }
    return parts;
  }

  /** What each tool's words are worth, the more so the more of them it has. */
  async #scores(words, parts, sequence) {
    const scores = new Map();
    const had = new Map();
    const byPairs = new Map();
    const add = (map, tool, more) => map.set(tool, (map.get(tool) || 0) + more);
    const { whole, pair: share } = this.#head.asking;
    for (const part of parts.values()) {
      for (const [tool, score] of part) {
        add(scores, tool, score);
        add(had, tool, 1);
      }
    }
    for (const [pair, sides] of this.#pairs(words, sequence)) {
      for (const [tool, score] of await this.#postings(pair)) {
        let sum = 0;
        if (!byPairs.has(tool)) byPairs.set(tool, new Set());
        for (const side of sides) {
          if (parts.get(side).has(tool)) sum += parts.get(side).get(tool);
          else byPairs.get(tool).add(side);
        }
        add(scores, tool, Math.max(Math.floor((score * share) / whole), score - sum));
      }
    }
    for (const [tool, words] of byPairs) add(had, tool, words.size);
    const wanted = parts.size;
    if (!wanted) return scores;
    for (const [tool, score] of scores) {
      scores.set(tool, Math.floor((score * (wanted + had.get(tool))) / (2 * wanted)));
    }
    return scores;
  }

  /** The telling words that other tools have and this one does not. */
  async #missing(tool, question, { variants }, parts) {
    const words = new Map();
    for (const [word, each] of variants) if (!words.has(JSON.stringify(each))) words.set(JSON.stringify(each), word);
    const had = new Set([...words.keys()].filter((each) => parts.get(each).has(tool)));
    for (const [pair, sides] of this.#pairs(variants, question.words)) {
      if ((await this.#postings(pair)).some(([each]) => each === tool)) for (const side of sides) had.add(side);
    }
    return [...words].filter(([each]) => !had.has(each) && this.#isTelling(each)).map(([, word]) => word);
  }

  /** The scores, less for tools that do not do what is asked as it is asked. */
  async #asWanted(question, resolved, parts, scores, thatChange) {
    const { changing, deleting, keyed, number, plainly, reading, searching } = this.#head.asking;
    const acts = this.#acts(question, resolved);
    const isPlain = question.isToRead || acts[0] === question.words[0];
    const less = (percent, isFitting) => {
      for (const [tool, score] of scores) if (!isFitting(tool)) scores.set(tool, Math.floor((score * percent) / 100));
    };
    const withLabel = async (facet, label) => new Set(await this.#labelled(facet, label));
    if (acts.length) less(isPlain ? plainly : reading, (tool) => thatChange.has(tool));
    else {
      less(isPlain ? plainly : changing, (tool) => !thatChange.has(tool));
      const isSearch = this.#hasUnknownSought(question, resolved);
      const isForSeveral = this.#isForSeveral(question, resolved);
      if (!question.isForeign) {
        const thatSearch = await withLabel("does", "it-searches");
        const having = isSearch ? [] : await this.#havingSought(question, resolved, parts);
        less(searching, (tool) => thatSearch.has(tool) || (!isSearch && having.every((each) => each.has(tool))));
      }
      const isForOne = !isSearch && !question.words.some((word) => this.#isPlural(word));
      if (isForSeveral || isForOne) {
        const several = await withLabel("does", "it-gives-several");
        less(number, (tool) => several.has(tool) === isForSeveral);
      }
    }
    if (!this.#meaning(this.#head.analysis.deleting, question.words, resolved.variants).length) {
      const thatDelete = await withLabel("does", "it-deletes");
      less(deleting, (tool) => !thatDelete.has(tool));
    }
    if (question.isKeyless) {
      const withoutKey = await withLabel("auth", "none");
      less(keyed, (tool) => withoutKey.has(tool));
    }
    return scores;
  }

  /** For each word that a tool without it has to search for, no weak one and no place, the tools that have it. */
  #havingSought(question, { variants, places }, parts) {
    const names = [...variants].filter(([word]) => !places.includes(word)).map(([, each]) => JSON.stringify(each));
    const pairs = [...this.#pairs(variants, question.words)];
    return Promise.all(
      names.filter((name) => this.#isTelling(name)).map(async (name) => {
        const having = new Set(parts.get(name).keys());
        for (const [pair] of pairs.filter(([, sides]) => sides.has(name))) {
          for (const [tool] of await this.#postings(pair)) having.add(tool);
        }
        return having;
      }),
    );
  }

  /** Whether a word that no tool has is to be searched for: no product and no place. */
  #hasUnknownSought({ isForeign }, { unknown, products, places }) {
    return !isForeign && unknown.some((word) => !places.includes(word) && !products.includes(word));
  }

  #isPlural(word) {
    return new RegExp(this.#head.analysis.plural, "u").test(word);
  }

  /** Whether a question has a plural that says something and is no name. */
  #isForSeveral({ words, names }, { places }) {
    return words.some((word) => this.#isPlural(word) && !names.has(word) && !places.includes(word) && !this.#isWeak(this.#stem(word)));
  }

  /** The best of what a word stands for, for each tool that has any of it. */
  async #best(variants, of = "") {
    const { whole } = this.#head.asking;
    const best = new Map();
    for (const { term, share } of variants) {
      for (const [tool, score] of await this.#postings(of + term)) {
        best.set(tool, Math.max(best.get(tool) || 0, Math.floor((score * share) / whole)));
      }
    }
    return best;
  }

  // --- the files ---------------------------------------------------------------------------

  /** Pairs of a tool and the term's score in it; a question asks for them several times. */
  async #postings(term) {
    if (!this.#decoded.has(term)) {
      const [steps, scores] = (await this.#entry(term)) || [[], []];
      let tool = 0;
      this.#decoded.set(term, steps.map((step, index) => [(tool += step), scores[index]]));
    }
    return this.#decoded.get(term);
  }

  async #labelled(facet, label) {
    const runs = (await this.#entry(`${facet}:${label}`)) || [];
    const tools = [];
    for (let at = 0; at < runs.length; at += 2) {
      for (let tool = runs[at]; tool < runs[at] + runs[at + 1]; tool += 1) tools.push(tool);
    }
    return tools;
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
    if (!this.#files.has(path)) {
      const file = this.#read(path);
      this.#files.set(path, file);
      // What is not read now, as in a tunnel, is asked for again.
      file.catch(() => this.#files.delete(path));
    }
    return this.#files.get(path);
  }
}

const byText = (one, other) => (one < other ? -1 : Number(one > other));

/** The largest of `values`, or nothing: too many of them are no arguments of a call. */
function limited(values) {
  let most;
  for (const value of values) if (most === undefined || value > most) most = value;
  return most === undefined ? [] : [most];
}

/** A part of a run as it is compared: of several `PRs` one. */
function wordOf(part) {
  const initials = part.match(/^([A-Z]{2,})s$/);
  return fold(initials ? initials[1] : part);
}

const isAscii = (text) => /^[\x00-\x7f]*$/.test(text);

function fold(word) {
  if (isAscii(word)) return word.toLowerCase();
  return word.toLowerCase().replaceAll("ß", "ss").replaceAll("ς", "σ").normalize("NFKD").replace(/\p{Mn}/gu, "").normalize("NFC");
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
