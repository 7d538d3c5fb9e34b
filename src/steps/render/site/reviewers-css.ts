/** The look of the reviewers page alone. */
export const REVIEWERS_CSS = `
.reviewer-cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,19rem),1fr));gap:1rem;margin:1.2rem 0}
.reviewer-card{background:var(--surface);border:1px solid var(--line);border-top:3px solid var(--t-edge);border-radius:10px;padding:.9rem 1.1rem;break-inside:avoid}
.reviewer-card h2{color:var(--t-ink)}
.reviewer-card p{margin:.1rem 0 .7rem}
.reviewer-card dl{display:grid;grid-template-columns:1fr 1fr;gap:.7rem 1rem;margin:0}
.reviewer-card dt a{color:var(--muted);font-size:.82rem;text-decoration-color:transparent}
.reviewer-card dt a:hover{text-decoration-color:currentColor}
.reviewer-card dd{margin:0;font-size:1.35rem;font-weight:650;line-height:1.2;font-variant-numeric:tabular-nums;letter-spacing:-.01em}
.reviewer-card dd span{display:block;font-size:.78rem;font-weight:400;letter-spacing:0}
.reviewer-card dl>div{display:grid;grid-template-rows:auto auto}
.reviewer-card dt{grid-row:1}
.jump{display:flex;flex-wrap:wrap;gap:.3rem .9rem;margin:0 0 1.2rem;font-size:.88rem}
.figures{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:1rem}
.figure{background:var(--surface);border:1px solid var(--line);border-radius:10px;padding:1rem 1.2rem;min-width:0;display:flex;flex-direction:column;break-inside:avoid;scroll-margin-top:4rem}
.figure.wide{grid-column:1/-1}
.figure:target{border-color:var(--focus)}
.figure h2{font-size:1.1rem}
.figure-link{color:inherit;text-decoration:none}
.figure-link:hover{text-decoration:underline}
.reading{margin:.25rem 0 .9rem;max-width:60rem}
.figure-chart{margin-bottom:.8rem}
.base{margin:auto 0 .4rem;max-width:60rem}
.numbers>summary{font-size:.86rem;color:var(--muted);width:fit-content}
.numbers .scroll{margin:.5rem 0 0}
.key{display:flex;flex-wrap:wrap;gap:.2rem 1rem;margin:0 0 .5rem}
.swatch{display:inline-block;width:.8em;height:.8em;border-radius:2px;margin-right:.35em;vertical-align:-.05em;background:var(--t-edge)}
.swatch.light{background:var(--t-ground);box-shadow:inset 0 0 0 1px var(--t-edge)}
.multiples{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,19rem),1fr));gap:1.2rem 2rem}
.multiple{min-width:0}
.multiple h3{margin-bottom:.4rem;font-size:.95rem}
@media (max-width:56rem){.figures{grid-template-columns:minmax(0,1fr)}}
@media (max-width:34rem){.figure{padding:.9rem}}
@media print{.numbers{display:none}.figures{display:block}.figure{margin-bottom:1rem}}
`;
