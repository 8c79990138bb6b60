import { PROOF_HEADER } from '@laurel/contracts/proof';
import { useTestApi } from '@laurel/support/hooks';
import { logIn, newPerson, refusalOf, register, signUp } from '@laurel/support/people';
import { askForSms, phoneOwner } from '@laurel/support/phones';
import { challengeIn, proofHeaders, solve } from '@laurel/support/proofs';
import type { LightMyRequestResponse } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import { after } from '../../clock.ts';
import { addLoad } from './store.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const SMALL = {
  LIMITS_FLOOD_REGISTER: '10',
  LIMITS_FLOOD_REGISTER_NETWORK: '6',
  LIMITS_FLOOD_LOGIN: '1000',
  LIMITS_FLOOD_LOGIN_NETWORK: '6',
  LIMITS_FLOOD_MAIL: '10',
  LIMITS_FLOOD_MAIL_NETWORK: '6',
  LIMITS_FLOOD_SMS: '2',
};

let lines: string[] = [];
const api = useTestApi({ ...SMALL, LOG_LEVEL: 'info' }, (line) => lines.push(line));
const sync = () => api.deps.floodControl.sync(api.clock.now());
// Each test begins without a flood, a day later, when all counts have decayed.
beforeEach(async () => {
  api.clock.advance(DAY_MS);
  await sync();
  await api.deps.db.flood.deleteMany();
  await sync();
  lines = [];
});

const forgot = (ip: string, headers: Record<string, string> = {}) =>
  api.post('/users/forgot-password', { login: newPerson().email }, { ip, headers });
/** Requests mails, each from another network. */
const floodMails = async (count: number): Promise<void> => {
  await Promise.all(Array.from({ length: count }, (_each, index) => forgot(`203.0.113.${index}`)));
  await sync();
};
const solved = async (refused: LightMyRequestResponse) => proofHeaders(await solve(challengeIn(refused.json())));
const levelOfMail = async (scope: string): Promise<number | undefined> =>
  (await api.deps.metrics.floodLevel.get()).values.find(
    ({ labels }) => labels.work === 'mail' && labels.scope === scope,
  )?.value;

describe('without a flood', () => {
  it('no proof is required or checked, and no row is written for an ordinary network', async () => {
    await floodMails(7);
    expect((await forgot('198.51.100.1')).statusCode).toBe(200);
    await sync();
    expect((await forgot('203.0.113.1', { [PROOF_HEADER]: 'none at all' })).statusCode).toBe(200);
    const rows = await api.deps.db.flood.findMany();
    expect(rows.map(({ work, network }) => [work, network])).toEqual([['mail', '']]);
    expect(rows[0]?.isOn).toBe(false);
    expect(await levelOfMail('site')).toBe(0);
  });
});

describe('during a flood', () => {
  it('each request needs a proof of work, until the load is half of the limit', async () => {
    await floodMails(12);
    expect(await levelOfMail('site')).toBe(1);
    const refused = await forgot('198.51.100.1');
    expect(refusalOf(refused)).toMatchObject({ status: 428, code: 'proof.needed' });
    expect(refused.headers['cache-control']).toBe('no-store');
    expect((await forgot('198.51.100.1', await solved(refused))).statusCode).toBe(200);

    // The thirteen counted requests decay below ten, and stay above five.
    api.clock.advance(3 * MINUTE_MS);
    await sync();
    expect((await forgot('198.51.100.2')).statusCode).toBe(428);
    await sync();
    api.clock.advance(4 * MINUTE_MS);
    expect((await forgot('198.51.100.2')).statusCode).toBe(200);
    await sync();
    expect(await levelOfMail('site')).toBe(0);
    const logged = lines.filter((line) => line.includes('proof of work'));
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([
      { work: 'mail', scope: 'site', level: 1, msg: 'a flood: a proof of work is asked for' },
      { work: 'mail', scope: 'site', msg: 'the flood is over: no proof of work is asked for' },
    ]);
    for (const line of logged) expect(line).not.toMatch(/203\.0|198\.51/);
  });

  it('rejected requests keep the flood on', async () => {
    await floodMails(12);
    for (let minute = 0; minute < 20; minute += 1) {
      api.clock.advance(MINUTE_MS);
      const answers = await Promise.all(Array.from({ length: 3 }, (_each, index) => forgot(`203.0.113.${index}`)));
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([428, 428, 428]);
      await sync();
    }
  });

  it('the cost of the proof grows with the load, up to a limit', async () => {
    const costs: number[] = [];
    for (const count of [12, 20, 40, 100, 400]) {
      await floodMails(count);
      costs.push(challengeIn((await forgot('198.51.100.1')).json()).parameters.cost);
    }
    expect(costs).toEqual([4_000, 8_000, 16_000, 32_000, 32_000]);
  });

  it('of one network only that network needs proofs', async () => {
    const flooding = async () => {
      await Promise.all(Array.from({ length: 30 }, () => forgot('198.51.100.9')));
      await sync();
    };
    // This test fails if the site's count includes requests beyond the network's limit (the first thirty), or those
    // that
    // were refused for it (the others): then everybody needs a proof.
    for (const level of [3, 4, 4]) {
      await flooding();
      expect([await levelOfMail('site'), await levelOfMail('network')]).toEqual([0, level]);
      expect((await forgot('198.51.100.9')).statusCode).toBe(428);
    }
    expect((await forgot('198.51.100.8')).statusCode).toBe(200);
    // They do not make the proofs of others harder either.
    await floodMails(12);
    for (let count = 0; count < 3; count += 1) await flooding();
    expect(await levelOfMail('site')).toBe(1);
  });

  it('all addresses of a /64 count as one network, and headers do not change that', async () => {
    await Promise.all(
      Array.from({ length: 8 }, (_each, index) =>
        forgot(`2001:db8:7:7::${index}`, { 'x-forwarded-for': `9.9.9.${index}`, forwarded: `for=9.9.9.${index}` }),
      ),
    );
    await sync();
    expect((await forgot('2001:db8:7:7:ffff::1')).statusCode).toBe(428);
    expect((await forgot('2001:db8:7:8::1')).statusCode).toBe(200);
  });

  it('many networks of an IPv6 /48 count together', async () => {
    const logInFrom = (ip: string) => logIn(api, newPerson(), { ip });
    await Promise.all(Array.from({ length: 26 }, (_each, index) => logInFrom(`2001:db8:7:${index.toString(16)}::1`)));
    await sync();
    expect((await logInFrom('2001:db8:7:ffff::1')).statusCode).toBe(428);
    expect((await logInFrom('2001:db8:8:1::1')).statusCode).toBe(404);
    expect((await logInFrom('198.51.100.1')).statusCode).toBe(404);
  });

  it('other kinds of work need no proof', async () => {
    await floodMails(12);
    expect((await api.post('/users/register', newPerson())).statusCode).toBe(201);
  });
});

describe('every kind of work', () => {
  it('registration, login, resend and text messages require and accept a proof in a flood of their own', async () => {
    const owner = await phoneOwner(api);
    const ada = newPerson();
    await register(api, ada);
    const late = { ip: '198.51.100.1' };
    const send = {
      register: (headers = {}) => api.post('/users/register', newPerson(), { ...late, headers }),
      login: (headers = {}) => logIn(api, ada, { ...late, headers }),
      mail: (headers = {}) => api.post('/users/resend-email-code', { login: ada.email }, { ...late, headers }),
      sms: (headers = {}) => askForSms(api, owner, {}, { ...late, headers }),
    };
    const statuses = { register: 201, login: 403, mail: 200, sms: 200 };
    const loads = { register: 12, login: 1_200, mail: 12, sms: 3 };
    for (const work of ['register', 'login', 'mail', 'sms'] as const) {
      const flood = { work, network: '', heat: loads[work], isOn: true, at: api.clock.now() };
      await api.deps.db.flood.upsert({ where: { work_network: { work, network: '' } }, create: flood, update: flood });
      await sync();
      const refused = await send[work]();
      expect(refusalOf(refused).code, work).toBe('proof.needed');
      expect((await send[work](await solved(refused))).statusCode, work).toBe(statuses[work]);
    }
  });
});

it('the user’s data and votes need no proof, even in floods of all kinds of work', async () => {
  const { token } = await signUp(api, newPerson());
  for (const work of ['register', 'login', 'mail', 'sms']) {
    await api.deps.db.flood.create({ data: { work, network: '', heat: 1e6, isOn: true, at: api.clock.now() } });
  }
  await sync();
  expect((await api.get('/users/info', { token })).statusCode).toBe(200);
  expect(refusalOf(await api.post('/vote', {}, { token })).code).toBe('request.invalid');
});

describe('several processes', () => {
  it('add up their counts and share a flood', async () => {
    await floodMails(6);
    expect((await forgot('198.51.100.1')).statusCode).toBe(200);
    const now = api.clock.now();
    const elsewhere = Array.from({ length: 20 }, () =>
      addLoad(api.deps.db, [{ work: 'mail', network: '', count: 1, limit: 10 }], now),
    );
    await Promise.all(elsewhere);
    await sync();
    expect((await api.deps.db.flood.findFirstOrThrow({ where: { network: '' } })).heat).toBe(27);
    expect((await forgot('198.51.100.1')).statusCode).toBe(428);
  });

  it('accept a count long after the last one, and a clock that is behind makes no count decay', async () => {
    const counted = [{ work: 'login', network: '', count: 4, limit: 10 }] as const;
    const add = (ms: number) => addLoad(api.deps.db, counted, after(api.clock.now(), ms));
    const load = async () => (await api.deps.db.flood.findFirstOrThrow()).heat;
    await add(0);
    await add(-MINUTE_MS);
    expect(await load()).toBe(8);
    await add(400 * 24 * 60 * MINUTE_MS);
    expect(await load()).toBeCloseTo(4);
  });
});
