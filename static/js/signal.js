/* Without a signal the page stays as it is, and what was meant is sent when the signal is back; its key lets it act once. */
(function () {
  "use strict";
  var body = document.body, unsent = null, word = null;

  function hold(form, button) {
    unsent = function () { if (form.isConnected) form.requestSubmit(button); };
    if (word) return;
    word = document.createElement("div");
    word.className = "toast";
    word.textContent = "No signal. What stands here is kept, and is sent when the signal is back.";
    document.getElementById("toasts").append(word);
  }
  function release() {
    var send = unsent;
    if (!send || !navigator.onLine) return;
    word.remove();
    unsent = word = null;
    send();
  }
  addEventListener("submit", function (event) {
    if (event.target.method !== "post" || navigator.onLine) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    hold(event.target, event.submitter);
  }, true);
  addEventListener("online", release);
  body.addEventListener("htmx:sendError", function (event) {
    if (event.detail.elt.method !== "post") return;
    hold(event.detail.elt, null);
    setTimeout(release, 5000);
  });
})();
