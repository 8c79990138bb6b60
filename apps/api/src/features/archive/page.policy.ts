import { inLanguage, LANGUAGE_SETTINGS, type Language } from '@laurel/contracts/languages';
import type { PublicEdition } from '@laurel/contracts/public-edition';
import type { StatisticsItem } from '@laurel/contracts/records';
import { escaped } from '../../http/html.ts';
import { type Content, countOf, dateOf, worded } from '../../http/plain-page.ts';
import { nameSizeOf } from './name-size.policy.ts';
import { anchorOf, type Company, type Nomination, type Outcome, outcomesOf } from './outcome.policy.ts';
import { type ArchiveTexts, TEXTS } from './page-texts.policy.ts';
import { type Bead, ringOf } from './ring.policy.ts';

/** What the page of a past year shows. */
export type ArchiveView = {
  edition: PublicEdition;
  /** The final result; a category without votes may be left out. */
  statistics: readonly StatisticsItem[];
  /** The people who voted; null if that is not known. */
  people: number | null;
  /** The number of published decisions to leave votes out of the count. */
  decisions: number;
  /** Whether the year has a public record. */
  hasRecord: boolean;
};

type Words = { language: Language; texts: ArchiveTexts };
type IdOf = (company: Company) => string;
type Act = { nomination: Nomination; outcomes: readonly Outcome[] };

const PERCENT_DECIMALS = 2;
/** The sizes in which logos are shown at most, CSS pixels. */
const LOGO_SIZES = { winner: 224, other: 36 };
/** The arrangements of nominations with one category and with several; the next nomination has the next one. */
const LOOKS = { one: ['limb', 'portrait', 'total', 'rise'], several: ['dawn', 'dusk'] } as const;
const ECLIPSE = '<div class="ecl" aria-hidden="true"><b></b><u></u></div>';

/** The path below which the pages of a past year are. */
export const archiveBase = ({ year }: Pick<PublicEdition, 'year'>): string => `/${year}`;

const percentOf = (percentage: number, language: Language): string =>
  percentage.toFixed(PERCENT_DECIMALS).replace('.', LANGUAGE_SETTINGS[language].decimalMark);

const logoOf = ({ logo }: Company, pixels: number): string =>
  `<img src="${escaped(logo)}" alt="" width="${pixels}" height="${pixels}" loading="lazy" decoding="async">`;

/** A nominee's website as a link around HTML; undefined without one. */
const linked = ({ link }: Company, html: string): string | undefined =>
  /^https?:/i.test(link) && URL.canParse(link)
    ? `<a href="${escaped(link)}" rel="noopener nofollow ugc">${html}</a>`
    : undefined;

const sitesOf = (winners: readonly Company[], { language, texts }: Words): string => {
  const links = winners.map((winner) => {
    const name = `: ${worded(winner.name[language])}`;
    return linked(winner, worded(texts.site) + (winners.length > 1 ? name : `<span class="vh">${name}</span>`)) ?? '';
  });
  const shown = links.join('');
  return shown && `<p class="sites">${shown}</p>`;
};

/** The winner of a category, or its joint winners: logo, name and share of the votes. */
const winnersOf = ({ winners, drawn, percentage }: Outcome, label: string, idOf: IdOf, words: Words): string => {
  const { language, texts } = words;
  const joint = winners.length > 1;
  const names = winners.map(({ name }) => name[language]);
  const name = `class="name gold ${nameSizeOf(names)}"`;
  return [
    `<div class="who${joint ? ' joint' : ''}">`,
    ...winners.map(
      (winner) => `<div class="med" id="${idOf(winner)}">${ECLIPSE}${logoOf(winner, LOGO_SIZES.winner)}</div>`,
    ),
    `</div><div class="tx"><h3><span class="lbl">${worded(label)}</span> `,
    names.map((each) => `<span ${name}>${worded(each)}</span>`).join(`<span class="vh"> ${worded(texts.and)} </span>`),
    `</h3><p class="pc">${percentOf(percentage, language)}<i>%</i> <span>${worded(joint ? texts.shareEach : texts.share)}</span></p>`,
    drawn ? `<p>${worded(texts.drawn)}</p>` : '',
    sitesOf(winners, words),
    '</div>',
  ].join('');
};

/** The nominees who did not win. A bar is a drawing: the page's policy allows no style attributes. */
const othersOf = ({ others, voted }: Outcome, idOf: IdOf, { language, texts }: Words): string => {
  if (others.length === 0) return '';
  const rows = others.map(({ company, place, percentage }) => {
    const name = worded(company.name[language]);
    const result = voted
      ? `<b>${percentOf(percentage, language)}%</b><svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><path d="M0 0h100v1H0z"/><path d="M0 0h${percentage}v1H0z"/></svg>`
      : '';
    return [
      `<li id="${idOf(company)}"${voted ? ` value="${place}"` : ''}>`,
      voted ? `<i aria-hidden="true">${place}</i>` : '',
      `${logoOf(company, LOGO_SIZES.other)}<span>${linked(company, name) ?? name}</span>${result}</li>`,
    ].join('');
  });
  const tag = voted ? 'ol' : 'ul';
  return `<h4 class="vh">${worded(voted ? texts.others : texts.nominees)}</h4><${tag} class="field">${rows.join('')}</${tag}>`;
};

/** A category; `clear` if it is the clearest win of several, which is shown larger. */
const categoryOf = (outcome: Outcome, nomination: Nomination, clear: boolean, words: Words): string => {
  const { texts, language } = words;
  const { category, winners, voted } = outcome;
  const idOf: IdOf = (company) => escaped(anchorOf(nomination.tag, category.tag, company.tag));
  const several = nomination.categories.length > 1;
  const kind = winners.length > 1 ? texts.joint : texts.winner;
  const name = category.name[language];
  return [
    `<article class="place${clear ? ' clear' : ''}" id="${escaped(anchorOf(nomination.tag, category.tag))}">`,
    winners.length > 0
      ? winnersOf(outcome, several ? `${kind} · ${name}` : kind, idOf, words)
      : `<div class="tx">${several ? `<h3>${worded(name)}</h3>` : ''}${voted ? '' : `<p class="lead">${worded(texts.noVotes)}</p>`}</div>`,
    othersOf(outcome, idOf, words),
    '</article>',
  ].join('');
};

const actsOf = (acts: readonly Act[], words: Words): string => {
  const used = { one: 0, several: 0 };
  return acts
    .map(({ nomination, outcomes }, index) => {
      const kind = outcomes.length > 1 ? 'several' : 'one';
      const looks = LOOKS[kind];
      const winners = outcomes[0]?.winners.length;
      const fixed = kind === 'one' && winners !== 1 ? (winners === 0 ? 'bare' : 'pair') : undefined;
      const look = fixed ?? looks[used[kind] % looks.length];
      used[kind] += 1;
      const categories = outcomes.map((outcome, place) =>
        categoryOf(outcome, nomination, kind === 'several' && place === 0 && outcome.ahead > 0, words),
      );
      return [
        `<section class="act ${kind} ${look}" id="${escaped(anchorOf(nomination.tag))}"><div class="wrap">`,
        `<div class="hd"><span class="no" aria-hidden="true">${numberOf(index)}</span><h2>${worded(nomination.title[words.language])}</h2></div>`,
        `<div class="places">${categories.join('')}</div></div></section>`,
      ].join('');
    })
    .join('');
};

const numberOf = (index: number): string => String(index + 1).padStart(2, '0');

const heroOf = ({ edition, people }: ArchiveView, acts: readonly Act[], { language, texts }: Words): string => {
  const name = edition.texts.name[language];
  const beads = acts.flatMap(({ nomination, outcomes }) =>
    outcomes.flatMap(({ category, winners }) =>
      winners.map(({ tag, logo }): Bead => ({ logo, anchor: anchorOf(nomination.tag, category.tag, tag) })),
    ),
  );
  const at = edition.phases.winnersAnnouncedAt;
  const facts = [
    [texts.voters, people],
    [texts.nominations, acts.length],
    [texts.categories, acts.reduce((sum, { outcomes }) => sum + outcomes.length, 0)],
  ] as const;
  const shown = facts.flatMap(([label, count]) =>
    count === null ? [] : [`<div><dt>${worded(label)}</dt><dd>${countOf(count, language)}</dd></div>`],
  );
  return [
    `<div class="hero"><div class="rays" aria-hidden="true"></div><div class="tot">${ECLIPSE}${ringOf(beads)}<div class="in">`,
    `<h1><span class="${nameSizeOf([name])}">${worded(name)}</span> <span class="year">${edition.year}</span></h1>`,
    `<p class="lead">${at === null ? worded(texts.undated) : `${worded(texts.announced)} ${dateOf(at, language)}`}</p></div></div>`,
    `<dl class="facts">${shown.join('')}</dl></div>`,
  ].join('');
};

const indexOf = (acts: readonly Act[], { language, texts }: Words): string => {
  const links = acts.map(
    ({ nomination }, index) =>
      `<li><a href="#${escaped(anchorOf(nomination.tag))}"><span aria-hidden="true">${numberOf(index)}</span>${worded(nomination.title[language])}</a></li>`,
  );
  return `<nav class="idx wrap" aria-label="${worded(texts.nominations)}"><ol>${links.join('')}</ol></nav>`;
};

/** How the votes were counted: the record, and the decisions. Empty if there is neither. */
const countingOf = ({ edition, decisions, hasRecord }: ArchiveView, { language, texts }: Words): string => {
  const base = archiveBase(edition);
  const { title, record, recordLink, decisions: made, decisionsLink } = texts.count;
  const part = (html: string, page: string, link: string): string =>
    `<p>${html}</p><p><a href="${base}/${page}?lang=${language}">${worded(link)}</a></p>`;
  const parts = [
    hasRecord ? part(worded(record), 'record', recordLink) : '',
    decisions > 0 ? part(`${worded(made)} ${countOf(decisions, language)}`, 'decisions', decisionsLink) : '',
  ].join('');
  return parts && `<section class="count"><div class="wrap"><h2>${worded(title)}</h2>${parts}</div></section>`;
};

/**
 * The content of the page of a past year: the winners, and the full result. A place on it has the id that `anchorOf`
 * gives. Its frame needs `ARCHIVE_STYLE` and images.
 */
export const archiveContent = (view: ArchiveView, language: Language): Content => {
  const { edition, statistics } = view;
  const words = { language, texts: inLanguage(TEXTS, language) };
  const acts = edition.nominations.map((nomination) => ({
    nomination,
    outcomes: outcomesOf(nomination, statistics),
  }));
  const main = [heroOf(view, acts, words), indexOf(acts, words), actsOf(acts, words), countingOf(view, words)].join('');
  const base = archiveBase(edition);
  return { language, title: words.texts.title, main, path: `${base}/`, base };
};
