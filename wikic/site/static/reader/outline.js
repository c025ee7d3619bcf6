// --- which heading the reader is at, among the page's contents

const outline = Array.from(document.querySelectorAll('[aria-labelledby="contents"] a'));
if (outline.length) {
  const headings = outline.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
  let waiting = false;
  const follow = () => {
    waiting = false;
    const at = headings.filter((each) => each && each.getBoundingClientRect().top < 120).length - 1;
    outline.forEach((link, number) => {
      if (number !== at) return link.removeAttribute("aria-current");
      if (link.hasAttribute("aria-current")) return;
      link.setAttribute("aria-current", "location");
      const beside = link.closest("aside");
      if (beside.scrollHeight > beside.clientHeight) beside.scrollTop = link.offsetTop - beside.clientHeight / 3;
    });
  };
  document.addEventListener("scroll", () => {
    if (!waiting) window.requestAnimationFrame(follow);
    waiting = true;
  }, { passive: true });
  follow();
}
