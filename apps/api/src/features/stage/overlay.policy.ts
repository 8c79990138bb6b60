import type { InLanguages, Language } from '@laurel/contracts/languages';
import { inLanguage, LANGUAGE_SETTINGS } from '@laurel/contracts/languages';
import { escaped } from '../../http/html.ts';
import { hashSource } from '../../http/security-headers.ts';

type Texts = Record<'title' | 'votes' | 'voters' | 'scheduled' | 'open' | 'closed', string>;

const TEXTS: InLanguages<Texts> = {
  en: {
    title: 'Overlay',
    votes: 'Votes',
    voters: 'Voters',
    scheduled: 'Voting opens in',
    open: 'Voting closes in',
    closed: 'Winners in',
  },
  uk: {
    title: 'Титри',
    votes: 'Голосів',
    voters: 'Учасників',
    scheduled: 'Голосування відкриється за',
    open: 'Голосування закриється за',
    closed: 'Переможці за',
  },
};

/** Transparent but for a plate in the lower third, in the units of the window. */
const styleWith = (fontFaces: string): string => `${fontFaces}
html{font-size:.95vw;color:#f6f2e9}
main{position:fixed;inset:auto 5vw 8vh;display:flex;gap:2.5rem;align-items:baseline;width:fit-content;padding:1.1rem 1.8rem;border-inline-start:.3rem solid #f3cf7a;border-radius:.6rem;background:rgb(8 7 12/.86);white-space:nowrap;font:600 1.5rem/1.2 'Manrope Variable',system-ui,sans-serif;font-variant-numeric:tabular-nums}
h1{margin:0;font-size:1.5rem}
p{margin:0;color:#cfc8da}
b{color:#f6f2e9;font:600 1.9rem/1 Unbounded,system-ui,sans-serif}
`;

/** Reads how many voted, as far as it is public, and counts down to the next phase. */
const SCRIPT = `(()=>{const id=n=>document.getElementById(n),words=id('left').dataset,number=new Intl.NumberFormat(document.documentElement.lang);let until=null;
const read=async(path,use)=>{try{const answer=await fetch(path,{credentials:'omit'});if(answer.ok)use(await answer.json())}catch{}};
const turnout=seen=>{id('turnout').hidden=!seen;for(const name of ['votes','voters'])id(name).textContent=seen?number.format(seen[name]):''};
const edition=({data:{phase:shown,phases:{votingOpensAt,votingClosesAt,winnersAnnouncedAt}}})=>{
const phase=shown==='nominating'?'scheduled':shown;
until=Date.parse({scheduled:votingOpensAt,open:votingClosesAt??winnersAnnouncedAt,closed:winnersAnnouncedAt}[phase]);id('what').textContent=words[phase]??''};
const tick=()=>{const left=Math.ceil((until-Date.now())/1e3);id('left').hidden=!(left>0);
id('time').textContent=[Math.floor(left/3600),Math.floor(left/60)%60,left%60].map(part=>String(part).padStart(2,'0')).join(':')};
const votes=()=>read('/api/vote/turnout',turnout),phase=()=>read('/api/edition',edition).then(tick);
votes();phase();setInterval(votes,5e3);setInterval(phase,15e3);setInterval(tick,1e3)})()`;

/** The policy of the overlay: its own style and script, the site's fonts, and what it reads. */
export const overlayPolicy = (fontFaces: string): string =>
  [
    "default-src 'none'",
    `style-src ${hashSource(styleWith(fontFaces))}`,
    `script-src ${hashSource(SCRIPT)}`,
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** A page for OBS and other programs that lay a page over a stream. */
export const overlayPage = (name: string, language: Language, fontFaces: string): string => {
  const { title, votes, voters, ...phases } = inLanguage(TEXTS, language);
  const words = Object.entries(phases).map(([phase, text]) => `data-${phase}="${escaped(text)}"`);
  return [
    `<!doctype html><html lang="${language}" dir="${LANGUAGE_SETTINGS[language].direction}"><head><meta charset="utf-8">`,
    `<title>${escaped(`${name} · ${title}`)}</title><style>${styleWith(fontFaces)}</style></head>`,
    `<body><main><h1>${escaped(name)}</h1><p id="turnout" hidden>${votes}: <b id="votes"></b> · ${voters}: <b id="voters"></b></p>`,
    `<p id="left" hidden ${words.join(' ')}><span id="what"></span> <b id="time"></b></p></main><script>${SCRIPT}</script></body></html>`,
  ].join('');
};
