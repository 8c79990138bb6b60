import { inLanguage, LANGUAGE_SETTINGS, LANGUAGES, type Language, localeOf } from '@laurel/contracts/languages';
import { nomineePath, placeTitle } from '@laurel/contracts/nominee';
import { votingPhase } from '@laurel/contracts/phase';
import type { PublicEdition } from '@laurel/contracts/public-edition';
import { DISPLAY_TIME_ZONE } from '@laurel/contracts/time-zone';
import { escaped } from '../../http/html.ts';
import { inlineJson } from '../../http/inline-json.ts';
import { previewTags } from '../../http/link-preview.ts';
import { type Content, worded } from '../../http/plain-page.ts';
import { keyOf, type Nominee, pathWith } from './policy.ts';
import { TEXTS } from './texts.policy.ts';

/** What is shown of a nominee. */
export type NomineeView = {
  readonly edition: PublicEdition;
  readonly nominee: Nominee;
  readonly language: Language;
  readonly publicUrl: string;
  /** Such as "Nominated 2025", and whether that is a victory. */
  readonly standing: { readonly label: string; readonly won: boolean };
  /** The published share of the votes in percent. */
  readonly share: number | undefined;
};

/** Longer words get smaller letters: none is broken. */
const LONG_WORD = 9;
const VERY_LONG_WORD = 14;

/** A moment of the award, to the minute, as an element. */
export const momentOf = (iso: string, language: Language): string => {
  const shown = new Intl.DateTimeFormat(localeOf(language), {
    ...{ day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' },
    timeZone: DISPLAY_TIME_ZONE,
  });
  return `<time datetime="${iso}">${escaped(shown.format(new Date(iso)))}</time>`;
};

/** When the phase ends, in words. Empty once the winners are announced. */
export const endOf = ({ edition: { phase, phases }, language }: NomineeView): { html: string; at: string | null } => {
  const voting = votingPhase(phase);
  if (voting === 'announced') return { html: '', at: null };
  const { votingOpensAt, votingClosesAt, winnersAnnouncedAt } = phases;
  const ends = { scheduled: votingOpensAt, open: votingClosesAt ?? winnersAnnouncedAt, closed: winnersAnnouncedAt };
  const at = ends[voting];
  const { before, without } = inLanguage(TEXTS, language).ends[voting];
  return { html: at === null ? worded(without) : `${worded(before)} ${momentOf(at, language)}`, at };
};

/** The share of the votes, as HTML; empty while none is published. */
export const shareHtml = ({ share, edition, language }: NomineeView): string => {
  if (share === undefined) return '';
  const texts = inLanguage(TEXTS, language);
  const number = share.toFixed(2).replace('.', LANGUAGE_SETTINGS[language].decimalMark);
  return `<p class="pc">${number}<i>%</i> <span>${worded(edition.phase === 'announced' ? texts.finalShare : texts.share)}</span></p>`;
};

/** The path of a nominee's card on the page of the award, where people vote. */
export const votePath = (nominee: Nominee, language: Language): string =>
  pathWith('/', { ...keyOf(nominee), lang: language });

const sizeOf = (name: string): string => {
  const longest = Math.max(...name.split(/\s+/).map(({ length }) => length));
  return longest > VERY_LONG_WORD ? ' longest' : longest > LONG_WORD ? ' long' : '';
};

/** The title of a nominee's page, the tags of link previews and search engines, and the addresses of its languages. */
const headOf = ({ edition, nominee, language, publicUrl, standing }: NomineeView, path: string): string => {
  const { company } = nominee;
  const name = company.name[language];
  const award = `${edition.texts.name[language]} ${edition.year}`;
  const description = `${standing.label} · ${placeTitle(nominee.nomination, nominee.category, language)}`;
  const addressOf = (each: Language): string => `${publicUrl}${pathWith(path, { lang: each })}`;
  const url = addressOf(language);
  const image = publicUrl + pathWith('/share/card.png', { ...keyOf(nominee), lang: language, phase: edition.phase });
  const data = {
    ...{ '@context': 'https://schema.org', '@type': 'WebPage' },
    ...{ url, name: `${name} · ${award}`, description, inLanguage: language, primaryImageOfPage: image },
    isPartOf: { '@type': 'WebSite', name: award, url: `${publicUrl}/` },
    about: { '@type': 'Thing', name, image: publicUrl + company.logo, ...(company.link && { url: company.link }) },
  };
  return [
    previewTags({
      ...{ language, site: award, title: `${name} · ${standing.label} · ${award}`, description },
      ...{ url, canonical: url, image },
    }),
    ...LANGUAGES.map((each) => `<link rel="alternate" hreflang="${each}" href="${escaped(addressOf(each))}">`),
    `<script type="application/ld+json">${inlineJson(data)}</script>`,
  ].join('');
};

const outside = (link: string | undefined, label: string): string =>
  link !== undefined && /^https?:/i.test(link)
    ? `<a href="${escaped(link)}" rel="noopener nofollow ugc">${worded(label)}</a>`
    : '';

/** A nominee's own page: who it is, and the vote; once the winners are announced, its trophy. Its frame needs images. */
export const nomineeContent = (view: NomineeView): Content => {
  const { edition, nominee, language, standing } = view;
  const { company } = nominee;
  const texts = inLanguage(TEXTS, language);
  const { phase, year } = edition;
  const name = company.name[language];
  const { nomination, niche, company: tag } = keyOf(nominee);
  const path = nomineePath(nomination, niche, tag);
  const vote = `<a class="btn" href="${escaped(`${votePath(nominee, language)}&from=page`)}">${worded(texts.voteFor(name))}</a>`;
  const all =
    phase === 'announced'
      ? `<a class="btn" href="/${year}/?lang=${language}">${worded(texts.winners)}</a>`
      : `<a href="${escaped(pathWith('/', { nomination, lang: language }))}">${worded(texts.all)}</a>`;
  const { picture } = company;
  const main = [
    `<div class="top${standing.won ? ' won' : ''}"><div class="med"><b aria-hidden="true"></b>`,
    `<img src="${escaped(company.logo)}" alt="" width="176" height="176"></div>`,
    `<p class="lbl">${worded(standing.label)}</p><h1 class="name${sizeOf(name)}">${worded(name)}</h1>`,
    `<p class="award">${worded(placeTitle(nominee.nomination, nominee.category, language))}</p>${shareHtml(view)}`,
    `<p class="acts">${phase === 'open' ? vote : ''}${all}</p><p class="note">${endOf(view).html}</p></div>`,
    '<div class="about">',
    picture
      ? `<img class="pic" src="${escaped(picture.src)}" alt="${escaped(picture.alt[language])}" width="1200" height="675">`
      : '',
    // Only elements that the import allows.
    `<div class="desc">${company.desc[language]}</div>`,
    `<p class="links">${outside(company.video, texts.watch)}${outside(company.link, texts.site)}</p></div>`,
  ].join('');
  return { language, title: name, main, path, head: headOf(view, path) };
};
