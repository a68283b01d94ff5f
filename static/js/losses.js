/* Ticks at the table: shown at once, kept without a signal, and sent in order under the seat that made them. */
window.htmx = window.htmx || {}; /* live.js runs here without it */
(function () {
  "use strict";
  var part = document.getElementById("losses"), body = document.body;
  if (!part || !part.dataset.seat) return;
  var url = part.dataset.url, seat = part.dataset.seat, kept = "np-ticks:" + seat + ":" + url;
  var busy = false, again = 0, pressed = 0, stale = false, memory = [];

  function queue() {
    try { return JSON.parse(localStorage.getItem(kept)) || []; } catch (_) { return memory; }
  }
  function keep(ticks) {
    memory = ticks;
    try {
      if (ticks.length) localStorage.setItem(kept, JSON.stringify(ticks)); else localStorage.removeItem(kept);
    } catch (_) { /* without storage, only this page keeps them */ }
    show();
  }
  function drop(tick) { keep(queue().filter(function (each) { return each.key !== tick.key; })); }
  function random() {
    return Array.from(crypto.getRandomValues(new Uint8Array(16)), function (b) { return (b + 256).toString(16).slice(1); }).join("");
  }
  function row(unit) {
    return Array.from(part.querySelectorAll("[data-unit]")).find(function (each) { return each.dataset.unit === unit; });
  }

  /* Say what waits, beside its unit and above. */
  function show(why) {
    var ticks = queue(), sum = {}, word = document.getElementById("waiting");
    part.querySelectorAll("[data-waits]").forEach(function (each) { each.removeAttribute("data-waits"); });
    ticks.forEach(function (tick) {
      sum[tick.unit] = (sum[tick.unit] || 0) + 1;
      var at = row(tick.unit);
      if (at) at.dataset.waits = sum[tick.unit] + " not sent yet";
    });
    word.hidden = !ticks.length || !(why || word.textContent);
    if (!ticks.length) word.textContent = "";
    else if (why) word.textContent = ticks.length + (ticks.length > 1 ? " ticks wait. " : " tick waits. ") + why;
  }
  function giveBack(tick, why) {
    var list = document.getElementById("returned"), line = document.createElement("p"), at = row(tick.unit);
    line.textContent = "Not counted, " + (at ? at.querySelector("b").textContent : "a leader") + ", " + tick.cause.replace("_", " ") + ": " + why;
    list.append(line);
    list.hidden = false;
  }

  addEventListener("submit", function (event) {
    var form = event.target, button = event.submitter, said;
    if (!part.contains(form)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    clearTimeout(pressed);
    pressed = 0; /* the tap has done its work */
    said = button && button.name === "press" ? button.value.split(" ") : [form.elements.unit.value, form.elements.cause.value, 1, 0];
    var waits = queue().filter(function (each) { return each.unit === said[0]; });
    var left = waits.reduce(function (sum, each) { return sum - each.by; }, Number(said[3]));
    var tick = { unit: said[0], cause: said[1], by: Number(said[2]), expected: Math.max(0, left), turn: part.dataset.turn, key: random() };
    keep(queue().concat([tick]));
    send();
  }, true);

  function send() {
    var tick = queue()[0];
    if (busy) return;
    if (!tick) { if (stale) look(); return; }
    busy = true;
    clearTimeout(again);
    var said = new URLSearchParams(tick);
    said.set("seat", seat);
    said.set("csrfmiddlewaretoken", part.querySelector("[name=csrfmiddlewaretoken]").value);
    fetch(url, { method: "POST", body: said, credentials: "same-origin", headers: { "HX-Request": "true" } }).then(function (answer) {
      if (answer.ok && !isHere(answer)) return wait("Log in again to send them.");
      if (answer.status === 403) return wait("Reload the page to send them.");
      if (answer.status === 429 || answer.status >= 500) return wait("They will be sent again.");
      return answer.text().then(function (text) {
        drop(tick);
        if (answer.ok) draw(text); else { giveBack(tick, reason(text)); stale = true; }
        busy = false;
        send();
      });
    }).catch(function () { wait("They are kept, and sent when the signal is back."); });
  }
  function wait(why) {
    busy = false;
    show(why);
    again = setTimeout(send, 5000);
  }
  function isHere(answer) { return new URL(answer.url).pathname === url; }
  function reason(text) {
    var said = new DOMParser().parseFromString(text, "text/html");
    var error = said.querySelector("#refused li, .errors li") || said.querySelector("main p");
    return error ? error.textContent.trim() : "the battle is over.";
  }

  /* Fetch the losses again when another phone ticked; never under a finger. */
  function look() {
    if (busy || pressed) { stale = true; return; }
    stale = false;
    fetch(url, { credentials: "same-origin", headers: { "HX-Request": "true" } }).then(function (answer) {
      return answer.ok && isHere(answer) ? answer.text().then(draw) : null;
    }).catch(function () { stale = true; });
  }
  function draw(text) {
    var fresh = new DOMParser().parseFromString(text, "text/html").getElementById("losses");
    if (!fresh) return;
    if (pressed) { stale = true; return; }
    var at = document.activeElement, value = part.contains(at) ? at.value : null, chosen = [];
    part.querySelectorAll("select").forEach(function (each) { chosen.push(each.value); });
    part.replaceWith(fresh);
    part = fresh;
    part.querySelectorAll("select").forEach(function (each, n) { if (chosen[n]) each.value = chosen[n]; });
    focusOn(value);
    show();
  }
  /* Keep the focus on the button: its last number, the stands left, has changed. */
  function focusOn(value) {
    if (!value) return;
    var same = value.replace(/ \d+$/, " ");
    var button = Array.from(part.querySelectorAll("button, select")).find(function (each) { return each.value.indexOf(same) === 0; });
    if (button) button.focus({ preventScroll: true });
  }
  addEventListener("pointerdown", function () { clearTimeout(pressed); pressed = -1; });
  ["pointerup", "pointercancel"].forEach(function (what) {
    addEventListener(what, function () {
      pressed = setTimeout(function () { pressed = 0; if (stale) look(); }, 400);
    });
  });
  body.addEventListener("np:changed", look);
  addEventListener("online", send);
  addEventListener("pageshow", send);
  send();
})();
