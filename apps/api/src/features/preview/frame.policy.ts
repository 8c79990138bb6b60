import { inLanguage, LANGUAGE_SETTINGS, LANGUAGES, type Language, localeOf } from '@laurel/contracts/languages';
import { PHASES, type Phase } from '@laurel/contracts/phase';
import { DISPLAY_TIME_ZONE } from '@laurel/contracts/time-zone';
import { escaped } from '../../http/html.ts';
import { worded } from '../../http/plain-page.ts';
import { hashSource } from '../../http/security-headers.ts';
import { type PreviewTexts, TEXTS, WIDTHS } from './texts.policy.ts';

/** What the frame shows first. */
export type FrameChoice = { phase: Phase; language: Language };

const STYLE = `
*{box-sizing:border-box;margin:0}
html{color-scheme:dark;background:#08070c;color:#f6f2e9;font:500 .8125rem/1.35 'Manrope Variable',system-ui,sans-serif}
body{display:grid;grid-template-rows:auto 1fr;height:100dvh}
${LANGUAGES.map((each) => `:root:not([lang=${each}]) [lang=${each}].t{display:none}`).join('')}
header{display:flex;flex-wrap:wrap;gap:.5rem 1.25rem;align-items:center;padding:.5rem clamp(.75rem,2vw,1.25rem);border-block-end:1px solid rgb(255 255 255/.12);background:#15121f}
h1{display:flex;flex-wrap:wrap;gap:0 .75rem;align-items:baseline;font-size:.875rem;font-weight:700}
h1 small,p{color:#b9b2c6;font-size:.8125rem;font-weight:500}
p{flex:1 1 14rem}
form{display:flex;flex-wrap:wrap;gap:.5rem 1rem}
fieldset{display:flex;min-inline-size:0;padding:2px;border:0;border-radius:10px;background:#08070c}
legend{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%)}
label{position:relative;display:grid;place-items:center;min-block-size:2.25rem;min-inline-size:2.5rem;padding-inline:.7rem;border-radius:8px;color:#c9c2d6;font-weight:600;white-space:nowrap;cursor:pointer}
label:has(:checked){background:#f6f2e9;color:#15121f}
label:has(:focus-visible){outline:2px solid #b9a8ff;outline-offset:2px}
input{position:absolute;inset:0;inline-size:100%;block-size:100%;opacity:0;cursor:pointer}
main{min-block-size:0;background:#1d1929}
iframe{display:block;inline-size:100%;block-size:100%;margin-inline:auto;border:0;background:#08070c}
:root:has([value="360"]:checked) iframe{inline-size:360px}
:root:has([value="768"]:checked) iframe{inline-size:768px}
@media(max-width:60rem){.width{display:none}:root iframe{inline-size:100%!important}}
@media(max-width:40rem){header{gap:.4rem}form{flex:1 1 100%;flex-wrap:nowrap;justify-content:space-between;gap:.4rem}label{padding-inline:.4rem;min-inline-size:2.2rem;font-size:.75rem}p{flex-basis:100%;font-size:.75rem}}
@media(forced-colors:active){label:has(:checked){outline:2px solid}}
`;

/** Shows the chosen phase and language in the frame, and keeps them in the address for a reload and for others. */
const SCRIPT = `
const form = document.forms[0];
form.addEventListener('change', () => {
  const chosen = new FormData(form);
  document.documentElement.lang = chosen.get('lang');
  history.replaceState(null, '', '?' + new URLSearchParams(chosen));
  form.requestSubmit();
});
`;

/** A text in each language, of which the style shows one. */
const inEach = (textOf: (texts: PreviewTexts, language: Language) => string): string =>
  LANGUAGES.map(
    (each) => `<span class="t" lang="${each}">${worded(textOf(inLanguage(TEXTS, each), each))}</span>`,
  ).join('');

const momentOf = (moment: Date, language: Language): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    ...{ timeZone: DISPLAY_TIME_ZONE, hourCycle: 'h23' },
    ...{ day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' },
  }).format(moment);

/** Radio buttons that look like one control. */
const choice = <Value extends string>(
  name: keyof PreviewTexts['legends'],
  values: readonly Value[],
  chosen: Value,
  labelOf: (value: Value) => string,
): string => {
  const optionOf = (value: Value): string =>
    `<label><input type="radio" name="${name}" value="${value}"${value === chosen ? ' checked' : ''}>${labelOf(value)}</label>`;
  const legend = inEach(({ legends }) => legends[name]);
  return `<fieldset class="${name}"><legend>${legend}</legend>${values.map(optionOf).join('')}</fieldset>`;
};

/**
 * Makes the page with the bar above the preview: a switch of the phase and the language, which load the page below again, and
 * of its width.
 * @param fontFaces the font rules of the built page
 */
export const createPreviewFrame = (fontFaces: string) => {
  const style = `${fontFaces}${STYLE}`;
  const policy = [
    `default-src 'none'; style-src ${hashSource(style)}; script-src ${hashSource(SCRIPT)}; font-src 'self'; frame-src 'self'`,
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  ].join('; ');
  const render = (name: Readonly<Record<Language, string>>, endsAt: Date, { phase, language }: FrameChoice): string => {
    const { title } = inLanguage(TEXTS, language);
    return [
      `<!doctype html><html lang="${language}" dir="${LANGUAGE_SETTINGS[language].direction}"><head><meta charset="utf-8">`,
      '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
      `<title>${worded(title)} · ${escaped(name[language])}</title><style>${style}</style></head><body><header>`,
      `<h1>${inEach((texts) => texts.title)}<small>${inEach(({ ends }, each) => ends(momentOf(endsAt, each)))}</small></h1>`,
      '<form action="page" target="shown">',
      choice('phase', PHASES, phase, (value) => inEach(({ phases }) => phases[value])),
      choice('lang', LANGUAGES, language, (value) => `<span lang="${value}">${LANGUAGE_SETTINGS[value].label}</span>`),
      '</form>',
      choice('width', WIDTHS, 'full', (value) => inEach(({ widths }) => widths[value])),
      `<p>${inEach(({ invented }) => invented)}</p></header>`,
      `<main><iframe name="shown" src="page?phase=${phase}&amp;lang=${language}" title="${LANGUAGES.map((each) => inLanguage(TEXTS, each).shown).join(' · ')}"></iframe></main>`,
      `<script>${SCRIPT}</script></body></html>`,
    ].join('');
  };
  return { policy, render };
};
