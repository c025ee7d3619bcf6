// --- the words that were searched, marked in the list of what was found and on the page that was opened

const letters = "[\\p{L}\\p{M}\\p{N}]";
const spaceless = "[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}]";
const bare = (text) => text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase();

// Pieces of a text that say a word of the query: whole words that begin like it, or its run of characters.
function matches(query) {
  const asked = bare(query);
  const runs = asked.match(new RegExp(`${spaceless}+`, "gu")) || [];
  const words = (asked.match(new RegExp(`(?:(?!${spaceless})${letters})+`, "gu")) || []).filter((each) => each.length > 1);
  const wanted = (word) => words.some((each) => word === each || (each.length > 2 &&
    (word.startsWith(each) || (each.startsWith(word) && word.length > 2 && each.length - word.length < 3))));
  const pieces = new RegExp(`${[...runs, `(?:(?!${spaceless})${letters})+`].join("|")}`, "giu");
  return (text) => Array.from(text.matchAll(pieces)).filter(([piece]) => runs.includes(bare(piece)) || wanted(bare(piece)));
}

function markWords(within, query) {
  const find = matches(query.slice(0, 200));
  const walk = document.createTreeWalker(within, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement.closest("mark, math, script, button, .box, svg") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
  const texts = [];
  while (walk.nextNode()) texts.push(walk.currentNode);
  let first = null;
  for (const node of texts.slice(0, 20000)) {
    let mark = null;
    for (const found of find(node.data).reverse()) {
      const piece = node.splitText(found.index);
      mark = element("mark", found[0]);
      piece.data = piece.data.slice(found[0].length);
      piece.before(mark);
    }
    first = first || mark;
  }
  return first;
}

// An address that leads to what was asked: `page?q=words`.
function asking(link, query) {
  const address = new URL(link.href);
  address.searchParams.set("q", query);
  link.href = address.href;
}

const sought = new URLSearchParams(window.location.search).get("q") || "";
const results = document.getElementById("found");
const article = page && page.querySelector("article");
if (sought && results && served) {
  results.querySelectorAll("li > a").forEach((link) => asking(link, sought));
  markWords(results, sought);
} else if (sought && article && !results) {
  const first = markWords(article, sought);
  if (first && !window.location.hash) first.scrollIntoView({ block: "center" });
}
