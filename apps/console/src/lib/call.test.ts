import { readMe, removePasskey, signOut } from '@laurel/contracts/console/calls/session';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { meOf } from '../testing/data.ts';
import { done, refusal, stubApi } from '../testing/fake-api.ts';
import { addressOf, call, handleRefusals } from './call.ts';
import { asFailure } from './failure.ts';

const id = '00000000-0000-4000-8000-000000000012';
const remove = `POST /passkeys/${id}/remove`;
const removing = () => call(removePasskey, { params: { id }, body: {} });
const codeOf = (made: Promise<unknown>): Promise<string> =>
  made.then(
    () => 'success',
    (error) => asFailure(error).code,
  );

afterEach(() => {
  vi.unstubAllGlobals();
  handleRefusals({ signedOut: () => undefined, confirm: async () => false });
});

describe('a call', () => {
  it('sends a GET without a body, with the cookies of its own origin, and returns the parsed answer', async () => {
    const fetched = vi.fn(async (_path: string, _init: RequestInit) => Response.json(meOf('owner')));
    vi.stubGlobal('fetch', fetched);
    expect((await call(readMe, {})).person.name).toBe('Olena');
    expect(fetched).toHaveBeenCalledExactlyOnceWith(
      '/api/me',
      expect.objectContaining({ method: 'GET', credentials: 'same-origin', headers: { accept: 'application/json' } }),
    );
    expect(fetched.mock.calls[0]?.[1]).not.toHaveProperty('body');
  });

  it('sends a POST with its body as JSON', async () => {
    const fetched = vi.fn(async (_path: string, _init: RequestInit) => Response.json({ success: true }));
    vi.stubGlobal('fetch', fetched);
    await call(signOut, { body: {} });
    expect(fetched.mock.calls[0]?.[1]).toMatchObject({ body: '{}', headers: { 'content-type': 'application/json' } });
  });

  it('fails with the code of a refusal', async () => {
    stubApi({ [remove]: refusal(409, 'console.last_passkey') });
    expect(await codeOf(removing())).toBe('console.last_passkey');
  });

  it('fails with server.error if the answer breaks the contract', async () => {
    stubApi({ 'GET /me': { body: { person: 'Olena' } } });
    expect(await codeOf(call(readMe, {}))).toBe('server.error');
  });

  it('fails with connection.lost if no answer arrives', async () => {
    stubApi({ 'GET /me': 'no answer' });
    expect(await codeOf(call(readMe, {}))).toBe('connection.lost');
  });

  it('fails with the reason of its caller’s signal if that is aborted, not with connection.lost', async () => {
    const controller = new AbortController();
    vi.stubGlobal('fetch', async (_path: string, { signal }: RequestInit) => {
      controller.abort(new Error('no longer needed'));
      throw signal?.reason;
    });
    await expect(call(readMe, {}, { signal: controller.signal })).rejects.toThrow('no longer needed');
  });
});

describe('a call that needs a fresh passkey', () => {
  it('asks for it and is then repeated', async () => {
    const answers = [refusal(403, 'console.passkey_needed'), done];
    const { requests } = stubApi({ [remove]: () => answers.shift() ?? done });
    const confirm = vi.fn(async () => true);
    handleRefusals({ signedOut: () => undefined, confirm });
    await removing();
    expect(confirm).toHaveBeenCalledOnce();
    expect(requests.map((each) => each.call)).toEqual([remove, remove]);
  });

  it('asks and is repeated only once, and fails if it is refused again', async () => {
    const { requests } = stubApi({ [remove]: refusal(403, 'console.passkey_needed') });
    const confirm = vi.fn(async () => true);
    handleRefusals({ signedOut: () => undefined, confirm });
    expect(await codeOf(removing())).toBe('console.passkey_needed');
    expect([confirm.mock.calls.length, requests.length]).toEqual([1, 2]);
  });

  it('is not repeated if the person does not use the passkey', async () => {
    const { requests } = stubApi({ [remove]: refusal(403, 'console.passkey_needed') });
    expect(await codeOf(removing())).toBe('console.passkey_needed');
    expect(requests).toHaveLength(1);
  });

  it('reports the end of the session if that is the answer to the repeated call', async () => {
    const answers = [refusal(403, 'console.passkey_needed'), refusal(401, 'console.signed_out')];
    stubApi({ [remove]: () => answers.shift() ?? done });
    const signedOut = vi.fn();
    handleRefusals({ signedOut, confirm: async () => true });
    expect(await codeOf(removing())).toBe('console.signed_out');
    expect(signedOut).toHaveBeenCalledOnce();
  });
});

it('the address of a call contains its encoded params and its query, without undefined values', () => {
  const path = '/voters/:id/votes';
  expect(addressOf({ path }, { params: { id: 'a/b' } })).toBe('/api/voters/a%2Fb/votes');
  const query = { after: 'x y', limit: 50, state: ['queued', 'failed'], country: undefined };
  expect(addressOf({ path: '/messages' }, { query })).toBe(
    '/api/messages?after=x+y&limit=50&state=queued&state=failed',
  );
});
