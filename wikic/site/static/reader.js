// The reader's only script: quotes on hover, names while typing. Every page can be read without it.
(function () {
  "use strict";
  var root = document.documentElement;
  var home = root.dataset.root || "";

  // --- the quote card ---------------------------------------------------------------------------

  var card = null;
  var shownFor = null;
  var closing = 0;

  function elements(ids) {
    return (ids || "").split(" ").map(function (id) { return document.getElementById(id); }).filter(Boolean);
  }

  function element(name, text) {
    var made = document.createElement(name);
    if (text) made.textContent = text;
    return made;
  }

  function languageOf(node) { return node.closest("[lang]").lang; }

  function filled(phrase, values) {
    return phrase.replace(/\{(\w+)\}/g, function (whole, name) { return name in values ? values[name] : whole; });
  }

  function show(cite) {
    window.clearTimeout(closing);
    if (shownFor === cite) return;
    hide();
    elements(cite.dataset.facts).forEach(function (fact) { fact.classList.add("lit"); });
    // A link to one sentence says by its address and its number which that is.
    var quoted = elements(cite.dataset.quotes || "q" + cite.textContent + "-" + cite.hash.slice(1));
    if (!quoted.length) return;
    card = element("div");
    card.id = "card";
    card.setAttribute("role", "tooltip");
    var runs = new Set(quoted.map(function (each) { return each.parentElement; }));
    runs.forEach(function (run) {
      var text = element("p");
      text.dir = "auto";
      text.lang = languageOf(run);
      var said = Array.from(run.children);
      var last = -1;
      said.forEach(function (each, at) {
        if (![at - 1, at, at + 1].some(function (near) { return quoted.includes(said[near]); })) return;
        if (at > last + 1) text.append("… ");
        text.append(quoted.includes(each) ? element("mark", each.textContent) : each.textContent, " ");
        last = at;
      });
      if (last < said.length - 1) text.append("…");
      card.append(text);
    });
    var source = quoted[0].closest("li");
    var foot = element("footer");
    var title = source.querySelector("cite").textContent;
    var about = source.querySelector(".about").textContent;
    var fact = cite.closest("li").id;
    var read = source.querySelector("details").dataset.read;
    var words = source.closest(".sources").dataset;
    var told = [fact];
    if (read && !read.startsWith("offline/")) told.push(filled(words.read, { name: read }));
    if ("reworded" in cite.dataset) told.push(words.reworded);
    var heading = element("b", title);
    heading.lang = languageOf(source.querySelector("cite"));
    foot.append(heading, element("br"), about, element("br"), told.join(" · "));
    card.append(foot);
    document.body.append(card);
    place(cite);
    card.addEventListener("pointerenter", function () { window.clearTimeout(closing); });
    card.addEventListener("pointerleave", later);
    cite.setAttribute("aria-describedby", "card");
    shownFor = cite;
  }

  function place(cite) {
    var at = cite.getBoundingClientRect();
    var room = root.clientWidth - card.offsetWidth - 12;
    var top = at.bottom + 8;
    if (top + card.offsetHeight > window.innerHeight && at.top > card.offsetHeight + 70) top = at.top - card.offsetHeight - 8;
    card.style.left = Math.max(12, Math.min(at.left - 20, room)) + window.scrollX + "px";
    card.style.top = top + window.scrollY + "px";
  }

  function hide() {
    window.clearTimeout(closing);
    document.querySelectorAll(".lit").forEach(function (fact) { fact.classList.remove("lit"); });
    if (!card) return;
    card.remove();
    shownFor.removeAttribute("aria-describedby");
    card = shownFor = null;
  }

  function later() { closing = window.setTimeout(hide, 200); }

  function citeOf(event) { return event.target.closest ? event.target.closest("a.cite") : null; }

  document.addEventListener("pointerover", function (event) {
    var cite = citeOf(event);
    if (cite && event.pointerType !== "touch") show(cite);
  });
  document.addEventListener("pointerout", function (event) { if (citeOf(event)) later(); });
  document.addEventListener("focusin", function (event) { var cite = citeOf(event); if (cite) show(cite); });
  document.addEventListener("focusout", function (event) { if (citeOf(event)) later(); });
  document.addEventListener("keydown", function (event) { if (event.key === "Escape") { hide(); forget(); } });

  // --- finding pages ----------------------------------------------------------------------------

  var box = document.getElementById("q");
  var near = null;
  var asked = 0;

  function ask(query, limit) {
    if ("served" in root.dataset) {
      return fetch(home + "-/suggest?limit=" + limit + "&q=" + encodeURIComponent(query)).then(function (reply) {
        return reply.ok ? reply.json() : [];
      });
    }
    return window.wikicSearch ? window.wikicSearch(query, limit) : Promise.resolve([]);
  }

  function entry(found) {
    var item = element("li");
    var link = element("a", found.title);
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
    list.forEach(function (found, at) {
      var item = entry(found);
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
    var items = Array.from(near.children);
    var at = items.findIndex(function (each) { return each.getAttribute("aria-selected") === "true"; });
    var next = (at + step + items.length + (at < 0 && step < 0 ? 1 : 0)) % items.length;
    items.forEach(function (each, number) { each.setAttribute("aria-selected", String(number === next)); });
    box.setAttribute("aria-activedescendant", items[next].id);
    items[next].scrollIntoView({ block: "nearest" });
  }

  if (box) {
    box.setAttribute("role", "combobox");
    box.setAttribute("aria-controls", "near");
    box.setAttribute("aria-expanded", "false");
    box.addEventListener("input", function () {
      var mine = ++asked;
      var query = box.value.trim();
      if (!query) return forget();
      ask(query, 8).then(function (list) { if (mine === asked) offer(list); }, forget);
    });
    box.addEventListener("keydown", function (event) {
      if (!near) return;
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        choose(event.key === "ArrowDown" ? 1 : -1);
      } else if (event.key === "Enter") {
        var taken = near.querySelector('[aria-selected="true"] a');
        if (taken) { event.preventDefault(); window.location.href = taken.href; }
      }
    });
    box.addEventListener("blur", function () { window.setTimeout(forget, 200); });
    document.addEventListener("keydown", function (event) {
      var typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) || event.target.isContentEditable;
      if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) { event.preventDefault(); box.focus(); }
    });
  }

  // --- the page of results of a site without a server -------------------------------------------

  // The directories of what was found, each with a button that shows those alone.
  function narrowing(items, nav) {
    var counts = new Map();
    items.forEach(function (item) { counts.set(item.dataset.directory, (counts.get(item.dataset.directory) || 0) + 1); });
    if (counts.size < 2) return;
    var chosen = null;
    var row = element("p");
    row.append(element("b", nav.dataset.directories), " ");
    Array.from(counts).sort(function (one, other) { return other[1] - one[1]; }).forEach(function (each) {
      var button = element("button", each[0] || "/");
      button.setAttribute("aria-pressed", "false");
      button.addEventListener("click", function () {
        chosen = chosen === each[0] ? null : each[0];
        row.querySelectorAll("button").forEach(function (other) {
          other.setAttribute("aria-pressed", String(other === button && chosen !== null));
        });
        items.forEach(function (item) { item.hidden = chosen !== null && item.dataset.directory !== chosen; });
      });
      row.append(button, " ", Object.assign(element("span", String(each[1])), { className: "about" }), " ");
    });
    nav.append(row);
    nav.hidden = false;
  }

  var results = document.getElementById("found");
  if (results && !("served" in root.dataset)) {
    var wanted = new URLSearchParams(window.location.search).get("q") || "";
    var said = document.getElementById("said");
    box.value = wanted;
    if (wanted.trim()) {
      ask(wanted, 50).then(function (list) {
        var partial = list.length && list.every(function (each) { return each.partial; });
        var phrase = !list.length ? "none" : partial ? "partial" : list.length === 50 ? "first" : list.length === 1 ? "once" : "found";
        said.textContent = filled(said.dataset[phrase], { query: wanted, count: list.length });
        var items = list.map(function (found) {
          var item = entry(found);
          item.dataset.directory = found.directory;
          results.append(item);
          return item;
        });
        narrowing(items, document.getElementById("facets"));
      }, function () { said.textContent = said.dataset.failed; });
    }
  }
})();
