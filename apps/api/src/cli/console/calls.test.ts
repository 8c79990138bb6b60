import { Readable } from 'node:stream';
import { runLaurel } from '@laurel/support/cli';
import { describe, expect, it } from 'vitest';
import { useFolder } from '../testing.ts';
import { CALL_COMMANDS, type CallCommand, placesOf } from './calls.ts';
import { flagsOf } from './flags.ts';
import { readInput } from './register.ts';

const UUID = '7d1f0a52-3a10-4f0c-9a51-446655440000';
const TIME = '2026-12-01T20:00:00+02:00';
/** A valid value of each flag that is neither a number nor one of several words. */
const VALUES: Readonly<Record<string, string>> = {
  reason: 'asked by phone, ticket 4711',
  find: 'ada',
  person: 'olena',
  action: 'user.',
  from: TIME,
  until: '2026-12-02T20:00:00+02:00',
  after: UUID,
  account: UUID,
  to: 'ada@example.org',
  email: 'pr@kiterook.example',
  country: '380',
  provider: 'smtp',
  answer: 'It counts.',
  evidence: 'one device',
  'public-reason-en': 'Bought.',
  'public-reason-uk': 'Куплені.',
  voters: UUID,
  accounts: UUID,
  networks: '203.0.113.0/24',
  numbers: '+38067',
  'time-zones': 'Europe/Kyiv',
  'user-agents': 'curl/8',
  'mail-domains': 'example.org',
  nomination: 'best-partner',
  niche: 'gambling',
  entries: UUID,
  name: 'Orbit',
  url: 'https://hooks.example.org/laurel',
  events: 'phase.moved',
  scopes: 'tonight',
  nominees: 'best-partner/gambling/simka',
  categories: 'best-partner/gambling',
  opens: 'none',
  'nominating-opens': TIME,
  'nominating-closes': TIME,
  closes: 'now',
  announced: TIME,
  draft: 'year',
  live: 'supportEmail',
  'audit show after': '7',
  'messages show after': `1.${UUID}`,
  'edition create from': '2025',
  'edition switch at': TIME,
};
const commandOf = (name: string): CallCommand => {
  const found = CALL_COMMANDS.find((each) => `${each.screen} ${each.name}` === name);
  if (!found) throw new Error(`there is no command ${name}`);
  return found;
};
const inputTo = (name: string, typed: Record<string, unknown>) => readInput(commandOf(name).call, [], typed);

describe('the command of each call of the console', () => {
  const DATA_DIR = useFolder('file');

  it('has a name and flags of its own', () => {
    const names = CALL_COMMANDS.map(({ screen, name }) => `${screen} ${name}`);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^[a-z]+ [a-z]+(?:-[a-z]+)*$/.test(name))).toEqual([]);
    for (const { screen, name, call } of CALL_COMMANDS) {
      const flags = [...flagsOf(call.query), ...flagsOf(call.body)].map((flag) => flag.name);
      const all = [...flags, 'json', 'as', 'yes', ...(call.upload ? ['file', 'type'] : [])];
      expect([screen, name, new Set(all).size]).toEqual([screen, name, all.length]);
    }
  });

  it.each(CALL_COMMANDS)('laurel $screen $name takes every field of its call', async ({ screen, name, call }) => {
    const takesRowIds = call.path.includes('/exclusions') || call.path.includes('/edition');
    const places = placesOf(call).map((place) =>
      place === 'year'
        ? '2031'
        : /^(?:exclusions|phase|edition|entries|integrations)$/.test(screen) && name !== 'revoke-token'
          ? '7'
          : UUID,
    );
    const typed = [...flagsOf(call.query), ...flagsOf(call.body)].flatMap((flag) => {
      const isRowId =
        flag.kind === 'number' || (flag.name === 'after' && takesRowIds && !call.path.endsWith('/people'));
      const value =
        flag.choices[0] ?? VALUES[`${screen} ${name} ${flag.name}`] ?? (isRowId ? '7' : (VALUES[flag.name] ?? '?'));
      return flag.kind === 'switch' ? [`--${flag.name}`] : [`--${flag.name}`, value];
    });
    const file = call.upload ? ['--file', import.meta.filename, '--type', call.upload.types[0] ?? ''] : [];
    const asked = call.fresh && call.method === 'POST' ? ['--yes'] : [];
    const argv = [screen, name, ...places, ...typed, ...file, ...asked, '--as', 'olena', '--json'];
    // Everything that was typed is checked before the database is looked for.
    const ran = await runLaurel(argv, { DATA_DIR });
    expect(ran).toMatchObject({ code: 2, lines: [] });
    expect(ran.problems.join('\n')).toMatch(/^There is no database to work on/);
  });
});

describe('the input of a call', () => {
  const reason = 'asked by phone, ticket 4711';

  it('has the fields of inner objects, the entries of records, lists and switches at their places', async () => {
    const typed = {
      ...{ accounts: [UUID], networks: ['203.0.113.0/24', '198.51.100.0/24'], from: TIME, moreThanHalf: true },
      ...{ publicReasonEn: 'Bought.', publicReasonUk: 'Куплені.', reason },
    };
    expect(await inputTo('exclusions propose', typed)).toEqual({
      params: {},
      query: {},
      body: {
        selection: { accounts: [UUID], networks: ['203.0.113.0/24', '198.51.100.0/24'], from: TIME },
        publicReason: { en: 'Bought.', uk: 'Куплені.' },
        reason,
        moreThanHalf: true,
      },
    });
  });

  it.each<[string, Record<string, unknown>, object]>([
    ['phase preview-move', { opens: 'none', closes: 'now' }, { move: { opens: null, closes: 'now' } }],
    ['messages send-test', { kind: 'mail', to: 'a@b.example', reason }, { kind: 'mail', to: 'a@b.example', reason }],
  ])('of %s for %j is %j', async (name, typed, body) => {
    expect(await inputTo(name, typed)).toMatchObject({ body });
  });

  it('has numbers, switches that are off, and the parts of the address', async () => {
    const { call } = commandOf('edition publish-draft');
    expect(await readInput(call, ['3'], { reason, expected: '7' })).toEqual({
      params: { id: '3' },
      query: {},
      body: { reason, expected: 7, withdraw: false },
    });
  });

  it('has the lines of the standard input for a list of -', async () => {
    const own = Object.getOwnPropertyDescriptor(process, 'stdin') ?? {};
    const value = Readable.from([Buffer.from(`${UUID}\r\n\n`), Buffer.from(`${UUID.replace('7d', '8e')}\n`)]);
    Object.defineProperty(process, 'stdin', { value, configurable: true });
    const input = await inputTo('exclusions rehearse', { accounts: ['-'] });
    Object.defineProperty(process, 'stdin', own);
    expect(input.body).toEqual({ selection: { accounts: [UUID, UUID.replace('7d', '8e')] } });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['exclusions rehearse', { networks: ['203.0.113.0/24', 'home'] }, '--networks: Write a network like'],
    ['exclusions rehearse', {}, 'Select the votes'],
    ['exclusions list', { limit: 'many' }, '--limit: '],
    ['voters find', { find: 'a' }, '--find: Use at least 2 characters'],
    ['messages send-test', { kind: 'sms', to: 'nobody', reason }, '--to: Write the number with its country code'],
  ])('of %s is refused for %j by the rule of the contract', async (name, typed, problem) => {
    await expect(inputTo(name, typed)).rejects.toThrow(problem);
  });

  it('of an address is refused if it is not an id', async () => {
    await expect(readInput(commandOf('voters show').call, ['ada'], {})).rejects.toThrow('ID: ');
  });
});
