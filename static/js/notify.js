/* On the profile page: ask the browser for notifications, only when the person presses the button. */
(function () {
  "use strict";
  var part = document.getElementById("notify"), button = part && part.querySelector("button");
  if (!part || !window.Notification || !window.isSecureContext) return;
  function show() {
    part.dataset.state = Notification.permission;
    part.querySelectorAll("[data-if]").forEach(function (line) { line.hidden = line.dataset.if !== Notification.permission; });
  }
  button.addEventListener("click", function () { Notification.requestPermission().then(show); });
  part.hidden = false;
  show();
})();
