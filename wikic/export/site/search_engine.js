// What reads the index of a site and ranks its pages; search.js loads it and hands it the index, a function that loads
// files, and the site's root. search_shards.py writes these files and says what is in them.
(() => {
  "use strict";

  // --- text, cut as search_shards.py cuts it
  const letter = "[\\p{L}\\p{M}\\p{N}]";
  const scripts = ["Han", "Hiragana", "Katakana", "Thai", "Lao", "Khmer", "Myanmar"];
  const joined = `[${scripts.map((name) => `\\p{sc=${name}}`).join("")}\u30fc\uff70]`;
  const word = new RegExp(`(?:(?!${joined})${letter})+(?:\\+\\+|#)?`, "gu");
  const run = new RegExp(`(?:(?=${letter})${joined})+`, "gu");
  const dropped = /[\u0300-\u036f\u00ad\u200b-\u200d\u2060\ufeff]+/g;
  const fold = (text) => text.normalize("NFKD").replace(dropped, "")
    .toUpperCase().toLowerCase().replace(/ς/g, "σ").normalize("NFC");
  const first = (text, count) => Array.from(text).slice(0, count).join("");
  const cut = (text) => [
    (fold(text).match(word) || []).map((each) => first(each, 40)),
    fold(text).match(run) || [],
  ];

  // --- bits, as search_bits.py writes them
  function reader(text) {
    let at = 0, value = 0, left = 0;
    const digit = () => {
      const code = text.charCodeAt(at++);
      return code - (code > 92 ? 36 : 35);
    };
    const bits = (count) => {
      let found = 0;
      while (count--) {
        if (!left) [value, left] = [digit() * 91 + digit(), 13];
        found = found * 2 + ((value >> --left) & 1);
      }
      return found;
    };
    const unary = () => {
      let count = 0;
      while (bits(1)) count++;
      return count;
    };
    const gamma = () => {
      const length = unary();
      return 2 ** length + bits(length);
    };
    const rice = (k) => unary() * 2 ** k + bits(k);
    // Rising numbers below a total, with or without levels.
    const list = (total, levelled) => {
      const count = gamma();
      const k = Math.max(0, 31 - Math.clz32(Math.floor((total * 11) / (16 * count))));
      let number = -1;
      return Array.from({ length: count }, () => {
        number += rice(k) + 1;
        return levelled ? [number, unary()] : number;
      });
    };
    return { bits, gamma, rice, list };
  }

  // Sizes are relative to the mean; starts, in characters, of names, summary and body of each page.
  function readIndex([, pages, shards, text]) {
    const { bits, gamma, rice } = reader(text);
    const shifts = pages ? [gamma() - 1, gamma() - 1, gamma() - 1] : [];
    const lengths = [], starts = [0];
    for (let page = 0; page < pages; page++) {
      lengths.push(2 ** ((bits(4) + 6.5) / 2));
      for (const k of shifts) starts.push(starts[starts.length - 1] + 16 * rice(k));
    }
    const mean = lengths.reduce((sum, each) => sum + each, 0) / pages;
    return { pages, shards, starts, sizes: lengths.map((each) => each / mean) };
  }

  function shard(index, key) {
    const hash = Array.from(key).reduce((sum, each) => (sum * 31 + each.codePointAt(0)) % 65521, 0);
    return index.load(`w${(hash % index.shards).toString(16)}`, ([, front, characters, text]) => {
      const { list } = reader(text);
      const found = { words: new Map(), characters: new Map() };
      let own = "";
      for (const each of front.match(/[A-Z][^A-Z]*/g) || []) {
        own = own.slice(0, each.charCodeAt(0) - 65) + each.slice(1);
        found.words.set(own, list(index.pages, true));
      }
      const end = index.starts[index.starts.length - 1];
      for (const each of characters) found.characters.set(each, list(end, false));
      return found;
    });
  }

  const shown = async (index, page) => (await index.load(`p${page >> 4}`, ([, ...rows]) => {
    let directory = "";
    return rows.map(([title, url, summary, changed = directory]) => {
      directory = changed;
      return { title, url: index.root + url, directory, summary };
    });
  }))[page & 15];

  // --- what pages say of one thing: {pages: page -> worth, names: page -> words of the name that holds it}
  // Levels 0 to 2 are of bodies (BM25), 3 is of summaries, 4 to 7 of names.
  const worth = (index, page, level) => level > 2 ? [1.8, 2.2, 2.3, 2.4, 2.6][level - 3]
    : [2.2, 5, 11][level] / ([1, 2.3, 5][level] + 0.3 + 0.9 * index.sizes[page]);

  // In any language endings of words differ by a little; those of numbers say another number.
  function likeness(asked, other, typed) {
    if (asked === other) return 1;
    const [short, long] = asked.length < other.length ? [asked, other] : [other, asked];
    if (short.length < 3 || !long.startsWith(short)) return 0;
    if (typed && short === asked) return 0.8;
    return long.length - short.length < Math.min(4, short.length - 1) && !/\d/.test(long) ? 0.5 : 0;
  }

  async function findWord(index, asked, typed) {
    const pages = new Map(), names = new Map();
    for (const [other, places] of (await shard(index, first(asked, 3))).words) {
      const like = likeness(asked, other, typed);
      for (const [page, level] of like ? places : []) {
        pages.set(page, Math.max(like * worth(index, page, level), pages.get(page) || 0));
        if (like === 1 && level > 3) names.set(page, 8 - level);
      }
    }
    return { pages, names, vague: typed && asked.length < 3 };
  }

  // How many of rising numbers are less than a limit.
  function below(numbers, limit) {
    let low = 0;
    for (let high = numbers.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (numbers[middle] < limit) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  // Where characters stand one behind the other: the rarest leads, the others are looked up.
  async function findRun(index, asked) {
    const shards = await Promise.all(Array.from(asked, (each) => shard(index, each)));
    const lists = Array.from(asked, (each, at) => shards[at].characters.get(each) || []);
    const lead = lists.reduce((best, each, at) => (each.length < lists[best].length ? at : best), 0);
    const counts = new Map();
    for (const position of lists[lead]) {
      const start = position - lead;
      if (!lists.every((each, at) => each[below(each, start + at)] === start + at)) continue;
      const field = below(index.starts, start + 1) - 1;
      const page = Math.floor(field / 3);
      if (!counts.has(page)) counts.set(page, [0, 0, 0]);
      counts.get(page)[field % 3]++;
    }
    const pages = new Map();
    for (const [page, [names, summary, body]] of counts)
      pages.set(page, worth(index, page, names ? 4 : summary ? 3 : (body > 1) + (body > 3)));
    const named = shards[0].words.get(first(asked, 40)) || [];
    return { pages, names: new Map(named.map(([page, level]) => [page, 8 - level])) };
  }

  // --- ranking: pages that say all that is asked; where there are none, those that say most
  async function search(index, query, limit) {
    const text = query.slice(0, 200);
    const [words, runs] = cut(text).map((each) => Array.from(new Set(each)));
    const typed = (each) => each === words[words.length - 1] && fold(text).endsWith(each);
    const find = (each) => findRun(index, each);
    const found = await Promise.all([
      ...words.map((each) => findWord(index, each, typed(each))),
      ...runs.map(find),
    ]);
    const score = (some) => {
      const scores = new Map();
      for (const { pages } of some)
        for (const [page, value] of pages)
          scores.set(page, (scores.get(page) || 0) + value * Math.log(1 + (index.pages + 0.5) / (pages.size + 0.5)));
      return scores;
    };
    // What a quarter of the pages say is asked of none.
    const needed = found.filter(({ pages, vague }) => !vague && pages.size <= Math.max(20, index.pages / 4));
    let scores = score(found);
    let best = Array.from(scores.keys()).filter((page) => needed.every(({ pages }) => pages.has(page)));
    const partial = !best.length;
    if (partial) {
      const pairs = runs.map((each) => Array.from(each)).filter((each) => each.length > 3)
        .map((each) => each.slice(1).map((after, at) => each[at] + after));
      scores = score(found.concat(await Promise.all([].concat(...pairs).map(find))));
      best = Array.from(scores.keys());
    }
    // All that is asked is a name of the page, as far as the index knows; titles tell for certain.
    const called = (page) => found.every(({ names }) => names.has(page)) &&
      Math.max(...found.map(({ names }) => names.get(page))) === Math.min(4, found.length);
    const order = best.map((page) => [called(page) - 0, scores.get(page), page]);
    order.sort((a, b) => b[0] - a[0] || b[1] - a[1] || a[2] - b[2]);
    const rows = await Promise.all(order.slice(0, limit).map((each) => shown(index, each[2])));
    const titled = ({ title }) => String(cut(title)) === String(cut(text));
    return rows.filter(titled).concat(rows.filter((row) => !titled(row))).map((row) => ({ ...row, partial }));
  }

  const make = (parts, load, root) => {
    const index = Object.assign(readIndex(parts), { load, root });
    return (query, limit) => search(index, query, limit);
  };
  make.cut = cut;
  wikicShard("engine", make);
})();
