import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { faketimeLibrary } from '@laurel/support/faketime';
import type { Figures } from '@laurel/support/ledger/orders';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FaultSetup, startFaultSetup } from '../../faults/setup.ts';
import { type Spawned, spawnServer } from '../../faults/spawned.ts';
import { survive } from '../../faults/survive.ts';

/** The messages that `survive` requests. */
const REQUESTS = 12;
/** The final answers to these: a server whose clock is hours ahead asks for the second factor again. */
const answered = ({ promises, answers }: Figures): number => promises + (answers['400 otp.invalid'] ?? 0);

let setup: FaultSetup;
let folder: string;
let server: Spawned;
/** The second server's time, relative to the machine's. */
const jump = (by: string): void => writeFileSync(join(folder, 'clock'), by);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'laurel-clock-'));
  jump('+0');
  setup = await startFaultSetup({ servers: 1 });
  server = await spawnServer({
    ...setup.env,
    LD_PRELOAD: await faketimeLibrary(),
    FAKETIME_TIMESTAMP_FILE: join(folder, 'clock'),
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  });
  setup.add(server.origin);
});
afterAll(async () => {
  await server?.stop();
  await setup?.close();
  rmSync(folder, { recursive: true, force: true });
});

const readiness = async (): Promise<number> => (await fetch(`${server.origin}/readyz`)).status;
const becomes = (status: number): Promise<void> => expect.poll(readiness).toBe(status);

it.each(['+3h', '-3h', '+2s', '-2s'])(
  'a server’s clock jumps by %s: it is not ready, and nothing is lost',
  async (by) => {
    await becomes(200);
    const before = await setup.figures();
    await survive(setup, async () => {
      jump(by);
      await becomes(503);
      // Every request of this load for a message is answered before the clock is right again.
      await setup.until('the answers', (now) => answered(now) >= answered(before) + REQUESTS);
      jump('+0');
      await becomes(200);
    });
  },
);

/** Ends voting now, by the machine's clock. */
const endVoting = () =>
  setup.asOwner(`SELECT move_phases('{closes}', ARRAY[now()], NULL, NULL, NULL, 'test', 'ends', '{}'::jsonb, now())`);

// This test fails with the server's clock alone: it was answered 201.
it('a server whose clock is behind records no vote after the end', async () => {
  const [voter] = await setup.cluster.voters(1);
  const [vote] = setup.cluster.ballot;
  const cast = async (origin: string | undefined): Promise<[number, string | undefined]> => {
    const headers = { authorization: `Bearer ${voter?.token}`, 'content-type': 'application/json' };
    const answer = await fetch(`${origin}/api/vote`, { method: 'POST', headers, body: JSON.stringify(vote) });
    return [answer.status, /"code":"([^"]+)"/.exec(await answer.text())?.[1]];
  };
  await becomes(200);
  await endVoting();
  const [right] = setup.cluster.servers;
  await expect.poll(() => cast(right?.origin)).toEqual([403, 'vote.not_open']);
  await expect.poll(() => cast(server.origin)).toEqual([403, 'vote.not_open']);
  jump('-30');
  // At once, before it measures the clock again or reads the moved times.
  expect((await cast(server.origin))[0]).not.toBe(201);
  await becomes(503);
  await expect.poll(() => cast(server.origin)).toEqual([503, 'server.unavailable']);
  jump('+0');
  await becomes(200);
  expect(await cast(server.origin)).toEqual([403, 'vote.not_open']);
});
