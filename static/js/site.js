// Small comforts; every page works without them.
(function () {
  "use strict";

  // The time zone of the browser, suggested where none was chosen yet.
  document.querySelectorAll("select[data-suggest-zone]").forEach(function (select) {
    var zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    var known = Array.prototype.some.call(select.options, function (option) { return option.value === zone; });
    if (known && select.dataset.suggestZone === select.value) select.value = zone;
  });

  // "Copy" beside a read-only field: <button data-copy="id of the field" data-done="Copied" hidden>.
  document.querySelectorAll("button[data-copy]").forEach(function (button) {
    var field = document.getElementById(button.dataset.copy);
    if (!field || !navigator.clipboard) return;
    button.hidden = false;
    button.addEventListener("click", function () {
      field.select();
      navigator.clipboard.writeText(field.value).then(function () { button.textContent = button.dataset.done; });
    });
  });
})();
