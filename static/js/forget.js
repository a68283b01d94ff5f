/* Logging out deletes what this browser kept: the header that also does this works only with HTTPS. */
(function () {
  "use strict";
  /* Return how many losses wait for a signal (losses.js). */
  function waiting() {
    return Object.keys(localStorage).reduce(function (sum, key) {
      return key.indexOf("np-ticks:") === 0 ? sum + JSON.parse(localStorage.getItem(key)).length : sum;
    }, 0);
  }

  function mayForget(count) {
    var many = count > 1;
    return !count || confirm(count + (many ? " ticked losses aren’t" : " ticked loss isn’t") + " sent yet. Log out and delete " + (many ? "them?" : "it?"));
  }

  document.addEventListener("submit", function (event) {
    if (!("forget" in event.target.dataset)) return;
    var count = 0;
    try { count = waiting(); } catch (_) { /* nothing was stored */ }
    if (!mayForget(count)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    try { localStorage.clear(); sessionStorage.clear(); } catch (_) { /* nothing was stored */ }
  }, true);
})();
