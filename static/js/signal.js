/* Hold a form without a signal, and send it later; its key lets it act only once. */
(function () {
  "use strict";
  var body = document.body, unsent = null, word = null;

  function hold(form, button) {
    unsent = function () {
      if (form.isConnected) form.requestSubmit(button);
      return form.isConnected;
    };
    if (word) return;
    word = document.createElement("div");
    word.className = "toast";
    word.textContent = "No signal. What you entered is kept and will be sent when the signal is back.";
    document.getElementById("toasts").append(word);
  }
  function release() {
    var send = unsent, said = word;
    if (!send || !navigator.onLine) return;
    unsent = word = null;
    if (send()) { said.remove(); return; }
    said.textContent = "Not sent: the page changed. Check it, then try again.";
    setTimeout(function () { said.remove(); }, 20000);
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
