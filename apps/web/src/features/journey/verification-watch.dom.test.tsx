// @vitest-environment happy-dom

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readRaw, removeRaw, writeRaw } from '../../lib/storage.ts';
import { stored } from '../../lib/stored.ts';
import { beginSession, endSession, useSession } from '../../session/store.ts';
import { cleanUp } from '../../testing/clean-up.ts';
import { stubApi } from '../../testing/fake-api.ts';
import { type SocketServer, stubSockets } from '../../testing/fake-socket.ts';
import { inPage } from '../../testing/page.tsx';
import { act, render } from '../../testing/render.tsx';
import { ADA, userInfo } from '../../testing/voter.ts';
import { watchLoader } from '../../testing/watch-loader.ts';
import { useVerification } from './use-verification.ts';
import { followVerification } from './verification.ts';
import VerificationWatch from './verification-watch.tsx';
// Loads these modules before the tests. The page loads them later, with import().
import '../../lib/stomp-client.ts';

const SECOND_MS = 1_000;
const EVENT = 'event-1';
const TOPIC = `/topic/chat/${EVENT}`;
const LOGS = `/users/logs/${EVENT}`;

const line = (verificationStatus: string) => ({ verificationStatus, createdAt: '2025-11-20T18:00:00.000Z' });
const logs = (metadata: unknown, ...statuses: string[]) => ({
  body: { success: true, data: statuses.map(line), ...(metadata ? { metadata } : {}) },
});
const infoWith = (proofCode: string) =>
  userInfo([], { openInstagram: { verificationStatus: 'IN_PROGRESS', proofCode } });

const Known = () => {
  const { status, proofCode, socialVerified } = useVerification();
  return <p>{[status, proofCode, socialVerified].join(' ')}</p>;
};

let api: ReturnType<typeof stubApi>;
let server: SocketServer;
let page: Awaited<ReturnType<typeof render>>;

/** Opens the page as a logged-in user. */
const open = async () => {
  beginSession('a.b.c', ADA);
  page = await render(
    inPage(
      <>
        <VerificationWatch />
        <Known />
      </>,
    ),
  );
  await act(() => vi.dynamicImportSettled());
  await pass(1);
};
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * SECOND_MS));
const say = async (message: unknown) => {
  await act(() => server.say(TOPIC, JSON.stringify(message)));
  await pass(1);
};
const known = () => page.container.textContent;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockReturnValue();
  server = stubSockets();
  api = stubApi(
    {
      'GET /client-ip': { body: { ip: '203.0.113.7' } },
      'GET /users/info': userInfo([]),
      [`GET ${LOGS}`]: logs({ proofCode: 'K7M2QX' }, 'IN_PROGRESS'),
    },
    () => useSession.getState().token,
  );
});
afterEach(cleanUp);

describe('a verification in progress', () => {
  it('SO-01 continues after a reload, with the code to send, which is stored nowhere', async () => {
    writeRaw('socialRequestId', EVENT);
    await open();
    expect(known()).toBe('IN_PROGRESS K7M2QX false');
    expect(JSON.stringify({ ...localStorage })).not.toContain('K7M2QX');
  });

  it('RT-01 SO-06 is followed as soon as another tab began it, and not dropped when that tab ends it', async () => {
    await open();
    expect(known()).toBe('  false');
    writeRaw('socialRequestId', EVENT);
    await act(() => window.dispatchEvent(new StorageEvent('storage', { key: 'socialRequestId' })));
    await pass(1);
    expect(known()).toBe('IN_PROGRESS K7M2QX false');
    expect(server.sent.join('\n')).toContain(`destination:${TOPIC}`);
    removeRaw('socialRequestId');
    api.answers[`GET ${LOGS}`] = logs({ proofCode: 'K7M2QX' }, 'IN_PROGRESS', 'RETRY');
    await act(() => window.dispatchEvent(new StorageEvent('storage', { key: 'socialRequestId' })));
    await say({ verificationStatus: 'RETRY' });
    expect(known()).toBe('RETRY K7M2QX false');
  });

  it('RT-01 listens to its topic, and requests the current status there', async () => {
    writeRaw('socialRequestId', EVENT);
    await open();
    const frames = server.sent.join('\n');
    expect(frames).toContain(`SUBSCRIBE\nid:sub-0\ndestination:${TOPIC}`);
    expect(frames).toContain(`SEND\ndestination:/app/chat/${EVENT}`);
  });

  it('RT-02 stores the status from the socket, and reloads the log', async () => {
    writeRaw('socialRequestId', EVENT);
    await open();
    const before = api.times(LOGS);
    api.answers[`GET ${LOGS}`] = logs({ proofCode: 'K7M2QX' }, 'IN_PROGRESS', 'RETRY');
    await say({ verificationStatus: 'RETRY' });
    expect(known()).toBe('RETRY K7M2QX false');
    expect(stored.socketStatus.read()).toEqual({ eventId: EVENT, verificationStatus: 'RETRY' });
    expect(api.times(LOGS)).toBe(before + 1);
    // The same status again does not reload the log.
    await say({ verificationStatus: 'RETRY' });
    expect(api.times(LOGS)).toBe(before + 1);
  });

  it('RT-02 SO-07 ends with VERIFIED: the user is loaded again, and the stored values are removed', async () => {
    writeRaw('socialRequestId', EVENT);
    stored.telegramLink.write({ link: 'https://t.me/x', expiresAt: Date.now() + 1e9 });
    await open();
    const before = api.times('/users/info');
    api.answers['GET /users/info'] = userInfo(['INSTAGRAM_SUBSCRIPTION']);
    await say({ verificationStatus: 'VERIFIED' });
    expect(api.times('/users/info')).toBe(before + 1);
    expect(known()).toBe('VERIFIED  true');
    expect(['socialRequestId', 'socketStatus', 'telegramLink'].map((key) => localStorage.getItem(key))).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('SO-07 ends with NOT_VERIFIED if the server has no record of it', async () => {
    writeRaw('socialRequestId', EVENT);
    stored.socketStatus.write({ eventId: EVENT, verificationStatus: 'IN_PROGRESS' });
    api.answers[`GET ${LOGS}`] = logs(undefined);
    await open();
    expect(known()).toBe('NOT_VERIFIED  false');
    expect(readRaw('socialRequestId')).toBeUndefined();
    expect(stored.socketStatus.read()).toEqual({ eventId: EVENT, verificationStatus: 'NOT_VERIFIED' });
  });

  it('RT-02 removes a stored status of another event', async () => {
    writeRaw('socialRequestId', EVENT);
    stored.socketStatus.write({ eventId: 'another', verificationStatus: 'RETRY' });
    api.answers[`GET ${LOGS}`] = 'no answer';
    await open();
    expect(stored.socketStatus.read()).toBeUndefined();
    expect(known()).toBe('IN_PROGRESS  false');
  });

  it('MD-13 never shows the loader, however often it is requested', async () => {
    const loader = watchLoader();
    writeRaw('socialRequestId', EVENT);
    await open();
    await pass(70);
    expect([api.times(LOGS) > 1, api.times('/users/info') > 1, loader()]).toEqual([true, true, false]);
  });

  it('RT-03 is requested again each time that more than 60 s have passed since the last response', async () => {
    writeRaw('socialRequestId', EVENT);
    await open();
    const before = [api.times(LOGS), api.times('/users/info')];
    await pass(58);
    expect([api.times(LOGS), api.times('/users/info')]).toEqual(before);
    await pass(12);
    expect([api.times(LOGS), api.times('/users/info')]).toEqual(before.map((times) => times + 1));
    await pass(50);
    expect(api.times(LOGS)).toBe((before[0] ?? 0) + 1);
    await pass(20);
    expect(api.times(LOGS)).toBe((before[0] ?? 0) + 2);
  });

  it('RT-03 is requested again every ten seconds without a response, and at once when the browser is online again', async () => {
    const asked = () => [api.times(LOGS), api.times('/users/info')];
    writeRaw('socialRequestId', EVENT);
    await open();
    const before = asked();
    window.dispatchEvent(new Event('offline'));
    window.dispatchEvent(new Event('online'));
    await pass(1);
    expect(asked()).toEqual(before.map((times) => times + 1));

    api.answers[`GET ${LOGS}`] = 'no answer';
    api.answers['GET /users/info'] = 'no answer';
    // Each fails after three retries, with growing pauses.
    await pass(100);
    const [log = 0, user = 0] = asked();
    await pass(20);
    expect(api.times(LOGS)).toBeGreaterThan(log);
    expect(api.times('/users/info')).toBeGreaterThan(user);
  });

  it('QY-01 is requested again when the person returns to the page, without the user’s data, and not without a user', async () => {
    const asked = () => [api.times(LOGS), api.times('/users/info')];
    writeRaw('socialRequestId', EVENT);
    await open();
    const [log = 0, user = 0] = asked();
    window.dispatchEvent(new Event('visibilitychange'));
    await pass(1);
    expect(asked()).toEqual([log + 1, user]);
    await act(() => endSession());
    writeRaw('socialRequestId', EVENT);
    await pass(120);
    window.dispatchEvent(new Event('visibilitychange'));
    await pass(1);
    expect(asked()).toEqual([log + 1, user]);
  });

  it('that was started on this page shows its code before the log is loaded, and ends with the session', async () => {
    api.answers[`GET ${LOGS}`] = 'no answer';
    await open();
    await act(() => followVerification({ eventId: EVENT, proofCode: 'ACDEFG' }));
    expect(known()).toBe('IN_PROGRESS ACDEFG false');
    await act(() => endSession());
    expect(known()).toBe('  ');
    expect(readRaw('socialRequestId')).toBeUndefined();
    expect(document.body.innerHTML).not.toContain('ACDEFG');
  });
});

describe('a verification of another device', () => {
  it('SO-01 shows with its code, which is stored nowhere, until the server says how it ended', async () => {
    api.answers['GET /users/info'] = infoWith('K7M2QX');
    await open();
    expect(known()).toBe('IN_PROGRESS K7M2QX false');
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('K7M2QX');
    api.answers['GET /users/info'] = userInfo(['INSTAGRAM_SUBSCRIPTION']);
    await pass(71);
    expect(known()).toBe('VERIFIED  true');
  });

  it('SO-01 shows after the own one was rejected, not the rejected one that the page knew as open', async () => {
    writeRaw('socialRequestId', EVENT);
    api.answers['GET /users/info'] = infoWith('OLD479');
    await open();
    api.answers['GET /users/info'] = 'no answer';
    api.answers[`GET ${LOGS}`] = logs(undefined, 'IN_PROGRESS', 'NOT_VERIFIED');
    await say({ verificationStatus: 'NOT_VERIFIED' });
    expect(known()).toBe('NOT_VERIFIED  false');
    api.answers['GET /users/info'] = infoWith('NEW479');
    await pass(71);
    expect(known()).toBe('IN_PROGRESS NEW479 false');
  });
});
