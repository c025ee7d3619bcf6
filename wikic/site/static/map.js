// Zooms and moves the map, and names the pages that have room. Without it the whole map is there, with fewer names.
(function () {
  "use strict";
  var map = document.getElementById("map");
  var bar = document.getElementById("zoom");
  if (!map || !bar) return;
  var box = map.viewBox.baseVal;
  var whole = { x: box.x, y: box.y, width: box.width, height: box.height };
  var dots = Array.from(map.querySelectorAll("a"));
  var names = map.querySelector("g.names");

  // Names stand in the order of links: those of pages with fewer give way.
  function name() {
    var scale = box.width / whole.width;
    var taken = new Set();
    names.replaceChildren();
    names.setAttribute("font-size", 12 * scale);
    dots.forEach(function (dot) {
      var circle = dot.querySelector("circle");
      var x = circle.cx.baseVal.value, y = circle.cy.baseVal.value;
      var r = circle.dataset.r * Math.sqrt(scale);
      circle.r.baseVal.value = r;
      y -= r + 7 * scale;
      if (x < box.x || x > box.x + box.width || y < box.y || y > box.y + box.height) return;
      var title = dot.querySelector("title").textContent;
      var said = title.length > 28 ? title.slice(0, 27) + "…" : title;
      var half = said.length * (said.charCodeAt(0) > 0x2e80 ? 6 : 3) * scale, line = 14 * scale, cells = [];
      for (var column = Math.floor((x - half) / line); column <= Math.floor((x + half) / line); column++) {
        for (var row = Math.floor(y / line) - 1; row <= Math.floor(y / line) + 1; row++) cells.push(column + " " + row);
      }
      if (cells.some(function (cell) { return taken.has(cell); })) return;
      cells.forEach(function (cell) { taken.add(cell); });
      var text = document.createElementNS(map.namespaceURI, "text");
      text.setAttribute("x", x);
      text.setAttribute("y", y);
      text.textContent = said;
      names.append(text);
    });
  }

  function zoom(factor, x, y) {
    var width = Math.min(whole.width, Math.max(whole.width / 40, box.width * factor));
    var by = width / box.width;
    box.x = x - (x - box.x) * by;
    box.y = y - (y - box.y) * by;
    box.width = width;
    box.height *= by;
    if (by >= 1 && width === whole.width) { box.x = whole.x; box.y = whole.y; box.height = whole.height; }
    name();
  }

  function place(event) {
    var at = new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM().inverse());
    return [at.x, at.y];
  }

  map.addEventListener("wheel", function (event) {
    event.preventDefault();
    var at = place(event);
    zoom(event.deltaY < 0 ? 0.8 : 1.25, at[0], at[1]);
  }, { passive: false });

  var held = null;
  var moved = false;
  map.addEventListener("pointerdown", function (event) { held = place(event); moved = false; });
  window.addEventListener("pointermove", function (event) {
    if (!held) return;
    var at = place(event);
    var dx = held[0] - at[0], dy = held[1] - at[1];
    if (!moved && Math.abs(dx) + Math.abs(dy) < box.width / 200) return;
    moved = true;
    box.x += dx;
    box.y += dy;
  });
  window.addEventListener("pointerup", function () {
    if (held && moved) name();
    held = null;
  });
  map.addEventListener("click", function (event) { if (moved) event.preventDefault(); });
  map.addEventListener("dragstart", function (event) { event.preventDefault(); });

  bar.addEventListener("click", function (event) {
    var factor = Number(event.target.dataset.zoom);
    if (factor) zoom(factor, box.x + box.width / 2, box.y + box.height / 2);
  });
  bar.hidden = false;
})();
