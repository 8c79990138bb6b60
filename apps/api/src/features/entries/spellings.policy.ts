import type { REASONS_TOGETHER } from '@laurel/contracts/console/calls/entries';
import type { Written } from './desk.store.ts';
import { keyOf } from './likeness.policy.ts';

type Spelling = {
  name: string;
  together: (typeof REASONS_TOGETHER)[number];
  entries: string[];
  links: string[];
  why: string[];
};

/** The entries of a candidate by what people wrote, the most frequent first, each with the reason why it is there. */
export const spellingsOf = (candidate: string, written: readonly Written[]): Spelling[] => {
  const byName = Map.groupBy(written, ({ name }) => name);
  const key = keyOf(candidate);
  const places = new Set(written.flatMap((each) => (each.key === key && each.place !== null ? [each.place] : [])));
  const togetherOf = (name: string, all: readonly Written[]): Spelling['together'] => {
    if (name === candidate) return 'same';
    if (all.some((each) => each.key === key)) return 'spelling';
    return all.some(({ place }) => place !== null && places.has(place)) ? 'link' : 'person';
  };
  return [...byName]
    .map(([name, all]) => ({
      name,
      together: togetherOf(name, all),
      entries: all.map(({ id }) => id),
      links: [...new Set(all.flatMap(({ link }) => link ?? []))],
      why: all.flatMap(({ why }) => why ?? []),
    }))
    .sort(
      (one, other) =>
        other.entries.length - one.entries.length || Number(other.name === candidate) - Number(one.name === candidate),
    );
};
