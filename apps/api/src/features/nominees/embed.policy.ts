import { inLanguage, LANGUAGE_SETTINGS, type Language } from '@laurel/contracts/languages';
import { placeTitle } from '@laurel/contracts/nominee';
import { accentStyle } from '../../http/accent.ts';
import { escaped } from '../../http/html.ts';
import { worded } from '../../http/plain-page.ts';
import { hashSource } from '../../http/security-headers.ts';
import { endOf, type NomineeView, shareHtml, votePath } from './page.policy.ts';
import { TEXTS } from './texts.policy.ts';

const STYLE = `
:root{--gold:#f3cf7a;--gold-ink:#241803;color-scheme:dark}
*{box-sizing:border-box;margin:0}
body{display:grid;gap:.3rem;align-content:center;min-height:100vh;padding:1rem 1.15rem;border:1px solid rgb(255 255 255/.14);border-radius:18px;background:radial-gradient(120% 120% at 100% 0,#2a2147,#0e0c15 62%);color:#f6f2e9;font:400 .9375rem/1.4 system-ui,sans-serif;overflow-wrap:anywhere}
.lbl{color:var(--gold);font-size:.8125rem;font-weight:700}
h1{font-size:1.25rem;line-height:1.15}
.soft{color:#c4bdd1;font-size:.875rem}
.pc{font-size:1.25rem;font-weight:700;font-variant-numeric:tabular-nums}
.pc i{font-style:normal;font-size:.7em}
.pc span{font-size:.8125rem;font-weight:400;color:#c4bdd1}
a{display:inline-flex;align-items:center;justify-content:center;justify-self:start;min-height:2.75rem;padding:.3rem 1.35rem;margin-top:.35rem;border-radius:99px;background:var(--gold);color:var(--gold-ink);font-weight:700;text-decoration:none}
:focus-visible{outline:2px solid var(--gold);outline-offset:3px}
@media(forced-colors:active){a{border:1px solid}}
`;

/** Shows the time that is left to the moment of the page, in the units that it names. */
const SCRIPT = `(()=>{const t=document.querySelector('time'),p=document.querySelector('[data-units]');if(!t||!p)return;
const [d,h,m]=p.dataset.units.split(' '),b=p.querySelector('b');
const tick=()=>{const left=Math.ceil((Date.parse(t.dateTime)-Date.now())/6e4);p.hidden=left<=0;
b.textContent=[[Math.floor(left/1440),d],[Math.floor(left/60)%24,h],[left%60,m]].filter(([n])=>n>0).map(e=>e.join(' ')).join(' ')};
tick();setInterval(tick,1e4)})()`;

/** The policy of what any site may show in a frame: this style, this script and nothing else. */
export const embedPolicy = (accent: string | undefined): string =>
  [
    "default-src 'none'",
    `style-src ${hashSource(STYLE + accentStyle(accent))}`,
    `script-src ${hashSource(SCRIPT)}`,
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
  ].join('; ');

type Frame = { readonly language: Language; readonly title: string; readonly accent: string | undefined };

const framed = ({ language, title, accent }: Frame, body: string): string =>
  [
    `<!doctype html><html lang="${language}" dir="${LANGUAGE_SETTINGS[language].direction}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width"><title>${escaped(title)}</title>`,
    `<style>${STYLE}${accentStyle(accent)}</style></head><body>${body}<script>${SCRIPT}</script></body></html>`,
  ].join('');

/** The link opens a tab of its own: the award can't be shown in a frame. */
const button = (url: string, label: string): string =>
  `<a href="${escaped(url)}" target="_blank" rel="noopener">${worded(label)}</a>`;

/** A nominee on somebody else's page: the vote, the time that is left, and the share if it is public. */
export const embedPage = (view: NomineeView): string => {
  const { edition, nominee, language, publicUrl, standing } = view;
  const texts = inLanguage(TEXTS, language);
  const { phase, year, look } = edition;
  const name = nominee.company.name[language];
  const end = endOf(view);
  const left = `<p data-units="${escaped(texts.units)}" class="soft" hidden>${worded(texts.left)} <b></b></p>`;
  const body = [
    `<p class="lbl">${worded(standing.label)}</p><h1>${worded(name)}</h1>`,
    `<p class="soft">${worded(placeTitle(nominee.nomination, nominee.category, language))}</p>${shareHtml(view)}`,
    end.html && `<p class="soft">${end.html}</p>`,
    end.at === null ? '' : left,
    phase === 'open'
      ? button(publicUrl + votePath(nominee, language), texts.vote)
      : phase === 'announced'
        ? button(`${publicUrl}/${year}/?lang=${language}`, texts.winners)
        : button(`${publicUrl}/?lang=${language}`, texts.toAward),
  ].join('');
  return framed({ language, title: `${name} · ${edition.texts.name[language]} ${year}`, accent: look?.accent }, body);
};

/** The same where the award of this year has no such nominee: the way to the award. */
export const emptyEmbed = ({ texts, look }: NomineeView['edition'], language: Language, url: string): string => {
  const name = texts.name[language];
  const body = `<h1>${worded(name)}</h1>${button(url, inLanguage(TEXTS, language).toAward)}`;
  return framed({ language, title: name, accent: look?.accent }, body);
};
