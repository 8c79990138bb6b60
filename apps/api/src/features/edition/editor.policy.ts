import { nominationsIn } from '@laurel/catalog/change-draft';
import type { PictureOwner } from '@laurel/catalog/pictures/match-pictures';
import type { FieldValue } from '@laurel/contracts/console/calls/editor';
import { isSamePerson } from '@laurel/contracts/console/same-person';
import type { Editors } from './editor.store.ts';

/** The year of a draft, if it says one. */
export const yearOf = (edition: FieldValue): number | undefined => {
  const year = typeof edition === 'object' && edition !== null && 'year' in edition ? edition.year : undefined;
  return typeof year === 'number' && Number.isInteger(year) && year >= 2000 && year <= 2100 ? year : undefined;
};

/**
 * The nominees of a draft, for the names of whose pictures are looked, each by the path of its first place: a nominee has one logo in
 * all categories.
 * @param within only nominees of this nomination or category
 */
export const ownersIn = (nominations: readonly FieldValue[], within: string | null): PictureOwner[] => {
  const owners = new Map<string, PictureOwner>();
  for (const nomination of nominationsIn(nominations)) {
    for (const category of nomination.categories) {
      const place = `nominations.${nomination.tag}.categories.${category.tag}`;
      if (within !== null && !`${place}.`.startsWith(`${within}.`)) continue;
      for (const { tag, name } of category.companies) {
        if (owners.has(tag)) continue;
        owners.set(tag, { key: `${place}.companies.${tag}`, names: Object.values(name).filter(Boolean) });
      }
    }
  }
  return [...owners.values()];
};

/** After so long without a sign, somebody does not edit a draft any more, milliseconds. The database forgets them with the next edit. */
const AWAY_MS = 60_000;

/** Who edits a draft, as the console shows it. */
export const editorsTo = (editors: Editors, actor: string, now: Date) =>
  Object.entries(editors)
    .filter(([, { at }]) => now.getTime() - Date.parse(at) < AWAY_MS)
    .map(([name, { field }]) => ({ name, field, own: isSamePerson(name, actor) }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
