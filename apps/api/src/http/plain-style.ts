/** The style of the plain pages: the colours, letters and spaces of the site. */
export const STYLE = `
*{box-sizing:border-box;margin:0}
:root{--gold:#f3cf7a;--gold-ink:#241803}
html{color-scheme:dark;background:#08070c;color:#f6f2e9;font:400 1rem/1.6 'Manrope Variable',system-ui,sans-serif;text-size-adjust:100%}
body{min-height:100dvh;background:radial-gradient(ellipse 80rem 30rem at 50% -12rem,rgb(123 92 255/.22),transparent)}
body>*{max-width:46rem;margin-inline:auto;padding-inline:clamp(1rem,4vw,2rem)}
h1,h2{font-family:Unbounded,system-ui,sans-serif;font-weight:600;letter-spacing:-.03em;line-height:1.14;overflow-wrap:break-word;text-wrap:balance}
h1{font-size:clamp(1.6rem,5.4vw,2.6rem)}
h2{font-size:1.15rem}
a{color:inherit;text-underline-offset:.2em}
:focus-visible{outline:2px solid var(--gold);outline-offset:3px;border-radius:6px}
header{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;justify-content:space-between;padding-block:1.25rem}
header .brand{display:inline-flex;gap:.6rem;align-items:center;min-height:2.75rem;font-weight:700;text-decoration:none}
header svg{width:1.75rem;height:1.75rem;fill:none;stroke:var(--gold);stroke-width:1.7;stroke-linecap:round}
nav{display:flex;gap:.25rem}
nav a{display:grid;place-items:center;min-width:2.75rem;min-height:2.75rem;border-radius:99px;color:#aaa3b8;font-weight:700;font-size:.875rem;text-decoration:none}
nav a[aria-current]{color:var(--gold);background:color-mix(in srgb,var(--gold) 12%,transparent)}
main{padding-block:clamp(1.5rem,6vw,3.5rem) 4rem;display:grid;gap:1.25rem}
.lead{color:#d0c9dc;max-width:60ch}
.card{display:grid;gap:1.1rem;padding:clamp(1.1rem,4vw,1.75rem);border:1px solid rgb(255 255 255/.09);border-radius:18px;background:#15121f}
article{display:grid;gap:.5rem}
article+article{padding-top:1.1rem;border-top:1px solid rgb(255 255 255/.09)}
article p{overflow-wrap:anywhere}
.head{display:flex;flex-wrap:wrap;gap:.35rem .75rem;align-items:center}
.meta,.note,td small,footer,.hint{color:#aaa3b8;font-size:.9375rem}
.chip{padding:.1rem .65rem;border-radius:99px;font-size:.8125rem;font-weight:700;background:color-mix(in srgb,var(--gold) 14%,transparent);color:var(--gold)}
.chip.back{background:rgb(116 224 176/.14);color:#74e0b0}
table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}
caption{padding-bottom:.35rem;text-align:start;color:#aaa3b8;font-size:.9375rem}
th,td{padding:.55rem 0;border-top:1px solid rgb(255 255 255/.09);text-align:start;font-weight:500;vertical-align:top}
thead th{color:#aaa3b8;font-size:.8125rem;font-weight:600}
th:last-child,td:last-child{padding-inline-start:1rem;text-align:end;white-space:nowrap}
blockquote{padding-inline-start:1rem;border-inline-start:3px solid var(--gold);color:#d0c9dc;overflow-wrap:anywhere}
form{display:grid;gap:.75rem}
label{font-weight:700}
textarea{width:100%;min-height:12rem;padding:.85rem 1rem;border:1px solid rgb(255 255 255/.28);border-radius:12px;background:#0e0c15;color:inherit;font:inherit;resize:vertical}
textarea[aria-invalid]{border-color:#ff8f8f}
.error{color:#ff8f8f;font-weight:600}
button{justify-self:start;min-height:3rem;padding:0 1.6rem;border:0;border-radius:99px;background:var(--gold);color:var(--gold-ink);font:inherit;font-weight:700;cursor:pointer}
footer{display:flex;flex-wrap:wrap;gap:.35rem 1.5rem;padding-block:1.5rem 2.5rem}
footer a{display:inline-flex;align-items:center;min-height:2.75rem}
@media(forced-colors:active){.chip,.card{border:1px solid}}
`;
