/* Rows of the setup page, added and removed without the server, which does the same for pages without this. */
(function () {
  "use strict";
  var form = document.querySelector("form.setup");
  if (!form) return;

  /* Typing in a part of the page, or opening it, chooses it. */
  function choose(way) {
    var radio = form.querySelector('input[name="brief"][value="' + way + '"]');
    if (radio) radio.checked = true;
  }
  form.addEventListener("input", function (event) {
    var part = event.target.closest("[data-way]");
    if (part) choose(part.dataset.way);
    else if (event.target.name === "brief") show(event.target.value);
  });
  function show(way) {
    var part = form.querySelector('[data-way="' + way + '"]');
    if (part) part.open = true;
  }

  form.addEventListener("click", function (event) {
    var button = event.target.closest('button[name="rows"]');
    if (!button) return;
    var rows = button.closest("[data-rows]"), row = button.closest("[data-row]");
    if (!row) add(rows, button);
    else if (rows.querySelectorAll("[data-row]").length > 1) remove(rows, row);
    else return;
    event.preventDefault();
    choose("armies");
  });

  function number(row) {
    return Number(row.querySelector(".input").name.match(/\d+$/)[0]);
  }

  function add(rows, button) {
    var last = Array.from(rows.querySelectorAll("[data-row]")).pop(), row = last.cloneNode(true), next = number(last) + 1;
    row.querySelectorAll(".row-error").forEach(function (error) { error.remove(); });
    row.querySelectorAll(".input").forEach(function (input) {
      input.name = input.name.replace(/\d+$/, next);
      input.id = input.id.replace(/\d+$/, next);
      input.setAttribute("aria-label", input.getAttribute("aria-label").replace(/\d+/, next + 1));
      input.removeAttribute("aria-invalid");
      input.removeAttribute("aria-describedby");
      if (input.tagName === "INPUT") input.value = "";
    });
    var gone = row.querySelector("button");
    gone.value = gone.value.replace(/\d+$/, next);
    gone.setAttribute("aria-label", gone.getAttribute("aria-label").replace(/\d+/, next + 1));
    button.before(row);
    row.querySelector(".input").focus();
  }

  function remove(rows, row) {
    var beside = row.nextElementSibling.matches("[data-row]") ? row.nextElementSibling : row.previousElementSibling;
    row.remove();
    beside.querySelector(".input").focus();
  }
})();
