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
