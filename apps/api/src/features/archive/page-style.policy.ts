import { NAME_UNIT, NAME_WIDTHS } from './name-size.policy.ts';

const { least, most } = NAME_WIDTHS;
const WIDTHS = Array.from({ length: most - least + 1 }, (_each, index) => least + index);

/**
 * The style of a past year's page, in addition to that of all plain pages. The one idea is the light behind a dark body: an
 * eclipse of diameter --d, whose light stands at --a. A name is as large as its block allows: --n units of width must fit in a line.
 */
export const ARCHIVE_STYLE = `
@property --a{syntax:"<angle>";inherits:true;initial-value:0deg}
@property --sw{syntax:"<angle>";inherits:true;initial-value:0deg}
${WIDTHS.map((width) => `.n${width}{--n:${width}}`).join('')}
html{scroll-behavior:smooth}
body{overflow-x:clip;--page:max(clamp(1rem,4vw,3rem),50vw - 590px);--soft:#cfc8da;--mute:#aaa3b8;--line:rgb(255 255 255/.1)}
body>header,body>main,body>footer{max-width:none;padding-inline:var(--page)}
body>header{position:absolute;inset:0 0 auto;z-index:2}
body>main{display:block;padding:0}
body>footer{border-top:1px solid var(--line)}
.wrap{margin-inline:var(--page);position:relative}
.vh{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.gold{background:linear-gradient(180deg,#fff8e3 8%,#f6d587 58%,#cf9c3f);-webkit-background-clip:text;background-clip:text;color:transparent}
.ecl{position:absolute;left:50%;top:50%;width:var(--d);height:var(--d);margin:calc(var(--d)/-2);border-radius:50%;z-index:-1;pointer-events:none}
.ecl::before{content:"";position:absolute;inset:-70%;border-radius:50%;opacity:var(--p,1);background:radial-gradient(closest-side,transparent 41%,rgb(255 238 196/.95) 41.7%,rgb(246 200 112/.5) 43.4%,rgb(243 190 95/.2) 50%,rgb(123 92 255/.2) 63%,rgb(123 92 255/.07) 80%,transparent 100%);-webkit-mask:conic-gradient(from calc(var(--a) + var(--sw)),#000 0 6%,rgb(0 0 0/.55) 24%,rgb(0 0 0/.14) 50%,rgb(0 0 0/.55) 76%,#000 94%);mask:conic-gradient(from calc(var(--a) + var(--sw)),#000 0 6%,rgb(0 0 0/.55) 24%,rgb(0 0 0/.14) 50%,rgb(0 0 0/.55) 76%,#000 94%)}
.ecl::after{content:"";position:absolute;inset:0;border-radius:50%;background:radial-gradient(circle at calc(50% + 50%*sin(var(--a) + var(--sw))) calc(50% - 50%*cos(var(--a) + var(--sw))),#271c46 0,#120d1f 30%,#08070c 64%)}
.ecl b{position:absolute;inset:-1px;z-index:1;border-radius:50%;background:conic-gradient(from calc(var(--a) + var(--sw)),#fffdf6,#ffe9b8 7%,#d9a94f 20%,#5b4560 34%,#2a2145 50%,#5b4560 66%,#d9a94f 80%,#ffe9b8 93%,#fffdf6);-webkit-mask:radial-gradient(closest-side,transparent calc(100% - 3.5px),#000 calc(100% - 2.5px));mask:radial-gradient(closest-side,transparent calc(100% - 3.5px),#000 calc(100% - 2.5px))}
.ecl u{position:absolute;inset:1px;z-index:1;border-radius:50%;background:radial-gradient(closest-side,transparent 82%,rgb(255 226 160/.1));-webkit-mask:conic-gradient(from calc(var(--a) + var(--sw)),#000,transparent 30% 70%,#000);mask:conic-gradient(from calc(var(--a) + var(--sw)),#000,transparent 30% 70%,#000)}
.hero{position:relative;isolation:isolate;overflow:clip;padding:7.5rem 0 2.5rem;background:radial-gradient(60% 70% at 50% 52%,rgb(123 92 255/.26),transparent 72%)}
.rays{position:absolute;inset:-20%;z-index:-2;background:repeating-conic-gradient(from -4deg at 50% 50%,transparent 0 2.6deg,rgb(255 235 190/.06) 3.2deg 4deg,transparent 4.8deg 7.2deg,rgb(160 140 255/.05) 8deg 9deg,transparent 10deg 11deg);-webkit-mask:radial-gradient(50% 50% at 50% 50%,#000 38%,transparent 92%);mask:radial-gradient(50% 50% at 50% 50%,#000 38%,transparent 92%)}
.tot{--d:clamp(17rem,min(74vh,46vw),42rem);position:relative;width:var(--d);height:var(--d);margin-inline:auto;display:grid;place-items:center}
.ring{position:absolute;inset:0;width:100%;height:100%;overflow:visible}
.ring circle{fill:#0b0911;stroke:rgb(255 233 184/.55);stroke-width:2.5}
.in{position:relative;width:74%;container-type:inline-size;text-align:center;pointer-events:none}
.hero h1{font-size:1rem;letter-spacing:-.045em;line-height:1}
.hero h1 span{display:block;font-size:max(.9375rem,min(calc(var(--d)*.105),100cqi/(var(--n)*${NAME_UNIT})))}
.hero h1 .year{font-size:calc(var(--d)*.235);line-height:1.02;letter-spacing:-.06em;font-variant-numeric:tabular-nums}
.hero .lead{font-size:clamp(.875rem,calc(var(--d)*.029),1.1875rem);line-height:1.45;margin:.9em auto 0;text-wrap:balance}
.hero time{white-space:nowrap}
.facts{display:flex;flex-wrap:wrap;justify-content:center;gap:1rem clamp(1.5rem,5vw,4rem);margin:3.75rem var(--page) 0;text-align:center}
.facts div{display:flex;flex-direction:column-reverse}
.facts dd{margin:0;font:600 clamp(1.375rem,3vw,2rem)/1.15 Unbounded,system-ui,sans-serif;letter-spacing:-.03em;font-variant-numeric:tabular-nums}
.facts dt{color:var(--mute);font-size:.9375rem}
.idx{display:block;border-block:1px solid var(--line);padding-block:.75rem}
.idx ol{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,13.5rem),1fr));gap:0 1.5rem;align-items:center;list-style:none;padding:0}
.idx a{display:flex;gap:.7rem;place-items:center start;min-height:2.75rem;padding-block:.35rem;color:var(--soft);font-size:.9375rem;line-height:1.25;text-wrap:balance}
.idx a span,.no{font:600 .8125rem/1 Unbounded,system-ui,sans-serif;color:var(--gold);font-variant-numeric:tabular-nums}
.idx a:hover{color:#f6f2e9}
.act{position:relative;isolation:isolate;overflow:clip;padding:clamp(3.5rem,7vw,6.5rem) 0 clamp(2.5rem,5vw,5rem)}
.act+.act::before{content:"";position:absolute;inset:0 var(--page) auto;height:1px;background:linear-gradient(90deg,transparent,rgb(255 255 255/.12) 20% 80%,transparent)}
.hd{display:flex;align-items:baseline;gap:.9rem}
.hd h2{font-size:clamp(1.25rem,2.3vw,2rem);letter-spacing:-.03em}
.place{display:block;position:relative;padding:0;border:0}
.who{position:relative;display:flex}
.med{position:relative;display:grid;place-items:center;width:var(--d);height:var(--d);scroll-margin:6rem}
.med img{width:var(--l,50%);height:auto;aspect-ratio:1;object-fit:contain;border-radius:27%}
.tx{position:relative;container-type:inline-size;min-width:0}
.lbl{display:block;font:600 1rem/1.4 'Manrope Variable',system-ui,sans-serif;letter-spacing:0;color:var(--soft)}
.name{display:block;width:fit-content;font:600 max(1.25rem,min(var(--max,6rem),100cqi/(var(--n)*${NAME_UNIT})))/1 Unbounded,system-ui,sans-serif;letter-spacing:-.05em;padding:.06em .06em .16em 0;margin-bottom:-.06em;text-wrap:balance;overflow-wrap:anywhere}
.pc{font:600 clamp(1.5rem,3.4vw,3rem)/1.1 Unbounded,system-ui,sans-serif;letter-spacing:-.045em;font-variant-numeric:tabular-nums}
.pc i{font-style:normal;font-size:.62em;color:var(--soft);letter-spacing:0}
.pc span{font:500 .9375rem/1.4 'Manrope Variable',system-ui,sans-serif;letter-spacing:0;color:var(--mute);margin-inline-start:.35rem}
.sites{display:flex;flex-wrap:wrap;gap:0 1.5rem;margin-top:.25rem}
.sites a{display:inline-flex;align-items:center;min-height:2.75rem;color:var(--soft);font-weight:600;font-size:.9375rem;text-decoration-color:rgb(255 255 255/.3)}
.field{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,20rem),1fr));gap:0 3rem;list-style:none;padding:0;margin-top:1.5rem;font-variant-numeric:tabular-nums}
.field li{position:relative;display:grid;grid-template-columns:1.6rem 36px minmax(0,1fr) auto;gap:.75rem;align-items:center;min-height:3.5rem;padding-block:.45rem;line-height:1.3;scroll-margin:40vh}
ul.field li{grid-template-columns:36px minmax(0,1fr)}
.field i{font:500 .8125rem/1 'Manrope Variable',system-ui,sans-serif;color:var(--mute)}
.field img{width:36px;height:36px;object-fit:contain;border-radius:27%}
.field span{color:var(--soft);font-weight:600;overflow-wrap:anywhere}
.field a{text-decoration-color:rgb(255 255 255/.2)}
.field b{font-weight:600;color:#f6f2e9}
.field svg{position:absolute;inset:auto 0 0;width:100%;height:2px}
.field path{fill:rgb(255 255 255/.08)}
.field path+path{fill:#8b6cff}
.field li:target{background:linear-gradient(90deg,transparent,color-mix(in srgb,var(--gold) 14%,transparent) 12% 88%,transparent)}
.med:target .ecl::before{filter:brightness(1.35)}
.bare .lead{margin-block:.5rem}
.several .places{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:clamp(2.5rem,5vw,4.5rem) clamp(2rem,5vw,5rem);margin-top:2rem}
.several .place{--max:3rem;--d:7.25rem;--l:56%;padding-top:2.25rem;border-top:1px solid var(--line)}
.several .place:not(.clear) .pc{font-size:1.5rem}
.several .who{float:left;margin-inline-end:1.75rem}
.several .joint .med{--d:6.25rem}
.several .joint .med:first-child .ecl{--a:90deg}
.several .joint .med:last-child .ecl{--a:270deg}
.several .field{clear:both;grid-template-columns:1fr;padding-top:1rem;margin:0}
.count{border-top:1px solid var(--line);padding-block:clamp(2.5rem,6vw,5rem)}
.count .wrap{display:grid;gap:.9rem;max-width:46rem;color:var(--soft)}
.count h2{font-size:clamp(1.25rem,2.3vw,1.75rem);color:#f6f2e9}
.count a{font-weight:600;color:#f6f2e9}
.one{--max:8rem}
.one .places{margin-top:1.5rem}
.limb .hd{max-width:calc(100% - 25rem)}
.limb .place{padding-top:5.5rem}
.limb .who{position:absolute;right:2rem;top:-2.5rem}
.limb .med{--d:58rem;--l:100%;width:14rem;height:14rem}
.limb .ecl{left:calc(50% + 12rem);--a:285deg;--p:.8}
.limb .tx{width:calc(100% - 18rem)}
.limb .field{width:calc(100% - 27rem);grid-template-columns:repeat(auto-fill,minmax(min(100%,17rem),1fr))}
.portrait .place,.clear{display:grid;grid-template-columns:var(--d) minmax(0,1fr);grid-template-rows:auto 1fr}
.portrait .place{--d:27rem}
.portrait .who{grid-row:1/3;align-self:start}
.portrait .ecl{--a:305deg}
.portrait .tx{margin-inline-start:2.5rem;padding-top:5.5rem}
.portrait .name{margin-inline-start:-7.5rem;max-width:none}
.portrait .field{padding-inline-start:2.5rem}
.total .who,.joint .who{justify-content:center}
.total .place{--d:26rem;--l:44%}
.total .med img{translate:0 -9%}
.total .tx{margin-top:-5.75rem}
:is(.total,.rise,.pair) :is(.hd,.sites){justify-content:center}
:is(.total,.rise,.pair) :is(.hd,.tx){text-align:center}
:is(.total,.rise,.pair) .name{margin-inline:auto;padding-inline:.06em}
:is(.total,.rise,.pair) .field{max-width:54rem;margin-inline:auto;margin-top:2.5rem}
.rise .who{justify-content:center}
.rise .med{--d:max(100rem,130vw);--l:100%;width:11rem;height:11rem;z-index:0}
.rise .ecl{top:calc(50% + var(--d)/2 + 1rem)}
.rise .tx{padding-top:1.5rem}
.pair .place{--d:21rem}
.pair .who{justify-content:center}
.pair .med:first-child .ecl{--a:90deg}
.pair .med:last-child .ecl{--a:270deg}
.pair .tx{margin-top:.25rem}
.pair .name:has(~.name){margin-bottom:-.16em}
.several .clear{grid-column:1/-1;--d:27rem;--l:50%;--max:7.5rem;padding:0;border:0}
.several .clear .who{float:none;margin:0;grid-row:1/3;align-self:start}
.several .clear .tx{margin-inline-start:2.5rem;padding-top:4.5rem}
.several .clear .name{margin-inline-start:-5.5rem}
.several .clear .field{grid-template-columns:repeat(auto-fill,minmax(min(100%,17rem),1fr));padding:1.5rem 0 0 2.5rem}
.dawn .clear .ecl{--a:62deg}
.dusk .clear .ecl{--a:325deg}
@media(max-width:1180px){
.limb .med{width:11rem;height:11rem}.limb .tx{width:calc(100% - 13rem)}
.portrait .place,.several .clear{--d:19rem}
.several .clear .name{margin-inline-start:-4.5rem}
}
@media(max-width:900px){
body>header{padding-block:.75rem}
.hero{padding:6rem 0 1.75rem}.tot{--d:min(80vw,27rem)}.facts{margin-top:2.75rem;display:grid;grid-auto-flow:column;grid-auto-columns:1fr;gap:.75rem}.facts div{justify-content:flex-end}.facts dt{font-size:.875rem;line-height:1.3}
.hero .lead{max-width:16rem}
.act{padding:2.5rem 0 2rem}
.one{--max:5.5rem}
.one .places{margin-top:1rem}
.field{margin-top:1.25rem}
:is(.limb,.total,.rise,.pair) .place{--d:min(58vw,17rem)}
.portrait .place,.several .clear{--d:15rem}
:is(.portrait,.several .clear) .tx{margin-inline-start:1.75rem;padding-top:2.5rem}
:is(.portrait,.several .clear) .name{margin-inline-start:-4rem}
:is(.portrait,.several .clear) .field{padding:1rem 0 0 1.75rem}
.limb .place{padding-top:0}
.limb .who{position:relative;inset:auto;justify-content:flex-end;margin-top:1rem}
.limb .med{--d:22rem;width:8rem;height:8rem}.limb .ecl{left:calc(50% + 6.5rem);top:calc(50% + 3rem)}
.limb .hd{max-width:none}.limb .tx{width:auto;padding-top:1.25rem}
.limb .field{width:auto}
.total .who,.pair .who{margin-top:1.5rem}
.total .tx{margin-top:-2.5rem}
.rise .med{width:7rem;height:7rem;--d:56rem}
.rise .who{margin-top:1.25rem}
.pair .place{--d:min(43vw,17rem)}.pair .tx{margin-top:1rem}
.several .places{grid-template-columns:1fr;gap:2.25rem;margin-top:1.25rem}
.several .place{--d:5.5rem;--max:2.5rem;padding-top:1.75rem}
.several .joint .med{--d:4rem}
.several .clear{--max:5.5rem;--d:15rem;padding-top:0}
.several .who{margin-inline-end:1.1rem}
}
@media(max-width:640px){
.idx ol{grid-template-columns:repeat(auto-fill,minmax(9rem,1fr));column-gap:1rem}.idx a{font-size:.875rem}
.portrait .place,.several .clear{display:block;--d:min(58vw,17rem)}
:is(.portrait,.several .clear) .who{margin-top:1.5rem}
:is(.portrait,.several .clear) .tx{margin:0;padding-top:1.25rem}
:is(.portrait,.several .clear) .name{margin-inline-start:0}
:is(.portrait,.several .clear) .field{padding:0}
.dusk .clear .who{justify-content:flex-end}
.portrait .who{margin-inline-start:-1rem}
}
@media(prefers-reduced-motion:no-preference){
.tot>.ecl{animation:dawn 2.4s cubic-bezier(.2,.8,.2,1) both}
@keyframes dawn{from{--a:180deg;opacity:.2}}
@supports(animation-timeline:view()){.act .ecl{animation:sweep linear both;animation-timeline:view()}@keyframes sweep{from{--sw:-40deg}to{--sw:40deg}}}
}
@media(prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
@media(forced-colors:active){.gold{background:none;color:CanvasText}.ecl,.rays{display:none}.field path+path{fill:CanvasText}}
@media print{
html{color-scheme:light;background:none;color:#000;font-size:11px}body{background:none;--page:0px;--soft:#222;--mute:#444;--line:#bbb}
.ecl,.rays,body>header nav,.idx{display:none}.gold{background:none;color:#000}.no{color:inherit}
.hero{padding:3rem 0 1rem;background:none}.tot{--d:30rem}.lead,.field b,.count h2,.count a{color:#000}
.place,.field li{break-inside:avoid}.hd{break-after:avoid}.act{overflow:visible}.field path{fill:#ddd}.field path+path{fill:#666}
}
`;
