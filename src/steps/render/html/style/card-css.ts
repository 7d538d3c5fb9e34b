/** Finding cards and code blocks. */
export const cardCss = `
.card{border-left:3px solid var(--t-edge);padding:.9rem 1.2rem 1.1rem;margin:0 0 0 .6rem;scroll-margin-top:5rem;min-width:0}
.card .lead{font-size:1.05rem;line-height:1.5;max-width:48rem;margin-bottom:.6rem}
.card .prose{max-width:none}
.card .prose p,.card .prose li{max-width:48rem}
.block{display:grid;grid-template-columns:5.5rem minmax(0,1fr);gap:0 1rem;margin-top:.9rem}
.block>h4{font-size:.8rem;font-weight:600;color:var(--muted);line-height:1.85}
.block>div>p{margin:0 0 .4rem;max-width:48rem}
.block>div>:last-child{margin-bottom:0}
.block .prose+figure{margin-top:.6rem}
.places{display:flex;flex-wrap:wrap;gap:.1rem .8rem;align-items:baseline;font-size:.92rem}
.places .muted{font-size:.86rem}
.place{overflow-wrap:anywhere}
code.place{background:none;border:0;padding:0}
.voices{list-style:none;margin:0 0 .4rem;padding:0;font-size:.92rem}
.own-title{font-style:italic}
.fate{background:var(--sunken);border-radius:6px;padding:.5rem .8rem}
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
.copy-patch{font:inherit;font-size:.8rem;padding:.1rem .6rem;border:1px solid var(--line);border-radius:5px;background:var(--surface);color:inherit;cursor:pointer}
.patch code{overflow-wrap:anywhere}
.arms{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(16rem,100%),1fr));gap:0 .7rem}.arms>*{min-width:0}
.copy:hover{color:inherit;border-color:var(--muted)}
.repro{margin:0 0 .6rem}
.repro>summary{color:var(--link);font-size:.92rem;margin-bottom:.4rem}
.more>summary,.uncut>summary{font-size:.84rem;color:var(--muted);padding:.35rem .85rem;overflow-wrap:anywhere}
.more+pre{border-top:1px solid var(--line)}
.more:last-child{border-top:1px solid var(--line)}
.uncut>pre{border-top:1px solid var(--line)}
.uncut .long{max-height:24rem;overflow:auto;overflow-wrap:anywhere;white-space:pre-wrap;font-size:.86rem}
.nolink{text-decoration:underline dotted;text-underline-offset:.2em}
.hljs-keyword,.hljs-literal,.hljs-built_in,.hljs-selector-tag,.hljs-section,.hljs-doctag{color:var(--code-keyword)}
.hljs-string,.hljs-regexp,.hljs-symbol,.hljs-addition,.hljs-char{color:var(--code-string)}
.hljs-number,.hljs-attr,.hljs-attribute,.hljs-variable,.hljs-template-variable,.hljs-selector-class{color:var(--code-number)}
.hljs-comment,.hljs-quote{color:var(--code-comment);font-style:italic}
.hljs-title,.hljs-name,.hljs-type,.hljs-selector-id,.hljs-function{color:var(--code-name)}
.hljs-meta,.hljs-params,.hljs-punctuation,.hljs-operator{color:var(--code-meta)}
.hljs-meta .hljs-string{color:var(--code-string)}
.hljs-emphasis{font-style:italic}
.hljs-strong{font-weight:600}
@media (max-width:40rem){.card{padding:.7rem 0 .9rem .8rem;margin:0}.block{grid-template-columns:minmax(0,1fr)}.block>h4{line-height:1.5}.copy{opacity:1}}
@media print{figure.code{break-inside:avoid-page;border-color:#bbb}figure.code pre{max-height:none;overflow:visible}figure.code pre>code{min-width:0}.copy{display:none}.l.add,.l.del,.l.cited{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
`;
