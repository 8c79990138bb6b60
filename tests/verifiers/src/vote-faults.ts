// Faults in votes, decisions and results.
import { decodeLeaf, encodeLeaf, placesCommitment } from '@laurel/contracts/public-log/leaves';
import { resultCommitment } from '@laurel/contracts/public-log/result';
import { decodeUtf8, encodeBase64, encodeUtf8 } from '@laurel/tlog/bytes';
import { sha256 } from '@laurel/tlog/node';
import {
  changedBundle,
  changedHeader,
  type Fault,
  goodNight,
  isExclusion,
  otherNight,
  replaced,
  resigned,
  without,
  withRows,
} from './case.ts';
import { CATEGORIES, type Night, placeOf, type Row, rowOf } from './night.ts';

const [CRYPTO, GAMES] = CATEGORIES;
const PLACE = placeOf(10);
const ADDED = { label: 'nobody', category: CRYPTO, nominee: 'orbit-crew' };

const rewritten = (row: Row, change: (text: string) => string): Row => ({
  ...row,
  leaf: encodeUtf8(change(decodeUtf8(row.leaf) ?? '')),
});

/** The bundle of a night in which the leaf of the first exclusion has another text. */
const withExclusion = (text: string, other: string) =>
  resigned(
    withRows(goodNight(), (rows) =>
      rows.map((row) => (isExclusion(row, 1) ? rewritten(row, (leaf) => leaf.replace(text, other)) : row)),
    ),
  );

export const VOTE_FAULTS: readonly Fault[] = [
  {
    name: 'a vote deleted',
    finds: ['size', 'exclusion', 'result'],
    make: () => changedBundle(({ rows, end }) => ({ rows: without(rows, PLACE), end: end - 1 })),
  },
  {
    name: 'a vote deleted, and the number of leaves left as it was',
    finds: ['size', 'exclusion', 'result'],
    make: () => changedBundle(({ rows }) => ({ rows: without(rows, PLACE) })),
  },
  {
    name: 'a vote replaced by one for another nominee',
    finds: ['root', 'result'],
    make: () =>
      changedBundle(({ rows }) => ({
        rows: replaced(rows, PLACE, () => rowOf({ ...ADDED, category: GAMES, nominee: 'north-star' })),
      })),
  },
  {
    name: 'a vote opened as one for another nominee',
    finds: ['opening', 'result'],
    make: () =>
      changedBundle(({ rows }) => ({
        rows: replaced(rows, PLACE, ({ leaf, opening }) => ({
          leaf,
          ...(opening && {
            opening: { ...opening, nominee: opening.nominee === 'orbit-crew' ? 'north-star' : 'orbit-crew' },
          }),
        })),
      })),
  },
  {
    name: 'a vote moved to another category',
    finds: ['root', 'opening', 'result'],
    make: () =>
      changedBundle(({ rows }) => ({
        rows: replaced(rows, PLACE, (row) => rewritten(row, (text) => text.replace(GAMES, CRYPTO))),
      })),
  },
  {
    name: 'a vote moved to another category before the log was signed',
    finds: ['opening', 'result'],
    make: () =>
      resigned(
        withRows(goodNight(), (rows) =>
          replaced(rows, PLACE, (row) => rewritten(row, (text) => text.replace(GAMES, CRYPTO))),
        ),
      ),
  },
  {
    name: 'a vote that is not opened',
    finds: ['opening', 'result'],
    make: () => changedBundle(({ rows }) => ({ rows: replaced(rows, PLACE, ({ leaf }) => ({ leaf })) })),
  },
  {
    name: 'a vote added after the log was signed',
    finds: ['size', 'result', 'voters'],
    make: () => changedBundle(({ rows, end }) => ({ rows: [...rows, rowOf(ADDED)], end: end + 1 })),
  },
  {
    name: 'a vote added without a voter, before the log was signed',
    finds: ['voters'],
    make: () => resigned(otherNight(({ votes }) => ({ votes: [...votes, ADDED] }))),
  },
  {
    name: 'a vote in the log twice',
    finds: ['twice'],
    make: () => resigned(otherNight(({ votes }) => ({ votes: [...votes, ...votes.slice(7, 8)], voters: 21 }))),
  },
  {
    name: 'a vote for a nominee that no edition has',
    finds: ['nominee'],
    make: () =>
      resigned(
        otherNight(({ votes }) => ({ votes: replaced(votes, 10, (vote) => ({ ...vote, nominee: 'nobody-knows' })) })),
      ),
  },
  {
    name: 'two votes exchanged',
    finds: ['root', 'exclusion', 'result'],
    make: () =>
      changedBundle(({ rows }) => {
        const [one, other] = [rows[placeOf(9)], rows[placeOf(10)]];
        return {
          rows:
            one && other
              ? replaced(
                  replaced(rows, placeOf(9), () => other),
                  placeOf(10),
                  () => one,
                )
              : [],
        };
      }),
  },
  {
    name: 'a vote of another edition',
    finds: ['leaf'],
    make: () =>
      resigned(
        withRows(goodNight(), (rows) =>
          replaced(rows, PLACE, (row) => rewritten(row, (text) => text.replace('\n2026\n', '\n2025\n'))),
        ),
      ),
  },
  {
    name: 'a leaf of an unknown type',
    finds: ['leaf'],
    make: () =>
      resigned(withRows(goodNight(), (rows) => [...rows, { leaf: encodeUtf8('laurel/gift/v1\n2026\nten votes\n') }])),
  },
  {
    name: 'an edition changed',
    finds: ['edition'],
    make: () =>
      changedHeader(({ editions }) => ({
        editions: replaced(editions as Night['editions'], 0, ({ number, json }) => ({
          number,
          json: json.replace('Category', 'Other'),
        })),
      })),
  },
  {
    name: 'an edition without its leaf',
    finds: ['edition', 'history'],
    make: () => resigned(withRows(goodNight(), (rows) => replaced(rows, 0, () => rows[1] ?? rowOf(ADDED)))),
  },
  {
    name: 'an exclusion without its leaf',
    finds: ['exclusion', 'result'],
    make: () =>
      resigned(
        otherNight(({ exclusions }) => ({ exclusions: [...exclusions, { number: 3, votes: [30], isLeafless: true }] })),
      ),
  },
  {
    name: 'an exclusion whose votes are not named',
    finds: ['exclusion', 'result'],
    make: () => changedBundle(({ exclusions }) => ({ exclusions: without(exclusions, 0) })),
  },
  {
    name: 'an exclusion of other votes than its leaf says',
    finds: ['exclusion', 'result'],
    make: () =>
      changedBundle(({ exclusions }) => ({
        exclusions: replaced(exclusions, 0, (held) => ({ ...held, leaves: held.leaves.slice(1) })),
      })),
  },
  {
    name: 'a vote of an exclusion exchanged for another one of the same category, with a result that fits',
    finds: ['exclusion'],
    make: () => {
      const night = otherNight(({ exclusions }) => ({
        exclusions: replaced(exclusions, 0, (each) => ({ ...each, votes: [7, 8, 9] })),
      }));
      const told = goodNight().rows.find((row) => isExclusion(row, 1));
      return resigned(withRows(night, (rows) => rows.map((row) => (isExclusion(row, 1) ? (told ?? row) : row))));
    },
  },
  {
    name: 'an exclusion whose salt is that of another',
    finds: ['exclusion'],
    make: () =>
      changedBundle(({ exclusions }) => ({
        exclusions: replaced(exclusions, 0, (held) => ({ ...held, salt: exclusions[1]?.salt ?? '' })),
      })),
  },
  {
    name: 'an exclusion of votes that were cast after its leaf',
    finds: ['exclusion'],
    make: () => {
      const last = goodNight().plan.votes.length - 1;
      const night = otherNight(({ exclusions }) => ({
        exclusions: [{ number: 1, votes: [last] }, ...exclusions.slice(1)],
      }));
      const at = placeOf(last);
      const [held, ...others] = night.exclusions;
      const [vote, told] = night.rows.slice(at, at + 2);
      const leaf = decodeLeaf(told?.leaf ?? new Uint8Array());
      if (!vote || !held || leaf.type !== 'exclusion') throw new Error('no exclusion follows the last vote');
      const places = placesCommitment(sha256, Buffer.from(held.salt, 'base64'), [at + 1]);
      const exclusions = [{ ...held, leaves: [at + 1] }, ...others];
      return resigned({
        ...withRows(night, (rows) => rows.toSpliced(at, 2, { leaf: encodeLeaf({ ...leaf, places }) }, vote)),
        exclusions,
      });
    },
  },
  {
    name: 'an exclusion leaf with a category twice',
    finds: ['leaf', 'exclusion', 'result'],
    make: () => withExclusion('"categories":[', `"categories":[{"category":"${GAMES}","votes":900},`),
  },
  {
    name: 'an exclusion leaf with a key of its JSON twice',
    finds: ['leaf', 'exclusion', 'result'],
    make: () => withExclusion('{"categories":', '{"categories":[],"categories":'),
  },
  {
    name: 'a result that does not follow from the leaves',
    finds: ['result'],
    make: () =>
      resigned(
        otherNight(() => ({ tell: (text) => text.replace(/ (\d+) 0\n/, (_, cast) => ` ${Number(cast) + 1} 0\n`) })),
      ),
  },
  {
    name: 'a result that leaves out other votes than the decisions',
    finds: ['result'],
    make: () => resigned(otherNight(() => ({ tell: (text) => text.replace(/ (\d+) 0\n/, ' $1 1\n') }))),
  },
  {
    name: 'a result without a nominee',
    finds: ['result'],
    make: () => resigned(otherNight(() => ({ tell: (text) => text.slice(text.indexOf('\n') + 1) }))),
  },
  {
    name: 'a result changed after voting closed',
    finds: ['result'],
    make: () =>
      changedHeader(() => {
        const { nonce, text } = goodNight().result;
        return { result: { nonce: encodeBase64(nonce), text: text.replace(/ (\d+) 0\n/, ' 99 0\n') } };
      }),
  },
  {
    name: 'a result with another nonce',
    finds: ['result'],
    make: () =>
      changedHeader(() => ({
        result: {
          nonce: encodeBase64(resultCommitment(sha256, new Uint8Array(16), 'other').slice(0, 16)),
          text: goodNight().result.text,
        },
      })),
  },
  { name: 'no result', finds: ['result'], make: () => changedHeader(() => ({ result: null })) },
];
