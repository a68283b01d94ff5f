/* On light pages, in place of htmx: parts refetch themselves and forms act in place. It knows the few hx-attributes that
   these pages use, and fires the events of htmx that live.js, app.js, and signal.js listen for. */
window.htmx = {}; /* live.js gives it a connection that nobody opens here */
(function () {
  "use strict";
  var SWAPPED = [409, 422, 429]; /* refusals in words */
  var body = document.body, asked = new Map();

  function all(selector) { return document.querySelectorAll(selector); }
  function said(elt, name) { return elt.getAttribute("hx-" + name) || ""; }
  function fire(elt, name, detail) {
    (elt.isConnected ? elt : body).dispatchEvent(new CustomEvent("htmx:" + name, { bubbles: true, detail: detail }));
  }

  function send(elt, url, options, cause) {
    var detail = { elt: elt, xhr: {}, requestConfig: { triggeringEvent: cause } };
    options.headers = { "HX-Request": "true" };
    options.credentials = "same-origin";
    fire(elt, "beforeSend", detail);
    return fetch(url, options).then(function (answer) {
      return answer.text().then(function (text) { return [answer, text]; });
    }).then(function (came) {
      if (came[0].ok || SWAPPED.includes(came[0].status)) swap(elt, came[0], came[1], detail);
      return came[0];
    }, function () { fire(elt, "sendError", detail); }).then(function (answer) {
      fire(elt, "afterRequest", detail);
      return answer;
    });
  }

  function swap(elt, answer, text, detail) {
    var goal = said(elt, "target"), chosen = said(elt, "select"), aside = said(elt, "select-oob");
    var target = goal ? document.querySelector(goal) : elt.isConnected ? elt : document.getElementById(elt.id);
    var page = new DOMParser().parseFromString(text, "text/html");
    var whole = said(elt, "swap") === "outerHTML", focus = document.activeElement.id;
    var fresh = chosen ? page.querySelector(chosen) : whole ? page.body.firstElementChild : page.body;
    if (answer.redirected && !(chosen && fresh)) { location.assign(answer.url); return; } /* logged out, or all is over */
    if (!fresh || !target) return;
    detail.target = target;
    detail.shouldSwap = true;
    fire(target, "beforeSwap", detail);
    if (!detail.shouldSwap) return;
    if (aside && page.querySelector(aside)) document.querySelector(aside).replaceWith(page.querySelector(aside));
    if (whole) target.replaceWith(fresh); else target.replaceChildren.apply(target, Array.from(fresh.childNodes));
    if (!whole) fresh = target;
    if (focus && document.activeElement === body && document.getElementById(focus)) document.getElementById(focus).focus();
    detail.elt = fresh;
    ["afterSwap", "load", "afterSettle"].forEach(function (name) { fire(fresh, name, detail); });
    detail.elt = elt;
  }

  /* Refetch a part, one request at a time; whatever asks meanwhile causes one more. A busy site says when to ask again. */
  function refetch(part, cause) {
    var form = said(part, "include"), query = "";
    if (asked.has(part.id)) { asked.set(part.id, cause); return; }
    if (form) {
      query = new URLSearchParams(new FormData(document.querySelector(form)));
      said(part, "params").replace("not ", "").split(",").forEach(function (name) { query.delete(name); });
      query = "?" + query;
    }
    asked.set(part.id, null);
    send(part, said(part, "get") + query, {}, cause).then(function (answer) {
      var again = asked.get(part.id), now = document.getElementById(part.id);
      asked.delete(part.id);
      if (again && now) refetch(now, again);
      else if (now && answer && answer.status === 503) {
        setTimeout(refetch, 1000 * answer.headers.get("Retry-After"), now, cause);
      }
    });
  }
  body.addEventListener("np:changed", function (event) {
    all('[hx-trigger^="np:changed"]').forEach(function (part) { refetch(part, event); });
  });

  /* A part with "load" in its trigger also follows what is typed in a form. */
  all('[hx-trigger^="load"]').forEach(function (part) {
    var soon = 0;
    function type(event) { clearTimeout(soon); soon = setTimeout(refetch, 300, part, event); }
    ["input", "change"].forEach(function (what) { document.querySelector(said(part, "include")).addEventListener(what, type); });
    refetch(part, new Event("load"));
  });

  document.addEventListener("submit", function (event) {
    var form = event.target, button = event.submitter, data;
    if (event.defaultPrevented || !said(form, "post")) return;
    event.preventDefault();
    data = new URLSearchParams(new FormData(form));
    if (button && button.name) data.append(button.name, button.value);
    send(form, said(form, "post"), { method: "POST", body: data }, event);
  });
})();
