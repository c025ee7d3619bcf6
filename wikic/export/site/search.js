// Search of a site without a server: wikicSearch(query, limit) promises [{title, url, directory, summary, partial}],
// best first; `partial` where no page says all that is asked. Nothing is loaded before the first call. The index and
// what reads it lie in -/search/, in scripts that call wikicShard(name, parts), so that they work from a disk too.
(() => {
  "use strict";
  const { root: given } = document.documentElement.dataset;
  const root = given === undefined
    ? new URL("../", document.currentScript.src).href
    : new URL(given || "./", document.baseURI).href;

  const policy = {
    createScriptURL(name, stamp) {
      if (!/^(index|engine|[wp][0-9a-f]+)$/.test(name)) throw new TypeError(name);
      return `${root}-/search/${name}.js${stamp && "?" + stamp}`;
    },
  };
  const trusted = window.trustedTypes ? trustedTypes.createPolicy("wikic", policy) : policy;
  const arrived = {};
  window.wikicShard = (name, parts) => (arrived[name] = parts);

  const script = (name, stamp) => new Promise((resolve, reject) => {
    const element = document.createElement("script");
    element.onload = () => resolve(arrived[name]);
    element.onerror = () => reject(new Error(`cannot load ${element.src}`));
    element.src = trusted.createScriptURL(name, stamp);
    document.head.append(element);
  });

  // The search of the site as it is published now; every file is loaded once. Files of one numbering of pages carry
  // one stamp: another one tells that the site was published anew while a browser kept old files.
  let stamp = "";
  let current = null;
  const open = async () => {
    const index = await script("index", stamp);
    stamp = index[0];
    const kept = {};
    const load = async (name, decode) => {
      const parts = await script(name, index[0]);
      if (parts[0] === index[0]) return decode(parts);
      stamp = parts[0];
      throw Object.assign(new Error("the site was published anew"), { again: true });
    };
    const make = await script("engine", stamp);
    return make(index, (name, decode) => (kept[name] = kept[name] || load(name, decode)), root);
  };

  window.wikicSearch = (query, limit = 10) => {
    const ask = async () => (await (current = current || open()))(query, limit);
    return ask().catch((error) => {
      current = null;
      if (!error.again) throw error;
      return ask();
    });
  };
})();
