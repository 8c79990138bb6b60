import type { Edition } from '@laurel/catalog/edition';
import { type InLanguages, inLanguage, type Language } from '@laurel/contracts/languages';
import { leadersOf } from '@laurel/contracts/leaders';
import type { Phase } from '@laurel/contracts/phase';
import type { StatisticsItem } from '@laurel/contracts/records';
import type { Shared } from './share.policy.ts';

/** The text that a nominee's share image has in addition to names: "Vote for" while voting is open, else what the nominee is. */
export type Occasion = 'nominated' | 'vote' | 'finalist' | 'winner' | 'jointWinner';

/** Whether a nominee won. */
export const isVictory = (occasion: Occasion): boolean => occasion === 'winner' || occasion === 'jointWinner';

const itemOf = ({ nomination, category }: Shared, statistics: readonly StatisticsItem[]): StatisticsItem | undefined =>
  statistics.find((each) => each.nomination === nomination?.tag && each.niche === category?.tag);

/**
 * The occasion of a shared link.
 * @param statistics the published results; empty while they are not known
 */
export const occasionOf = (phase: Phase, shared: Shared, statistics: readonly StatisticsItem[]): Occasion => {
  const { nomination, category, company } = shared;
  if (!nomination || !category || !company) return 'nominated';
  if (phase === 'open') return 'vote';
  if (phase !== 'announced') return 'nominated';
  const winners = leadersOf(itemOf(shared, statistics));
  if (!winners.includes(company.tag)) return winners.length > 0 ? 'finalist' : 'nominated';
  return winners.length > 1 ? 'jointWinner' : 'winner';
};

/**
 * Whether the occasion of a shared link can no longer change in this phase. Once the winners are announced, it depends
 * on the totals of the category, which must be known and final.
 * @param settled whether voting ended so long ago that no vote is stored any more
 */
export const isDecided = (
  phase: Phase,
  shared: Shared,
  statistics: readonly StatisticsItem[],
  settled: boolean,
): boolean => phase !== 'announced' || (settled && itemOf(shared, statistics) !== undefined);

const LABELS: Readonly<Record<Occasion, (year: number) => InLanguages<string>>> = {
  nominated: (year) => ({ en: `Nominated ${year}`, uk: `Номінація ${year}` }),
  vote: () => ({ en: 'Vote for', uk: 'Голосуйте за номінанта' }),
  finalist: (year) => ({ en: `Finalist ${year}`, uk: `Фінал ${year}` }),
  winner: (year) => ({ en: `Winner ${year}`, uk: `Перемога ${year}` }),
  jointWinner: (year) => ({ en: `Joint winner ${year}`, uk: `Спільна перемога ${year}` }),
};

/** The line above a nominee's name. */
export const labelOf = (occasion: Occasion, { year }: Edition, language: Language): string =>
  inLanguage(LABELS[occasion](year), language);
