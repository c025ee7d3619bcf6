// --- finding pages while their names are typed

const box = document.getElementById("q");
let near = null;
let asked = 0;

function ask(query, limit) {
  if (served) {
    return fetch(home + "-/suggest?limit=" + limit + "&q=" + encodeURIComponent(query)).then((reply) => reply.ok ? reply.json() : []);
  }
  return window.wikicSearch ? window.wikicSearch(query, limit) : Promise.resolve([]);
}

function entry(found) {
  const item = element("li");
  const link = element("a", found.title);
  link.href = new URL(found.url, new URL(home || "./", document.baseURI));
  item.append(link);
  if (found.summary) item.append(" ", Object.assign(element("span", found.summary), { className: "about" }));
  return item;
}

function forget() {
  asked++;
  if (near) near.remove();
  near = null;
  box.removeAttribute("aria-activedescendant");
  box.setAttribute("aria-expanded", "false");
}

function offer(list) {
  forget();
  if (!list.length || document.activeElement !== box) return;
  near = element("ul");
  near.id = "near";
  near.setAttribute("role", "listbox");
  near.setAttribute("aria-label", box.dataset.pages);
  list.forEach((found, at) => {
    const item = entry(found);
    item.id = "near" + at;
    item.setAttribute("role", "option");
    item.setAttribute("aria-selected", "false");
    item.firstChild.tabIndex = -1;
    if (item.lastChild !== item.firstChild) item.firstChild.append(item.lastChild);
    near.append(item);
  });
  box.setAttribute("aria-expanded", "true");
  box.after(near);
}

function choose(step) {
  const items = Array.from(near.children);
  const at = items.findIndex((each) => each.getAttribute("aria-selected") === "true");
  const next = (at + step + items.length + (at < 0 && step < 0 ? 1 : 0)) % items.length;
  items.forEach((each, number) => { each.setAttribute("aria-selected", String(number === next)); });
  box.setAttribute("aria-activedescendant", items[next].id);
  items[next].scrollIntoView({ block: "nearest" });
}

if (box) {
  box.setAttribute("role", "combobox");
  box.setAttribute("aria-controls", "near");
  box.setAttribute("aria-expanded", "false");
  box.addEventListener("input", () => {
    const mine = ++asked;
    const query = box.value.trim();
    if (!query) return forget();
    ask(query, 8).then((list) => { if (mine === asked) offer(list); }, forget);
  });
  box.addEventListener("keydown", (event) => {
    if (!near) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      choose(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Enter") {
      const taken = near.querySelector('[aria-selected="true"] a');
      if (taken) { event.preventDefault(); window.location.href = taken.href; }
    }
  });
  box.addEventListener("blur", () => window.setTimeout(forget, 200));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") forget();
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) || event.target.isContentEditable;
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) { event.preventDefault(); box.focus(); }
  });
}
