// Plays the movements of a replay one after the other; without it they are all shown at once.
(function () {
  "use strict";

  const PAUSE = 900; // ms between two movements
  const play = document.getElementById("play");
  const lines = Array.from(document.querySelectorAll("[data-step]"));
  if (!play || !lines.length) {
    return;
  }
  const arrowsOf = (line) => document.querySelectorAll(`[data-arrow="${line.dataset.step}"]`);
  let at = lines.length;
  let timer = 0;

  function show(upTo) {
    lines.forEach((line, n) => {
      if (n === upTo - 1) line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
      arrowsOf(line).forEach((arrow) => arrow.classList.toggle("still", n >= upTo));
    });
  }

  function step() {
    at += 1;
    show(at);
    if (at < lines.length) {
      timer = window.setTimeout(step, PAUSE);
    } else {
      stop();
    }
  }

  function stop() {
    window.clearTimeout(timer);
    timer = 0;
    play.textContent = "Play";
  }

  play.hidden = false;
  play.addEventListener("click", () => {
    if (timer) {
      stop();
      return;
    }
    at = at >= lines.length ? 0 : at;
    play.textContent = "Pause";
    step();
  });
})();
