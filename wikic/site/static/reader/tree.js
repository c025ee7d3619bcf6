// --- the tree of directories beside the page, from the script that all pages share

const tree = document.getElementById("tree");

if (tree && window.wikicTree) {
  const start = decoded(new URL(home || "./", document.baseURI).pathname);
  const here = decoded(window.location.pathname).slice(start.length).replace(/(^|\/)index\.html$/, "$1");
  const end = served ? "" : "index.html";

  const linked = (title, address) => {
    const link = element("a", title);
    link.href = home + address || "./";
    link.dir = "auto";
    if (decoded(address).replace(/(^|\/)index\.html$/, "$1") === here) link.setAttribute("aria-current", "page");
    return link;
  };

  const branch = ([, , count, pages, directories], address) => {
    const list = element("ul");
    directories.forEach((each) => list.append(folder(each, `${address}${each[1]}/`)));
    pages.forEach(([title, step]) => {
      const item = element("li");
      item.append(linked(title, address + step));
      list.append(item);
    });
    if (count > pages.length) {
      const item = element("li");
      item.append(linked(`… ${count - pages.length}`, address + end));
      list.append(item);
    }
    return list;
  };

  const folder = (each, address) => {
    const item = element("li"), fold = element("button");
    const turn = (opened) => {
      fold.setAttribute("aria-expanded", String(opened));
      if (opened && !item.querySelector("ul")) item.append(branch(each, address));
    };
    fold.setAttribute("aria-label", each[0]);
    fold.addEventListener("click", () => turn(fold.getAttribute("aria-expanded") !== "true"));
    item.append(fold, linked(each[0], address + end));
    turn(here.startsWith(decoded(address)));
    return item;
  };

  tree.append(branch(window.wikicTree, ""));
  tree.hidden = false;
  const current = tree.querySelector('[aria-current="page"]');
  if (current) {
    tree.scrollTop += current.getBoundingClientRect().top - tree.getBoundingClientRect().top - tree.clientHeight / 3;
  }
  const shut = () => {
    tree.classList.remove("open");
    document.getElementById("menu").setAttribute("aria-expanded", "false");
  };
  button("menu", (event) => {
    const opened = tree.classList.toggle("open");
    event.currentTarget.setAttribute("aria-expanded", String(opened));
    if (opened) (current || tree.querySelector("a")).focus();
  });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") shut(); });
  page.addEventListener("click", shut);
}
