import { durationText, reasonText } from '@laurel/contracts/console/cluster-texts';
import { inLanguage, type Language, localeOf } from '@laurel/contracts/languages';
import type { Report } from '@laurel/contracts/public-log/report';
import { escaped } from '../../http/html.ts';
import { type Award, type Content, countOf, dateOf, worded } from '../../http/plain-page.ts';
import { card, list, RECORD_STYLE, table, text, timeOf } from './record-page.policy.ts';
import { TEXTS } from './report-page-texts.policy.ts';

/** The names of nominees by category and tag: `best-partner/crypto/orbit-crew`. */
export type Names = ReadonlyMap<string, Readonly<Record<Language, string>>>;

export type ReportView = {
  report: Report;
  /** The place of its leaf, and the SHA-256 in hexadecimal. */
  leaf: number;
  digest: string;
  /** The address of its JSON on this site, and with the site's own. */
  path: string;
  url: string;
  /** Whether the result has changed since. */
  isOutdated: boolean;
};

/** The styles of the page: those of the record, three large numbers, and black letters on white paper. */
export const REPORT_STYLE = `${RECORD_STYLE}
.key{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,12rem),1fr));gap:1rem}
.key div{display:grid;gap:.5rem;align-content:start}
.key h2{font-size:1.3rem}
article>*{max-width:60ch}
h3{font-family:inherit}
tr>*+*{padding-inline-start:1rem;text-align:end}
.wide td{white-space:nowrap}
thead th{overflow-wrap:normal}
.wraps th{overflow-wrap:break-word}
.wide thead th,.wraps td{white-space:normal}
@media print{
html{color-scheme:light;background:#fff;color:#000;font-size:10.5pt}
body{background:none}
body>*{max-width:none;padding-inline:0}
main{padding-block:0;gap:.75rem}
header nav,footer,.links{display:none}
.card{padding:.75rem 0;border:0;border-top:1px solid #999;border-radius:0;background:none}
.lead,.meta,.note,.facts dt,thead th,caption,td small{color:#333}
.chip,.chip.back{padding:0;background:none;color:#000}
pre{padding:0;background:none}
th,td{border-color:#ccc}
h2,h3,thead{break-after:avoid}
article,tr,.key{break-inside:avoid}
}
`;

const numbers = (report: Report, language: Language): string => {
  const { key } = inLanguage(TEXTS, language);
  const { voters, votes, categories, exclusions, witnesses } = report;
  const share = votes.cast === 0 ? 0 : votes.excluded / votes.cast;
  const percent = new Intl.NumberFormat(localeOf(language), { style: 'percent', maximumSignificantDigits: 2 });
  const inForce = exclusions.filter(({ state }) => state === 'applied').length;
  const watched = witnesses.filter(({ confirmed }) => confirmed > 0).length;
  const shown = [
    [key.voters(voters), key.votersMean(votes.cast, categories.length)],
    [
      key.excluded(votes.excluded),
      votes.excluded === 0 ? key.noneExcluded : key.excludedMean(percent.format(share), inForce),
    ],
    [key.witnesses(watched), watched === 0 ? key.noWitness : key.witnessesMean],
  ] as const;
  const parts = shown.map(([number, mean]) => `<div><h2>${worded(number)}</h2>${text(mean, 'note')}</div>`);
  return `<section class="card key">${parts.join('')}</section>`;
};

const turnout = ({ voters, votes, funnel, categories }: Report, titles: Award['categories'], language: Language) => {
  const texts = inLanguage(TEXTS, language);
  const steps = funnel.map(({ step, people }) => [worded(texts.steps[step]), countOf(people, language)]);
  const rows = categories.map(({ category, cast, excluded }) => [
    worded(titles.get(category)?.[language] ?? category),
    countOf(cast, language),
    countOf(excluded, language),
  ]);
  return card(
    texts.turnout(voters, votes.cast),
    text(texts.turnoutLead),
    table([texts.step, texts.people], steps),
    table([texts.category, texts.cast, texts.leftOut], rows, 'wide'),
  );
};

type Exclusion = Report['exclusions'][number];

/** What a decision changed in its categories, as sentences. */
const changesOf = ({ state, categories }: Exclusion, award: Award, names: Names, language: Language): string => {
  const texts = inLanguage(TEXTS, language);
  if (state === 'undone') return '';
  const known = categories.filter(({ places }) => places !== null);
  const lines = known.flatMap(({ category, places, winnersChange }) => {
    const title = award.categories.get(category)?.[language] ?? category;
    const changes = (places ?? []).map((each) =>
      texts.place(
        names.get(`${category}/${each.nominee}`)?.[language] ?? each.nominee,
        each.without === null ? texts.noPlace : String(each.without),
        each.with === null ? texts.noPlace : String(each.with),
      ),
    );
    if (changes.length === 0) return [];
    return [`${title}. ${changes.join('; ')}.${winnersChange ? ` ${texts.winners}` : ''}`];
  });
  return [
    lines.length > 0 ? `${text(texts.places)}${list(lines, 'ul')}` : '',
    known.length > 0 && lines.length === 0 ? text(texts.samePlaces) : '',
    known.length < categories.length ? text(texts.few, 'note') : '',
  ].join('');
};

const exclusion = (each: Exclusion, award: Award, names: Names, language: Language): string => {
  const texts = inLanguage(TEXTS, language);
  const { number, state, appliedAt, undoneAt, reason, votes, people, signals, objections, answered } = each;
  const words = new Map(Object.entries(texts.criteria));
  const criteria = [...new Set(each.criteria.flatMap((key) => words.get(key) ?? []))];
  return [
    `<article><div class="head"><h3>${worded(texts.decision(number))}</h3>`,
    `<span class="chip${state === 'undone' ? ' back' : ''}">${worded(texts[state])}</span></div>`,
    `<p class="meta">${dateOf(appliedAt, language)}${undoneAt === null ? '' : ` – ${dateOf(undoneAt, language)}`}</p>`,
    text(reason[language]),
    text([texts.size(votes, people), criteria.length > 0 ? texts.chosen(criteria.join(', ')) : ''].join(' ')),
    signals.length === 0
      ? ''
      : `${text(texts.shared)}${list(
          signals.map((signal) => reasonText(language, signal)),
          'ul',
        )}`,
    changesOf(each, award, names, language),
    objections === 0 ? '' : text(`${texts.objections(objections, answered)}.`),
    '</article>',
  ].join('');
};

const groups = ({ clusters }: Report, language: Language): string => {
  const texts = inLanguage(TEXTS, language);
  const { found, excluded, watched, dismissed, open } = clusters;
  const fates = [
    ['excluded', excluded],
    ...dismissed.map((each) => [each.why ?? 'unexplained', each.groups] as const),
    ['watched', watched],
    ['open', open],
  ] as const;
  const rows = fates.filter(([, count]) => count > 0);
  return card(
    texts.groups(found),
    text(texts.groupsLead),
    rows.length === 0
      ? ''
      : table(
          [texts.fate, texts.count],
          rows.map(([fate, count]) => [worded(texts.fates[fate]), countOf(count, language)]),
        ),
  );
};

const witnesses = ({ witnesses: all, checkpoints }: Report, language: Language): string => {
  const texts = inLanguage(TEXTS, language);
  const lasted = (seconds: number): string => durationText(language, seconds);
  const confirmed = all.filter((each) => each.confirmed > 0);
  const silences = confirmed.flatMap(({ silenceSeconds }) => silenceSeconds ?? []);
  const rows = all.map((each) => [
    escaped(each.name),
    each.last === null
      ? worded(texts.never)
      : `${each.silenceSeconds === null ? '–' : worded(lasted(each.silenceSeconds))}<br><small>${worded(texts.confirmed(each.confirmed))} ${timeOf(each.last, language)}</small>`,
  ]);
  return card(
    texts.witnesses(confirmed.length, silences.length === 0 ? null : lasted(Math.max(...silences))),
    text(texts.witnessesLead(checkpoints.signed)),
    rows.length === 0 ? '' : table([texts.witness, texts.silence], rows, 'wraps'),
    checkpoints.smallestGroup === null ? '' : text(texts.smallest(checkpoints.smallestGroup), 'note'),
  );
};

/**
 * The content of the page of the integrity report: three numbers, then what was found, each under a heading that says it.
 * @param base the path of a past year, such as /2025
 */
export const reportContent = (view: ReportView, award: Award, names: Names, language: Language, base = ''): Content => {
  const { report, leaf, digest, path, url, isOutdated } = view;
  const texts = inLanguage(TEXTS, language);
  const { exclusions, refused, notCounted, votes, messages } = report;
  const sum = (name: 'objections' | 'answered') => exclusions.reduce((total, each) => total + each[name], 0);
  const undone = exclusions.filter(({ state }) => state === 'undone').length;
  const suspended = refused.find(({ guard }) => guard === 'suspended')?.count ?? 0;
  const main = [
    `<h1>${worded(texts.title)}</h1><p class="lead">${worded(texts.lead)}</p>`,
    `<p class="note">${worded(texts.made(String(report.version), countOf(leaf, language)))} ${timeOf(report.madeAt, language)}</p>`,
    isOutdated ? `<p class="card" data-tone="bad">${worded(texts.outdated)}</p>` : '',
    numbers(report, language),
    turnout(report, award.categories, language),
    card(
      texts.exclusions(votes.excluded),
      exclusions.length === 0 ? '' : text(texts.exclusionsLead),
      ...exclusions.map((each) => exclusion(each, award, names, language)),
    ),
    groups(report, language),
    card(
      texts.objections(sum('objections'), sum('answered')),
      text(texts.objectionsLead),
      undone === 0 ? '' : text(texts.undoneCount(undone)),
    ),
    card(
      texts.suspended(suspended),
      table(
        [texts.guard, texts.count],
        refused.map(({ guard, count }) => [worded(texts.guards[guard]), countOf(count, language)]),
      ),
      text(texts.notCountedLead),
      list(
        notCounted.map((each) => texts.notCounted[each]),
        'ul',
      ),
    ),
    card(texts.messages(messages.sent, messages.phones), text(texts.messagesLead)),
    witnesses(report, language),
    card(texts.unknown, list(texts.unknowns, 'ul')),
    card(
      texts.check,
      text(texts.checkLead),
      `<pre>curl -s ${escaped(url)} | sha256sum</pre>`,
      `<dl class="facts"><div><dt>SHA-256</dt><dd><code>${digest}</code></dd></div></dl>`,
      `<div class="links"><a href="${path}">${worded(texts.json)}</a></div>`,
    ),
  ].join('');
  const head = `<title>${worded(texts.title)} · ${escaped(`${award.name[language]} ${award.year}`)}</title><link rel="alternate" type="application/json" href="${path}">`;
  return { language, title: texts.title, main, path: `${base}/record/report`, base, head };
};
