// --- what a link to a page leads to, as a card; pages of a disk may not be read by a script

const fetched = new Map();
let pointing = 0;

function preview(link) {
  const address = link.href.split("#")[0];
  if (!fetched.has(address)) {
    fetched.set(address, new Promise((resolve) => {
      const request = new XMLHttpRequest();
      request.responseType = "document";
      request.onload = () => resolve(request.status === 200 ? told(request.response) : null);
      request.onerror = () => resolve(null);
      request.open("GET", address);
      request.send();
    }));
  }
  return fetched.get(address);
}

// Title and beginning of a page of this wiki, else null.
function told(other) {
  const title = other && other.querySelector("#content h1");
  if (!title) return null;
  const said = other.querySelector(".summary") || Array.from(other.querySelectorAll(".written p, .facts li, .text p")).find((each) => each.textContent.trim());
  if (!said) return null;
  said.querySelectorAll("sup, .why, annotation").forEach((each) => each.remove());
  const text = said.textContent.trim().replace(/\s+/g, " ");
  return { title: title.textContent, lang: other.documentElement.lang, text: text.length > 300 ? text.slice(0, 299) + "…" : text };
}

// What is not a page: what the server works out when it is asked, lists of a kind, and files, which are told by
// the letters of their ending ("1.2" has none).
const isOther = (below, query) => below.startsWith("-/") || query !== "" || /\.(?!html$)\d*[a-z][a-z\d]{0,7}$/i.test(below);

function pageOf(event) {
  const link = event.target.closest ? event.target.closest("#content a[href]") : null;
  if (!link || link.closest(".cite, #card") || link.origin !== window.location.origin) return null;
  const start = new URL(home || "./", document.baseURI).pathname;
  if (!link.pathname.startsWith(start) || isOther(link.pathname.slice(start.length), link.search)) return null;
  return link.href.split("#")[0] === window.location.href.split("#")[0] ? null : link;
}

if (window.location.protocol.startsWith("http")) {
  document.addEventListener("pointerover", (event) => {
    const link = pageOf(event);
    window.clearTimeout(pointing);
    if (!link || event.pointerType === "touch" || shownFor === link) return;
    pointing = window.setTimeout(() => preview(link).then((found) => {
      if (!found || !link.matches(":hover")) return;
      const title = element("b", found.title), text = element("p", found.text);
      title.dir = text.dir = "auto";
      open(link, [title, text]);
    }), 350);
  });
  document.addEventListener("pointerout", (event) => { if (pageOf(event)) later(); });
}
