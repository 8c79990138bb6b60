import type { LogStatus } from '@laurel/contracts/calls/log';
import { inLanguage, type Language, localeOf } from '@laurel/contracts/languages';
import { escaped } from '../../http/html.ts';
import { type Award, type Content, countOf, worded } from '../../http/plain-page.ts';
import { TEXTS } from './record-page-texts.policy.ts';
import { TEXTS as REPORT_TEXTS } from './report-page-texts.policy.ts';
import type { Renamed } from './reports.store.ts';

const MINUTE_SECONDS = 60;

/** What the page shows in addition to the award's own data. */
export type RecordView = {
  /** Undefined before the first checkpoint. */
  status: LogStatus | undefined;
  /** The tags whose name changed within the log. */
  renamed: readonly Renamed[];
  /** The log's verifier key, and its path on this site. */
  verifierKey: string;
  path: string;
  /** Whether there is an integrity report. */
  hasReport: boolean;
  /** The URL path of the page's script; undefined if the web app is not built. */
  script: string | undefined;
};

/** The styles of this page, in addition to those of all plain pages. */
export const RECORD_STYLE = `
.stats{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,12rem),1fr));gap:1.25rem 2rem;padding-block:.75rem}
.stats div{display:grid;align-content:start}
.stats b{font:600 clamp(2rem,7vw,3rem)/1.15 Unbounded,system-ui,sans-serif;letter-spacing:-.04em}
.stats dt{font-weight:700}
.stats dd{order:1;margin:0}
.stats dd:has(b){order:-1}
.facts dt{color:#aaa3b8;font-size:.9375rem}
summary{display:flex;justify-content:space-between;gap:1rem;align-items:center;min-height:2.75rem;cursor:pointer}
summary::after{content:'+';color:var(--gold);font-size:1.5rem;line-height:1}
[open]>summary::after{content:'−'}
details.card{display:block;padding-block:.5rem}
details.card[open]{padding-bottom:1.5rem}
details.card>*+*{margin-top:1.1rem}
.facts{display:grid;gap:.7rem}
.facts dd{margin:0}
code,pre{font-family:ui-monospace,'SF Mono','Cascadia Mono','DejaVu Sans Mono',monospace;font-size:.875rem;overflow-wrap:anywhere}
pre{padding:.85rem 1rem;border-radius:12px;background:#0e0c15;white-space:pre-wrap}
ul,ol{display:grid;gap:.45rem;padding-inline-start:1.3rem}
h3{font-size:1rem;font-weight:700}
.two{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,16rem),1fr));gap:1.1rem}
.two div{display:grid;gap:.5rem;align-content:start}
.drop{display:grid;place-items:center;min-height:6rem;padding:1rem;border:1.5px dashed rgb(255 255 255/.28);border-radius:14px;font-weight:600;text-align:center;cursor:pointer}
.drop:hover,.drop[data-over]{border-color:var(--gold);color:var(--gold)}
.drop:focus-within{outline:2px solid var(--gold);outline-offset:3px}
.drop input{position:absolute;width:1px;height:1px;opacity:0}
.links{display:flex;flex-wrap:wrap;gap:.35rem 1.5rem}
.links a{display:inline-flex;align-items:center;min-height:2.75rem;font-weight:600}
.card{overflow-wrap:anywhere}
[data-tone=ok]{color:#74e0b0}
[data-tone=bad]{color:#ff8f8f}
[data-tone] p+p{margin-top:.4rem}
[data-tone] button{margin:.6rem .6rem 0 0}
[hidden]{display:none}
`;

/** A date and time, in UTC, as an element. */
export const timeOf = (iso: string, language: Language): string => {
  const shown = new Intl.DateTimeFormat(localeOf(language), {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  });
  return `<time datetime="${iso}">${worded(shown.format(new Date(iso)))}</time>`;
};

export const card = (title: string, ...parts: readonly string[]): string =>
  `<section class="card"><h2>${worded(title)}</h2>${parts.join('')}</section>`;
/** A card whose content opens with a press on its title. */
const fold = (title: string, ...parts: readonly string[]): string =>
  `<details class="card"><summary><h2>${worded(title)}</h2></summary>${parts.join('')}</details>`;
export const text = (words: string, kind = ''): string => `<p${kind && ` class="${kind}"`}>${worded(words)}</p>`;
export const list = (items: readonly string[], tag: 'ul' | 'ol'): string =>
  `<${tag}>${items.map((item) => `<li>${worded(item)}</li>`).join('')}</${tag}>`;

/** A table of cells as HTML; the first of each row is its heading. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[], kind = ''): string => {
  const cells = ([first = '', ...rest]: readonly string[]): string =>
    `<tr><th scope="row">${first}</th>${rest.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  return `<table${kind && ` class="${kind}"`}><thead><tr>${head.map((each) => `<th scope="col">${worded(each)}</th>`).join('')}</tr></thead><tbody>${rows.map(cells).join('')}</tbody></table>`;
};

/** Three numbers with what they mean. */
const numbers = (status: LogStatus, language: Language): string => {
  const texts = inLanguage(TEXTS, language);
  const count = (value: number): string => countOf(value, language);
  const votes = status.votes.reduce((sum, each) => sum + each.votes, 0);
  const confirming = status.witnesses.filter(({ at }) => at !== null).length;
  const stats = [
    [texts.votes, votes, texts.votesMean],
    [texts.voters, status.voters, texts.votersMean],
    [texts.witnesses, confirming, confirming === 0 ? texts.noWitness : texts.witnessesMean],
  ] as const;
  return `<dl class="stats">${stats.map(([name, value, meaning]) => `<div><dt>${worded(name)}</dt><dd><b>${count(value)}</b></dd><dd class="note">${worded(meaning)}</dd></div>`).join('')}</dl>`;
};

const state = (status: LogStatus, language: Language): string => {
  const texts = inLanguage(TEXTS, language);
  const count = (value: number): string => countOf(value, language);
  return fold(
    texts.now,
    `<dl class="facts"><div><dt>${worded(texts.entries)}</dt><dd>${count(status.size)}</dd></div>`,
    `<div><dt>${worded(texts.signed)}</dt><dd>${timeOf(status.at, language)}</dd></div>`,
    `<div><dt>${worded(texts.root)}</dt><dd><code>${escaped(status.root)}</code></dd></div></dl>`,
    text(texts.ratio(count(status.votes.length)), 'note'),
    text(texts.groups(count(status.group), count(Math.ceil(status.delay / MINUTE_SECONDS))), 'note'),
    status.smallestGroup === null ? '' : text(texts.smallest(count(status.smallestGroup)), 'note'),
  );
};

const witnesses = (status: LogStatus | undefined, language: Language): string => {
  const texts = inLanguage(TEXTS, language);
  const rows = (status?.witnesses ?? []).map(({ name, size, at }) => {
    const last =
      at === null || size === null
        ? worded(texts.never)
        : `${timeOf(at, language)}<br><small>${worded(texts.upTo(countOf(size, language)))}</small>`;
    return [escaped(name), last];
  });
  return fold(
    texts.witnesses,
    text(texts.witnessesLead),
    rows.length === 0 ? text(texts.noWitness, 'note') : table([texts.witness, texts.confirmed], rows, 'wraps'),
  );
};

const byCategory = (status: LogStatus, categories: Award['categories'], language: Language): string => {
  const texts = inLanguage(TEXTS, language);
  const rows = status.votes.map(({ category, votes }) => [
    worded(categories.get(category)?.[language] ?? category),
    countOf(votes, language),
  ]);
  return fold(texts.byCategory, table([texts.category, texts.votes], rows));
};

/**
 * The content of the page about the public record: what the record has, how to check it, and what that proves.
 * @param base the path of a past year, such as /2025; the path of its log is in the view
 */
export const recordContent = (
  { status, renamed, verifierKey, path, hasReport, script }: RecordView,
  { categories }: Pick<Award, 'categories'>,
  language: Language,
  base = '',
): Content => {
  const [texts, reportTexts] = [inLanguage(TEXTS, language), inLanguage(REPORT_TEXTS, language)];
  const verifiers = [
    `<div class="links"><a href="${base}/record/verify.html" download>${worded(texts.page)}</a>`,
    `<a href="${base}/record/verify.py" download>${worded(texts.program)}</a></div>`,
  ].join('');
  const main = [
    `<h1>${worded(texts.title)}</h1><p class="lead">${worded(texts.lead)}</p>`,
    status?.stopped ? `<p class="card" data-tone="bad">${worded(texts.stopped)}</p>` : '',
    status ? numbers(status, language) : `<p class="card">${worded(texts.begins)}</p>`,
    `<noscript>${text(texts.noScript, 'note')}</noscript>`,
    script === undefined
      ? ''
      : `<div class="card" id="browser" role="status" hidden><p>${worded(texts.comparing)}</p></div>`,
    hasReport
      ? `<section class="card">${text(reportTexts.offer)}<div class="links"><a href="${base}/record/report?lang=${language}">${worded(reportTexts.open)}</a></div></section>`
      : '',
    card(
      texts.check,
      text(texts.checkLead),
      script === undefined
        ? ''
        : `<label class="drop" id="drop" hidden><input type="file" id="receipt" accept=".tlog-proof,.txt,text/plain"><span>${worded(texts.choose)}</span></label><div id="outcome" role="status" hidden></div>`,
    ),
    status ? state(status, language) : '',
    status ? byCategory(status, categories, language) : '',
    witnesses(status, language),
    renamed.length === 0 ? '' : fold(texts.renamed, text(texts.renamedLead), list(renamed.map(texts.renamedTag), 'ul')),
    fold(
      texts.decisions,
      text(texts.decisionsLead),
      `<div class="links"><a href="${base}/decisions?lang=${language}">${worded(texts.decisionsLink)}</a></div>`,
    ),
    fold(
      texts.proves,
      `<div class="two"><div><h3>${worded(texts.provenTitle)}</h3>${list(texts.proven, 'ul')}</div>`,
      `<div><h3>${worded(texts.notProvenTitle)}</h3>${list(texts.notProven, 'ul')}</div></div>`,
    ),
    fold(
      texts.yourself,
      text(texts.bundleLead),
      verifiers,
      list(texts.steps, 'ol'),
      `<dl class="facts"><div><dt>${worded(texts.key)}</dt><dd><code>${escaped(verifierKey)}</code></dd></div></dl>`,
      `<div class="links"><a href="${path}/checkpoint">${worded(texts.checkpoint)}</a></div>`,
    ),
    fold(
      texts.run,
      text(texts.runLead),
      `<div class="links"><a href="${base}/record/witness?lang=${language}">${worded(texts.runLink)}</a></div>`,
    ),
  ].join('');
  return { language, title: texts.title, main, path: `${base}/record`, base };
};
