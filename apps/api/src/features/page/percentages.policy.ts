import { LANGUAGE_SETTINGS, type Language } from '@laurel/contracts/languages';
import { leadersOf } from '@laurel/contracts/leaders';
import type { StatisticsItem } from '@laurel/contracts/records';

/**
 * The placeholders in the rendered page: nominees' percentages, and the marks of winners. Both change after rendering.
 */
const SHARE = /<data value="([^"]*)"><\/data>/g;
const WINNER = /<b data-(winner|joint-winner)="([^"]*)">([^<]*)<\/b>/g;

const DECIMALS = 2;

const LIST = /<ul>(<li>.*?)<\/ul>/gs;
const FILLED = /<data value="([\d.]+)">/;

/** The nominees of each category by their percentages; equal ones stay in the order of the edition. */
const sorted = (html: string): string =>
  html.replace(LIST, (list: string, items: string) => {
    if (!FILLED.test(items)) return list;
    const shareOf = (item: string): number => Number(FILLED.exec(item)?.[1] ?? 0);
    const rows = items.split(/(?=<li>)/);
    return `<ul>${rows.sort((a, b) => shareOf(b) - shareOf(a)).join('')}</ul>`;
  });

/**
 * Fills the percentages and winners into the rendered page, for browsers without scripts. Nobody wins without a vote. A
 * category whose totals are unknown has no percentages; others are sorted by them.
 */
export const withPercentages = (html: string, statistics: readonly StatisticsItem[], language: Language): string => {
  const { decimalMark } = LANGUAGE_SETTINGS[language];
  const shares = new Map<string, number>();
  const winners = new Map<string, 'winner' | 'joint-winner'>();
  const known = new Set(statistics.map(({ nomination, niche }) => `${nomination}/${niche}`));
  for (const item of statistics) {
    const { nomination, niche, results } = item;
    const first = leadersOf(item);
    for (const { company, percentage } of results) shares.set(`${nomination}/${niche}/${company}`, percentage);
    for (const company of first) {
      winners.set(`${nomination}/${niche}/${company}`, first.length > 1 ? 'joint-winner' : 'winner');
    }
  }
  const filled = html
    .replace(SHARE, (_all, place: string) => {
      if (!known.has(place.slice(0, place.lastIndexOf('/')))) return '';
      const share = (shares.get(place) ?? 0).toFixed(DECIMALS);
      return `<data value="${share}">${share.replace('.', decimalMark)}%</data>`;
    })
    .replace(WINNER, (_all, kind: string, place: string, label: string) =>
      winners.get(place) === kind ? `<b>${label}</b>` : '',
    );
  return sorted(filled);
};
