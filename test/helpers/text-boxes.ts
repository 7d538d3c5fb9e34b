import type { Browser, Page } from "playwright-core";

/**
 * Pairs of texts that overlap on a page as it is shown: "15:31" over "Merge with fixes". Works on the boxes of the
 * letters, so that two elements may overlap as long as their texts do not.
 */
export function overlappingTexts(page: Page): Promise<string[]> {
  return page.evaluate(OVERLAPS);
}

const WIDTHS = [360, 390, 768, 1280, 1920];

/** What is wrong with the layout of these pages at five widths: texts that overlap, and pages that scroll sideways. */
export async function layoutFaults(browser: Browser, pages: Readonly<Record<string, string>>): Promise<string[]> {
  const faults: string[] = [];
  for (const [kind, url] of Object.entries(pages)) {
    for (const width of WIDTHS) {
      const page = await browser.newPage({ viewport: { width, height: 844 } });
      await page.goto(url);
      const look = async (state: string): Promise<void> => {
        const wide: number = await page.evaluate("document.documentElement.scrollWidth");
        if (wide > width) faults.push(`${kind}, ${width} px, ${state}: ${wide} px wide`);
        for (const pair of await overlappingTexts(page)) faults.push(`${kind}, ${width} px, ${state}: ${pair}`);
      };
      await look("as it opens");
      await page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
      await look("all open");
      await page.close();
    }
  }
  return faults;
}

/** How far texts may overlap: letters do not fill their boxes. */
const TOLERANCE = 3;

// As text: the tests have no types of a browser's document.
const OVERLAPS = `(() => {
  const boxes = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (node.textContent.trim() === "" || parent.closest(".visually-hidden, .skip, script, style, option, title, desc")) continue;
    if (!parent.checkVisibility({ visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      const seen = clip(box, parent);
      if (seen.right - seen.left > 1 && seen.bottom - seen.top > 1) boxes.push({ ...seen, text: node.textContent.trim().slice(0, 60), node });
    }
  }
  // What an ancestor cuts off is not seen.
  function clip(box, element) {
    let { left, right, top, bottom } = box;
    for (let one = element; one !== null && one !== document.body; one = one.parentElement) {
      const style = getComputedStyle(one);
      if (style.overflowX === "visible" || one instanceof SVGElement) continue;
      const edge = one.getBoundingClientRect();
      left = Math.max(left, edge.left); right = Math.min(right, edge.right);
      top = Math.max(top, edge.top); bottom = Math.min(bottom, edge.bottom);
    }
    return { left, right, top, bottom };
  }
  boxes.sort((a, b) => a.top - b.top);
  const pairs = new Set();
  boxes.forEach((a, at) => {
    for (let next = at + 1; next < boxes.length && boxes[next].top < a.bottom - ${TOLERANCE}; next += 1) {
      const b = boxes[next];
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (a.node !== b.node && wide > ${TOLERANCE} && high > ${TOLERANCE}) pairs.add('"' + a.text + '" and "' + b.text + '"');
    }
  });
  return [...pairs];
})()`;
