import type { ConsoleCall } from '@laurel/contracts/console/call';
import { type ConsoleClient, startTestConsole, type TestConsole } from '@laurel/support/console';
import { useTestApi } from '@laurel/support/hooks';
import { votersOf } from '@laurel/support/voters';
import { anyCharacter } from '@laurel/tlog/testing/any-character';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

const ANY_ID = '7d1f0c60-0000-4000-8000-000000000000';
const TIME = '2026-11-01T10:00:00Z';
const reason = 'a test';

const api = useTestApi();
let desk: TestConsole;
let owner: ConsoleClient;
/** An answer of the owner's passkey. */
let passkey: unknown;
/** A nominee, and an account that voted for it. */
let nominee: string;
let voted: string;
beforeAll(async () => {
  desk = await startTestConsole(api);
  owner = await desk.member('Olena', 'owner');
  passkey = owner.authenticator.get((await desk.post('/sign-in/options', {})).json().data.options);
  const [company] = api.deps.edition.nominations[0]?.categories[0]?.companies ?? [];
  nominee = `best-partner/gambling/${company?.tag}`;
  for (const { accountId, token } of await votersOf(api, 2)) {
    const vote = { nomination: 'best-partner', niche: 'gambling', vote: company?.tag };
    expect((await api.post('/vote', vote, { token })).statusCode).toBe(201);
    voted = accountId;
  }
});
afterAll(() => desk.close());

type Input = { query?: unknown; body?: unknown };

const audit = { person: 'Olena', action: 'user.erase', from: TIME, until: TIME };
const move = { opens: TIME, closes: 'now', announced: TIME, clear: true };
const expected = { opens: null, closes: null, announced: null };
const publish = { body: { reason, withdraw: false, expected: 1 } };
const LIST = 'nominations.best-partner.categories.gambling.companies';
const set = { kind: 'set', field: 'year', before: 2025, after: 2026 };
const add = { kind: 'add', list: LIST, item: { tag: 'new-one' }, at: 0 };
const remove = { kind: 'remove', item: `${LIST}.new-one` };
const place = { kind: 'move', item: `${LIST}.new-one`, list: LIST, at: 1 };
const gambling = { nomination: 'best-partner', niche: 'gambling' };
const page = { after: '1', limit: '10' };
const pageOfIds = { after: ANY_ID, limit: '10' };

/** Values that PostgreSQL refuses in one of its types, or reads differently. */
const BAD: readonly unknown[] = [
  'ab\0',
  '\0\0\0',
  'abc\ud800',
  `1.${'-'.repeat(36)}`,
  '9007199254740991',
  9_007_199_254_740_991,
  -1,
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59-23:59',
  "'; DROP TABLE votes; --",
  '%00',
  null,
];

/** A selection by everything that a selection can have; it matches no vote. */
const selectionOf = (nominee: string) => ({
  voters: [ANY_ID],
  accounts: [ANY_ID],
  networks: ['203.0.113.0/24', '2001:db8::/48'],
  numbers: ['+38067'],
  timeZones: ['Europe/Kyiv'],
  userAgents: ['Firefox'],
  mailDomains: ['example.org'],
  nominees: [nominee],
  categories: ['best-partner/gambling'],
  from: TIME,
  until: '2026-11-02T10:00:00Z',
});

/** Good input of the calls that take more than a reason. */
const inputs = (): Record<string, Input> => ({
  'GET /voters': { query: { find: 'ada' } },
  'POST /voters/:id/change-email': { body: { email: 'ada@example.org', reason } },
  'GET /audit': { query: { ...audit, ...page } },
  'GET /audit/export': { query: { ...audit, format: 'csv', reason } },
  'GET /messages': {
    query: {
      ...{ set: 'waiting', state: 'sent', kind: 'sms', country: '380', provider: 'smtp' },
      ...{ account: ANY_ID, to: 'ada', after: `1.${ANY_ID}` },
    },
  },
  'GET /messages/totals': { query: { span: 'day' } },
  'GET /results/table.csv': { query: { language: 'uk' } },
  'GET /results/table.xlsx': { query: { language: 'uk' } },
  'POST /stage/move': { body: { version: 0, slide: 'before:best-partner/gambling', blank: false, codes: ['AB12'] } },
  'POST /stage/plan': {
    body: {
      before: [{ kind: 'category', category: 'best-partner/gambling' }],
      rows: [
        { kind: 'break', minutes: 15 },
        { kind: 'sponsor', name: 'Orbit' },
      ],
    },
  },
  'GET /tonight': { query: { span: 'day' } },
  'GET /exclusions': { query: { ...page, waits: 'decision' } },
  'GET /exclusions/:id/people': { query: pageOfIds },
  'GET /exclusions/:id/objections': { query: page },
  'GET /reviews': { query: pageOfIds },
  'GET /edition/live': { query: page },
  'GET /entries': { query: gambling },
  'POST /entries/candidates/:id/merge': { body: { other: 1, reason } },
  'POST /entries/candidates/:id/split': { body: { entries: [ANY_ID], name: 'Orbit', reason } },
  'POST /entries/candidates/:id/move': { body: { ...gambling, reason } },
  'POST /clusters/:id/decide': { body: { state: 'dismissed', why: 'one_place', reason } },
  'POST /mine/alarm': { body: { to: 'olena@example.org', language: 'uk' } },
  'POST /integrations/hooks': {
    body: { url: 'https://hooks.example.org/laurel', events: ['phase.moved'], language: 'uk', reason },
  },
  'POST /integrations/tokens': { body: { name: 'The sponsor’s sheet', role: 'auditor', scopes: ['tonight'], reason } },
  'POST /exclusions/rehearsal': { body: { selection: selectionOf(nominee) } },
  'POST /exclusions': {
    body: {
      selection: { accounts: [voted] },
      publicReason: { en: 'A farm.', uk: 'Ферма.' },
      reason,
      evidence: 'ticket 4711',
      moreThanHalf: true,
    },
  },
  'POST /objections/:id/answer': { body: { answer: 'We looked again.', reason } },
  'POST /messages/test': {
    body: { kind: 'mail', to: 'me@example.org', language: 'en', mail: 'emailCode', draft: 1, reason },
  },
  'POST /team/invitations': { body: { name: 'Petro', role: 'auditor', reason } },
  'POST /team/:id/role': { body: { role: 'auditor', reason } },
  'POST /edition/drafts/:id/publish': publish,
  'POST /edition/drafts/:id/propose': publish,
  'POST /edition/drafts/:id/merge': { body: { draft: ['year'], live: [LIST], expected: 1 } },
  'POST /kits/:nomination/:niche/:company/link': { body: { email: 'pr@kiterook.example', language: 'uk' } },
  'POST /edition/drafts/:id/preview': { body: { days: 7 } },
  'POST /edition/drafts/:id/edit': { body: { edits: [set, add, remove, place], at: 'year' } },
  'POST /edition/drafts/:id/name': { body: { name: 'For the sponsors' } },
  'POST /edition/drafts/:id/pictures/match': { body: { files: ['a.png'], within: 'nominations.best-partner' } },
  'GET /edition/drafts/:id/table': { query: { content: 'nominees', format: 'csv', language: 'uk' } },
  'POST /edition/versions/:id/publish': publish,
  'GET /edition/drafts/:id/mails/:mail': { query: { language: 'uk' } },
  'POST /editions/:year': { body: { from: 2025, reason } },
  'POST /phases/preview': { body: { move } },
  'POST /phases/move': { body: { move, reason, expected } },
  'POST /phases/close-now': { body: { reason, expected } },
  'POST /phases/announce': { body: { reason, expected } },
  'POST /sign-in': { body: { passkey } },
  'POST /confirm': { body: { passkey } },
  'POST /passkeys': { body: { passkey, label: 'Phone' } },
  'POST /invitation/options': { body: { token: 'x'.repeat(43) } },
  'POST /invitation': { body: { token: 'x'.repeat(43), passkey, label: 'Phone' } },
});

const callName = ({ method, path }: ConsoleCall): string => `${method} ${path}`;
/**
 * The calls whose input is text. Uploads are left out.
 * The calls that move the phases are last, because they change the results of the others.
 */
const calls = (): ConsoleCall[] =>
  desk.app.consoleCalls
    .filter(({ body, query, params, upload }) => !upload && (body ?? query ?? params))
    .filter(({ path }) => path !== '/sign-out')
    .toSorted((one, other) => Number(one.path.startsWith('/phases/')) - Number(other.path.startsWith('/phases/')));

/** Good input of a call: its own, or only a reason. */
const inputOf = (call: ConsoleCall): Required<Input> & { id: string } => {
  const { query = {}, body = call.body?.safeParse({}).success ? {} : { reason } } = inputs()[callName(call)] ?? {};
  if (call.path.includes(':year')) return { query, body, id: '2031' };
  return { query, body, id: call.params?.safeParse({ id: ANY_ID }).success ? ANY_ID : '1' };
};

/** Every place in a value that holds no object: the keys that lead there. */
const leaves = (value: unknown, keys: readonly string[] = []): (readonly string[])[] =>
  value instanceof Object ? Object.entries(value).flatMap(([key, each]) => leaves(each, [...keys, key])) : [keys];

/** A copy of a value with another one at a place. */
const withValue = (value: unknown, [key, ...rest]: readonly string[], put: unknown): unknown => {
  if (key === undefined) return put;
  if (Array.isArray(value))
    return value.map((each, index) => (String(index) === key ? withValue(each, rest, put) : each));
  return value instanceof Object
    ? Object.fromEntries(
        Object.entries(value).map(([name, each]) => [name, name === key ? withValue(each, rest, put) : each]),
      )
    : value;
};

const objectOf = (value: unknown): Record<string, unknown> => z.record(z.string(), z.unknown()).parse(value);
const queryOf = (query: unknown): string => {
  const sent = new URLSearchParams();
  for (const [name, value] of Object.entries(objectOf(query))) sent.set(name, String(value));
  return sent.size === 0 ? '' : `?${sent}`;
};

/** Each sign-in is from another network, because a network has few. */
let networks = 0;
const send = (call: ConsoleCall, { query, body, id }: Required<Input> & { id: string }) => {
  const address = call.path.replace(':folder', 'logos').replace(':file', 'a.svg').replace(':mail', 'emailCode');
  const places = address.replace(':nomination/:niche/:company', nominee);
  const path = places.replace(/:id|:year/, encodeURIComponent(id)) + queryOf(query);
  networks += 1;
  const ip = call.audience === 'anyone' ? `10.${networks >> 8}.${networks % 256}.1` : '127.0.0.1';
  return call.method === 'GET' ? owner.get(path, { ip }) : owner.post(path, objectOf(body), { ip });
};

/** The parts of a call's input that are replaced. */
const places = (call: ConsoleCall): Place[] => {
  const { query, body } = inputOf(call);
  const input = {
    ...(call.query ? { query } : {}),
    ...(call.body ? { body } : {}),
    ...(call.params ? { id: '' } : {}),
  };
  return leaves(input).map((keys) => ({ call, keys }));
};
type Place = { call: ConsoleCall; keys: readonly string[] };
const inputWith = ({ call, keys }: Place, value: unknown) => {
  const input = withValue(inputOf(call), keys, value);
  return z.object({ query: z.unknown(), body: z.unknown(), id: z.unknown() }).parse(input);
};
const statusWith = async (place: Place, value: unknown) => {
  const { call, keys } = place;
  const { query, body, id } = inputWith(place, value);
  const answer = await send(call, { query, body, id: String(id).toWellFormed() });
  return {
    what: `${callName(call)} ${keys.join('.')} ${JSON.stringify(value)?.slice(0, 80)}`,
    status: answer.statusCode,
  };
};

/** Whether the call's schemas accept it. They refuse in one place, so that one refused value stands for all. */
const isAccepted = (place: Place, value: unknown): boolean => {
  const { body, query, params } = place.call;
  const input = inputWith(place, value);
  const named = {
    id: input.id,
    year: input.id,
    mail: 'emailCode',
    folder: 'logos',
    file: 'a.svg',
    nomination: 'a',
    niche: 'b',
    company: 'c',
  };
  const parsed = [body?.safeParse(input.body), query?.safeParse(input.query), params?.safeParse(named)];
  return parsed.every((each) => each?.success ?? true);
};

describe('every call of the console', () => {
  it('is tried with input that its schemas accept', async () => {
    const refused: string[] = [];
    for (const call of calls()) {
      const input = inputOf(call);
      if (call.path.startsWith('/phases/')) {
        // Not sent: it would change what the other tests do.
        if (call.body && !call.body.safeParse(input.body).success) refused.push(callName(call));
        continue;
      }
      const { body } = await send(call, input);
      if (body.includes('request.invalid') && !body.includes('No vote matches'))
        refused.push(`${callName(call)} ${body}`);
    }
    expect(refused).toEqual([]);
  });

  it('answers no 5xx to bad text, numbers and times in any field', async () => {
    const failed: string[] = [];
    for (const place of calls().flatMap(places)) {
      for (const value of [BAD[0], ...BAD.slice(1).filter((bad) => isAccepted(place, bad))]) {
        const { what, status } = await statusWith(place, value);
        if (status >= 500) failed.push(`${status} ${what}`);
      }
    }
    expect(failed).toEqual([]);
    // The session lasted until the end.
    expect((await owner.get('/me')).statusCode).toBe(200);
  });

  it('answers no 5xx to any text in any field', async () => {
    const all = calls().flatMap(places);
    const text = fc.string({ unit: anyCharacter, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...all), text, async (place, value) => {
        const { what, status } = await statusWith(place, value);
        expect(status, what).toBeLessThan(500);
      }),
      { numRuns: 300 },
    );
  });
});
