/** Finding cards and code blocks. */
export const cardCss = `
.card{background:var(--surface);border:1px solid var(--line);border-left:4px solid var(--t-edge);border-radius:8px;padding:1.1rem 1.3rem 1.2rem;margin:0 0 1.2rem}
.card:target{box-shadow:0 0 0 2px var(--t-edge)}
.card:focus-visible{outline-offset:3px}
.card header{margin-bottom:.9rem}
.card h3{font-size:1.08rem;font-weight:640;line-height:1.4;text-wrap:pretty}
.card h3 code{font-size:.9em;font-weight:550}
.card .id{color:var(--t-ink);background:var(--t-ground);border-radius:5px;padding:.05em .4em;margin-right:.25em;text-decoration:none;font-size:.92em;font-variant-numeric:tabular-nums}
.card .id:hover{text-decoration:underline}
.meta{display:flex;flex-wrap:wrap;align-items:center;gap:.35rem .6rem;margin:.5rem 0 .45rem}
.where{font-size:.84rem;color:var(--muted);overflow-wrap:anywhere}
code.where{background:none!important;border:0!important;padding:0!important}
.badges{display:inline-flex;flex-wrap:wrap;gap:.35rem}
.badge.outline{background:none;border:1px solid var(--line);color:var(--muted);font-weight:500}
.badge.outline.good{color:var(--good-ink)}
.badge.outline.critical{color:var(--critical-ink);border-color:var(--critical-edge)}
.voices{display:flex;flex-wrap:wrap;align-items:center;gap:.4rem .5rem}
.merged{list-style:none;margin:.45rem 0 0;padding:0;color:var(--muted)}
.merged .who{font-weight:500}
.pill a{color:inherit;font-weight:650}
.pill.unlinked{border-style:dashed;background:none}
.silent{color:var(--muted)}
.silent .who{font-weight:500}
.fate{background:var(--sunken);border-radius:6px;padding:.5rem .8rem}
.card .prose{max-width:none}
.card .prose p,.card .prose li{max-width:46rem}
.label{font-size:.8rem;font-weight:600;color:var(--muted)}
.contest{background:var(--important-ground);border-radius:6px;padding:.7rem 1rem;margin:.9rem 0 0}
.contest p{margin:0 0 .4rem}
.contest .label{color:var(--important-ink)}
.contest ul{list-style:none;margin:0;padding:0}
.contests{padding-left:0;list-style:none}
.contests>li{margin-bottom:1rem}
.notes{margin:.9rem 0 0;color:var(--muted)}
.decision{border-top:1px solid var(--line);margin-top:1rem;padding-top:.7rem;font-size:.93rem}
.decision strong{color:var(--t-ink)}
figure.code{position:relative;margin:0 0 1rem;border:1px solid var(--line);border-radius:7px;background:var(--sunken);overflow:hidden}
figure.code figcaption{font-size:.8rem;padding:.35rem 3.6rem .35rem .85rem;border-bottom:1px solid var(--line);color:var(--muted);overflow-wrap:anywhere}
figure.code figcaption code{background:none;border:0;padding:0;font-size:.95em;color:inherit}
figure.code pre{overflow:auto;max-height:36rem;padding:.7rem 0;line-height:1.5;font-size:.92rem;tab-size:4}
figure.code pre>code{display:block;min-width:max-content;padding:0 .85rem;font-size:.86em}
figure.code.numbered pre>code,figure.code.diff pre>code{padding:0}
.l{display:block;padding:0 .85rem 0 .85rem}
.numbered .l{padding-left:0}
.numbered .l::before{content:attr(data-n);display:inline-block;width:3.6em;padding-right:.9em;margin-right:.9em;text-align:right;color:var(--muted);border-right:1px solid var(--line);user-select:none;-webkit-user-select:none}
.l.cited{background:color-mix(in srgb,var(--important-edge) 16%,transparent);box-shadow:inset 3px 0 0 var(--important-edge)}
.l.add{background:color-mix(in srgb,var(--good-edge) 16%,transparent);color:var(--good-ink)}
.l.del{background:color-mix(in srgb,var(--critical-edge) 14%,transparent);color:var(--critical-ink)}
.l.hunk,.l.file{color:var(--muted)}
.copy{position:absolute;top:.3rem;right:.35rem;font:inherit;font-size:.74rem;padding:.1rem .5rem;border:1px solid var(--line);border-radius:5px;background:var(--surface);color:var(--muted);cursor:pointer;opacity:0}
figure.code:hover .copy,figure.code:focus-within .copy,.diff .copy,.repro .copy{opacity:1}
.copy:hover{color:inherit;border-color:var(--muted)}
.repro{margin:0 0 .6rem}
.repro>summary{color:var(--link);font-size:.92rem;margin-bottom:.4rem}
.uncut>summary{font-size:.84rem;color:var(--muted);padding:.35rem .85rem;overflow-wrap:anywhere}
.uncut>pre{border-top:1px solid var(--line)}
.uncut .long{max-height:24rem;overflow:auto;overflow-wrap:anywhere;white-space:pre-wrap;font-size:.86rem}
.nolink{text-decoration:underline dotted;text-underline-offset:.2em}
.place code{color:var(--link)}
.hljs-keyword,.hljs-literal,.hljs-built_in,.hljs-selector-tag,.hljs-section,.hljs-doctag{color:var(--code-keyword)}
.hljs-string,.hljs-regexp,.hljs-symbol,.hljs-addition,.hljs-char{color:var(--code-string)}
.hljs-number,.hljs-attr,.hljs-attribute,.hljs-variable,.hljs-template-variable,.hljs-selector-class{color:var(--code-number)}
.hljs-comment,.hljs-quote{color:var(--code-comment);font-style:italic}
.hljs-title,.hljs-name,.hljs-type,.hljs-selector-id,.hljs-function{color:var(--code-name)}
.hljs-meta,.hljs-params,.hljs-punctuation,.hljs-operator{color:var(--code-meta)}
.hljs-meta .hljs-string{color:var(--code-string)}
.hljs-emphasis{font-style:italic}
.hljs-strong{font-weight:600}
@media (max-width:40rem){.card{padding:.9rem .9rem 1rem;border-radius:6px}.copy{opacity:1}}
@media print{.card{border-color:#999;border-left-color:var(--t-edge);break-inside:auto}.card header{break-after:avoid;break-inside:avoid}figure.code{break-inside:avoid-page;border-color:#bbb}figure.code pre{max-height:none;overflow:visible}figure.code pre>code{min-width:0}.copy{display:none}.l.add,.l.del,.l.cited{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
`;
