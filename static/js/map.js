/* Pan, zoom, choose, and find on the map, with one transform a frame. Without it, the whole picture and links remain. */
{
  const one = (selector, inside = document) => inside.querySelector(selector);
  const stacks = () => [...document.querySelectorAll("#stacks > a")];
  const frame = one("#map-frame"), plate = one("#plate"), find = one("#find"), said = one("#map-said");
  const mini = one("#mini"), cursor = one("#cursor"), box = one("svg", plate).viewBox.baseVal;
  const WIDE = 90, RADIUS = WIDE / Math.sqrt(3), LARGEST = 1.9, LEVELS = [16, 30, 44, 64, 105], CLICK = 5;
  const TERRAINS = ["clear", "rough", "forest", "swamp", "mountain", "sea"];
  const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const hexes = new Map(), names = new Map(), places = new Map(), held = new Map();
  let x = 0, y = 0, scale = 1, due = 0, flight = 0, moved = 0, at = null;

  const clamp = (value, low, high) => Math.max(low, Math.min(high, value));
  const fit = () => Math.min(frame.clientWidth / box.width, frame.clientHeight / box.height);
  const least = () => Math.min(fit(), 1);
  const within = (place, size, room) => size < room ? (room - size) / 2 : clamp(place, room * 0.6 - size, room * 0.4);

  function draw() {
    const wide = frame.clientWidth, tall = frame.clientHeight;
    due = 0;
    x = within(x, box.width * scale, wide);
    y = within(y, box.height * scale, tall);
    plate.style.transform = `translate3d(${x}px,${y}px,0) scale(${scale})`;
    const level = String(1 + LEVELS.filter((limit) => WIDE * scale >= limit).length);
    if (frame.dataset.zoom !== level) frame.dataset.zoom = level;
    if (!mini) return;
    const view = { x: box.x - x / scale, y: box.y - y / scale, width: wide / scale, height: tall / scale };
    for (const name in view) one("#mini-view").setAttribute(name, view[name]);
  }
  function go(to, down, size) {
    x = to;
    y = down;
    scale = clamp(size, least(), LARGEST);
    due = due || requestAnimationFrame(draw);
  }
  function zoom(factor, px = frame.clientWidth / 2, py = frame.clientHeight / 2) {
    const change = clamp(scale * factor, least(), LARGEST) / scale;
    go(px - (px - x) * change, py - (py - y) * change, scale * change);
  }
  function fly([px, py], size, time = 260) {
    const from = [x, y, scale], begun = performance.now();
    const goal = [frame.clientWidth / 2 - (px - box.x) * size, frame.clientHeight / 2 - (py - box.y) * size, size];
    const step = (now) => {
      const part = clamp((now - begun) / time, 0, 1), eased = 1 - (1 - part) ** 3;
      go(...goal.map((end, n) => from[n] + (end - from[n]) * eased));
      if (part < 1) flight = requestAnimationFrame(step);
    };
    cancelAnimationFrame(flight);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches || !time) go(...goal);
    else step(begun);
  }
  const whole = (time) => fly([box.x + box.width / 2, box.y + box.height / 2], fit(), time);

  const center = ({ q, r }) => [WIDE * (q + r / 2), RADIUS * 1.5 * r];
  function under(px, py) {
    const r = ((py - y) / scale + box.y) / RADIUS / 1.5, q = ((px - x) / scale + box.x) / WIDE - r / 2;
    let a = Math.round(q), b = Math.round(r);
    const c = Math.round(-q - r), da = Math.abs(a - q), db = Math.abs(b - r), dc = Math.abs(c + q + r);
    if (da > db && da > dc) a = -b - c;
    else if (db > dc) b = -a - c;
    return hexes.get(`${a},${b}`);
  }
  function mark(hex) {
    at = hex;
    cursor.setAttribute("transform", `translate(${center(hex)})`);
    cursor.style.display = "inline";
  }
  const hexOf = (link) => link.getAttribute("href").slice(5);

  /* The server draws a chosen hex and its panel, from what this viewer knows. */
  function choose(hex) {
    if (!hex) return;
    const url = `?hex=${hex.id}`;
    mark(hex);
    history.replaceState(null, "", url);
    htmx.ajax("GET", location.pathname + url, { source: "#map", target: "#map", swap: "outerHTML", select: "#map" });
  }
  function step([across, down]) {
    const from = at || under(frame.clientWidth / 2, frame.clientHeight / 2);
    const lean = down && from && from.r % 2 ? -down : 0; /* up and down go straight in two steps */
    const next = from && hexes.get(`${from.q + across + lean},${from.r + down}`);
    if (!next) return;
    const [px, py] = center(next), left = x + (px - box.x) * scale, top = y + (py - box.y) * scale, here = `?hex=${next.id}`;
    const stack = stacks().find((link) => link.getAttribute("href") === here);
    mark(next);
    said.textContent = `${names.get(next.id) || `Hex ${next.id}`}, ${TERRAINS[next.terrain]}. ${stack ? one("title", stack).textContent : ""}`;
    if (left < 50 || top < 50 || left > frame.clientWidth - 50 || top > frame.clientHeight - 50) fly([px, py], scale);
  }

  frame.addEventListener("pointerdown", (event) => {
    if (event.target.closest("#map-tools")) return;
    cancelAnimationFrame(flight);
    if (!held.size) moved = 0;
    held.set(event.pointerId, event);
  });
  frame.addEventListener("pointermove", (event) => {
    const before = held.get(event.pointerId), corner = frame.getBoundingClientRect();
    if (!before) return;
    const other = [...held.values()].find((each) => each.pointerId !== event.pointerId);
    const across = event.clientX - before.clientX, down = event.clientY - before.clientY;
    moved += Math.abs(across) + Math.abs(down);
    if (moved > CLICK) frame.setPointerCapture(event.pointerId);
    held.set(event.pointerId, event);
    go(x + across / held.size, y + down / held.size, scale);
    if (!other) return;
    const apart = (each) => Math.hypot(each.clientX - other.clientX, each.clientY - other.clientY) || 1;
    zoom(apart(event) / apart(before), (event.clientX + other.clientX) / 2 - corner.x, (event.clientY + other.clientY) / 2 - corner.y);
  });
  for (const name of ["pointerup", "pointercancel"]) addEventListener(name, (event) => held.delete(event.pointerId));
  frame.addEventListener("click", (event) => {
    const button = event.target.closest("button"), stack = event.target.closest("#stacks > a"), corner = frame.getBoundingClientRect();
    if (stack) event.preventDefault();
    if (button) press(button.dataset, button);
    else if (!event.target.closest("#map-tools") && moved <= CLICK)
      choose(stack ? hexes.get(hexOf(stack)) : under(event.clientX - corner.x, event.clientY - corner.y));
  });
  function press({ toggle, by }, button) {
    if (by) zoom(Number(by));
    else if (!toggle) whole();
    else button.setAttribute("aria-pressed", frame.classList.toggle(toggle) !== toggle.startsWith("no-"));
  }
  frame.addEventListener("dragstart", (event) => event.preventDefault());
  frame.addEventListener("wheel", (event) => {
    const corner = frame.getBoundingClientRect(), turned = clamp(event.deltaY * (event.deltaMode ? 30 : 1), -240, 240);
    event.preventDefault();
    zoom(Math.exp(-turned / 400), event.clientX - corner.x, event.clientY - corner.y);
  }, { passive: false });
  frame.addEventListener("keydown", (event) => {
    const { key } = event;
    if (event.target !== frame || event.ctrlKey || event.metaKey || event.altKey) return;
    if (STEPS[key]) step(STEPS[key]);
    else if (key === "Enter") choose(at);
    else if ("+=".includes(key)) zoom(1.4);
    else if (key === "-") zoom(1 / 1.4);
    else if (key === "0") whole();
    else if (key === "/") find.focus();
    else if (key === "n") one("#map .main")?.click();
    else return;
    event.preventDefault();
  });

  function findable() {
    const found = new Map(places);
    for (const stack of stacks()) for (const name of (stack.dataset.leaders || "").split("|")) if (name) found.set(name, hexOf(stack));
    return found;
  }
  find.addEventListener("focus", () => {
    one("#found").replaceChildren(...[...findable().keys()].sort().map((name) => new Option(name)));
  });
  find.form.addEventListener("submit", (event) => {
    const found = findable(), wanted = find.value.trim().toLowerCase();
    const name = [...found.keys()].sort().find((each) => wanted && each.toLowerCase().startsWith(wanted));
    const hex = hexes.get(found.get(name));
    event.preventDefault();
    said.textContent = name || "Nothing found.";
    if (!hex) return;
    fly(center(hex), Math.max(scale, 0.62));
    choose(hex);
  });

  function dots() {
    if (!mini) return;
    one("#mini-stacks").innerHTML = stacks().map((stack) => {
      const { e, f } = stack.transform.baseVal[0].matrix;
      return `<rect class="${one(".c-us", stack) ? "us" : "cs"}" width="110" height="110" x="${e - 55}" y="${f - 55}"/>`;
    }).join("");
  }
  if (mini) mini.addEventListener("click", (event) => {
    const seen = mini.getBoundingClientRect();
    const part = [(event.clientX - seen.x) / seen.width, (event.clientY - seen.y) / seen.height];
    fly([box.x + part[0] * box.width, box.y + part[1] * box.height], Math.max(scale, 0.4));
  });

  /* Begin at the chosen hex, else around the reader's counters, else with the whole map. */
  function begin() {
    const ring = one(".chosen"), seen = stacks().map((stack) => stack.transform.baseVal[0].matrix);
    const points = ring ? [...ring.points].map((p) => [p.x, p.y]) : seen.map((m) => [m.e, m.f]);
    if (!mini || !points.length) return whole(0);
    const [left, top, right, low] = [Math.min, Math.max].flatMap((pick) => [0, 1].map((n) => pick(...points.map((p) => p[n]))));
    const size = Math.min(frame.clientWidth / (right - left + 700), frame.clientHeight / (low - top + 600));
    fly([(left + right) / 2, (top + low) / 2], clamp(size, least(), 0.6), 0);
  }
  plate.style.width = `${box.width}px`;
  frame.classList.add("live");
  frame.tabIndex = 0;
  frame.setAttribute("role", "application");
  one("#map-tools").hidden = false;
  begin();
  dots();
  addEventListener("resize", () => go(x, y, scale));
  addEventListener("beforeprint", () => { frame.dataset.zoom = mini ? "3" : "6"; });
  addEventListener("afterprint", draw);
  document.body.addEventListener("htmx:afterSettle", dots);
  fetch(frame.dataset.index).then((answer) => answer.json()).then((index) => {
    for (const [id, q, r, terrain] of index.hexes) for (const key of [id, `${q},${r}`]) hexes.set(key, { id, q, r, terrain });
    for (const [name, state, id] of index.places) { places.set(`${name}, ${state}`, id); names.set(id, name); }
  });
}
