// --- the page of results of a site without a server

// The directories of what was found, each with a button that shows those alone.
function narrowing(items, nav) {
  const counts = new Map();
  items.forEach((item) => { counts.set(item.dataset.directory, (counts.get(item.dataset.directory) || 0) + 1); });
  if (counts.size < 2) return;
  let chosen = null;
  const row = element("p");
  row.append(element("b", nav.dataset.directories), " ");
  Array.from(counts).sort((one, other) => other[1] - one[1]).forEach((each) => {
    const narrow = element("button", each[0] || "/");
    narrow.setAttribute("aria-pressed", "false");
    narrow.addEventListener("click", () => {
      chosen = chosen === each[0] ? null : each[0];
      row.querySelectorAll("button").forEach((other) => {
        other.setAttribute("aria-pressed", String(other === narrow && chosen !== null));
      });
      items.forEach((item) => { item.hidden = chosen !== null && item.dataset.directory !== chosen; });
    });
    row.append(narrow, " ", Object.assign(element("span", String(each[1])), { className: "about" }), " ");
  });
  nav.append(row);
  nav.hidden = false;
}

if (results && !served) {
  const said = document.getElementById("said");
  box.value = sought;
  if (sought.trim()) {
    ask(sought, 50).then((list) => {
      const partial = list.length && list.every((each) => each.partial);
      const phrase = !list.length ? "none" : partial ? "partial" : list.length === 50 ? "first" : list.length === 1 ? "once" : "found";
      said.textContent = filled(said.dataset[phrase], { query: sought, count: list.length });
      const items = list.map((found) => {
        const item = entry(found);
        item.dataset.directory = found.directory;
        asking(item.firstChild, sought);
        results.append(item);
        return item;
      });
      markWords(results, sought);
      narrowing(items, document.getElementById("facets"));
    }, () => { said.textContent = said.dataset.failed; });
  }
}

// --- the page that says there is none of a name: those that it may have meant

const missed = document.getElementById("missed");
if (missed) {
  const name = decoded(window.location.pathname.replace(/(\/|\.html|\/index\.html)$/, "").split("/").pop()).replace(/[-_]+/g, " ");
  box.value = name;
  if (name) ask(name, 8).then((list) => missed.append(...list.map(entry)), () => {});
}
