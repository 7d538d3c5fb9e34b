import type { Page } from "playwright-core";
import type { Phrase } from "./rules.ts";

/** The phrases with a number of a page as a browser shows it, by region (`data-part`). Text of others is left out. */
export async function readPage(page: Page, kind: string, html: string): Promise<Phrase[]> {
  await page.setContent(html);
  const phrases: Phrase[] = await page.evaluate(PHRASES);
  return phrases.map((phrase) => ({ ...phrase, where: `${kind} ${phrase.where}` }));
}

// As text: the tests have no types of a browser's document.
const PHRASES = `(() => {
  // Words of reports: titles, names, prose, code. What a chart draws without a word is an axis.
  const OTHERS = "[data-words], [data-finding], .prose, code, pre, script, style, svg[aria-hidden], svg title, svg desc, .visually-hidden, [hidden], .raw, .account td, .incidents, .who, .earlier-id, .model";
  const BLOCKS = "p, td, th, dd, dt, li, h1, h2, h3, output, option, caption, summary, svg, .row-value, .gist, .line > *";
  const text = (one) => one === null || one === undefined ? "" : one.textContent.replaceAll(/\\s+/g, " ").trim();
  return [...document.querySelectorAll("[data-part]")].flatMap((part) => {
    const found = new Map();
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent.closest("[data-part]") !== part || parent.closest(OTHERS)) continue;
      const block = parent.closest(BLOCKS) ?? part;
      found.set(block, (found.get(block) ?? "") + (block.matches("svg") ? " " : "") + node.textContent);
    }
    return [...found].flatMap(([block, said]) => {
      if (!/\\d/.test(said)) return [];
      const row = block.closest("tr");
      const term = block.closest("dl > div");
      const column = block.matches("td") ? text(block.closest("table").tHead?.rows[0]?.cells[block.cellIndex]) : text(term?.querySelector("dt"));
      return [{
        where: part.dataset.part + (block.matches("option") ? " option" : block.matches("svg") ? " svg" : block.matches("summary, h2, .gist") ? " head" : ""),
        key: part.dataset.id ?? part.dataset.reviewer ?? part.closest("[data-id]")?.dataset.id ?? part.id,
        column: block.matches("option") ? block.parentElement.name || block.parentElement.dataset.filter : block.matches("svg") ? text(block.closest(".multiple")?.querySelector("h3")) : column,
        row: block.matches("option") ? block.value : block.matches(".row-value") ? text(block.parentElement.querySelector(".row-label")) : text(row?.querySelector("th[scope=row]")),
        items: part.querySelectorAll(part.dataset.part === "group" ? "[data-series]" : part.dataset.part === "series" ? "[data-round]" : "[data-finding]").length,
        text: said.replaceAll(/\\s+/g, " ").trim()
      }];
    });
  });
})()`;
