/** The style of a nominee's page and kit, in addition to that of all plain pages: a logo in the light of an eclipse. */
export const NOMINEE_STYLE = `
html,body{overflow-x:clip}
.top{position:relative;isolation:isolate;display:grid;justify-items:center;text-align:center;gap:.5rem}
.med{--d:clamp(14rem,56vw,21rem);position:relative;display:grid;place-items:center;width:var(--d);height:var(--d);margin-block:clamp(1rem,6vw,4rem) clamp(1rem,5vw,2.5rem)}
.med::before{content:"";position:absolute;inset:-38%;z-index:-2;border-radius:50%;background:radial-gradient(closest-side,transparent 56%,rgb(255 226 150/.85) 57.2%,rgb(243 190 95/.3) 61%,rgb(123 92 255/.24) 74%,transparent 100%);-webkit-mask:conic-gradient(#000 0 8%,rgb(0 0 0/.4) 30%,rgb(0 0 0/.2) 50%,rgb(0 0 0/.4) 70%,#000 92%);mask:conic-gradient(#000 0 8%,rgb(0 0 0/.4) 30%,rgb(0 0 0/.2) 50%,rgb(0 0 0/.4) 70%,#000 92%)}
.won .med::before{-webkit-mask:none;mask:none}
.med b{position:absolute;inset:0;z-index:-1;border-radius:50%;background:radial-gradient(circle at 50% 0,#221938,#0b0911 46%)}
.med img{width:46%;height:auto;aspect-ratio:1;object-fit:contain;border-radius:27%}
.lbl{color:var(--gold);font-weight:700}
.name{font-size:clamp(2.3rem,9vw,4.75rem);line-height:1.04}
.name.long{font-size:clamp(1.9rem,7.4vw,3.75rem)}
.name.longest{font-size:clamp(1.4rem,5.4vw,2.75rem);overflow-wrap:anywhere}
.won .name{padding-bottom:.12em;background:linear-gradient(180deg,#fff8e3 8%,#f6d587 58%,#cf9c3f);-webkit-background-clip:text;background-clip:text;color:transparent}
.award{color:#cfc8da;font-size:1.125rem;max-width:34ch;text-wrap:balance}
.pc{font:600 2rem/1.2 Unbounded,system-ui,sans-serif;letter-spacing:-.04em;font-variant-numeric:tabular-nums}
.pc i{font-style:normal;font-size:.62em}
.pc span{font:500 .9375rem/1.4 'Manrope Variable',system-ui,sans-serif;letter-spacing:0;color:#aaa3b8}
.acts{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:center;justify-content:center;margin-top:1rem}
.acts a:not(.btn),.links a{display:inline-flex;align-items:center;min-height:2.75rem;font-weight:600}
.btn{display:inline-flex;align-items:center;justify-content:center;min-height:3rem;padding:.4rem 1.6rem;border-radius:99px;background:var(--gold);color:var(--gold-ink);font-weight:700;text-decoration:none;text-align:center}
.about{display:grid;gap:1.25rem;margin-top:clamp(1.5rem,5vw,3rem);padding-top:clamp(1.5rem,5vw,2.5rem);border-top:1px solid rgb(255 255 255/.1)}
.pic{width:100%;height:auto;border-radius:18px;object-fit:cover;aspect-ratio:16/9}
.desc{color:#d9d3e4;font-size:1.0625rem;overflow-wrap:anywhere}
.desc>*+*{margin-top:.75em}
.desc ul,.desc ol{padding-inline-start:1.25em}
.links{display:flex;flex-wrap:wrap;gap:0 1.5rem}
h3{font-size:1rem}
.take{padding:.75rem 1rem;border:1px solid rgb(255 255 255/.14);border-radius:12px;background:#0e0c15;font:inherit;font-size:.9375rem;white-space:pre-wrap;overflow-wrap:anywhere;user-select:all}
.qr{display:flex;flex-wrap:wrap;gap:1rem;align-items:center}
.qr img{border-radius:10px}
.pics{display:flex;flex-wrap:wrap;gap:1.75rem 1.25rem;list-style:none;padding:0;align-items:end}
.pics li{display:grid;gap:.35rem;align-content:end;max-width:100%}
.pics img{max-width:100%;height:auto;border-radius:12px}
.pics span{display:flex;flex-wrap:wrap;gap:0 .9rem}
.days{border-collapse:collapse;font-variant-numeric:tabular-nums}
.days th,.days td{padding:.4rem 1.5rem .4rem 0;text-align:start;border-bottom:1px solid rgb(255 255 255/.1)}
input{width:100%;min-height:3rem;padding:0 1rem;border:1px solid rgb(255 255 255/.28);border-radius:12px;background:#0e0c15;color:inherit;font:inherit}
.card textarea{min-height:7rem}
.pics a,.qr a{display:inline-flex;align-items:center;min-height:2.75rem;font-weight:600}
@media(forced-colors:active){.won .name{background:none;color:CanvasText}.btn{border:1px solid}}
`;
