/* Keep an open page up to date: one tab of a seat, elected in localStorage, listens for all. At a ping, parts refetch. */
(function () {
  "use strict";
  var BEAT = 2000, DEAD = 5000, LONGEST = 30000;
  var body = document.body, page = body.dataset;
  if (!page.liveTokenUrl) return;
  var POLL = 1000 * (page.pollSeconds || 10);
  var key = "np-live:" + page.liveKey, me = String(Math.random()).slice(2) + Date.now();
  var known = Number(page.liveVersion) || 0, failures = 0, over = false;
  var opaque = "liveOpaque" in page; /* the home page's versions have no order */
  var stream = null, opening = false, retry = 0, polling = 0;
  var channel = window.BroadcastChannel ? new BroadcastChannel(key) : null;
  var facade = new EventTarget();

  /* Give the extension this instead of its own connection. */
  facade.readyState = 0;
  facade.close = function () {};
  htmx.createEventSource = function () { return facade; };

  function receive(version) {
    if (version && (opaque ? version === known : version <= known)) return;
    known = opaque ? version || known : Math.max(known, version);
    if (leads()) claim();
    page.liveVersion = String(known);
    facade.dispatchEvent(new MessageEvent("changed", { data: String(known) }));
    changed();
  }
  function changed() { body.dispatchEvent(new CustomEvent("np:changed", { detail: { version: known } })); }

  /* Refetch a part whose answer was requested before the latest change. */
  var late = 0;
  body.addEventListener("htmx:beforeSend", function (event) { event.detail.xhr.seen = known; });
  body.addEventListener("htmx:afterSettle", function (event) {
    var sent = event.detail.xhr;
    if (!sent || sent.seen === undefined || sent.seen === known) return;
    clearTimeout(late);
    late = setTimeout(changed, 0);
  });
  /* Keep what the reader unfolded, typed, or focused when a part replaces itself. */
  var touched = [], focused = null, depth = 0;
  function touch(part) { if (part) part.dataset.touched = ""; }
  body.addEventListener("input", function (event) { touch(event.target); });
  body.addEventListener("click", function (event) {
    var summary = event.target.closest("summary");
    touch(summary && summary.parentNode);
  });
  function named(part) {
    return [part.id || part.name + part.textContent, part.getAttribute("href"), part.form && part.form.getAttribute("action")].join();
  }
  function again(old) {
    return Array.from(document.querySelectorAll(old.tagName)).find(function (part) { return named(part) === named(old); });
  }
  function isFresh(event) { return ((event.detail.requestConfig || {}).triggeringEvent || {}).type === "np:changed"; }
  /* A part under a finger or with a form under way waits; phones click late. */
  var pressed = null, held = false, lifting = 0;
  function press(event) { clearTimeout(lifting); lifting = 0; pressed = event.target; }
  function release() { lifting = 0; pressed = null; if (held) { held = false; changed(); } }
  function lift() { clearTimeout(lifting); lifting = setTimeout(release, 400); }
  function answered() { if (!pressed || lifting) lift(); }
  ["pointerdown", "keydown"].forEach(function (what) { addEventListener(what, press); });
  ["pointerup", "pointercancel", "keyup", "blur"].forEach(function (what) { addEventListener(what, lift); });
  body.addEventListener("htmx:afterRequest", function (event) { if (!isFresh(event)) answered(); });
  body.addEventListener("htmx:beforeSwap", function (event) {
    var part = event.detail.target, here = document.activeElement;
    if (!isFresh(event)) return;
    if (part.contains(pressed) || part.querySelector("form[data-sent]")) {
      held = true;
      event.detail.shouldSwap = false;
      return;
    }
    touched = Array.from(part.querySelectorAll("[data-touched]"));
    focused = part.contains(here) ? (here.matches("summary") ? here.parentNode : here) : null;
    depth = scrollY;
  });
  body.addEventListener("htmx:afterSwap", function (event) {
    if (!isFresh(event)) return;
    touched.forEach(function (old) {
      var now = again(old);
      touch(now);
      if (now) ["open", "value", "checked"].forEach(function (what) { if (what in old) now[what] = old[what]; });
    });
    var to = document.activeElement === body && focused && again(focused);
    if (to) (to.matches("details") ? to.firstElementChild : to).focus({ preventScroll: true });
    if (touched.length || to) scrollTo(scrollX, depth);
    touched = [];
    focused = null;
  });
  function tell(version) {
    if (channel) channel.postMessage(version);
    receive(version);
  }
  if (channel) channel.onmessage = function (event) { if (!document.hidden) receive(event.data); };

  function ask(url) {
    return fetch(url, { credentials: "same-origin", cache: "no-store", headers: { Accept: "application/json" } }).then(function (answer) {
      if (answer.redirected || [401, 403, 404].includes(answer.status)) { over = true; leave(); }
      if (over || !answer.ok) throw new Error("no answer");
      return answer.json();
    });
  }
  function look() { return ask(page.pollUrl).then(function (now) { tell(now.version); }).catch(function () {}); }

  /* Only the leading tab holds a stream. */
  function leader() {
    try { return JSON.parse(localStorage.getItem(key)) || {}; } catch (_) { return {}; }
  }
  function leads() { return leader().id === me; }
  function claim() {
    try { localStorage.setItem(key, JSON.stringify({ id: me, at: Date.now(), version: known })); } catch (_) { /* each tab leads itself */ }
  }
  function beat() {
    if (over || document.hidden) return;
    var now = leader();
    if (now.id && now.id !== me && Date.now() - now.at < DEAD) {
      hangUp();
      if (now.version) receive(now.version);
      return;
    }
    claim();
    if (!stream && !opening && !retry) connect();
  }
  function leave() {
    hangUp();
    if (leads()) try { localStorage.removeItem(key); } catch (_) { /* none */ }
  }
  function hangUp() {
    clearTimeout(retry);
    clearInterval(polling);
    retry = polling = 0;
    if (stream) stream.close();
    stream = null;
    page.live = "";
  }

  function connect() {
    opening = true;
    retry = 0;
    ask(page.liveTokenUrl).then(function (ticket) {
      opening = false;
      if (over || document.hidden || (leader().id && !leads())) return;
      tell(ticket.version);
      listen((page.liveUrl || "/live/") + "?token=" + encodeURIComponent(ticket.token) + "&seen=" + known);
    }).catch(function () { opening = false; failed(); });
  }
  function listen(url) {
    var mine = stream = new EventSource(url);
    mine.onopen = function () {
      failures = 0;
      clearInterval(polling);
      polling = 0;
      facade.readyState = 1;
      page.live = "stream";
      if (facade.onopen) facade.onopen();
    };
    mine.addEventListener("changed", function (event) {
      var version = Number(event.data);
      if (version) tell(version); else look();
    });
    mine.addEventListener("renew", function () { mine.close(); stream = null; connect(); });
    mine.onerror = function () {
      failures += 1;
      if (mine !== stream || (mine.readyState !== EventSource.CLOSED && failures < 3)) return;
      mine.close();
      stream = null;
      failed();
    };
  }
  /* Poll until a stream works. */
  function failed() {
    if (over || document.hidden) return;
    failures += 1;
    if (!polling && failures > 1) { page.live = "poll"; look(); polling = setInterval(look, POLL); }
    retry = setTimeout(connect, Math.min(LONGEST, 500 * Math.pow(2, failures)) * (0.75 + Math.random() / 2));
  }

  addEventListener("storage", function (event) {
    if (event.key === key && !event.newValue) setTimeout(beat, Math.random() * 60);
  });
  document.addEventListener("visibilitychange", function () {
    if (document.hidden) leave(); else { look(); beat(); }
  });
  addEventListener("pagehide", leave);
  /* No page outlives its session. */
  addEventListener("pageshow", function (event) {
    if (!event.persisted) return;
    look().then(function () { if (over) location.reload(); });
    beat();
  });
  addEventListener("online", beat);
  setInterval(beat, BEAT);
  beat();
})();
