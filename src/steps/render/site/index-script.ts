/**
 * Search, filters, sorting and keys of the index. It reads only text and attributes of the page, which is complete
 * without it. The state is kept in the address; if that is refused, in its fragment.
 */
export const INDEX_SCRIPT = `(function () {
  "use strict";
  var form = document.getElementById("filters");
  if (!form) return;
  var FIELDS = ["q", "verdict", "author", "reviewer", "severity", "month", "sort"];
  var noMatch = document.getElementById("no-match");
  var more = form.querySelector("[data-filter-more]");

  function all(selector, root) { return Array.prototype.slice.call((root || document).querySelectorAll(selector)); }
  function fold(text) { return text.toLowerCase().replace(/\\s+/g, " "); }
  function words(text) { return text.split(" ").filter(Boolean); }

  var series = all("[data-series]").map(function (element, index) {
    return {
      element: element, index: index, data: element.dataset, list: element.parentNode,
      text: fold(element.querySelector(".series-head").textContent),
      note: element.querySelector("[data-match-note]"),
      rounds: all("[data-round]", element).map(readRound)
    };
  });
  var total = series.reduce(function (sum, one) { return sum + one.rounds.length; }, 0);

  function readRound(element) {
    return {
      element: element, data: element.dataset, details: element.querySelector("[data-findings-list]"),
      reviewers: words(element.dataset.reviewers), severities: words(element.dataset.severities),
      text: fold(element.querySelector(".line").textContent + " " + element.dataset.id),
      findings: all("[data-finding]", element).map(function (item) { return { element: item, text: fold(item.textContent) }; })
    };
  }

  function state() {
    var now = {};
    FIELDS.forEach(function (name) { now[name] = form.elements[name] ? form.elements[name].value.trim() : ""; });
    return now;
  }

  function fill(params) {
    FIELDS.forEach(function (name) {
      var field = form.elements[name];
      if (!field) return;
      field.value = params.get(name) || "";
      // A value that is not in the list would be an invisible filter.
      if (field.tagName === "SELECT" && field.selectedIndex < 0) field.selectedIndex = 0;
    });
  }

  function has(text, wanted) { return wanted.every(function (word) { return text.indexOf(word) >= 0; }); }

  function passes(round, now) {
    var data = round.data;
    return (!now.verdict || data.verdict === now.verdict) &&
      (!now.author || data.author === now.author) &&
      (!now.reviewer || round.reviewers.indexOf(now.reviewer) >= 0) &&
      (!now.severity || round.severities.indexOf(now.severity) >= 0) &&
      (!now.month || data.month === now.month);
  }

  function search(one, round, wanted) {
    var rest = wanted.filter(function (word) { return one.text.indexOf(word) < 0 && round.text.indexOf(word) < 0; });
    var hits = rest.length === 0 ? [] : round.findings.filter(function (finding) { return has(finding.text, rest); });
    round.findings.forEach(function (finding) { finding.element.hidden = hits.length > 0 && hits.indexOf(finding) < 0; });
    if (round.details) {
      if (hits.length > 0) { round.details.open = true; round.opened = true; }
      else if (round.opened) { round.details.open = false; round.opened = false; }
    }
    return rest.length === 0 || hits.length > 0;
  }

  function apply() {
    var now = state(), shown = 0, wanted = words(fold(now.q));
    var digits = /^#?(\\d+)$/.exec(now.q);
    // A number matches the start of a pull request's number, not every title that contains the digits.
    var byNumber = digits && series.some(function (one) { return one.data.number.indexOf(digits[1]) === 0; });
    series.forEach(function (one) {
      var hits = 0;
      one.rounds.forEach(function (round) {
        var found = byNumber ? search(one, round, []) && one.data.number.indexOf(digits[1]) === 0 : search(one, round, wanted);
        var visible = found && passes(round, now);
        round.element.hidden = !visible;
        if (visible) hits += 1;
      });
      one.element.hidden = hits === 0;
      one.note.hidden = hits === one.rounds.length;
      one.note.textContent = " · showing " + hits + " of them";
      shown += hits;
    });
    sort(now.sort);
    say(now, shown);
    keep(now);
  }

  var ORDERS = {
    "": function (a, b) { return a.index - b.index; },
    oldest: function (a, b) { return b.index - a.index; },
    number: function (a, b) { return Number(b.data.number) - Number(a.data.number) || a.index - b.index; },
    rounds: function (a, b) { return Number(b.data.rounds) - Number(a.data.rounds) || a.index - b.index; },
    findings: function (a, b) { return Number(b.data.findings) - Number(a.data.findings) || a.index - b.index; }
  };
  var sorted = "";
  function sort(order) {
    if (order === sorted) return;
    sorted = order;
    series.slice().sort(ORDERS[order] || ORDERS[""]).forEach(function (one) { one.list.appendChild(one.element); });
  }

  function say(now, shown) {
    form.querySelector("[data-match-count]").textContent = (shown === total ? total : shown + " of " + total) + " reviews";
    var active = FIELDS.filter(function (name) { return name !== "q" && name !== "sort" && now[name]; }).length;
    if (more) more.querySelector("[data-active-note]").textContent = active ? " (" + active + ")" : "";
    form.querySelector("[data-reset]").hidden = !now.q && active === 0;
    noMatch.hidden = shown > 0;
    all("[data-group]").forEach(function (group) {
      var visible = all("[data-series]", group).filter(function (card) { return !card.hidden; }).length;
      group.hidden = visible === 0;
      group.querySelector("[data-group-count]").textContent = visible;
    });
  }

  function keep(now) {
    var params = new URLSearchParams();
    FIELDS.forEach(function (name) { if (now[name]) params.set(name, now[name]); });
    var query = params.toString(), hash = location.hash.indexOf("#?") === 0 ? "" : location.hash;
    try { history.replaceState(null, "", location.pathname + (query ? "?" + query : "") + hash); }
    catch (refused) { if (query) location.hash = "?" + query; }
  }

  function restore() {
    fill(new URLSearchParams(location.hash.indexOf("#?") === 0 ? location.hash.slice(2) : location.search));
    apply();
    reveal();
  }

  // A link to a series works whatever the filters are.
  function reveal() {
    var target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    if (!target || !target.hasAttribute("data-series")) return;
    if (target.hidden) reset();
    target.scrollIntoView();
  }

  function reset() { fill(new URLSearchParams()); apply(); }

  function move(step) {
    var links = all("[data-series-link]").filter(function (link) { return !link.closest("[hidden]"); });
    var at = links.indexOf(document.activeElement);
    var next = links[at < 0 ? (step > 0 ? 0 : links.length - 1) : Math.min(links.length - 1, Math.max(0, at + step))];
    if (next) { next.focus(); next.closest("[data-series]").scrollIntoView({ block: "nearest" }); }
  }

  form.addEventListener("submit", function (event) { event.preventDefault(); move(1); });
  form.addEventListener("input", apply);
  all("[data-reset]").forEach(function (button) { button.addEventListener("click", function () { reset(); form.elements.q.focus(); }); });
  window.addEventListener("hashchange", reveal);
  window.addEventListener("popstate", restore);
  document.addEventListener("keydown", function (event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    var typing = event.target instanceof Element && event.target.closest("input, select, textarea");
    if (event.key === "Escape") {
      if (typing && form.elements.q.value === "") typing.blur();
      reset();
    } else if (!typing && event.key === "/") {
      event.preventDefault();
      form.elements.q.focus();
      form.elements.q.select();
    } else if (!typing && (event.key === "j" || event.key === "k")) {
      move(event.key === "j" ? 1 : -1);
    }
  });
  if (more) more.open = matchMedia("(min-width: 64rem)").matches;
  restore();
})();`;
