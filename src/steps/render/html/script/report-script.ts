/**
 * What a report page does in the browser: filters kept in the address, keys, folds that open for a link, copy
 * buttons. Text on purpose: the page carries it verbatim and the policy allows exactly this text by its hash.
 */
export const reportScript = `(() => {
"use strict";
const all = (selector, within) => Array.from((within || document).querySelectorAll(selector));
const one = (selector) => document.querySelector(selector);
const KEYS = ["severity", "reviewer", "class", "origin", "show"];
const state = { q: "" };
for (const key of KEYS) state[key] = new Set();
const cards = all("article.card");
const input = one("#text-filter");
const status = one(".filters .shown");
const clearButton = one(".filters .clear");
const texts = new Map();

const textOf = (card) => {
  if (!texts.has(card)) texts.set(card, card.textContent.toLowerCase());
  return texts.get(card);
};
const isActive = () => state.q !== "" || KEYS.some((key) => state[key].size > 0);
// Dropped and moved findings match only if requested by fate or by text.
const matchesShow = (card) => {
  const { show, q } = state;
  if (show.size === 0) return q !== "" || card.dataset.fate === "kept";
  return show.has(card.dataset.fate) || (show.has("contested") && "contested" in card.dataset);
};
const matches = (card) => {
  const { severity, reviewer, q } = state;
  if (severity.size > 0 && !severity.has(card.dataset.severity)) return false;
  if (reviewer.size > 0 && !card.dataset.reviewers.split(" ").some((id) => reviewer.has(id))) return false;
  if (state.class.size > 0 && !state.class.has(card.dataset.class)) return false;
  if (state.origin.size > 0 && !state.origin.has(card.dataset.origin)) return false;
  return matchesShow(card) && q.toLowerCase().split(" ").every((word) => word === "" || textOf(card).includes(word));
};

const apply = () => {
  const active = isActive();
  const shown = new Set(cards.filter((card) => !active || matches(card)));
  for (const card of cards) card.hidden = !shown.has(card);
  for (const part of all("#cards > .part")) {
    const own = all("article.card", part);
    const asked = own.length === 0 && state.show.has("contested");
    part.hidden = active && !asked && !own.some((card) => shown.has(card));
  }
  for (const fold of all("#cards details.cards")) {
    const wanted = (state.show.size > 0 || state.q !== "") && all("article.card", fold).some((card) => shown.has(card));
    if (wanted && !fold.open) fold.open = fold.dataset.auto = true;
    else if (!wanted && fold.dataset.auto) { fold.open = false; delete fold.dataset.auto; }
  }
  for (const control of all("[data-filter]")) {
    const [key, value] = split(control.dataset.filter);
    control.setAttribute("aria-pressed", String(state[key].has(value)));
  }
  const nothing = one("#cards .nothing");
  if (nothing) nothing.hidden = shown.size > 0 || cards.length === 0;
  if (status) status.textContent = active ? shown.size + " of " + cards.length : cards.length + " findings";
  if (clearButton) clearButton.hidden = !active;
  if (input && input.value !== state.q) input.value = state.q;
};

const split = (filter) => {
  const at = filter.indexOf(":");
  return [filter.slice(0, at), filter.slice(at + 1)];
};
const decode = (id) => {
  try { return decodeURIComponent(id); } catch (malformed) { return id; }
};
const target = () => decode(location.hash.slice(1).split("?")[0]);
const query = () => {
  const words = new URLSearchParams();
  for (const key of KEYS) if (state[key].size > 0) words.set(key, Array.from(state[key]).join(","));
  if (state.q !== "") words.set("q", state.q);
  return words.toString();
};
const writeAddress = () => {
  const words = query();
  const anchor = location.hash.split("?")[0];
  const address = (words ? "?" + words : location.pathname) + anchor;
  // A page from disk may be refused a new query; the fragment is always ours.
  try { history.replaceState(null, "", address); }
  catch (refused) { location.replace((anchor || "#") + (words ? "?" + words : "")); }
};
const readAddress = () => {
  const inHash = location.hash.includes("?") ? location.hash.slice(location.hash.indexOf("?")) : "";
  const words = new URLSearchParams(inHash || location.search);
  for (const key of KEYS) state[key] = new Set((words.get(key) || "").split(",").filter(Boolean));
  state.q = words.get("q") || "";
};
const change = () => { apply(); writeAddress(); };
const clear = () => {
  for (const key of KEYS) state[key].clear();
  state.q = "";
  change();
};

const reveal = (id) => {
  const element = id && document.getElementById(id);
  if (!element) return undefined;
  if (element.closest("article.card[hidden]")) clear();
  const part = element.closest(".part");
  if (part) part.hidden = false;
  for (let fold = element.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  const fold = element.querySelector(":scope > details.cards");
  if (fold) fold.open = true;
  return element;
};
const arrive = () => {
  const element = reveal(target());
  if (element) element.scrollIntoView();
};

const move = (step) => {
  const visible = cards.filter((card) => card.checkVisibility ? card.checkVisibility() : card.offsetParent !== null);
  if (visible.length === 0) return;
  const current = document.activeElement && document.activeElement.closest("article.card");
  let at = visible.indexOf(current);
  if (at < 0) {
    const below = visible.findIndex((card) => card.getBoundingClientRect().bottom > 120);
    at = (below < 0 ? visible.length : below) - (step > 0 ? 1 : 0);
  }
  const next = visible[Math.min(visible.length - 1, Math.max(0, at + step))];
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: "start" });
};

document.addEventListener("click", (event) => {
  const control = event.target.closest("[data-filter]");
  if (control) {
    event.preventDefault();
    const [key, value] = split(control.dataset.filter);
    if (!state[key].delete(value)) state[key].add(value);
    change();
    if (control.matches("a") && isActive()) (one("#filters") || one("#cards")).scrollIntoView();
    return;
  }
  const link = event.target.closest('a[href^="#"]');
  if (link) {
    reveal(decode(link.getAttribute("href").slice(1)));
    if (link.closest(".toc") && narrow.matches) one(".toc details").open = false;
  }
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const typing = event.target.closest("input, textarea, select");
  if (event.key === "Escape") {
    if (isActive()) clear();
    if (typing) typing.blur();
  } else if (typing) return;
  else if (event.key === "/" && input) { event.preventDefault(); input.focus(); input.select(); }
  else if (event.key === " " && event.target.matches("a[data-filter]")) { event.preventDefault(); event.target.click(); }
  else if (event.key === "j") move(1);
  else if (event.key === "k") move(-1);
});
if (input) input.addEventListener("input", () => { state.q = input.value.trim(); apply(); writeAddress(); });
if (clearButton) clearButton.addEventListener("click", clear);
for (const link of all("a[data-filter]")) link.setAttribute("role", "button");
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
for (const figure of all("figure.code")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  button.addEventListener("click", () => {
    const code = figure.querySelector(".uncut code") || figure.querySelector("pre code");
    copyText(code.textContent).then(() => copied(button, "Copied"), () => copied(button, "Not allowed"));
  });
  figure.append(button);
}

const narrow = matchMedia("(max-width: 71.99rem)");
const contents = one(".toc details");
const fold = () => { if (contents) contents.open = !narrow.matches; };
narrow.addEventListener("change", fold);
fold();
// The sticky bar may have two or three rows; the target of a link must not be hidden behind it.
const bar = one("#filters");
const keepClear = () => {
  const covers = bar && getComputedStyle(bar).position === "sticky";
  document.documentElement.style.scrollPaddingTop = covers ? bar.offsetHeight + 12 + "px" : "";
};
addEventListener("resize", keepClear);
keepClear();

if ("IntersectionObserver" in window) {
  const links = new Map(all(".toc li > a").map((link) => [link.getAttribute("href").slice(1), link]));
  const seen = new Set();
  const parts = all("main > .part, #cards > .part, #verdict");
  const idOf = (part) => part.getAttribute("aria-labelledby") || part.id;
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) isIntersecting ? seen.add(target) : seen.delete(target);
    const first = parts.find((part) => seen.has(part));
    for (const link of links.values()) link.removeAttribute("aria-current");
    const link = first && links.get(idOf(first));
    if (link) link.setAttribute("aria-current", "true");
  }, { rootMargin: "-80px 0px -60% 0px" });
  for (const part of parts) observer.observe(part);
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
