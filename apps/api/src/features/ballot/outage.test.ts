import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbedded } from '@laurel/database/embedded';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cluster, startCluster } from '../../testing/cluster.ts';
import { type Answer, fire, type Shot, summary } from '../../testing/load.ts';

const OUTAGE_MS = 10_000;

let dataDir: string;
let postgres: Awaited<ReturnType<typeof startEmbedded>>;
let cluster: Cluster;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'laurel-outage-'));
  postgres = await startEmbedded({ dataDir });
  cluster = await startCluster(1, { appUrl: postgres.appUrl, migrateUrl: postgres.migrateUrl });
}, 60_000);
afterAll(async () => {
  await cluster.close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const shotsOf = async (voters: number): Promise<Shot[]> => {
  const origin = cluster.servers[0]?.origin ?? '';
  const people = await cluster.voters(voters);
  return people.map(({ token }, index) => {
    const vote = cluster.ballot[index % cluster.ballot.length];
    if (!vote) throw new Error('the ballot is empty');
    return { origin, token, vote };
  });
};

describe('PostgreSQL stopped for ten seconds under load', () => {
  it('is answered by 503 with Retry-After, and recovered from without a restart; nothing acknowledged is lost', async () => {
    const people = await shotsOf(400);
    const waves: Answer[] = [];
    /** Each voter tries until told something final, as the app does after a 503. */
    const storm = (async () => {
      for (let open = people; open.length > 0; ) {
        const answers = await fire(open, 16);
        waves.push(...answers);
        open = open.filter((_shot, index) => answers[index]?.status !== 201 && answers[index]?.status !== 409);
        await sleep(100);
      }
    })();
    await sleep(50);
    const port = Number(new URL(postgres.appUrl).port);
    await postgres.stop();
    const during = await fetch(`${people[0]?.origin}/api/vote/my-votes`, {
      headers: { authorization: `Bearer ${people[0]?.token}` },
    });
    expect(during.status).toBe(503);
    expect(Number(during.headers.get('retry-after'))).toBeGreaterThan(0);
    const shown = await fetch(`${people[0]?.origin}/readyz`);
    expect(shown.status).toBe(503);
    await sleep(OUTAGE_MS);
    postgres = await startEmbedded({ dataDir, port });
    await cluster.reconnect();
    await storm;

    const kinds = summary(waves);
    expect(
      Object.keys(kinds).filter(
        (kind) => !/^(201|409 vote\.exists|503 (server\.unavailable|vote\.in_doubt))$/.test(kind),
      ),
    ).toEqual([]);
    expect(kinds['503 server.unavailable']).toBeGreaterThan(0);
    // Every voter's vote stands exactly once, whether the first answer was lost or not.
    expect(await cluster.audit()).toEqual({ votes: people.length, wrongTallies: 0 });
    expect((await fetch(`${people[0]?.origin}/readyz`)).status).toBe(200);
  }, 60_000);
});
