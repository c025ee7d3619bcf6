// What the parts of the reader's script share. Every page can be read without it.
const root = document.documentElement;
const home = root.dataset.root || "";
const served = "served" in root.dataset;
const page = document.getElementById("content");

function element(name, text) {
  const made = document.createElement(name);
  if (text) made.textContent = text;
  return made;
}

function filled(phrase, values) {
  return phrase.replace(/\{(\w+)\}/g, (whole, name) => name in values ? values[name] : whole);
}

// A click of the person on what only scripts can do; such a button is hidden without them.
function button(id, act) {
  const found = document.getElementById(id);
  if (!found) return;
  found.hidden = false;
  found.addEventListener("click", act);
}

function decoded(address) {
  try { return decodeURIComponent(address); } catch (error) { return address; }
}
