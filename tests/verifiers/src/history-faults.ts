// Logs whose leaves stand in an order that no honest log has. All of them are signed and cosigned again.
import type { PhaseTimes } from '@laurel/contracts/phase';
import { decodeLeaf, type ExclusionLeaf, encodeLeaf } from '@laurel/contracts/public-log/leaves';
import {
  type Case,
  changedBundle,
  type Fault,
  goodNight,
  isExclusion,
  otherNight,
  replaced,
  resigned,
  without,
  withRows,
} from './case.ts';
import { day, lateNight } from './late-night.ts';
import { CATEGORIES, goodPlan, type Night, type Row } from './night.ts';
import { bundleOf, formatBundle } from './papers.ts';

const TIMES: PhaseTimes = { votingOpensAt: day(1), votingClosesAt: day(30), winnersAnnouncedAt: null };

/** The good night with other times. */
const timed = (times: Partial<PhaseTimes>): Night =>
  withRows(goodNight(), (rows) =>
    replaced(rows, 1, () => ({ leaf: encodeLeaf({ type: 'phase', year: 2026, ...TIMES, ...times }) })),
  );

/** The good night with other leaves of an exclusion. */
const announced = (number: number, change: (leaf: ExclusionLeaf) => Partial<ExclusionLeaf>): Night =>
  withRows(goodNight(), (rows) =>
    rows.map((row) => {
      const leaf = isExclusion(row, number) ? decodeLeaf(row.leaf) : undefined;
      return leaf?.type === 'exclusion' ? { leaf: encodeLeaf({ ...leaf, ...change(leaf) }) } : row;
    }),
  );

/** The places of the leaves of an exclusion: applied, and undone. */
const placesIn = (rows: readonly Row[], number: number): number[] =>
  rows.flatMap((row, place) => (isExclusion(row, number) ? [place] : []));

/** Votes of people who do not exist: more than there are voters. */
const stuffed = Array.from({ length: 300 }, (_, at) => ({
  label: `nobody ${at}`,
  category: CATEGORIES[0],
  nominee: 'orbit-crew',
}));

const withVoters = async (voters: number | undefined, night: Night): Promise<Case> => {
  const bundle = await bundleOf(night);
  return { bundle: formatBundle({ ...bundle, header: { ...bundle.header, voters } }) };
};

export const HISTORY_FAULTS: readonly Fault[] = [
  {
    name: 'a second result that nothing explains',
    finds: ['result'],
    make: () => resigned(withRows(goodNight(), (rows) => [...rows, ...rows.slice(-1)])),
  },
  {
    name: 'votes behind the result, with a second result',
    finds: ['result'],
    make: () => resigned(lateNight()),
  },
  {
    name: 'votes behind the result, where only the announcement was moved',
    finds: ['result'],
    make: () => resigned(lateNight({ winnersAnnouncedAt: day(31) })),
  },
  {
    name: 'votes behind the result, where voting was only closed earlier',
    finds: ['result'],
    make: () => resigned(lateNight({ votingClosesAt: day(20) })),
  },
  {
    name: 'votes behind the result, where the end was moved by a millisecond',
    finds: ['result'],
    make: () => resigned(lateNight({ votingClosesAt: new Date(+day(30) + 1) })),
  },
  {
    name: 'votes behind the result, where the end was taken away and never came',
    finds: ['result'],
    make: () => resigned(lateNight({ votingClosesAt: null })),
  },
  {
    name: 'votes behind the result, in a window that opens later',
    finds: ['history'],
    make: () => resigned(lateNight({ votingOpensAt: day(40), votingClosesAt: day(50) })),
  },
  {
    name: 'an exclusion that hides how many votes it leaves out',
    finds: ['exclusion'],
    make: () => {
      const votes = goodPlan().votes.flatMap(({ category }, at) => (category === CATEGORIES[0] ? [at] : []));
      const others = goodPlan().exclusions.slice(1);
      const exclusions = [
        { number: 1, votes, isHidden: true },
        ...others.map((each) => ({ ...each, isHidden: false })),
      ];
      return resigned(otherNight(() => ({ exclusions })));
    },
  },
  {
    name: 'an exclusion that hides a number behind the result',
    finds: ['exclusion'],
    make: () =>
      resigned(
        announced(2, ({ categories }) => ({ categories: categories.map((each) => ({ ...each, votes: null })) })),
      ),
  },
  {
    name: 'an exclusion undone that was not applied',
    finds: ['history'],
    make: () => resigned(withRows(goodNight(), (rows) => without(rows, placesIn(rows, 2)[0] ?? 0))),
  },
  {
    name: 'an exclusion applied twice',
    finds: ['history'],
    make: () =>
      resigned(
        withRows(goodNight(), (rows) => {
          const [at = 0] = placesIn(rows, 1);
          return rows.toSpliced(at, 0, ...rows.slice(at, at + 1));
        }),
      ),
  },
  ...[{}, { en: ' ' }].map((reason, at) => ({
    name: `an exclusion ${at === 0 ? 'without a reason' : 'with an empty reason'}`,
    finds: ['history'],
    make: () => resigned(announced(1, () => ({ reason }))),
  })),
  {
    name: 'an edition behind a newer one',
    finds: ['history'],
    make: () =>
      resigned(withRows(goodNight(), (rows) => [...rows.slice(0, -1), ...rows.slice(0, 1), ...rows.slice(-1)])),
  },
  {
    name: 'a vote before the first edition, and before the first times',
    finds: ['history'],
    make: async () => {
      const night = withRows(goodNight(), ([edition, times, ...rows]) => {
        const [first] = rows;
        return edition && times && first ? [first, edition, times, ...rows.slice(1)] : [];
      });
      return resigned(night);
    },
  },
  ...[
    { votingOpensAt: day(30), votingClosesAt: day(1) },
    { winnersAnnouncedAt: day(20) },
    { votingOpensAt: day(30) },
  ].map((times, at) => ({
    name: `times in the wrong order (${at + 1})`,
    finds: ['history'],
    make: () => resigned(timed(times)),
  })),
  {
    name: 'a result of a log without any time',
    finds: ['result'],
    make: () => resigned(timed({ votingOpensAt: null, votingClosesAt: null })),
  },
  {
    name: 'more votes than people, whose number the bundle leaves out',
    finds: ['voters'],
    make: () =>
      withVoters(
        undefined,
        otherNight(({ votes }) => ({ votes: [...votes, ...stuffed] })),
      ),
  },
  {
    name: 'more votes than people, whose number the bundle raises',
    finds: ['voters'],
    make: () =>
      withVoters(
        500,
        otherNight(({ votes }) => ({ votes: [...votes, ...stuffed] })),
      ),
  },
  {
    name: 'a number of people that is nowhere',
    finds: ['voters'],
    make: () =>
      changedBundle(
        ({ header }) => ({ header: { ...header, voters: null } }),
        otherNight(() => ({ voters: null })),
      ),
  },
  {
    name: 'more people than votes',
    finds: ['voters'],
    make: () => resigned(otherNight(() => ({ voters: 61 }))),
  },
  {
    name: 'a last edition that asks for no witness',
    finds: ['quorum'],
    make: async () => {
      const night = otherNight(() => ({ last: { witnesses: [], quorum: 0 } }));
      return { bundle: formatBundle(await bundleOf(night, { witnesses: [] })) };
    },
  },
];
