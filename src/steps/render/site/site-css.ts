/** The style of both pages over many reviews: frame, charts, rows. */
export const SITE_CSS = `
.bar{position:sticky;top:0;z-index:10;background:color-mix(in srgb,var(--surface) 94%,transparent);border-bottom:1px solid var(--line);backdrop-filter:blur(6px)}
.bar-inner{max-width:72rem;margin:0 auto;padding:.35rem 1.25rem;display:flex;align-items:center;gap:1.1rem;min-height:3rem}
.brand{font-weight:700;letter-spacing:-.01em;margin-right:.4rem}
.bar-inner a{color:var(--muted);text-decoration:none;padding:.2rem 0;border-bottom:2px solid transparent}
.bar-inner a:hover{color:var(--ink)}
.bar-inner a[aria-current]{color:var(--ink);border-bottom-color:var(--link);font-weight:600}
.bar-end{margin-left:auto}
.sheet{max-width:72rem;margin:0 auto;padding:1.75rem 1.25rem 3rem}
.sheet:focus{outline:none}
.foot{max-width:72rem;margin:0 auto;padding:1.25rem;color:var(--muted);font-size:.86rem;border-top:1px solid var(--line)}
.sheet .pill{display:inline-block;overflow:hidden;text-overflow:ellipsis;vertical-align:bottom}
.sheet .badge{white-space:normal;overflow-wrap:anywhere}
.sheet p,.sheet dd,.sheet dt{overflow-wrap:anywhere}
.empty{padding:2rem 1rem;text-align:center;color:var(--muted)}
.plot{display:block;overflow:visible}
.plot.fixed{max-width:none}
.plot text{fill:var(--ink);font:12px system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;font-variant-numeric:tabular-nums}
.plot .quiet{fill:var(--muted)}
.plot .tick{font-size:11px}
.plot .column-label{font-size:11px;font-weight:600}
.plot .strong{font-weight:600}
.plot .track{fill:var(--sunken)}
.plot .bar{fill:var(--t-edge)}
.plot .bar-light{fill:var(--t-ground);stroke:var(--t-edge);stroke-opacity:.55}
.plot .in-bar{fill:var(--t-ink);font-size:11px;font-weight:600}
.plot .axis,.plot .grid{stroke:var(--line)}
.plot .whisker{stroke:var(--ink);stroke-opacity:.75}
.plot .band{fill:var(--t-ground);stroke:var(--t-edge);stroke-opacity:.35}
.plot .median{stroke:var(--t-ink);stroke-width:2}
.plot .dot-mark{fill:var(--t-edge);fill-opacity:.55}
.plot .line{stroke:var(--t-edge);stroke-width:2}
.plot .point{fill:var(--t-edge);stroke:var(--surface);stroke-width:1.5}
.plot .point.weak{fill:var(--surface);stroke:var(--t-edge)}
.plot .cell{fill:var(--t-edge)}
.plot .frame{fill:none;stroke:var(--muted);stroke-dasharray:3 3}
.plot .hit{fill:transparent}
.bar-rows{display:grid;gap:.3rem}
.bar-row{display:grid;grid-template-columns:6.5rem minmax(0,1fr) 7.5rem;gap:.75rem;align-items:center}
.row-label{min-width:0;overflow-wrap:anywhere;font-size:.9rem}
.row-value{font-size:.86rem;font-variant-numeric:tabular-nums;line-height:1.3}
.row-note{display:block;color:var(--muted);font-size:.78rem}
@media (max-width:34rem){
  .sheet{padding:1.1rem .9rem 2rem}
  .bar-inner{padding:.3rem .9rem;gap:.9rem}
  .bar-row{grid-template-columns:minmax(0,1fr) auto;gap:.1rem .6rem}
  .bar-row>.plot{grid-column:1/-1;grid-row:2}
}
@media print{
  .bar{position:static;backdrop-filter:none}
  .sheet{max-width:none;padding:0}
}
`;

/** The style of the index only. */
export const INDEX_CSS = `
.archive-head{display:grid;grid-template-columns:minmax(0,1fr) minmax(16rem,26rem);gap:1.5rem 2.5rem;align-items:end;margin-bottom:1.5rem}
.archive-about p{margin:.2rem 0 0}
.totals{display:flex;flex-wrap:wrap;gap:.4rem 1.8rem;margin:.9rem 0 .6rem}
.total{display:flex;flex-direction:column-reverse}
.total dt{font-size:.82rem;color:var(--muted)}
.total dd{margin:0;font-size:1.7rem;line-height:1.15;font-weight:650;font-variant-numeric:tabular-nums;letter-spacing:-.02em;color:var(--t-ink,var(--ink))}
.activity{margin:0}
.activity figcaption{margin-top:.2rem}
.filters{position:sticky;top:3rem;z-index:5;background:var(--page);padding:.7rem 0 .6rem;border-bottom:1px solid var(--line);margin-bottom:1.2rem}
.filter-main{display:flex;align-items:center;gap:1rem}
.search{position:relative;flex:1;max-width:34rem}
.search kbd{position:absolute;right:.6rem;top:50%;transform:translateY(-50%);pointer-events:none}
.search input:focus~kbd,.search input:not(:placeholder-shown)~kbd{display:none}
.filters input,.filters select{font:inherit;font-size:.9rem;color:var(--ink);background:var(--surface);border:1px solid var(--line);border-radius:6px;padding:.3rem .55rem;max-width:100%;height:2.2rem}
.search input{width:100%;height:2.5rem;font-size:1rem;padding:.4rem .8rem}
.match-count{color:var(--muted);font-size:.9rem;white-space:nowrap;font-variant-numeric:tabular-nums}
.filter-more{margin-top:.35rem}
.filter-more>summary{color:var(--muted);font-size:.86rem;width:fit-content}
@media (min-width:46rem){.filter-more>summary{display:none}}
.filter-fields{display:flex;flex-wrap:wrap;gap:.5rem .8rem;align-items:end;margin-top:.4rem}
.filter-fields label{display:grid;gap:.1rem;font-size:.78rem;color:var(--muted);min-width:0}
.filter-fields select{max-width:12.5rem}
.group{margin-top:1.6rem}
.group h2{margin-bottom:.7rem}
.group-count{color:var(--muted);font-weight:400;font-size:1rem}
.series{background:var(--surface);border:1px solid var(--line);border-radius:10px;margin-bottom:1rem;scroll-margin-top:11rem;break-inside:avoid}
.series:target{border-color:var(--focus);box-shadow:0 0 0 1px var(--focus)}
.series-head{display:flex;justify-content:space-between;gap:1.5rem;padding:.9rem 1.1rem .75rem}
.series-title{min-width:0}
.series h3{font-weight:600}
.series-number{color:var(--muted);font-weight:500;margin-right:.15rem;text-decoration:none}
a.series-number{color:var(--link)}
.series-name{color:var(--ink);text-decoration:none}
.series-name:hover{text-decoration:underline}
.series-about,.story{margin:.2rem 0 0;font-size:.88rem}
.series-about code{font-size:.82em}
.story{max-width:52rem}
.trend{flex:none;align-self:end;overflow-x:auto;max-width:45%;direction:rtl}
.trend>*{direction:ltr}
.rounds{list-style:none;margin:0;padding:0}
.round{display:grid;grid-template-columns:15.5rem 11.5rem 8rem minmax(0,1fr);gap:.15rem 1rem;align-items:center;padding:.5rem 1.1rem;border-top:1px solid var(--line);margin:0}
.round:hover{background:color-mix(in srgb,var(--sunken) 55%,transparent)}
.round-link{text-decoration:none;white-space:nowrap}
.round-link:hover .round-name{text-decoration:underline}
.round-name{font-weight:550;margin-right:.7rem;font-variant-numeric:tabular-nums}
.round-time{font-size:.86rem;font-variant-numeric:tabular-nums}
.round-verdict{min-width:0}
.round-counts{display:flex;gap:.25rem}
.chip{min-width:2.25rem;text-align:center;border-radius:5px;padding:.02rem .3rem;font-size:.84rem;font-weight:600;font-variant-numeric:tabular-nums;color:var(--t-ink);background:var(--t-ground)}
.chip small{font-weight:500;font-size:.72em;margin-left:.12em}
.chip.none{color:var(--muted);background:none;font-weight:400}
.round-panel{display:flex;flex-wrap:wrap;gap:.3rem;justify-content:flex-end}
.round-panel .pill{font-size:.74rem;padding:0 .5rem}
.pill.failed{background:none}
.findings{grid-column:1/-1;font-size:.86rem;color:var(--muted);margin:0}
.findings>summary{width:fit-content;max-width:100%}
.round-facts{margin-left:.4rem}
.findings ul{list-style:none;margin:.4rem 0 .3rem;padding:0 0 0 1rem;columns:2 22rem;column-gap:2rem}
.findings li{margin:0 0 .3rem;break-inside:avoid;display:block}
.findings li a{color:var(--ink);text-decoration:none;display:grid;grid-template-columns:2.6rem minmax(0,1fr);gap:.3rem;align-items:baseline}
.findings li a:hover{text-decoration:underline}
.findings li .badge{font-size:.74rem;padding:0 .35rem;justify-content:center}
@media (max-width:60rem){
  .round{grid-template-columns:minmax(0,1fr) auto}
  .round-panel{justify-content:flex-start}
  .round-link{white-space:normal}
  .archive-head{grid-template-columns:minmax(0,1fr)}
  .activity{max-width:34rem}
}
@media (max-width:40rem){
  .round{grid-template-columns:minmax(0,1fr) auto}
  .round-counts{justify-content:flex-end}
  .round-link{grid-column:1/-1}
  .round-panel{grid-column:1/-1}
  .series-head{flex-direction:column;gap:.6rem}
  .trend{align-self:flex-start;max-width:100%}
  .series-head,.round{padding-left:.85rem;padding-right:.85rem}
  .filters{position:static}
  .series{scroll-margin-top:4rem}
  .filter-fields{display:grid;grid-template-columns:1fr 1fr}
  .filter-fields select,.filter-fields input{max-width:none;width:100%}
  .findings ul{columns:auto;padding-left:0}
  .totals{gap:.4rem 1.3rem}
  .total dd{font-size:1.4rem}
}
@media print{
  .filters{display:none}
  .findings ul{columns:2}
}
`;

/** The style of the reviewers page only. */
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
