// --- small things on a page: code is copied, its look is chosen, what does not scroll is no stop for Tab

const copying = root.dataset.copy;
document.querySelectorAll("#content pre > code:only-child").forEach((code) => {
  if (!copying || code.classList.contains("math")) return;
  const copy = element("button", copying), frame = element("div");
  copy.className = "copy";
  copy.addEventListener("click", () => copyText(code).then(() => {
    copy.textContent = "✓";
    window.setTimeout(() => { copy.textContent = copying; }, 1500);
  }));
  frame.className = "code";
  code.parentElement.before(frame);
  frame.append(code.parentElement, copy);
});

// A page of another machine without TLS has no clipboard; what is selected can be copied there, too.
function copyText(code) {
  if (navigator.clipboard) return navigator.clipboard.writeText(code.textContent);
  window.getSelection().selectAllChildren(code);
  document.execCommand("copy");
  return Promise.resolve();
}

document.querySelectorAll('#content :is(pre, table, .math)[tabindex="0"]').forEach((each) => {
  if (each.scrollWidth <= each.clientWidth) each.removeAttribute("tabindex");
});

button("look", () => {
  const dark = window.matchMedia("(prefers-color-scheme: dark)").matches;
  const next = (root.dataset.look || (dark ? "dark" : "light")) === "dark" ? "light" : "dark";
  root.dataset.look = next;
  try { localStorage.setItem("wikic-look", next); } catch (error) { /* for this page alone */ }
});
