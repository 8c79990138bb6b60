import { CONSOLE_URL, type ConsoleClient, codeOf, fieldsOf } from '@laurel/support/console';
import { useMember, useOwner, useTestApi, useTestConsole } from '@laurel/support/hooks';
import { beforeEach, describe, expect, it } from 'vitest';
import { hashHandle } from '../../crypto/random.ts';

const URL = 'https://hooks.example.org/laurel?key=1';
const reason = 'a test';
const api = useTestApi();
const owner = useOwner(api);
const desk = useTestConsole(api);
const olena = useMember(desk, 'Olena', 'owner');
const taras = useMember(desk, 'Taras', 'organiser');

const change = async (member: ConsoleClient, path: string, body = {}) => {
  await member.confirm();
  return member.post(`/integrations/${path}`, { reason, ...body });
};
const addHook = (member: ConsoleClient, url = URL) =>
  change(member, 'hooks', { url, events: ['phase.moved', 'votes.thousand'], language: 'uk' });
const read = async () => (await taras.get('/integrations')).json();
const lastEntry = async () =>
  (await owner.query('SELECT actor, action, subject, detail FROM audit_entries ORDER BY id DESC LIMIT 1')).rows[0];

beforeEach(async () => {
  api.clock.advance(60_000);
  await owner.query('DELETE FROM hooks');
  await owner.query('DELETE FROM api_tokens');
});

describe('a webhook', () => {
  it('is added with a fresh passkey, shows its key once, and is recorded without its address', async () => {
    api.clock.advance(10 * 60_000);
    const stale = await taras.post('/integrations/hooks', {
      url: URL,
      events: ['phase.moved'],
      language: 'uk',
      reason,
    });
    expect(codeOf(stale)).toBe('console.passkey_needed');
    const { secret } = (await addHook(taras)).json().data;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const { hooks, deliveries } = await read();
    expect(hooks).toMatchObject([
      { url: URL, language: 'uk', addedBy: 'Taras (console)', failingSince: null, offAt: null },
    ]);
    expect(deliveries).toMatchObject([{ hook: hooks[0].id, type: 'test', state: 'waiting', tries: 0, problem: null }]);
    expect(JSON.stringify(await read())).not.toContain(secret);
    expect(await lastEntry()).toEqual({
      ...{ actor: 'Taras (console)', action: 'hook.add', subject: `hook ${hooks[0].id}` },
      detail: { events: ['phase.moved', 'votes.thousand'], language: 'uk' },
    });
  });

  it.each([
    'http://hooks.example.org/',
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://localhost/',
    'https://me:secret@hooks.example.org/',
    'https://hooks.example.org/a\0b',
  ])('is not at %j', async (url) => {
    expect(fieldsOf(await addHook(taras, url))).toEqual({ url: expect.stringMatching(/^Write an address/) });
  });

  it('is removed with its calls, switched on again, and a call is sent again', async () => {
    await addHook(taras);
    const [{ id }] = (await read()).hooks;
    const [call] = (await read()).deliveries;
    await owner.query('UPDATE hooks SET off_at = added_at, failing_since = added_at');
    await owner.query(`UPDATE hook_deliveries SET due_at = NULL, tries = 24, problem = 'webhook: 500'`);
    expect((await read()).deliveries).toMatchObject([{ state: 'given_up', problem: 'webhook: 500' }]);
    await change(taras, `deliveries/${call.id}/send-again`);
    expect(await read()).toMatchObject({
      hooks: [{ failingSince: null, offAt: null }],
      deliveries: [{ id: call.id, state: 'waiting', tries: 0 }],
    });
    expect(await lastEntry()).toMatchObject({ action: 'hook.send-again', subject: `hook ${id}` });
    await change(taras, `hooks/${id}/remove`);
    expect(await read()).toMatchObject({ hooks: [], deliveries: [] });
    expect(codeOf(await change(taras, `deliveries/${call.id}/send-again`))).toBe('console.not_found');
  });
});

describe('a key of the API', () => {
  const make = async (role: string, scopes: readonly string[], by = olena): Promise<string> =>
    (await change(by, 'tokens', { name: 'Sheet', role, scopes })).json().data.secret;
  const get = (token: string, path: string, headers = {}) =>
    desk.app.inject({ method: 'GET', url: `/api${path}`, headers: { authorization: `Bearer ${token}`, ...headers } });

  it('is made by an owner, shown once, stored as a hash, and in the audit log', async () => {
    const refused = await change(taras, 'tokens', { name: 'Sheet', role: 'owner', scopes: ['team'] });
    expect(codeOf(refused)).toBe('console.forbidden');
    const token = await make('auditor', ['tonight']);
    expect(token).toMatch(/^laurel_[\w-]{43}$/);
    const { rows } = await owner.query<{ hash: Buffer }>('SELECT hash FROM api_tokens');
    expect(rows[0]?.hash.equals(hashHandle(token.slice('laurel_'.length)))).toBe(true);
    const tokens = [{ name: 'Sheet', role: 'auditor', scopes: ['tonight'], madeBy: 'Olena', lastUsedAt: null }];
    expect(await read()).toMatchObject({ tokens });
    expect(JSON.stringify(await read())).not.toContain(token);
    const detail = { name: 'Sheet', role: 'auditor', scopes: ['tonight'] };
    expect(await lastEntry()).toMatchObject({ actor: 'Olena (console)', action: 'token.add', detail });
  });

  // This test fails with a key that opens what its role alone allows, and with one that opens what its screens alone name.
  it('opens what its role and its screens allow, and nothing that changes, asks for a passkey or is a person’s', async () => {
    // Two keys, because there are more calls than one of them may make in a minute.
    const screens = ['tonight', 'results', 'audit', 'voters'];
    const tokens = [await make('auditor', screens), await make('auditor', screens)];
    const open = [];
    for (const [index, { method, path }] of desk.app.consoleCalls.entries()) {
      const url = `/api${path.replaceAll(/:\w+/g, '1')}`;
      const headers = { authorization: `Bearer ${tokens[index % 2]}`, origin: CONSOLE_URL };
      const answer = await desk.app.inject({ method, url, headers, ...(method === 'GET' ? {} : { payload: {} }) });
      if (!['console.forbidden', 'console.signed_out'].includes(String(answer.body.match(/"code":"([\w.]+)"/)?.[1])))
        open.push(`${method} ${path}`);
    }
    const entrance = desk.app.consoleCalls.flatMap(({ method, path, audience }) =>
      audience === 'anyone' ? [`${method} ${path}`] : [],
    );
    const wanted = [
      '/tonight',
      '/first-steps',
      '/visits',
      '/results',
      '/results/sheet',
      '/results/table.csv',
      '/results/table.xlsx',
      '/results/logos.zip',
    ];
    const reads = [...wanted, '/results/season', '/audit', '/audit/names'].map((path) => `GET ${path}`);
    expect(open.toSorted()).toEqual([...entrance, ...reads].toSorted());
  });

  it('ends when it is revoked, and when the person who made it is no owner any more', async () => {
    const petro = await desk.member('Petro', 'owner');
    const tokens = [await make('auditor', ['tonight']), await make('auditor', ['tonight'], petro)];
    const [{ id }] = (await read()).tokens;
    const codes = async () =>
      (await Promise.all(tokens.map((token) => get(token, '/tonight')))).map(({ statusCode }) => statusCode);
    expect(await codes()).toEqual([200, 200]);
    expect((await read()).tokens).toMatchObject([{ lastUsedAt: api.clock.now().toISOString() }, {}]);
    await change(olena, `tokens/${id}/revoke`);
    expect(await codes()).toEqual([401, 200]);
    await olena.post(`/team/${(await petro.get('/me')).json().person.id}/role`, { role: 'organiser', reason });
    expect(await codes()).toEqual([401, 401]);
    expect(codeOf(await change(olena, `tokens/${id}/revoke`))).toBe('console.not_found');
  });

  it('gets an answer that it has as 304, and a list in parts', async () => {
    const token = await make('auditor', ['audit']);
    const first = await get(token, '/audit?limit=1');
    const { etag } = first.headers;
    expect(first.headers['cache-control']).toBe('private, no-cache');
    const again = await get(token, '/audit?limit=1', { 'if-none-match': etag });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
    const { entries, next } = first.json();
    const second = (await get(token, `/audit?limit=1&after=${next}`, { 'if-none-match': etag })).json();
    expect(second.entries[0].id).not.toBe(entries[0].id);
  });

  // This test fails without the limit of each key.
  it('may make 120 calls in a minute, however many come at once', async () => {
    const token = await make('auditor', ['tonight']);
    await get(token, '/first-steps');
    const answers = await Promise.all(Array.from({ length: 130 }, () => get(token, '/first-steps')));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(119);
    expect(answers.filter((answer) => codeOf(answer) === 'limit.exceeded')).toHaveLength(11);
    expect((await get(await make('auditor', ['tonight']), '/first-steps')).statusCode).toBe(200);
  });
});
