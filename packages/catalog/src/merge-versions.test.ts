import { describe, expect, it } from 'vitest';
import { mergeVersions } from './merge-versions.ts';

const owl = { tag: 'owl', name: 'Owl', desc: { en: 'Grey', uk: 'Сіра' } };
const fox = { tag: 'fox', name: 'Fox' };
const elk = { tag: 'elk', name: 'Elk' };
const day = { tag: 'day', companies: [owl, fox, elk] };
const night = { tag: 'night', companies: [{ tag: 'bat', name: 'Bat' }] };
type Lists = { day?: object[]; night?: object[] };
const NAMES = 'nominations.duo.categories.day.companies';
const OTHER = 'nominations.duo.categories.night.companies';

/** An edition with these nominees and fields. */
const version = (lists: Lists = {}, edition: object = {}, order = 10) =>
  ({
    edition: { year: 2026, links: { rules: 'a' }, ...edition },
    nominations: [
      {
        ...{ tag: 'duo', order },
        categories: [
          { ...day, companies: lists.day ?? day.companies },
          { ...night, companies: lists.night ?? night.companies },
        ],
      },
      { tag: 'solo', order: order + 10, categories: [] },
    ],
  }) as Parameters<typeof mergeVersions>[0];
type Version = ReturnType<typeof version>;

const BASE = version();
const links = (rules: string | null, more: object = {}) => version({}, { links: { rules, ...more } });
const grey = (en: string, uk = 'Сіра') => version({ day: [{ ...owl, desc: { en, uk } }, fox, elk] });
const named = (name: unknown) => version({ day: [{ ...owl, name }, fox, elk] });

const rules = { kind: 'set', field: 'links.rules', before: 'a', after: 'b' };

describe('a merge of two versions', () => {
  // What it is about, theirs, mine, the edits of theirs, and the fields of conflicts.
  it.each<[string, Version, Version, object[], string[]]>([
    ['takes a field that only mine changed', version({}, { year: 2027 }), links('b'), [rules], []],
    ['keeps a field that only they changed', links('b'), BASE, [], []],
    ['has nothing to do where both changed the same', links('b'), links('b'), [], []],
    ['keeps theirs where both changed a field', links('c'), links('b'), [], ['links.rules']],
    [
      'takes one language of a text, and keeps the other one',
      grey('Grey', 'Сова'),
      grey('Grey owl'),
      [{ kind: 'set', field: `${NAMES}.owl.desc.en`, before: 'Grey', after: 'Grey owl' }],
      [],
    ],
    [
      'takes a group that is new, field by field',
      links('a', { more: { b: 1 } }),
      links('a', { more: { a: 1 } }),
      [{ kind: 'set', field: 'links.more.a', before: null, after: 1 }],
      [],
    ],
    ['removes a field', BASE, links(null), [{ ...rules, after: null }], []],
    [
      'compares a name that both have split into languages with the one name of before',
      named({ en: 'Owl', uk: 'Сова' }),
      named({ en: 'The Owl', uk: 'Owl' }),
      [{ kind: 'set', field: `${NAMES}.owl.name.en`, before: 'Owl', after: 'The Owl' }],
      [],
    ],
    [
      'adds and removes nominees, and keeps those that they added',
      version({ day: [owl, { tag: 'hare' }, fox, elk] }),
      version({ day: [owl, elk, { tag: 'lynx' }] }),
      [
        { kind: 'remove', item: `${NAMES}.fox` },
        { kind: 'add', list: NAMES, item: { tag: 'lynx' }, at: 3 },
      ],
      [],
    ],
    ['does not bring back who they removed', version({ day: [owl, elk] }), links('b'), [rules], []],
    [
      'asks about a nominee that they removed and mine changed, and the other way round',
      version({ day: [fox, { ...elk, name: 'Moose' }] }),
      version({ day: [{ ...owl, name: 'Owls' }, fox] }),
      [],
      [`${NAMES}.elk`, `${NAMES}.owl`],
    ],
    [
      'compares a nominee that both have added field by field',
      version({ night: [...night.companies, { tag: 'moth', name: 'Moth' }] }),
      version({ night: [...night.companies, { tag: 'moth', name: 'Moths', link: 'b' }] }),
      [{ kind: 'set', field: `${OTHER}.moth.link`, before: null, after: 'b' }],
      [`${OTHER}.moth.name`],
    ],
    [
      'takes an order, with those that they added behind the same one',
      version({ day: [owl, { tag: 'hare' }, fox, elk] }),
      version({ day: [elk, owl, fox] }),
      [{ kind: 'move', item: `${NAMES}.elk`, list: NAMES, at: 0 }],
      [],
    ],
    [
      'asks about an order that both have changed',
      version({ day: [fox, owl, elk] }),
      version({ day: [elk, owl, fox] }),
      [],
      [`${NAMES} (order)`],
    ],
    [
      'moves a nominee to another category with what they changed in it',
      grey('Grey and old'),
      version({ day: [fox, elk], night: [owl, ...night.companies] }),
      [{ kind: 'move', item: `${NAMES}.owl`, list: OTHER, at: 0 }],
      [],
    ],
    [
      'leaves a nominee that mine moved where they have put it, too',
      version({ night: [owl, ...night.companies] }),
      version({ day: [fox, elk], night: [owl, ...night.companies] }),
      [{ kind: 'remove', item: `${NAMES}.owl` }],
      [],
    ],
    ['knows that the numbers of nominations are their order', version({}, {}, 30), BASE, [], []],
    [
      'removes a nomination that got another number',
      version({}, {}, 30),
      { ...BASE, nominations: BASE.nominations.slice(1) },
      [{ kind: 'remove', item: 'nominations.duo' }],
      [],
    ],
  ])('%s', (_what, theirs, mine, edits, fields) => {
    const merged = mergeVersions(BASE, theirs, mine);
    expect(merged.edits).toEqual(edits);
    expect(merged.conflicts.map(({ field }) => field)).toEqual(fields);
  });

  it('takes the fields of conflicts that are named', () => {
    const theirs = version({ day: [fox, { ...elk, name: 'Moose' }] }, { links: { rules: 'c' } });
    const mine = version({ day: [owl, fox].map((each) => ({ ...each, link: 'x' })) }, { links: { rules: 'b' } });
    const { conflicts, edits } = mergeVersions(BASE, theirs, mine, new Set(['links.rules', `${NAMES}.owl`]));
    expect(conflicts).toEqual([
      { field: 'links.rules', theirs: 'c', mine: 'b' },
      { field: `${NAMES}.elk`, theirs: { ...elk, name: 'Moose' }, mine: null },
      { field: `${NAMES}.owl`, theirs: null, mine: { ...owl, link: 'x' } },
    ]);
    expect(edits).toEqual([
      { ...rules, before: 'c' },
      { kind: 'set', field: `${NAMES}.fox.link`, before: null, after: 'x' },
      { kind: 'add', list: NAMES, item: { ...owl, link: 'x' }, at: 0 },
    ]);
  });
});
