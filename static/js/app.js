/* Used by every page; every page also works without it. */
(function () {
  "use strict";
  var body = document.body, root = document.documentElement;

  function all(selector, within) { return (within || document).querySelectorAll(selector); }

  function randomHex(bytes) {
    return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), function (b) {
      return (b + 256).toString(16).slice(1);
    }).join("");
  }

  function hidden(form, name) {
    var input = form.querySelector('input[name="' + name + '"]');
    if (!input) {
      input = document.createElement("input");
      input.type = "hidden";
      input.name = name;
      form.append(input);
    }
    return input;
  }

  /* A cached page never sends an old key; forms may send random digits for the dice. */
  function freshen(within) {
    all("form", within).forEach(function (form) {
      if (form.method !== "post") return;
      var key = form.querySelector('input[name="key"]');
      if (key) key.value = randomHex(16);
      if ("entropy" in form.dataset) hidden(form, "entropy").value = randomHex(32);
    });
  }

  /* Send a form once, even after a double click. */
  document.addEventListener("submit", function (event) {
    var form = event.target, button = event.submitter;
    if (form.dataset.sent || (button && button.getAttribute("aria-disabled") === "true")) { event.preventDefault(); event.stopImmediatePropagation(); return; }
    form.dataset.sent = "1";
    delete form.dataset.typed;
    form.setAttribute("aria-busy", "true");
    setTimeout(letAgain, 10000, form); /* a download keeps the page open */
  }, true);
  function letAgain(form) {
    if (form && form.dataset) { delete form.dataset.sent; form.removeAttribute("aria-busy"); }
  }
  body.addEventListener("htmx:afterRequest", function (event) { letAgain(event.detail.elt.closest("form")); });
  addEventListener("pageshow", function (event) { if (event.persisted) { all("form").forEach(letAgain); freshen(); } });

  /* Warn before text typed in a guarded form is lost. */
  body.addEventListener("input", function (event) {
    var form = event.target.form;
    if (form && "guard" in form.dataset) form.dataset.typed = "1";
  });
  addEventListener("beforeunload", function (event) { if (document.querySelector("form[data-typed]")) event.preventDefault(); });

  /* Copying, printing, the theme. */
  body.addEventListener("click", function (event) {
    var button = event.target.closest("[data-copy], [data-print], [data-theme-set]");
    if (!button) return;
    var set = button.dataset;
    if (set.copy) copy(document.querySelector(set.copy), button);
    if ("print" in set) print();
    if ("themeSet" in set) choose(set.themeSet);
  });

  function copy(source, button) {
    function done() { toast(button.dataset.copied || "Copied."); }
    var text = source.value || source.textContent.trim();
    if (navigator.clipboard) { navigator.clipboard.writeText(text).then(done); return; }
    var range = document.createRange();
    if (source.select) source.select();
    else { range.selectNodeContents(source); getSelection().removeAllRanges(); getSelection().addRange(range); }
    if (document.execCommand("copy")) done();
  }

  function show(theme) {
    if (theme) root.dataset.theme = theme; else delete root.dataset.theme;
    all("[data-theme-set]").forEach(function (b) { b.setAttribute("aria-pressed", String(b.dataset.themeSet === theme)); });
  }
  function choose(theme) {
    document.cookie = "theme=" + (theme || "system") + ";path=/;max-age=31536000;samesite=lax";
    show(theme);
  }
  var kept = (document.cookie.match(/(?:^|; )theme=(light|dark|system)/) || [])[1];
  show(kept ? (kept === "system" ? "" : kept) : root.dataset.theme || "");
  all("#theme, [data-copy]").forEach(function (part) { part.hidden = false; });

  /* Offer new users their time zone. */
  all("[data-zone]").forEach(function (input) {
    var zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (input.value === "UTC" && input.form.elements.username && /^(?!Etc).+\//.test(zone)) input.value = zone.replace(/_/g, " ");
  });

  /* Say what was done here; errors never go here. */
  function toast(words) {
    var region = document.getElementById("toasts"), line = document.createElement("div");
    if (!region) return;
    line.className = "toast";
    line.append(words);
    region.append(line);
    setTimeout(function () { line.remove(); }, 8000);
  }

  /* Keep the table's screen awake. */
  function stayAwake() {
    if ("awake" in body.dataset && navigator.wakeLock && !document.hidden) navigator.wakeLock.request("screen").catch(function () {});
  }
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();

  /* Screen readers read errors first. */
  var errors = document.querySelector(".errors");
  if (errors) errors.focus();

  freshen();
  body.addEventListener("htmx:load", function (event) { freshen(event.detail.elt.parentNode); });
})();
