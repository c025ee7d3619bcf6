// --- a card beside a link: the sentence behind a citation; previews.js shows pages so

let card = null;
let shownFor = null;
let closing = 0;
let tapped = null;

function elements(ids) {
  return (ids || "").split(" ").map((id) => document.getElementById(id)).filter(Boolean);
}

function languageOf(node) { return node.closest("[lang]").lang; }

function open(link, parts) {
  hide();
  card = element("div");
  card.id = "card";
  card.setAttribute("role", "tooltip");
  card.append(...parts);
  document.body.append(card);
  place(link);
  card.addEventListener("pointerenter", () => window.clearTimeout(closing));
  card.addEventListener("pointerleave", later);
  link.setAttribute("aria-describedby", "card");
  shownFor = link;
}

function place(link) {
  const at = link.getBoundingClientRect();
  const room = root.clientWidth - card.offsetWidth - 12;
  let top = at.bottom + 8;
  if (top + card.offsetHeight > window.innerHeight && at.top > card.offsetHeight + 70) top = at.top - card.offsetHeight - 8;
  card.style.left = Math.max(12, Math.min(at.left - 20, room)) + window.scrollX + "px";
  card.style.top = top + window.scrollY + "px";
}

function hide() {
  window.clearTimeout(closing);
  document.querySelectorAll(".lit").forEach((fact) => fact.classList.remove("lit"));
  if (!card) return;
  card.remove();
  shownFor.removeAttribute("aria-describedby");
  card = shownFor = tapped = null;
}

function later() { closing = window.setTimeout(hide, 200); }

function show(cite) {
  window.clearTimeout(closing);
  if (shownFor === cite) return;
  hide();
  elements(cite.dataset.facts).forEach((fact) => fact.classList.add("lit"));
  // A link to one sentence says by its address and its number which that is.
  const quoted = elements(cite.dataset.quotes || "q" + cite.textContent + "-" + cite.hash.slice(1));
  if (!quoted.length) return;
  const parts = Array.from(new Set(quoted.map((each) => each.parentElement)), (run) => quotation(run, quoted));
  open(cite, [...parts, origin(cite, quoted[0].closest("li"))]);
}

function quotation(run, quoted) {
  const text = element("p");
  text.dir = "auto";
  text.lang = languageOf(run);
  const said = Array.from(run.children);
  let last = -1;
  said.forEach((each, at) => {
    if (![at - 1, at, at + 1].some((near) => quoted.includes(said[near]))) return;
    if (at > last + 1) text.append("… ");
    text.append(quoted.includes(each) ? element("mark", each.textContent) : each.textContent, " ");
    last = at;
  });
  if (last < said.length - 1) text.append("…");
  return text;
}

// Document, date, the statement's id and who read it; the document's name leads where the citation does.
function origin(cite, source) {
  const foot = element("footer");
  const read = source.querySelector("details").dataset.read;
  const words = source.closest(".sources").dataset;
  const told = [cite.closest("li[id]").id];
  if (read && !read.startsWith("offline/")) told.push(filled(words.read, { name: read }));
  if ("reworded" in cite.dataset) told.push(words.reworded);
  const title = element("a", source.querySelector("cite").textContent);
  title.href = cite.href;
  title.lang = languageOf(source.querySelector("cite"));
  foot.append(title, element("br"), source.querySelector(".about").textContent, element("br"), told.join(" · "));
  return foot;
}

function citeOf(event) { return event.target.closest ? event.target.closest("a.cite") : null; }

document.addEventListener("pointerover", (event) => {
  const cite = citeOf(event);
  if (cite && event.pointerType !== "touch") show(cite);
});
document.addEventListener("pointerout", (event) => { if (citeOf(event)) later(); });
document.addEventListener("focusin", (event) => { const cite = citeOf(event); if (cite) show(cite); });
document.addEventListener("focusout", (event) => { if (citeOf(event)) later(); });
document.addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });
// The first touch shows the card, the second one follows the link.
document.addEventListener("click", (event) => {
  const cite = citeOf(event);
  if (!cite) {
    if (card && !card.contains(event.target)) hide();
  } else if (event.pointerType === "touch" && tapped !== cite) {
    show(cite);
    if (shownFor !== cite) return;
    tapped = cite;
    window.clearTimeout(closing);
    event.preventDefault();
  }
});
