import { PERMISSIONS, ROLES, type Role } from '@laurel/contracts/console/permissions';
import { CONSOLE_URL, type ConsoleClient, codeOf } from '@laurel/support/console';
import { useTestApi, useTestConsole } from '@laurel/support/hooks';
import { bodyIn, exchange, statusIn } from '@laurel/support/raw-http';
import { beforeAll, describe, expect, it } from 'vitest';
import { FRESH_MS, SESSION_MS } from './policy.ts';

const MINUTE_MS = 60_000;
const ANY_ID = '7d1f0c60-0000-4000-8000-000000000000';

const api = useTestApi();
const desk = useTestConsole(api);
let people: Record<Role, ConsoleClient>;
beforeAll(async () => {
  people = {
    owner: await desk.member('Owner', 'owner'),
    organiser: await desk.member('Organiser', 'organiser'),
    editor: await desk.member('Editor', 'editor'),
    support: await desk.member('Support', 'support'),
    auditor: await desk.member('Auditor', 'auditor'),
  };
});

const memberIdOf = async (client: ConsoleClient): Promise<string> => (await client.get('/me')).json().person.id;

describe('the role of a person', () => {
  it('permits each call according to the permission matrix', async () => {
    const wrong: string[] = [];
    const cells = new Set<string>();
    for (const { method, path, audience } of desk.app.consoleCalls) {
      if (audience === 'anyone' || audience === 'signed-in') continue;
      const roles: readonly Role[] = PERMISSIONS[audience];
      for (const role of ROLES) {
        const address = path.replaceAll(/:\w+/g, ANY_ID);
        const answer = method === 'GET' ? await people[role].get(address) : await people[role].post(address, {});
        const refused = answer.statusCode === 403 && codeOf(answer) === 'console.forbidden';
        if (refused === roles.includes(role) || answer.statusCode >= 500)
          wrong.push(`${method} ${path} as ${role}: ${answer.statusCode}`);
        cells.add(`${audience} ${role}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(cells.size).toBeGreaterThanOrEqual(8);
  });

  it('is asked for without a session: every call but those of the entrance answers 401', async () => {
    for (const { method, path, audience } of desk.app.consoleCalls) {
      if (audience === 'anyone') continue;
      const url = `/api${path.replaceAll(/:\w+/g, ANY_ID)}`;
      const answer = await desk.app.inject({ method, url, payload: {}, headers: { origin: CONSOLE_URL } });
      expect([path, answer.statusCode, codeOf(answer)]).toEqual([path, 401, 'console.signed_out']);
    }
  });

  it('counts at once when it is lowered in mid-session', async () => {
    const lowered = await desk.member('Lowered', 'owner');
    expect((await lowered.get('/team')).statusCode).toBe(200);
    const changed = await people.owner.post(`/team/${await memberIdOf(lowered)}/role`, {
      role: 'support',
      reason: 'a test',
    });
    expect(changed.statusCode).toBe(200);
    expect(codeOf(await lowered.get('/team'))).toBe('console.forbidden');
  });
});

describe('a change whose body comes late', () => {
  const MINUTES = 2;
  let port: number;
  beforeAll(async () => {
    port = Number(new URL(await desk.app.listen({ port: 0, host: '127.0.0.1' })).port);
  });

  /** Sends the headers, waits until the guard has read the session, then sends the body. */
  const sendLate = async (client: ConsoleClient, path: string, body: object, meanwhile: () => Promise<void>) => {
    const memberId = await memberIdOf(client);
    // The last use of a session is written at most once a minute.
    api.clock.advance(MINUTES * MINUTE_MS);
    const at = api.clock.now().toISOString();
    const content = JSON.stringify(body);
    const head = [
      `POST /api${path} HTTP/1.1`,
      'host: localhost',
      `origin: ${CONSOLE_URL}`,
      `cookie: ${client.cookie}`,
      'content-type: application/json',
      `content-length: ${content.length}`,
      'connection: close',
    ];
    const { text } = await exchange(port, `${head.join('\r\n')}\r\n\r\n`, undefined, (socket) => {
      const proceed = async () => {
        const sessions = async () => (await people.owner.get('/team')).json().sessions;
        await expect.poll(sessions).toContainEqual(expect.objectContaining({ memberId, lastSeenAt: at }));
        await meanwhile();
        socket.write(content);
      };
      proceed().catch((error: Error) => socket.destroy(error));
    });
    const answer: { code?: string } = JSON.parse(bodyIn(text));
    return [statusIn(text), answer.code];
  };

  const change = async (client: ConsoleClient, path: string, body: object) => {
    expect((await people.owner.confirm()).statusCode).toBe(200);
    const answer = await people.owner.post(`/team/${await memberIdOf(client)}/${path}`, { ...body, reason: 'a test' });
    expect(answer.statusCode).toBe(200);
  };

  // This test fails if the session is read only when the headers arrive.
  it.each([
    ['removed', 'remove', {}, [401, 'console.signed_out']],
    ['demoted', 'role', { role: 'support' }, [403, 'console.forbidden']],
  ])('is refused if the person was %s before the body came', async (name, path, body, expected) => {
    const late = await desk.member(`Late ${name}`, 'owner');
    const invitation = { name: `By ${name}`, role: 'owner', reason: 'a test' };
    const answer = await sendLate(late, '/team/invitations', invitation, () => change(late, path, body));
    expect(answer).toEqual(expected);
    const { invitations } = (await people.owner.get('/team')).json();
    expect(invitations).not.toContainEqual(expect.objectContaining({ name: invitation.name }));
  });

  it('is made if the person is still allowed to make it', async () => {
    const late = await desk.member('Late', 'owner');
    const invitation = { name: 'Of a slow line', role: 'auditor', reason: 'a test' };
    expect(await sendLate(late, '/team/invitations', invitation, async () => undefined)).toEqual([201, undefined]);
    const { invitations } = (await people.owner.get('/team')).json();
    const id: string = invitations.find(({ name }: { name: string }) => name === invitation.name).id;
    expect((await people.owner.confirm()).statusCode).toBe(200);
    expect((await people.owner.post(`/team/invitations/${id}/revoke`, { reason: 'a test' })).statusCode).toBe(200);
  });
});

describe('a change', () => {
  it('is refused from another origin, without one, and as a form', async () => {
    const path = '/team/invitations';
    const body = { name: 'Eve', role: 'owner', reason: 'a test' };
    for (const origin of ['https://evil.example', 'null', 'http://localhost:8080', `${CONSOLE_URL}.evil.example`]) {
      expect(codeOf(await people.owner.post(path, body, { headers: { origin } })), origin).toBe('console.cross_origin');
    }
    const { cookie } = people.owner;
    const bare = await desk.app.inject({ method: 'POST', url: `/api${path}`, payload: body, headers: { cookie } });
    expect(codeOf(bare)).toBe('console.cross_origin');
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const headers = { cookie, origin: CONSOLE_URL, 'content-type': type };
      const sent = await desk.app.inject({
        method: 'POST',
        url: `/api${path}`,
        payload: JSON.stringify(body),
        headers,
      });
      expect(sent.statusCode, type).toBe(415);
    }
    const team = (await people.owner.get('/team')).json();
    expect(team.invitations).toEqual([]);
  });

  it('needs a passkey of the last five minutes where it cannot be undone', async () => {
    const body = { name: 'Fresh', role: 'auditor', reason: 'a test' };
    api.clock.advance(FRESH_MS);
    expect(codeOf(await people.owner.post('/team/invitations', body))).toBe('console.passkey_needed');
    // The passkey of another person doesn't count.
    const request = (await desk.post('/sign-in/options', {})).json().data.options;
    const other = await people.owner.post('/confirm', { passkey: people.support.authenticator.get(request) });
    expect(codeOf(other)).toBe('console.passkey_refused');
    expect(codeOf(await people.owner.post('/team/invitations', body))).toBe('console.passkey_needed');
    expect((await people.owner.confirm()).statusCode).toBe(200);
    expect((await people.owner.post('/team/invitations', body)).statusCode).toBe(201);
  });

  it('needs that passkey for the team, for editions and for everything that removes a protection', async () => {
    const concerned = desk.app.consoleCalls.filter(
      ({ audience, path }) =>
        audience === 'team.change' ||
        [
          '/voters/:id/reset-two-factor',
          '/voters/:id/erase',
          '/edition/drafts/:id/publish',
          '/edition/drafts/:id/propose',
          '/edition/versions/:id/publish',
        ].includes(path),
    );
    expect(concerned.length).toBeGreaterThanOrEqual(10);
    api.clock.advance(FRESH_MS);
    for (const { path } of concerned) {
      const answer = await people.owner.post(path.replaceAll(/:\w+/g, ANY_ID), { reason: 'a test' });
      expect([path, codeOf(answer)]).toEqual([path, 'console.passkey_needed']);
    }
    expect((await people.owner.confirm()).statusCode).toBe(200);
  });
});

describe('a session', () => {
  it('has a cookie that scripts and other sites cannot use', async () => {
    const { answer } = await desk.signIn(people.auditor.authenticator);
    expect(answer.cookies[0]).toMatchObject({ name: 'laurel_console', httpOnly: true, sameSite: 'Strict', path: '/' });
  });

  it('sends personal data with Cache-Control: no-store', async () => {
    for (const path of ['/me', '/mine', '/voters?find=ada', '/messages', '/audit']) {
      expect([path, (await people.owner.get(path)).headers['cache-control']]).toEqual([path, 'no-store']);
    }
    expect((await people.auditor.get('/voters?find=ada')).headers['cache-control']).toBe('no-store');
  });

  it('is bound to its network: a stolen cookie is worth nothing elsewhere', async () => {
    expect((await people.support.get('/me', { ip: '127.0.0.200' })).statusCode).toBe(200);
    expect(codeOf(await people.support.get('/me', { ip: '127.0.1.1' }))).toBe('console.signed_out');
    expect(codeOf(await people.support.get('/me', { ip: '2001:db8::1' }))).toBe('console.signed_out');
  });

  it('ends after an hour without a request, and after twelve hours in any case', async () => {
    const idle = await desk.member('Idle', 'auditor');
    api.clock.advance(59 * MINUTE_MS);
    expect((await idle.get('/me')).statusCode).toBe(200);
    api.clock.advance(60 * MINUTE_MS);
    expect(codeOf(await idle.get('/me'))).toBe('console.signed_out');

    const busy = (await desk.signIn(idle.authenticator)).cookie;
    const me = () => idle.get('/me', { headers: { cookie: busy } });
    for (let passed = 0; passed < SESSION_MS - 30 * MINUTE_MS; passed += 30 * MINUTE_MS) {
      api.clock.advance(30 * MINUTE_MS);
      expect((await me()).statusCode).toBe(200);
    }
    api.clock.advance(30 * MINUTE_MS);
    expect(codeOf(await me())).toBe('console.signed_out');
  });

  it('ends when its person signs out, ends it elsewhere, or is removed', async () => {
    const owner = await desk.signIn(people.owner.authenticator);
    const asOwner = (path: string, body: object) =>
      people.owner.post(path, body, { headers: { cookie: owner.cookie } });

    const out = await desk.member('Out', 'auditor');
    // A client may send the content type of JSON even without a body.
    const ofJson = { headers: { 'content-type': 'application/json' } };
    expect((await out.post('/sign-out', '', ofJson)).statusCode).toBe(200);
    expect(codeOf(await out.get('/me'))).toBe('console.signed_out');

    const lost = await desk.member('Lost', 'auditor');
    const second = (await desk.signIn(lost.authenticator)).cookie;
    const sessions: { id: string; current: boolean }[] = (await lost.get('/mine')).json().sessions;
    const other = sessions.find(({ current }) => !current);
    expect((await lost.post(`/mine/sessions/${other?.id}/end`)).statusCode).toBe(200);
    expect(codeOf(await lost.get('/me', { headers: { cookie: second } }))).toBe('console.signed_out');
    expect((await asOwner(`/team/${await memberIdOf(lost)}/remove`, { reason: 'a test' })).statusCode).toBe(200);
    expect(codeOf(await lost.get('/me'))).toBe('console.signed_out');
    expect(codeOf((await desk.signIn(lost.authenticator)).answer)).toBe('console.passkey_refused');
  });

  it('of another person cannot be ended as one’s own', async () => {
    const [mine, theirs] = [await desk.member('Mine', 'auditor'), await desk.member('Theirs', 'auditor')];
    const [session]: { id: string }[] = (await theirs.get('/mine')).json().sessions;
    expect(codeOf(await mine.post(`/mine/sessions/${session?.id}/end`))).toBe('console.not_found');
    expect((await theirs.get('/me')).statusCode).toBe(200);
  });
});
