import { afterEach, expect, it, vi } from 'vitest';
import { stubApi } from '../../testing/fake-api.ts';
import { fetchRecord } from './calls.ts';

const LOG = { origin: 'awards.example/log/2025', verifierKey: '', witnesses: [] };

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

// This test fails without a time limit: the list says nothing about the record until the browser gives up.
it('the receipts come with the default delay if the log does not respond in time', async () => {
  vi.stubGlobal('navigator', { userAgent: 'Test/1.0' });
  const api = stubApi({ 'GET /vote/receipts': { body: [] } });
  const { fetch } = globalThis;
  const never = (signal: AbortSignal) =>
    new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) =>
    path === '/log/2025/status' && init.signal ? never(init.signal) : fetch(path, init),
  );
  const time = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal);
  const record = fetchRecord(LOG, new AbortController().signal);
  await expect.poll(() => api.times('/vote/receipts')).toBe(1);
  time.abort();
  expect(await record).toEqual({ receipts: [], delay: 600, stopped: false });
});
