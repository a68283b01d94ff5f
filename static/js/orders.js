/* Orders without leaving the page: choose a hex, draw a path, take it back, go to the next piece. Links do it all without. */
{
  const one = (selector) => document.querySelector(selector);
  const STEPS = {
    ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
    Home: [-0.5, -0.87], PageUp: [0.5, -0.87], End: [-0.5, 0.87], PageDown: [0.5, 0.87],
  };
  let drawn = [], pen = "";

  /* Begin with the piece in the middle of what is shown. */
  function center() {
    const frame = one("#reach"), svg = one("#reach > svg");
    if (!svg) return;
    const [x, y] = frame.dataset.at.split(" "), box = svg.viewBox.baseVal, size = svg.clientWidth / box.width;
    frame.scrollTo((x - box.x) * size - frame.clientWidth / 2, (y - box.y) * size - frame.clientHeight / 2);
  }
  function show(url, focus) {
    history.replaceState(null, "", url);
    return htmx.ajax("GET", url, { source: "#orders", target: "#orders", swap: "outerHTML" }).then(() => {
      center();
      const to = focus && one(focus);
      if (to) to.focus({ preventScroll: focus !== "#reach" }); /* back to the map, on a phone too */
    });
  }
  const query = () => new URLSearchParams(location.search);

  document.addEventListener("click", (event) => {
    const link = event.target.closest("#orders a[href^='?']");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    show(link.getAttribute("href"), link.closest("#reach") ? "#march .main" : "#reach");
  });

  /* A path is drawn from the piece's own hex, with a mouse from the next one too; a finger scrolls there. */
  function draw(links) {
    for (const link of drawn) link.classList.remove("drawn");
    drawn = links;
    for (const link of drawn) link.classList.add("drawn");
  }
  const upTo = (link) => drawn.includes(link) ? drawn.slice(0, drawn.indexOf(link) + 1) : [...drawn, link];

  document.addEventListener("pointerdown", ({ target, button, isPrimary, pointerType }) => {
    const link = target.closest("a.legal"), own = target.closest("#own");
    pen = button || !isPrimary ? "" : own ? "own" : link && pointerType === "mouse" ? "next" : "";
    draw(pen === "next" ? [link] : []);
  });
  document.addEventListener("pointermove", ({ buttons, clientX, clientY }) => {
    const under = pen && buttons && document.elementFromPoint(clientX, clientY), link = under && under.closest("a.legal");
    if (link) draw(upTo(link));
    else if (under && under.id === "own") draw([]);
  });
  document.addEventListener("pointerup", () => {
    if (pen && drawn.length > (pen === "own" ? 0 : 1)) go();
    else if (pen) draw([]);
    pen = "";
  });
  document.addEventListener("pointercancel", () => { pen = ""; draw([]); });
  document.addEventListener("dragstart", (event) => { if (event.target.closest("#reach")) event.preventDefault(); });
  function go() {
    const asked = query(), start = one("#reach").dataset.hex;
    asked.delete("to");
    asked.set("path", [start, ...drawn.map((link) => link.dataset.hex)].join("."));
    drawn = [];
    show(`?${asked}`, "#march .main");
  }

  /* Arrows go from hex to hex, Home to Page Down aslant, Enter chooses; with Shift they draw a path. */
  const place = ({ transform }) => [transform.baseVal[0].matrix.e, transform.baseVal[0].matrix.f];
  function step([across, down], extend) {
    const links = [...document.querySelectorAll("a.legal")], here = document.activeElement.closest("a.legal");
    const [x, y] = here ? place(here) : one("#reach").dataset.at.split(" ").map(Number);
    const next = links.filter((link) => link !== here).map((link) => {
      const [px, py] = place(link), along = (px - x) * across + (py - y) * down, aside = Math.abs((px - x) * down - (py - y) * across);
      return [along > 8 && along >= aside * 0.55 ? Math.hypot(px - x, py - y) + aside / 4 : Infinity, link];
    }).sort((a, b) => a[0] - b[0])[0];
    if (!next || next[0] === Infinity) return;
    next[1].focus();
    draw(extend ? upTo(next[1]) : []);
  }
  center();
  addEventListener("keydown", (event) => {
    const { key } = event, next = one("#next-able"), back = one("#take-back");
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea")) return;
    if (STEPS[key] && event.target.closest("#reach")) step(STEPS[key], event.shiftKey);
    else if (key === "Enter" && drawn.length > 1) go();
    else if (key === "n" && next) show(next.getAttribute("href"), "#reach");
    else if (key === "Escape" && (back || drawn.length)) { draw([]); if (back) show(back.getAttribute("href"), "#reach"); }
    else return;
    event.preventDefault();
  });
}
