/* While a page is in the background, look now and then for a new move of its reader: mark the title, and notify where
   the person allowed it. A page that is open elsewhere in this browser says so itself; a phone at the table never loads this. */
(function () {
  "use strict";
  var page = document.body.dataset;
  if (!page.pollUrl) return;
  var EVERY = 1000 * (page.watchSeconds || 30), FRESH = 5000, WORDS = "Neutral Party: your move";
  var title = document.title, known = null, timer = 0, notice = null;

  function look() {
    fetch(page.pollUrl + "?moves=1", { credentials: "same-origin", cache: "no-store" }).then(function (answer) {
      if (answer.redirected || [401, 403, 404].includes(answer.status)) clearInterval(timer);
      if (answer.redirected || !answer.ok) throw new Error("no answer");
      return answer.json();
    }).then(function (now) { compare(now.moves); }).catch(function () { /* the next look may succeed */ });
  }
  function compare(moves) {
    var isNew = known && moves.some(function (move) { return !known.includes(move); });
    known = moves;
    if (!document.hidden || !moves.length) unmark();
    else if (isNew && !isInSight()) mark();
  }
  /* Another tab of this seat, or the home page, is visible: it keeps its record in live.js fresh. */
  function isInSight() {
    return [page.liveKey, "home"].some(function (key) {
      try { return Date.now() - JSON.parse(localStorage.getItem("np-live:" + key)).at < FRESH; } catch (_) { return false; }
    });
  }
  function mark() {
    document.title = "Your move · " + title;
    if (!window.Notification || Notification.permission !== "granted") return;
    try {
      notice = new Notification(WORDS, { tag: "neutral-party" }); /* one for all tabs */
      notice.onclick = function () { window.focus(); unmark(); };
    } catch (_) { /* phones notify only through a service worker */ }
  }
  function unmark() {
    document.title = title;
    if (notice) notice.close();
    notice = null;
  }
  function watch() {
    clearInterval(timer);
    if (!document.hidden) { unmark(); return; }
    known = null;
    look();
    timer = setInterval(look, EVERY);
  }
  document.addEventListener("visibilitychange", watch);
  watch();
})();
