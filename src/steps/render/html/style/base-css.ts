/** The style of all pages: type, links, pills, tables, buttons, code. Colours come from the theme's variables. */
export const baseCss = `
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-padding-top:.5rem}

body{margin:0;background:var(--page);color:var(--ink);font:16px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",Helvetica,Arial,sans-serif;text-rendering:optimizeLegibility;overflow-wrap:break-word}
h1,h2,h3,h4,h5,h6{line-height:1.3;margin:0;font-weight:650;text-wrap:balance;overflow-wrap:anywhere}
h1{font-size:1.7rem;letter-spacing:-.015em}
h2{font-size:1.3rem;letter-spacing:-.01em}
h3{font-size:1.06rem}
h4{font-size:1rem}
h5,h6{font-size:.92rem}
p,ul,ol,dl,table,blockquote,figure{margin:0 0 .85em}
ul,ol{padding-left:1.4em}
li+li{margin-top:.25em}
a{color:var(--link);text-decoration:underline;text-decoration-color:color-mix(in srgb,currentColor 35%,transparent);text-underline-offset:.18em}
a:hover{text-decoration-color:currentColor}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px;border-radius:3px}
code,pre,kbd,samp{font-family:ui-monospace,"SF Mono",SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;font-size:.875em}
:not(pre)>code{background:var(--sunken);border:1px solid var(--line);border-radius:4px;padding:.05em .3em;overflow-wrap:anywhere}
code.k{white-space:nowrap}
kbd{border:1px solid var(--line);border-bottom-width:2px;border-radius:4px;padding:0 .35em;background:var(--surface);color:var(--muted);font-size:.78em}
pre{margin:0}
hr{border:0;border-top:1px solid var(--line);margin:1.4em 0}
blockquote{border-left:3px solid var(--line);padding-left:1em;color:var(--muted)}
small,.small{font-size:.86rem}
.muted{color:var(--muted)}
.cp{font:600 .68em/1 ui-monospace,Menlo,Consolas,monospace;color:var(--critical-ink);background:var(--critical-ground);border:1px solid var(--critical-edge);border-radius:3px;padding:.1em .25em;margin:0 .1em;unicode-bidi:isolate;white-space:nowrap}
.skip{position:absolute;left:-999rem;top:0;background:var(--surface);padding:.5rem 1rem;z-index:20}
.skip:focus{left:.5rem;top:.5rem}
.visually-hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
html:not(.js) .needs-js{display:none}
[hidden]{display:none!important}
.pill,.badge{display:inline-flex;align-items:center;gap:.35em;font-size:.84rem;line-height:1.45;font-weight:550;color:var(--t-ink);text-decoration:none;overflow-wrap:anywhere;min-width:0;max-width:100%}
.badge{background:var(--t-ground);border-radius:3px;padding:0 .4rem;white-space:nowrap}
td .pill,th .pill{white-space:nowrap}
a.pill:hover,a.badge:hover{text-decoration:underline}
.who{color:var(--t-ink);font-weight:550;overflow-wrap:anywhere}
.who[data-m]::before{content:attr(data-m);content:attr(data-m)/"";display:inline-block;box-sizing:border-box;min-width:1.9em;padding:0 .2em;margin-right:.45em;border:1px solid var(--t-edge);border-radius:3px;font:600 .78em/1.55 ui-monospace,"SF Mono",SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;text-align:center;vertical-align:.06em}
.dot{flex:none;width:.55em;height:.55em;border-radius:50%;background:var(--t-edge)}
.button{font:inherit;font-size:.86rem;line-height:1.4;color:var(--ink);background:var(--surface);border:1px solid var(--line);border-radius:6px;padding:.2rem .6rem;cursor:pointer}
.button:hover{border-color:var(--muted)}
.scroll{overflow-x:auto;max-width:100%;margin:0 0 .85em}
.scroll>table{margin:0}
table{border-collapse:collapse;font-size:.9rem;line-height:1.45}
th,td{padding:.4rem .75rem;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
th{font-weight:600;color:var(--muted);white-space:nowrap}
td.num,th.num{text-align:right;font-variant-numeric:tabular-nums}
tbody tr:hover{background:color-mix(in srgb,var(--sunken) 60%,transparent)}
details>summary{cursor:pointer}
.chart{display:block;max-width:100%;height:auto}
.chart text{fill:currentColor;font:12px system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
.chart .quiet{fill:var(--muted)}
.chart .bar{fill:var(--t-edge)}
.chart .faint{opacity:.5}
.chart .track{fill:var(--sunken)}
.chart .axis{stroke:var(--line);fill:none}
@media print{
  body{font-size:10.5pt;background:#fff}
  .needs-js,.skip,.theme-toggle{display:none!important}
  a{color:inherit}
  .scroll{overflow:visible}
  pre,pre *{white-space:pre-wrap!important;overflow-wrap:anywhere}
}
`;
