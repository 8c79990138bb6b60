import { inLanguage, LANGUAGE_SETTINGS, LANGUAGES, type Language } from '@laurel/contracts/languages';
import { nomineePath, placeTitle } from '@laurel/contracts/nominee';
import { escaped } from '../../http/html.ts';
import { type Content, worded } from '../../http/plain-page.ts';
import { type Brought, broughtHtml } from './brought.policy.ts';
import { type Correction, correctionHtml } from './correction.policy.ts';
import { TEXTS } from './kit-texts.policy.ts';
import type { NomineeView } from './page.policy.ts';
import { keyOf, pathWith } from './policy.ts';

/** The pictures of a kit, with their sizes on the page. */
const PICTURES = [
  { name: 'square', file: 'card', query: { format: 'square' }, types: ['png'], size: [160, 160] },
  { name: 'story', file: 'card', query: { format: 'story' }, types: ['png'], size: [112, 199] },
  { name: 'wide', file: 'card', query: { format: 'wide' }, types: ['png'], size: [248, 130] },
  { name: 'dark', file: 'badge', query: { theme: 'dark' }, types: ['svg', 'png'], size: [270, 90] },
  { name: 'light', file: 'badge', query: { theme: 'light' }, types: ['svg', 'png'], size: [270, 90] },
] as const;

/** The size of the frame in which the embed fits, pixels. */
const EMBED_SIZE = 'width="360" height="300"';

/** A text that one click selects. */
const toTake = (text: string): string => `<pre class="take" tabindex="0">${escaped(text)}</pre>`;

/** The page of a kit at its secret path: pictures, texts and lines of HTML to take away. Its frame needs images. */
export const kitContent = (view: NomineeView, path: string, days: readonly Brought[], sent?: Correction): Content => {
  const { edition, nominee, language, publicUrl, standing } = view;
  const texts = inLanguage(TEXTS, language);
  const key = keyOf(nominee);
  const page = nomineePath(key.nomination, key.niche, key.company);
  const name = nominee.company.name[language];
  const url = publicUrl + pathWith(page, { lang: language });
  const pathOf = (file: string, query: Readonly<Record<string, string>>, to: Language = language): string =>
    pathWith(`/share/${file}`, { ...key, ...query, lang: to });
  const linkOf = (label: string, file: string, query: Readonly<Record<string, string>>, to?: Language): string =>
    `<a href="${escaped(pathOf(file, query, to))}" download="${[key.company, ...Object.values(query), to, file].filter(Boolean).join('-')}">${label}</a>`;
  const pictures = PICTURES.map(({ name: what, file, query, types, size: [width, height] }) => {
    const links = LANGUAGES.flatMap((to) =>
      types.map((type) => linkOf(`${LANGUAGE_SETTINGS[to].label} ${type.toUpperCase()}`, `${file}.${type}`, query, to)),
    );
    const image = `<img src="${escaped(pathOf(`${file}.${types[0]}`, query))}" alt="" width="${width}" height="${height}" loading="lazy">`;
    return `<li>${image}<b>${worded(texts[what])}</b><span>${links.join(' ')}</span></li>`;
  });
  const write = edition.phase === 'announced' ? texts.thanking : texts.asking;
  const brand = `${edition.texts.name[language]} ${edition.year}`;
  const written = write({
    name,
    award: placeTitle(nominee.nomination, nominee.category, language),
    brand,
    label: standing.label,
    url,
  });
  const alt = `${standing.label}: ${name}, ${placeTitle(nominee.nomination, nominee.category, language)}`;
  const button = `<a href="${escaped(url)}"><img src="${escaped(publicUrl + pathOf('badge.svg', { theme: 'dark' }))}" alt="${escaped(alt)}" width="360" height="120"></a>`;
  const source = publicUrl + pathWith(page.replace('/n/', '/embed/'), { lang: language });
  const embed = `<iframe src="${escaped(source)}" title="${escaped(alt)}" ${EMBED_SIZE} loading="lazy" style="border:0;max-width:100%"></iframe>`;
  const section = (heading: string, html: string): string =>
    `<section class="card"><h2>${worded(heading)}</h2>${html}</section>`;
  const main = [
    `<p class="lbl">${worded(standing.label)}</p><h1>${worded(texts.title(name))}</h1>`,
    `<p class="lead">${worded(texts.lead)}</p><p class="note">${worded(texts.secret)}</p>`,
    section(
      texts.page,
      `<p>${worded(texts.pageText)}</p>${toTake(url)}<div class="qr"><img src="${escaped(pathOf('qr.svg', {}))}" alt="" width="120" height="120"><p><b>${texts.qr}</b> ${linkOf('SVG', 'qr.svg', {})} ${linkOf('PNG', 'qr.png', {})}</p></div>`,
    ),
    section(texts.pictures, `<p>${worded(texts.picturesText)}</p><ul class="pics">${pictures.join('')}</ul>`),
    section(
      texts.words,
      `<p>${worded(texts.take)}</p>${written.map((text, index) => `<h3>${worded(texts.kinds[index] ?? '')}</h3>${toTake(text)}`).join('')}`,
    ),
    section(texts.brought.title, broughtHtml(days, language)),
    section(
      texts.website,
      `<p>${worded(texts.button)}</p>${toTake(button)}<p>${worded(texts.embed)}</p>${toTake(embed)}`,
    ),
    section(texts.correct.title, correctionHtml(nominee.company, language, path, sent)),
  ].join('');
  return { language, title: texts.title(name), main, path };
};

/** The page for a secret that leads nowhere. */
export const goneContent = (language: Language, path: string): Content => {
  const { gone, goneText } = inLanguage(TEXTS, language);
  return { language, title: gone, main: `<h1>${worded(gone)}</h1><p class="lead">${worded(goneText)}</p>`, path };
};
