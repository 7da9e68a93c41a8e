// Comforts of the game pages; everything works without them.
(function () {
  "use strict";

  // htmx follows links of HTML by itself, but lets the browser go on with those inside the picture of the board.
  document.addEventListener("click", function (event) {
    var link = event.target.closest && event.target.closest("svg a[hx-get]");
    if (link && window.htmx && !event.ctrlKey && !event.metaKey && !event.shiftKey) event.preventDefault();
  });

  // What a choice leads to comes into view: the preview, or the board with its marked cells.
  document.addEventListener("htmx:afterSettle", function () {
    var next = document.getElementById("send") || document.querySelector(".piece.chosen") && document.getElementById("board");
    if (next) next.scrollIntoView({ block: "nearest" });
  });

  // The replay by arrow keys, Home and End.
  var steps = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
  document.addEventListener("keydown", function (event) {
    var step = steps[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
    var link = document.querySelector('[data-step="' + step + '"]');
    if (link) { event.preventDefault(); link.click(); }
  });
})();
