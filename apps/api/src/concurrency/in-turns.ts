import { setImmediate as nextTurn } from 'node:timers/promises';

/** How many items are worked on before others have their turn: about ten milliseconds of hashing. */
const AT_ONCE = 512;

/** Works on each item in order, and lets requests be answered in between. */
export const inTurns = async <Item>(items: readonly Item[], work: (item: Item) => void): Promise<void> => {
  for (let from = 0; from < items.length; from += AT_ONCE) {
    if (from > 0) await nextTurn();
    for (const item of items.slice(from, from + AT_ONCE)) work(item);
  }
};
