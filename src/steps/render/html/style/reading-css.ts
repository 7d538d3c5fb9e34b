/** How a reviewer worked, and the map of hunks and agents. A sign and a colour say the same, so that either suffices. */
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
