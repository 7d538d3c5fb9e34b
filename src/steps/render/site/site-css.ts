/** The style of both pages over many reviews: frame, charts, rows. */
export const SITE_CSS = `
.sheet{max-width:76rem;margin:0 auto;padding:1rem 1.1rem 2.5rem}
.sheet:focus{outline:none}
.foot{width:calc(100% - 2.2rem);max-width:73.8rem;margin:0 auto;padding:1.25rem 0;color:var(--muted);font-size:.86rem;border-top:1px solid var(--line)}
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
.plot .cell{fill:var(--t-edge)}
.plot .frame{fill:none;stroke:var(--muted);stroke-dasharray:3 3}
.plot .hit{fill:transparent}
.bar-rows{display:grid;gap:.3rem}
.bar-row{display:grid;grid-template-columns:minmax(8.5rem,22%) minmax(0,1fr) 7rem;gap:.75rem;align-items:center}
.row-label{min-width:0;overflow-wrap:anywhere;font-size:.9rem}
.row-value{font-size:.86rem;font-variant-numeric:tabular-nums;line-height:1.3}
.row-note{display:block;color:var(--muted);font-size:.78rem}
@media (max-width:34rem){
  .topbar-inner{gap:.7rem;padding:.2rem .9rem}
  .wordmark{gap:.4rem;font-size:.88rem}
  .trail{gap:.1rem .6rem;font-size:.82rem}
  .sheet{padding:.6rem .9rem 2rem}
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
.archive-head{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,21rem);gap:.5rem 2.5rem;align-items:end;margin-bottom:.6rem}
.archive-head p{margin:.1rem 0 0;font-size:.88rem}
.activity{margin:0}
.filters{position:sticky;top:0;z-index:5;display:flex;align-items:center;gap:.5rem;background:var(--page);padding:.55rem 0;border-bottom:1px solid var(--line);margin-bottom:.9rem}
.filters input,.filters select{font:inherit;font-size:.88rem;color:var(--ink);background:var(--surface);border:1px solid var(--line);border-radius:6px;padding:.2rem .5rem;height:2.15rem;width:100%;min-width:0}
.search{position:relative;flex:1 1 13rem;min-width:0}
.search kbd{position:absolute;right:.6rem;top:50%;transform:translateY(-50%);pointer-events:none}
.search input:focus~kbd,.search input:not(:placeholder-shown)~kbd{display:none}
.match-count{color:var(--muted);font-size:.88rem;white-space:nowrap;font-variant-numeric:tabular-nums}
.filter-more{flex:2 1 30rem;min-width:0}
.filter-more>summary{color:var(--muted);font-size:.88rem;white-space:nowrap}
.filter-fields{display:flex;gap:.4rem}
.filter-fields select{flex:1 1 0;max-width:16rem}
.group{margin-top:1.1rem}
.group h2{margin-bottom:.5rem;font-size:1.1rem}
.group-count{color:var(--muted);font-weight:400;font-size:1rem}
.series{background:var(--surface);border:1px solid var(--line);border-radius:8px;margin-bottom:.7rem;scroll-margin-top:4rem;break-inside:avoid}
.series:target{border-color:var(--focus);box-shadow:0 0 0 1px var(--focus)}
.series-head{display:flex;flex-wrap:wrap;align-items:baseline;justify-content:space-between;gap:.1rem 1.5rem;padding:.5rem .9rem}
.series-head p{margin:0;min-width:0}
.series h3{font-weight:600;font-size:1rem;min-width:0;text-wrap:pretty}
.series-number{color:var(--muted);font-weight:500;text-decoration:none}
a.series-number{color:var(--link)}
.series-name{color:var(--ink);text-decoration:none}
.series-name:hover{text-decoration:underline}
.rounds{list-style:none;margin:0;padding:0}
.round{margin:0;border-top:1px solid var(--line);font-size:.88rem}
.line{display:grid;grid-template-columns:4.3rem minmax(0,12.5rem) minmax(0,1.4fr) minmax(0,1fr) 8.8rem;gap:.1rem 1rem;align-items:center;padding:.32rem .9rem;list-style:none}
.line::-webkit-details-marker{display:none}
details[open]>.line,summary.line:hover{background:var(--sunken)}
.round-link{font-weight:600;white-space:nowrap;font-variant-numeric:tabular-nums}
.round-verdict{min-width:0;display:flex}
.round-counts{display:flex;flex-wrap:wrap;gap:0 .8rem;font-variant-numeric:tabular-nums}
.severity{color:var(--t-ink);font-weight:600;white-space:nowrap}
.severity::before{content:"";display:inline-block;width:.5em;height:.5em;margin-right:.35em;border-radius:1px;background:var(--t-edge)}
.round-panel{display:flex;flex-wrap:wrap;gap:0 .7rem;min-width:0}
.round-panel s,.round-panel span{max-width:100%;min-width:0}
.round-panel s{color:var(--muted)}
.round-time{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
.inside{padding:.2rem .9rem .6rem}
.inside p{margin:.2rem 0 .4rem}
.inside ul{list-style:none;margin:0;padding:0;columns:2 24rem;column-gap:2rem}
.inside li{margin:0 0 .25rem;break-inside:avoid}
.inside li a{color:var(--ink);text-decoration:none;display:grid;grid-template-columns:2.8rem minmax(0,1fr);gap:.4rem;align-items:baseline}
.inside li a:hover{text-decoration:underline}
.inside li .badge{color:var(--surface);background:var(--t-ink);border-radius:4px;font:650 .76rem/1.5 ui-monospace,"SF Mono",SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;padding:0 .35rem;justify-content:center}
@media (min-width:64rem){.filter-more>summary{display:none}}
@media (max-width:64rem){
  .archive-head{grid-template-columns:minmax(0,1fr)}
  .activity{display:none}
  .line{grid-template-columns:8.8rem minmax(0,11.6rem) minmax(0,1fr)}
  .round-time{grid-column:1;grid-row:2;text-align:left}
  .round-counts{grid-column:3}
  .round-panel{grid-column:2/4}
  .filters{flex-wrap:wrap}
  .filter-more{flex:0 1 auto}
  .filter-more[open]{flex:1 0 100%;order:9}
  .filter-fields{display:grid;grid-template-columns:repeat(auto-fill,minmax(9rem,1fr));margin-top:.4rem}
}
@media (max-width:46rem){
  .filters{position:static;padding:.4rem 0;margin-bottom:.6rem}
  .search{flex-basis:8rem}
  .group{margin-top:.7rem}
  .line{display:flex;flex-wrap:wrap;padding:.4rem .7rem}
  .round-link{flex:1}
  .round-time{order:1}
  .round-verdict,.round-counts,.round-panel{order:2}
  .round-verdict,.round-panel{flex:0 0 100%}
  .search kbd{display:none}
  .series-head,.inside{padding-left:.7rem;padding-right:.7rem}
}
@media print{
  .filters{display:none}
}
`;

/** The style of the reviewers page only. */
export const REVIEWERS_CSS = `
.reviewer-list{list-style:none;margin:.8rem 0 1.2rem;padding:0;background:var(--surface);border:1px solid var(--line);border-radius:8px}
.reviewer-list li{display:grid;grid-template-columns:11rem minmax(0,1fr);gap:.3rem 1rem;margin:0;padding:.6rem .9rem;break-inside:avoid}
.reviewer-list li+li{border-top:1px solid var(--line)}
.reviewer-list h2{font-size:1rem;display:grid;align-content:start;gap:.1rem;min-width:0}
.reviewer-list .who,.row-label .who{white-space:normal}
.reviewer-list h2 .small{font-weight:400;font-size:.78rem}
.reviewer-list dl{display:grid;grid-template-columns:.6fr 1.4fr 1.2fr 1.15fr 1.15fr 1.05fr 1.15fr;gap:.4rem 1rem;margin:0}
.reviewer-list dt{color:var(--muted);font-size:.78rem}
.reviewer-list dd{margin:0;font-size:1.1rem;font-weight:650;line-height:1.25;font-variant-numeric:tabular-nums}
.reviewer-list dd span{display:block;font-size:.78rem;font-weight:400}
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
@media (max-width:68rem){
  .figures{grid-template-columns:minmax(0,1fr)}
  .reviewer-list li{grid-template-columns:minmax(0,1fr)}
  .reviewer-list h2{display:flex;align-items:baseline;gap:.8rem}
  .reviewer-list dl{grid-template-columns:repeat(auto-fill,minmax(6.5rem,1fr))}
}
@media (max-width:34rem){.figure{padding:.9rem}}
@media print{.numbers{display:none}.figures{display:block}.figure{margin-bottom:1rem}}
`;
