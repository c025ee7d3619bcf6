// Before the page is drawn: the look that its reader chose.
try {
  const look = localStorage.getItem("wikic-look");
  if (look) document.documentElement.dataset.look = look;
} catch (error) { /* no storage: the system's look */ }
