/** The layout of a report page: table of contents, header, verdict, counts, filters, sections, print. */
export const reportCss = `
.page{display:grid;grid-template-columns:minmax(0,1fr);max-width:76rem;margin:0 auto;padding:0 1.1rem 5rem}
main{min-width:0}
.toc{min-width:0;font-size:.9rem;position:sticky;top:0;z-index:6;background:var(--page);border-bottom:1px solid var(--line);margin:0 -1.1rem;padding:0 1.1rem}
.toc summary{padding:.55rem 0;font-weight:600;color:var(--muted)}
.toc ol{list-style:none;margin:0;padding:0 0 .8rem;max-height:65vh;overflow-y:auto}
.toc li{margin:0}
.toc li>a{display:flex;align-items:baseline;justify-content:space-between;gap:.6rem;padding:.22rem .6rem;border-left:2px solid var(--line);color:var(--muted);text-decoration:none}
.toc li>a:hover{color:var(--link)}
.toc li>a[aria-current]{border-left-color:var(--link);color:inherit;color:var(--ink);font-weight:600}
.toc .ids{display:flex;flex-wrap:wrap;gap:.1rem .5rem;padding:.1rem .6rem .35rem;border-left:2px solid var(--line)}
.toc .ids a{color:var(--t-ink);text-decoration:none;font-size:.8rem;font-variant-numeric:tabular-nums}
.toc .ids a:hover{text-decoration:underline}
.n{color:var(--muted);font-weight:400;font-size:.86em;font-variant-numeric:tabular-nums}
.brand{display:flex;align-items:center;gap:.8rem;font-size:.86rem;font-weight:600;padding:1rem 0 1.1rem}
.neighbours{display:flex;flex-wrap:wrap;gap:.2rem .8rem}
.brand .muted{font-weight:400;overflow-wrap:anywhere}
.brand .theme-toggle{margin-left:auto}
.kicker{color:var(--muted);font-size:.92rem;margin:0 0 .35rem}
.kicker span{display:inline-block;max-width:100%}
.top h1{margin-bottom:.9rem;max-width:46rem}
.facts .fold{margin:0}
.facts .fold[open]{margin-bottom:.5rem}
.facts{margin:0 0 1rem;font-size:.92rem}
.facts>div{display:grid;grid-template-columns:7rem minmax(0,1fr);gap:.6rem;padding:.12rem 0}
.facts dt{color:var(--muted)}
.facts dd{margin:0;min-width:0}
.panel{list-style:none;margin:0 0 1.4rem;padding:0;font-size:.92rem}
.panel li{display:flex;flex-wrap:wrap;align-items:baseline;gap:.15rem .7rem;padding:.3rem 0;border-top:1px solid var(--line);margin:0}
.panel li:last-child{border-bottom:1px solid var(--line)}
.panel span{min-width:0;overflow-wrap:anywhere}
.panel .pill{min-width:5.2rem}
.panel .badge{margin-left:auto}
.verdict{border-left:4px solid var(--t-edge);background:var(--t-ground);border-radius:0 8px 8px 0;padding:1rem 1.25rem;margin:0 0 1rem}
.verdict p{margin:.35rem 0 0;max-width:46rem}
.verdict .phrase{font-size:1.35rem;font-weight:680;letter-spacing:-.01em;color:var(--t-ink);margin:0;line-height:1.3}
.verdict .rule{border-top:1px solid color-mix(in srgb,var(--t-edge) 30%,transparent);padding-top:.4rem}
.ref{font-variant-numeric:tabular-nums;font-weight:550}
.counts{display:flex;flex-wrap:wrap;gap:.4rem;margin:0 0 2.2rem;align-items:stretch}
.count{display:flex;align-items:baseline;gap:.35rem;padding:.3rem .65rem;border:1px solid var(--line);border-radius:8px;background:var(--surface);font-size:.9rem;text-decoration:none;color:inherit}
.count.muted{color:var(--muted)}
.count b{font-size:1.12rem;font-weight:680;font-variant-numeric:tabular-nums;color:var(--t-ink,inherit)}
a.count:hover,a.count[aria-pressed="true"]{border-color:var(--t-edge);background:var(--t-ground)}
a.count[aria-pressed="true"]{box-shadow:inset 0 0 0 1px var(--t-edge)}
.count.none{color:var(--muted);background:none}
.count.none b{font-weight:500}
.count.total{border:0;background:none;padding:.3rem .2rem;font-size:.84rem}
.part{margin:0 0 2.6rem}
.part>h2{border-bottom:1px solid var(--line);padding-bottom:.4rem;margin-bottom:1rem}
.permalink{opacity:0;text-decoration:none;color:var(--muted);font-weight:400;font-size:.85em}
h1:hover .permalink,h2:hover .permalink,h3:hover .permalink,h4:hover .permalink,h5:hover .permalink,h6:hover .permalink,.permalink:focus-visible{opacity:1}
.prose{max-width:46rem}
.prose>:last-child{margin-bottom:0}
.prose h3,.prose h4,.prose h5,.prose h6{margin:1.3em 0 .5em}
.prose .scroll,.prose figure{max-width:none}
.filters{background:var(--page);border-bottom:1px solid var(--line);padding:.6rem 0 .7rem;margin:0 0 1.4rem;font-size:.86rem}
.filters .row{display:flex;flex-wrap:wrap;align-items:center;gap:.4rem .9rem}
.filters .row+.row{margin-top:.45rem}
.filters input{font:inherit;color:inherit;background:var(--surface);border:1px solid var(--line);border-radius:6px;padding:.28rem .6rem;width:14rem;max-width:100%}
.filters .shown{font-variant-numeric:tabular-nums;font-weight:600}
.filters .shown+.group,.filters .clear+.group{margin-left:auto}
.toc .keys{display:none;font-size:.78rem;line-height:1.9;padding:.6rem .6rem 0}
.group{display:flex;flex-wrap:wrap;gap:.3rem}
.chip{font:inherit;font-size:.82rem;line-height:1.4;padding:.12rem .6rem;border-radius:999px;border:1px solid var(--line);background:var(--surface);color:inherit;cursor:pointer}
.chip:hover{border-color:var(--t-edge)}
.chip[aria-pressed="true"]{background:var(--t-ground);border-color:var(--t-edge);color:var(--t-ink);font-weight:600}
.fold{margin:0 0 .9rem}
.fold>summary{color:var(--link);padding:.15rem 0}
.fold[open]>summary{margin-bottom:.6rem}
.plots{display:flex;flex-wrap:wrap;gap:.6rem 2.5rem;margin-bottom:1rem}
.plot{margin:0 0 .8rem;flex:1 1 20rem;max-width:26rem;min-width:0}
.plot figcaption{font-size:.86rem;font-weight:600;margin-bottom:.3rem}
caption{text-align:left;color:var(--muted);font-size:.84rem;padding-bottom:.3rem}
.contradictions,.said{max-width:46rem}
.who{color:var(--t-ink);font-weight:550}
.coverage th[scope="row"]{font-weight:400;color:inherit}
.coverage code{white-space:nowrap}
.claim.clean{color:var(--good-ink)}
.claim.trivial,.claim.other{color:var(--muted)}
.account td{min-width:6rem}
.account td:nth-child(2),.account td:last-child{min-width:14rem}
.raw{border-left:3px solid var(--t-edge);padding-left:1rem;margin:0 0 1.4rem}
.raw .prose h4,.raw .prose h5,.raw .prose h6{color:var(--muted)}
.raw-mark{display:inline-flex;gap:.3em;font-size:.74rem;line-height:1.4;font-weight:600;color:var(--t-ink);background:var(--t-ground);border-radius:4px;padding:0 .4em;margin-right:.5em;vertical-align:.08em;}
.raw-mark a{color:inherit}
.raw-mark:target{outline:2px solid var(--focus);outline-offset:2px}
.unplaced{border-left:2px solid var(--line);padding-left:.9rem;margin-bottom:1rem}
footer{border-top:1px solid var(--line);padding-top:1rem}
@media (min-width:72rem){
  .page{grid-template-columns:14rem minmax(0,54rem);column-gap:3.5rem;justify-content:center}
  .toc{align-self:start;max-height:100vh;overflow-y:auto;border:0;padding:3.4rem .2rem 2rem;margin:0;background:none}
  .toc ol{max-height:none;overflow:visible}
  .toc summary{display:none}
  .toc .keys{display:block}
  .filters{position:sticky;top:0;z-index:5}
  html{scroll-padding-top:6.2rem}
}
@media (max-width:40rem){
  .facts>div{grid-template-columns:5.5rem minmax(0,1fr)}
  .filters input{flex:1 1 10rem}
  h1{font-size:1.35rem}
  .verdict .phrase{font-size:1.18rem}
  .panel .badge{margin-left:0}
  .count{padding:.25rem .6rem;font-size:.84rem}
}
@media print{
  .page{display:block;max-width:none;padding:0}
  .toc,.filters,.permalink,.counts .total{display:none!important}
  details::details-content{content-visibility:visible;display:block;block-size:auto}
  .fold>summary{display:none}
  details>summary{list-style:none;color:inherit}
  details.uncut{display:none}
  .part>h2{break-after:avoid}
  .prose{max-width:none}
  .verdict,.count,.pill,.badge{print-color-adjust:exact;-webkit-print-color-adjust:exact}
}
`;

/** What became of earlier findings, and where a finding comes from. */
export const roundsCss = `
.lead{font-size:1.05rem;font-weight:550;max-width:46rem}
.earlier{width:100%}
.earlier th[scope="row"]{font-weight:400;color:inherit;white-space:normal;min-width:11rem;overflow-wrap:anywhere}
.earlier td{overflow-wrap:anywhere}
.earlier td:nth-child(3){min-width:12rem}
.earlier td:nth-child(4){min-width:10rem}
.earlier td>div+div{margin-top:.3rem}
.earlier .commits{color:var(--muted)}
.earlier tr:target{background:var(--sunken);box-shadow:inset 3px 0 0 var(--focus)}
#previous~h3{margin:1.4rem 0 .5rem}
.trend-table .dot{display:inline-block}
.badge.outline.important{color:var(--important-ink)}
.badge.outline.suggestion{color:var(--suggestion-ink)}
.origin{margin:0 0 .9rem;font-size:.93rem}
.origin p{margin:0}
.origin.contest{margin:0 0 .9rem}
.origin.contest ul{margin:.3rem 0 0}
@media (max-width:40rem){
  .earlier thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
  .earlier,.earlier tbody,.earlier tr,.earlier th,.earlier td{display:block}
  .trend-table th,.trend-table td{padding:.3rem .35rem;white-space:normal}
  .earlier tr{border-bottom:1px solid var(--line);padding:.5rem 0}
  .earlier th[scope="row"],.earlier td{border:0;padding:.15rem 0}
}
`;

/** How a reviewer worked, and the map of hunks and agents. Each state has a symbol and a colour. */
export const readingCss = `
.panel .work{flex-basis:100%;margin:0;color:var(--muted);font-size:.84rem}
.panel .incidents{flex-basis:100%;list-style:none;margin:.15rem 0 .2rem;padding:0;font-size:.84rem}
.panel .incidents li{display:block;border:0;padding:.1rem 0 .1rem .8rem;margin:0;border-left:2px solid var(--important-edge)}
.panel .incidents b{font-weight:600;color:var(--important-ink)}
.reading th[scope="row"],.reading th[scope="rowgroup"]{font-weight:400;color:inherit;white-space:normal;overflow-wrap:anywhere}
.reading th[scope="row"]{min-width:6.5rem;font-variant-numeric:tabular-nums;padding-left:1.4rem}
.reading .file th{padding-top:.7rem;border-bottom:0}
.reading th,.reading td{padding:.2rem .6rem}
.reading thead th{vertical-align:bottom}
.reading th:not(:first-child),.reading td{text-align:center}
.reading caption .key{white-space:nowrap;margin-right:.9em}
.unread-places code{white-space:nowrap}
.hunk::before{display:inline-block;width:1.2em;text-align:center;font-weight:700}
.hunk.read::before{content:"\\2713";color:var(--good-ink)}
.hunk.unread::before{content:"\\2013";color:var(--critical-ink)}
.hunk.lost::before{content:"~";color:var(--important-ink)}
.hunk.not-given::before{content:"\\00d7";color:var(--muted)}
.hunk.unproven::before{content:"?";color:var(--important-ink)}
.hunk i{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.reading .gate td.unread{background:var(--critical-ground)}
.reading tr:not(.gate) td.unread{background:var(--sunken)}
.reading tr:not(.gate) td.unread::before{color:var(--muted)}
.reading td.read{background:var(--good-ground)}
.reading td.lost,.reading td.unproven{background:var(--important-ground)}
.reading td{position:relative;border-left:1px solid var(--page)}
@media (max-width:40rem){
  .reading th,.reading td{padding:.2rem .35rem}
  .reading th[scope="row"]{padding-left:.5rem}
  .reading thead th{font-size:.8rem;white-space:normal}
  .unread-places code{white-space:normal}
}
@media print{
  .reading td{print-color-adjust:exact;-webkit-print-color-adjust:exact}
  .reading tr{break-inside:avoid}
}
`;
