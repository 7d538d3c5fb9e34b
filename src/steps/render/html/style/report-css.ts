/** The layout of a report page: verdict, list, folded parts, print. */
export const reportCss = `
main{max-width:76rem;margin:0 auto;padding:0 1.1rem 4rem}
.heading{display:flex;align-items:baseline;gap:1.2rem;padding:.95rem 0 .7rem}
.heading h1{flex:1;min-width:0;font-size:1.12rem;letter-spacing:-.005em;text-wrap:pretty}
.heading .muted{flex:none}
.verdict{border-left:5px solid var(--t-edge);background:var(--t-ground);border-radius:0 6px 6px 0;padding:.8rem 1.2rem .85rem;margin:0 0 1.5rem;overflow-wrap:anywhere}
.verdict h2{font-size:1.5rem;font-weight:700;line-height:1.2;letter-spacing:-.02em;color:var(--t-ink)}
.verdict p{margin:.3rem 0 0;max-width:62rem}
.verdict ul{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(27rem,100%),1fr));gap:.1rem 2rem;list-style:none;margin:.5rem 0 0;padding:.45rem 0 0;border-top:1px solid color-mix(in srgb,var(--t-edge) 30%,transparent);font-size:.9rem}
.verdict li{margin:0}
.verdict .worth{font-size:.9rem}
.n{color:var(--muted);font-weight:500;font-variant-numeric:tabular-nums}
.gist{color:var(--muted);font-size:.9rem}
.list{margin:0 0 1.6rem}
.list-head{display:flex;flex-wrap:wrap;align-items:center;gap:.3rem .8rem;padding-bottom:.55rem}
.list-head h2{font-size:1.05rem}
.list-head+.row,.filters+.row{border-top:1px solid var(--line)}
.controls{display:flex;flex-wrap:wrap;align-items:center;gap:.4rem;margin-left:auto}
.keys{font-size:.8rem;margin-right:.6rem}
.none{padding:.6rem 0;margin:0;color:var(--muted)}
.filters{display:flex;flex-wrap:wrap;align-items:center;gap:.4rem .5rem;padding-bottom:.6rem;font-size:.86rem}
.filters input,.filters select{font:inherit;color:inherit;background:var(--surface);border:1px solid var(--line);border-radius:6px;padding:.22rem .5rem;min-width:0;max-width:100%}
.filters input{flex:0 1 15rem}
.choices{display:flex;flex-wrap:wrap;gap:.4rem .5rem;min-width:0}
.row{border-bottom:1px solid var(--line);scroll-margin-top:.5rem}
.row>summary{display:grid;grid-template-columns:2.6rem 5.3rem minmax(0,1fr) minmax(0,13rem) minmax(0,11rem) .5rem;gap:0 .7rem;align-items:baseline;padding:.42rem .6rem;list-style:none}
.row>summary::-webkit-details-marker,.part>summary::-webkit-details-marker{display:none}
.row>summary:hover,.part>summary:hover{background:var(--sunken)}
.row>summary::after,.part>summary::after{content:"";width:.4rem;height:.4rem;border:solid var(--muted);border-width:0 1.5px 1.5px 0;transform:rotate(-45deg);justify-self:end;align-self:center;flex:none}
.row[open]>summary::after,.part[open]>summary::after{transform:rotate(45deg)}
.row[open]>summary{background:var(--sunken)}
.id{display:inline-block;color:var(--surface);background:var(--t-ink);border-radius:4px;padding:0 .42em;font:650 .8rem/1.5 ui-monospace,"SF Mono",SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;text-decoration:none;text-align:center;overflow-wrap:anywhere}
.row>summary>.id{justify-self:start;min-width:2.5rem;max-width:100%}
a.id{font-size:.82em;line-height:1.4;padding:0 .35em}
a.id:hover{text-decoration:underline}
.raw-id,.earlier-id{font-family:ui-monospace,"SF Mono",SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;font-size:.86em;font-weight:400;overflow-wrap:anywhere}
.earlier-id{font-family:inherit;font-size:1em}
.severity,.state{color:var(--t-ink);font-size:.84rem;font-weight:550;overflow-wrap:anywhere}
.row h3{font-size:.97rem;font-weight:600;line-height:1.4;text-wrap:pretty}
.row h3 code{font-size:.9em;background:none;border:0;padding:0}
.row:not([data-state="open"],[open])>summary h3{font-weight:450}
.meta{display:contents}
.row>summary>.id,.meta>.severity{order:-1}
.where{display:flex;min-width:0;max-width:100%;color:var(--muted);font:.8rem/1.5 ui-monospace,"SF Mono",SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;white-space:nowrap;overflow:hidden}
.where .dir{flex:0 9999 auto;min-width:0;overflow:hidden;text-overflow:ellipsis}
.where .file{flex:0 1 auto;min-width:0;white-space:normal;overflow-wrap:anywhere}
.more-places{flex:none;margin-left:.5em}
.by{display:flex;flex-wrap:wrap;gap:0 .6rem;min-width:0;font-size:.84rem}
.by .who{min-width:0;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.state.neutral{font-weight:450}
.summary{margin:0 0 1.6rem}
.summary h2{font-size:1.05rem;margin-bottom:.4rem}
.summary .prose p{margin-bottom:.4rem}
.parts{border-top:1px solid var(--line)}
.part{border-bottom:1px solid var(--line);scroll-margin-top:.5rem}
.part>summary{display:flex;align-items:baseline;gap:.2rem .8rem;padding:.5rem .6rem;list-style:none}
.part>summary h2{flex:none;max-width:100%;font-size:.97rem;letter-spacing:0}
.part>summary .gist{flex:1;min-width:0;overflow-wrap:anywhere}
.part-body{padding:.7rem .6rem 1.2rem;min-width:0;scroll-margin-top:3rem}
.part-body .list{margin:0}
.part-body>h3,.part-body section>h3{margin:1.1rem 0 .5rem}
.part-body>h3:first-child,.part-body section:first-child>h3{margin-top:0}
.permalink{opacity:0;text-decoration:none;color:var(--muted);font-weight:400;font-size:.85em}
h3:hover .permalink,h4:hover .permalink,h5:hover .permalink,h6:hover .permalink,.permalink:focus-visible{opacity:1}
.prose{max-width:48rem}
.prose>:last-child{margin-bottom:0}
.prose h3,.prose h4,.prose h5,.prose h6{margin:1.3em 0 .5em}
.prose .scroll,.prose figure{max-width:none}
.facts{margin:0 0 1rem;font-size:.92rem}
.facts>div{display:grid;grid-template-columns:7rem minmax(0,1fr);gap:.6rem;padding:.12rem 0}
.facts dt{color:var(--muted);overflow-wrap:anywhere}
.facts dd{margin:0;min-width:0;overflow-wrap:anywhere}
.panel{list-style:none;margin:0 0 1rem;padding:0;font-size:.92rem}
.panel>li{padding:.4rem 0;border-bottom:1px solid var(--line);margin:0;overflow-wrap:anywhere}
.panel p{margin:.1rem 0 0;max-width:48rem}
.panel .model{color:var(--muted);margin:0 .5rem}
.incidents{list-style:none;margin:.2rem 0;padding:0}
.incidents li{padding-left:.8rem;margin:.1rem 0;border-left:2px solid var(--important-edge)}
.incidents b{font-weight:600;color:var(--important-ink)}
.fold{margin:0 0 .9rem}
.fold>summary{color:var(--link);padding:.15rem 0;font-size:.92rem}
.fold[open]>summary{margin-bottom:.6rem}
.rows{margin:0}
.rows>summary{padding:.4rem .6rem;border-bottom:1px solid var(--line)}
.plots{display:flex;flex-wrap:wrap;gap:.6rem 2.5rem;margin-bottom:1rem}
.plot{margin:0 0 .8rem;flex:1 1 20rem;max-width:26rem;min-width:0}
.plot figcaption{font-size:.86rem;font-weight:600;margin-bottom:.3rem}
caption{text-align:left;color:var(--muted);font-size:.84rem;padding-bottom:.3rem}
.contradictions{max-width:48rem}
.coverage th[scope="row"]{font-weight:400;color:inherit}
.claim.clean{color:var(--good-ink)}
.claim.trivial,.claim.other{color:var(--muted)}
.account td{min-width:6rem}
.account td:first-child .raw-id,.account td:nth-child(4){white-space:nowrap}
.account td:nth-child(2),.account td:last-child{min-width:14rem}
.raw{margin:0 0 1.4rem}
.raw .prose{border-left:2px solid var(--line);padding-left:1rem}
.raw .prose h4,.raw .prose h5,.raw .prose h6{color:var(--muted)}
.raw-mark{font-size:.8rem;color:var(--muted);margin-right:.5em}
.raw-mark:target,tr:target{outline:2px solid var(--focus);outline-offset:2px}
.unplaced{border-left:2px solid var(--line);padding-left:.9rem;margin-bottom:1rem}
.earlier{width:100%}
.earlier th[scope="row"]{font-weight:400;color:inherit;white-space:normal;min-width:11rem;overflow-wrap:anywhere}
.earlier td{overflow-wrap:anywhere}
.earlier td:nth-child(3){min-width:12rem}
.earlier td:nth-child(4){min-width:10rem}
.earlier td>div+div{margin-top:.3rem}
.earlier .commits{color:var(--muted)}
.trend-table .dot{display:inline-block}
@media (max-width:60rem){
  .row>summary{grid-template-columns:auto minmax(0,1fr) .7rem;gap:.1rem .6rem;padding:.45rem .3rem}
  .row>summary::after{grid-column:3;grid-row:1}
  .where{flex:0 1 auto}
  .meta{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 .6rem;grid-column:2/4;grid-row:2;min-width:0}
}
@media (max-width:40rem){
  main{padding:0 .9rem 3rem}
  .heading{padding:.6rem 0 .5rem}
  .heading h1{font-size:1rem}
  .heading .muted,.keys{display:none}
  .verdict{padding:.6rem .9rem .65rem;margin-bottom:1rem}
  .verdict h2{font-size:1.25rem}
  .verdict p{font-size:.95rem;line-height:1.45}
  .list-head .gist{flex-basis:100%;order:1}
  .filters input{flex:1 1 100%}
  .choices{display:none}
  .filters:is(:focus-within,.active) .choices{display:flex}
  .row h3{font-size:.93rem}
  .part>summary{flex-wrap:wrap;padding:.5rem .3rem}
  .part>summary .gist{flex-basis:100%;order:1}
  .part>summary::after{margin-left:auto}
  .part-body{padding:.5rem .1rem 1rem}
  .facts>div{grid-template-columns:5.5rem minmax(0,1fr)}
  .earlier thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
  .earlier,.earlier tbody,.earlier tr,.earlier th,.earlier td{display:block}
  .trend-table th,.trend-table td{padding:.3rem .35rem;white-space:normal}
  .account thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
  .account,.account tbody,.account tr,.account td{display:block}
  .account tr{border-bottom:1px solid var(--line);padding:.5rem 0}
  .account td{border:0;padding:.1rem 0}
  .account td::before{color:var(--muted)}
  .account td:nth-child(3)::before{content:"claimed "}
  .account td:nth-child(4)::before{content:"ended as "}
  .earlier tr{border-bottom:1px solid var(--line);padding:.5rem 0}
  .earlier th[scope="row"],.earlier td{border:0;padding:.15rem 0}
}
@media print{
  main{max-width:none;padding:0}
  .filters,.permalink,.controls{display:none!important}
  details::details-content{content-visibility:visible;display:block;block-size:auto}
  .fold>summary,.more>summary{display:none}
  details>summary{list-style:none;color:inherit}
  .row>summary::after,.part>summary::after{display:none}
  details.uncut{display:none}
  .part>summary,.row>summary{break-after:avoid}
  .prose{max-width:none}
  .verdict,.id{print-color-adjust:exact;-webkit-print-color-adjust:exact}
}
`;

/** The map of hunks and agents. Each state has a symbol and a colour. */
export const readingCss = `
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
