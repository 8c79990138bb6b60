import type { EditionEdit } from '@laurel/contracts/console/calls/editor';
import { LANGUAGES } from '@laurel/contracts/languages';
import type { ColumnMapping } from './guess-columns.ts';
import { latinWords, nameKey } from './latin.ts';
import { firstFree, type KnownNominees, keysOf, type Texts } from './nominee-tags.ts';
import type { Table } from './read-table.ts';

/** The category of a nomination that has only one: the page then shows no tabs. */
const ONLY_CATEGORY = 'no-category';

const inAll = (text: string): Texts => Object.fromEntries(LANGUAGES.map((language) => [language, text]));

type Place = { readonly tag: string; readonly titles: Texts; readonly inside: Place[] };

const findIn = (places: readonly Place[], text: string): Place | undefined =>
  places.find(({ tag, titles }) => [nameKey(tag), ...keysOf(titles)].includes(nameKey(text)));

const placeFor = (text: string, beside: readonly Place[]): Place => {
  const base = latinWords(text).join('-') || 'place';
  return { tag: firstFree(base, (tag) => beside.some((each) => each.tag === tag)), titles: inAll(text), inside: [] };
};

/**
 * The nominations and categories that the rows of a table name and an edition does not have, as edits that make them, in the order
 * of the rows. They have the table's title in each language. A nomination whose rows name no category gets its only one.
 */
export const missingPlaces = (
  { rows }: Pick<Table, 'rows'>,
  columns: ColumnMapping,
  { nominations }: Pick<KnownNominees, 'nominations'>,
): { edits: EditionEdit[]; titles: string[] } => {
  const places = nominations.map(({ tag, title, categories }): Place => {
    const inside = categories.map((each): Place => ({ tag: each.tag, titles: each.name, inside: [] }));
    return { tag, titles: title, inside };
  });
  const edits: EditionEdit[] = [];
  const titles: string[] = [];
  const [nominationAt, categoryAt] = [columns.indexOf('nomination'), columns.indexOf('category')];
  for (const row of rows) {
    const [title = '', name = ''] = [row[nominationAt], row[categoryAt]];
    let nomination = title === '' && nominations.length === 1 ? places[0] : findIn(places, title);
    if (!nomination && title !== '') {
      nomination = placeFor(title, places);
      const item = { tag: nomination.tag, title: nomination.titles, categories: [] };
      edits.push({ kind: 'add', list: 'nominations', item, at: places.length });
      places.push(nomination);
      titles.push(title);
    }
    if (!nomination || (name === '' ? nomination.inside.length > 0 : findIn(nomination.inside, name))) continue;
    const category =
      name === '' ? { tag: ONLY_CATEGORY, titles: nomination.titles, inside: [] } : placeFor(name, nomination.inside);
    const list = `nominations.${nomination.tag}.categories`;
    const item = { tag: category.tag, name: category.titles, companies: [] };
    edits.push({ kind: 'add', list, item, at: nomination.inside.length });
    nomination.inside.push(category);
    if (name !== '') titles.push(name);
  }
  return { edits, titles };
};
