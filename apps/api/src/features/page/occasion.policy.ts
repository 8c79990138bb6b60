import type { Edition } from '@laurel/catalog/edition';
import { type InLanguages, inLanguage, type Language } from '@laurel/contracts/languages';
import { leadersOf } from '@laurel/contracts/leaders';
import type { Phase } from '@laurel/contracts/phase';
import type { StatisticsItem } from '@laurel/contracts/records';
import type { Shared } from './share.policy.ts';

/** The text that a nominee's share image has in addition to names: none, "Vote for" while voting is open, or the victory. */
export type Occasion = 'none' | 'vote' | 'winner' | 'jointWinner';

/** The occasion of a shared link. `statistics` are the published results, which are final once the winners are announced. */
export const occasionOf = (
  phase: Phase,
  { nomination, category, company }: Shared,
  statistics: readonly StatisticsItem[],
): Occasion => {
  if (!nomination || !category || !company) return 'none';
  if (phase === 'open') return 'vote';
  if (phase !== 'announced') return 'none';
  const item = statistics.find((each) => each.nomination === nomination.tag && each.niche === category.tag);
  const winners = leadersOf(item?.results ?? []);
  if (!winners.includes(company.tag)) return 'none';
  return winners.length > 1 ? 'jointWinner' : 'winner';
};

const LABELS: Readonly<Record<Occasion, (year: number) => InLanguages<string>>> = {
  none: () => ({ en: '', uk: '' }),
  vote: () => ({ en: 'Vote for', uk: 'Голосуйте за номінанта' }),
  winner: (year) => ({ en: `Winner ${year}`, uk: `Перемога ${year}` }),
  jointWinner: (year) => ({ en: `Joint winner ${year}`, uk: `Спільна перемога ${year}` }),
};

/** The line above a nominee's name; empty for `none`. */
export const labelOf = (occasion: Occasion, { year }: Edition, language: Language): string =>
  inLanguage(LABELS[occasion](year), language);
