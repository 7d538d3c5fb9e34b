/**
 * What a report page does in the browser: rows and folds that open for a link, filters kept in the address, keys, copy
 * buttons. Text on purpose: the page carries it verbatim and the policy allows exactly this text by its hash.
 */
export const reportScript = `(() => {
"use strict";
const all = (selector, within) => Array.from((within || document).querySelectorAll(selector));
const one = (selector) => document.querySelector(selector);
const rows = all('[data-part="list"] .row');
const input = one("#text-filter");
const selects = all("select[data-filter]");
const texts = new Map();

const textOf = (row) => {
  if (!texts.has(row)) texts.set(row, row.textContent.toLowerCase());
  return texts.get(row);
};
const isActive = () => Boolean(input) && (input.value.trim() !== "" || selects.some((select) => select.value !== ""));
const has = {
  severity: (row, value) => row.dataset.severity === value,
  reviewer: (row, value) => row.dataset.reviewers.split(" ").includes(value),
  class: (row, value) => row.dataset.class === value,
  origin: (row, value) => row.dataset.origin === value,
  state: (row, value) => row.dataset.state === value || (value === "contested" && "contested" in row.dataset),
};
const matches = (row) =>
  selects.every(({ value, dataset }) => value === "" || has[dataset.filter](row, value)) &&
  input.value.toLowerCase().split(" ").every((word) => textOf(row).includes(word));

const apply = () => {
  const active = isActive();
  let shown = 0;
  for (const row of rows) {
    row.hidden = active && !matches(row);
    if (!row.hidden) shown++;
  }
  for (const fold of all('[data-part="list"] .rows')) {
    const wanted = active && all(".row:not([hidden])", fold).length > 0;
    fold.hidden = active && !wanted;
    if (wanted && !fold.open) fold.open = fold.dataset.auto = true;
    else if (!wanted && fold.dataset.auto) { fold.open = false; delete fold.dataset.auto; }
  }
  if (!input) return;
  one("[data-nothing]").hidden = shown > 0;
  one(".filters .shown").textContent = active ? shown + " of " + rows.length : "";
  one("[data-clear]").hidden = !active;
  one(".filters").classList.toggle("active", active);
};

const decode = (id) => {
  try { return decodeURIComponent(id); } catch (malformed) { return id; }
};
const target = () => decode(location.hash.slice(1).split("?")[0]);
const writeAddress = () => {
  const words = new URLSearchParams();
  for (const { value, dataset } of selects) if (value !== "") words.set(dataset.filter, value);
  if (input.value.trim() !== "") words.set("q", input.value.trim());
  const query = words.toString();
  const anchor = location.hash.split("?")[0];
  // A page from disk may be refused a new query; the fragment is always ours.
  try { history.replaceState(null, "", (query ? "?" + query : location.pathname) + anchor); }
  catch (refused) { location.replace((anchor || "#") + (query ? "?" + query : "")); }
};
const readAddress = () => {
  const inHash = location.hash.includes("?") ? location.hash.slice(location.hash.indexOf("?")) : "";
  const words = new URLSearchParams(inHash || location.search);
  for (const select of selects) {
    const value = words.get(select.dataset.filter) || "";
    select.value = Array.from(select.options).some((option) => option.value === value) ? value : "";
  }
  if (input) input.value = words.get("q") || "";
};
const change = () => { apply(); writeAddress(); };
const clear = () => {
  input.value = "";
  for (const select of selects) select.value = "";
  change();
};

const reveal = (id) => {
  const element = id && document.getElementById(id);
  if (!element) return undefined;
  const row = element.closest(".row");
  if (row && row.hidden) clear();
  for (let fold = element.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  return element.matches(".card, .part-body") ? element.parentElement : element;
};
const arrive = () => {
  const element = reveal(target());
  if (element) element.scrollIntoView();
};

const move = (step) => {
  const heads = all(".row > summary").filter((head) => head.checkVisibility ? head.checkVisibility() : head.offsetParent !== null);
  if (heads.length === 0) return;
  const row = document.activeElement && document.activeElement.closest(".row");
  let at = row ? heads.indexOf(row.firstElementChild) : -1;
  if (at < 0) {
    const below = heads.findIndex((head) => head.parentElement.getBoundingClientRect().bottom > 0);
    at = (below < 0 ? heads.length : below) - (step > 0 ? 1 : 0);
  }
  const next = heads[Math.min(heads.length - 1, Math.max(0, at + step))];
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: "nearest" });
};

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-open-all]")) for (const row of rows) row.open = true;
  else if (event.target.closest("[data-close-all]")) for (const row of rows) row.open = false;
  else if (event.target.closest("[data-clear]")) clear();
  const link = event.target.closest('a[href^="#"]');
  if (!link) return;
  const element = reveal(decode(link.getAttribute("href").slice(1)));
  // The browser scrolls to the card; its row should be in sight too.
  if (element) setTimeout(() => element.scrollIntoView());
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const typing = event.target.closest("input, textarea, select");
  if (event.key === "Escape") {
    if (isActive()) clear();
    if (typing) typing.blur();
  } else if (typing) return;
  else if (event.key === "/" && input) { event.preventDefault(); input.focus(); input.select(); }
  else if (event.key === "j") move(1);
  else if (event.key === "k") move(-1);
});
if (input) input.addEventListener("input", change);
for (const select of selects) select.addEventListener("change", change);
addEventListener("hashchange", arrive);

const copied = (button, word) => { button.textContent = word; setTimeout(() => { button.textContent = "Copy"; }, 1500); };
const copyText = (text) => {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  return done ? Promise.resolve() : Promise.reject(new Error("refused"));
};
for (const button of all(".copy-patch")) {
  button.hidden = false;
  const say = (word) => { button.textContent = word; setTimeout(() => { button.textContent = "Copy patch"; }, 1500); };
  button.addEventListener("click", () => copyText(button.dataset.copy).then(() => say("Copied"), () => say("Not allowed")));
}
for (const figure of all("figure.code")) {
  if (figure.closest("[data-no-copy]")) continue;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  button.addEventListener("click", () => {
    const whole = all(".uncut code", figure);
    const code = (whole.length > 0 ? whole : all("pre code", figure)).map((part) => part.textContent).join("");
    copyText(code).then(() => copied(button, "Copied"), () => copied(button, "Not allowed"));
  });
  figure.append(button);
}

let opened = [];
addEventListener("beforeprint", () => {
  opened = all("details:not([open]):not(.uncut)");
  for (const details of opened) details.open = true;
});
addEventListener("afterprint", () => { for (const details of opened) details.open = false; });

readAddress();
apply();
arrive();
})();`;
